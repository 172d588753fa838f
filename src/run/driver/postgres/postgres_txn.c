/*
 * postgres_txn.c - transactions on PostgreSQL.
 *
 * COMMIT is ok only if the command tag is COMMIT: for a failed transaction the server answers
 * ROLLBACK, without an error.
 */
#include <stdio.h>

#include "run/driver/postgres/postgres.h"
#include "run/driver/sql_describe.h"

/* ---- Statements ------------------------------------------------------------------------------ */

/* As text with literal parameters. `values` are in the statement's order. */
static bool send_inline(mns_connection *connection, mns_statement which, unsigned table,
                        const char *const *values, int count) {
    mns_buf statement;
    char *literals[2] = {NULL, NULL};
    mns_buf_init(&statement);
    mns_sql_write(connection->database, MNS_SQL_POSTGRES, which, table, &statement);
    bool good = !statement.failed;
    for (int i = 0; good && i < count; i++) {
        assert(values[i] != NULL);
        literals[i] = PQescapeLiteral(connection->pg, values[i], strlen(values[i]));
        good = literals[i] != NULL;
    }
    if (good) {
        mns_sql_inline(statement.data, (const char *const *)literals, &connection->text);
        mns_buf_char(&connection->text, ';');
    }
    mns_buf_release(&statement);
    PQfreemem(literals[0]);
    PQfreemem(literals[1]);
    return good || mns_postgres_fail_memory(connection);
}

static bool send_prepared(mns_connection *connection, mns_statement which, unsigned table,
                          const char *const *values, int count) {
    size_t index = (size_t)table * MNS_STATEMENT_COUNT + which;
    char name[24];
    snprintf(name, sizeof name, "s%zu", index);
    if (!connection->prepared[index]) {
        mns_buf_clear(&connection->text);
        mns_sql_write(connection->database, MNS_SQL_POSTGRES, which, table, &connection->text);
        if (connection->text.failed) {
            return mns_postgres_fail_memory(connection);
        }
        if (PQsendPrepare(connection->pg, name, connection->text.data, 0, NULL) == 0) {
            return mns_postgres_fail_now(connection);
        }
        connection->preparing = index;
        mns_postgres_remember(connection, MNS_POSTGRES_SENT_PREPARE);
    }
    return PQsendQueryPrepared(connection->pg, name, count, values, NULL, NULL, 0) != 0 ||
           mns_postgres_fail_now(connection);
}

void mns_postgres_begin_text(const mns_database *database, char *text, size_t size) {
    bool lowered =
        database->read_only && strcmp(database->level->native_name, MNS_POSTGRES_SERIALIZABLE) == 0;
    snprintf(text, size, "BEGIN ISOLATION LEVEL %s",
             lowered ? "REPEATABLE READ" : database->level->native_name);
}

static bool send_begin(mns_connection *connection) {
    char text[64];
    if (connection->begun) {
        return true;
    }
    connection->begun = true;
    mns_postgres_begin_text(connection->database, text, sizeof text);
    return mns_postgres_send_command(connection, "begin", text, MNS_POSTGRES_SENT_BEGIN);
}

/* Adds a statement to what is sent; `value` is NULL if it has none. */
static bool send(mns_connection *connection, mns_statement which, uint64_t key, const char *value) {
    unsigned table = mns_sql_table_of(connection->database, key);
    char number[24];
    snprintf(number, sizeof number, "%llu", (unsigned long long)key);
    const char *values[2] = {number, value};
    if (mns_sql_value_first(which)) {
        values[0] = value;
        values[1] = number;
    }
    int count = value != NULL ? 2 : 1;
    if (!send_begin(connection) ||
        !(connection->database->simple_protocol
              ? send_inline(connection, which, table, values, count)
              : send_prepared(connection, which, table, values, count))) {
        return false;
    }
    mns_postgres_remember(connection, MNS_POSTGRES_SENT_STATEMENT);
    return true;
}

