/*
 * shortcuts.c - what is skipped because nothing can be there gives the same as looking everywhere.
 *
 * In: the golden histories, random ones, and those of minos sim with every level and every bug, two
 * of them large enough to be worked on in slices. Out: 0 if the detectors find the same cases when
 * they are told that everything may be there and every transaction meets a key twice; if lists that
 * are read in one walk come out as by asking read by read; if the order of each list is what comes
 * of its longest read by the definition; and if threads make no difference.
 */
#include <stdio.h>

#include "infer/list_steps.h"
#include "property/sim_history.h"
#include "support/support.h"
#include "support/units.h"

static unsigned histories, with_cases, with_plain_reads, with_odd_keys;

/* ---- Detectors ------------------------------------------------------------------------------- */

static void expect_same_cases(const mns_cases *a, const mns_cases *b, const char *name) {
    bool same =
        a->count == b->count && a->mop_count == b->mop_count &&
        memcmp(a->total, b->total, sizeof a->total) == 0 &&
        (a->mop_count == 0 || memcmp(a->mops, b->mops, a->mop_count * sizeof *a->mops) == 0);
    for (size_t i = 0; same && i < a->count; i++) {
        const mns_case *x = &a->items[i], *y = &b->items[i];
        same = x->anomaly == y->anomaly && x->key == y->key && x->element == y->element &&
               x->first_mop == y->first_mop && x->mop_count == y->mop_count;
    }
    if (!same) {
        fail_msg("%s: other cases without shortcuts", name);
    }
}

/* Says that everything may be there. */
static void withdraw_hints(mns_observation *o) {
    mns_versions *v = &o->versions;
    v->garbage = v->aborted = v->forked = v->repeating = true;
    free(o->repeated_keys.txn);
    o->repeated_keys.count = o->history->txns.count;
    o->repeated_keys.txn = malloc((o->repeated_keys.count + 1) * sizeof *o->repeated_keys.txn);
    assert_non_null(o->repeated_keys.txn);
    for (uint32_t txn = 0; txn < o->repeated_keys.count; txn++) {
        o->repeated_keys.txn[txn] = txn;
    }
}

static void check_detectors(unit *u, const char *name) {
    mns_cases with, without;
    assert_int_equal(mns_detect_all(&u->observation, 2, 50, &with), MINOS_OK);
    withdraw_hints(&u->observation);
    assert_int_equal(mns_detect_all(&u->observation, 2, 50, &without), MINOS_OK);
    expect_same_cases(&with, &without, name);
    with_cases += with.count > 0;
    mns_cases_release(&with);
    mns_cases_release(&without);
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static uint32_t *copy(const uint32_t *items, size_t count) {
    uint32_t *copied = malloc((count + 1) * sizeof *copied);
    assert_non_null(copied);
    memcpy(copied, items, count * sizeof *items);
    return copied;
}

static void expect_equal(const char *name, const void *a, const void *b, size_t size) {
    if (size > 0 && memcmp(a, b, size) != 0) {
        fail_msg("%s differs", name);
    }
}

static void check_reads(const mns_history *h) {
    mns_observation o = {.history = h, .outcome = calloc(h->txns.count + 1, 1)};
    const mns_versions *v = &o.versions;
    size_t mops = h->tables.mops.count, spines = h->tables.spines.count;
    assert_non_null(o.outcome);
    bool told = false;
    assert_int_equal(mns_list_writers(&o, 3), MINOS_OK);
    assert_int_equal(mns_list_reach(&o, &told), MINOS_OK);
    assert_int_equal(mns_list_prove(&o, told), MINOS_OK);
    with_plain_reads += told;
    uint32_t *position = copy(v->position, mops), *seen = copy(v->seen, spines);
    uint32_t *seen_by = copy(v->seen_by, spines);
    uint8_t *outcome = o.outcome;
    o.outcome = calloc(h->txns.count + 1, 1);
    assert_non_null(o.outcome);
    assert_int_equal(mns_list_reads_plain(&o), MINOS_OK);
    expect_equal("position", position, v->position, mops * sizeof *position);
    expect_equal("seen", seen, v->seen, spines * sizeof *seen);
    expect_equal("seen_by", seen_by, v->seen_by, spines * sizeof *seen_by);
    expect_equal("outcome", outcome, o.outcome, h->txns.count);
    free(position);
    free(seen);
    free(seen_by);
    free(outcome);
    mns_observation_release(&o);
}

/* The order of a key by the definition: the elements of its longest read, each where it is
 * first. */
static uint32_t check_order(const mns_observation *o, uint32_t key) {
    uint32_t spine = o->versions.main_spine[key], count = 0;
    uint32_t seen = spine == MNS_NONE ? 0 : o->versions.seen[spine];
    const mns_value *elements = seen == 0 ? NULL : o->history->tables.spines.items[spine].elements;
    for (uint32_t i = 0; i < seen; i++) {
        uint32_t first = 0;
        while (elements[first] != elements[i]) {
            first++;
        }
        if (first < i) {
            continue;
        }
        count++;
        assert_true(count <= mns_version_count(o, key));
        assert_int_equal(mns_version_element(o, key, count), elements[i]);
        uint32_t writer = mns_history_writer(o->history, key, elements[i]);
        assert_int_equal(mns_version_writer(o, key, count), writer);
        assert_true(writer == MNS_NONE || o->versions.position[writer] == count);
    }
    assert_int_equal(mns_version_count(o, key), count);
    return seen - count;
}

/* What a read shows, without repetitions, is what the order has up to its position; or it is not of
 * the order at all. True if it repeats an element. */
static bool check_read(const mns_observation *o, uint32_t read) {
    uint32_t count, position = o->versions.position[read], key = o->history->tables.mops.key[read];
    const mns_value *list = mns_mop_list(&o->history->tables, read, &count);
    uint32_t main = o->versions.main_spine[key], distinct = 0;
    bool agrees = count == 0 || count <= o->versions.seen[main];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = 0;
        while (list[first] != list[i]) {
            first++;
        }
        distinct += first == i;
        agrees = agrees && list[i] == o->history->tables.spines.items[main].elements[i];
    }
    assert_int_equal(position, agrees ? distinct : MNS_NONE);
    return distinct < count;
}

