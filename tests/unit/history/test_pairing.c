/*
 * test_pairing.c - src/history/pairing.c: pairs of invocations and completions,
 * ambiguous histories, and timestamps.
 */
#include "unit/support/reading_support.h"

/* Refused, with the first problem on this line (one operation each). */
static void expect_rejected(const char *notation, uint64_t line, const char *message) {
    for (int json = 0; json < 2; json++) {
        unit u;
        char *text = unit_text(notation, json == 1);
        unit_read(&u, text, MINOS_FORMAT_AUTO);
        free(text);
        assert_int_equal(u.status, MINOS_EINPUT);
        if (u.problems.items[0].line != line ||
            strstr(u.problems.items[0].message, message) == NULL) {
            fail_msg("%s: line %u: %s", notation, (unsigned)u.problems.items[0].line,
                     u.problems.items[0].message);
        }
        unit_close(&u);
    }
}

static void a_process_does_one_thing_at_a_time(void **state) {
    (void)state;
    expect_rejected("0: rx / 0: rx / ok 0: rx[]", 2, "process 0 invokes again");
    expect_rejected("0: rx / 1: rx / 0: rx", 3, "at line 1");
    unit u;
    unit_open(&u, "0: rx / ok 0: rx[] / 0: rx / info 0: rx / 0: rx / fail 0: rx / 0: rx");
    assert_int_equal(u.history.txns.count, 4);
    unit_close(&u);
}

static void a_completion_needs_its_invocation(void **state) {
    (void)state;
    expect_rejected("0: rx / ok 1: rx[]", 2, "without an invocation");
    expect_rejected("0: rx / ok 0: rx[] / ok 0: rx[]", 3, "without an invocation");
    expect_rejected("ok 0: rx[] / 0: rx / ok 0: rx[]", 1, "without an invocation");
    unit u;
    unit_open(&u, "ok 0: rx[] / ok 0: rx[] / ok 1: rx[]"); /* none at all is another matter */
    assert_int_equal(u.history.txns.count, 3);
    unit_close(&u);
}

static void many_orphans_are_counted(void **state) {
    (void)state;
    mns_buf notation;
    mns_buf_init(&notation);
    mns_buf_str(&notation, "7: rx");
    for (unsigned i = 0; i < 2 * MNS_LIMIT_PROBLEMS; i++) {
        mns_buf_printf(&notation, " / ok %u: rx[]", 100 + i);
    }
    char *text = unit_text(notation.data, false);
    unit u;
    unit_read(&u, text, MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_EINPUT);
    assert_int_equal(u.problems.count, MNS_LIMIT_PROBLEMS);
    assert_int_equal(u.problems.total, 2 * MNS_LIMIT_PROBLEMS);
    unit_close(&u);
    free(text);
    mns_buf_release(&notation);
}

/* Its micro-operations are those of the completion, or of the invocation if that has none. */
static void values_come_from_where_they_are(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "0: ax1 rx / info 0 / 1: ax2 / fail 1 / 2: ax3 / 3 / 4 / info 4: ry[] / 5: az9");
    const mns_txns *txns = &u.history.txns;
    static const uint32_t sizes[] = {2, 1, 1, 1, 0, 1};
    static const uint8_t types[] = {MNS_TXN_INFO, MNS_TXN_FAIL, MNS_TXN_INFO,
                                    MNS_TXN_INFO, MNS_TXN_INFO, MNS_TXN_INFO};
    assert_int_equal(txns->count, 6);
    for (uint32_t t = 0; t < 6; t++) {
        assert_int_equal(txns->first_mop[t + 1] - txns->first_mop[t], sizes[t]);
        assert_int_equal(txns->type[t], types[t]);
    }
    assert_int_equal(txns->complete[3], MNS_NONE); /* never completed: last, as invoked */
    assert_int_equal(txns->invoke[3], 4);
    assert_int_equal(txns->invoke[4], 5);
    assert_int_equal(txns->invoke[5], 8);
    assert_int_equal(u.history.processes.number[txns->process[5]], 5);
    unit_close(&u);
}

static void an_ok_must_say_what_it_did(void **state) {
    (void)state;
    expect_rejected("0: rx / ok 0", 2, "an :ok completion has no micro-operations");
    expect_rejected("ok 0", 1, "an :ok completion has no micro-operations");
    unit u;
    unit_open(&u, "0: / ok 0:"); /* no micro-operations */
    assert_int_equal(u.history.txns.count, 1);
    unit_close(&u);
}

