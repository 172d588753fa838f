/* test_text_timeline.c - a witness drawn in lines of text: order, ends, cuts, faults. */
#include "report/text/text_timeline.h"
#include "unit/support/document_fixture.h"

static bool draw(document_fixture *f) {
    mns_buf_clear(&f->out);
    bool drawn = mns_write_timeline(&f->document, &f->witness, "Timeline:\n", 2, &f->out);
    assert_false(f->out.failed);
    return drawn;
}

static void expect_drawn(document_fixture *f, const char *expected) {
    assert_true(draw(f));
    if (strcmp(f->out.data, expected) != 0) {
        print_error("expected:\n%sgot:\n%s", expected, f->out.data);
        fail();
    }
}

/* No line of what was drawn has more than 78 characters; narrow ones only, here. */
static void expect_narrow(const document_fixture *f) {
    size_t column = 0;
    for (const char *p = f->out.data; *p != '\0'; p++) {
        column += ((unsigned char)*p & 0xC0) != 0x80 ? 1 : 0;
        column = *p == '\n' ? 0 : column;
        assert_true(column <= 78);
    }
}

static void test_concurrent(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├─ T2: append :x 1, append :y 1 ─┤\n"
                     "  process 7    ├─ T1: r :x [1], r :y [] ─┤\n");
    document_fixture_close(&f);
}

static void test_one_process(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.txns[1] = (mns_doc_txn){.process.number = 7, .invoke = 5, .complete = 9, .mops = f.mops + 2};
    expect_drawn(&f, "Timeline:\n"
                     "  process 7  ├─ T1: r :x [1], r :y [] ─┤ ├─ T2 ─┤\n");
    document_fixture_close(&f);
}

/* A lane names the node of its transactions if it is the same for all. */
static void test_nodes(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.txns[0].node = "n2";
    f.txns[1].node = "n1";
    expect_drawn(&f, "Timeline:\n"
                     "  process 0 on n1  ├─ T2: append :x 1, append :y 1 ─┤\n"
                     "  process 7 on n2    ├─ T1: r :x [1], r :y [] ─┤\n");
    f.txns[1] = (mns_doc_txn){
        .process.number = 7, .node = "n1", .invoke = 5, .complete = 9, .mops = f.mops + 2};
    expect_drawn(&f, "Timeline:\n"
                     "  process 7  ├─ T1: r :x [1], r :y [] ─┤ ├─ T2 ─┤\n");
    document_fixture_close(&f);
}

static void test_outcomes(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.txns[0].type = MNS_TXN_FAIL;
    f.txns[1].type = MNS_TXN_INFO;
    f.txns[1].complete = MNS_NO_POSITION;
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├─ T2: append :x 1, append :y 1 ╌>\n"
                     "  process 7    ├─ T1: r :x [1], r :y [] ─✗\n");
    f.txns[1].complete = 4; /* recorded as unknown at 4, which ends nothing */
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├─ T2: append :x 1, append :y 1 ╌>\n"
                     "  process 7    ├─ T1: r :x [1], r :y [] ─✗\n");
    f.txns[0].process.number = 0; /* the process went on under its number */
    f.txns[0].invoke = 5;
    f.txns[0].complete = 6;
    expect_drawn(&f,
                 "Timeline:\n"
                 "  process 0  ├─ T2: append :x 1, append :y 1 ╌>├─ T1: r :x [1], r :y [] ─✗\n");
    document_fixture_close(&f);
}

static void test_not_drawn(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.witness.txn_count = 1;
    assert_false(draw(&f));
    f.witness.txn_count = 2;
    f.txns[0].invoke = MNS_NO_POSITION; /* completions only */
    assert_false(draw(&f));
    f.txns[0].invoke = 1;
    f.txns[0].complete = MNS_NO_POSITION;
    assert_false(draw(&f));
    f.txns[0].complete = 1; /* impossible in a history, but saved results are untrusted */
    assert_false(draw(&f));
    f.witness.txn_count = 9;
    assert_false(draw(&f));
    document_fixture_close(&f);
}

static void test_only_what_matters(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.mops[1].matters = f.mops[2].matters = false;
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├─ T2: append :y 1 ──┤\n"
                     "  process 7    ├─ T1: r :x [1] ─┤\n");
    document_fixture_close(&f);
}

