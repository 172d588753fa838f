/*
 * measured.c - the levels that a history was measured to provide.
 *
 * Out: the strongest among the well-known levels and the requested models that hold. The requested
 * ones are included because a claim may be about a model that the ladder does not show: without
 * it, a claim that holds would be measured as a weaker level.
 */
#include "judge/judge.h"

static bool asks_for(const mns_request *request, mns_model model) {
    uint32_t i = 0;
    while (i < request->model_count && request->models[i] != model) {
        i++;
    }
    return i < request->model_count;
}

void mns_judgement_measured(const mns_judgement *judgement, const mns_request *request,
                            bool out[MNS_MODEL_COUNT]) {
    bool holds[MNS_MODEL_COUNT];
    memcpy(holds, judgement->holds, sizeof holds);
    mns_models_add_weaker(holds);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        bool named = mns_model_is_well_known((mns_model)m) || asks_for(request, (mns_model)m);
        holds[m] = holds[m] && named && !judgement->ruled_out[m];
    }
    mns_models_keep_strongest(holds, out);
}
