/*
 * test_frontier.c - src/schedule/frontier*.c: begins, commits, and undoing them.
 */
#include "schedule/frontier.h"
#include "unit/support/schedule_support.h"

static void expect_order(const char *notation, mns_candidates kept, const char *expected) {
    scheduled s;
    scheduled_open(&s, notation, kept);
    assert_true(mns_frontier_run(&s.frontier, UINT64_MAX));
    scheduled_expect(&s, expected);
    scheduled_close(&s);
}

static void expect_stuck(const char *notation, mns_candidates kept, const char *expected) {
    scheduled s;
    scheduled_open(&s, notation, kept);
    assert_false(mns_frontier_run(&s.frontier, UINT64_MAX));
    assert_false(s.frontier.failed);
    scheduled_expect(&s, expected);
    scheduled_close(&s);
}

/* ---- Running -------------------------------------------------------------------------------- */

static void a_reader_waits_for_the_writer(void **state) {
    (void)state;
    expect_order("ok 0: rx1 / ok 1: wx1", serial, "1 0");
    expect_order("ok 0: rx[1] ax2 / ok 1: ax1 / ok 2: rx[1,2]", serial, "1 0 2");
    expect_order("ok 0: rx{1,2} / ok 1: sx1 / ok 2: sx2 / ok 3: rx{2}", serial, "2 3 1 0");
}

/* A version stays current until all its readers have begun. */
static void a_writer_waits_for_readers(void **state) {
    (void)state;
    expect_order("ok 0: wx1 / ok 1: rx", serial, "1 0");
    expect_order("0: wx1 / 1: rx / ok 0: wx1 / ok 1: rx", serial_in_time, "1 0");
}

static void orders_are_kept(void **state) {
    (void)state;
    const char *stale = "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx";
    expect_order(stale, serial, "1 0");
    expect_order(stale, serial_in_sessions, "1 0");
    expect_order(stale, updates_in_time, "1 0"); /* a reader may be late */
    expect_stuck(stale, serial_in_time, "");
    expect_stuck("0: wx1 / ok 0: wx1 / 0: rx / ok 0: rx", serial_in_sessions, "");
    /* A transaction of unknown outcome precedes nobody. */
    expect_order("0: wx1 / info 0: wx1 / 0: rx / ok 0: rx / 1: rx / ok 1: rx1", serial_in_time,
                 "1 0 2");
}

/* Write skew: both read the initial state, then both write. */
static void snapshots_begin_early(void **state) {
    (void)state;
    const char *skew = "0: rx wy1 / 1: ry wx1 / ok 0: rx wy1 / ok 1: ry wx1";
    expect_stuck(skew, serial, "");
    expect_order(skew, snapshots, "0 1/0");
    expect_order(skew, snapshots_in_time, "0 1/0");
    /* Two writers of a key exclude each other: a lost update. */
    expect_stuck("0: rx wx1 / 1: rx wx2 / ok 0: rx wx1 / ok 1: rx wx2", snapshots, "");
}

static void the_budget_ends_a_run(void **state) {
    (void)state;
    scheduled s;
    scheduled_open(&s, "ok 0: wx1 / ok 1: rx1 wx2 / ok 2: rx2", serial);
    assert_false(mns_frontier_run(&s.frontier, 1));
    assert_true(s.frontier.count < 3);
    assert_true(mns_frontier_run(&s.frontier, UINT64_MAX));
    scheduled_expect(&s, "0 1 2");
    scheduled_close(&s);
}

/* ---- Undoing -------------------------------------------------------------------------------- */

static void expect_same_ids(const char *what, const uint32_t *a, const uint32_t *b, size_t count) {
    for (size_t i = 0; a != NULL && i < count; i++) {
        if (a[i] != b[i]) {
            fail_msg("%s %zu: %u after undoing, %u before", what, i, b[i], a[i]);
        }
    }
}

static void expect_same_zones(const mns_frontier *a, const mns_frontier *b) {
    for (uint32_t key = 0; key < a->p->key_count && a->zone_first != NULL; key++) {
        uint32_t v = a->zone_first[key], w = b->zone_first[key];
        for (; v != MNS_NONE && v == w; v = a->zone_next[v], w = b->zone_next[w]) {
        }
        assert_int_equal(v, w);
    }
}

