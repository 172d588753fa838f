/*
 * catalog.h - anomalies, models and their relations as data.
 *
 * The rows are in the .def files of this folder, each with its meaning and source. The rest of the
 * library uses these functions and hard-codes none of it. The sets are small (tens of rows), so
 * closures are plain loops over bool arrays.
 */
#ifndef MNS_CATALOG_H
#define MNS_CATALOG_H

#include "core/base.h"
#include "core/buf.h"

/* Orders that come from sessions and time, not from data. */
typedef enum mns_order { MNS_ORDER_NONE, MNS_ORDER_PROCESS, MNS_ORDER_REALTIME } mns_order;

typedef enum mns_kind {
#define EDGE_KIND(id, bit, ...) MNS_##id = 1 << (bit),
#include "catalog/edge_kinds.def"
#undef EDGE_KIND
} mns_kind;

/* ANOMALY(ID, "name", ...): MNS_A_G_SINGLE_ITEM is "G-single-item". */
typedef enum mns_anomaly {
#define ANOMALY(id, ...) MNS_A_##id,
#include "catalog/anomalies.def"
#undef ANOMALY
    MNS_ANOMALY_COUNT
} mns_anomaly;

/* MODEL(ID, "canonical", "friendly", ...): MNS_M_PL_2_99 is "PL-2.99", "repeatable-read". */
typedef enum mns_model {
#define MODEL(id, ...) MNS_M_##id,
#include "catalog/models.def"
#undef MODEL
    MNS_MODEL_COUNT
} mns_model;

typedef enum mns_form {
    MNS_FORM_WW,
    MNS_FORM_WWR,
    MNS_FORM_SINGLE,
    MNS_FORM_NONADJACENT,
    MNS_FORM_ITEM,
    MNS_FORM_COUNT
} mns_form;

/* ---- Names ---------------------------------------------------------------------------------- */

const char *mns_kind_name(mns_kind kind); /* "ww", "wr", "rw", "process", "realtime" */
/* The base kind of an edge (WW, WR, RW, PROCESS or REALTIME), and the least class of cycle that it
 * may be part of. */
mns_kind mns_kind_base(mns_kind kind);
mns_form mns_kind_form(mns_kind kind);
mns_order mns_kind_order(mns_kind kind);
/* The bit set of kinds that a cycle of this class may contain. */
unsigned mns_kinds_within(mns_form form, mns_order order);
/* Every kind of rw edge, and TAIL. */
#define MNS_ANY_RW                                                                                 \
    (MNS_RW | MNS_TAIL | MNS_RW_NONADJACENT | MNS_RW_ITEM | MNS_RW_PROCESS |                       \
     MNS_RW_NONADJACENT_PROCESS | MNS_RW_ITEM_PROCESS | MNS_RW_REALTIME |                          \
     MNS_RW_NONADJACENT_REALTIME | MNS_RW_ITEM_REALTIME)
const char *mns_anomaly_name(mns_anomaly anomaly);
const char *mns_model_canonical(mns_model model); /* "PL-SS" */
const char *mns_model_friendly(mns_model model);  /* "strong-serializable", as Elle prints it */

/* Any canonical name, friendly name or alias, with or without a leading colon (an EDN keyword). */
bool mns_anomaly_parse(const char *name, size_t size, mns_anomaly *anomaly);
bool mns_model_parse(const char *name, size_t size, mns_model *model);
/* The name nearest to a misspelt or incomplete one (core/spelling.h), or NULL if none is near; ties
 * go to the catalog's order. */
const char *mns_anomaly_nearest(const char *name, size_t size);
const char *mns_model_nearest(const char *name, size_t size);
const char *mns_name_nearest(const char *name, size_t size); /* model or anomaly */
/* The message for a name that is not in the catalog. what: "anomaly"; nearest may be NULL. */
void mns_catalog_unknown(mns_buf *out, const char *what, const char *name, size_t size,
                         const char *nearest);

/* ---- The lattice ---------------------------------------------------------------------------- */

