/*
 * test_pipeline.c - src/pipeline.c: every stage runs once, and the result is the same bytes
 * whatever the threads.
 */
#include "pipeline.h"
#include "support/units.h"

static minos_result *run(const char *history, const minos_options *options, minos_status expected) {
    minos_result *result = NULL;
    assert_int_equal(minos_check_memory("h", history, strlen(history), options, &result), expected);
    return result;
}

static minos_options defaults(void) {
    minos_options options;
    minos_options_init(&options);
    return options;
}

static void expect_reason(const char *history, const char *reason) {
    minos_options options = defaults();
    minos_result *r = run(history, &options, MINOS_OK);
    assert_int_equal(minos_result_verdict(r), MINOS_UNKNOWN);
    if (strstr(minos_result_reason(r), reason) == NULL) {
        fail_msg("%s", minos_result_reason(r));
    }
    minos_result_free(r);
}

static void nothing_to_judge_is_unknown(void **state) {
    (void)state;
    expect_reason("", "the history is empty");
    expect_reason("[]", "the history is empty");
    expect_reason("{:type :info, :process :nemesis}",
                  "no operation carries micro-operations of a client");
    expect_reason("{:type :ok, :process 0, :value [[:append :x 1]]}", "");
}

/* An edge that would lead to a transaction of unknown outcome is not nothing. */
static void possible_edges_are_something(void **state) {
    (void)state;
    minos_options options = defaults();
    char *text = unit_text("0: ax1 / 1: rx / ok 1: rx[]", false);
    minos_result *r = run(text, &options, MINOS_OK);
    assert_true(r->graph.possible);
    assert_int_equal(minos_result_verdict(r), MINOS_VALID);
    minos_result_free(r);
    free(text);
}

typedef struct stages {
    char names[8][32];
    size_t count;
} stages;

static void note_stage(void *context, const char *stage, double fraction) {
    stages *s = context;
    assert_true(fraction >= 0 && fraction <= 1);
    if (s->count == 0 || strcmp(s->names[s->count - 1], stage) != 0) {
        assert_true(s->count < 8 && strlen(stage) < 32);
        memcpy(s->names[s->count++], stage, strlen(stage) + 1);
    }
}

static void stages_come_once_and_in_order(void **state) {
    (void)state;
    static const char *const expected[] = {"reading",
                                           "inferring",
                                           "ordering versions",
                                           "building the graph",
                                           "searching for cycles",
                                           "certifying",
                                           "explaining"};
    stages seen = {.count = 0};
    minos_options options = defaults();
    options.progress = note_stage;
    options.progress_context = &seen;
    minos_result_free(run("{:type :ok, :process 0, :value []}", &options, MINOS_OK));
    assert_int_equal(seen.count, MNS_COUNT_OF(expected));
    for (size_t i = 0; i < seen.count; i++) {
        assert_string_equal(seen.names[i], expected[i]);
    }
    seen.count = 0; /* a history that is refused gets no further */
    minos_result_free(run("{:type :no}", &options, MINOS_EINPUT));
    assert_true(seen.count <= 1);
}

/* What is found counts in full, what is kept is bounded. */
static void witnesses_are_bounded(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    for (int i = 0; i < 20; i++) {
        mns_buf_printf(&text, "{:type :ok, :process 0, :value [[:r %d [7]]]}\n", i);
    }
    minos_options options = defaults();
    for (unsigned limit = 0; limit < 30; limit += 5) {
        options.max_witnesses = limit;
        minos_result *r = run(text.data, &options, MINOS_OK);
        assert_int_equal(r->cases.total[MNS_A_GARBAGE_READ], 20);
        assert_int_equal(r->witnesses.count, limit < 20 ? limit : 20);
        assert_true(minos_result_has_anomaly(r, "garbage-read"));
        assert_int_equal(minos_result_verdict(r), MINOS_VIOLATED);
        minos_result_free(r);
    }
    mns_buf_release(&text);
}

static char *render(const char *text, unsigned threads) {
    minos_options options = defaults();
    options.threads = threads;
    minos_result *r = run(text, &options, MINOS_OK);
    char *shown = NULL;
    size_t size;
    assert_int_equal(minos_result_render(r, MINOS_VIEW_EDN, MINOS_VERBOSE, &shown, &size),
                     MINOS_OK);
    minos_result_free(r);
    return shown;
}

/* Random histories pass the re-checker, and come out the same on one thread and on many. */
static void results_do_not_depend_on_threads(void **state) {
    (void)state;
    uint64_t random = 61;
    for (int round = 0; round < 100; round++) {
        char *notation = unit_random_history(&random, 50, 3, 6);
        char *text = unit_text(notation, false);
        char *one = render(text, 1), *many = render(text, 8);
        assert_string_equal(one, many);
        minos_free(one);
        minos_free(many);
        free(text);
        free(notation);
    }
}

static void both_notations_are_judged_alike(void **state) {
    (void)state;
    uint64_t random = 62;
    for (int round = 0; round < 100; round++) {
        char *notation = unit_random_history(&random, 40, 3, 5);
        char *edn = unit_text(notation, false), *json = unit_text(notation, true);
        minos_options options = defaults();
        minos_result *a = run(edn, &options, MINOS_OK), *b = run(json, &options, MINOS_OK);
        assert_memory_equal(a->judgement.found, b->judgement.found, sizeof a->judgement.found);
        assert_memory_equal(a->cases.total, b->cases.total, sizeof a->cases.total);
        assert_memory_equal(a->cycles.total, b->cycles.total, sizeof a->cycles.total);
        assert_int_equal(a->witnesses.count, b->witnesses.count);
        minos_result_free(a);
        minos_result_free(b);
        free(edn);
        free(json);
        free(notation);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_to_judge_is_unknown),
        cmocka_unit_test(possible_edges_are_something),
        cmocka_unit_test(stages_come_once_and_in_order),
        cmocka_unit_test(witnesses_are_bounded),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(both_notations_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
