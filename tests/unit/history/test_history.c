/*
 * test_history.c - src/history/history.c: a whole source to tables, the same from both notations.
 */
#include "unit/support/reading_support.h"

/* The rows as "ok 0@0-1 ax1 rx[2]", process number, positions, micro-operations; "; " between. */
static char *show_history(const mns_history *h) {
    static const char *const types[] = {"ok", "info", "fail"};
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t t = 0; t < h->txns.count; t++) {
        mns_buf_printf(&out, "%s%s %d@", t > 0 ? "; " : "", types[h->txns.type[t]],
                       (int)h->processes.number[h->txns.process[t]]);
        mns_buf_printf(&out, h->txns.invoke[t] == MNS_NONE ? "-" : "%u", h->txns.invoke[t]);
        mns_buf_printf(&out, h->txns.complete[t] == MNS_NONE ? "-" : "-%u", h->txns.complete[t]);
        for (uint32_t m = h->txns.first_mop[t]; m < h->txns.first_mop[t + 1]; m++) {
            const mns_mops *mops = &h->tables.mops;
            assert_int_equal(h->txn_of_mop[m], t);
            mns_buf_printf(&out, " %c%u", mns_mop_is_read(mops, m) ? 'r' : 'a', mops->key[m]);
            if (!mns_mop_is_read(mops, m) || mns_mop_is_answered(mops, m)) {
                mns_buf_printf(&out, "=%u", mops->value[m]);
            }
        }
    }
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

static void expect_history(const char *notation, const char *expected) {
    for (int json = 0; json < 2; json++) {
        unit u;
        char *text = unit_text(notation, json == 1);
        unit_read(&u, text, MINOS_FORMAT_AUTO);
        free(text);
        assert_int_equal(u.status, MINOS_OK);
        assert_int_equal(u.history.json, json);
        char *shown = show_history(&u.history);
        assert_string_equal(shown, expected);
        free(shown);
        unit_close(&u);
    }
}

/* An append's number is twice its element: small integers are inline. */
static void transactions_come_in_the_order_of_completion(void **state) {
    (void)state;
    expect_history("0: ax1 / ok 0: ax1", "ok 0@0-1 a0=2");
    expect_history("0: ax1 / 1: rx / ok 1: rx[] / ok 0: ax1", "ok 1@1-2 r0=0; ok 0@0-3 a0=2");
    expect_history("0: ax1 / 1: ax2 / 2: ax3 / fail 1: ax2",
                   "fail 1@1-3 a0=4; info 0@0- a0=2; info 2@2- a0=6");
    expect_history("5: rx / info 5: rx[] / 5: rx / ok 5: rx[1,2]",
                   "info 5@0-1 r0=0; ok 5@2-3 r0=2");
}

static void completions_alone_are_a_history(void **state) {
    (void)state;
    expect_history("ok 0: ax1 / fail 1: ax2 / info -7: rx", "ok 0@--0 a0=2; fail 1@--1 a0=4; "
                                                            "info -7@--2 r0");
    unit u;
    unit_open(&u, "ok 0: ax1");
    assert_true(u.history.completions_only);
    unit_close(&u);
    unit_open(&u, "0: ax1");
    assert_false(u.history.completions_only);
    unit_close(&u);
}

static void an_empty_history_has_empty_tables(void **state) {
    (void)state;
    static const char *const texts[] = {"", "[]", "{:type :info, :process :nemesis, :value 1}"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        unit u;
        unit_read(&u, texts[i], MINOS_FORMAT_AUTO);
        assert_int_equal(u.status, MINOS_OK);
        assert_int_equal(u.history.txns.count, 0);
        assert_int_equal(u.history.txns.first_mop[0], 0);
        assert_int_equal(u.history.operations, i == 2 ? 1 : 0);
        assert_false(u.history.completions_only);
        unit_close(&u);
    }
}

static void counts_are_of_everything(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "0: ax1 / 1: ax2 / 2: ax3 / ok 0: ax1 / fail 1: ax2 / info 2: ax3 / 0: ax4");
    const mns_history *h = &u.history;
    assert_int_equal(h->operations, 7);
    assert_int_equal(h->invocations, 4);
    assert_int_equal(h->ok, 1);
    assert_int_equal(h->fail, 1);
    assert_int_equal(h->info, 2);
    assert_int_equal(h->process_count, 3);
    unit_close(&u);
}