/* The order that an anomaly uses besides the data: MNS_ORDER_PROCESS for "G0-process",
 * MNS_ORDER_REALTIME for "strong-PL-1-cycle-exists". */
mns_order mns_anomaly_order(mns_anomaly anomaly);
/* The cycle anomaly of a form under an order, whose rw steps are on predicates or on items. */
mns_anomaly mns_cycle_anomaly(mns_form form, mns_order order, bool by_predicate);
bool mns_anomaly_is_cycle(mns_anomaly anomaly);

/* Adds every anomaly that the set implies / every anomaly that implies one of the set. */
void mns_anomalies_add_implied(bool set[MNS_ANOMALY_COUNT]);
void mns_anomalies_add_implying(bool set[MNS_ANOMALY_COUNT]);
/* Adds the models weaker / stronger than those of the set. */
void mns_models_add_weaker(bool set[MNS_MODEL_COUNT]);
void mns_models_add_stronger(bool set[MNS_MODEL_COUNT]);
/* Adds the models that a proof of those in the set proves. revealed_times: the database revealed
 * start and commit times, so models that refer to times (strengths.def) follow only from each
 * other. */
void mns_models_add_proved(bool set[MNS_MODEL_COUNT], bool revealed_times);
/* The members without a weaker / stronger member. */
void mns_models_keep_weakest(const bool set[MNS_MODEL_COUNT], bool out[MNS_MODEL_COUNT]);
void mns_models_keep_strongest(const bool set[MNS_MODEL_COUNT], bool out[MNS_MODEL_COUNT]);
/* The models that forbid an anomaly of the set (implications not followed), and those stronger: at
 * times that the database revealed, only those stronger at any times (strengths.def). */
void mns_models_broken_by(const bool anomalies[MNS_ANOMALY_COUNT], bool out[MNS_MODEL_COUNT]);
/* Every model that one anomaly rules out: those that it, or what it implies, breaks. */
void mns_anomaly_rules_out(mns_anomaly anomaly, bool out[MNS_MODEL_COUNT]);
/* The anomalies of a set, worst first: a total order, see severity.c. Returns how many. */
size_t mns_anomalies_worst_first(const bool set[MNS_ANOMALY_COUNT],
                                 mns_anomaly out[MNS_ANOMALY_COUNT]);
/* True if the model itself forbids the anomaly (weaker models and implications not followed). */
bool mns_model_proscribes(mns_model model, mns_anomaly anomaly);
/* All anomalies that rule the model out: those that it or a weaker model proscribes, and those that
 * imply them. The same pairs as mns_anomaly_rules_out. */
void mns_model_prohibited(mns_model model, bool out[MNS_ANOMALY_COUNT]);
/* False for models without a test (they prohibit nothing). */
bool mns_model_is_tested(mns_model model);
/* Also false for models that can be ruled out, but whose distinctive promise has no test. */
bool mns_model_is_decided(mns_model model);
/* True for the levels that the ladder of the report shows. */
bool mns_model_is_well_known(mns_model model);
/* True for those of them that form a chain from read-uncommitted to strict-serializable. */
bool mns_model_is_step(mns_model model);

/* ---- Texts ---------------------------------------------------------------------------------- */

/* One line: "dirty write: transactions overwrote ...". Never NULL. */
const char *mns_anomaly_summary(mns_anomaly anomaly);
const char *mns_model_summary(mns_model model);
/* Definition and usual causes, one paragraph per line; causes may be NULL. */
const char *mns_anomaly_about(mns_anomaly anomaly);
const char *mns_anomaly_causes(mns_anomaly anomaly);
/* The smallest EDN history that shows it, or NULL if no workload shows it yet. */
const char *mns_anomaly_example(mns_anomaly anomaly);

/* The texts of `minos models` and `minos explain NAME`. For an unknown name mns_article_write
 * writes a message that names the nearest one and returns false. */
void mns_lattice_write(mns_buf *out, unsigned flags);
bool mns_article_write(mns_buf *out, const char *name, unsigned flags);

#endif
