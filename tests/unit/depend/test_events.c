/*
 * test_events.c - src/depend/events.c: invocations and completions of transactions that count,
 * by position.
 */
#include "depend/graph_builder.h"
#include "support/units.h"

static void events_are_at_their_position(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "0: ax1 / 1: ax2 / 2: ax3 / fail 1: ax2 / ok 0: ax1 / info 2 / 0: rx / 3: ax9 / "
                  "ok 0: rx[1,3]");
    /* Rows: 0 failed (process 1), 1 is ok, 2 is proven, 3 is ok, 4 is unknown. */
    static const uint32_t expected[] = {1 << 1,     MNS_NONE, 2 << 1,   MNS_NONE,  1 << 1 | 1,
                                        2 << 1 | 1, 3 << 1,   MNS_NONE, 3 << 1 | 1};
    uint32_t *events = mns_events(&u.observation);
    assert_int_equal(u.history.operations, MNS_COUNT_OF(expected));
    for (size_t i = 0; i < MNS_COUNT_OF(expected); i++) {
        assert_int_equal(events[i], expected[i]);
    }
    free(events);
    unit_close(&u);
}

static void completions_alone_are_events(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "ok 0: ax1 / fail 1: ax2 / ok 2: ax3");
    uint32_t *events = mns_events(&u.observation);
    assert_int_equal(events[0], 1);
    assert_int_equal(events[1], MNS_NONE);
    assert_int_equal(events[2], 2 << 1 | 1);
    free(events);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_at_their_position),
        cmocka_unit_test(completions_alone_are_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