/* Eight one after the other, names of lanes as long as they can be. */
static void test_crowded(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    for (uint32_t i = 0; i < 8; i++) {
        f.txns[i] = f.txns[0];
        f.txns[i].process.number = INT64_MIN + i;
        f.txns[i].invoke = 2 * i;
        f.txns[i].complete = 2 * i + 1;
    }
    f.witness.txn_count = 8;
    assert_true(draw(&f));
    expect_narrow(&f);
    document_expect(&f, "  process -9223372036854775808  ├T1┤ r :x [1], r :y []\n");
    document_expect(&f, "                   r :x [1], r :y [] ├T8┤\n");
    f.txns[7].type = MNS_TXN_INFO;
    f.txns[7].complete = MNS_NO_POSITION;
    assert_true(draw(&f));
    expect_narrow(&f);
    document_expect(&f, " r :x [1], r :y [] ├T8>\n");
    document_fixture_close(&f);
}

static void test_cut(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    for (uint32_t i = 0; i < 3; i++) {
        f.txns[i] = f.txns[i % 2];
        f.txns[i].process.number = (int64_t)i;
        f.txns[i].invoke = 2 * i;
        f.txns[i].complete = 2 * i + 1;
    }
    f.witness.txn_count = 3;
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├T1┤ r :x [1], r :y []\n"
                     "  process 1       ├T2┤ append :x 1, append :y 1\n"
                     "  process 2            ├T3┤ r :x [1], r :y []\n");
    for (uint32_t i = 0; i < 3; i++) {
        f.txns[i].process.number = 5; /* in one lane there is space only beside the last bar */
    }
    expect_drawn(
        &f, "Timeline:\n"
            "  process 5  ├─ T1: r :x [1]... ─┤ ├─ T2: append :... ─┤ ├─ T3: r :x [1]... ─┤\n");
    f.mops[0].label = "r :x [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21]";
    f.witness.txn_count = 2;
    f.txns[1].process.number = 6;
    f.txns[1].invoke = 0;
    f.txns[0].invoke = 1;
    f.txns[0].complete = 4;
    expect_drawn(
        &f, "Timeline:\n"
            "  process 6  ├─ T2: append :x 1, append :y 1 ─┤\n"
            "  process 5    ├─ T1: r :x [1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18... ─┤\n");
    document_fixture_close(&f);
}

static void test_hostile_labels(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    f.mops[0].label = "r \033[2J\n\u0301\xFF 猫";
    f.mops[1].label = "";
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├─ T2: append :x 1, append :y 1 ─┤\n"
                     "  process 7    ├─ T1: r ?[2J??? 猫,  ─┤\n");
    document_fixture_close(&f);
}

/* In words, or by name if the words do not fit. */
static void test_faults(void **state) {
    (void)state;
    document_fixture f;
    document_fixture_open(&f);
    static const char process[] = ":nemesis";
    mns_doc_fault faults[] = {
        {.position = 0, .until = 0, .process = process, .function = ":before", .brief = "before"},
        {.position = 12,
         .until = 25,
         .process = process,
         .function = ":start-partition",
         .brief = "network cut between n1 and all clients and other nodes"},
        {.position = 15,
         .until = MNS_NO_POSITION,
         .process = process,
         .function = ":kill",
         .brief = "n2 killed"},
        {.position = 16, .until = 16, .process = process, .function = ":third", .brief = "third"},
        {.position = 99, .until = 99, .process = process, .function = ":after", .brief = "after"}};
    f.document.faults = faults;
    f.document.fault_count = 5;
    f.txns[1].invoke = 10;
    f.txns[0].invoke = 20;
    f.txns[0].complete = 30;
    f.txns[1].complete = 40;
    expect_drawn(&f, "Timeline:\n"
                     "  process 0  ├─ T2: append :x 1, append :y 1 ─┤\n"
                     "  process 7    ├─ T1: r :x [1], r :y [] ─┤\n"
                     "  :nemesis    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ start-partition\n"
                     "  :nemesis    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ n2 killed\n"
                     "  1 more fault\n");
    document_fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_concurrent),     cmocka_unit_test(test_one_process),
        cmocka_unit_test(test_outcomes),       cmocka_unit_test(test_nodes),
        cmocka_unit_test(test_not_drawn),      cmocka_unit_test(test_only_what_matters),
        cmocka_unit_test(test_crowded),        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_hostile_labels), cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
