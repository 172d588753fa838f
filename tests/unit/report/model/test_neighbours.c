/*
 * test_neighbours.c - src/report/model/neighbours.c: transactions concurrent with a witness.
 */
#include <inttypes.h>

#include "report/model/document_make.h"
#include "unit/support/context_support.h"

static void open_neighbours(context *c, const mns_buf *text) {
    assert_false(text->failed);
    context_open(c, text->data, text->size);
    mns_document_neighbours(&c->document, &c->report);
    assert_false(c->document.arena.failed);
}

static void add_op(mns_buf *text, const char *type, uint32_t process, const char *mops) {
    mns_buf_printf(text, "{:type :%s, :process %" PRIu32 ", :value [%s]}\n", type, process, mops);
}

/* T1 invoked, T2 invoked, both completed: T1 reads x without T2's append, and vice versa. */
static void invoke_skew(mns_buf *text) {
    add_op(text, "invoke", 0, "[:r 0 nil] [:append 1 1]");
    add_op(text, "invoke", 1, "[:r 1 nil] [:append 0 1]");
}

static void complete_skew(mns_buf *text) {
    add_op(text, "ok", 0, "[:r 0 []] [:append 1 1]");
    add_op(text, "ok", 1, "[:r 1 []] [:append 0 1]");
}

static void read_all(mns_buf *text) {
    add_op(text, "invoke", 0, "[:r 0 nil] [:r 1 nil]");
    add_op(text, "ok", 0, "[:r 0 [1]] [:r 1 [1]]");
}

static void they_overlap_and_are_in_order(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    add_op(&text, "invoke", 5, "[:append 5 1]"); /* over before: no neighbour */
    add_op(&text, "ok", 5, "[:append 5 1]");
    add_op(&text, "invoke", 6, "[:append 6 1]"); /* never completed */
    add_op(&text, "invoke", 2, "[:append 5 2]"); /* around it all */
    invoke_skew(&text);
    add_op(&text, "invoke", 3, "[:append 5 3]"); /* within */
    add_op(&text, "fail", 3, "[:append 5 3]");
    add_op(&text, "invoke", 4, "[:append 5 4]"); /* begins within */
    complete_skew(&text);
    add_op(&text, "ok", 2, "[:append 5 2]");
    add_op(&text, "ok", 4, "[:append 5 4]");
    read_all(&text);
    open_neighbours(&c, &text);
    const mns_doc_witness *w = context_witness(&c, MNS_A_G2_ITEM);
    assert_int_equal(w->neighbour_count, 4);
    static const int64_t processes[] = {6, 2, 3, 4};
    static const mns_txn_type types[] = {MNS_TXN_INFO, MNS_TXN_OK, MNS_TXN_FAIL, MNS_TXN_OK};
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(w->neighbours[i].process.number, processes[i]);
        assert_int_equal(w->neighbours[i].type, types[i]);
        assert_string_equal(w->neighbours[i].mops[0].key, i == 0 ? "6" : "5");
        assert_false(w->neighbours[i].mops[0].matters);
    }
    assert_int_equal(w->neighbours[0].complete, MNS_NO_POSITION);
    context_close(&c);
    mns_buf_release(&text);
}

/* Of many that overlap, those that touch the keys of the witness. */
static void same_keys_are_preferred(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    invoke_skew(&text);
    for (uint32_t i = 0; i < 300; i++) {
        char mop[32];
        mns_buf name;
        mns_buf_init(&name);
        mns_buf_printf(&name, "[:append %d %" PRIu32 "]", i % 100 == 50 ? 1 : 7, i + 10);
        assert_true(name.size < sizeof mop);
        memcpy(mop, name.data, name.size + 1);
        mns_buf_release(&name);
        add_op(&text, "invoke", 2, mop);
        add_op(&text, "fail", 2, mop);
    }
    complete_skew(&text);
    read_all(&text);
    open_neighbours(&c, &text);
    const mns_doc_witness *w = context_witness(&c, MNS_A_G2_ITEM);
    uint32_t same = 0;
    for (uint32_t i = 0; i < w->neighbour_count; i++) {
        same += strcmp(w->neighbours[i].mops[0].key, "1") == 0;
    }
    assert_int_equal(w->neighbour_count, 12);
    assert_int_equal(same, 3);
    context_close(&c);
    mns_buf_release(&text);
}

/* A window as wide as the history: chosen are those around the transactions of the witness. */
static void wide_windows_are_looked_at_near_their_transactions(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    mns_buf text;
    context c;
    mns_buf_init(&text);
    add_op(&text, "invoke", 3, "[:append 9 1]"); /* overlaps with T1 */
    invoke_skew(&text);
    add_op(&text, "ok", 0, "[:r 0 []] [:append 1 1]");
    add_op(&text, "ok", 3, "[:append 9 1]");
    for (uint32_t i = 2; i < COUNT; i++) {
        mns_buf_printf(&text, "{:type :invoke, :process 2, :value [[:append 9 %" PRIu32 "]]}\n", i);
        mns_buf_printf(&text, "{:type :ok, :process 2, :value [[:append 9 %" PRIu32 "]]}\n", i);
    }
    add_op(&text, "ok", 1, "[:r 1 []] [:append 0 1]");
    read_all(&text);
    open_neighbours(&c, &text);
    const mns_doc_witness *w = context_witness(&c, MNS_A_G2_ITEM);
    assert_int_equal(w->neighbour_count, 12);
    assert_int_equal(w->neighbours[0].process.number, 3);
    for (uint32_t i = 0; i < w->neighbour_count; i++) {
        uint64_t at = w->neighbours[i].invoke;
        assert_true(at < 100 || at > 2 * COUNT - 100);
    }
    context_close(&c);
    mns_buf_release(&text);
}

static void never_completed_ones_are_bounded(void **state) {
    (void)state;
    enum { COUNT = 50000 };
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < COUNT; i++) {
        mns_buf_printf(&text,
                       "{:type :invoke, :process %" PRIu32 ", :value [[:append 9 %" PRIu32 "]]}\n",
                       i + 10, i);
    }
    invoke_skew(&text);
    complete_skew(&text);
    add_op(&text, "invoke", 9, "[:append 9 100000]"); /* after it all */
    read_all(&text);
    open_neighbours(&c, &text);
    const mns_doc_witness *w = context_witness(&c, MNS_A_G2_ITEM);
    assert_int_equal(w->neighbour_count, 12);
    for (uint32_t i = 0; i < 12; i++) { /* the nearest */
        assert_int_equal(w->neighbours[i].invoke, COUNT - 12 + i);
    }
    context_close(&c);
    mns_buf_release(&text);
}

static void completions_alone_have_none(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    complete_skew(&text);
    add_op(&text, "ok", 0, "[:r 0 [1]] [:r 1 [1]]");
    open_neighbours(&c, &text);
    assert_int_equal(context_witness(&c, MNS_A_G2_ITEM)->neighbour_count, 0);
    context_close(&c);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_overlap_and_are_in_order),
        cmocka_unit_test(same_keys_are_preferred),
        cmocka_unit_test(wide_windows_are_looked_at_near_their_transactions),
        cmocka_unit_test(never_completed_ones_are_bounded),
        cmocka_unit_test(completions_alone_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
