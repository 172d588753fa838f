/*
 * exec.c - the driver of exec:COMMAND: the database is a program, one process per client.
 *
 * The shell runs the command; docs/exec.md describes the protocol, exec_lines.h parses it. The
 * program gets these environment variables: MINOS_CLIENT (0, 1, ...), MINOS_CLIENTS,
 * MINOS_ISOLATION, MINOS_WORKLOAD and MINOS_KEY_PREFIX. Before the load it is started once without
 * a request, with MINOS_CLIENT equal to MINOS_CLIENTS, and must exit with status 0 at end of input:
 * this detects programs that cannot start, and lets programs prepare. A program may say when it is
 * ready: exec_ready.c.
 *
 * If a program dies its transaction is unknown, unless no part of the request was sent, and the
 * program is restarted. An answer that violates the protocol ends the run
 * (mns_driver_error_is_fatal), since recording it would be a guess.
 */
#include <stdio.h>

#include "run/driver/exec/exec.h"
#include "run/driver/exec/exec_lines.h"
#include "run/system/url.h"

#define LIMIT_LINE_BYTES (64u << 20)
#define GRACE_MS 1000 /* for a program to exit at end of input */
#define SCHEME "exec:"

static const mns_run_level levels[] = {
    {"default", "default", "strict-serializable", "the default of Minos for exec:"}};

static bool fail(mns_database *database, const char *why) {
    mns_buf_str(&database->message, why);
    return false;
}

/* ---- Targets --------------------------------------------------------------------------------- */

static const char *command_of(const mns_database *database) {
    return database->target + strlen(SCHEME);
}

static bool open_target(mns_database *database) {
    if (command_of(database)[strspn(command_of(database), " \t\r\n")] == '\0') {
        return fail(database, "exec: needs a command, such as 'exec:python3 program.py'");
    }
    if (database->tables > 1) {
        return fail(database, "--tables is not supported for exec:");
    }
    mns_exec_state *state = calloc(1, sizeof *state);
    if (state == NULL) {
        return fail(database, "out of memory");
    }
    atomic_init(&state->was_ready, false);
    database->state = state;
    return true;
}

static void release(mns_database *database) {
    free(database->state);
    database->state = NULL;
}

/* ---- Processes ------------------------------------------------------------------------------- */

extern char **environ;

static const char *const variables[] = {
    "MINOS_CLIENT=", "MINOS_CLIENTS=", "MINOS_ISOLATION=", "MINOS_WORKLOAD=", "MINOS_KEY_PREFIX="};

