/*
 * result_query.c - the public functions that query a result for models and anomalies by name.
 *
 * All answers come from the judgement, which a loaded result has too. Lists are read by index, so
 * nothing is allocated. O(models) or O(anomalies) each.
 */
#include "pipeline.h"
#include "report/model/headline.h"

/* The i-th member of a set, or MNS_NONE. */
static uint32_t member_at(const bool *set, uint32_t size, size_t i) {
    for (uint32_t member = 0; member < size; member++) {
        if (set[member] && i-- == 0) {
            return member;
        }
    }
    return MNS_NONE;
}

static const mns_request *request_of(const minos_result *result) {
    return result->loaded != NULL ? &result->loaded->request : &result->request;
}

int minos_result_certifies(const minos_result *result, const char *model) {
    mns_model m;
    if (model == NULL) {
        return mns_judgement_certifies(&result->judgement, request_of(result));
    }
    return mns_model_parse(model, strlen(model), &m) && result->judgement.certified[m];
}

const char *minos_result_undecided(const minos_result *result, const char *model) {
    mns_model m;
    return mns_model_parse(model, strlen(model), &m) ? result->judgement.undecided[m] : NULL;
}

const char *minos_result_anomaly(const minos_result *result, size_t i) {
    mns_anomaly sorted[MNS_ANOMALY_COUNT];
    return i < mns_judgement_worst_first(&result->judgement, sorted) ? mns_anomaly_name(sorted[i])
                                                                     : NULL;
}

const char *minos_result_worst_anomaly(const minos_result *result) {
    return minos_result_anomaly(result, 0);
}

const char *minos_result_ruled_out_by(const minos_result *result, const char *model) {
    mns_model m;
    bool out = mns_model_parse(model, strlen(model), &m) && result->judgement.ruled_out[m];
    return out ? mns_anomaly_name(result->judgement.ruled_out_by[m]) : NULL;
}

const char *minos_result_weakest_ruled_out(const minos_result *result) {
    for (uint32_t m = MNS_MODEL_COUNT; m-- > 0;) { /* weakest first */
        if (mns_model_is_step((mns_model)m) && result->judgement.ruled_out[m]) {
            return mns_model_plain_name((mns_model)m);
        }
    }
    return NULL;
}

const char *minos_result_level(const minos_result *result, size_t i) {
    bool levels[MNS_MODEL_COUNT];
    if (result->status != MINOS_OK) {
        return NULL;
    }
    mns_judgement_measured(&result->judgement, request_of(result), levels);
    uint32_t m = member_at(levels, MNS_MODEL_COUNT, i);
    return m == MNS_NONE ? NULL : mns_model_plain_name((mns_model)m);
}
