/*
 * run_stats.c - a recorded run over time: throughput, latency, errors.
 *
 * In: a history whose operations have times. Out: document->run, buckets of equal width with
 * completions by outcome and the latencies of ok transactions, and errors by class. Times are
 * untrusted: they may be missing, unordered or huge; negative ones count as missing, so that
 * differences never overflow.
 *
 * Times are only in the source, so of a large history every n-th transaction is sampled and counts
 * n times. Cost: O(LIMIT_LOOKED operations), and sorting as many latencies.
 */
#include "core/grow.h"
#include "core/sort.h"
#include "report/model/context.h"
#include "report/model/document_make.h"
#include "report/model/error_classes.h"

/* The approximate number of sampled transactions: enough for the 99th percentile of each bucket. */
#define LIMIT_LOOKED 50000
/* Operations at each end of the history that are searched for its first and last time. */
#define END_OPERATIONS 16

/* ---- Span ----------------------------------------------------------------------------------- */

/* The least time, or the greatest, of operations first .. end-1; MNS_NO_TIME if none has one. */
static int64_t extreme_time(const mns_history *history, uint64_t first, uint64_t end,
                            bool greatest) {
    int64_t extreme = MNS_NO_TIME;
    for (uint64_t p = first; p < end; p++) {
        int64_t time = mns_context_time(history, (uint32_t)p);
        bool better = extreme == MNS_NO_TIME || (greatest ? time > extreme : time < extreme);
        extreme = time != MNS_NO_TIME && better ? time : extreme;
    }
    return extreme;
}

void mns_document_span(mns_document *document, const mns_history *history) {
    uint64_t count = history->operations;
    uint64_t some = count < END_OPERATIONS ? count : END_OPERATIONS;
    int64_t first = extreme_time(history, 0, some, false);
    int64_t last = extreme_time(history, count - some, count, true);
    bool known = first != MNS_NO_TIME && last != MNS_NO_TIME && last >= first;
    document->span_ns = known ? last - first : MNS_NO_TIME;
}

/* ---- Samples -------------------------------------------------------------------------------- */

typedef struct look {
    int64_t complete_ns;
    int64_t latency_ns; /* of an ok transaction whose invocation has a time; else -1 */
    mns_txn_type type;
} look;

typedef struct sample {
    look *looks;
    size_t count;
    int64_t least_ns, most_ns; /* of all sampled times */
} sample;

static void widen(sample *s, int64_t time) {
    s->least_ns = time < s->least_ns ? time : s->least_ns;
    s->most_ns = time > s->most_ns ? time : s->most_ns;
}

static void take(sample *s, const mns_history *history, uint32_t txn) {
    look seen = {.complete_ns = mns_context_time(history, history->txns.complete[txn]),
                 .latency_ns = -1,
                 .type = (mns_txn_type)history->txns.type[txn]};
    if (seen.complete_ns == MNS_NO_TIME) {
        return;
    }
    widen(s, seen.complete_ns);
    int64_t invoke_ns = seen.type == MNS_TXN_OK
                            ? mns_context_time(history, history->txns.invoke[txn])
                            : MNS_NO_TIME;
    if (invoke_ns != MNS_NO_TIME && invoke_ns <= seen.complete_ns) {
        widen(s, invoke_ns);
        seen.latency_ns = seen.complete_ns - invoke_ns;
    }
    s->looks[s->count++] = seen;
}

/* False when out of memory. */
static bool look_at(sample *s, const mns_history *history, uint64_t every) {
    *s = (sample){.looks = MNS_NEW_ARRAY(look, history->txns.count / every + 1),
                  .least_ns = INT64_MAX,
                  .most_ns = 0};
    for (uint64_t txn = 0; s->looks != NULL && txn < history->txns.count; txn += every) {
        take(s, history, (uint32_t)txn);
    }
    return s->looks != NULL;
}

/* ---- Buckets -------------------------------------------------------------------------------- */

/* The least width of 1, 2, 5, 10, 20, 50 ... with which the span has at most so many buckets. */
static int64_t round_width(int64_t span) {
    static const int64_t steps[] = {1, 2, 5};
    for (int64_t power = 1;; power *= 10) {
        for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
            if (span / (steps[i] * power) < MNS_LIMIT_DOC_BUCKETS) {
                return steps[i] * power; /* at most 10^17: no overflow */
            }
        }
    }
}

