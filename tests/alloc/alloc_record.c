/*
 * alloc_record.c - the recorder survives running out of memory, and reports it.
 *
 * In: transactions of a few clients, with answers of all sizes, and an event. The n-th allocation
 * fails, alone and with all after it, for n = 1, 2, 3 ... until a run ends before it. Out: 0 if
 * each failure is MINOS_ENOMEM, at the start or at the end, and the file holds as many whole
 * operations as the recorder says, from the first on. AddressSanitizer reports crashes and leaks.
 */
#include <stdio.h>
#include <unistd.h>

#include "failing.h"
#include "run/record/recorder.h"
#include "support/support.h"

enum { CLIENTS = 3, TXNS = 8 };

static unsigned runs, wrong;

/* One transaction; false if there is no memory for it, or recording has failed. */
static bool record(mns_recorder *recorder, unsigned client, mns_run_txn *txn, unsigned i) {
    static char answer[1 << 16];
    memset(answer, '7', sizeof answer);
    mns_run_txn_clear(txn);
    if (mns_recorder_failed(recorder) || !mns_run_txn_push(txn, false, i, 0)) {
        return false;
    }
    mns_recorder_invoke(recorder, client, client, txn);
    mns_answer_text(txn, 0, answer, (size_t)1 << 2 * i);
    mns_recorder_complete(recorder, client, client, txn, MNS_OUTCOME_OK, NULL);
    return true;
}

static minos_status run(const char *path, uint64_t *operations, char **message) {
    mns_recorder *recorder = mns_recorder_start(path, CLIENTS, message);
    if (recorder == NULL) {
        return MINOS_ENOMEM;
    }
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_RW_REGISTER);
    bool all = true;
    for (unsigned i = 0; i < CLIENTS * TXNS && all; i++) {
        all = record(recorder, i % CLIENTS, &txn, i / CLIENTS);
    }
    mns_recorder_event(recorder, "kill", "[1 2 3]");
    mns_run_txn_release(&txn);
    minos_status status = mns_recorder_finish(recorder, operations, message);
    return status == MINOS_OK && !all ? MINOS_ENOMEM : status;
}

/* Whether the file has that many whole lines, numbered from 0. */
static bool is_whole(const char *path, uint64_t operations) {
    size_t size = 0, line_size;
    char *text = file_load(path, &size);
    const char *line;
    uint64_t lines = 0;
    bool good = text == NULL ? operations == 0 : size == 0 || text[size - 1] == '\n';
    for (size_t at = 0; text != NULL && line_next(text, size, &at, &line, &line_size);) {
        char beginning[40];
        int length = snprintf(beginning, sizeof beginning, "{:index %llu, :time ",
                              (unsigned long long)lines++);
        good = good && line_size > (size_t)length && memcmp(line, beginning, (size_t)length) == 0 &&
               line[line_size - 1] == '}';
    }
    free(text);
    return good && lines == operations;
}

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(unsigned long n, bool on) {
    char *path = temporary_write("", 0), *message = NULL;
    uint64_t operations = 0;
    unlink(path);
    allocations = 0;
    fails_on = on;
    fails_at = n;
    minos_status status = run(path, &operations, &message);
    fails_at = 0;
    runs++;
    bool reached = allocations >= n;
    bool counted = status != MINOS_OK || operations == 2 * CLIENTS * TXNS + 1;
    if ((status != (reached ? MINOS_ENOMEM : MINOS_OK) || !is_whole(path, operations) ||
         !counted) &&
        wrong++ < 5) {
        printf("allocation %lu%s: status %d, %llu operations, %s\n", n, on ? " and on" : "",
               (int)status, (unsigned long long)operations, message == NULL ? "-" : message);
    }
    minos_free(message);
    temporary_remove(path);
    return reached;
}

int main(void) {
    for (unsigned on = 0; on < 2; on++) {
        for (unsigned long n = 1; fail_at(n, on == 1); n++) {
        }
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 40 ? 0 : 1;
}
