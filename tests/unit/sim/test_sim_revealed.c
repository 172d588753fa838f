/*
 * test_sim_revealed.c - src/sim/reveal.c, as clients see it: the version numbers and timestamps of
 * histories of every level are held against the values in them.
 *
 * Each history is read twice: first what was written and when, then what reads should have seen.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "support/json.h"
#include "unit/support/sim_support.h"
#include <cmocka.h>

enum { MOST_KEYS = 300, MOST_VALUES = 33, MOST_STEPS = 8, NO_NUMBER = -1, NOT_COMMITTED = -1 };

/* What is known of writes that are ok: all there are, as no client of these histories crashes. */
typedef struct written {
    long version, commit_ts;
} written;

typedef struct tally {
    unsigned reads, numbered;
    unsigned wrong_number;   /* not that of the last value, or not the length of the list */
    unsigned wrong_snapshot; /* differs from the commits before the start */
} tally;

typedef struct step {
    bool write;
    long key, version;
    json value;
} step;

typedef struct operation {
    long start_ts, commit_ts;
    step steps[MOST_STEPS];
    size_t count;
} operation;

static written writes[MOST_KEYS][MOST_VALUES];

static written found(long key, long value) {
    bool known = value >= 0 && value < MOST_VALUES; /* a bug may invent others */
    return known ? writes[key][value] : (written){NO_NUMBER, NOT_COMMITTED};
}

static bool committed_before(long key, long value, long start_ts) {
    long commit_ts = found(key, value).commit_ts;
    return commit_ts != NOT_COMMITTED && commit_ts < start_ts;
}

static long whole(json value) { return strtol(value.text, NULL, 10); }

static step read_step(json mop) {
    json part[4] = {{NULL, 0}};
    size_t count = 0;
    for (size_t at = 0; count < 4 && json_next(mop, &at, &part[count]);) {
        count++;
    }
    assert_true(count >= 3);
    step s = {.write = !json_is(part[0], "\"r\""),
              .key = whole(part[1]),
              .version = NO_NUMBER,
              .value = part[2]};
    json version;
    if (count == 4) {
        assert_true(json_get(part[3], "version", &version));
        s.version = whole(version);
    }
    assert_in_range(s.key, 0, MOST_KEYS - 1);
    return s;
}

/* False where the operation is not ok. */
static bool read_operation(json line, operation *op) {
    json member;
    *op = (operation){.count = 0};
    assert_true(json_get(line, "type", &member));
    if (!json_is(member, "\"ok\"")) {
        return false;
    }
    assert_true(json_get(line, "start-ts", &member));
    op->start_ts = whole(member);
    assert_true(json_get(line, "commit-ts", &member));
    op->commit_ts = whole(member);
    assert_true(op->start_ts < op->commit_ts);
    assert_true(json_get(line, "value", &member));
    json mop;
    for (size_t at = 0; json_next(member, &at, &mop); op->count++) {
        assert_true(op->count < MOST_STEPS);
        op->steps[op->count] = read_step(mop);
    }
    return true;
}

static void note_writes(const operation *op) {
    for (size_t i = 0; i < op->count; i++) {
        const step *s = &op->steps[i];
        bool last = true;
        for (size_t j = i + 1; j < op->count; j++) {
            last = last && !(op->steps[j].write && op->steps[j].key == s->key);
        }
        if (s->write) {
            assert_true(last ? s->version > 0 : s->version == NO_NUMBER);
            writes[s->key][whole(s->value)] = (written){s->version, op->commit_ts};
        }
    }
}

/* The values of a list, or the one of a register; returns how many. */
static size_t values_of(json value, long *values) {
    size_t count = 0;
    json element;
    if (value.text[0] != '[') {
        values[0] = whole(value);
        return json_is(value, "null") ? 0 : 1;
    }
    for (size_t at = 0; json_next(value, &at, &element);) {
        assert_true(count < MOST_VALUES);
        values[count++] = whole(element);
    }
    return count;
}

static bool is_own(const operation *op, size_t at, long value) {
    for (size_t i = 0; i < at; i++) {
        if (op->steps[i].write && op->steps[i].key == op->steps[at].key &&
            whole(op->steps[i].value) == value) {
            return true;
        }
    }
    return false;
}

static bool number_is_right(const step *s, const long *values, size_t count) {
    if (count == 0) {
        return s->version == 0;
    }
    bool list = s->value.text[0] == '[';
    return found(s->key, values[count - 1]).version == s->version &&
           (!list || (size_t)s->version == count);
}

/* Of a list: its values are its transaction's own and those of commits before the start. */
static bool snapshot_is_right(const operation *op, size_t at, const long *values, size_t count) {
    long key = op->steps[at].key;
    size_t expected = 0;
    for (long value = 1; value < MOST_VALUES; value++) {
        bool before = committed_before(key, value, op->start_ts);
        expected += before || is_own(op, at, value) ? 1 : 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!committed_before(key, values[i], op->start_ts) && !is_own(op, at, values[i])) {
            return false;
        }
    }
    return expected == count;
}

