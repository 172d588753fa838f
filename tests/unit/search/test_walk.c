/*
 * test_walk.c - src/search/walk.c: closed walks become simple cycles without gaining adjacent rw,
 * virtual vertices fold away, and a cycle is called what it is.
 */
#include "search/walk.h"
#include "support/graphs.h"

#define VERTICES 12
#define TXNS 6 /* the rest are hubs */

static void push(mns_closed_walk *walk, uint32_t vertex, uint16_t kind) {
    assert_true(mns_closed_walk_add(walk, vertex, kind));
}

/* "0-rw->1 1-ww->0": every edge starts where the one before ends, the last leads to the first. */
static void walk_parse(mns_closed_walk *walk, const char *text) {
    memset(walk, 0, sizeof *walk);
    for (const char *p = text; *p != '\0';) {
        static const char *const names[] = {"ww", "wr", "rw", "process", "realtime", "tail"};
        static const char seen[] = "seen"; /* RW_SEEN */
        push(walk, (uint32_t)strtoul(p, NULL, 10), 0);
        p = strchr(p, '-') + 1;
        for (unsigned k = 0; k < MNS_COUNT_OF(names); k++) {
            if (strncmp(p, names[k], strlen(names[k])) == 0) {
                walk->kind[walk->length - 1] = (uint8_t)(1u << k);
            }
        }
        if (strncmp(p, seen, strlen(seen)) == 0) {
            walk->kind[walk->length - 1] = MNS_RW_SEEN;
        }
        p = strchr(p, ' ') == NULL ? "" : strchr(p, ' ') + 1;
    }
}

static void expect_walk(const mns_closed_walk *walk, const char *expected) {
    mns_closed_walk other;
    walk_parse(&other, expected);
    assert_int_equal(walk->length, other.length);
    for (uint32_t i = 0; i < other.length; i++) {
        assert_int_equal(walk->vertex[i], other.vertex[i]);
        assert_int_equal(walk->kind[i], other.kind[i]);
    }
    mns_closed_walk_release(&other);
}

static void expect_simplified(const char *text, const char *expected) {
    mns_closed_walk walk;
    walk_parse(&walk, text);
    assert_true(mns_closed_walk_simplify(&walk, VERTICES));
    expect_walk(&walk, expected);
    mns_closed_walk_release(&walk);
}

static void walks_are_cut_where_it_is_allowed(void **state) {
    (void)state;
    expect_simplified("0-ww->1 1-rw->0", "0-ww->1 1-rw->0"); /* simple already */
    /* Two loops at 0: the one with rw is kept, whichever comes first. */
    expect_simplified("0-ww->1 1-ww->0 0-rw->2 2-ww->0", "0-rw->2 2-ww->0");
    expect_simplified("0-rw->2 2-ww->0 0-ww->1 1-ww->0", "0-rw->2 2-ww->0");
    /* The loop 0 1 2 alone would put its last rw before its first: the other is kept. */
    expect_simplified("0-rw->1 1-ww->2 2-rw->0 0-ww->3 3-ww->0", "0-ww->3 3-ww->0");
    expect_simplified("3-ww->0 0-rw->1 1-ww->2 2-rw->0 0-ww->3", "3-ww->0 0-ww->3");
}

/* Entering and leaving a hub is one rw, so a hub that is passed twice can be cut as well. */
static void hubs_are_cut_too(void **state) {
    (void)state;
    expect_simplified("0-rw->6 6-tail->1 1-ww->2 2-rw->6 6-tail->3 3-ww->0",
                      "6-tail->1 1-ww->2 2-rw->6");
    expect_simplified("0-rw->6 6-tail->7 7-tail->1 1-ww->0", "0-rw->6 6-tail->7 7-tail->1 1-ww->0");
    /* 1 is entered by a tail and left by rw in the first loop: not allowed, so the second stays. */
    expect_simplified("1-rw->6 6-tail->2 2-ww->3 3-rw->7 7-tail->1 1-ww->4 4-ww->1",
                      "1-ww->4 4-ww->1");
}

/* A random closed walk whose rw are apart; rw now and then pass through one or two hubs. */
static void random_walk(mns_closed_walk *walk, uint64_t *random) {
    uint32_t steps = 3 + unit_random(random, 20), at = unit_random(random, TXNS), start = at;
    bool first_rw = false, after_rw = false;
    for (uint32_t i = 0; i < steps; i++) {
        bool last = i + 1 == steps;
        uint32_t next = (at + 1 + unit_random(random, TXNS - 1)) % TXNS;
        next = last ? start : next;
        bool rw = !after_rw && !(last && first_rw) && unit_random(random, 2) == 0;
        first_rw |= i == 0 && rw;
        push(walk, at, rw ? MNS_RW : unit_random(random, 2) == 0 ? MNS_WW : MNS_WR);
        for (uint32_t hubs = rw ? unit_random(random, 3) : 0; hubs > 0; hubs--) {
            push(walk, TXNS + unit_random(random, VERTICES - TXNS), MNS_TAIL);
        }
        after_rw = rw;
        at = next;
    }
}

typedef struct steps {
    bool seen[VERTICES][VERTICES][64];
} steps;

static void note_steps(const mns_closed_walk *walk, steps *s) {
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < walk->length; i++) {
        s->seen[walk->vertex[i]][walk->vertex[(i + 1) % walk->length]][walk->kind[i]] = true;
    }
}

