/*
 * alloc_run.c - a run survives running out of memory, and reports it.
 *
 * In: a run of a few clients on the fake database, with failures and final reads, and one on the
 * simulator. The n-th allocation fails, alone and with all after it, for n = 1, 2, 3 ... until a
 * run ends before it. Out: 0 if each run ends, with or without an error, all connections are
 * closed, and the counts of a successful run's summary match the file. AddressSanitizer reports
 * crashes and leaks.
 */
#include <stdio.h>
#include <unistd.h>

#include "failing.h"
#include "run/run.h"
#include "support/fake_driver.h"
#include "support/support.h"

static unsigned runs, wrong;

static minos_status run_fake(const minos_run_options *options, minos_run_summary *summary,
                             mns_buf *message) {
    mns_plan plan;
    if (!mns_plan_read_live(&plan, &fake_driver, options, message)) {
        return MINOS_EARGUMENT;
    }
    plan.unreachable_limit_ns = 20000000;
    return mns_run_plan(&plan, options, summary, message);
}

static minos_status run_simulated(const minos_run_options *options, minos_run_summary *summary,
                                  mns_buf *message) {
    mns_plan plan;
    return mns_plan_read(&plan, options, message) ? mns_run_plan(&plan, options, summary, message)
                                                  : MINOS_EARGUMENT;
}

static uint64_t lines_of(const char *path) {
    size_t size = 0, line_size;
    char *text = file_load(path, &size);
    const char *line;
    uint64_t lines = 0;
    for (size_t at = 0; text != NULL && line_next(text, size, &at, &line, &line_size);) {
        lines++;
    }
    free(text);
    return lines;
}

/* Permitted statuses of a run in which an allocation failed. */
static bool is_fine(minos_status status, const minos_run_summary *summary, const mns_buf *message,
                    const char *path) {
    if (fake.connected != 0) {
        return false;
    }
    if (status == MINOS_OK) {
        return lines_of(path) == summary->operations &&
               summary->operations == 2 * (summary->ok + summary->fail + summary->info);
    }
    /* A database whose open fails returns EARGUMENT with a message. */
    return status == MINOS_ENOMEM || message->failed ||
           (status == MINOS_EIO && message->data != NULL);
}

/* Fails the n-th allocation; false if the run ends before it. */
static bool run_failing(bool simulated, unsigned long n, bool on, const char *path) {
    fake_reset();
    fake.step = FAKE_APPLY;
    fake.every = 7;
    minos_run_options options;
    minos_run_options_init(&options);
    options.target = simulated ? "sim:" : "fake:";
    options.history = path;
    options.load.processes = simulated ? 10 : 2;
    options.load.transactions = 20;
    options.load.final_reads = simulated ? 0 : 1;
    options.time_s = 0;
    options.connect_ms = 0;
    minos_run_summary summary = {.target = NULL};
    mns_buf message;
    mns_buf_init(&message);
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = simulated ? run_simulated(&options, &summary, &message)
                                    : run_fake(&options, &summary, &message);
    fails_at = 0;
    bool reached = allocations >= n;
    runs++;
    if (!is_fine(status, &summary, &message, path) || (!reached && status != MINOS_OK)) {
        wrong++;
        printf("%s: allocation %lu%s: status %d, %s\n", simulated ? "sim" : "fake", n,
               on ? " and all after it" : "", (int)status,
               message.data == NULL ? "no message" : message.data);
    }
    minos_run_summary_release(&summary);
    mns_buf_release(&message);
    unlink(path);
    return reached;
}

int main(void) {
    char *path = temporary_write("", 0);
    unlink(path);
    for (int simulated = 0; simulated < 2; simulated++) {
        for (int on = 0; on < 2; on++) {
            for (unsigned long n = 1; run_failing(simulated == 1, n, on == 1, path); n++) {
            }
        }
    }
    fake_reset();
    temporary_remove(path);
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 ? 0 : 1;
}
