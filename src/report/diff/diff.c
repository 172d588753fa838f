/* diff.c - see diff.h. */
#include "report/diff/diff.h"

/* ---- Settings ------------------------------------------------------------------------------- */

/* The value of a label in a setup, or NULL. */
static const char *value_of(const mns_setup *setup, const char *label) {
    for (uint32_t i = 0; setup != NULL && i < setup->row_count; i++) {
        if (strcmp(setup->rows[i].label, label) == 0) {
            return setup->rows[i].value;
        }
    }
    return NULL;
}

/* Rows that differ between any two runs: the time, the measured duration, the command. */
static bool always_differs(const mns_setup *setup, const mns_setup_row *row) {
    return row->value == setup->started || row->value == setup->command ||
           strcmp(row->label, "Load") == 0;
}

static bool differ(const char *before, const char *after) {
    bool both = before != NULL && after != NULL;
    return both ? strcmp(before, after) != 0 : before != after;
}

static void add_setting(mns_diff *diff, const char *label, const char *before, const char *after) {
    size_t room = sizeof diff->settings / sizeof diff->settings[0];
    if (differ(before, after) && diff->setting_count < room) {
        diff->settings[diff->setting_count++] = (mns_diff_setting){label, before, after};
    }
}

static void find_settings(mns_diff *diff) {
    const mns_setup *before = diff->before->setup, *after = diff->after->setup;
    for (uint32_t i = 0; before != NULL && i < before->row_count; i++) {
        const mns_setup_row *row = &before->rows[i];
        if (!always_differs(before, row)) {
            add_setting(diff, row->label, row->value, value_of(after, row->label));
        }
    }
    for (uint32_t i = 0; after != NULL && i < after->row_count; i++) {
        const mns_setup_row *row = &after->rows[i];
        if (!always_differs(after, row) && value_of(before, row->label) == NULL) {
            add_setting(diff, row->label, NULL, row->value);
        }
    }
    if (before != NULL && after != NULL) {
        add_setting(diff, "Clients", before->processes, after->processes);
    }
    add_setting(diff, "Checked by Minos", diff->before->minos, diff->after->minos);
}

/* ---- Results -------------------------------------------------------------------------------- */

static void find_models(mns_diff *diff) {
    const mns_judgement *before = &diff->before->judgement, *after = &diff->after->judgement;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        diff->ruled_out_now[m] = after->ruled_out[m] && !before->ruled_out[m];
        diff->ruled_out_before[m] = before->ruled_out[m] && !after->ruled_out[m];
        diff->worse = diff->worse || diff->ruled_out_now[m];
    }
}

static uint64_t count_of(const mns_document *document, mns_anomaly anomaly) {
    const mns_doc_anomaly *found = mns_document_anomaly(document, anomaly);
    return found == NULL ? 0 : found->count;
}

static void find_anomalies(mns_diff *diff) {
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool forbidden = diff->after->judgement.forbidden[a];
        diff->counts[a][0] = count_of(diff->before, (mns_anomaly)a);
        diff->counts[a][1] = count_of(diff->after, (mns_anomaly)a);
        diff->worse = diff->worse || (forbidden && diff->counts[a][0] == 0);
    }
}

static double rate_of(const mns_document *document) {
    bool known = document->span_ns != MNS_NO_TIME && document->span_ns > 0;
    return known ? (double)document->counts.ok * 1e9 / (double)document->span_ns : 0;
}

void mns_diff_make(mns_diff *diff, const mns_document *before, const mns_document *after) {
    *diff = (mns_diff){.before = before, .after = after};
    find_settings(diff);
    find_models(diff);
    find_anomalies(diff);
    diff->per_second[0] = rate_of(before);
    diff->per_second[1] = rate_of(after);
    diff->worse = diff->worse || (after->judgement.verdict == MINOS_VIOLATED &&
                                  before->judgement.verdict != MINOS_VIOLATED);
}
