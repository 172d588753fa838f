/*
 * recall.c - see recall.h.
 */
#include "exact/recall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

minos_result *check_model(const model *m) {
    minos_options options;
    minos_options_init(&options);
    options.workload = datatypes[m->type].workload;
    options.models = "none";
    options.threads = 1;
    char *edn = model_edn(m);
    minos_result *result = model_check_with(edn, &options);
    free(edn);
    return result;
}

static bool is_ruled_out(const model *m, const exact_law *l) {
    minos_result *result = check_model(m);
    bool ruled_out = minos_result_rules_out(result, l->model) != 0;
    minos_result_free(result);
    return ruled_out;
}

/* How sets are kept unless the history says otherwise. */
static const exact_sets kept = SETS_ARE_ROWS;

static bool is_false_alarm(const model *m, const void *context) {
    const exact_law *l = context;
    return is_ruled_out(m, l) && exact_allows(l, m, kept);
}

static bool is_missed_plainly(const model *m, const void *context) {
    const exact_law *l = context;
    return exact_propagation_refutes(l, m, kept) && !is_ruled_out(m, l);
}

static bool is_missed(const model *m, const void *context) {
    const exact_law *l = context;
    return !is_ruled_out(m, l) && !exact_allows(l, m, kept);
}

/* Shrinks the history as long as it keeps what was found, and prints it for tests/golden. */
static void print_shrunk(const model *m, const exact_law *l, const char *origin, const char *what,
                         bool (*keeps)(const model *m, const void *context)) {
    static model small;
    small = *m;
    model_shrink(&small, keeps, l);
    char *edn = model_edn(&small);
    printf("; %s, %s, %s: %s\n; models: %s\n; expect: %s\n%s\n", l->model, origin,
           datatypes[m->type].workload, what, l->model, keeps == is_false_alarm ? "true" : "false",
           edn);
    free(edn);
}

bool recall_show_missed(const model *m, const exact_law *l, const char *origin) {
    bool plain = is_missed_plainly(m, l);
    if (!plain && !is_missed(m, l)) {
        return false;
    }
    print_shrunk(m, l, origin,
                 plain ? "impossible, and not ruled out"
                       : "impossible by a case distinction, and not ruled out",
                 plain ? is_missed_plainly : is_missed);
    return true;
}

unsigned recall_count(const model *m, const char *origin, recall counts[EXACT_LAWS]) {
    unsigned wrong = 0;
    bool allowed[EXACT_LAWS];
    minos_result *result = check_model(m);
    exact_judge(m, kept, allowed);
    for (int l = 0; l < EXACT_LAWS; l++) {
        recall *c = &counts[l];
        bool ruled_out = minos_result_rules_out(result, exact_laws[l].model) != 0;
        c->judged++;
        c->impossible += allowed[l] ? 0 : 1;
        c->found += !allowed[l] && ruled_out ? 1 : 0;
        if (ruled_out && allowed[l]) {
            print_shrunk(m, &exact_laws[l], origin, "ruled out, but an execution explains this",
                         is_false_alarm);
            wrong++;
        } else if (!ruled_out && !allowed[l]) {
            bool plain = exact_propagation_refutes(&exact_laws[l], m, kept);
            c->missed_plain += plain ? 1 : 0;
            c->missed_by_cases += plain ? 0 : 1;
        }
    }
    minos_result_free(result);
    return wrong;
}

void recall_add(recall *to, const recall *from) {
    to->judged += from->judged;
    to->impossible += from->impossible;
    to->found += from->found;
    to->missed_plain += from->missed_plain;
    to->missed_by_cases += from->missed_by_cases;
}

static double percent(unsigned part, unsigned whole) {
    return whole == 0 ? 100.0 : 100.0 * part / whole;
}

double recall_percent(const recall *r) { return percent(r->found, r->impossible); }

double recall_plain_percent(const recall *r) {
    return percent(r->found, r->found + r->missed_plain);
}
