/* test_dot.c - cycles as Graphviz graphs: nodes, edges, escapes, shortened lists. */
#include "report/picture/picture.h"
#include "unit/support/report_fixture.h"

/* Writes the only witness. */
static void write_dot(fixture *f) {
    fixture_judge(f, true);
    const mns_doc_anomaly *anomaly = &fixture_document(f)->anomalies[0];
    mns_report_dot(&anomaly->witnesses[0], anomaly->anomaly, &f->out);
}

static void test_read_skew(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "none", NULL);
    fixture_read_skew(&f);
    write_dot(&f);
    expect_text(&f, "digraph \"G-single-item\" {\n");
    expect_text(
        &f, "  t0 [color=\"#0058AD\" label=\"{T12\\ ok|{<m0> r\\ :x\\ [1]|<m1> r\\ :y\\ []}}\"]");
    expect_text(&f,
                "  t1 [color=\"#0058AD\" label=\"{T13\\ ok|{<m0> a\\ :x\\ 1|<m1> a\\ :y\\ 1}}\"]");
    expect_text(&f, "  t0:m1 -> t1:m1 [label=\"rw\\ :y:\\ init,\\ 1\" color=\"#5B00C0\" "
                    "fontcolor=\"#5B00C0\"]\n");
    expect_text(&f, "  t1:m0 -> t0:m0 [label=\"wr\\ :x:\\ 1\" color=\"#C000A5\"");
    assert_string_equal(f.out.data + f.out.size - 2, "}\n");
    fixture_close(&f);
}

static void test_order_edge(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f, fixture_edn, "none", NULL);
    fixture_read_skew(&f);
    f.items[0].steps[0].reason = (mns_reason){.kind = MNS_REALTIME, .key = MNS_NONE};
    write_dot(&f);
    expect_text(&f, "  t0 -> t1 [label=\"realtime\" color=\"#0050C0\"");
    fixture_close(&f);
}

static void test_escapes_and_long_lists(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f,
                 "{:type :ok, :process 0, :value [[:append \"a{|}<> \\\"\" 1]]}\n"
                 "{:type :ok, :process 0, :value [[:r 1 [1 2 3 4 5 6 7 8 9 10 11 12 13 14]]]}\n"
                 "{:type :ok, :process 0, :value [[:r 2 [1 2 3 4 5 6 7 8 9 10 11 12]]]}\n",
                 "none", NULL);
    uint32_t txns[] = {0, 1, 2};
    mns_witness *witness = fixture_add(&f, MNS_A_G0);
    witness->txns = txns;
    witness->txn_count = 3;
    write_dot(&f);
    expect_text(&f, "a\\ \\\"a\\{\\|\\}\\<\\>\\ \\\\\\\"\\\"\\ 1}}\"]");
    expect_text(&f, "r\\ 1\\ [1\\ 2\\ ...\\ 13\\ 14]");
    expect_text(&f, "r\\ 2\\ [1\\ 2\\ 3\\ 4\\ 5\\ 6\\ 7\\ 8\\ 9\\ 10\\ 11\\ 12]");
    fixture_close(&f);
}

/* Quotes, backslashes and entities of the history reach the picture as they are, in records and in
 * the labels of edges; text without them is not changed. */
static void test_escapes_of_a_step(void **state) {
    (void)state;
    mns_doc_mop mops[] = {{.label = "r \"a\\N\" &lt;\n"}, {.label = "r 'a/N' lt;"}};
    mns_doc_txn txns[] = {{.mops = mops, .mop_count = 2, .mops_total = 2, .type = MNS_TXN_OK}};
    mns_doc_step steps[] = {
        {.kind = MNS_RW, .from_mop = 0, .to_mop = MNS_NONE, .label = "rw \"a\\N\" &lt;: 1"},
        {.kind = MNS_WR, .from_mop = 1, .to_mop = MNS_NONE, .label = "wr 'a/N' lt;: 1"}};
    mns_doc_witness witness = {.txns = txns, .txn_count = 1, .steps = steps, .step_count = 2};
    mns_buf out;
    mns_buf_init(&out);
    mns_report_dot(&witness, MNS_A_G0, &out);
    assert_false(out.failed);
    assert_non_null(strstr(out.data, "<m0> r\\ \\\"a\\\\N\\\"\\ &amp;lt;?|"));
    assert_non_null(strstr(out.data, "<m1> r\\ 'a/N'\\ lt;}}\"]"));
    assert_non_null(strstr(out.data, "[label=\"rw\\ \\\"a\\\\N\\\"\\ &amp;lt;:\\ 1\""));
    assert_non_null(strstr(out.data, "[label=\"wr\\ 'a/N'\\ lt;:\\ 1\""));
    mns_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_read_skew),
        cmocka_unit_test(test_order_edge),
        cmocka_unit_test(test_escapes_and_long_lists),
        cmocka_unit_test(test_escapes_of_a_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
