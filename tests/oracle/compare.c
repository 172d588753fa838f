/*
 * compare.c - see compare.h.
 */
#include "oracle/compare.h"

#include <stdio.h>
#include <stdlib.h>

typedef enum fault { FAULT_NONE, FAULT_FALSE_ALARM, FAULT_MISSED, FAULT_GUESSED } fault;

/* In half of the histories every read is final, so that registers and counters can have a
 * lost-write. */
static char *print(const model *m) {
    const style how = {.final = m->txn_count % 2 == 0};
    return model_print(m, &how);
}

static minos_result *check(const model *m, const char *edn) {
    minos_options options;
    minos_options_init(&options);
    options.workload = datatypes[m->type].workload;
    options.models = "none";
    options.threads = 1;
    options.assume_wfr = m->assume.wfr ? 1 : 0;
    options.assume_sequential = m->assume.sequential ? 1 : 0;
    options.assume_linearizable = m->assume.linearizable ? 1 : 0;
    options.sets_are_objects = m->assume.objects ? 1 : 0;
    return model_check_with(edn, &options);
}

static bool is_decided(const law *l, const model *m) {
    /* Lists out of program order and lists that contradict each other are incompatible-order, which
     * the lattice places at read-committed: below, nothing is concluded from them. */
    bool coherent = model_is_coherent(m) && model_is_in_program_order(m);
    bool list =
        m->type == TYPE_LIST && model_is_observed(m) && (l->kind != LAW_UNCOMMITTED || coherent);
    /* Of rows every dependency is known, whatever was observed. */
    return l->exact && !is_anything_revealed(m, l) && (list || has_rows(m));
}

/* Below read-committed: ruled out by a write cycle, though without the reads that contradict each
 * other nothing is wrong. By the definitions such reads are states of no execution at all, so that
 * they would vouch for any verdict; what Minos says must not depend on which of them it
 * believes. */
static bool is_guessed(const law *l, const model *m, const minos_result *result, tally *count) {
    static model rest;
    if (l->kind != LAW_UNCOMMITTED || m->type != TYPE_LIST ||
        minos_result_has_anomaly(result, "garbage-read") ||
        minos_result_has_anomaly(result, "duplicate-elements")) {
        return false;
    }
    rest = *m;
    if (!model_drop_contested(&rest)) {
        return false;
    }
    bool ruled_out = minos_result_rules_out(result, l->model) != 0;
    count->contested++;
    count->proved += ruled_out ? 1 : 0;
    return ruled_out && law_allows(l, &rest);
}

static fault judge_law(const law *l, const model *m, const minos_result *result, tally *count) {
    bool ruled_out = minos_result_rules_out(result, l->model) != 0;
    bool decided = is_decided(l, m);
    bool allowed = law_allows(l, m);
    count->judged++;
    count->ruled_out += ruled_out ? 1 : 0;
    count->impossible += allowed ? 0 : 1;
    count->decided += decided ? 1 : 0;
    count->kept += decided && allowed ? 1 : 0;
    if (ruled_out && allowed) {
        return FAULT_FALSE_ALARM;
    }
    if (is_guessed(l, m, result, count)) {
        return FAULT_GUESSED;
    }
    return decided && !ruled_out && !allowed ? FAULT_MISSED : FAULT_NONE;
}

typedef struct complaint {
    const law *law;
    fault fault;
} complaint;

static bool still_wrong(const model *m, const void *context) {
    const complaint *c = context;
    tally ignored = {0};
    char *edn = print(m);
    minos_result *result = check(m, edn);
    bool wrong = judge_law(c->law, m, result, &ignored) == c->fault;
    minos_result_free(result);
    free(edn);
    return wrong;
}

static void complain(const model *m, complaint c, const char *origin) {
    static model small;
    small = *m;
    model_shrink(&small, still_wrong, &c);
    char *edn = print(&small);
    printf("; %s, %s, %s%s%s%s%s: %s\n; models: %s\n; expect: %s\n%s\n", c.law->model, origin,
           datatypes[m->type].workload, m->assume.wfr ? ", wfr" : "",
           m->assume.sequential ? ", sequential" : "",
           m->assume.linearizable ? ", linearizable" : "", m->assume.objects ? ", objects" : "",
           c.fault == FAULT_MISSED    ? "nothing explains this, and it is not ruled out"
           : c.fault == FAULT_GUESSED ? "ruled out by reads that contradict each other"
                                      : "ruled out, but an execution explains this",
           c.law->model, c.fault == FAULT_MISSED ? "false" : "true", edn);
    free(edn);
}

unsigned compare(const model *m, const char *origin, tally counts[LAW_COUNT]) {
    unsigned wrong = 0;
    char *edn = print(m);
    minos_result *result = check(m, edn);
    bool lost = minos_result_has_anomaly(result, "lost-write") != 0;
    for (int l = 0; l < LAW_COUNT; l++) {
        counts[l].lost += lost && minos_result_rules_out(result, laws[l].model) ? 1 : 0;
        complaint c = {&laws[l], judge_law(&laws[l], m, result, &counts[l])};
        if (c.fault != FAULT_NONE) {
            complain(m, c, origin);
            wrong++;
        }
    }
    minos_result_free(result);
    free(edn);
    return wrong;
}

bool compare_report(const tally counts[LAW_COUNT], bool decides) {
    bool telling = true;
    for (int l = 0; l < LAW_COUNT; l++) {
        const tally *c = &counts[l];
        printf("%-34s %8u judged: %7u impossible, %7u ruled out (%5.1f %%)", laws[l].model,
               c->judged, c->impossible, c->ruled_out,
               100.0 * c->ruled_out / (c->impossible > 0 ? c->impossible : 1));
        telling &= c->ruled_out > 0 && c->impossible < c->judged && (l > 0 || c->lost > 0);
        if (decides) {
            printf("; %7u decided, %7u allowed", c->decided, c->kept);
            telling &= c->ruled_out > c->judged / 200;
            telling &= !laws[l].exact ||
                       (c->decided > c->judged / 20 && c->kept > 0 && c->kept < c->decided);
        }
        if (decides && laws[l].kind == LAW_UNCOMMITTED) {
            printf("; %u contradict themselves, %u of these ruled out", c->contested, c->proved);
            telling &= c->contested < 1000 || (c->proved > 0 && c->proved < c->contested);
        }
        printf("; %u with lost-write\n", c->lost);
    }
    return telling;
}