static void check_orders(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t repeated = 0, repeating = 0;
    mns_cases cases;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        repeated += check_order(o, key);
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mns_mop_is_answered(mops, m) && mns_txn_counts(o, mns_txn_of(o, m))) {
            repeating += check_read(o, m);
        } else if (mns_mop_is_read(mops, m)) {
            assert_int_equal(o->versions.position[m], MNS_NONE);
        }
    }
    mns_cases_init(&cases, 1);
    mns_detect_duplicate_elements(o, &cases);
    assert_int_equal(cases.total[MNS_A_DUPLICATE_ELEMENTS], repeating);
    mns_cases_release(&cases);
    assert_int_equal(o->versions.repeating, repeated > 0);
    with_odd_keys += repeated > 0 || o->versions.garbage;
}

static void check_threads(const mns_observation *one) {
    const mns_history *h = one->history;
    mns_observation many;
    assert_int_equal(mns_infer(&many, h, &(mns_assumptions){0}, 7), MINOS_OK);
    expect_equal("position", one->versions.position, many.versions.position,
                 h->tables.mops.count * sizeof(uint32_t));
    expect_equal("version_count", one->versions.version_count, many.versions.version_count,
                 h->tables.keys.count * sizeof(uint32_t));
    expect_equal("writer", one->versions.writer, many.versions.writer,
                 one->versions.spine_first[h->tables.spines.count] * sizeof(uint32_t));
    assert_int_equal(one->repeated_keys.count, many.repeated_keys.count);
    expect_equal("revisits", one->repeated_keys.txn, many.repeated_keys.txn,
                 one->repeated_keys.count * sizeof(uint32_t));
    assert_int_equal(one->versions.aborted, many.versions.aborted);
    assert_int_equal(one->versions.garbage, many.versions.garbage);
    mns_observation_release(&many);
}

/* ---- Histories ------------------------------------------------------------------------------- */

static void check_text(const char *text, const char *name) {
    unit u;
    unit_read(&u, text, MINOS_FORMAT_AUTO);
    if (u.status == MINOS_OK) {
        histories++;
        if (u.history.workload == MNS_LIST_APPEND) {
            check_reads(&u.history);
            check_orders(&u.observation);
            check_threads(&u.observation);
        }
        check_detectors(&u, name);
    }
    unit_close(&u);
}

