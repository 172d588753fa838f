/* test_document_make.c - a finished check as plain data: src/report/model/document_make.c and
 * _witness.c. */
#include "report/json/json_results.h"
#include "report/model/document_make.h"
#include "report/text/text_report.h"
#include "unit/support/document_support.h"

#define OP(type, process, time, rest)                                                              \
    "{:type :" type ", :process " #process ", :f :txn, :time " #time ", " rest "}\n"

static const char skew[] = OP("invoke", 7, 100, ":value [[:r :x nil] [:append :y 1]]")
    OP("invoke", 3, 200, ":value [[:r :y nil] [:append :x 1]]")
        OP("ok", 7, 300, ":value [[:r :x []] [:append :y 1]]")
            OP("ok", 3, 450, ":value [[:r :y []] [:append :x 1]]")
                OP("invoke", 3, 500, ":value [[:r :x nil] [:r :y nil]]")
                    OP("ok", 3, 900, ":value [[:r :x [1]] [:r :y [1]]]");

static void test_cycle(void **state) {
    (void)state;
    checked c;
    checked_open(&c, skew);
    const mns_document *d = &c.document;
    assert_string_equal(d->name, "h.edn");
    assert_string_equal(d->workload, "list-append");
    assert_false(d->json || d->judgement.untested);
    assert_int_equal(d->counts.transactions, 3);
    assert_int_equal(d->span_ns, 800);
    assert_int_equal(d->judgement.verdict, MINOS_VIOLATED);
    assert_int_equal(d->request.model_count, 1);
    assert_string_equal(d->request.names[0], "strict-serializable");
    assert_int_equal(d->anomaly_count, 1);
    const mns_doc_witness *w = checked_witness(&c, "G2-item");
    assert_string_equal(w->name, "write skew");
    assert_int_equal(w->txn_count, 2);
    assert_int_equal(w->step_count, 2);
    assert_int_equal(w->link_count, 0);
    assert_null(w->key);
    const mns_doc_txn *t = &w->txns[0];
    assert_int_equal(t->index, 2);
    assert_int_equal(t->process.number, 7);
    assert_int_equal(t->invoke, 0);
    assert_int_equal(t->complete, 2);
    assert_int_equal(t->invoke_ns, 100);
    assert_int_equal(t->complete_ns, 300);
    assert_string_equal(t->value, "[[\"r\",\"x\",[]],[\"append\",\"y\",1]]");
    assert_string_equal(t->edn, "{:index 2, :type :ok, :process 7, :f :txn, :value [[:r :x []] "
                                "[:append :y 1]], :time 300}");
    const mns_doc_step *s = &w->steps[0];
    assert_int_equal(s->kind, MNS_RW);
    assert_int_equal(s->from_mop, 0);
    assert_int_equal(s->to_mop, 1);
    assert_string_equal(s->key, "\"x\"");
    assert_string_equal(s->value, "null");
    assert_string_equal(s->next, "1");
    assert_string_equal(s->label, "rw :x: init, 1");
    assert_true(t->mops[0].matters && t->mops[1].matters);
    checked_close(&c);
}

/* The document does not refer to the check, and has as many witnesses as requested. */
static void test_outlives_the_check(void **state) {
    (void)state;
    checked c;
    checked_open(&c, skew);
    mns_document d;
    assert_int_equal(mns_document_make(&d, &c.report, 0, false), MINOS_OK);
    assert_int_equal(d.anomalies[0].count, 1);
    assert_int_equal(d.anomalies[0].witness_count, 0);
    mns_document_release(&d);
    assert_int_equal(mns_document_make(&d, &c.report, 1, true), MINOS_OK);
    checked_close(&c);
    mns_buf out;
    mns_buf_init(&out);
    mns_report_text(&d, MINOS_VERBOSE, &out);
    mns_report_json(&d, &out);
    assert_non_null(strstr(out.data, "observed the initial (empty) state of :x"));
    mns_buf_release(&out);
    mns_document_release(&d);
}

/* What holds where nothing was tested is not said, and a verdict that is not unknown has no reason.
 * */
static void test_unknown(void **state) {
    (void)state;
    checked c;
    checked_open(&c, "{:type :ok, :process 0, :value [[:append 1 1]]}\n");
    assert_int_equal(c.document.judgement.verdict, MINOS_UNKNOWN);
    assert_true(c.document.judgement.untested);
    assert_non_null(c.document.judgement.reason);
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        assert_false(c.document.judgement.holds[m]);
    }
    assert_int_equal(c.document.span_ns, MNS_NO_TIME);
    checked_close(&c);
    checked_open(&c, skew);
    assert_null(c.document.judgement.reason);
    checked_close(&c);
}

static void test_outcomes(void **state) {
    (void)state;
    checked c;
    checked_open(&c, "{:type :invoke, :process 0, :value [[:append 1 1]]}\n"
                     "{:type :fail, :process 0, :value [[:append 1 1]], :error [:conflict\n  "
                     "\"try again\"]}\n"
                     "{:type :invoke, :process 1, :value [[:append 1 2] [:append 1 3]]}\n"
                     "{:type :invoke, :process 2, :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 2, :value [[:r 1 [1 2]]]}\n");
    const mns_doc_witness *w = checked_witness(&c, "G1a");
    assert_int_equal(w->txns[0].type, MNS_TXN_FAIL);
    assert_string_equal(w->txns[0].error, "[:conflict   \"try again\"]");
    assert_null(w->txns[1].error);
    assert_int_equal(w->txns[0].invoke_ns, MNS_NO_TIME);
    assert_string_equal(w->key, "1");
    assert_string_equal(w->element, "1");
    w = checked_witness(&c, "G1b");
    assert_int_equal(w->txns[0].complete, MNS_NO_POSITION); /* never completed */
    assert_int_equal(w->txns[0].index, 2);
    assert_non_null(strstr(w->txns[0].edn, ":type :invoke"));
    checked_close(&c);
}

static void test_find(void **state) {
    (void)state;
    checked c;
    checked_open(&c, skew);
    assert_non_null(mns_document_anomaly(&c.document, MNS_A_G2_ITEM));
    assert_null(mns_document_anomaly(&c.document, MNS_A_G0));
    checked_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cycle),   cmocka_unit_test(test_outlives_the_check),
        cmocka_unit_test(test_unknown), cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_find),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