/* More transactions than the table starts with, in turns. */
static void tables_grow(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    for (unsigned i = 0; i < 1000; i++) {
        mns_buf_printf(&text, "%s%u: ax%u / ok %u: ax%u", i > 0 ? " / " : "", i % 300, i, i % 300,
                       i);
    }
    unit u;
    unit_open(&u, text.data);
    assert_int_equal(u.history.txns.count, 1000);
    assert_int_equal(u.history.process_count, 300);
    for (uint32_t t = 0; t < 1000; t++) {
        assert_int_equal(u.history.txns.invoke[t], 2 * t);
        assert_int_equal(u.history.txns.first_mop[t], t);
        assert_int_equal(mns_history_writer(&u.history, 0, t << 1), t);
    }
    mns_buf_release(&text);
    unit_close(&u);
}

static void details_are_read_again(void **state) {
    (void)state;
    unit u;
    unit_read(&u,
              "{:type :ok, :process 0, :value [], :index 77, :time 123}\n"
              "{:type :ok, :process 0, :value []}\n"
              "{:type :ok, :process 0, :value [], :time -5}\n",
              MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_OK);
    static const struct { int64_t index, time; } expected[] = {{77, 123}, {1, -1}, {2, -1}};
    for (uint32_t t = 0; t < 3; t++) {
        mns_op_details d = mns_history_details(&u.history, u.history.txns.complete[t]);
        assert_true(d.index == expected[t].index && d.time_ns == expected[t].time);
    }
    mns_op_details none = mns_history_details(&u.history, MNS_NONE);
    assert_true(none.index == MNS_NONE && none.time_ns == -1);
    unit_close(&u);
}

static void problems_reject_the_history(void **state) {
    (void)state;
    unit_expect_problem("{:type :ok, :process 0, :value []}\n{:type :no}\n", 2, 8,
                        "type of operation");
    unit_expect_problem("{:type :ok, :process 0, :value [5]}\n", 1, 33, "must be a vector");
    unit u; /* all of them at once, in the order of the text */
    unit_read(&u, "{:type :no}\n{:type :ok, :process 0, :value [[:mark 1 2]]}\n{:process 0}\n",
              MINOS_FORMAT_AUTO);
    assert_int_equal(u.status, MINOS_EINPUT);
    assert_int_equal(u.problems.total, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(u.problems.items[i].line, i + 1);
    }
    unit_close(&u);
}

/* The workload is what the options say, or what the history shows. */
static void workloads_are_named_or_recognised(void **state) {
    (void)state;
    static const char text[] = "{:type :ok, :process 0, :value [[:w 1 5]]}\n";
    reading r;
    mns_read_options options = {.recognise = true};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_OK);
    assert_int_equal(r.history.workload, MNS_RW_REGISTER);
    reading_close(&r);
    options = (mns_read_options){.workload = MNS_RW_REGISTER};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_OK);
    reading_close(&r);
    options = (mns_read_options){.workload = MNS_SET};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_EINPUT);
    assert_non_null(strstr(r.problems.items[0].message, "rw-register, not set"));
    reading_close(&r);
}

/* A read-only history of single values is rw-register. */
static void a_counter_that_is_only_read_must_be_named(void **state) {
    (void)state;
    static const char text[] = "{:type :ok, :process 0, :value [[:r 1 5]]}\n";
    reading r;
    mns_read_options options = {.recognise = true};
    reading_open(&r, text, &options);
    assert_int_equal(r.history.workload, MNS_RW_REGISTER);
    reading_close(&r);
    options = (mns_read_options){.workload = MNS_COUNTER};
    reading_open(&r, text, &options);
    assert_int_equal(r.status, MINOS_OK);
    assert_int_equal(mns_mop_number(&r.history.tables, 0), 5);
    reading_close(&r);
}

static void note_progress(void *context, const char *stage, double fraction) {
    assert_string_equal(stage, "reading");
    assert_true(fraction >= 0 && fraction <= 1);
    ++*(int *)context;
}

static void progress_is_reported(void **state) {
    (void)state;
    int calls = 0;
    mns_problems problems;
    mns_source source;
    mns_history history;
    mns_read_options options = {.progress = note_progress, .progress_context = &calls};
    static const char text[] = "{:type :ok, :process 0, :value []}";
    mns_problems_init(&problems);
    assert_int_equal(mns_source_memory(&source, "x", text, strlen(text), 0, &problems), MINOS_OK);
    assert_int_equal(mns_history_read(&history, &source, &options, &problems), MINOS_OK);
    assert_true(calls > 0);
    mns_history_release(&history);
    mns_source_release(&source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transactions_come_in_the_order_of_completion),
        cmocka_unit_test(completions_alone_are_a_history),
        cmocka_unit_test(an_empty_history_has_empty_tables),
        cmocka_unit_test(counts_are_of_everything),
        cmocka_unit_test(tables_grow),
        cmocka_unit_test(details_are_read_again),
        cmocka_unit_test(problems_reject_the_history),
        cmocka_unit_test(workloads_are_named_or_recognised),
        cmocka_unit_test(a_counter_that_is_only_read_must_be_named),
        cmocka_unit_test(progress_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