static bool is_ours(const char *entry) {
    for (size_t i = 0; i < MNS_COUNT_OF(variables); i++) {
        if (strncmp(entry, variables[i], strlen(variables[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* Our environment plus the variables, whose texts are stored in `values`. NULL when out of memory.
 */
static char **make_environment(const mns_database *database, unsigned client, mns_buf *values) {
    size_t at[MNS_COUNT_OF(variables)], count = 0, size = 0;
    for (size_t i = 0; i < MNS_COUNT_OF(variables); i++) {
        at[i] = values->size;
        mns_buf_str(values, variables[i]);
        switch (i) {
        case 0: mns_buf_unsigned(values, client); break;
        case 1: mns_buf_unsigned(values, database->clients); break;
        case 2: mns_buf_str(values, database->level->native_name); break;
        case 3: mns_buf_str(values, mns_generator_kind_name(database->kind)); break;
        default: mns_buf_str(values, database->prefix);
        }
        mns_buf_char(values, '\0');
    }
    while (environ != NULL && environ[size] != NULL) {
        size++;
    }
    char **environment =
        values->failed ? NULL : calloc(size + MNS_COUNT_OF(variables) + 1, sizeof *environment);
    if (environment == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < size; i++) {
        if (!is_ours(environ[i])) {
            environment[count++] = environ[i];
        }
    }
    for (size_t i = 0; i < MNS_COUNT_OF(variables); i++) {
        environment[count++] = values->data + at[i];
    }
    return environment;
}

static bool start(mns_connection *connection, unsigned client, mns_driver_error *failure) {
    mns_buf values, message;
    mns_buf_init(&values);
    mns_buf_init(&message);
    char **environment = make_environment(connection->database, client, &values);
    bool started = false;
    if (environment != NULL) {
        started = mns_process_start(&connection->process, command_of(connection->database),
                                    environment, &message);
    }
    if (!started) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "cannot-start", "",
                             message.data == NULL ? "out of memory" : message.data);
    }
    free(environment);
    mns_buf_release(&values);
    mns_buf_release(&message);
    return started;
}

static void close_connection(mns_connection *connection) {
    mns_process_end(&connection->process, connection->failure.broken ? 0 : GRACE_MS, NULL);
    mns_buf_release(&connection->in);
    mns_buf_release(&connection->out);
    free(connection);
}

static mns_connection *connect_client(const mns_database *database, unsigned client,
                                      mns_driver_error *failure) {
    const mns_exec_state *state = database->state;
    mns_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
        return NULL;
    }
    connection->database = database;
    connection->process = (mns_process){.in = -1, .out = -1};
    mns_buf_init(&connection->in);
    mns_buf_init(&connection->out);
    atomic_init(&connection->stop, false);
    bool to_drop = client == database->clients && state->created;
    bool waits = client < database->clients && state->sends_ready;
    if ((!to_drop && !start(connection, client, failure)) ||
        (waits && !mns_exec_wait_ready(connection, failure))) {
        close_connection(connection);
        return NULL;
    }
    return connection;
}

static bool create(mns_database *database, mns_connection *connection) {
    mns_exec_state *state = database->state;
    mns_process_close_input(&connection->process);
    unsigned limit_ms =
        database->timeout_ms > database->connect_ms ? database->timeout_ms : database->connect_ms;
    bool by_itself = mns_process_has_ended(&connection->process, limit_ms, &connection->stop);
    state->sends_ready = mns_exec_sent_ready(connection);
    mns_process_end(&connection->process, 0, NULL);
    if (by_itself && connection->process.status != 0) {
        mns_buf_str(&database->message, "the program ");
        mns_process_describe(&connection->process, &database->message);
        mns_buf_str(&database->message, " before the first request");
        return false;
    }
    if (!by_itself && atomic_load(&connection->stop)) {
        mns_buf_str(&database->message, "interrupted before the program exited");
        return false;
    }
    if (!by_itself) {
        mns_buf_str(&database->warnings,
                    "the program did not exit at end of input and was killed\n");
    }
    state->created = true;
    mns_url_mask(command_of(database), &database->version);
    return true;
}

/* The program itself is responsible for the data it created. */
static bool drop(mns_database *database, mns_connection *connection) {
    (void)database, (void)connection;
    return true;
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static bool begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    atomic_store(&connection->stop, false);
    return true;
}

static bool apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    (void)connection, (void)txn, (void)i; /* sent at commit */
    return true;
}

/* Always false. */
static bool protocol_error(mns_connection *connection, mns_run_outcome outcome,
                           const char *message) {
    mns_driver_error_set(&connection->failure, outcome, true, "protocol-error", "", message);
    return false;
}

/* Always false. Part of the answer is lost, so the program must be restarted. */
static bool out_of_memory(mns_connection *connection, mns_run_outcome outcome) {
    mns_driver_error_set(&connection->failure, outcome, true, "out-of-memory", "", "out of memory");
    return false;
}

/* The process has exited, or was interrupted and will be ended. Always false. */
static bool broken(mns_connection *connection, mns_process_result result, mns_run_outcome outcome) {
    mns_buf message;
    mns_buf_init(&message);
    mns_buf_str(&message, "the program ");
    if (result == MNS_PROCESS_STOPPED) {
        mns_buf_str(&message, "was interrupted");
    } else if (mns_process_end(&connection->process, GRACE_MS, NULL)) {
        mns_process_describe(&connection->process, &message);
    } else {
        mns_buf_str(&message, "closed its output");
    }
    mns_driver_error_set(&connection->failure, outcome, true,
                         result == MNS_PROCESS_STOPPED ? "interrupted" : "program-ended", "",
                         message.failed ? "out of memory" : message.data);
    mns_buf_release(&message);
    return false;
}

/* Before a request: whether the program has written nothing, or its ready line or part of it. */
static bool holds_only_ready(mns_connection *connection) {
    mns_buf *in = &connection->in;
    const char *end = in->size > 0 ? memchr(in->data, '\n', in->size) : NULL;
    if (end != NULL) {
        mns_exec_take_ready(connection, (size_t)(end - in->data));
    }
    return in->size == 0 || (end == NULL && !connection->spoke);
}

static bool send_request(mns_connection *connection, const mns_run_txn *txn) {
    size_t written;
    mns_process_result result =
        mns_process_read(&connection->process, &connection->in, false, &connection->stop);
    if (result != MNS_PROCESS_DONE) {
        return broken(connection, result, MNS_OUTCOME_FAIL);
    }
    if (connection->in.failed) {
        return out_of_memory(connection, MNS_OUTCOME_FAIL);
    }
    if (!holds_only_ready(connection)) {
        return protocol_error(connection, MNS_OUTCOME_FAIL,
                              "the program wrote output without a request");
    }
    mns_buf_clear(&connection->out);
    mns_exec_write_request(txn, &connection->out);
    if (connection->out.failed) {
        return out_of_memory(connection, MNS_OUTCOME_FAIL);
    }
    result = mns_process_write(&connection->process, connection->out.data, connection->out.size,
                               &connection->stop, &written);
    return result == MNS_PROCESS_DONE ||
           broken(connection, result, written == 0 ? MNS_OUTCOME_FAIL : MNS_OUTCOME_INFO);
}

/* Reads until there is a complete line. */
static bool receive_line(mns_connection *connection, size_t *size) {
    mns_buf *in = &connection->in;
    for (size_t seen = 0;;) {
        const char *end = in->size > seen ? memchr(in->data + seen, '\n', in->size - seen) : NULL;
        if (end != NULL) {
            *size = (size_t)(end - in->data);
            return true;
        }
        seen = in->size;
        mns_process_result result =
            mns_process_read(&connection->process, in, true, &connection->stop);
        if (result != MNS_PROCESS_DONE) {
            return broken(connection, result, MNS_OUTCOME_INFO);
        }
        if (in->failed) {
            return out_of_memory(connection, MNS_OUTCOME_INFO);
        }
        if (in->size > LIMIT_LINE_BYTES) {
            return protocol_error(connection, MNS_OUTCOME_INFO,
                                  "the program's answer is longer than 64 MB");
        }
    }
}

/* A program that nobody waited for may send its ready line now. */
static bool receive_answer(mns_connection *connection, size_t *size) {
    return receive_line(connection, size) &&
           (!mns_exec_take_ready(connection, *size) || receive_line(connection, size));
}

static bool take_answer(mns_connection *connection, mns_run_txn *txn, size_t size) {
    mns_buf error, message;
    mns_buf_init(&error);
    mns_buf_init(&message);
    mns_run_outcome outcome = MNS_OUTCOME_INFO;
    bool good = false;
    if (size + 1 < connection->in.size) {
        protocol_error(connection, MNS_OUTCOME_INFO, "the program wrote more than one line");
    } else if (!mns_exec_answer(txn, connection->in.data, size, &outcome, &error, &message)) {
        protocol_error(connection, MNS_OUTCOME_INFO,
                       message.failed ? "out of memory" : message.data);
    } else if (outcome == MNS_OUTCOME_OK) {
        good = true;
    } else {
        mns_driver_error_set(&connection->failure, outcome, false,
                             outcome == MNS_OUTCOME_FAIL ? "failed" : "unknown", "",
                             error.data == NULL ? "" : error.data);
    }
    mns_buf_release(&error);
    mns_buf_release(&message);
    return good;
}

static bool commit(mns_connection *connection, mns_run_txn *txn) {
    size_t size = 0;
    bool good = send_request(connection, txn) && receive_answer(connection, &size) &&
                take_answer(connection, txn, size);
    mns_buf_clear(&connection->in);
    return good;
}

static void classify(mns_connection *connection, mns_driver_error *failure) {
    *failure = connection->failure;
}

static bool rollback(mns_connection *connection) { return !connection->failure.broken; }

static void interrupt(mns_connection *connection) { atomic_store(&connection->stop, true); }

/* One line has everything. */
static void describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                     mns_buf *out) {
    (void)database, (void)sent;
    mns_exec_write_request(txn, out);
}

static const char *const schemes[] = {"exec", NULL};

const mns_driver mns_driver_exec = {
    .schemes = schemes,
    .summary = "any program that speaks JSON lines",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    .accepts_any_level = true,
    .kinds = (1u << MNS_GENERATOR_KIND_COUNT) - 1,
    .appends = 1u << MNS_APPEND_CONCAT,
    .accesses = 1u << MNS_ACCESS_PRIMARY,
    .default_append = MNS_APPEND_CONCAT,
    .set_storage = MNS_SET_UNKNOWN,
    .open = open_target,
    .connect = connect_client,
    .create = create,
    .drop = drop,
    .begin = begin,
    .apply = apply,
    .commit = commit,
    .classify = classify,
    .rollback = rollback,
    .interrupt = interrupt,
    .close = close_connection,
    .describe = describe,
    .release = release,
};
