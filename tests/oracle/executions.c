/*
 * executions.c - the replay of executions (src/verify) against the definitions.
 *
 * In: tiny random histories of every datatype, with and without revealed versions, timestamps and
 * assumptions, and executions of each: one that the oracle found, one at random, and mutations of
 * both (swapped, dropped, repeated, with a shifted snapshot, with a transaction too many). Out: 0
 * if mns_verify accepts exactly those that the oracle accepts, under every law that it can replay.
 *
 *     test_oracle_executions [histories [first seed [run]]]
 *
 * Two answers differ on purpose. A history of completions only has no real time, so mns_verify
 * replays no model that asks for it, where the oracle takes session order. And where several of a
 * transaction's own versions explain a read under repeatable-read and it matters which, mns_verify
 * takes the newest and may reject; it must still accept nothing that the oracle does not.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/replayed.h"
#include "oracle/runs.h"
#include "support/support.h"

enum { HISTORIES = 20000, MUTATIONS = 4, REPLAYED = 8, ENOUGH = 5 };

typedef struct counts {
    unsigned accepted[REPLAYED], rejected[REPLAYED];
    unsigned wrong;
} counts;

/* A history, in the oracle's form and in Minos's. */
typedef struct subject {
    const model *m;
    uint64_t seed;
    replayed *history;
    uint32_t txn[ORACLE_MOST]; /* by the oracle's number */
} subject;

/* ---- Numbers ------------------------------------------------------------------------------- */

/* Transactions are in the order of completion; those that never complete are last. */
static int place_in_table(const model *m, int t) {
    int end = m->txns[t].outcome == OUTCOME_NONE ? m->event_count + m->txns[t].invoke
                                                 : m->txns[t].complete;
    int place = 0;
    for (int u = 0; u < m->txn_count; u++) {
        int other = m->txns[u].outcome == OUTCOME_NONE ? m->event_count + m->txns[u].invoke
                                                       : m->txns[u].complete;
        place += other < end ? 1 : 0;
    }
    return place;
}

/* ---- Comparing ------------------------------------------------------------------------------ */

static bool replay(const subject *s, const law *l, const execution *e, const char **why) {
    uint32_t order[2 * ORACLE_MOST];
    uint32_t sees[2 * ORACLE_MOST];
    const assumptions *a = &s->m->assume;
    bool is_serial = true;
    for (int n = 0; n < e->count; n++) {
        int t = e->order[n];
        order[n] = t >= 0 && t < s->m->txn_count ? s->txn[t] : (uint32_t)t;
        sees[n] = (uint32_t)e->sees[n];
        is_serial &= e->sees[n] == n;
    }
    const replayed_order given = {.order = order,
                                  .sees = is_serial ? NULL : sees,
                                  .count = (uint32_t)e->count,
                                  .wfr = a->wfr,
                                  .sequential = a->sequential,
                                  .linearizable = a->linearizable,
                                  .objects = a->objects};
    return replayed_accepts(s->history, l->model, &given, why);
}

static void complain(const subject *s, const law *l, const execution *e, bool accepted,
                     const char *why) {
    char *edn = model_edn(s->m);
    printf("%s, %s, seed %llu: %s\n  order", l->model, datatypes[s->m->type].workload,
           (unsigned long long)s->seed, accepted ? "accepted, and the oracle does not" : why);
    for (int n = 0; n < e->count; n++) {
        printf(" %d (sees %d)", e->order[n], e->sees[n]);
    }
    printf("\n%s\n", edn);
    free(edn);
}

static bool is_one_sided(const subject *s, const law *l) {
    return l->kind == LAW_REPEATABLE && s->m->type == TYPE_COUNTER && is_anything_revealed(s->m, l);
}

static void compare_all(const subject *s, const execution *e, counts *c) {
    for (int i = 0; i < REPLAYED; i++) {
        const law *l = &laws[i];
        const char *why = "";
        bool timeless = l->order == ORDER_REALTIME && s->m->completions_only;
        bool expected = !timeless && law_accepts(l, s->m, e);
        bool accepted = replay(s, l, e, &why);
        c->accepted[i] += accepted ? 1 : 0;
        c->rejected[i] += accepted ? 0 : 1;
        if (accepted != expected && (accepted || !is_one_sided(s, l))) {
            complain(s, l, e, accepted, why);
            c->wrong++;
        }
    }
}

/* ---- Executions ----------------------------------------------------------------------------- */

