/*
 * test_effort.c - src/report/model/effort.c: the measures of small histories, and of random ones
 * against their definition.
 */
#include "report/model/document_make.h"
#include "report/model/effort.h"
#include "unit/support/context_support.h"

#include "generate/random.h"

/* ---- The definition, by trying every pair -----------------------------------------------------
 */

typedef struct span {
    uint64_t begin, end;
} span;

static span span_of(const mns_history *h, uint32_t t) {
    uint64_t end = h->txns.complete[t] == MNS_NONE ? UINT64_MAX : h->txns.complete[t];
    return (span){h->txns.invoke[t], end};
}

static bool are_concurrent(const mns_history *h, uint32_t a, uint32_t b) {
    span x = span_of(h, a), y = span_of(h, b);
    return x.begin < y.end && y.begin < x.end;
}

static void key_uses(const mns_history *h, uint32_t t, uint32_t key, bool *accesses, bool *writes) {
    *accesses = *writes = false;
    for (uint32_t m = h->txns.first_mop[t]; m < h->txns.first_mop[t + 1]; m++) {
        if (h->tables.mops.key[m] == key) {
            *accesses = true;
            *writes = *writes || h->tables.mops.function[m] == MNS_WRITE;
        }
    }
}

/* On how many keys two transactions conflict. */
static uint64_t conflicts_of(const mns_history *h, uint32_t a, uint32_t b) {
    uint64_t count = 0;
    for (uint32_t k = 0; k < h->tables.keys.count && are_concurrent(h, a, b); k++) {
        bool a_uses, a_writes, b_uses, b_writes;
        key_uses(h, a, k, &a_uses, &a_writes);
        key_uses(h, b, k, &b_uses, &b_writes);
        count += a_uses && b_uses && (a_writes || b_writes) ? 1 : 0;
    }
    return count;
}

static bool is_ok(const mns_history *h, uint32_t t) { return h->txns.type[t] == MNS_TXN_OK; }

static void define_conflicts(const mns_history *h, mns_effort *e) {
    for (uint32_t a = 0; a < h->txns.count; a++) {
        bool contended = false;
        for (uint32_t b = 0; b < h->txns.count; b++) {
            uint64_t conflicts = a == b ? 0 : conflicts_of(h, a, b);
            e->conflicts += a < b && (is_ok(h, a) || is_ok(h, b)) ? conflicts : 0;
            contended = contended || conflicts > 0;
        }
        e->contended += contended && is_ok(h, a) ? 1 : 0;
    }
}

static void define_concurrency(const mns_history *h, mns_effort *e) {
    uint64_t sum = 0;
    for (uint32_t a = 0; a < h->txns.count; a++) {
        uint64_t at = h->txns.invoke[a], in_flight = 0;
        for (uint32_t b = 0; b < h->txns.count; b++) {
            in_flight += span_of(h, b).begin <= at && at < span_of(h, b).end ? 1 : 0;
        }
        sum += in_flight;
        e->concurrency_max = in_flight > e->concurrency_max ? in_flight : e->concurrency_max;
    }
    e->concurrency_thousandths = sum * 1000 / h->txns.count;
}

/* True if another transaction, which may have committed, began to write the key before. */
static bool is_informative(const mns_history *h, uint32_t reader, uint32_t key) {
    for (uint32_t t = 0; t < h->txns.count; t++) {
        bool uses, writes;
        key_uses(h, t, key, &uses, &writes);
        if (t != reader && h->txns.type[t] != MNS_TXN_FAIL && writes &&
            h->txns.invoke[t] < h->txns.complete[reader]) {
            return true;
        }
    }
    return false;
}

static void define_reads(const mns_history *h, mns_effort *e) {
    const mns_mops *mops = &h->tables.mops;
    for (uint32_t t = 0; t < h->txns.count; t++) {
        for (uint32_t m = h->txns.first_mop[t]; is_ok(h, t) && m < h->txns.first_mop[t + 1]; m++) {
            bool own = false;
            for (uint32_t before = h->txns.first_mop[t]; before < m; before++) {
                own = own ||
                      (mops->key[before] == mops->key[m] && mops->function[before] == MNS_WRITE);
            }
            if (mops->function[m] == MNS_READ && !own) {
                e->reads++;
                e->informative += is_informative(h, t, mops->key[m]) ? 1 : 0;
            }
        }
    }
}

static void compare(const mns_history *h) {
    mns_effort measured, defined = {.committed = h->ok, .keys = h->tables.keys.count};
    bool any;
    assert_int_equal(mns_effort_measure(h, &measured, &any), MINOS_OK);
    assert_int_equal(any, h->ok > 0);
    if (!any) {
        return;
    }
    define_conflicts(h, &defined);
    define_concurrency(h, &defined);
    define_reads(h, &defined);
    assert_int_equal(measured.committed, defined.committed);
    assert_int_equal(measured.concurrency_thousandths, defined.concurrency_thousandths);
    assert_int_equal(measured.concurrency_max, defined.concurrency_max);
    assert_int_equal(measured.conflicts, defined.conflicts);
    assert_int_equal(measured.contended, defined.contended);
    assert_int_equal(measured.keys, defined.keys);
    assert_int_equal(measured.reads, defined.reads);
    assert_int_equal(measured.informative, defined.informative);
}

