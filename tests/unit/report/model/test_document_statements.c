/*
 * test_document_statements.c - src/report/model/document_statements.c: which transactions are
 * described, what the callback is told, and that the statements reach every report and are read
 * back.
 */
#include "minos.h"
#include "support/units.h"

#define LIVE "{\"schema\":1,\"minos\":\"0\",\"target\":\"t\"}"

/* Write skew: the process 9 has no part in it. */
#define HISTORY                                                                                    \
    "{:type :invoke, :process 0, :node \"n1\", :value [[:r 1 nil] [:append 2 -3]]}\n"              \
    "{:type :invoke, :process 1, :value [[:r 2 nil] [:append 1 7]]}\n"                             \
    "{:type :invoke, :process 9, :value [[:append 5 1]]}\n"                                        \
    "{:type :ok, :process 0, :node \"n1\", :value [[:r 1 []] [:append 2 -3]]}\n"                   \
    "{:type :ok, :process 1, :value [[:r 2 []] [:append 1 7]], :final true}\n"                     \
    "{:type :fail, :process 9, :value [[:append 5 1]], :error [:a], :failed-at 1}\n"

static unsigned calls;

static minos_status describe(const char *live, const minos_transaction *txn, char **text) {
    mns_buf out;
    mns_buf_init(&out);
    assert_string_equal(live, LIVE);
    calls++;
    for (size_t i = 0; i < txn->count; i++) {
        const minos_operation *o = &txn->operations[i];
        mns_buf_printf(&out, "%s %lld %lld\n", o->write ? "put" : "get", (long long)o->key,
                       (long long)o->value);
    }
    mns_buf_printf(&out, "-- %s %d %s %s", txn->node == NULL ? "-" : txn->node, txn->final_read,
                   txn->error == NULL ? "-" : txn->error,
                   txn->failed_at == NULL ? "-" : txn->failed_at);
    *text = mns_buf_take(&out, NULL);
    return MINOS_OK;
}

static char *render(const char *history, const char *live, minos_view view, unsigned flags) {
    minos_options options;
    minos_options_init(&options);
    options.statements = describe;
    options.live = live;
    minos_result *result = NULL;
    assert_int_equal(minos_check_memory("h.edn", history, strlen(history), &options, &result),
                     MINOS_OK);
    char *text = NULL;
    size_t size;
    assert_int_equal(minos_result_render(result, view, flags, &text, &size), MINOS_OK);
    minos_result_free(result);
    return text;
}

static void expect_in(char *text, const char *expected) {
    if (strstr(text, expected) == NULL) {
        fail_msg("%s is not in %s", expected, text);
    }
    minos_free(text);
}

static void test_every_view(void **state) {
    (void)state;
    calls = 0;
    expect_in(render(HISTORY, LIVE, MINOS_VIEW_JSON, 0),
              "\"statements\":[\"get 1 0\",\"put 2 -3\",\"-- n1 0 - -\"]");
    assert_int_equal(calls, 2); /* only the transactions of the witness */
    expect_in(render(HISTORY, LIVE, MINOS_VIEW_JSON, 0),
              "\"statements\":[\"get 2 0\",\"put 1 7\",\"-- - 1 - -\"]");
    expect_in(render(HISTORY, LIVE, MINOS_VIEW_TEXT, 0), "  Statements:\n"
                                                         "    T1:\n"
                                                         "      get 1 0\n"
                                                         "      put 2 -3\n"
                                                         "      -- n1 0 - -\n"
                                                         "    T2:\n");
    char *page = render(HISTORY, LIVE, MINOS_VIEW_HTML, 0);
    minos_free(page);
}

/* A transaction that failed, and where. */
static void test_failures(void **state) {
    (void)state;
    expect_in(render("{:type :invoke, :process 0, :value [[:append 1 1]]}\n"
                     "{:type :fail, :process 0, :value [[:append 1 1]], :error [:a], :failed-at "
                     ":commit}\n"
                     "{:type :invoke, :process 1, :value [[:r 1 nil]]}\n"
                     "{:type :ok, :process 1, :value [[:r 1 [1]]]}\n",
                     LIVE, MINOS_VIEW_TEXT, 0),
              "-- - 0 [:a] commit\n");
}

/* Without a description of the run, or with keys that no run has, there are none. */
static void test_none(void **state) {
    (void)state;
    calls = 0;
    char *text = render(HISTORY, NULL, MINOS_VIEW_TEXT, 0);
    assert_null(strstr(text, "Statements"));
    minos_free(text);
    text = render("{:type :ok, :process 0, :value [[:r :x [1]]]}\n"
                  "{:type :fail, :process 1, :value [[:append :x 1]]}\n",
                  LIVE, MINOS_VIEW_JSON, 0);
    assert_null(strstr(text, "\"statements\""));
    minos_free(text);
    assert_int_equal(calls, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_view),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
