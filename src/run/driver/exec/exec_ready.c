/*
 * exec_ready.c - the line {"ready":true}, by which a program says that it can run transactions.
 *
 * The time of a run begins when every client's program is ready, so a slow start does not count.
 * Older programs send no such line and wait for the first request, so Minos may wait only for
 * programs that do send it. The program that is started before the load, without a request, tells
 * them apart: if it writes a ready line, every client's program is expected to. The other ways were
 * rejected: an option can be forgotten, and a line from Minos would be a malformed request to older
 * programs.
 *
 * A ready line that nobody waits for is accepted too, as the first line of a program.
 */
#include <poll.h>
#include <stdio.h>

#include "run/driver/deadline.h"
#include "run/driver/exec/exec.h"
#include "run/driver/exec/exec_lines.h"
#include "run/system/clock.h"

#define NS_PER_MS UINT64_C(1000000)
#define LIMIT_READY_BYTES 65536u
#define GRACE_MS 1000

static size_t line_size(const mns_buf *in) {
    const char *end = in->size == 0 ? NULL : memchr(in->data, '\n', in->size);
    return end == NULL ? SIZE_MAX : (size_t)(end - in->data);
}

bool mns_exec_sent_ready(mns_connection *connection) {
    mns_buf *in = &connection->in;
    size_t before;
    do {
        before = in->size;
    } while (line_size(in) == SIZE_MAX && before < LIMIT_READY_BYTES &&
             mns_process_read(&connection->process, in, false, &connection->stop) ==
                 MNS_PROCESS_DONE &&
             !in->failed && in->size > before);
    size_t size = in->failed ? SIZE_MAX : line_size(in);
    return size != SIZE_MAX && mns_exec_is_ready(in->data, size);
}

bool mns_exec_take_ready(mns_connection *connection, size_t size) {
    mns_buf *in = &connection->in;
    assert(size < in->size);
    bool first = !connection->spoke;
    connection->spoke = true;
    if (!first || !mns_exec_is_ready(in->data, size)) {
        return false;
    }
    memmove(in->data, in->data + size + 1, in->size - size - 1);
    in->size -= size + 1;
    return true;
}

/* Always false. */
static bool fail(mns_connection *connection, const char *name, const char *message,
                 mns_driver_error *failure) {
    mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, name, "", message);
    connection->failure = *failure; /* so that the program is killed at once */
    return false;
}

static bool fail_gone(mns_connection *connection, mns_driver_error *failure) {
    mns_buf message;
    mns_buf_init(&message);
    mns_buf_str(&message, "the program ");
    if (mns_process_end(&connection->process, GRACE_MS, NULL)) {
        mns_process_describe(&connection->process, &message);
    } else {
        mns_buf_str(&message, "closed its output");
    }
    mns_buf_str(&message, " before its ready line");
    fail(connection, "program-ended", message.failed ? "out of memory" : message.data, failure);
    mns_buf_release(&message);
    return false;
}

/* At the start nothing can be run, so the run ends. Later the program is started again, as after
 * any other failure: its database may be unreachable for a while. */
static bool fail_late(mns_connection *connection, const mns_deadline *deadline,
                      mns_driver_error *failure) {
    mns_exec_state *state = connection->database->state;
    unsigned limit_ms = connection->database->connect_ms;
    if (mns_clock_ns() < deadline->until_ns) {
        mns_deadline_error(deadline, failure);
        connection->failure = *failure;
        return false;
    }
    char message[160];
    snprintf(message, sizeof message,
             "the program sent no ready line within %g s (--connect-timeout); its first process "
             "sent one, so each process must",
             limit_ms / 1000.0);
    bool started = atomic_load(&state->was_ready);
    return fail(connection, started ? "not-ready" : "protocol-error", message, failure);
}

/* Appends to connection->in until it has a line. */
static bool receive_ready(mns_connection *connection, mns_driver_error *failure) {
    mns_buf *in = &connection->in;
    const mns_deadline deadline = {.until_ns = mns_clock_ns() +
                                               connection->database->connect_ms * NS_PER_MS,
                                   .limit = &connection->database->connect_limit};
    while (line_size(in) == SIZE_MAX) {
        if (!mns_deadline_wait(&deadline, connection->process.out, POLLIN)) {
            return fail_late(connection, &deadline, failure);
        }
        if (mns_process_read(&connection->process, in, false, &connection->stop) !=
            MNS_PROCESS_DONE) {
            return fail_gone(connection, failure);
        }
        if (in->failed) {
            return fail(connection, "out-of-memory", "out of memory", failure);
        }
        if (in->size > LIMIT_READY_BYTES) {
            break;
        }
    }
    return true;
}

bool mns_exec_wait_ready(mns_connection *connection, mns_driver_error *failure) {
    mns_exec_state *state = connection->database->state;
    if (!receive_ready(connection, failure)) {
        return false;
    }
    size_t size = line_size(&connection->in);
    if (size == SIZE_MAX || !mns_exec_take_ready(connection, size)) {
        return fail(connection, "protocol-error",
                    "the first line of the program is not {\"ready\":true}", failure);
    }
    atomic_store(&state->was_ready, true);
    return true;
}
