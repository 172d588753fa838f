/*
 * names.c - names to ids and back, and the nearest name to one that does not exist.
 *
 * In: any spelling of a model or an anomaly, not NUL-terminated, of any length. Out: its id, or the
 * nearest known name. core/spelling.h defines equal spellings; the tests check that no two names
 * are equal. O(names) spellings compared, some 100,000 steps.
 */
#include "catalog/rows.h"
#include "core/spelling.h"

/* ---- Ids to names --------------------------------------------------------------------------- */

const char *mns_anomaly_name(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    return mns_anomaly_rows[anomaly].name;
}

const char *mns_model_canonical(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].canonical;
}

const char *mns_model_friendly(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].friendly;
}

/* ---- Names to ids --------------------------------------------------------------------------- */

bool mns_anomaly_parse(const char *name, size_t size, mns_anomaly *anomaly) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, size);
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (mns_spelling_is(&spelling, mns_anomaly_rows[a].name)) {
            *anomaly = (mns_anomaly)a;
            return true;
        }
    }
    for (size_t i = 0; i < mns_anomaly_alias_count; i++) {
        if (mns_spelling_is(&spelling, mns_anomaly_aliases[i].name)) {
            *anomaly = (mns_anomaly)mns_anomaly_aliases[i].id;
            return true;
        }
    }
    return false;
}

bool mns_model_parse(const char *name, size_t size, mns_model *model) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, size);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        if (mns_spelling_is(&spelling, mns_model_rows[m].canonical) ||
            mns_spelling_is(&spelling, mns_model_rows[m].friendly)) {
            *model = (mns_model)m;
            return true;
        }
    }
    for (size_t i = 0; i < mns_model_alias_count; i++) {
        if (mns_spelling_is(&spelling, mns_model_aliases[i].name)) {
            *model = (mns_model)mns_model_aliases[i].id;
            return true;
        }
    }
    return false;
}

/* ---- The nearest name ----------------------------------------------------------------------- */

static void offer_anomalies(mns_spelling *spelling) {
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        mns_spelling_offer(spelling, mns_anomaly_rows[a].name);
    }
    for (size_t i = 0; i < mns_anomaly_alias_count; i++) {
        mns_spelling_offer(spelling, mns_anomaly_aliases[i].name);
    }
}

/* Friendly names come first: they win ties against canonical ones, which are less known. */
static void offer_models(mns_spelling *spelling) {
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_spelling_offer(spelling, mns_model_rows[m].friendly);
    }
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        mns_spelling_offer(spelling, mns_model_rows[m].canonical);
    }
    for (size_t i = 0; i < mns_model_alias_count; i++) {
        mns_spelling_offer(spelling, mns_model_aliases[i].name);
    }
}

static const char *nearest_name(const char *name, size_t size, bool models, bool anomalies) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, size);
    if (models) {
        offer_models(&spelling);
    }
    if (anomalies) {
        offer_anomalies(&spelling);
    }
    return spelling.nearest;
}

const char *mns_anomaly_nearest(const char *name, size_t size) {
    return nearest_name(name, size, false, true);
}

const char *mns_model_nearest(const char *name, size_t size) {
    return nearest_name(name, size, true, false);
}

const char *mns_name_nearest(const char *name, size_t size) {
    return nearest_name(name, size, true, true);
}

void mns_catalog_unknown(mns_buf *out, const char *what, const char *name, size_t size,
                         const char *nearest) {
    mns_name_unknown(out, what, name, size, nearest);
    mns_buf_str(out, " (`minos models` lists all names)");
}
