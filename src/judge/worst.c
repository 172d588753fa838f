/*
 * worst.c - the anomalies of a judgement, worst first.
 *
 * Forbidden ones come before the others, each group by severity (catalog/severity.c), with one
 * exception: a forbidden lost-write is first. An acknowledged write that is gone is worse for a
 * user than any wrong order, and it is often the cause of the anomalies beside it. Every report
 * names its worst anomaly by this order.
 */
#include "judge/judge.h"

static size_t add_group(const mns_judgement *judgement, bool forbidden,
                        mns_anomaly out[MNS_ANOMALY_COUNT]) {
    bool group[MNS_ANOMALY_COUNT];
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        group[a] = judgement->found[a] && judgement->forbidden[a] == forbidden;
    }
    bool lost = forbidden && group[MNS_A_LOST_WRITE];
    group[MNS_A_LOST_WRITE] = group[MNS_A_LOST_WRITE] && !lost;
    if (lost) {
        out[0] = MNS_A_LOST_WRITE;
    }
    size_t first = lost ? 1 : 0;
    size_t count = mns_anomalies_worst_first(group, sorted);
    for (size_t i = 0; i < count; i++) {
        out[first + i] = sorted[i];
    }
    return first + count;
}

size_t mns_judgement_worst_first(const mns_judgement *judgement,
                                 mns_anomaly out[MNS_ANOMALY_COUNT]) {
    size_t count = add_group(judgement, true, out);
    return count + add_group(judgement, false, out + count);
}

mns_anomaly mns_judgement_worst(const mns_judgement *judgement) {
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    return mns_judgement_worst_first(judgement, sorted) == 0 ? MNS_ANOMALY_COUNT : sorted[0];
}
