/*
 * severity.c - which of several anomalies is the worst.
 *
 * In: a set of anomalies. Out: its members, worst first. An anomaly is worse than another if
 *
 *     1. it rules out a weaker level of the chain read-uncommitted, read-committed,
 *        snapshot-isolation, serializable, strict-serializable;
 *     2. on a tie: it rules out more models;
 *     3. on a tie: it comes first in anomalies.def.
 *
 * An anomaly that implies another rules out every model that the other one does, so it is never
 * less severe. Cost: a closure over the catalog's tables for each member.
 */
#include "catalog/rows.h"

typedef struct severity {
    unsigned step;   /* the weakest level of the chain that it rules out: larger is weaker */
    unsigned models; /* that it rules out */
} severity;

static severity severity_of(mns_anomaly anomaly) {
    bool out[MNS_MODEL_COUNT];
    severity result = {0, 0};
    mns_anomaly_rules_out(anomaly, out);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) { /* strongest first */
        result.step = out[m] && mns_model_is_step((mns_model)m) ? m + 1 : result.step;
        result.models += out[m] ? 1 : 0;
    }
    return result;
}

static bool is_worse(severity a, severity b) {
    return a.step != b.step ? a.step > b.step : a.models > b.models;
}

size_t mns_anomalies_worst_first(const bool set[MNS_ANOMALY_COUNT],
                                 mns_anomaly out[MNS_ANOMALY_COUNT]) {
    severity severities[MNS_ANOMALY_COUNT];
    size_t count = 0;
    for (unsigned a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (!set[a]) {
            continue;
        }
        severity own = severity_of((mns_anomaly)a);
        size_t place = count++;
        for (; place > 0 && is_worse(own, severities[place - 1]); place--) {
            severities[place] = severities[place - 1];
            out[place] = out[place - 1];
        }
        severities[place] = own;
        out[place] = (mns_anomaly)a;
    }
    return count;
}
