/*
 * proved.c - see proved.h.
 */
#include "support/proved.h"

#include "pipeline.h"
#include "schedule/orders.h"

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
    mns_certified certified = {.revealed_times = r->certified.revealed_times};
    mns_proofs proofs = {.count = 0};
    mns_model id = find_model(model);
    for (unsigned m = 0; m < MNS_MODEL_COUNT; m++) {
        left_out[m] = m != id;
    }
    if (mns_certify(&r->observation, &r->assumptions, NULL, left_out, &certified, &proofs) !=
        MINOS_OK) {
        abort();
    }
    mns_proofs_release(&proofs);
    const char *reason = certified.searched[id] != NULL ? certified.searched[id] : certified.reason;
    return certified.models[id] ? NULL : reason;
}

bool proved_has_solver(void) { return mns_solver_name() != NULL; }

static bool are_equal(const uint32_t *a, const uint32_t *b, uint32_t count) {
    return a == NULL || b == NULL ? a == b : memcmp(a, b, count * sizeof *a) == 0;
}

bool proved_alike(const minos_result *result, const minos_result *other) {
    const mns_proofs *a = &result->proofs, *b = &other->proofs;
    bool alike = a->count == b->count;
    for (size_t i = 0; i < a->count && alike; i++) {
        const mns_execution *x = &a->items[i].execution, *y = &b->items[i].execution;
        alike = a->items[i].model == b->items[i].model && x->count == y->count &&
                are_equal(x->order, y->order, x->count) && are_equal(x->sees, y->sees, x->count);
    }
    return alike;
}