/* All that decides who is ready. */
static void expect_same_state(const mns_frontier *a, const mns_frontier *b) {
    const mns_demands *p = a->p;
    assert_int_equal(a->event_count, b->event_count);
    assert_int_equal(a->count, b->count);
    expect_same_ids("event", a->events, b->events, a->event_count);
    expect_same_ids("order", a->order, b->order, a->count);
    expect_same_ids("place", a->place, b->place, p->txn_count);
    expect_same_ids("begun", a->begun, b->begun, p->txn_count);
    expect_same_ids("missing", a->missing, b->missing, p->txn_count);
    expect_same_ids("readers", a->readers_left, b->readers_left, p->version_count);
    expect_same_ids("parts", a->parts_left, b->parts_left, p->version_count);
    expect_same_ids("current", a->current, b->current, p->key_count);
    expect_same_ids("open", a->open, b->open, p->key_count);
    expect_same_ids("holder", a->holder, b->holder, p->key_count);
    expect_same_zones(a, b);
    if (a->in_time != NULL && a->released > a->untimed) { /* before it has looked at real time */
        assert_int_equal(a->horizon, b->horizon);
        assert_int_equal(a->released, b->released);
    }
}

/* Stops after every commit; a second frontier that ran to its end is undone to the same event, and
 * then goes on. */
static void expect_undone(const char *notation, mns_candidates kept) {
    scheduled s, other;
    scheduled_open(&s, notation, kept);
    scheduled_open(&other, notation, kept);
    bool whole = mns_frontier_run(&other.frontier, UINT64_MAX);
    uint32_t events = other.frontier.event_count, last = MNS_NONE;
    bool ended = false;
    while (!ended) {
        ended =
            mns_frontier_run(&s.frontier, s.frontier.steps + 1) || s.frontier.event_count == last;
        last = s.frontier.event_count;
        mns_frontier_undo(&other.frontier, last);
        expect_same_state(&s.frontier, &other.frontier);
        assert_int_equal(mns_frontier_run(&other.frontier, UINT64_MAX), whole);
        assert_true(!whole || other.frontier.event_count == events);
    }
    scheduled_close(&s);
    scheduled_close(&other);
}

static void undoing_restores_the_state(void **state) {
    (void)state;
    static const char *const histories[] = {
        "0: wx1 wy1 / 1: rx wx2 / ok 0: wx1 wy1 / 2: ry rx / ok 1: rx1 wx2 / ok 2: ry1 rx2 / "
        "0: wy3 rx / ok 0: wy3 rx2",
        "0: ax1 / 1: ax2 ay1 / 2: rx / ok 0: ax1 / ok 2: rx[1] / ok 1: ax2 ay1 / 0: ax3 / 1: rx ry "
        "/ ok 0: ax3 / ok 1: rx[1,2] ry[1]",
        "0: sx1 / 1: sx2 / 2: rx sx3 / ok 0: sx1 / ok 1: sx2 / ok 2: rx{} sx3 / 0: rx / "
        "ok 0: rx{1,2,3}",
        "0: ix1 / 1: ix2 / ok 0: ix1 / 2: rx / ok 1: ix2 / ok 2: rx1 / 0: rx / ok 0: rx3",
        "0: rx wy1 / 1: ry wx1 / ok 0: rx wy1 / ok 1: ry wx1 / 2: rx ry wx2 / ok 2: rx1 ry1 wx2",
        "0: wx1 / info 0: wx1 / 1: wx2 / 2: rx / ok 1: wx2 / ok 2: rx1 / 1: ry wx3 / ok 1: ry wx3",
    };
    const mns_candidates classes[] = {serial,          serial_in_sessions, serial_in_time,
                                      updates_in_time, snapshots,          snapshots_in_time};
    for (size_t h = 0; h < MNS_COUNT_OF(histories); h++) {
        for (size_t c = 0; c < MNS_COUNT_OF(classes); c++) {
            expect_undone(histories[h], classes[c]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reader_waits_for_the_writer),
        cmocka_unit_test(a_writer_waits_for_readers),
        cmocka_unit_test(orders_are_kept),
        cmocka_unit_test(snapshots_begin_early),
        cmocka_unit_test(the_budget_ends_a_run),
        cmocka_unit_test(undoing_restores_the_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
