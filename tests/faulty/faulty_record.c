/*
 * faulty_record.c - the recorder reports a disk or clock that fails.
 *
 * In: transactions of a few clients and an event. Each system call fails once, in each way it can.
 * Out: 0 if recording either succeeds, and then every operation is in the file, or fails with a
 * message; the file is a prefix of the history, whole lines in the order of their times, as many as
 * the recorder says. If retrying is enough, recording succeeds. AddressSanitizer reports crashes
 * and leaks.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "faulty/faulty.h"
#include "run/record/recorder.h"
#include "support/support.h"

enum { CLIENTS = 3, TXNS = 8, OPERATIONS = 2 * CLIENTS * TXNS + 1 };

static char path[64];

static void record(mns_recorder *recorder, unsigned client, mns_run_txn *txn, unsigned i) {
    static char answer[1 << 17]; /* so large that several cause several writes */
    memset(answer, '7', sizeof answer);
    mns_run_txn_clear(txn);
    if (!mns_run_txn_push(txn, false, i, 0)) {
        return;
    }
    mns_recorder_invoke(recorder, client, client, txn);
    mns_answer_text(txn, 0, answer, i % 4 == 3 ? sizeof answer : 10);
    mns_recorder_complete(recorder, client, client, txn, MNS_OUTCOME_OK, NULL);
}

/* Everything from start to finish. */
static minos_status record_all(uint64_t *operations, char **message) {
    mns_recorder *recorder = mns_recorder_start(path, CLIENTS, message);
    if (recorder == NULL) {
        return MINOS_EIO;
    }
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_RW_REGISTER);
    for (unsigned i = 0; i < CLIENTS * TXNS; i++) {
        record(recorder, i % CLIENTS, &txn, i / CLIENTS);
    }
    mns_recorder_event(recorder, "kill", "[1 2 3]");
    mns_run_txn_release(&txn);
    return mns_recorder_finish(recorder, operations, message);
}

/* A line is whole, has the next index, and a time that is not before the last one. */
static bool is_next(const char *line, size_t size, uint64_t index, unsigned long long *time) {
    unsigned long long got_index, got_time;
    char head[80];
    snprintf(head, sizeof head, "%.*s", (int)(size < 79 ? size : 79), line);
    bool good = sscanf(head, "{:index %llu, :time %llu,", &got_index, &got_time) == 2 &&
                got_index == index && got_time >= *time && line[size - 1] == '}';
    *time = good ? got_time : *time;
    return good;
}

/* Whether the file has exactly so many whole lines; `torn` allows half a line after them. */
static bool is_beginning(uint64_t operations, bool torn) {
    size_t size = 0, line_size;
    char *text = file_load(path, &size);
    const char *line;
    uint64_t lines = 0;
    unsigned long long time = 0;
    bool good = true, cut = text != NULL && size > 0 && text[size - 1] != '\n';
    while (cut && size > 0 && text[size - 1] != '\n') {
        size--;
    }
    for (size_t at = 0; text != NULL && line_next(text, size, &at, &line, &line_size); lines++) {
        good = good && is_next(line, line_size, lines, &time);
    }
    free(text);
    return good && lines == operations && (!cut || torn);
}

static bool wrong(const char *what, minos_status status, uint64_t operations, const char *message) {
    printf("%s: status %d, %llu operations, message: %s\n", what, (int)status,
           (unsigned long long)operations, message == NULL ? "-" : message);
    return false;
}

static bool run(unsigned call, fault_mode mode) {
    char *message = NULL;
    uint64_t operations = 0;
    minos_status status = record_all(&operations, &message);
    bool reached = fault_end();
    bool must_succeed = !reached || mode == FAULT_INTERRUPTED || mode == FAULT_SHORT;
    bool torn = message != NULL && strstr(message, "last line is incomplete") != NULL;
    bool good = true;
    (void)call;
    if (must_succeed && status != MINOS_OK) {
        good = wrong("failed for no reason", status, operations, message);
    } else if (status == MINOS_OK && operations != OPERATIONS) {
        good = wrong("lost something in silence", status, operations, message);
    } else if (status != MINOS_OK && message == NULL) {
        good = wrong("did not say why", status, operations, message);
    } else if (!is_beginning(operations, torn)) {
        good = wrong("is not what was recorded", status, operations, message);
    }
    minos_free(message);
    unlink(path);
    return good;
}

int main(void) {
    unsigned runs = 0;
    snprintf(path, sizeof path, "/tmp/minos-faulty-record-%ld", (long)getpid());
    unsigned bad = fault_everything(run, ~0u, 200, &runs);
    printf("%u calls that failed, %u wrong\n", runs, bad);
    return bad == 0 && runs > 20 ? 0 : 1;
}