static void check_reads(const operation *op, tally *counts) {
    long values[MOST_VALUES];
    for (size_t i = 0; i < op->count; i++) {
        const step *s = &op->steps[i];
        if (s->write) {
            continue;
        }
        size_t count = values_of(s->value, values);
        counts->reads++;
        counts->wrong_snapshot += snapshot_is_right(op, i, values, count) ? 0 : 1;
        if (s->version != NO_NUMBER) {
            counts->numbered++;
            counts->wrong_number += number_is_right(s, values, count) ? 0 : 1;
        }
    }
}

static tally read_back(const minos_sim_options *options) {
    char *history = run(options, NULL);
    size_t size = strlen(history);
    tally counts = {0, 0, 0, 0};
    for (size_t key = 0; key < MOST_KEYS; key++) {
        for (size_t value = 0; value < MOST_VALUES; value++) {
            writes[key][value] = (written){NO_NUMBER, NOT_COMMITTED};
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        json line;
        for (size_t at = 0; json_value(history + at, size - at, &line);
             at = (size_t)(line.text + line.size - history)) {
            operation op;
            bool ok = read_operation(line, &op);
            if (ok && pass == 0) {
                note_writes(&op);
            } else if (ok) {
                check_reads(&op, &counts);
            }
        }
    }
    free(history);
    assert_true(counts.reads > 200);
    return counts;
}

/* ---- What must hold, and what need not ------------------------------------------------------ */

static minos_sim_options revealing(const char *level, const char *workload, const char *bugs) {
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.isolation = level;
    options.workload = workload;
    options.bugs = bugs;
    options.transactions = 600;
    options.keys = 3;
    options.max_length = 6;
    options.abort_rate = 0.05;
    options.format = MINOS_FORMAT_JSON;
    options.versions = options.timestamps = 1;
    return options;
}

static void numbers_are_those_of_the_store_at_every_level(void **state) {
    (void)state;
    for (size_t level = 0; minos_sim_level_name(level) != NULL; level++) {
        minos_sim_options lists = revealing(minos_sim_level_name(level), "list-append", NULL);
        minos_sim_options registers = revealing(minos_sim_level_name(level), "rw-register", NULL);
        tally list = read_back(&lists);
        tally reg = read_back(&registers);
        assert_int_equal(list.wrong_number, 0);
        assert_int_equal(reg.wrong_number, 0);
        assert_true(list.numbered > 200 && reg.numbered == list.numbered);
        assert_true(list.numbered < list.reads); /* some read what they overwrite */
    }
}

/* Stale answers have old numbers, and invented ones none; but where writes are applied on top of
 * what was never read, the number of a list is not its length. */
static void bugs_do_not_hide_the_number(void **state) {
    (void)state;
    static const char *const truthful[] = {"stale-replica:0.2", "long-fork:0.2", "empty-shard:0.2",
                                           "aborted-read:0.2", "garbage-read:0.2"};
    for (size_t i = 0; i < MNS_COUNT_OF(truthful); i++) {
        minos_sim_options options = revealing("strict-serializable", "rw-register", truthful[i]);
        assert_int_equal(read_back(&options).wrong_number, 0);
    }
    minos_sim_options options =
        revealing("strict-serializable", "list-append", "retry-lost-update");
    assert_true(read_back(&options).wrong_number > 0);
}

static void snapshots_are_what_was_committed_before_them(void **state) {
    (void)state;
    for (size_t level = 0; minos_sim_level_name(level) != NULL; level++) {
        minos_sim_options options = revealing(minos_sim_level_name(level), "list-append", NULL);
        tally counts = read_back(&options);
        if (level < 4) { /* from strict-serializable to snapshot-isolation */
            assert_int_equal(counts.wrong_snapshot, 0);
        } else {
            assert_true(counts.wrong_snapshot > 10);
        }
    }
}

static void bugs_belie_the_snapshot(void **state) {
    (void)state;
    static const char *const bugs[] = {"stale-read-timestamp:0.2", "stale-replica:0.2",
                                       "fractured-commit:0.5", "lost-write-on-crash:0.2"};
    for (size_t i = 0; i < MNS_COUNT_OF(bugs); i++) {
        minos_sim_options options = revealing("snapshot-isolation", "list-append", bugs[i]);
        assert_true(read_back(&options).wrong_snapshot > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_store_at_every_level),
        cmocka_unit_test(bugs_do_not_hide_the_number),
        cmocka_unit_test(snapshots_are_what_was_committed_before_them),
        cmocka_unit_test(bugs_belie_the_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
