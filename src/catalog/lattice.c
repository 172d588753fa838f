/*
 * lattice.c - what implies, forbids and outranks what.
 *
 * In: sets of anomalies or models as bool arrays. Out: the same sets closed under the rows of
 * implications.def, strengths.def and proscriptions.def:
 *
 *      found --implied--> anomalies --proscribed by--> models --stronger--> ruled out
 *      asked --weaker--> models --proscribe--> anomalies --implying--> prohibited
 *
 * The tables have some 60 rows, so a closure just repeats over all rows until nothing is added:
 * O(rows * longest chain), a few thousand steps.
 */
#include "catalog/rows.h"

mns_order mns_anomaly_order(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    return mns_anomaly_rows[anomaly].order;
}

mns_anomaly mns_cycle_anomaly(mns_form form, mns_order order) {
#define CYCLE_SHAPE(f, o, anomaly)                                                                 \
    if (form == MNS_FORM_##f && order == MNS_ORDER_##o) {                                          \
        return MNS_A_##anomaly;                                                                    \
    }
#include "catalog/cycle_shapes.def"
#undef CYCLE_SHAPE
    assert(!"every form has a row for every order");
    return MNS_ANOMALY_COUNT;
}

bool mns_anomaly_is_cycle(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    mns_family family = mns_anomaly_rows[anomaly].family;
    return family == MNS_FAMILY_CYCLE || family == MNS_FAMILY_EXISTS;
}

/* ---- Closures ------------------------------------------------------------------------------- */

void mns_anomalies_add_implied(bool set[MNS_ANOMALY_COUNT]) {
    bool added = true;
    while (added) {
        added = false;
        for (size_t i = 0; i < mns_implication_count; i++) {
            mns_implication_row row = mns_implications[i];
            if (set[row.from] && !set[row.to]) {
                set[row.to] = added = true;
            }
        }
    }
}

void mns_anomalies_add_implying(bool set[MNS_ANOMALY_COUNT]) {
    bool added = true;
    while (added) {
        added = false;
        for (size_t i = 0; i < mns_implication_count; i++) {
            mns_implication_row row = mns_implications[i];
            if (set[row.to] && !set[row.from]) {
                set[row.from] = added = true;
            }
        }
    }
}

void mns_models_add_weaker(bool set[MNS_MODEL_COUNT]) {
    bool added = true;
    while (added) {
        added = false;
        for (size_t i = 0; i < mns_strength_count; i++) {
            mns_strength_row row = mns_strengths[i];
            if (set[row.stronger] && !set[row.weaker]) {
                set[row.weaker] = added = true;
            }
        }
    }
}

void mns_models_add_stronger(bool set[MNS_MODEL_COUNT]) {
    bool added = true;
    while (added) {
        added = false;
        for (size_t i = 0; i < mns_strength_count; i++) {
            mns_strength_row row = mns_strengths[i];
            if (set[row.weaker] && !set[row.stronger]) {
                set[row.stronger] = added = true;
            }
        }
    }
}

/* ---- Edges of a set ------------------------------------------------------------------------- */

void mns_models_keep_weakest(const bool set[MNS_MODEL_COUNT], bool out[MNS_MODEL_COUNT]) {
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        bool weaker[MNS_MODEL_COUNT] = {false};
        weaker[m] = true;
        mns_models_add_weaker(weaker);
        out[m] = set[m];
        for (unsigned other = 0; other < MNS_MODEL_COUNT; other++) {
            if (other != m && weaker[other] && set[other]) {
                out[m] = false;
            }
        }
    }
}

void mns_models_keep_strongest(const bool set[MNS_MODEL_COUNT], bool out[MNS_MODEL_COUNT]) {
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        bool stronger[MNS_MODEL_COUNT] = {false};
        stronger[m] = true;
        mns_models_add_stronger(stronger);
        out[m] = set[m];
        for (unsigned other = 0; other < MNS_MODEL_COUNT; other++) {
            if (other != m && stronger[other] && set[other]) {
                out[m] = false;
            }
        }
    }
}

/* ---- Between anomalies and models ----------------------------------------------------------- */

bool mns_model_proscribes(mns_model model, mns_anomaly anomaly) {
    for (size_t i = 0; i < mns_proscription_count; i++) {
        if (mns_proscriptions[i].model == model && mns_proscriptions[i].anomaly == anomaly) {
            return true;
        }
    }
    return false;
}

void mns_models_add_proscribing(bool models[MNS_MODEL_COUNT],
                                const bool anomalies[MNS_ANOMALY_COUNT]) {
    for (size_t i = 0; i < mns_proscription_count; i++) {
        if (anomalies[mns_proscriptions[i].anomaly]) {
            models[mns_proscriptions[i].model] = true;
        }
    }
}

void mns_anomaly_rules_out(mns_anomaly anomaly, bool out[MNS_MODEL_COUNT]) {
    bool implied[MNS_ANOMALY_COUNT] = {false};
    implied[anomaly] = true;
    mns_anomalies_add_implied(implied);
    memset(out, 0, MNS_MODEL_COUNT * sizeof out[0]);
    mns_models_add_proscribing(out, implied);
    mns_models_add_stronger(out);
}

void mns_model_prohibited(mns_model model, bool out[MNS_ANOMALY_COUNT]) {
    bool weaker[MNS_MODEL_COUNT] = {false};
    weaker[model] = true;
    mns_models_add_weaker(weaker);
    memset(out, 0, MNS_ANOMALY_COUNT * sizeof out[0]);
    for (size_t i = 0; i < mns_proscription_count; i++) {
        if (weaker[mns_proscriptions[i].model]) {
            out[mns_proscriptions[i].anomaly] = true;
        }
    }
    mns_anomalies_add_implying(out);
}

bool mns_model_is_tested(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].tested != MNS_TESTED_UNTESTED;
}

bool mns_model_is_decided(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].tested == MNS_TESTED_FULLY;
}

bool mns_model_is_well_known(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].well_known;
}
