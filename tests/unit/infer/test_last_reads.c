/*
 * test_last_reads.c - src/infer/last_reads.c: of each write, the last read that shows it.
 */
#include <stdio.h>
#include <string.h>

#include "infer/last_reads.h"
#include "support/units.h"

/* The last reads, "1.0<2.0": write and read as txn.place, with a space between. */
static void expect_last_reads(const char *notation, const char *expected) {
    unit u;
    char text[256] = "";
    size_t size = 0;
    unit_open(&u, notation);
    uint32_t *last = mns_last_reads(&u.observation);
    assert_non_null(last);
    for (uint32_t m = 0; m < u.history.tables.mops.count; m++) {
        if (last[m] == 0) {
            continue;
        }
        uint32_t read = last[m] - 1;
        uint32_t writer = mns_txn_of(&u.observation, m), reader = mns_txn_of(&u.observation, read);
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%u.%u<%u.%u",
                                 size > 0 ? " " : "", writer, m - u.history.txns.first_mop[writer],
                                 reader, read - u.history.txns.first_mop[reader]);
    }
    assert_string_equal(text, expected);
    free(last);
    unit_close(&u);
}

static void lists_show_beginnings(void **state) {
    (void)state;
    expect_last_reads("0: ax1 ax2 / ok 0: ax1 ax2 / 1: rx / ok 1: rx[1,2] / 1: rx / ok 1: rx[1]",
                      "0.0<2.0 0.1<1.0");
    /* It began later, though it completed before. */
    expect_last_reads("0: ax1 / ok 0: ax1 / 1: rx / 2: rx / ok 2: rx[1] / ok 1: rx[1]", "0.0<1.0");
    expect_last_reads("0: ax1 / ok 0: ax1 / 1: rx rx / ok 1: rx[1] rx[1]", "0.0<1.0");
    expect_last_reads("0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]", "");
    expect_last_reads("0: ax1 / ok 0: ax1 / 1: rx / fail 1: rx[1]", "");
    /* Lists that contradict each other. */
    expect_last_reads("0: ax1 ax2 ax3 / ok 0: ax1 ax2 ax3 / 1: rx / ok 1: rx[1,2] / 1: rx / "
                      "ok 1: rx[1,3]",
                      "0.0<2.0 0.1<1.0 0.2<2.0");
}

static void sets_show_elements(void **state) {
    (void)state;
    expect_last_reads("0: sx1 sx2 / ok 0: sx1 sx2 / 1: rx / ok 1: rx{1,2} / 1: rx / ok 1: rx{2}",
                      "0.0<1.0 0.1<2.0");
    expect_last_reads("0: sx1 / ok 0: sx1 / 1: rx / ok 1: rx{}", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_show_beginnings),
        cmocka_unit_test(sets_show_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
