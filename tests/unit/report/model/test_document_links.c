/* test_document_links.c - the arrows of cases, over the golden histories of their anomalies. */
#include <stdio.h>

#include "report/model/document_builder.h"
#include "unit/support/document_support.h"

/* The arrows of the first witness, one a line: "T1/0 -> T2/1 rw x: 1, 2". */
static void expect_links(const char *history, const char *anomaly, const char *expected) {
    char path[256];
    snprintf(path, sizeof path, "tests/golden/%s.edn", history);
    checked c;
    checked_open_file(&c, path);
    const mns_doc_witness *w = checked_witness(&c, anomaly);
    mns_buf out;
    mns_buf_init(&out);
    for (uint32_t i = 0; i < w->link_count; i++) {
        const mns_doc_step *link = &w->links[i];
        assert_string_equal(link->text, "");
        bool order = (link->kind == MNS_PROCESS || link->kind == MNS_REALTIME) &&
                     strcmp(link->key, "null") == 0;
        assert_int_equal(link->from_mop == MNS_NONE, order);
        assert_int_equal(link->to_mop == MNS_NONE, order);
        mns_buf_printf(&out, "%sT%u", i > 0 ? "; " : "", link->from + 1);
        if (!order) {
            assert_true(w->txns[link->from].mops[link->from_mop].matters);
            assert_true(w->txns[link->to].mops[link->to_mop].matters);
            mns_buf_printf(&out, "/%u", link->from_mop);
        }
        mns_buf_printf(&out, order ? " -> T%u" : " -> T%u/%u", link->to + 1, link->to_mop);
        mns_buf_printf(&out, " %s", link->label);
    }
    char *text = mns_buf_take(&out, NULL);
    assert_string_equal(text, expected);
    free(text);
    checked_close(&c);
}

static void test_seen(void **state) {
    (void)state;
    expect_links("g1a-yes", "G1a", "T1/0 -> T2/0 wr x: 1");
    expect_links("set-g1a-yes", "G1a", "T1/0 -> T2/0 wr x: 1");
    expect_links("counter-g1a-yes", "G1a", "T1/0 -> T2/0 wr x: 5");
    expect_links("g1b-yes", "G1b", "T1/0 -> T2/0 wr x: 1");
    expect_links("register-g1b-yes", "G1b", "T1/0 -> T2/0 wr x: 1");
    expect_links("future-read-yes", "future-read", "T1/1 -> T1/0 wr x: 1");
    expect_links("counter-future-read-yes", "future-read", "T1/1 -> T1/0 wr x: 5");
    expect_links("dirty-update-through-info-yes", "dirty-update",
                 "T1/0 -> T2/0 ww x: 1, 2; T2/0 -> T3/0 ww x: 2, 3; T3/0 -> T4/0 wr x: 3");
}

static void test_own(void **state) {
    (void)state;
    expect_links("info-internal-yes", "internal", "T1/1 -> T1/0 rw x: init, 1");
    expect_links("register-internal-yes", "internal", "T1/1 -> T1/0 rw x: 2, 1");
    expect_links("set-internal-two-reads-yes", "internal", "T1/1 -> T1/2 wr x: 3");
    expect_links("counter-internal-own-yes", "internal", "T1/1 -> T1/0 rw x: 2");
    expect_links("internal-two-reads-yes", "internal", ""); /* two reads */
}

static void test_orders(void **state) {
    (void)state;
    expect_links("lost-update-empty-yes", "lost-update",
                 "T1/0 -> T2/1 rw x: init, 2; T2/0 -> T1/1 rw x: init, 1");
    expect_links("counter-lost-update-yes", "lost-update",
                 "T1/0 -> T2/1 rw x: 2; T2/0 -> T1/1 rw x: 1");
    expect_links("incompatible-order-yes", "incompatible-order", "");
    expect_links("incompatible-order-own-missing-yes", "incompatible-order",
                 "T1/0 -> T1/1 ww :x: 1, 2; T2/0 -> T1/0 rw :x: 2, 1; T1/1 -> T2/0 wr :x: 2");
    expect_links("set-incomparable-reads-yes", "incomparable-reads", "");
    expect_links("register-cyclic-numbers-yes", "cyclic-versions",
                 "T2/0 -> T1/0 ww x: init, 1; T1/0 -> T2/0 ww x: 1, init");
}

static void test_time(void **state) {
    (void)state;
    expect_links("set-lost-write-yes", "lost-write",
                 "T1/0 -> T3/0 1 missing; T1/0 -> T2/0 wr x: 1"); /* T2 had read it */
    expect_links("lost-write-replaced-yes", "lost-write", "T1/0 -> T2/0 1 missing");
    expect_links("register-lost-write-nil-yes", "lost-write", "T1/0 -> T2/0 1 missing");
    expect_links("counter-lost-write-decrement-yes", "lost-write",
                 "T1 -> T2 realtime; T2/0 -> T1/0 rw x: -1");
    expect_links("counter-missed-process-yes", "missed-increment-process",
                 "T1 -> T2 process; T2/0 -> T1/0 rw x: 1");
    expect_links("counter-missed-realtime-yes", "missed-increment-realtime",
                 "T1 -> T2 realtime; T2/0 -> T1/0 rw x: 1");
    expect_links("counter-early-process-yes", "early-increment-process",
                 "T1 -> T2 process; T2/0 -> T1/0 wr x: 1");
    expect_links("counter-early-realtime-yes", "early-increment-realtime",
                 "T1 -> T2 realtime; T2/0 -> T1/0 wr x: 1");
}

static void test_revealed(void **state) {
    (void)state;
    expect_links("timestamps-late-list-yes", "G-SIa", "T1/0 -> T2/0 wr x: 1");
    expect_links("timestamps-late-counter-yes", "G-SIa", "T1/0 -> T2/0 wr x: 1");
    expect_links("timestamps-overlap-list-yes", "G-SIa", "T1/0 -> T2/0 ww x: 1, 2");
    expect_links("timestamps-stale-register-yes", "G-SIa",
                 "T3/0 -> T2/0 rw x: 1, 2; T1/0 -> T3/0 wr x: 1");
    expect_links("timestamps-missed-counter-yes", "G-SIb",
                 "T3/0 -> T2/0 rw x: 2; T3/0 -> T1/0 rw x: 1");
}

/* What is wrong is in one read. */
static void test_none(void **state) {
    (void)state;
    expect_links("garbage-read-yes", "garbage-read", "");
    expect_links("duplicate-elements-yes", "duplicate-elements", "");
    expect_links("register-incompatible-versions-yes", "incompatible-versions", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seen), cmocka_unit_test(test_own),      cmocka_unit_test(test_orders),
        cmocka_unit_test(test_time), cmocka_unit_test(test_revealed), cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
