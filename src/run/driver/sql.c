/*
 * sql.c - see sql.h.
 *
 * Dialects differ in parameter markers, upserts and types. MySQL's markers are positional, so each
 * statement uses every parameter once: an INSERT takes sk from id, an upsert takes its value from
 * the row to be inserted. All dialects therefore have the same parameters in the same order.
 *
 * Names consist of the prefix (letters, digits, underscores) and numbers, so they need no quoting.
 */
#include "run/driver/sql.h"

/* ---- Pieces ---------------------------------------------------------------------------------- */

void mns_sql_table(const mns_database *database, mns_dialect dialect, unsigned table,
                   mns_buf *out) {
    const char *join = dialect == MNS_SQL_POSTGRES ? ".t" : "_";
    mns_buf_printf(out, "%s%s%u", database->prefix, join, table);
}

static void write_marker(mns_dialect dialect, unsigned number, mns_buf *out) {
    switch (dialect) {
    case MNS_SQL_SQLITE: mns_buf_printf(out, "?%u", number); break;
    case MNS_SQL_POSTGRES: mns_buf_printf(out, "$%u", number); break;
    case MNS_SQL_MYSQL: mns_buf_char(out, '?'); break;
    }
}

static bool is_array(const mns_database *database) {
    return database->kind == MNS_GENERATE_LIST_APPEND && database->append == MNS_APPEND_ARRAY;
}

bool mns_sql_reads_first(const mns_database *database) {
    return database->append == MNS_APPEND_RMW &&
           (database->kind == MNS_GENERATE_LIST_APPEND || database->kind == MNS_GENERATE_COUNTER);
}

static bool by_sk(const mns_database *database) { return database->access != MNS_ACCESS_PRIMARY; }

bool mns_sql_updates(const mns_database *database) {
    return by_sk(database) && database->kind != MNS_GENERATE_SET;
}

static const char *type_of_v(const mns_database *database, mns_dialect dialect) {
    if (database->kind != MNS_GENERATE_LIST_APPEND) {
        return "BIGINT";
    }
    if (is_array(database)) {
        return "BIGINT[]";
    }
    /* MySQL's TEXT is limited to 64 kB. */
    return dialect == MNS_SQL_MYSQL ? "MEDIUMTEXT" : "TEXT";
}

/* The new value of v after adding `added`; `old` is how the statement refers to the old v. */
static void write_sum(const mns_database *database, mns_dialect dialect, const char *old,
                      const char *added, mns_buf *out) {
    if (mns_sql_reads_first(database) || database->kind == MNS_GENERATE_RW_REGISTER) {
        mns_buf_str(out, added);
    } else if (database->kind == MNS_GENERATE_COUNTER) {
        mns_buf_printf(out, "%s + %s", old, added);
    } else if (is_array(database)) {
        mns_buf_printf(out, "array_append(%s, %s)", old, added);
    } else if (dialect == MNS_SQL_MYSQL) {
        mns_buf_printf(out, "CONCAT(%s, ' ', %s)", old, added);
    } else {
        mns_buf_printf(out, "%s || ' ' || %s", old, added);
    }
}

/* ---- Statements ------------------------------------------------------------------------------ */

static void write_create(const mns_database *database, mns_dialect dialect, const char *table,
                         mns_buf *out) {
    const char *primary = database->kind == MNS_GENERATE_SET ? "id, v" : "id";
    bool index = database->access == MNS_ACCESS_SECONDARY;
    /* SQLite needs no index for the primary key only if its type is INTEGER. */
    mns_buf_printf(out, "CREATE TABLE %s (id %s NOT NULL, sk BIGINT NOT NULL, v %s NOT NULL, ",
                   table, dialect == MNS_SQL_SQLITE ? "INTEGER" : "BIGINT",
                   type_of_v(database, dialect));
    mns_buf_printf(out, "PRIMARY KEY (%s)", primary);
    if (dialect == MNS_SQL_MYSQL) {
        mns_buf_str(out, index ? ", INDEX (sk)) ENGINE=InnoDB" : ") ENGINE=InnoDB");
    } else if (!index) {
        mns_buf_char(out, ')');
    } else if (dialect == MNS_SQL_POSTGRES) {
        mns_buf_printf(out, "); CREATE INDEX ON %s (sk)", table);
    } else {
        mns_buf_printf(out, "); CREATE INDEX %s_sk ON %s (sk)", table, table);
    }
}

static void write_read(const mns_database *database, mns_dialect dialect, const char *table,
                       mns_buf *out) {
    mns_buf_printf(out, "SELECT v FROM %s WHERE %s = ", table, by_sk(database) ? "sk" : "id");
    write_marker(dialect, 1, out);
}

