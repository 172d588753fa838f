/*
 * test_sim_run.c - src/sim/scheduler.c, history_writer.c, truth.c and sim.c through minos_sim_run:
 * shape of the output, process numbers, the truth, what is revealed besides, and that the same
 * options give the same bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "sim/sim.h"
#include "unit/support/sim_support.h"
#include <cmocka.h>

static unsigned occurrences(const char *text, const char *word) {
    unsigned count = 0;
    for (; (text = strstr(text, word)) != NULL; text++) {
        count++;
    }
    return count;
}

static void expect_in(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("'%s' is not in:\n%s", part, text);
    }
}

/* One process, one key, one transaction at a time: every byte can be foreseen but the times. */
static void operations_look_as_jepsen_writes_them(void **state) {
    (void)state;
    static const struct {
        const char *workload;
        minos_format format;
        const char *parts[4];
    } cases[] = {
        {"list-append",
         MINOS_FORMAT_EDN,
         {"{:index 0, :time ", ", :type :invoke, :process 0, :f :txn, :value [[:", "[:append 0 1]",
          "[:r 0 [1 2]]"}},
        {"list-append",
         MINOS_FORMAT_JSON,
         {"{\"index\":0,\"time\":", ",\"type\":\"ok\",\"process\":0,\"f\":\"txn\",\"value\":[[",
          "[\"append\",0,1]", "[\"r\",0,[1,2]]"}},
        {"rw-register", MINOS_FORMAT_EDN, {"[:w 0 1]", "[:r 0 1]", "[:w 0 2]", "[:r 0 2]"}},
        {"set", MINOS_FORMAT_EDN, {"[:add 0 1]", "[:r 0 nil]", "[:r 0 #{1 2}]", "[:r 0 #{1}]"}},
        {"set", MINOS_FORMAT_JSON, {"[\"add\",0,1]", "[\"r\",0,null]", "[\"r\",0,[1,2]]", ""}},
        {"counter", MINOS_FORMAT_EDN, {"[:inc 0 ", "[:r 0 nil]", "[:r 0 11]", ""}},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.workload = cases[i].workload;
        options.format = cases[i].format;
        options.processes = 1;
        options.keys = 1;
        options.transactions = 40;
        options.seed = 5;
        char *history = run(&options, NULL);
        for (size_t part = 0; part < 4; part++) {
            expect_in(history, cases[i].parts[part]);
        }
        assert_int_equal(occurrences(history, "\n"), 80);
        free(history);
    }
}

static void the_same_options_give_the_same_bytes(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.bugs = "stale-replica,duplicate-append";
    options.crash_rate = 0.1;
    char *truth_a;
    char *truth_b;
    char *a = run(&options, &truth_a);
    char *b = run(&options, &truth_b);
    assert_string_equal(a, b);
    assert_string_equal(truth_a, truth_b);
    /* Requesting the truth does not change the history. */
    char *c = run(&options, NULL);
    assert_string_equal(a, c);
    options.seed = 2;
    char *d = run(&options, NULL);
    assert_string_not_equal(a, d);
    free(a);
    free(b);
    free(c);
    free(d);
    free(truth_a);
    free(truth_b);
}

static void a_bug_that_never_strikes_changes_nothing(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    char *without = run(&options, NULL);
    options.bugs = "stale-replica:0,long-fork:0,aborted-read:0,retry-lost-update:0";
    char *with = run(&options, NULL);
    assert_string_equal(without, with);
    free(without);
    free(with);
}

/* Two processes that always crash: 0, 2, 4 ... and 1, 3, 5 ..., each number once. */
static void a_crashed_process_gets_a_new_number(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.processes = 2;
    options.transactions = 20;
    options.crash_rate = 1;
    char *history = run(&options, NULL);
    assert_int_equal(occurrences(history, ":type :info"), 20);
    assert_int_equal(occurrences(history, ":type :ok"), 0);
    for (int process = 0; process < 4; process++) {
        char word[32];
        snprintf(word, sizeof word, ":process %d,", process);
        assert_int_equal(occurrences(history, word), 2);
    }
    free(history);
}

static void every_transaction_is_completed_once(void **state) {
    (void)state;
    for (size_t level = 0; minos_sim_level_name(level) != NULL; level++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.isolation = minos_sim_level_name(level);
        options.abort_rate = 0.1;
        options.crash_rate = 0.1;
        options.transactions = 500;
        char *history = run(&options, NULL);
        unsigned ok = occurrences(history, ":type :ok");
        unsigned failed = occurrences(history, ":type :fail");
        unsigned unknown = occurrences(history, ":type :info");
        assert_int_equal(occurrences(history, ":type :invoke"), 500);
        assert_int_equal(ok + failed + unknown, 500);
        assert_in_range(unknown, 25, 75);
        assert_true(ok > 100 && failed > 25);
        free(history);
    }
}

/* 40 appends to keys of 8 each: each key is read as it was left, by a transaction on top. */
static void final_reads_see_every_key(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.processes = 1;
    options.keys = 1;
    options.transactions = 40;
    options.min_length = options.max_length = 1;
    options.max_writes_per_key = 8;
    options.read_fraction = 0;
    options.final_reads = 1;
    char *history = run(&options, NULL);
    assert_int_equal(occurrences(history, "[1 2 3 4 5 6 7 8]"), 5);
    assert_int_equal(occurrences(history, ":type :ok"), 41);
    assert_int_equal(occurrences(history, "[:r "), 2 * 5);
    free(history);
}

