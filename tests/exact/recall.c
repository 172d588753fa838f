/*
 * recall.c - see recall.h.
 */
#include "exact/recall.h"

#include <stdio.h>
#include <stdlib.h>

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

static bool is_false_alarm(const model *m, const void *context) {
    const exact_law *l = context;
    return is_ruled_out(m, l) && exact_allows(l, m);
}

static void complain(const model *m, const exact_law *l, const char *origin) {
    static model small;
    small = *m;
    model_shrink(&small, is_false_alarm, l);
    char *edn = model_edn(&small);
    printf("; %s, %s, %s: ruled out, but an execution explains this\n; models: %s\n; expect: "
           "true\n%s\n",
           l->model, origin, datatypes[m->type].workload, l->model, edn);
    free(edn);
}

unsigned recall_count(const model *m, const char *origin, recall counts[EXACT_LAWS]) {
    unsigned wrong = 0;
    bool allowed[EXACT_LAWS];
    minos_result *result = check_model(m);
    exact_judge(m, allowed);
    for (int l = 0; l < EXACT_LAWS; l++) {
        recall *c = &counts[l];
        bool ruled_out = minos_result_rules_out(result, exact_laws[l].model) != 0;
        c->judged++;
        c->impossible += allowed[l] ? 0 : 1;
        c->found += !allowed[l] && ruled_out ? 1 : 0;
        if (ruled_out && allowed[l]) {
            complain(m, &exact_laws[l], origin);
            wrong++;
        } else if (!ruled_out && !allowed[l]) {
            bool plain = exact_propagation_refutes(&exact_laws[l], m);
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
