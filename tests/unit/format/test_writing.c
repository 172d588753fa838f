/*
 * test_writing.c - src/format/writing.c and fates.c: which transactions are written, in which
 * session, and where a refusal points.
 */
#include "format/writer.h"
#include "history/mop_offset.h"
#include "support/units.h"

static const char letters[] = {[MNS_FATE_COMMITTED] = 'c',
                               [MNS_FATE_WRITES] = 'w',
                               [MNS_FATE_ABORTED] = 'a',
                               [MNS_FATE_DROPPED] = 'd'};

/* One letter for each transaction, then the sessions: "ccw 0:0,2 7:1". */
static void expect_writing(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    mns_writing writing;
    mns_problems problems;
    unit_open(&u, notation);
    mns_buf_init(&out);
    mns_problems_init(&problems);
    assert_true(mns_writing_begin(&writing, &u.history, "plume", NULL, &problems));
    for (uint32_t t = 0; t < u.history.txns.count; t++) {
        mns_buf_char(&out, letters[writing.fate[t]]);
    }
    for (uint32_t s = 0; s < writing.session_count; s++) {
        mns_buf_printf(&out, " %d:", (int)writing.session_number[s]);
        for (uint32_t i = writing.session_first[s]; i < writing.session_first[s + 1]; i++) {
            mns_buf_printf(&out, i > writing.session_first[s] ? ",%d" : "%d",
                           (int)writing.session_txns[i]);
        }
    }
    const char *found = out.data == NULL ? "" : out.data;
    if (strcmp(found, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, found, expected);
    }
    mns_buf_release(&out);
    mns_writing_release(&writing);
    mns_problems_release(&problems);
    unit_close(&u);
}

static void fates_follow_the_completions(void **state) {
    (void)state;
    expect_writing("ok 0: wx1 / fail 1: wx2 / info 2: wx3", "cad 0:0 1:1");
    expect_writing("info 0: wx1 / ok 1: rx1", "wc 0:0 1:1");
    expect_writing("info 0: wx1 / fail 1: rx1", "da 1:1");
    expect_writing("info 0: wx1 / info 1: rx1 wy1 / ok 2: ry1", "wwc 0:0 1:1 2:2");
}

static void every_datatype_proves(void **state) {
    (void)state;
    expect_writing("info 0: ax1 / info 1: ax2 / info 2: ax3 / ok 3: rx[1] / ok 3: rx[1,2]",
                   "wwdcc 0:0 1:1 3:3,4");
    expect_writing("info 0: sx1 / info 1: sx2 / ok 2: rx{1}", "wdc 0:0 2:2");
    expect_writing("info 0: ix1 / ok 1: rx1", "dc 1:1");
}

static void sessions_are_processes(void **state) {
    (void)state;
    expect_writing("ok 5: wx1 / ok 3: wx2 / ok 5: wx3 / ok 3: rx3", "cccc 5:0,2 3:1,3");
    expect_writing("", "");
}

/* An info transaction precedes nothing that its process did later. */
static void an_info_that_others_follow_stands_alone(void **state) {
    (void)state;
    expect_writing("ok 4: wx1 / info 4: wx2 / ok 4: rx2 / ok 2: wy1", "cwcc 4:0,2 2:3 5:1");
    expect_writing("ok 4: wx1 / info 4: wx2 / ok 3: rx2", "cwc 4:0,1 3:2");
    expect_writing("info 1: wx1 / ok 1: rx1 / info 1: wx2 / ok 1: rx2", "wcwc 1:1,3 2:0 3:2");
    expect_writing("info 1: wx1 / info 1: wx2 / ok 2: rx1", "wdc 1:0 2:2");
}

static void reads_without_a_result_are_dropped(void **state) {
    (void)state;
    unit u;
    mns_writing writing;
    mns_problems problems;
    unit_open(&u, "fail 0: wx1 rx");
    mns_problems_init(&problems);
    assert_true(mns_writing_begin(&writing, &u.history, "plume", NULL, &problems));
    assert_true(mns_writing_keeps(&writing, 0));
    assert_false(mns_writing_keeps(&writing, 1));
    assert_int_equal(writing.dropped_reads, 1);
    mns_writing_release(&writing);
    mns_problems_release(&problems);
    unit_close(&u);
}

/* The text from the position of the problem on. */
static void expect_refusal(unit *u, uint32_t txn, uint32_t mop, const char *text) {
    mns_problems problems;
    mns_problems_init(&problems);
    mns_writing writing = {.history = &u->history, .problems = &problems};
    assert_int_equal(mns_writing_refuse(&writing, txn, mop, "hint", "no %s", "lists"),
                     MINOS_EINPUT);
    assert_int_equal(problems.count, 1);
    assert_string_equal(problems.items[0].message, "no lists");
    assert_string_equal(problems.items[0].hint, "hint");
    const char *at = u->history.source->data + problems.items[0].offset;
    assert_memory_equal(at, text, strlen(text));
    mns_problems_release(&problems);
}

static void a_refusal_points_at_the_micro_operation(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "0: wx1 wx2 / ok 0: wx1 wx2 / 1: wx3");
    const char *second = strstr(strstr(u.history.source->data, ":ok"), ":value");
    assert_non_null(second);
    expect_refusal(&u, 0, 0, "[:w ");
    uint64_t first = mns_mop_offset(&u.history, 0), next = mns_mop_offset(&u.history, 1);
    assert_true(first > (uint64_t)(second - u.history.source->data) && next > first);
    expect_refusal(&u, 0, MNS_NONE, "{");
    expect_refusal(&u, 1, MNS_NONE, "{"); /* never completed: the invocation */
    expect_refusal(&u, 1, 2, "[:w ");
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fates_follow_the_completions),
        cmocka_unit_test(every_datatype_proves),
        cmocka_unit_test(sessions_are_processes),
        cmocka_unit_test(an_info_that_others_follow_stands_alone),
        cmocka_unit_test(reads_without_a_result_are_dropped),
        cmocka_unit_test(a_refusal_points_at_the_micro_operation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