static size_t bucket_of(const mns_doc_run *run, const look *seen) {
    return (size_t)((seen->complete_ns - run->start_ns) / run->width_ns);
}

/* The percentile of sorted values, of which there is at least one. */
static int64_t percentile(const uint64_t *sorted, size_t count, unsigned percent) {
    return (int64_t)sorted[(count * percent + 99) / 100 - 1];
}

static void sum_up(mns_doc_bucket *bucket, uint64_t *latencies, size_t count) {
    bucket->p50_ns = bucket->p95_ns = bucket->p99_ns = bucket->max_ns = -1;
    if (count == 0) {
        return;
    }
    mns_sort_u64(latencies, count);
    bucket->p50_ns = percentile(latencies, count, 50);
    bucket->p95_ns = percentile(latencies, count, 95);
    bucket->p99_ns = percentile(latencies, count, 99);
    bucket->max_ns = (int64_t)latencies[count - 1];
}

/* Groups latencies by bucket; end[b] becomes the end of those of bucket b. */
static void group(const mns_doc_run *run, const sample *s, uint64_t *latencies, size_t *end) {
    for (size_t i = 0; i < s->count; i++) {
        end[bucket_of(run, &s->looks[i]) + 1] += s->looks[i].latency_ns >= 0;
    }
    for (size_t b = 0; b < run->bucket_count; b++) {
        end[b + 1] += end[b];
    }
    for (size_t i = 0; i < s->count; i++) {
        if (s->looks[i].latency_ns >= 0) {
            size_t place = end[bucket_of(run, &s->looks[i])]++;
            latencies[place] = (uint64_t)s->looks[i].latency_ns;
        }
    }
}

static void count_outcomes(mns_doc_run *run, const sample *s) {
    for (size_t i = 0; i < s->count; i++) {
        mns_doc_bucket *bucket = &run->buckets[bucket_of(run, &s->looks[i])];
        mns_txn_type type = s->looks[i].type;
        uint64_t *const counts[] = {[MNS_TXN_OK] = &bucket->ok,
                                    [MNS_TXN_FAIL] = &bucket->fail,
                                    [MNS_TXN_INFO] = &bucket->info};
        *counts[type] += run->every;
    }
}

/* False when out of memory. */
static bool fill_buckets(mns_doc_run *run, const sample *s) {
    size_t end[MNS_LIMIT_DOC_BUCKETS + 1] = {0};
    uint64_t *latencies = MNS_NEW_ARRAY(uint64_t, s->count);
    if (latencies == NULL) {
        return false;
    }
    count_outcomes(run, s);
    group(run, s, latencies, end);
    for (size_t b = 0, first = 0; b < run->bucket_count; first = end[b++]) {
        sum_up(&run->buckets[b], latencies + first, end[b] - first);
    }
    free(latencies);
    return true;
}

void mns_document_run(mns_document *document, const mns_check_result *check) {
    const mns_history *history = check->observation->history;
    mns_arena *arena = &document->arena;
    uint64_t every = 1 + history->txns.count / LIMIT_LOOKED;
    sample s = {.looks = NULL};
    if (document->span_ns == MNS_NO_TIME) {
        return;
    }
    if (!look_at(&s, history, every)) {
        arena->failed = true;
        return;
    }
    mns_doc_run *run = s.count == 0 ? NULL : MNS_ARENA_ARRAY(arena, mns_doc_run, 1);
    if (run != NULL) {
        run->every = every;
        run->start_ns = s.least_ns;
        run->width_ns = round_width(s.most_ns - s.least_ns);
        run->bucket_count = (uint32_t)((s.most_ns - s.least_ns) / run->width_ns) + 1;
        run->buckets = MNS_ARENA_ARRAY(arena, mns_doc_bucket, run->bucket_count);
        arena->failed = arena->failed || !fill_buckets(run, &s);
        mns_error_classes(run, history, arena);
        document->run = arena->failed ? NULL : run;
    }
    free(s.looks);
}
