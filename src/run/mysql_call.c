/*
 * mysql_call.c - one statement to MySQL or MariaDB, and what it answers.
 *
 * In: which statement of which table, and its parameters. Out: how many rows changed, or the first
 * column of each row, of any size. Prepared when first used and kept; with the simple protocol sent
 * as text each time, numbers and quoted text in the places of the parameters. Rows are read as they
 * come and never kept: at most one cell is in memory. A round trip for each, and one more when a
 * statement is first prepared.
 */
#include "run/mysql.h"

/* What a cell has room for before a longer one was seen. */
#define CELL_BYTES 512

static bool out_of_memory(mns_connection *connection) {
    return mns_mysql_refused(connection, "out-of-memory", "out of memory");
}

static bool statement_failed(mns_connection *connection, MYSQL_STMT *prepared) {
    mns_mysql_trouble(&connection->trouble, mysql_stmt_errno(prepared), mysql_stmt_error(prepared),
                      connection->committing);
    return false;
}

/* ---- Statements ------------------------------------------------------------------------------ */

bool mns_mysql_query(mns_connection *connection, const char *text) {
    return mysql_real_query(connection->mysql, text, (unsigned long)strlen(text)) == 0 ||
           mns_mysql_failed(connection);
}

bool mns_mysql_ask(mns_connection *connection, const char *text, unsigned column, mns_buf *out) {
    if (!mns_mysql_query(connection, text)) {
        return false;
    }
    MYSQL_RES *rows = mysql_store_result(connection->mysql);
    if (rows == NULL) {
        return mns_mysql_failed(connection);
    }
    MYSQL_ROW row = mysql_fetch_row(rows);
    if (row != NULL && column < mysql_num_fields(rows) && row[column] != NULL) {
        mns_buf_bytes(out, row[column], mysql_fetch_lengths(rows)[column]);
    }
    mysql_free_result(rows);
    return true;
}

/* With its text; NULL when out of memory. */
static mns_mysql_statement *find(mns_connection *connection, mns_statement statement,
                                 unsigned table) {
    mns_mysql_statement *found =
        &connection->statements[(size_t)table * MNS_STATEMENT_COUNT + statement];
    if (found->text == NULL) {
        mns_buf text;
        mns_buf_init(&text);
        mns_sql_write(connection->database, MNS_SQL_MYSQL, statement, table, &text);
        found->text = mns_buf_take(&text, NULL);
    }
    if (found->text == NULL) {
        out_of_memory(connection);
        return NULL;
    }
    return found;
}

int mns_mysql_has(mns_connection *connection, mns_statement statement, unsigned table) {
    const mns_mysql_statement *found = find(connection, statement, table);
    return found == NULL ? -1 : found->text[0] != '\0';
}

static bool prepare(mns_connection *connection, mns_mysql_statement *statement) {
    if (statement->prepared != NULL) {
        return true;
    }
    MYSQL_STMT *prepared = mysql_stmt_init(connection->mysql);
    if (prepared == NULL) {
        return out_of_memory(connection);
    }
    if (mysql_stmt_prepare(prepared, statement->text, (unsigned long)strlen(statement->text)) !=
        0) {
        statement_failed(connection, prepared);
        mysql_stmt_close(prepared);
        return false;
    }
    statement->prepared = prepared;
    return true;
}

static void bind_value(MYSQL_BIND *bind, const mns_mysql_value *value) {
    *bind = (MYSQL_BIND){.buffer_type = MYSQL_TYPE_LONGLONG, .buffer = (void *)&value->number};
    if (value->text != NULL) {
        *bind = (MYSQL_BIND){.buffer_type = MYSQL_TYPE_STRING,
                             .buffer = value->text->data,
                             .buffer_length = (unsigned long)value->text->size};
    }
}

static bool execute(mns_connection *connection, mns_mysql_statement *statement,
                    const mns_mysql_value *values, size_t count) {
    MYSQL_BIND binds[2];
    assert(count <= MNS_COUNT_OF(binds));
    if (!prepare(connection, statement)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        bind_value(&binds[i], &values[i]);
    }
    if (mysql_stmt_bind_param(statement->prepared, binds) != 0 ||
        mysql_stmt_execute(statement->prepared) != 0) {
        return statement_failed(connection, statement->prepared);
    }
    return true;
}

/* A value as it stands in a statement; the session says how text is quoted. False when out of
 * memory. */
static bool write_literal(mns_connection *connection, const mns_mysql_value *value, mns_buf *out) {
    if (value->text == NULL) {
        mns_buf_integer(out, value->number);
        return !out->failed;
    }
    char *quoted = malloc(2 * value->text->size + 1);
    if (quoted == NULL) {
        return false;
    }
    unsigned long size = mysql_real_escape_string(connection->mysql, quoted, value->text->data,
                                                  (unsigned long)value->text->size);
    mns_buf_char(out, '\'');
    mns_buf_bytes(out, quoted, size);
    mns_buf_char(out, '\'');
    free(quoted);
    return !out->failed;
}

