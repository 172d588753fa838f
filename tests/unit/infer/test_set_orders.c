/*
 * test_set_orders.c - src/infer/set_orders.c: the adds that reads show, which count, which reads
 * are external, and what they show of the order.
 */
#include "unit/support/set_support.h"

/* "3 1 4 | 0.0:0-1 2.0:0-2,3-4": the elements of x in order, then its external reads by
 * txn.micro-operation with the places that each shows. */
static char *order_text(const unit *u) {
    const mns_set_orders *orders = &u->observation.sets;
    const mns_tables *tables = &u->history.tables;
    uint32_t x = unit_key(u, 'x');
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t i = orders->add_first[x]; i < orders->add_first[x + 1]; i++) {
        mns_buf_printf(&out, "%s ",
                       unit_value(&tables->values, tables->mops.value[orders->add[i]]));
        assert_int_equal(orders->position[orders->add[i]], i - orders->add_first[x]);
    }
    mns_buf_char(&out, '|');
    for (uint32_t i = orders->reader_first[x]; i < orders->reader_first[x + 1]; i++) {
        uint32_t count, read = orders->reader[i], txn = u->history.txn_of_mop[read];
        const mns_run *run = mns_set_runs(orders, tables, read, &count);
        mns_buf_printf(&out, " %u.%u:", (unsigned)txn,
                       (unsigned)(read - u->history.txns.first_mop[txn]));
        for (uint32_t r = 0; r < count; r++) {
            mns_buf_printf(&out, "%s%u-%u", r > 0 ? "," : "", (unsigned)run[r].begin,
                           (unsigned)run[r].end);
        }
    }
    return mns_buf_take(&out, NULL);
}

static void expect_order(const char *notation, const char *expected) {
    unit u;
    unit_open(&u, notation);
    char *text = order_text(&u);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(&u);
}

static void what_more_reads_show_comes_first(void **state) {
    (void)state;
    expect_order("ok 0: sx1 sx2 sx3 sx4 / ok 1: rx{3} / ok 2: rx{1,3} / ok 3: rx{1,3,4}",
                 "3 1 4 2 | 1.0:0-1 2.0:0-2 3.0:0-3");
    expect_order("ok 0: sx1 sx2 / ok 1: rx{1,2} / ok 2: rx / ok 3: rx{}",
                 "1 2 | 1.0:0-2 2.0: 3.0:");
    expect_order("ok 0: sx2 / ok 1: sx1", "2 1 |"); /* in history order without reads */
    expect_order("ok 0: rx{}", "| 0.0:");
}

static void incomparable_reads_have_gaps(void **state) {
    (void)state;
    expect_order("ok 0: sx1 / ok 1: sx2 / ok 2: rx{1} / ok 3: rx{2}", "1 2 | 2.0:0-1 3.0:1-2");
    expect_order(
        "ok 0: sx1 sx2 sx3 / ok 1: rx{1,2,3} / ok 2: rx{1,2} / ok 3: rx{1,3} / ok 4: rx{1}",
        "1 2 3 | 1.0:0-3 2.0:0-2 3.0:0-1,2-3 4.0:0-1");
    /* The odd one out is the one that is odd. */
    expect_order("ok 0: sx1 sx2 sx9 / ok 1: rx{9} / ok 2: rx{1} / ok 3: rx{1,2} / ok 4: rx{1,2}",
                 "1 2 9 | 1.0:2-3 2.0:0-1 3.0:0-2 4.0:0-2");
}

static void only_what_counts_takes_part(void **state) {
    (void)state;
    expect_order("fail 0: sx1 / ok 1: sx2 / ok 2: rx{1,2}", "2 | 2.0:0-1");
    expect_order("info 0: sx1 / ok 1: sx2 / ok 2: rx{2}", "2 | 2.0:0-1");
    expect_order("ok 1: sx2 / ok 2: rx{2,9}", "2 | 1.0:0-1"); /* 9 was never added */
    expect_order("ok 2: rx{9}", "| 0.0:");
    expect_order("ok 0: sx1 / fail 1: rx{1} / info 2: rx{1}", "1 |");
}

/* An info transaction that someone saw has committed, and what it read counts. */
static void who_was_seen_counts(void **state) {
    (void)state;
    expect_order("info 0: sx1 ry{5} / info 1: sy5 rx{} / ok 2: rx{1}", "1 | 1.1: 2.0:0-1");
    expect_order("info 0: sx1 ry{5} / info 1: sy5 rx{} / fail 2: rx{1}", "|");
    expect_order("info 0: sx1 sx2 / ok 1: rx{1}", "1 2 | 1.0:0-1");
}

