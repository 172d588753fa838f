/*
 * rows.c - the .def files made into arrays.
 *
 * Nothing is computed here: each row of a .def file becomes one row of an array, in its order.
 */
#include "catalog/rows.h"

const mns_anomaly_row mns_anomaly_rows[MNS_ANOMALY_COUNT] = {
#define ANOMALY(id, name, family, order, summary, source)                                          \
    [MNS_A_##id] = {name, MNS_FAMILY_##family, MNS_ORDER_##order, summary, source},
#include "catalog/anomalies.def"
#undef ANOMALY
};

const mns_model_row mns_model_rows[MNS_MODEL_COUNT] = {
#define MODEL(id, canonical, friendly, known, tested, summary, source)                             \
    [MNS_M_##id] = {canonical, friendly, MNS_KNOWN_##known, MNS_TESTED_##tested, summary, source},
#include "catalog/models.def"
#undef MODEL
};

#define ANOMALY_ALIAS(id, name)
const mns_alias_row mns_model_aliases[] = {
#define MODEL_ALIAS(id, name) {MNS_M_##id, name},
#include "catalog/aliases.def"
#undef MODEL_ALIAS
};
#undef ANOMALY_ALIAS
const size_t mns_model_alias_count = MNS_COUNT_OF(mns_model_aliases);

#define MODEL_ALIAS(id, name)
const mns_alias_row mns_anomaly_aliases[] = {
#define ANOMALY_ALIAS(id, name) {MNS_A_##id, name},
#include "catalog/aliases.def"
#undef ANOMALY_ALIAS
};
#undef MODEL_ALIAS
const size_t mns_anomaly_alias_count = MNS_COUNT_OF(mns_anomaly_aliases);

const mns_implication_row mns_implications[] = {
#define IMPLIES(from, to, why) {MNS_A_##from, MNS_A_##to},
#include "catalog/implications.def"
#undef IMPLIES
};
const size_t mns_implication_count = MNS_COUNT_OF(mns_implications);

const mns_strength_row mns_strengths[] = {
#define STRONGER(stronger, weaker) {MNS_M_##stronger, MNS_M_##weaker, false},
#define STRONGER_AT_CHOSEN_TIMES(stronger, weaker) {MNS_M_##stronger, MNS_M_##weaker, true},
#include "catalog/strengths.def"
#undef STRONGER
#undef STRONGER_AT_CHOSEN_TIMES
};
const size_t mns_strength_count = MNS_COUNT_OF(mns_strengths);

const mns_proscription_row mns_proscriptions[] = {
#define PROSCRIBES(model, anomaly) {MNS_M_##model, MNS_A_##anomaly, false},
#define PROSCRIBES_AT_REVEALED_TIMES(model, anomaly) {MNS_M_##model, MNS_A_##anomaly, true},
#include "catalog/proscriptions.def"
#undef PROSCRIBES
#undef PROSCRIBES_AT_REVEALED_TIMES
};
const size_t mns_proscription_count = MNS_COUNT_OF(mns_proscriptions);