static void golden_histories(void **state) {
    (void)state;
    char *folder = source_path("tests/golden");
    size_t count, size;
    char **list = folder_list(folder, ".edn", &count);
    for (size_t i = 0; i < count; i++) {
        char *path = path_join(folder, list[i]);
        char *text = file_load(path, &size);
        assert_non_null(text);
        check_text(text, list[i]);
        free(text);
        free(path);
    }
    list_free(list, count);
    free(folder);
}

static void random_histories(void **state) {
    (void)state;
    uint64_t random = 7;
    for (int round = 0; round < 300; round++) {
        char *notation = unit_random_history(&random, 30, 3, 5);
        char *text = unit_text(notation, false);
        check_text(text, notation);
        free(text);
        free(notation);
    }
}

/* Each element is appended at most once to x; what is read has nothing to do with it. */
static void put_senseless_mop(mns_buf *out, uint64_t *random, uint32_t *next) {
    if (unit_random(random, 2) == 0) {
        mns_buf_printf(out, " ax%u", (unsigned)(*next)++);
        return;
    }
    uint32_t length = unit_random(random, 4);
    mns_buf_str(out, " rx[");
    for (uint32_t i = 0; i < length; i++) {
        mns_buf_printf(out, "%s%u", i > 0 ? "," : "", 1 + (unsigned)unit_random(random, 4));
    }
    mns_buf_char(out, ']');
}

static void senseless_histories(void **state) {
    (void)state;
    static const char *const ends[] = {"ok", "ok", "ok", "info", "fail"};
    uint64_t random = 11;
    for (int round = 0; round < 1000; round++) {
        mns_buf out;
        mns_buf_init(&out);
        uint32_t next = 1, txns = 2 + unit_random(&random, 4);
        for (uint32_t txn = 0; txn < txns; txn++) {
            mns_buf_printf(&out, "%s%s %u:", txn > 0 ? " / " : "", ends[unit_random(&random, 5)],
                           (unsigned)txn);
            for (uint32_t m = unit_random(&random, 3) + 1; m > 0; m--) {
                put_senseless_mop(&out, &random, &next);
            }
        }
        char *text = unit_text(out.data, false);
        check_text(text, out.data);
        free(text);
        mns_buf_release(&out);
    }
}

static void check_simulated(const minos_sim_options *options) {
    simulated s = simulated_run(options);
    char name[100];
    snprintf(name, sizeof name, "sim -i %s -b %s -w %s", options->isolation,
             options->bugs == NULL ? "none" : options->bugs, options->workload);
    check_text(s.history, name);
    simulated_release(&s);
}

static void simulated_histories(void **state) {
    (void)state;
    static const char *const workloads[] = {"list-append", "rw-register", "set", "counter"};
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.transactions = 150;
    options.abort_rate = options.crash_rate = 0.05;
    for (size_t w = 0; w < MNS_COUNT_OF(workloads); w++) {
        options.workload = workloads[w];
        for (size_t level = 0; minos_sim_level_name(level) != NULL; level++) {
            options.isolation = minos_sim_level_name(level);
            options.bugs = NULL;
            check_simulated(&options);
            for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug++) {
                options.bugs = minos_sim_bug_name(bug);
                check_simulated(&options);
            }
        }
    }
}

/* Large enough for several slices (core/slices.h). */
static void large_histories(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.transactions = 40000;
    options.crash_rate = 0.01;
    options.key_distribution = "uniform";
    check_simulated(&options);
    options.isolation = "read-uncommitted";
    for (size_t bug = 0; minos_sim_bug_name(bug) != NULL; bug += 3) {
        options.bugs = minos_sim_bug_name(bug);
        check_simulated(&options);
    }
}

/* All of this is in vain if the histories never take the other way. */
static void both_ways_were_taken(void **state) {
    (void)state;
    print_message("%u histories; %u with cases, %u with info reads, %u with odd keys\n", histories,
                  with_cases, with_plain_reads, with_odd_keys);
    assert_true(with_cases > 100 && with_cases + 100 < histories);
    assert_true(with_plain_reads > 50 && with_plain_reads + 100 < histories);
    assert_true(with_odd_keys > 20 && with_odd_keys + 100 < histories);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_histories),    cmocka_unit_test(random_histories),
        cmocka_unit_test(senseless_histories), cmocka_unit_test(simulated_histories),
        cmocka_unit_test(large_histories),     cmocka_unit_test(both_ways_were_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
