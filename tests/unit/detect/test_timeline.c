/*
 * test_timeline.c - src/detect/timeline.c: the writes of each key, by commit and by start.
 */
#include "unit/support/snapshots_support.h"

/* The writes of x as start-commit:txn, with a space after each. */
static void expect_writes(const unit *u, const mns_timeline *timeline, const char *expected) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "");
    uint32_t key = unit_key(u, 'x');
    for (uint32_t i = timeline->first[key]; i < timeline->first[key + 1]; i++) {
        const mns_timed_write *write = &timeline->writes[i];
        if (write->start != MNS_NO_TIMESTAMP) {
            mns_buf_printf(&out, "%d", (int)write->start);
        }
        mns_buf_printf(&out, "-%d:%u ", (int)write->commit,
                       (unsigned)u->history.txn_of_mop[write->mop]);
    }
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void open_timeline(unit *u, mns_timeline *timeline, const char *notation) {
    timed_open(u, notation);
    assert_true(mns_timeline_of_last_writes(timeline, &u->observation));
}

static void sorts(void **state) {
    (void)state;
    unit u;
    mns_timeline timeline;
    open_timeline(&u, &timeline, "4-9 wx1 / 1-3 wx2 wy1 / 2-9 wx3 wx4 / 2-5 wx5 / -4 wx6");
    expect_writes(&u, &timeline, "4-9:0 1-3:1 2-9:2 2-5:3 -4:4 ");
    mns_timeline_by_commit(&timeline, u.history.tables.keys.count);
    expect_writes(&u, &timeline, "1-3:1 -4:4 2-5:3 4-9:0 2-9:2 ");
    mns_timeline_by_start(&timeline, u.history.tables.keys.count);
    expect_writes(&u, &timeline, "-4:4 1-3:1 2-5:3 2-9:2 4-9:0 ");
    mns_timeline_release(&timeline);
    unit_close(&u);
}

static void leaves_out_what_has_no_commit(void **state) {
    (void)state;
    unit u;
    mns_timeline timeline;
    open_timeline(
        &u, &timeline,
        "1-2 wx1 / 3- wx2 / 5-4 wx3 / fail 1-2 wx4 / info 1-2 wx5 / info 1-6 wx6 / - rx6");
    expect_writes(&u, &timeline, "1-2:0 1-6:5 ");
    mns_timeline_release(&timeline);
    unit_close(&u);
}

static void finds_places(void **state) {
    (void)state;
    unit u;
    mns_timeline timeline;
    open_timeline(&u, &timeline, "-3 wy9 / -3 wx1 / -5 wx2 / -5 wx3 / -9223372036854775807 wx4");
    uint32_t keys = u.history.tables.keys.count, key = unit_key(&u, 'x');
    mns_timeline_by_commit(&timeline, keys);
    uint32_t first = timeline.first[key];
    static const struct {
        int64_t time;
        uint32_t before, until;
    } places[] = {{2, 0, 0},
                  {3, 0, 1},
                  {4, 1, 1},
                  {5, 1, 3},
                  {6, 3, 3},
                  {INT64_MAX, 3, 4},
                  {INT64_MIN + 1, 0, 0}};
    for (size_t i = 0; i < MNS_COUNT_OF(places); i++) {
        assert_int_equal(mns_timeline_before(&timeline, key, places[i].time) - first,
                         places[i].before);
        assert_int_equal(mns_timeline_until(&timeline, key, places[i].time) - first,
                         places[i].until);
    }
    mns_timeline_release(&timeline);
    unit_close(&u);
}

static void takes_what_it_is_told_to(void **state) {
    (void)state;
    unit u;
    mns_timeline timeline;
    timed_open(&u, "1-2 wx1 wy1 wx2 rx2 / 3-4 wx3 wx4");
    static const bool taken[] = {true, true, true, false, true, false};
    assert_true(mns_timeline_make(&timeline, &u.observation, taken));
    expect_writes(&u, &timeline, "1-2:0 1-2:0 3-4:1 ");
    mns_timeline_release(&timeline);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorts),
        cmocka_unit_test(leaves_out_what_has_no_commit),
        cmocka_unit_test(finds_places),
        cmocka_unit_test(takes_what_it_is_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
