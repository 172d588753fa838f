/*
 * model.c - see model.h.
 */
#include "property/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* splitmix64: small, and the same everywhere. */
static uint64_t dice_next(dice *d) {
    uint64_t z = d->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int dice_below(dice *d, int limit) { return (int)(dice_next(d) % (uint64_t)limit); }

bool dice_percent(dice *d, int percent) { return dice_below(d, 100) < percent; }

static void print_mop(FILE *out, const mop *m, bool invoked) {
    if (!m->is_read) {
        fprintf(out, "[:append %d %d]", m->key, m->element);
        return;
    }
    if (invoked || !m->answered) {
        fprintf(out, "[:r %d nil]", m->key);
        return;
    }
    fprintf(out, "[:r %d [", m->key);
    for (int i = 0; i < m->length; i++) {
        fprintf(out, "%s%d", i == 0 ? "" : " ", m->list[i]);
    }
    fprintf(out, "]]");
}

static void print_op(FILE *out, const txn *t, bool invoked) {
    static const char *const types[] = {"ok", "info", "fail", "none"};
    fprintf(out, "{:type :%s, :process %d, :f :txn, :value ",
            invoked ? "invoke" : types[t->outcome], t->process);
    if (!invoked && t->bare) {
        fprintf(out, "nil}\n");
        return;
    }
    fprintf(out, "[");
    for (int i = 0; i < t->mop_count; i++) {
        fprintf(out, i == 0 ? "" : " ");
        print_mop(out, &t->mops[i], invoked);
    }
    fprintf(out, "]}\n");
}

char *model_edn(const model *m) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const txn **at = calloc((size_t)m->event_count + 1, sizeof *at);
    if (out == NULL || at == NULL) {
        abort();
    }
    for (int t = 0; t < m->txn_count; t++) {
        at[m->txns[t].invoke] = &m->txns[t];
        if (m->txns[t].outcome != OUTCOME_NONE) {
            at[m->txns[t].complete] = &m->txns[t];
        }
    }
    for (int e = 0; e < m->event_count; e++) {
        if (at[e] != NULL) {
            print_op(out, at[e], at[e]->invoke == e);
        }
    }
    free(at);
    if (fclose(out) != 0) {
        abort();
    }
    return text;
}

minos_result *model_check(const char *edn, unsigned threads) {
    minos_options options;
    minos_options_init(&options);
    options.models = "none";
    options.threads = threads;
    minos_result *result = NULL;
    minos_status status = minos_check_memory("model", edn, strlen(edn), &options, &result);
    if (status != MINOS_OK) {
        printf("refused with status %d:\n%s", (int)status, edn);
        if (result != NULL && minos_result_problem_count(result) > 0) {
            printf("%s\n", minos_result_problem(result, 0).message);
        }
        exit(1);
    }
    return result;
}
