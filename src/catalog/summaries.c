/*
 * summaries.c - the short texts of the catalog: summaries and smallest histories.
 *
 * In: an anomaly or a model. Out: constant text from the .def files. For longer texts see
 * articles.c.
 */
#include "catalog/rows.h"

#define OPERATION(type, process, mops, times)                                                      \
    "{:type :" type ", :process " #process ", :f :txn, :value " mops times "}\n"
#define INVOKE(process, mops) OPERATION("invoke", process, mops, "")
#define OK(process, mops) OPERATION("ok", process, mops, "")
#define OK_AT(process, start, commit, mops)                                                        \
    OPERATION("ok", process, mops, ", :start-ts " #start ", :commit-ts " #commit)
#define OK_FINAL(process, mops) OPERATION("ok", process, mops, ", :final true")
#define FAIL(process, mops) OPERATION("fail", process, mops, "")

static const char *const examples[MNS_ANOMALY_COUNT] = {
#define EXAMPLE(id, edn) [MNS_A_##id] = edn,
#include "catalog/examples.def"
#undef EXAMPLE
};

const char *mns_anomaly_summary(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    return mns_anomaly_rows[anomaly].summary;
}

const char *mns_model_summary(mns_model model) {
    assert((unsigned)model < MNS_MODEL_COUNT);
    return mns_model_rows[model].summary;
}

const char *mns_anomaly_example(mns_anomaly anomaly) {
    assert((unsigned)anomaly < MNS_ANOMALY_COUNT);
    return examples[anomaly];
}
