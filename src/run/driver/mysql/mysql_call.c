/*
 * mysql_call.c - runs one statement on MySQL or MariaDB.
 *
 * In: statement, table and parameters. Out: the number of changed rows, or the first column of each
 * row, of any size. Statements are prepared when first used and kept; with the simple protocol they
 * are sent as text with literal parameters. Rows are read as they arrive and never stored: at most
 * one cell is in memory. One round trip each, and one more when a statement is prepared.
 *
 * The client library trusts the server: it reads as many parameters and columns from the caller's
 * arrays as the server announces, calls a function by the announced type, and copies as many bytes
 * as a row claims to have. All of this is checked here first; any unexpected answer is a protocol
 * error, which ends the run.
 */
#include <stdio.h>

#include "run/driver/mysql/mysql.h"

/* The longest number that a column may announce: BIGINT has 20 digits, ZEROFILL at most 255. */
#define NUMBER_BYTES 255

static bool out_of_memory(mns_connection *connection) {
    return mns_mysql_refused(connection, "out-of-memory", "out of memory");
}

static bool statement_failed(mns_connection *connection, MYSQL_STMT *prepared) {
    mns_mysql_error(&connection->failure, mysql_stmt_errno(prepared), mysql_stmt_error(prepared),
                    connection->committing);
    return false;
}

