/* test_simulated.c - src/run/simulated.c: a run on the simulator writes the simulator's history. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/base.h"
#include "minos_run.h"
#include "support/support.h"
#include <cmocka.h>

typedef struct simulated {
    minos_run_options options;
    minos_run_summary summary;
    minos_status status;
    char *message, *path, *history;
    size_t size;
} simulated;

static void init(simulated *s, const char *target) {
    *s = (simulated){.path = temporary_write("", 0)};
    assert_int_equal(remove(s->path), 0);
    minos_run_options_init(&s->options);
    s->options.target = target;
    s->options.history = s->path;
}

static void go(simulated *s) {
    s->status = minos_run(&s->options, &s->summary, &s->message);
    s->history = file_load(s->path, &s->size);
}

static void end(simulated *s) {
    minos_run_summary_release(&s->summary);
    minos_free(s->message);
    free(s->history);
    temporary_remove(s->path);
}

static int append(void *context, const char *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? 0 : 1;
}

/* The history of minos_sim_run with the same options. */
static char *straight(const minos_run_options *options, size_t *size) {
    minos_sim_options load = options->load;
    load.isolation = "read-committed";
    load.transactions = options->load.transactions == 0 ? 10000 : options->load.transactions;
    char *path = temporary_write("", 0);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(minos_sim_run(&load, append, file, NULL, NULL), MINOS_OK);
    assert_int_equal(fclose(file), 0);
    char *text = file_load(path, size);
    temporary_remove(path);
    return text;
}

static size_t occurrences(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        count++;
    }
    return count;
}

static void the_history_is_the_simulators(void **state) {
    (void)state;
    simulated s;
    init(&s, "sim:read-committed");
    s.options.load.crash_rate = 0.02;
    s.options.load.abort_rate = 0.05;
    s.options.load.format = MINOS_FORMAT_JSON; /* is ignored */
    go(&s);
    assert_int_equal(s.status, MINOS_OK);
    s.options.load.format = MINOS_FORMAT_EDN;
    size_t size;
    char *expected = straight(&s.options, &size);
    assert_int_equal(size, s.size);
    assert_memory_equal(s.history, expected, size);
    free(expected);
    assert_int_equal(s.summary.ended, MINOS_END_TRANSACTIONS);
    assert_string_equal(s.summary.target, "sim:read-committed");
    assert_string_equal(s.summary.database, "simulated");
    assert_string_equal(s.summary.isolation, "read-committed");
    assert_string_equal(s.summary.claims, "read-committed");
    assert_int_equal(s.summary.ok, occurrences(s.history, ":type :ok,"));
    assert_int_equal(s.summary.fail, occurrences(s.history, ":type :fail,"));
    assert_int_equal(s.summary.info, occurrences(s.history, ":type :info,"));
    assert_true(s.summary.ok > 0 && s.summary.fail > 0 && s.summary.info > 0);
    assert_int_equal(s.summary.operations, occurrences(s.history, "\n"));
    end(&s);
}

/* Minos tests only part of these, and their databases' behaviour looks like a violation. */
static bool is_tested_in_part(const char *model) {
    return strcmp(model, "parallel-snapshot-isolation") == 0 || strcmp(model, "read-atomic") == 0;
}

/* Every level claims a model that the checker knows, and satisfies it. */
static void levels_keep_what_they_claim(void **state) {
    (void)state;
    for (size_t i = 0; minos_run_level("sim:", i) != NULL; i++) {
        simulated s;
        init(&s, "sim:");
        s.options.load.isolation = minos_run_level("sim:", i);
        s.options.load.transactions = 300;
        go(&s);
        assert_int_equal(s.status, MINOS_OK);
        assert_string_equal(s.summary.claims, minos_run_level_claims("sim:", i));
        minos_options options;
        minos_options_init(&options);
        options.models = s.summary.claims;
        minos_result *result = NULL;
        assert_int_equal(minos_check_file(s.path, &options, &result), MINOS_OK);
        assert_int_equal(minos_result_verdict(result),
                         is_tested_in_part(options.models) ? MINOS_UNKNOWN : MINOS_VALID);
        minos_result_free(result);
        end(&s);
    }
}

/* The first bytes are written when the interrupt is noticed; the rest is not. */
static void an_interrupt_ends_it(void **state) {
    (void)state;
    static volatile sig_atomic_t interrupts = 1;
    simulated s;
    init(&s, "sim:");
    s.options.load.transactions = 1000000;
    s.options.interrupts = &interrupts;
    go(&s);
    assert_int_equal(s.status, MINOS_OK);
    assert_int_equal(s.summary.ended, MINOS_END_INTERRUPTED);
    assert_true(s.summary.operations > 0 && s.summary.operations < 100000);
    assert_int_equal(s.summary.operations, occurrences(s.history, "\n"));
    assert_int_equal(s.history[s.size - 1], '\n');
    end(&s);
}

static void an_anomaly_ends_it(void **state) {
    (void)state;
    minos_options stop_on;
    minos_options_init(&stop_on);
    stop_on.models = "strict-serializable";
    simulated s;
    init(&s, "sim:read-committed");
    s.options.load.transactions = 1000000;
    s.options.stop_on = &stop_on;
    go(&s);
    assert_int_equal(s.status, MINOS_OK);
    assert_int_equal(s.summary.ended, MINOS_END_VIOLATION);
    assert_true(s.summary.operations < 100000);
    end(&s);

    init(&s, "sim:strict-serializable"); /* has none */
    s.options.load.transactions = 3000;
    s.options.stop_on = &stop_on;
    go(&s);
    assert_int_equal(s.summary.ended, MINOS_END_TRANSACTIONS);
    end(&s);
}

static void a_file_that_exists_is_not_touched(void **state) {
    (void)state;
    simulated s;
    init(&s, "sim:");
    FILE *file = fopen(s.path, "w");
    assert_non_null(file);
    fputs("mine", file);
    fclose(file);
    go(&s);
    assert_int_equal(s.status, MINOS_EIO);
    assert_non_null(strstr(s.message, "cannot create "));
    assert_string_equal(s.history, "mine");
    end(&s);
}

static void count_call(void *context, const minos_run_progress *progress) {
    assert_int_equal(progress->phase, MINOS_PHASE_RUNNING);
    assert_int_equal(progress->connected, progress->clients);
    ++*(int *)context;
}

static void progress_is_told(void **state) {
    (void)state;
    int calls = 0;
    simulated s;
    init(&s, "sim:");
    s.options.progress = count_call;
    s.options.progress_context = &calls;
    go(&s);
    assert_int_equal(s.status, MINOS_OK);
    assert_true(calls > 0);
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_history_is_the_simulators),
        cmocka_unit_test(levels_keep_what_they_claim),
        cmocka_unit_test(an_interrupt_ends_it),
        cmocka_unit_test(an_anomaly_ends_it),
        cmocka_unit_test(a_file_that_exists_is_not_touched),
        cmocka_unit_test(progress_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