static void processes_at_the_borders(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "9223372036854775807: rx / -9223372036854775808: rx / -1: rx / "
                  "ok -1: rx[] / ok -9223372036854775808: rx[] / ok 9223372036854775807: rx[]");
    const mns_history *h = &u.history;
    assert_true(h->processes.number[h->txns.process[0]] == -1);
    assert_true(h->processes.number[h->txns.process[1]] == INT64_MIN);
    assert_true(h->processes.number[h->txns.process[2]] == INT64_MAX);
    assert_int_equal(h->txns.invoke[2], 0);
    unit_close(&u);
}

/* Operations of other processes take a position, but are no transactions. */
static void other_processes_pass_by(void **state) {
    (void)state;
    unit u;
    unit_read(&u,
              "{:type :invoke, :process 0, :value [[:append 1 1]]}\n"
              "{:type :info, :process :nemesis, :value :kill}\n"
              "{:type :info, :process :nemesis, :value nil}\n"
              "{:type :ok, :process 0, :value [[:append 1 1]]}\n",
              MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    assert_int_equal(u.history.txns.count, 1);
    assert_int_equal(u.history.operations, 4);
    assert_int_equal(u.history.txns.complete[0], 3);
    unit_close(&u);
}

static const mns_read_options registers = {.workload = MNS_RW_REGISTER};

static void expect_timestamps(const mns_txns *txns, uint32_t txn, int64_t start, int64_t commit) {
    assert_true(txns->start_ts[txn] == start && txns->commit_ts[txn] == commit);
}

/* A start may be known when the transaction begins; the completion knows better. Nobody commits
 * before that. */
static void timestamps_come_from_either(void **state) {
    (void)state;
    reading r;
    reading_open(&r,
                 "{:type :invoke, :process 0, :value [[:w 1 1]]}\n"
                 "{:type :ok, :process 0, :value [[:w 1 1]]}\n"
                 "{:type :invoke, :process 0, :value [[:w 1 2]], :start-ts 5, :commit-ts 99}\n"
                 "{:type :ok, :process 0, :value [[:w 1 2]], :commit-ts 9}\n"
                 "{:type :invoke, :process 0, :value [[:w 1 3]], :start-ts 5}\n"
                 "{:type :ok, :process 0, :value [[:w 1 3]], :start-ts 6}\n"
                 "{:type :invoke, :process 0, :value [[:w 1 4]]}\n"
                 "{:type :ok, :process 0, :value [[:w 1 4]]}\n"
                 "{:type :invoke, :process 1, :value [[:w 1 5]], :start-ts 7}\n",
                 &registers);
    assert_int_equal(r.status, MINOS_OK);
    const mns_txns *txns = &r.history.txns;
    expect_timestamps(txns, 0, MNS_NO_TIMESTAMP, MNS_NO_TIMESTAMP);
    expect_timestamps(txns, 1, 5, 9);
    expect_timestamps(txns, 2, 6, MNS_NO_TIMESTAMP);
    expect_timestamps(txns, 3, MNS_NO_TIMESTAMP, MNS_NO_TIMESTAMP); /* not that of the one before */
    expect_timestamps(txns, 4, 7, MNS_NO_TIMESTAMP);
    reading_close(&r);
}

static void without_timestamps_there_is_no_column(void **state) {
    (void)state;
    reading r;
    reading_open(&r, "{:type :ok, :process 0, :value [[:w 1 1]]}\n", &registers);
    assert_null(r.history.txns.start_ts);
    assert_null(r.history.txns.commit_ts);
    reading_close(&r);
}

/* The columns are made late and grow with the others. */
static void timestamps_of_many(void **state) {
    (void)state;
    mns_buf text;
    reading r;
    mns_buf_init(&text);
    for (int i = 0; i < 1000; i++) {
        mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:w 1 %d]]", i);
        if (i >= 50 && i % 3 == 0) {
            mns_buf_printf(&text, ", :start-ts %d, :commit-ts %d", i, i + 1);
        }
        mns_buf_str(&text, "}\n");
    }
    reading_open(&r, text.data, &registers);
    assert_int_equal(r.status, MINOS_OK);
    for (int i = 0; i < 1000; i++) {
        bool known = i >= 50 && i % 3 == 0;
        expect_timestamps(&r.history.txns, (uint32_t)i, known ? i : MNS_NO_TIMESTAMP,
                          known ? i + 1 : MNS_NO_TIMESTAMP);
    }
    reading_close(&r);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_does_one_thing_at_a_time),
        cmocka_unit_test(a_completion_needs_its_invocation),
        cmocka_unit_test(many_orphans_are_counted),
        cmocka_unit_test(values_come_from_where_they_are),
        cmocka_unit_test(an_ok_must_say_what_it_did),
        cmocka_unit_test(processes_at_the_borders),
        cmocka_unit_test(other_processes_pass_by),
        cmocka_unit_test(timestamps_come_from_either),
        cmocka_unit_test(without_timestamps_there_is_no_column),
        cmocka_unit_test(timestamps_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