static void swap(int *a, int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

/* The ok transactions, some of unknown outcome, and now and then any; mostly in their order. */
static void draw(const model *m, dice *d, execution *e) {
    e->count = 0;
    for (int t = 0; t < m->txn_count; t++) {
        bool fails = m->txns[t].outcome == OUTCOME_FAIL;
        if (m->txns[t].outcome == OUTCOME_OK || dice_percent(d, fails ? 2 : 50)) {
            e->order[e->count++] = t;
        }
    }
    for (int n = 0; n < e->count; n++) {
        e->sees[n] = dice_percent(d, 80) ? n : dice_below(d, n + 1);
    }
    for (int n = 1; n < e->count; n++) {
        if (dice_percent(d, 25)) {
            swap(&e->order[n], &e->order[dice_below(d, n)]);
        }
    }
}

static void insert(execution *e, int place, int t) {
    for (int n = e->count++; n > place; n--) {
        e->order[n] = e->order[n - 1];
        e->sees[n] = e->sees[n - 1];
    }
    e->order[place] = t;
    e->sees[place] = place;
}

static void drop(execution *e, int place) {
    e->count--;
    for (int n = place; n < e->count; n++) {
        e->order[n] = e->order[n + 1];
        e->sees[n] = e->sees[n + 1];
    }
}

static void mutate(const model *m, dice *d, execution *e) {
    int place = e->count == 0 ? 0 : dice_below(d, e->count);
    switch (e->count == 0 ? 5 : dice_below(d, 8)) {
    case 0: swap(&e->order[place], &e->order[dice_below(d, e->count)]); break;
    case 1: swap(&e->order[place], &e->order[place > 0 ? place - 1 : 0]); break;
    case 2: drop(e, place); break;
    case 3: insert(e, dice_below(d, e->count + 1), e->order[place]); break;
    case 4:
    case 6: e->sees[place] += dice_percent(d, 70) ? -1 : 1; break;
    case 5: insert(e, dice_below(d, e->count + 1), dice_below(d, m->txn_count + 1)); break;
    default: e->sees[place] = dice_percent(d, 90) ? dice_below(d, place + 1) : -3; break;
    }
}

static void compare_mutations(const subject *s, const execution *e, dice *d, counts *c) {
    compare_all(s, e, c);
    for (int i = 0; i < MUTATIONS; i++) {
        execution changed = *e;
        for (int changes = 1 + dice_below(d, 2); changes > 0; changes--) {
            mutate(s->m, d, &changed);
        }
        compare_all(s, &changed, c);
    }
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static void compare_history(const model *m, uint64_t seed, counts *c) {
    subject s = {.m = m, .seed = seed};
    dice d = {seed};
    execution e;
    char *edn = model_edn(m);
    s.history = replayed_open(datatypes[m->type].workload, edn);
    for (int t = 0; t < m->txn_count; t++) {
        s.txn[t] = (uint32_t)place_in_table(m, t);
    }
    draw(m, &d, &e);
    compare_mutations(&s, &e, &d, c);
    if (law_finds(&laws[dice_below(&d, REPLAYED)], m, &e)) {
        compare_mutations(&s, &e, &d, c);
    }
    replayed_close(s.history);
    free(edn);
}

static bool run_make(const random_run *run, uint64_t histories, uint64_t first) {
    static model m;
    counts c = {.wrong = 0};
    bool telling = true;
    uint64_t seed = first;
    for (; seed < first + histories && c.wrong < ENOUGH; seed++) {
        tiny_make(&m, &run->shape, seed);
        compare_history(&m, seed, &c);
    }
    for (int i = 0; i < REPLAYED; i++) {
        printf("%-34s %8u accepted, %8u rejected\n", laws[i].model, c.accepted[i], c.rejected[i]);
        telling &= c.accepted[i] > 0 && c.rejected[i] > 0;
    }
    printf("%s: %llu histories, %u wrong%s\n", run->name, (unsigned long long)(seed - first),
           c.wrong, telling ? "" : ", and some law was seen from one side only");
    return c.wrong == 0 && telling;
}

int main(int argc, char **argv) {
    static const random_run runs[] = {
        {"list", {.type = TYPE_LIST}},
        {"register", {.type = TYPE_REGISTER}},
        {"rows", {.type = TYPE_SET}},
        {"objects", {.type = TYPE_SET, .assume = {.objects = true}}},
        {"counter", {.type = TYPE_COUNTER}},
        {"list-versions", {.type = TYPE_LIST, .versions = true}},
        {"register-versions", {.type = TYPE_REGISTER, .versions = true}},
        {"object-versions", {.type = TYPE_SET, .versions = true, .assume = {.objects = true}}},
        {"counter-versions", {.type = TYPE_COUNTER, .versions = true}},
        {"list-timestamps", {.type = TYPE_LIST, .timestamps = true}},
        {"register-timestamps", {.type = TYPE_REGISTER, .timestamps = true}},
        {"row-timestamps", {.type = TYPE_SET, .timestamps = true}},
        {"sequential", {.type = TYPE_REGISTER, .assume = {.wfr = true, .sequential = true}}},
        {"linearizable", {.type = TYPE_REGISTER, .assume = {.linearizable = true}}},
    };
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool good = true;
    for (size_t i = 0; i < TEST_COUNT_OF(runs); i++) {
        bool plain = !runs[i].shape.versions && !runs[i].shape.timestamps &&
                     !runs[i].shape.assume.sequential && !runs[i].shape.assume.linearizable;
        if (argc <= 3 || strcmp(argv[3], runs[i].name) == 0) {
            good &= run_make(&runs[i], plain ? wanted : wanted / 4, first);
        }
    }
    return good ? 0 : 1;
}