static void write_added(const mns_database *database, mns_dialect dialect, unsigned number,
                        mns_buf *out) {
    write_marker(dialect, number, out);
    if (dialect == MNS_SQL_POSTGRES) {
        /* Without a cast PostgreSQL cannot infer the parameter's type in v || ' ' || $1. */
        bool text = database->kind == MNS_GENERATE_LIST_APPEND && !is_array(database);
        mns_buf_str(out, text ? "::text" : "::bigint");
    }
}

static void write_update(const mns_database *database, mns_dialect dialect, const char *table,
                         mns_buf *out) {
    mns_buf added;
    mns_buf_init(&added);
    if (mns_sql_updates(database)) {
        write_added(database, dialect, 1, &added);
        mns_buf_printf(out, "UPDATE %s SET v = ", table);
        write_sum(database, dialect, "v", added.failed ? "" : added.data, out);
        mns_buf_str(out, " WHERE sk = ");
        write_marker(dialect, 2, out);
    }
    out->failed = out->failed || added.failed;
    mns_buf_release(&added);
}

static void write_write(const mns_database *database, mns_dialect dialect, const char *table,
                        mns_buf *out) {
    bool mysql = dialect == MNS_SQL_MYSQL;
    mns_buf_printf(out, "INSERT INTO %s%s (id, sk, v) VALUES (", table, mysql ? "" : " AS t");
    write_marker(dialect, 1, out);
    mns_buf_str(out, ", ");
    if (mysql) {
        mns_buf_str(out, "id");
    } else {
        write_marker(dialect, 1, out);
    }
    mns_buf_str(out, is_array(database) ? ", ARRAY[" : ", ");
    write_added(database, dialect, 2, out);
    mns_buf_str(out, is_array(database) ? "])" : ")");
    if (database->kind == MNS_GENERATE_SET) {
        return;
    }
    if (mysql) {
        mns_buf_str(out, " ON DUPLICATE KEY UPDATE v = ");
        write_sum(database, dialect, "v", "VALUES(v)", out);
    } else {
        mns_buf_str(out, " ON CONFLICT (id) DO UPDATE SET v = ");
        write_sum(database, dialect, "t.v", is_array(database) ? "$2::bigint" : "excluded.v", out);
    }
}

void mns_sql_write(const mns_database *database, mns_dialect dialect, mns_statement statement,
                   unsigned table, mns_buf *out) {
    mns_buf name;
    mns_buf_init(&name);
    mns_sql_table(database, dialect, table, &name);
    if (name.failed) {
        out->failed = true;
        return;
    }
    switch (statement) {
    case MNS_SQL_CREATE: write_create(database, dialect, name.data, out); break;
    case MNS_SQL_DROP: mns_buf_printf(out, "DROP TABLE %s", name.data); break;
    case MNS_SQL_READ: write_read(database, dialect, name.data, out); break;
    case MNS_SQL_UPDATE: write_update(database, dialect, name.data, out); break;
    case MNS_SQL_WRITE: write_write(database, dialect, name.data, out); break;
    case MNS_STATEMENT_COUNT: assert(!"not a statement"); break;
    }
    mns_buf_release(&name);
}

/* ---- Read-modify-write ----------------------------------------------------------------------- */

/* Like strtoll on the whole text, but without leading blanks or '+'; false on overflow. */
static bool read_integer(const char *text, size_t size, int64_t *number) {
    bool negative = size > 0 && text[0] == '-';
    size_t at = negative ? 1 : 0;
    int64_t sum = 0;
    if (at == size) {
        return false;
    }
    for (; at < size; at++) {
        int digit = text[at] - '0';
        if (digit < 0 || digit > 9 || __builtin_mul_overflow(sum, 10, &sum) ||
            __builtin_add_overflow(sum, negative ? -digit : digit, &sum)) {
            return false;
        }
    }
    *number = sum;
    return true;
}

bool mns_sql_modify(mns_generator_kind kind, const char *old, size_t old_size, int64_t value,
                    mns_buf *out) {
    int64_t sum = value, before;
    if (kind == MNS_GENERATE_LIST_APPEND && old != NULL) {
        mns_buf_bytes(out, old, old_size);
        mns_buf_char(out, ' ');
    } else if (kind == MNS_GENERATE_COUNTER && old != NULL) {
        if (!read_integer(old, old_size, &before) || __builtin_add_overflow(before, value, &sum)) {
            return false;
        }
    }
    mns_buf_integer(out, sum);
    return true;
}

/* ---- The simple protocol --------------------------------------------------------------------- */

void mns_sql_inline(const char *statement, const char *const *literals, mns_buf *out) {
    size_t counted = 0;
    while (*statement != '\0') {
        size_t size = strcspn(statement, "$?");
        mns_buf_bytes(out, statement, size);
        statement += size;
        if (*statement == '\0') {
            break;
        }
        statement++;
        if (*statement >= '1' && *statement <= '9') {
            mns_buf_str(out, literals[*statement - '1']);
            statement++;
        } else {
            mns_buf_str(out, literals[counted++]);
        }
    }
}
