/*
 * run_support.h - whole runs on the database of fake_driver.h, for unit tests.
 */
#ifndef TEST_RUN_SUPPORT_H
#define TEST_RUN_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include "run/run.h"
#include "support/fake_driver.h"
#include "support/support.h"
#include <cmocka.h>

typedef struct run {
    minos_run_options options;
    uint64_t unreachable_limit_ns; /* 0: default */
    minos_status status;
    minos_run_summary summary;
    char *message, *path, *history;
    size_t size;
} run;

/* Three clients on a fresh fake server. */
static inline void run_init(run *r) {
    fake_reset();
    *r = (run){.path = temporary_write("", 0)};
    assert_int_equal(remove(r->path), 0);
    minos_run_options_init(&r->options);
    r->options.target = "fake:";
    r->options.history = r->path;
    r->options.load.processes = 3;
    r->options.load.transactions = 200;
    r->options.time_s = 0;
}

static inline void run_go(run *r) {
    mns_plan plan;
    mns_buf message;
    mns_buf_init(&message);
    if (!mns_plan_read_live(&plan, &fake_driver, &r->options, &message)) {
        r->status = MINOS_EARGUMENT;
    } else {
        plan.unreachable_limit_ns =
            r->unreachable_limit_ns != 0 ? r->unreachable_limit_ns : plan.unreachable_limit_ns;
        r->status = mns_run_plan(&plan, &r->options, &r->summary, &message);
    }
    mns_buf_str(&message, "");
    r->message = mns_buf_take(&message, NULL);
    r->history = file_load(r->path, &r->size);
}

static inline void run_end(run *r) {
    minos_run_summary_release(&r->summary);
    free(r->message);
    free(r->history);
    temporary_remove(r->path);
}

/* How often a text is in another. */
static inline size_t occurrences(const char *text, const char *part) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) {
        count++;
    }
    return count;
}

/* The summary matches the file, every invocation has a completion, and the checker accepts it. */
static inline void expect_sound(const run *r, const char *models, minos_verdict expected) {
    assert_non_null(r->history);
    const minos_run_summary *s = &r->summary;
    assert_int_equal(occurrences(r->history, ":type :ok,"), s->ok);
    assert_int_equal(occurrences(r->history, ":type :fail,"), s->fail);
    assert_int_equal(occurrences(r->history, ":type :info,"), s->info);
    assert_int_equal(occurrences(r->history, ":type :invoke,"), s->ok + s->fail + s->info);
    assert_int_equal(occurrences(r->history, "\n"), s->operations);
    minos_options options;
    minos_options_init(&options);
    options.models = models;
    minos_result *result = NULL;
    assert_int_equal(minos_check_file(r->path, &options, &result), MINOS_OK);
    assert_int_equal(minos_result_verdict(result), expected);
    minos_result_free(result);
}

static inline void expect_ended(const run *r, const char *ended) {
    if (r->status != MINOS_OK) {
        print_message("%s\n", r->message);
    }
    assert_int_equal(r->status, MINOS_OK);
    assert_string_equal(minos_run_end_name(r->summary.ended), ended);
    assert_int_equal(fake.connected, 0);
}

static inline void expect_failed(const run *r, const char *message) {
    assert_int_equal(r->status, MINOS_EIO);
    if (strstr(r->message, message) == NULL) {
        fail_msg("'%s' is not in '%s'", message, r->message);
    }
    assert_int_equal(fake.connected, 0);
}

#endif