static bool send_text(mns_connection *connection, const mns_mysql_statement *statement,
                      const mns_mysql_value *values, size_t count) {
    mns_buf *query = &connection->query;
    mns_buf literals[2];
    const char *texts[2] = {"", ""};
    bool fine = true;
    assert(count <= MNS_COUNT_OF(literals));
    mns_buf_clear(query);
    for (size_t i = 0; i < count; i++) {
        mns_buf_init(&literals[i]);
        fine = write_literal(connection, &values[i], &literals[i]) && fine;
        texts[i] = literals[i].data;
    }
    if (fine) {
        mns_sql_fill(statement->text, texts, query);
    }
    for (size_t i = 0; i < count; i++) {
        mns_buf_release(&literals[i]);
    }
    if (!fine || query->failed) {
        return out_of_memory(connection);
    }
    return mysql_real_query(connection->mysql, query->data, (unsigned long)query->size) == 0 ||
           mns_mysql_failed(connection);
}

static bool run(mns_connection *connection, mns_mysql_statement *statement,
                const mns_mysql_value *values, size_t count) {
    return connection->database->simple_protocol ? send_text(connection, statement, values, count)
                                                 : execute(connection, statement, values, count);
}

bool mns_mysql_change(mns_connection *connection, mns_statement statement, unsigned table,
                      const mns_mysql_value values[2], uint64_t *changed) {
    mns_mysql_statement *found = find(connection, statement, table);
    if (found == NULL || !run(connection, found, values, 2)) {
        return false;
    }
    *changed = found->prepared != NULL ? mysql_stmt_affected_rows(found->prepared)
                                       : mysql_affected_rows(connection->mysql);
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

bool mns_mysql_read(mns_connection *connection, unsigned table, int64_t key) {
    mns_mysql_value value = {.number = key};
    mns_mysql_statement *found = find(connection, MNS_SQL_READ, table);
    assert(connection->reading == NULL && connection->rows == NULL);
    if (found == NULL || !run(connection, found, &value, 1)) {
        return false;
    }
    connection->reading = found->prepared;
    if (found->prepared == NULL) {
        connection->rows = mysql_use_result(connection->mysql);
        if (connection->rows == NULL) {
            return mns_mysql_failed(connection);
        }
    }
    return true;
}

void mns_mysql_discard(mns_connection *connection) {
    if (connection->reading != NULL) {
        mysql_stmt_free_result(connection->reading);
    }
    if (connection->rows != NULL) {
        mysql_free_result(connection->rows);
    }
    connection->reading = NULL;
    connection->rows = NULL;
}

static mns_mysql_row end(mns_connection *connection, mns_mysql_row how) {
    mns_mysql_discard(connection);
    return how;
}

/* Makes room in the cell; it is filled from outside. */
static bool reserve(mns_connection *connection, size_t size) {
    mns_buf_clear(&connection->cell);
    mns_buf_repeat(&connection->cell, ' ', size);
    return !connection->cell.failed || out_of_memory(connection);
}

/* Fetches a row. A cell that is longer than what it was given is asked for once more. */
static mns_mysql_row next_prepared(mns_connection *connection) {
    MYSQL_STMT *prepared = connection->reading;
    unsigned long size = 0;
    my_bool null = 0;
    if (!reserve(connection, CELL_BYTES)) {
        return MNS_MYSQL_ERROR;
    }
    MYSQL_BIND bind = {.buffer_type = MYSQL_TYPE_STRING,
                       .buffer = connection->cell.data,
                       .buffer_length = (unsigned long)connection->cell.size,
                       .length = &size,
                       .is_null = &null};
    int status = mysql_stmt_bind_result(prepared, &bind) != 0 ? 1 : mysql_stmt_fetch(prepared);
    if (status == 0 || status == MYSQL_DATA_TRUNCATED) {
        if (size > bind.buffer_length) {
            if (!reserve(connection, size)) {
                return MNS_MYSQL_ERROR;
            }
            bind.buffer = connection->cell.data;
            bind.buffer_length = size;
            status = mysql_stmt_fetch_column(prepared, &bind, 0, 0);
        } else {
            status = 0;
        }
    }
    if (status != 0 && status != MYSQL_NO_DATA) {
        statement_failed(connection, prepared);
        return MNS_MYSQL_ERROR;
    }
    if (status == MYSQL_NO_DATA || null) {
        return MNS_MYSQL_END;
    }
    mns_buf_truncate(&connection->cell, size);
    return MNS_MYSQL_ROW;
}

static mns_mysql_row next_text(mns_connection *connection) {
    MYSQL_ROW row = mysql_fetch_row(connection->rows);
    if (row == NULL && mysql_errno(connection->mysql) != 0) {
        mns_mysql_failed(connection);
        return MNS_MYSQL_ERROR;
    }
    if (row == NULL || mysql_num_fields(connection->rows) == 0 || row[0] == NULL) {
        return MNS_MYSQL_END;
    }
    mns_buf_clear(&connection->cell);
    mns_buf_bytes(&connection->cell, row[0], mysql_fetch_lengths(connection->rows)[0]);
    if (connection->cell.failed) {
        out_of_memory(connection);
        return MNS_MYSQL_ERROR;
    }
    return MNS_MYSQL_ROW;
}

mns_mysql_row mns_mysql_next(mns_connection *connection) {
    mns_mysql_row how =
        connection->reading != NULL ? next_prepared(connection) : next_text(connection);
    return how == MNS_MYSQL_ROW ? how : end(connection, how);
}