static bool run(mns_connection *connection, mns_statement which, uint64_t key, const char *value,
                PGresult **answer) {
    *answer = NULL;
    return send(connection, which, key, value) && mns_postgres_exchange(connection, answer);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* v of all rows, separated by blanks, so that the checker sees a duplicate row of a key. Points
 * into the answer or connection->text. */
static bool join_rows(mns_connection *connection, const PGresult *answer, const char **text,
                      size_t *size) {
    int rows = PQntuples(answer);
    if (PQnfields(answer) != 1) {
        return mns_postgres_fail(connection, "", "the answer does not have exactly one column");
    }
    if (rows == 1 && !PQgetisnull(answer, 0, 0)) {
        *text = PQgetvalue(answer, 0, 0);
        *size = (size_t)PQgetlength(answer, 0, 0);
        return true;
    }
    for (int row = 0; row < rows; row++) {
        mns_buf_str(&connection->text, row > 0 ? " " : "");
        if (PQgetisnull(answer, row, 0)) {
            mns_buf_str(&connection->text, "NULL");
        } else {
            mns_buf_bytes(&connection->text, PQgetvalue(answer, row, 0),
                          (size_t)PQgetlength(answer, row, 0));
        }
    }
    *text = connection->text.data;
    *size = connection->text.size;
    return !connection->text.failed || mns_postgres_fail_memory(connection);
}

/* Clears `answer`. */
static bool take_read(mns_connection *connection, mns_run_txn *txn, size_t i, PGresult *answer) {
    const char *text = NULL;
    size_t size = 0;
    bool good = join_rows(connection, answer, &text, &size);
    if (good) {
        bool some = PQntuples(answer) > 0;
        if (txn->kind == MNS_GENERATE_SET || (txn->kind == MNS_GENERATE_LIST_APPEND && some)) {
            mns_answer_list(txn, i, text, size);
        } else if (some) {
            mns_answer_text(txn, i, text, size);
        } else {
            mns_answer_nil(txn, i);
        }
    }
    PQclear(answer);
    mns_buf_clear(&connection->text);
    return good && (!txn->answers.failed || mns_postgres_fail_memory(connection));
}

/* ---- Micro-operations ------------------------------------------------------------------------ */

static bool apply_read(mns_connection *connection, mns_run_txn *txn, size_t i, bool last) {
    PGresult *answer;
    if (last) {
        connection->reading = i;
        return send(connection, MNS_SQL_READ, txn->mops[i].key, NULL);
    }
    return run(connection, MNS_SQL_READ, txn->mops[i].key, NULL, &answer) &&
           take_read(connection, txn, i, answer);
}

/* Computes the value to write. */
static bool make_value(mns_connection *connection, const mns_run_mop *mop) {
    PGresult *answer = NULL;
    const char *old = NULL;
    size_t size = 0;
    bool good = true;
    mns_buf_clear(&connection->value);
    if (mns_sql_reads_first(connection->database)) {
        good = run(connection, MNS_SQL_READ, mop->key, NULL, &answer) &&
               join_rows(connection, answer, &old, &size);
        old = good && PQntuples(answer) > 0 ? old : NULL;
    }
    if (good &&
        !mns_sql_modify(connection->database->kind, old, size, mop->value, &connection->value)) {
        good = mns_postgres_fail(connection, "22000", "the value read is not a number");
    }
    PQclear(answer);
    mns_buf_clear(&connection->text);
    return good && (!connection->value.failed || mns_postgres_fail_memory(connection));
}

static bool apply_write(mns_connection *connection, const mns_run_mop *mop, bool last) {
    PGresult *answer;
    if (!make_value(connection, mop)) {
        return false;
    }
    if (mns_sql_updates(connection->database)) {
        if (!run(connection, MNS_SQL_UPDATE, mop->key, connection->value.data, &answer)) {
            return false;
        }
        const char *rows = PQcmdTuples(answer);
        bool counted = rows[0] != '\0', met = strcmp(rows, "0") != 0;
        PQclear(answer);
        if (!counted) {
            return mns_postgres_fail(connection, "", "unexpected answer to UPDATE");
        }
        if (met) {
            return true;
        }
    }
    if (last) {
        return send(connection, MNS_SQL_WRITE, mop->key, connection->value.data);
    }
    bool done = run(connection, MNS_SQL_WRITE, mop->key, connection->value.data, &answer);
    PQclear(answer);
    return done;
}

bool mns_postgres_apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    bool last = i + 1 == txn->count;
    return txn->mops[i].write ? apply_write(connection, &txn->mops[i], last)
                              : apply_read(connection, txn, i, last);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

bool mns_postgres_begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->begun = false;
    connection->reading = SIZE_MAX;
    connection->committing = false;
    connection->tag = MNS_POSTGRES_TAG_OTHER;
    connection->sent_count = 0;
    mns_buf_clear(&connection->text);
    return true;
}

static bool check_tag(mns_connection *connection) {
    switch (connection->tag) {
    case MNS_POSTGRES_TAG_COMMIT: return true;
    case MNS_POSTGRES_TAG_ROLLBACK:
        mns_driver_error_set(&connection->failure, MNS_OUTCOME_FAIL, false, "rolled-back", "",
                             "the server answered COMMIT with ROLLBACK");
        return false;
    case MNS_POSTGRES_TAG_OTHER: break;
    }
    return mns_postgres_fail(connection, "", "unexpected answer to COMMIT");
}

bool mns_postgres_commit(mns_connection *connection, mns_run_txn *txn) {
    PGresult *answer;
    if (atomic_load(&connection->interrupted)) {
        return mns_postgres_fail(connection, "", "interrupted before COMMIT was sent");
    }
    if (!send_begin(connection)) {
        return false;
    }
    connection->committing = true;
    if (!mns_postgres_send_command(connection, "commit", MNS_POSTGRES_COMMIT,
                                   MNS_POSTGRES_SENT_COMMIT) ||
        !mns_postgres_exchange(connection, &answer)) {
        return false;
    }
    if (connection->reading != SIZE_MAX) {
        return take_read(connection, txn, connection->reading, answer) && check_tag(connection);
    }
    PQclear(answer);
    return check_tag(connection);
}

bool mns_postgres_rollback(mns_connection *connection) {
    PGresult *answer;
    PGTransactionStatusType status = PQtransactionStatus(connection->pg);
    if (status == PQTRANS_IDLE) {
        return true;
    }
    if (status == PQTRANS_ACTIVE || status == PQTRANS_UNKNOWN) {
        return false;
    }
    connection->sent_count = 0;
    mns_buf_clear(&connection->text);
    if (!mns_postgres_send_command(connection, "rollback", "ROLLBACK",
                                   MNS_POSTGRES_SENT_STATEMENT) ||
        !mns_postgres_exchange(connection, &answer)) {
        return false;
    }
    PQclear(answer);
    return PQtransactionStatus(connection->pg) == PQTRANS_IDLE;
}

void mns_postgres_describe(const mns_database *database, const mns_run_txn *txn,
                           const mns_sent *sent, mns_buf *out) {
    char begin[64];
    mns_postgres_begin_text(database, begin, sizeof begin);
    mns_buf_printf(out, "%s\n", begin);
    mns_sql_describe(database, MNS_SQL_POSTGRES, txn, sent, out);
    if (sent->commit) {
        mns_buf_printf(out, "%s\n", MNS_POSTGRES_COMMIT);
    }
}
