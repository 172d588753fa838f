/*
 * lattice.c - implications between anomalies, strengths of models, and which model forbids what.
 *
 * In: sets of anomalies or models as bool arrays. Out: the same sets closed under the rows of
 * implications.def, strengths.def and proscriptions.def:
 *
 *      found --implied--> anomalies --proscribed by--> models --stronger--> ruled out
 *      asked --weaker--> models --proscribe--> anomalies --implying--> prohibited
 *
 * One exception: an anomaly at times that the database revealed does not follow the rows of
 * strengths.def that hold only at chosen times.
 *
 * The tables have some 60 rows, so a closure just repeats over all rows until nothing is added:
 * O(rows * longest chain), a few thousand steps.
 */
#include "catalog/rows.h"

mns_order mns_anomaly_order(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    return mns_anomaly_rows[anomaly].order;
}

mns_anomaly mns_cycle_anomaly(mns_form form, mns_order order, bool by_predicate) {
    static const mns_anomaly anomalies[MNS_FORM_COUNT][MNS_ORDER_REALTIME + 1][2] = {
#define CYCLE_SHAPE(form, order, item, predicate)                                                  \
    [MNS_FORM_##form][MNS_ORDER_##order] = {MNS_A_##item, MNS_A_##predicate},
#include "catalog/cycle_shapes.def"
#undef CYCLE_SHAPE
    };
    assert(mns_anomaly_is_cycle(anomalies[form][order][by_predicate])); /* each has a row */
    return anomalies[form][order][by_predicate];
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

/* revealed_times: without the rows that hold only at chosen times; the same in add_stronger. */
static void add_weaker(bool set[MNS_MODEL_COUNT], bool revealed_times) {
    bool added = true;
    while (added) {
        added = false;
        for (size_t i = 0; i < mns_strength_count; i++) {
            mns_strength_row row = mns_strengths[i];
            bool closed = revealed_times && row.chosen_times;
            if (!closed && set[row.stronger] && !set[row.weaker]) {
                set[row.weaker] = added = true;
            }
        }
    }
}

static void add_stronger(bool set[MNS_MODEL_COUNT], bool revealed_times) {
    bool added = true;
    while (added) {
        added = false;
        for (size_t i = 0; i < mns_strength_count; i++) {
            mns_strength_row row = mns_strengths[i];
            bool closed = revealed_times && row.chosen_times;
            if (!closed && set[row.weaker] && !set[row.stronger]) {
                set[row.stronger] = added = true;
            }
        }
    }
}

void mns_models_add_weaker(bool set[MNS_MODEL_COUNT]) { add_weaker(set, false); }

void mns_models_add_stronger(bool set[MNS_MODEL_COUNT]) { add_stronger(set, false); }

/* The models that some anomaly at revealed times rules out. */
static void find_timed(bool out[MNS_MODEL_COUNT]) {
    memset(out, 0, MNS_MODEL_COUNT * sizeof out[0]);
    for (size_t i = 0; i < mns_proscription_count; i++) {
        out[mns_proscriptions[i].model] |= mns_proscriptions[i].revealed_times;
    }
    add_stronger(out, true);
}

void mns_models_add_proved(bool set[MNS_MODEL_COUNT], bool revealed_times) {
    bool at_these_times[MNS_MODEL_COUNT], timed[MNS_MODEL_COUNT];
    memcpy(at_these_times, set, sizeof at_these_times);
    add_weaker(at_these_times, true);
    find_timed(timed);
    add_weaker(set, false);
    for (unsigned m = 0; m < MNS_MODEL_COUNT && revealed_times; m++) {
        set[m] = set[m] && (!timed[m] || at_these_times[m]);
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

void mns_models_broken_by(const bool anomalies[MNS_ANOMALY_COUNT], bool out[MNS_MODEL_COUNT]) {
    bool at_revealed_times[MNS_MODEL_COUNT] = {false};
    memset(out, 0, MNS_MODEL_COUNT * sizeof out[0]);
    for (size_t i = 0; i < mns_proscription_count; i++) {
        mns_proscription_row row = mns_proscriptions[i];
        if (anomalies[row.anomaly]) {
            (row.revealed_times ? at_revealed_times : out)[row.model] = true;
        }
    }
    add_stronger(out, false);
    add_stronger(at_revealed_times, true);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        out[m] |= at_revealed_times[m];
    }
}

void mns_anomaly_rules_out(mns_anomaly anomaly, bool out[MNS_MODEL_COUNT]) {
    bool implied[MNS_ANOMALY_COUNT] = {false};
    implied[anomaly] = true;
    mns_anomalies_add_implied(implied);
    mns_models_broken_by(implied, out);
}

void mns_model_prohibited(mns_model model, bool out[MNS_ANOMALY_COUNT]) {
    bool weaker[MNS_MODEL_COUNT] = {false}, at_revealed_times[MNS_MODEL_COUNT] = {false};
    weaker[model] = at_revealed_times[model] = true;
    add_weaker(weaker, false);
    add_weaker(at_revealed_times, true);
    memset(out, 0, MNS_ANOMALY_COUNT * sizeof out[0]);
    for (size_t i = 0; i < mns_proscription_count; i++) {
        mns_proscription_row row = mns_proscriptions[i];
        out[row.anomaly] |= (row.revealed_times ? at_revealed_times : weaker)[row.model];
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
    return mns_model_rows[model].known != MNS_KNOWN_OTHER;
}

bool mns_model_is_step(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].known == MNS_KNOWN_STEP;
}
