/*
 * test_run_stats.c - src/report/model/run_stats.c: what a run looks like over time, whatever its
 * times.
 */
#include <inttypes.h>

#include "report/model/document_make.h"
#include "unit/support/context_support.h"

#define NO_TIME INT64_MIN

/* Adds a transaction: invoked and completed at these times, or at none. */
static void add_txn(mns_buf *text, const char *type, uint32_t n, int64_t invoke, int64_t complete) {
    for (int half = 0; half < 2; half++) {
        int64_t time = half == 0 ? invoke : complete;
        mns_buf_printf(text, "{:type :%s, :process 0, ", half == 0 ? "invoke" : type);
        if (time != NO_TIME) {
            mns_buf_printf(text, ":time %" PRId64 ", ", time);
        }
        mns_buf_printf(text, ":value [[:append 1 %" PRIu32 "]]}\n", n);
    }
}

static void open_run(context *c, mns_buf *text) {
    assert_false(text->failed);
    context_open(c, text->data, text->size);
    mns_document_run(&c->document, &c->report);
    assert_false(c->document.arena.failed);
}

static void buckets_have_rates_and_latencies(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 100; i++) { /* a transaction each ms, its latency i + 1 us */
        int64_t end = 5000000 + (int64_t)i * 1000000;
        add_txn(&text,
                i == 7   ? "fail"
                : i == 8 ? "info"
                         : "ok",
                i, end - ((int64_t)i + 1) * 1000, end);
    }
    open_run(&c, &text);
    const mns_doc_run *run = c.document.run;
    assert_non_null(run);
    assert_int_equal(run->every, 1);
    assert_int_equal(run->start_ns, 5000000 - 1000);
    assert_int_equal(run->width_ns, 1000000);
    assert_int_equal(run->bucket_count, 100);
    assert_int_equal(c.document.span_ns, 99001000);
    for (uint32_t b = 0; b < 100; b++) {
        const mns_doc_bucket *bucket = &run->buckets[b];
        assert_int_equal(bucket->ok, b != 7 && b != 8);
        assert_int_equal(bucket->fail, b == 7);
        assert_int_equal(bucket->info, b == 8);
        int64_t latency = b == 7 || b == 8 ? -1 : ((int64_t)b + 1) * 1000;
        assert_int_equal(bucket->p50_ns, latency);
        assert_int_equal(bucket->max_ns, latency);
    }
    context_close(&c);
    mns_buf_release(&text);
}

static void percentiles_are_exact(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 200; i++) { /* all at once, latencies 1 .. 200 in a mixed order */
        add_txn(&text, "ok", i, 1000 - 1 - (i * 77) % 200, 1000);
    }
    add_txn(&text, "ok", 200, 1000, 1000000000); /* makes the buckets wide */
    open_run(&c, &text);
    const mns_doc_bucket *bucket = &c.document.run->buckets[0];
    assert_int_equal(c.document.run->width_ns, 10000000);
    assert_int_equal(bucket->ok, 200);
    assert_int_equal(bucket->p50_ns, 100);
    assert_int_equal(bucket->p95_ns, 190);
    assert_int_equal(bucket->p99_ns, 198);
    assert_int_equal(bucket->max_ns, 200);
    context_close(&c);
    mns_buf_release(&text);
}

static void without_times_there_is_no_run(void **state) {
    (void)state;
    mns_buf text;
    context c;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 100; i++) {
        add_txn(&text, "ok", i, NO_TIME, i % 2 == 0 ? NO_TIME : -5);
    }
    open_run(&c, &text);
    assert_null(c.document.run);
    assert_int_equal(c.document.span_ns, MNS_NO_TIME);
    context_close(&c);
    mns_buf_release(&text);
    context_open(&c, "", 0);
    mns_document_run(&c.document, &c.report);
    assert_null(c.document.run);
    assert_int_equal(c.document.span_ns, MNS_NO_TIME);
    context_close(&c);
}

static void one_operation_is_a_run(void **state) {
    (void)state;
    static const char text[] = "{:type :ok, :process 0, :time 9, :value [[:append 1 1]]}";
    context c;
    context_open(&c, text, sizeof text - 1);
    mns_document_run(&c.document, &c.report);
    assert_int_equal(c.document.span_ns, 0);
    assert_non_null(c.document.run);
    assert_int_equal(c.document.run->bucket_count, 1);
    assert_int_equal(c.document.run->width_ns, 1);
    assert_int_equal(c.document.run->buckets[0].ok, 1);
    assert_int_equal(c.document.run->buckets[0].p50_ns, -1);
    context_close(&c);
}

static void times_may_be_anything(void **state) {
    (void)state;
    static const int64_t times[] = {INT64_MAX,     0, NO_TIME, -1, INT64_MIN + 1, 1,
                                    INT64_MAX - 1, 5, 3,       1,  INT64_MAX};
    uint64_t random = 7;
    for (int round = 0; round < 50; round++) {
        mns_buf text;
        context c;
        uint64_t timed = 0, counted = 0;
        mns_buf_init(&text);
        for (uint32_t i = 0; i < 60; i++) {
            int64_t invoke = times[unit_random(&random, MNS_COUNT_OF(times))];
            int64_t complete = times[unit_random(&random, MNS_COUNT_OF(times))];
            add_txn(&text, "ok", i, invoke, complete);
            timed += complete >= 0;
        }
        open_run(&c, &text);
        const mns_doc_run *run = c.document.run;
        for (uint32_t b = 0; run != NULL && b < run->bucket_count; b++) {
            const mns_doc_bucket *k = &run->buckets[b];
            counted += k->ok;
            assert_true(k->p50_ns <= k->p95_ns && k->p95_ns <= k->p99_ns && k->p99_ns <= k->max_ns);
            assert_true(k->p50_ns >= -1 && run->bucket_count <= MNS_LIMIT_DOC_BUCKETS);
        }
        assert_true(run == NULL || counted == timed);
        context_close(&c);
        mns_buf_release(&text);
    }
}

static void large_histories_are_sampled(void **state) {
    (void)state;
    mns_buf text;
    context c;
    uint64_t counted = 0;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < 120000; i++) {
        add_txn(&text, "ok", i, (int64_t)i * 1000, (int64_t)i * 1000 + 500);
    }
    open_run(&c, &text);
    const mns_doc_run *run = c.document.run;
    assert_int_equal(run->every, 3);
    assert_int_equal(run->width_ns, 1000000);
    for (uint32_t b = 0; b < run->bucket_count; b++) {
        counted += run->buckets[b].ok;
        assert_int_equal(run->buckets[b].p99_ns, 500);
    }
    assert_int_equal(counted, 120000);
    context_close(&c);
    mns_buf_release(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buckets_have_rates_and_latencies),
        cmocka_unit_test(percentiles_are_exact),
        cmocka_unit_test(without_times_there_is_no_run),
        cmocka_unit_test(one_operation_is_a_run),
        cmocka_unit_test(times_may_be_anything),
        cmocka_unit_test(large_histories_are_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
