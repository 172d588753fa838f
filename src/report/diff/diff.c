/* diff.c - see diff.h. */
#include "report/diff/diff.h"

/* ---- Results -------------------------------------------------------------------------------- */

static void find_models(mns_diff *diff) {
    const mns_judgement *before = &diff->before->judgement, *after = &diff->after->judgement;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        diff->ruled_out_now[m] = after->ruled_out[m] && !before->ruled_out[m];
        diff->ruled_out_before[m] = before->ruled_out[m] && !after->ruled_out[m];
        diff->certified_now[m] = after->certified[m] && !before->certified[m];
        diff->certified_before[m] =
            before->certified[m] && !after->certified[m] && !after->ruled_out[m];
        diff->violated_now[m] = after->violated[m] && !before->violated[m];
        diff->worse = diff->worse || diff->ruled_out_now[m];
    }
}

static uint64_t count_of(const mns_document *document, mns_anomaly anomaly) {
    const mns_doc_anomaly *found = mns_document_anomaly(document, anomaly);
    return found == NULL ? 0 : found->count;
}

static void find_anomalies(mns_diff *diff) {
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool forbidden[2] = {diff->before->judgement.forbidden[a],
                             diff->after->judgement.forbidden[a]};
        diff->counts[a][0] = count_of(diff->before, (mns_anomaly)a);
        diff->counts[a][1] = count_of(diff->after, (mns_anomaly)a);
        diff->forbidden_now[a] = forbidden[1] && (!forbidden[0] || diff->counts[a][0] == 0);
        diff->worse = diff->worse || diff->forbidden_now[a];
    }
}

static double rate_of(const mns_document *document) {
    bool known = document->span_ns != MNS_NO_TIME && document->span_ns > 0;
    return known ? (double)document->counts.ok * 1e9 / (double)document->span_ns : 0;
}

void mns_diff_make(mns_diff *diff, const mns_document *before, const mns_document *after) {
    *diff = (mns_diff){.before = before, .after = after};
    mns_arena_init(&diff->arena);
    mns_diff_settings(diff);
    find_models(diff);
    find_anomalies(diff);
    diff->per_second[0] = rate_of(before);
    diff->per_second[1] = rate_of(after);
    diff->worse = diff->worse || (after->judgement.verdict == MINOS_VIOLATED &&
                                  before->judgement.verdict != MINOS_VIOLATED);
}

bool mns_diff_undecided(const mns_diff *diff) {
    return !diff->worse && diff->after->judgement.verdict == MINOS_UNKNOWN;
}

void mns_diff_release(mns_diff *diff) { mns_arena_release(&diff->arena); }
