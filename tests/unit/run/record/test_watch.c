/* test_watch.c - src/run/record/watch.c: a run is stopped by violations of the models and by
 * nothing else.
 *
 * The history grows; each key is appended to by one transaction and read by the next, which sees
 * it, or once does not. */
#include "run/record/watch.h"
#include "unit/support/record_support.h"

typedef struct growing {
    recording r;
    uint64_t key;
    mns_watch *watch;
} growing;

static void start(growing *g, const char *models) {
    minos_options options;
    minos_options_init(&options);
    options.models = models;
    recording_start(&g->r, 1);
    g->key = 0;
    g->watch = mns_watch_start(g->r.path, g->r.recorder, &options);
    assert_non_null(g->watch);
}

static void finish(growing *g) {
    mns_watch_finish(g->watch);
    assert_int_equal(recording_finish(&g->r), MINOS_OK);
    recording_release(&g->r);
}

static void record(growing *g, bool write, const char *answer) {
    mns_run_txn *txn = &g->r.txn;
    mns_run_txn_clear(txn);
    mns_run_txn_push(txn, write, g->key, 1);
    mns_recorder_invoke(g->r.recorder, 0, 0, txn);
    if (!write) {
        mns_answer_list(txn, 0, answer, strlen(answer));
    }
    mns_recorder_complete(g->r.recorder, 0, 0, txn, MNS_OUTCOME_OK, NULL);
}

static void grow(growing *g, unsigned times, const char *answer) {
    for (unsigned i = 0; i < times; i++) {
        record(g, true, "");
        record(g, false, answer);
        g->key++;
    }
}

/* Grows every 10 ms, until it is stopped or that many milliseconds have passed. */
static bool grows_on(growing *g, unsigned ms) {
    for (unsigned i = 0; i < ms / 10 && !mns_watch_violated(g->watch); i++) {
        grow(g, 1 + (unsigned)g->key / 20, "1");
        recording_pause(10);
    }
    return mns_watch_violated(g->watch);
}

static void a_violation_stops_it(void **state) {
    (void)state;
    growing g;
    start(&g, "strict-serializable");
    grow(&g, 100, "1");
    grow(&g, 1, "");
    while (!mns_watch_violated(g.watch)) {
        grows_on(&g, 10);
    }
    finish(&g);
}

/* Found by a later check: the first one sees no violation. */
static void a_late_violation_stops_it(void **state) {
    (void)state;
    growing g;
    start(&g, "strict-serializable");
    grow(&g, 10, "1");
    assert_false(grows_on(&g, 1500));
    grow(&g, 1, "");
    while (!mns_watch_violated(g.watch)) {
        grows_on(&g, 10);
    }
    finish(&g);
}

static void valid_histories_do_not_stop_it(void **state) {
    (void)state;
    growing g;
    start(&g, "strict-serializable");
    grow(&g, 100, "1");
    assert_false(grows_on(&g, 2000));
    finish(&g);
}

/* A stale read is allowed by a model without real time. */
static void other_models_do_not_count(void **state) {
    (void)state;
    growing g;
    start(&g, "serializable");
    grow(&g, 10, "");
    assert_false(grows_on(&g, 2000));
    finish(&g);
}

/* A duplicate append makes the history ambiguous: rejected. */
static void rejected_histories_do_not_stop_it(void **state) {
    (void)state;
    growing g;
    start(&g, "strict-serializable");
    grow(&g, 1, "");
    record(&g, true, "");
    record(&g, true, "");
    assert_false(grows_on(&g, 2000));
    finish(&g);
    start(&g, "no-such-model");
    grow(&g, 1, "");
    assert_false(grows_on(&g, 1500));
    finish(&g);
}

static void it_ends_at_any_time(void **state) {
    (void)state;
    growing g;
    start(&g, "strict-serializable"); /* before anything was recorded */
    finish(&g);
    start(&g, "strict-serializable"); /* about when it checks */
    grow(&g, 30000, "1");
    recording_pause(1010);
    finish(&g);
    start(&g, "strict-serializable"); /* when the file is gone */
    grow(&g, 1, "");
    recording_wait(&g.r, 1);
    assert_int_equal(remove(g.r.path), 0);
    recording_pause(1300);
    assert_false(mns_watch_violated(g.watch));
    finish(&g);
    mns_watch_finish(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_violation_stops_it),
        cmocka_unit_test(a_late_violation_stops_it),
        cmocka_unit_test(valid_histories_do_not_stop_it),
        cmocka_unit_test(other_models_do_not_count),
        cmocka_unit_test(rejected_histories_do_not_stop_it),
        cmocka_unit_test(it_ends_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
