/*
 * proved.c - see proved.h.
 */
#include "oracle/proved.h"

#include "pipeline.h"

static mns_model find_model(const char *name) {
    mns_model id;
    if (!mns_model_parse(name, strlen(name), &id)) {
        abort();
    }
    return id;
}

bool proved_by_execution(const minos_result *r, const char *model) {
    bool proved[MNS_MODEL_COUNT];
    memcpy(proved, r->certified.models, sizeof proved);
    mns_models_add_proved(proved, r->certified.revealed_times);
    return proved[find_model(model)];
}

const char *proved_reason(const minos_result *r, const char *model) {
    bool left_out[MNS_MODEL_COUNT];
    mns_certified certified = {.reason = NULL};
    mns_proofs proofs = {.count = 0};
    mns_model id = find_model(model);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        left_out[m] = m != id;
    }
    if (mns_certify(&r->observation, &r->assumptions, left_out, &certified, &proofs) != MINOS_OK) {
        abort();
    }
    mns_proofs_release(&proofs);
    return certified.models[id] ? NULL : certified.reason;
}
