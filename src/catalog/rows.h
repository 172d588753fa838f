/*
 * rows.h - the rows of the .def files as arrays, for the files of this folder.
 *
 * In: anomalies.def, models.def, aliases.def, implications.def, strengths.def, proscriptions.def.
 * Out: one constant array each, the first two indexed by mns_anomaly and mns_model. Other folders
 * use catalog.h.
 */
#ifndef MNS_ROWS_H
#define MNS_ROWS_H

#include "catalog/catalog.h"

/* How an anomaly is detected; see anomalies.def. */
typedef enum mns_family {
    MNS_FAMILY_CASE,
    MNS_FAMILY_CYCLE,
    MNS_FAMILY_NAMED,
    MNS_FAMILY_EXISTS
} mns_family;

typedef struct mns_anomaly_row {
    const char *name;
    mns_family family;
    mns_order order;
    const char *summary, *source;
} mns_anomaly_row;

/* How far a history can decide a model; see models.def. */
typedef enum mns_tested { MNS_TESTED_FULLY, MNS_TESTED_PARTLY, MNS_TESTED_UNTESTED } mns_tested;

/* Whether the ladder shows a model; see models.def. */
typedef enum mns_known { MNS_KNOWN_OTHER, MNS_KNOWN_WELL_KNOWN, MNS_KNOWN_STEP } mns_known;

typedef struct mns_model_row {
    const char *canonical, *friendly;
    mns_known known;
    mns_tested tested;
    const char *summary, *source;
} mns_model_row;

/* Further names; id is an mns_model or an mns_anomaly. */
typedef struct mns_alias_row {
    unsigned id;
    const char *name;
} mns_alias_row;

typedef struct mns_implication_row {
    mns_anomaly from, to;
} mns_implication_row;

typedef struct mns_strength_row {
    mns_model stronger, weaker;
    bool chosen_times; /* only where start and commit times may be chosen; see strengths.def */
} mns_strength_row;

typedef struct mns_proscription_row {
    mns_model model;
    mns_anomaly anomaly;
    bool revealed_times; /* the anomaly is about times that the database revealed */
} mns_proscription_row;

extern const mns_anomaly_row mns_anomaly_rows[MNS_ANOMALY_COUNT];
extern const mns_model_row mns_model_rows[MNS_MODEL_COUNT];
extern const mns_alias_row mns_model_aliases[], mns_anomaly_aliases[];
extern const size_t mns_model_alias_count, mns_anomaly_alias_count;
extern const mns_implication_row mns_implications[];
extern const size_t mns_implication_count;
extern const mns_strength_row mns_strengths[];
extern const size_t mns_strength_count;
extern const mns_proscription_row mns_proscriptions[];
extern const size_t mns_proscription_count;

#endif
