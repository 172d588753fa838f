/*
 * certified_compare.c - see certified_compare.h.
 */
#include "oracle/certified_compare.h"

#include <stdio.h>
#include <stdlib.h>

#include "support/proved.h"

const char *const certified_models[CERTIFIED_MODELS] = {
    "strict-serializable",       "strong-session-serializable",       "serializable",
    "strong-snapshot-isolation", "strong-session-snapshot-isolation", "snapshot-isolation"};

static const bool needs_times[CERTIFIED_MODELS] = {[0] = true, [3] = true};

typedef enum answer { AGREE, WRONG, UNDECIDED } answer;

static minos_result *check(const model *m) {
    minos_options options;
    minos_options_init(&options);
    options.workload = datatypes[m->type].workload;
    options.models = "none";
    options.threads = 1;
    options.assume_wfr = m->assume.wfr ? 1 : 0;
    options.assume_sequential = m->assume.sequential ? 1 : 0;
    options.assume_linearizable = m->assume.linearizable ? 1 : 0;
    options.sets_are_objects = m->assume.objects ? 1 : 0;
    char *edn = model_edn(m);
    minos_result *result = model_check_with(edn, &options);
    free(edn);
    return result;
}

/* The model is asked alone as well: a search for it is skipped if a stronger model is certified or
 * it is ruled out. */
static answer compare_model(const minos_result *result, const char *name, bool allowed) {
    bool certified = proved_by_execution(result, name);
    bool alone = proved_reason(result, name) == NULL;
    if (!allowed && (certified || alone)) {
        return WRONG;
    }
    return allowed && !(certified && alone) ? UNDECIDED : AGREE;
}

typedef struct complaint {
    const certified_run *run;
    int which;
    answer answer;
} complaint;

static bool is_allowed(const certified_run *run, const model *m, int which) {
    return !(needs_times[which] && m->completions_only) && run->allows(m, which);
}

static bool still_so(const model *m, const void *context) {
    const complaint *c = context;
    if (m->txn_count == 0) {
        return false;
    }
    minos_result *result = check(m);
    answer is = compare_model(result, certified_models[c->which], is_allowed(c->run, m, c->which));
    minos_result_free(result);
    return is == c->answer;
}

static void complain(const model *m, complaint c, const char *origin) {
    static model small;
    small = *m;
    model_shrink(&small, still_so, &c);
    char *edn = model_edn(&small);
    minos_result *result = check(&small);
    const char *name = certified_models[c.which];
    const char *why =
        c.answer == WRONG ? "no execution explains this" : proved_reason(result, name);
    printf("; %s, %s, %s%s%s%s%s, %s: %s\n%s\n", name, origin, datatypes[m->type].workload,
           m->assume.wfr ? ", wfr" : "", m->assume.sequential ? ", sequential" : "",
           m->assume.linearizable ? ", linearizable" : "", m->assume.objects ? ", objects" : "",
           c.answer == WRONG ? "certified" : "undecided",
           why == NULL ? "found if it is asked alone" : why, edn);
    minos_result_free(result);
    free(edn);
}

void certified_compare(certified_run *run, const model *m, const char *origin) {
    minos_result *result = check(m);
    bool shown = false; /* one undecided model of a history is enough */
    for (int i = 0; i < CERTIFIED_MODELS; i++) {
        certified_tally *c = &run->tallies[i];
        const char *name = certified_models[i];
        bool allowed = is_allowed(run, m, i);
        bool ruled_out = minos_result_rules_out(result, name) != 0;
        answer is = compare_model(result, name, allowed);
        c->asked++;
        c->allowed += allowed ? 1 : 0;
        c->certified += proved_by_execution(result, name) ? 1 : 0;
        c->undecided += is == UNDECIDED ? 1 : 0;
        c->open += !allowed && !ruled_out && !(needs_times[i] && m->completions_only) ? 1 : 0;
        run->wrong += is == WRONG ? 1 : 0;
        if (is == WRONG || (is == UNDECIDED && !shown && run->shown < run->most)) {
            shown |= is == UNDECIDED;
            run->shown += is == UNDECIDED ? 1 : 0;
            complain(m, (complaint){run, i, is}, origin);
        }
    }
    minos_result_free(result);
}

unsigned certified_report(const certified_run *run, const char *name, bool *telling) {
    unsigned undecided = 0;
    for (int i = 0; i < CERTIFIED_MODELS; i++) {
        const certified_tally *c = &run->tallies[i];
        printf("%-20s %-34s %8u asked: %7u allowed, %7u certified, %5u undecided; %5u neither "
               "allowed nor ruled out\n",
               name, certified_models[i], c->asked, c->allowed, c->certified, c->undecided,
               c->open);
        undecided += c->undecided;
        *telling &= c->certified > 0 && c->allowed < c->asked;
    }
    return undecided;
}