static void external_reads_are_told_apart(void **state) {
    (void)state;
    expect_order("ok 0: sx1 / ok 1: rx{1} sx2 rx{1,2}", "1 2 | 1.0:0-1");
    expect_order("ok 0: sx1 / ok 1: sx2 rx{1,2}", "1 2 | 1.1:0-2");
    expect_order("ok 0: sx1 / ok 1: rx{} rx{1}", "1 | 1.0: 1.1:0-1");
    expect_order("ok 0: sx1 / ok 1: rx{1} rx{1} rx{}", "1 | 1.0:0-1 1.2:");
    expect_order("ok 0: sx1 / ok 1: rx{1} sx2 rx{1}",
                 "1 2 | 1.0:0-1"); /* only its own is missing */
    /* What shows something of its reader's own is not counted for the order. */
    expect_order("ok 0: sx1 / ok 1: sx2 rx{2} / ok 2: rx{1}", "1 2 | 1.1:1-2 2.0:0-1");
    expect_order("ok 0: sx1 / ok 1: rx{2} sx2 / ok 2: rx{1}", "1 2 | 1.0:1-2 2.0:0-1");
    expect_order("ok 0: sx1 / info 1: rx rx{1} sy1 / ok 2: ry{1}", "1 | 1.1:0-1");
}

static void adds_are_linked(void **state) {
    (void)state;
    unit u;
    unit_open(&u, "ok 0: rx{} sx1 sy1 rx{1} sx2 / ok 1: sx3");
    static const uint32_t expected[] = {1, 4, MNS_NONE, 1, MNS_NONE, MNS_NONE};
    for (uint32_t m = 0; m < MNS_COUNT_OF(expected); m++) {
        assert_int_equal(u.observation.sets.next_add[m], expected[m]);
    }
    unit_close(&u);
}

/* What two transactions add has no known writer. */
static void ambiguous_elements_take_no_part(void **state) {
    (void)state;
    unit u;
    memset(&u, 0, sizeof u);
    char *text = unit_text("ok 0: sx1 sx2 / ok 1: sx1 / info 2: sx3 / info 3: sx3 / "
                           "ok 4: rx{1,2,3}",
                           false);
    mns_read_options options = {.format = MINOS_FORMAT_EDN, .recognise = true, .ambiguous = true};
    assert_int_equal(mns_source_memory(&u.source, "unit", text, strlen(text), 0, &u.problems),
                     MINOS_OK);
    assert_int_equal(mns_history_read(&u.history, &u.source, &options, &u.problems), MINOS_OK);
    assert_int_equal(mns_infer(&u.observation, &u.history, &(mns_assumptions){0}, 1), MINOS_OK);
    char *order = order_text(&u);
    assert_string_equal(order, "2 | 4.0:0-1");
    assert_int_equal(u.observation.outcome[2], MNS_UNKNOWN);
    free(order);
    unit_close(&u);
    free(text);
}

/* Writers, external reads and runs against their definitions. */
static uint32_t compare_with_definition(const unit *u) {
    const mns_observation *o = &u->observation;
    const mns_mops *mops = &u->history.tables.mops;
    uint32_t odd = 0;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_mop_is_read(mops, m)) {
            continue;
        }
        assert_int_equal(o->sets.external[m], set_is_external(o, m));
        if (!o->sets.informative[m]) {
            assert_false(o->sets.external[m]);
            continue;
        }
        uint32_t count, key = mops->key[m], first = o->sets.add_first[key];
        const mns_run *run = mns_set_runs(&o->sets, &u->history.tables, m, &count);
        uint32_t r = 0;
        for (uint32_t i = 0; i < o->sets.add_first[key + 1] - first; i++) {
            r += r < count && run[r].end == i;
            bool inside = r < count && run[r].begin <= i;
            assert_int_equal(inside, set_shows(o, m, o->sets.add[first + i]));
        }
        odd += count > 1 || (count == 1 && run[0].begin > 0);
    }
    return odd;
}

static void random_histories_follow_the_definition(void **state) {
    (void)state;
    uint64_t random = 5;
    uint32_t odd = 0;
    for (int round = 0; round < 200; round++) {
        unit u;
        char *notation = set_random_history(&random, 40, 1 + unit_random(&random, 3), 6);
        unit_open(&u, notation);
        odd += compare_with_definition(&u);
        unit_close(&u);
        free(notation);
    }
    assert_true(odd > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_more_reads_show_comes_first),
        cmocka_unit_test(incomparable_reads_have_gaps),
        cmocka_unit_test(only_what_counts_takes_part),
        cmocka_unit_test(who_was_seen_counts),
        cmocka_unit_test(external_reads_are_told_apart),
        cmocka_unit_test(adds_are_linked),
        cmocka_unit_test(ambiguous_elements_take_no_part),
        cmocka_unit_test(random_histories_follow_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
