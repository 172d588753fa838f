/*
 * replayed.c - see replayed.h.
 */
#include "oracle/replayed.h"

#include <stdio.h>

#include "verify/verify.h"

struct replayed {
    mns_source source;
    mns_history history;
};

replayed *replayed_open(const char *workload, const char *edn) {
    mns_problems problems;
    mns_workload id;
    replayed *r = calloc(1, sizeof *r);
    mns_problems_init(&problems);
    if (r == NULL || !mns_workload_parse(workload, &id)) {
        abort();
    }
    const mns_read_options options = {.format = MINOS_FORMAT_EDN, .workload = id};
    if (mns_source_memory(&r->source, "tiny", edn, strlen(edn), 0, &problems) != MINOS_OK ||
        mns_history_read(&r->history, &r->source, &options, &problems) != MINOS_OK) {
        printf("rejected: %s\n%s\n", problems.count > 0 ? problems.items[0].message : "", edn);
        abort();
    }
    mns_problems_release(&problems);
    return r;
}

void replayed_close(replayed *r) {
    mns_history_release(&r->history);
    mns_source_release(&r->source);
    free(r);
}

bool replayed_accepts(const replayed *r, const char *model, const replayed_order *given,
                      const char **why) {
    const mns_assumptions assumptions = {.wfr = given->wfr,
                                         .sequential = given->sequential,
                                         .linearizable = given->linearizable,
                                         .sets_are_objects = given->objects};
    const mns_execution execution = {given->order, given->sees, given->count};
    mns_misfit misfit = {.what = ""};
    mns_model id;
    bool accepted = false;
    if (!mns_model_parse(model, strlen(model), &id) || !mns_verify_knows(id) ||
        mns_verify(&r->history, &assumptions, id, &execution, &accepted, &misfit) != MINOS_OK) {
        abort();
    }
    *why = misfit.what;
    return accepted;
}