static void check_simple(const mns_closed_walk *walk, const steps *allowed) {
    bool visited[VERTICES] = {false};
    assert_true(walk->length > 0);
    for (uint32_t i = 0; i < walk->length; i++) {
        uint32_t next = (i + 1) % walk->length;
        assert_false(visited[walk->vertex[i]]);
        visited[walk->vertex[i]] = true;
        assert_true(allowed->seen[walk->vertex[i]][walk->vertex[next]][walk->kind[i]]);
        bool rw = walk->kind[i] == MNS_RW || walk->kind[i] == MNS_TAIL;
        assert_false(rw && walk->kind[next] == MNS_RW && walk->length > 1);
        assert_false(!rw && walk->kind[next] == MNS_TAIL); /* a tail continues something */
    }
}

static void random_walks_become_simple(void **state) {
    (void)state;
    uint64_t random = 8;
    uint32_t cut = 0;
    for (int round = 0; round < 20000; round++) {
        mns_closed_walk walk = {0};
        steps allowed;
        random_walk(&walk, &random);
        if (walk.vertex[walk.length - 1] == walk.vertex[0]) { /* ended where it began: no edge */
            mns_closed_walk_release(&walk);
            continue;
        }
        uint32_t before = walk.length;
        note_steps(&walk, &allowed);
        assert_true(mns_closed_walk_simplify(&walk, VERTICES));
        check_simple(&walk, &allowed);
        cut += walk.length < before;
        mns_closed_walk_release(&walk);
    }
    assert_true(cut > 1000);
}

static void expect_folded(const char *text, const char *expected) {
    uint32_t identity[VERTICES];
    for (uint32_t v = 0; v < VERTICES; v++) {
        identity[v] = v;
    }
    mns_subgraph graph = {.count = VERTICES, .vertex = identity, .txn_count = TXNS};
    mns_closed_walk walk;
    walk_parse(&walk, text);
    mns_closed_walk_fold(&graph, &walk);
    expect_walk(&walk, expected);
    mns_closed_walk_release(&walk);
}

static void virtual_vertices_fold_away(void **state) {
    (void)state;
    expect_folded("0-ww->1 1-rw->0", "0-ww->1 1-rw->0");
    expect_folded("0-rw->6 6-tail->7 7-tail->1 1-wr->0", "0-rw->1 1-wr->0");
    expect_folded("6-realtime->7 7-realtime->1 1-ww->0 0-realtime->6", "1-ww->0 0-realtime->1");
    expect_folded("7-tail->1 1-wr->2 2-realtime->8 8-realtime->0 0-rw->6 6-tail->7",
                  "1-wr->2 2-realtime->0 0-rw->1");
    expect_folded("0-rw->6 6-wr->1 1-rw->7 7-tail->8 8-wr->0", "0-seen->1 1-seen->0");
    expect_folded("7-wr->1 1-process->0 0-rw->6 6-tail->7", "1-process->0 0-seen->1");
    expect_folded("0-wr->6 6-wr->1 1-rw->0", "0-wr->1 1-rw->0");
}

static void expect_class(const char *text, mns_form form, mns_order order) {
    mns_closed_walk walk;
    mns_form got_form;
    mns_order got_order;
    walk_parse(&walk, text);
    mns_closed_walk_classify(&walk, &got_form, &got_order);
    assert_int_equal(got_form, form);
    assert_int_equal(got_order, order);
    mns_closed_walk_release(&walk);
}

static void cycles_are_classified(void **state) {
    (void)state;
    expect_class("0-ww->1 1-ww->0", MNS_FORM_WW, MNS_ORDER_NONE);
    expect_class("0-ww->1 1-wr->0", MNS_FORM_WWR, MNS_ORDER_NONE);
    expect_class("0-rw->1 1-wr->0", MNS_FORM_SINGLE, MNS_ORDER_NONE);
    expect_class("0-rw->1 1-wr->2 2-rw->3 3-ww->0", MNS_FORM_NONADJACENT, MNS_ORDER_NONE);
    expect_class("0-rw->1 1-rw->0", MNS_FORM_ITEM, MNS_ORDER_NONE);
    expect_class("0-rw->1 1-wr->2 2-rw->0", MNS_FORM_ITEM, MNS_ORDER_NONE); /* last and first */
    expect_class("0-ww->1 1-process->0", MNS_FORM_WW, MNS_ORDER_PROCESS);
    expect_class("0-process->1 1-process->2 2-wr->0", MNS_FORM_WWR, MNS_ORDER_PROCESS);
    expect_class("0-rw->1 1-realtime->0", MNS_FORM_SINGLE, MNS_ORDER_REALTIME);
    expect_class("0-rw->1 1-realtime->2 2-rw->3 3-realtime->0", MNS_FORM_NONADJACENT,
                 MNS_ORDER_REALTIME);
    expect_class("0-rw->1 1-rw->2 2-process->0", MNS_FORM_ITEM, MNS_ORDER_PROCESS);
    /* A step that ends with what the second saw is an rw, but not beside the next. */
    expect_class("0-seen->1 1-process->0", MNS_FORM_SINGLE, MNS_ORDER_PROCESS);
    expect_class("0-seen->1 1-seen->0", MNS_FORM_NONADJACENT, MNS_ORDER_NONE);
    expect_class("0-seen->1 1-rw->0", MNS_FORM_ITEM, MNS_ORDER_NONE);
    expect_class("0-seen->1 1-rw->2 2-wr->0", MNS_FORM_NONADJACENT, MNS_ORDER_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_cut_where_it_is_allowed),
        cmocka_unit_test(hubs_are_cut_too),
        cmocka_unit_test(random_walks_become_simple),
        cmocka_unit_test(virtual_vertices_fold_away),
        cmocka_unit_test(cycles_are_classified),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