/* ---- Random histories ------------------------------------------------------------------------ */

enum { PROCESSES = 5, MOST_STEPS = 4 };

typedef struct writer {
    mns_random random;
    mns_buf text;
    bool busy[PROCESSES];
    mns_buf value[PROCESSES]; /* of the transaction in flight */
    unsigned next;            /* value to write */
    unsigned keys;
} writer;

static unsigned below(writer *w, unsigned n) { return (unsigned)mns_random_below(&w->random, n); }

static void write_value(writer *w, mns_buf *value) {
    mns_buf_clear(value);
    mns_buf_char(value, '[');
    for (unsigned i = 0, n = 1 + below(w, MOST_STEPS); i < n; i++) {
        unsigned key = below(w, w->keys);
        if (below(w, 2) == 0) {
            mns_buf_printf(value, "[:w %u %u] ", key, ++w->next);
        } else {
            mns_buf_printf(value, "[:r %u nil] ", key);
        }
    }
    mns_buf_char(value, ']');
}

static void write_step(writer *w) {
    static const char *const types[] = {"ok", "ok", "ok", "fail", "info"};
    unsigned p = below(w, PROCESSES);
    if (!w->busy[p]) {
        write_value(w, &w->value[p]);
    }
    mns_buf_printf(&w->text, "{:type :%s, :process %u, :value %s}\n",
                   w->busy[p] ? types[below(w, 5)] : "invoke", p, w->value[p].data);
    w->busy[p] = !w->busy[p];
    if (below(w, 10) == 0) {
        mns_buf_str(&w->text, "{:type :info, :process :nemesis, :f :kill, :value nil}\n");
    }
}

static void measures_follow_the_definition(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        writer w = {.random = mns_random_of(seed, 0), .keys = 1 + (unsigned)(seed % 7)};
        mns_buf_init(&w.text);
        for (unsigned p = 0; p < PROCESSES; p++) {
            mns_buf_init(&w.value[p]);
        }
        for (unsigned i = 0; i < 8 + seed % 60; i++) {
            write_step(&w);
        }
        context c;
        context_open(&c, w.text.data, w.text.size);
        compare(&c.result->history);
        context_close(&c);
        for (unsigned p = 0; p < PROCESSES; p++) {
            mns_buf_release(&w.value[p]);
        }
        mns_buf_release(&w.text);
    }
}

/* ---- Small histories --------------------------------------------------------------------------
 */

/* Two transactions, one after the other or at the same time. */
static mns_effort measure(const char *text) {
    context c;
    mns_effort effort;
    bool any;
    context_open(&c, text, strlen(text));
    assert_int_equal(mns_effort_measure(&c.result->history, &effort, &any), MINOS_OK);
    assert_true(any);
    context_close(&c);
    return effort;
}

static void one_after_the_other_do_not_conflict(void **state) {
    (void)state;
    mns_effort e = measure("{:type :invoke, :process 0, :value [[:append 1 1]]}\n"
                           "{:type :ok, :process 0, :value [[:append 1 1]]}\n"
                           "{:type :invoke, :process 1, :value [[:r 1 nil] [:r 2 nil]]}\n"
                           "{:type :ok, :process 1, :value [[:r 1 [1]] [:r 2 []]]}\n");
    assert_int_equal(e.concurrency_thousandths, 1000);
    assert_int_equal(e.concurrency_max, 1);
    assert_int_equal(e.conflicts, 0);
    assert_int_equal(e.contended, 0);
    assert_int_equal(e.reads, 2);
    assert_int_equal(e.informative, 1);
}

static void at_the_same_time_they_conflict(void **state) {
    (void)state;
    mns_effort e = measure("{:type :invoke, :process 0, :value [[:append 1 1]]}\n"
                           "{:type :invoke, :process 1, :value [[:r 1 nil] [:r 2 nil]]}\n"
                           "{:type :ok, :process 0, :value [[:append 1 1]]}\n"
                           "{:type :ok, :process 1, :value [[:r 1 [1]] [:r 2 []]]}\n");
    assert_int_equal(e.concurrency_thousandths, 1500);
    assert_int_equal(e.concurrency_max, 2);
    assert_int_equal(e.conflicts, 1);
    assert_int_equal(e.contended, 2);
    mns_buf text;
    mns_buf_init(&text);
    mns_effort_say(&e, &text);
    assert_string_equal(text.data,
                        "1.5 transactions were in flight on average, at most 2. 100 % of the "
                        "committed transactions had a conflict with a concurrent one (0.5 "
                        "conflicts per key). 50.0 % of 2 reads were informative.");
    mns_buf_release(&text);
}

static void a_history_without_invocations_is_not_measured(void **state) {
    (void)state;
    static const char text[] = "{:type :ok, :process 0, :value [[:append 1 1]]}\n";
    context c;
    context_open(&c, text, strlen(text));
    mns_document_effort(&c.document, &c.report);
    assert_null(c.document.effort);
    context_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_follow_the_definition),
        cmocka_unit_test(one_after_the_other_do_not_conflict),
        cmocka_unit_test(at_the_same_time_they_conflict),
        cmocka_unit_test(a_history_without_invocations_is_not_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
