/*
 * trial.c - see trial.h.
 */
#include "unit/verify/trial.h"

#include <stdio.h>

enum { MOST = 32 };

static uint32_t parse(const char *words, uint32_t numbers[MOST]) {
    uint32_t count = 0;
    char *end;
    for (const char *p = words; *p != '\0'; p = end + strspn(end, " ")) {
        assert_true(count < MOST);
        numbers[count++] = (uint32_t)strtoul(p, &end, 10);
        assert_true(end != p);
    }
    return count;
}

static void open_history(unit *u, const char *history) {
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .recognise = true, .ambiguous = true};
    memset(u, 0, sizeof *u);
    u->text = history[0] == '{' ? strdup(history) : unit_text(history, false);
    assert_non_null(u->text);
    assert_int_equal(
        mns_source_memory(&u->source, "unit", u->text, strlen(u->text), 0, &u->problems), MINOS_OK);
    if (mns_history_read(&u->history, &u->source, &options, &u->problems) != MINOS_OK) {
        fail_msg("%s: %s", history, u->problems.count > 0 ? u->problems.items[0].message : "?");
    }
}

/* Accepted: true; else *at and *reason. */
static bool run(const trial *t, char at[MOST], const char **reason) {
    uint32_t order[MOST];
    uint32_t sees[MOST];
    mns_model model;
    mns_misfit misfit = {0};
    bool accepted = false;
    unit u;
    mns_execution e = {.order = order, .sees = t->sees == NULL ? NULL : sees};
    e.count = parse(t->order, order);
    assert_true(t->sees == NULL || parse(t->sees, sees) == e.count);
    assert_true(mns_model_parse(t->model, strlen(t->model), &model));
    open_history(&u, t->history);
    assert_int_equal(mns_verify(&u.history, &t->assume, model, &e, &accepted, &misfit), MINOS_OK);
    at[0] = '\0';
    if (!accepted && misfit.mop != MNS_NONE) {
        snprintf(at, MOST, "%u.%u", misfit.txn, misfit.mop - u.history.txns.first_mop[misfit.txn]);
    } else if (!accepted && misfit.txn != MNS_NONE) {
        snprintf(at, MOST, "%u", misfit.txn);
    }
    *reason = misfit.what;
    unit_close(&u);
    return accepted;
}

void trial_accepts(const trial *t) {
    char at[MOST];
    const char *reason;
    if (!run(t, at, &reason)) {
        fail_msg("%s, order %s, %s: rejected at %s: %s", t->history, t->order, t->model, at,
                 reason);
    }
}

void trial_rejects(const trial *t, const char *at, const char *reason) {
    char found[MOST];
    const char *why;
    if (run(t, found, &why)) {
        fail_msg("%s, order %s, %s: accepted", t->history, t->order, t->model);
    }
    if (strcmp(found, at) != 0 || strstr(why, reason) == NULL) {
        fail_msg("%s, order %s, %s: rejected at %s: %s", t->history, t->order, t->model, found,
                 why);
    }
}