/* The server announced a wrong number of parameters or columns. */
static bool wrong_count(mns_connection *connection, const char *what, unsigned long count,
                        unsigned long expected) {
    char message[120];
    snprintf(message, sizeof message,
             "protocol error: the server announced %lu %s, but the statement has %lu", count, what,
             expected);
    return mns_mysql_protocol_error(connection, message);
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* Sends a statement as text; the answer must have rows, or must have none. */
static bool send_query(mns_connection *connection, const char *text, size_t size, bool rows) {
    MYSQL *mysql = connection->mysql;
    if (mysql_real_query(mysql, text, (unsigned long)size) != 0) {
        return mns_mysql_failed(connection);
    }
    return (mysql_field_count(mysql) > 0) == rows ||
           mns_mysql_protocol_error(connection,
                                    rows ? "protocol error: a query was answered without rows"
                                         : "protocol error: a command was answered with rows");
}

bool mns_mysql_query(mns_connection *connection, const char *text) {
    return send_query(connection, text, strlen(text), false);
}

bool mns_mysql_ask(mns_connection *connection, const char *text, unsigned column, mns_buf *out) {
    if (!send_query(connection, text, strlen(text), true)) {
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

/* Whether the library can convert a column of this type to text without trusting its length. */
static bool is_readable(const MYSQL_FIELD *column) {
    switch (column->type) {
    case MYSQL_TYPE_LONG:
    case MYSQL_TYPE_LONGLONG: return column->length <= NUMBER_BYTES;
    case MYSQL_TYPE_DECIMAL:
    case MYSQL_TYPE_NEWDECIMAL:
    case MYSQL_TYPE_VARCHAR:
    case MYSQL_TYPE_TINY_BLOB:
    case MYSQL_TYPE_MEDIUM_BLOB:
    case MYSQL_TYPE_LONG_BLOB:
    case MYSQL_TYPE_BLOB:
    case MYSQL_TYPE_VAR_STRING:
    case MYSQL_TYPE_STRING: return true;
    default: return false;
    }
}

/* Checks that an executed statement has the expected number of columns and that the first is a
 * value. The server announces columns at prepare and at each execute. */
static bool check_columns(mns_connection *connection, MYSQL_STMT *prepared, unsigned expected) {
    MYSQL_RES *columns = mysql_stmt_result_metadata(prepared);
    unsigned count = columns == NULL ? 0 : mysql_num_fields(columns);
    bool readable =
        count == 0 || expected == 0 || is_readable(mysql_fetch_field_direct(columns, 0));
    if (columns != NULL) {
        mysql_free_result(columns);
    }
    if (count != expected) {
        return wrong_count(connection, "columns", count, expected);
    }
    return readable || mns_mysql_protocol_error(
                           connection, "protocol error: the server announced a value that is "
                                       "neither a number nor text");
}

/* Runs a prepared statement with `count` parameters and `columns` result columns. */
static bool execute(mns_connection *connection, mns_mysql_statement *statement,
                    const mns_mysql_value *values, size_t count, unsigned columns) {
    MYSQL_BIND binds[2];
    assert(count <= MNS_COUNT_OF(binds));
    if (!prepare(connection, statement)) {
        return false;
    }
    if (mysql_stmt_param_count(statement->prepared) != count) {
        return wrong_count(connection, "parameters", mysql_stmt_param_count(statement->prepared),
                           count);
    }
    for (size_t i = 0; i < count; i++) {
        bind_value(&binds[i], &values[i]);
    }
    if (mysql_stmt_bind_param(statement->prepared, binds) != 0 ||
        mysql_stmt_execute(statement->prepared) != 0) {
        return statement_failed(connection, statement->prepared);
    }
    return check_columns(connection, statement->prepared, columns);
}

/* A value as a literal; the session determines the quoting. False when out of memory. */
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
                      const mns_mysql_value *values, size_t count, unsigned columns) {
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
        mns_sql_inline(statement->text, texts, query);
    }
    for (size_t i = 0; i < count; i++) {
        mns_buf_release(&literals[i]);
    }
    if (!fine || query->failed) {
        return out_of_memory(connection);
    }
    return send_query(connection, query->data, query->size, columns > 0);
}

static bool run(mns_connection *connection, mns_mysql_statement *statement,
                const mns_mysql_value *values, size_t count, unsigned columns) {
    return connection->database->simple_protocol
               ? send_text(connection, statement, values, count, columns)
               : execute(connection, statement, values, count, columns);
}

bool mns_mysql_change(mns_connection *connection, mns_statement statement, unsigned table,
                      const mns_mysql_value values[2], uint64_t *changed) {
    mns_mysql_statement *found = find(connection, statement, table);
    if (found == NULL || !run(connection, found, values, 2, 0)) {
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
    if (found == NULL || !run(connection, found, &value, 1, 1)) {
        return false;
    }
    connection->reading = found->prepared;
    if (found->prepared == NULL) {
        connection->rows = mysql_use_result(connection->mysql);
        if (connection->rows == NULL) {
            return mns_mysql_failed(connection);
        }
        unsigned count = mysql_num_fields(connection->rows);
        return count == 1 || wrong_count(connection, "columns", count, 1);
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

/* Resizes the cell, to be filled by the library. */
static bool reserve(mns_connection *connection, size_t size) {
    mns_buf_clear(&connection->cell);
    mns_buf_repeat(&connection->cell, ' ', size);
    return !connection->cell.failed || out_of_memory(connection);
}

/* Copies the value of the current row, of the announced size. The library keeps the row in its
 * buffer; a value that reaches past its end is a protocol error. */
static bool copy_value(mns_connection *connection, MYSQL_BIND *bind, unsigned long size) {
    const NET *net = &connection->mysql->net;
    if (size > (size_t)(net->buff_end - net->read_pos)) {
        return mns_mysql_protocol_error(
            connection, "protocol error: a value is longer than the row that it is in");
    }
    if (!reserve(connection, size)) {
        return false;
    }
    bind->buffer = connection->cell.data;
    bind->buffer_length = size;
    if (mysql_stmt_fetch_column(connection->reading, bind, 0, 0) != 0) {
        return statement_failed(connection, connection->reading);
    }
    assert(*bind->length == size);
    return true;
}

/* Fetches a row: first the size of its value, then the value. */
static mns_mysql_row next_prepared(mns_connection *connection) {
    MYSQL_STMT *prepared = connection->reading;
    unsigned long size = 0;
    my_bool null = 0;
    MYSQL_BIND bind = {.buffer_type = MYSQL_TYPE_STRING, .length = &size, .is_null = &null};
    int status = mysql_stmt_bind_result(prepared, &bind) != 0 ? 1 : mysql_stmt_fetch(prepared);
    if (status == MYSQL_NO_DATA) {
        return MNS_MYSQL_END;
    }
    if (status != 0 && status != MYSQL_DATA_TRUNCATED) {
        statement_failed(connection, prepared);
        return MNS_MYSQL_ERROR;
    }
    if (null) {
        return MNS_MYSQL_END;
    }
    return copy_value(connection, &bind, size) ? MNS_MYSQL_ROW : MNS_MYSQL_ERROR;
}

static mns_mysql_row next_text(mns_connection *connection) {
    MYSQL_ROW row = mysql_fetch_row(connection->rows);
    if (row == NULL && mysql_errno(connection->mysql) != 0) {
        mns_mysql_failed(connection);
        return MNS_MYSQL_ERROR;
    }
    if (row == NULL || row[0] == NULL) {
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
