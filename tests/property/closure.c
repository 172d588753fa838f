/*
 * closure.c - what keeps a model keeps it when less is shown.
 *
 * In: histories of simulated databases that keep a model by construction, thinned step by step
 * (model_thin): reads, appends and transactions taken away, outcomes forgotten, the end cut
 * off. Out: 0 if the model is never ruled out.
 *
 * The models of these databases are closed under that: take the execution that explains the whole
 * history and leave out of it what was taken away; it explains the rest. A list without the
 * elements of a transaction is the list of an execution without that transaction, in the same
 * order, so no read turns stale, aborted or intermediate by it. A forgotten outcome only adds
 * executions. (tests/oracle/closed.c tests this of the definitions, and names the models that are
 * not closed.) No model is closed under taking away an append but not its element, under calling a
 * committed transaction failed, or under taking an element out of one list but not the others.
 */
#include <stdio.h>
#include <stdlib.h>

#include "property/model_database.h"

enum { SEEDS = 60, STEPS = 12 };

typedef struct claim {
    const char *model;
} claim;

static bool is_ruled_out(const model *m, const void *context) {
    const claim *c = context;
    char *edn = model_edn(m);
    minos_result *result = model_check(edn, 1);
    bool ruled_out = minos_result_rules_out(result, c->model) != 0;
    minos_result_free(result);
    free(edn);
    return ruled_out;
}

static bool thin_and_check(model *m, strength s, uint64_t seed) {
    dice d = {seed * 31};
    claim c = {strength_model(s)};
    database_run(m, s, seed, 10 + dice_below(&d, 60));
    for (int step = 0; step < STEPS; step++) {
        int kind = dice_below(&d, 20);
        /* Most steps take little, so that something is left to the last. */
        thinning how = kind == 0 ? THIN_CUT : (thinning)(kind % THIN_CUT);
        for (int times = how == THIN_CUT ? 1 : 1 + dice_below(&d, 6); times > 0; times--) {
            model_thin(m, how, &d);
        }
        if (is_ruled_out(m, &c)) {
            model_shrink(m, is_ruled_out, &c);
            char *edn = model_edn(m);
            printf("; seed %llu, step %d: a database that keeps this model\n; models: %s\n"
                   "; expect: true\n%s\n",
                   (unsigned long long)seed, step, c.model, edn);
            free(edn);
            return false;
        }
    }
    return true;
}

int main(void) {
    static model m;
    unsigned histories = 0;
    unsigned wrong = 0;
    for (int s = 0; s < DB_STRENGTHS; s++) {
        for (uint64_t seed = 1; seed <= SEEDS && wrong < 3; seed++) {
            histories += STEPS;
            wrong += thin_and_check(&m, (strength)s, seed) ? 0 : 1;
        }
    }
    printf("%u histories, %u wrong\n", histories, wrong);
    return wrong == 0 ? 0 : 1;
}