static void the_truth_is_one_object_a_line(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.bugs = "garbage-read:0.1";
    options.crash_rate = 0.2;
    char *truth;
    char *history = run(&options, &truth);
    unsigned faults = occurrences(truth, "{\"bug\":\"garbage-read\",\"transaction\":");
    unsigned shown = occurrences(truth, "\"observable\":true,\"observed_by\":");
    unsigned hidden = occurrences(truth, "\"observable\":false,\"observed_by\":null}\n");
    assert_true(shown > 20 && hidden > 5);
    assert_int_equal(faults, shown + hidden);
    assert_int_equal(faults, occurrences(truth, "\n"));
    /* Transactions that were answered are shown by themselves: their line of the history has it. */
    unsigned long long transaction;
    unsigned long long key;
    unsigned long long observer;
    const char *line = strstr(truth, "true");
    while (line > truth && line[-1] != '\n') {
        line--;
    }
    assert_int_equal(sscanf(line,
                            "{\"bug\":\"garbage-read\",\"transaction\":%llu,\"key\":%llu,"
                            "\"observable\":true,\"observed_by\":%llu}",
                            &transaction, &key, &observer),
                     3);
    assert_true(transaction == observer);
    char word[64];
    snprintf(word, sizeof word, "{:index %llu,", transaction);
    const char *operation = strstr(history, word);
    assert_non_null(operation);
    assert_non_null(strstr(operation, ":type :ok"));
    assert_true(strstr(operation, "1000000") < strchr(operation, '\n'));
    free(history);
    free(truth);
}

/* Takes out of a text what stands from `from` to the next brace, with it if `braces` is 1. */
static void cut(char *text, const char *from, size_t braces) {
    char *end = text;
    while (*text != '\0') {
        if (strncmp(text, from, strlen(from)) == 0) {
            text = strchr(text, '}') + braces;
        } else {
            *end++ = *text++;
        }
    }
    *end = '\0';
}

static void revealing_changes_nothing_else(void **state) {
    (void)state;
    static const char *const workloads[] = {"list-append", "rw-register", "set", "counter"};
    for (size_t i = 0; i < MNS_COUNT_OF(workloads); i++) {
        minos_sim_options options;
        minos_sim_options_init(&options);
        options.isolation = "read-uncommitted";
        options.workload = workloads[i];
        options.bugs = "garbage-read";
        options.crash_rate = 0.1;
        options.format = MINOS_FORMAT_JSON;
        options.versions = options.timestamps = 1;
        char *with = run(&options, NULL);
        options.versions = options.timestamps = 0;
        char *without = run(&options, NULL);
        assert_true(strlen(with) > strlen(without) + 1000);
        cut(with, ",{\"version\":", 1);
        cut(with, ",\"start-ts\":", 0);
        assert_string_equal(with, without);
        free(with);
        free(without);
    }
}

static void only_what_is_ok_reveals_anything(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    options.workload = "rw-register";
    options.crash_rate = 0.2;
    options.versions = options.timestamps = 1;
    char *history = run(&options, NULL);
    unsigned ok = 0;
    unsigned others = 0;
    char *next;
    for (char *line = history; *line != '\0'; line = next) {
        char *end = strchr(line, '\n');
        *end = '\0';
        next = end + 1;
        bool good = strstr(line, ":type :ok") != NULL;
        bool timed =
            strstr(line, "]], :start-ts ") != NULL && strstr(line, ", :commit-ts ") != NULL;
        bool numbered = strstr(line, " {:version ") != NULL;
        assert_true(good == timed);
        assert_true(good || !numbered);
        ok += good ? 1 : 0;
        others += good ? 0 : 1;
    }
    assert_true(ok > 100 && others > 600);
    free(history);
}

static int refuse(void *context, const char *bytes, size_t size) {
    (void)context, (void)bytes, (void)size;
    return 1;
}

static void output_that_nobody_takes_is_an_error(void **state) {
    (void)state;
    minos_sim_options options;
    minos_sim_options_init(&options);
    assert_int_equal(minos_sim_run(&options, refuse, NULL, NULL, NULL), MINOS_EIO);
    mns_buf history;
    mns_buf_init(&history);
    options.bugs = "garbage-read:1";
    assert_int_equal(minos_sim_run(&options, take, &history, refuse, NULL), MINOS_EIO);
    mns_buf_release(&history);
    options.bugs = "no-such-bug";
    assert_int_equal(minos_sim_run(&options, refuse, NULL, NULL, NULL), MINOS_EARGUMENT);
}

static void numbers_are_written_whole(void **state) {
    (void)state;
    static const int64_t numbers[] = {0, 7, -1, 10, 1234567890123, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < MNS_COUNT_OF(numbers); i++) {
        char expected[32];
        char written[32] = {0};
        int size = snprintf(expected, sizeof expected, "%lld", (long long)numbers[i]);
        assert_int_equal(mns_writer_number(written, numbers[i]), size);
        assert_string_equal(written, expected);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_look_as_jepsen_writes_them),
        cmocka_unit_test(the_same_options_give_the_same_bytes),
        cmocka_unit_test(a_bug_that_never_strikes_changes_nothing),
        cmocka_unit_test(a_crashed_process_gets_a_new_number),
        cmocka_unit_test(every_transaction_is_completed_once),
        cmocka_unit_test(final_reads_see_every_key),
        cmocka_unit_test(the_truth_is_one_object_a_line),
        cmocka_unit_test(revealing_changes_nothing_else),
        cmocka_unit_test(only_what_is_ok_reveals_anything),
        cmocka_unit_test(output_that_nobody_takes_is_an_error),
        cmocka_unit_test(numbers_are_written_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
