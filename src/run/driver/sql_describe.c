/* sql_describe.c - see sql_describe.h. */
#include "run/driver/sql_describe.h"

/* SQLite gets the key as a number and the value as text, PostgreSQL both as text, MySQL both as
 * numbers. */
static bool is_quoted(mns_dialect dialect, bool is_key) {
    return dialect == MNS_SQL_POSTGRES || (dialect == MNS_SQL_SQLITE && !is_key);
}

static void write_key(mns_dialect dialect, uint64_t key, mns_buf *out) {
    const char *quote = is_quoted(dialect, true) ? "'" : "";
    mns_buf_printf(out, "%s%llu%s", quote, (unsigned long long)key, quote);
}

/* The value that a write adds, or what is known of the value that replaces the old one. */
static void write_value(const mns_database *database, mns_dialect dialect, int64_t value,
                        mns_buf *out) {
    const char *quote = is_quoted(dialect, false) ? "'" : "";
    if (!mns_sql_reads_first(database)) {
        mns_buf_printf(out, "%s%lld%s", quote, (long long)value, quote);
    } else if (database->kind == MNS_GENERATE_COUNTER) {
        mns_buf_printf(out, "<the value read plus %lld>", (long long)value);
    } else {
        mns_buf_printf(out, "<the value read, then %lld>", (long long)value);
    }
}

static const char *marker(mns_dialect dialect) {
    static const char *const markers[] = {
        [MNS_SQL_SQLITE] = "?", [MNS_SQL_POSTGRES] = "$", [MNS_SQL_MYSQL] = ""};
    return markers[dialect];
}

/* "  -- $1 = '5', $2 = '3'"; MySQL's markers have no numbers: "  -- 5, 3". */
static void write_parameters(mns_dialect dialect, const char *const *literals, size_t count,
                             mns_buf *out) {
    mns_buf_str(out, "  -- ");
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(out, i == 0 ? "" : ", ");
        if (dialect != MNS_SQL_MYSQL) {
            mns_buf_printf(out, "%s%zu = ", marker(dialect), i + 1);
        }
        mns_buf_str(out, literals[i]);
    }
}

static void describe(const mns_database *database, mns_dialect dialect, mns_statement which,
                     const mns_run_mop *mop, mns_buf *out) {
    mns_buf statement, key, value;
    mns_buf_init(&statement);
    mns_buf_init(&key);
    mns_buf_init(&value);
    mns_sql_write(database, dialect, which, mns_sql_table_of(database, mop->key), &statement);
    write_key(dialect, mop->key, &key);
    write_value(database, dialect, mop->value, &value);
    bool value_first = mns_sql_value_first(which);
    const char *literals[2] = {value_first ? value.data : key.data,
                               value_first ? key.data : value.data};
    out->failed = out->failed || statement.failed || key.failed || value.failed;
    if (!out->failed && database->simple_protocol) {
        mns_sql_inline(statement.data, literals, out);
    } else if (!out->failed) {
        mns_buf_str(out, statement.data);
        write_parameters(dialect, literals, which == MNS_SQL_READ ? 1 : 2, out);
    }
    mns_buf_release(&statement);
    mns_buf_release(&key);
    mns_buf_release(&value);
}

static void describe_write(const mns_database *database, mns_dialect dialect,
                           const mns_run_mop *mop, mns_buf *out) {
    if (mns_sql_reads_first(database)) {
        describe(database, dialect, MNS_SQL_READ, mop, out);
        mns_buf_char(out, '\n');
    }
    if (mns_sql_updates(database)) {
        describe(database, dialect, MNS_SQL_UPDATE, mop, out);
        mns_buf_str(out, "\n-- if UPDATE found no row:\n");
    }
    describe(database, dialect, MNS_SQL_WRITE, mop, out);
    mns_buf_char(out, '\n');
}

void mns_sql_describe(const mns_database *database, mns_dialect dialect, const mns_run_txn *txn,
                      const mns_sent *sent, mns_buf *out) {
    assert(sent->mops <= txn->count);
    for (size_t i = 0; i < sent->mops; i++) {
        if (txn->mops[i].write) {
            describe_write(database, dialect, &txn->mops[i], out);
        } else {
            describe(database, dialect, MNS_SQL_READ, &txn->mops[i], out);
            mns_buf_char(out, '\n');
        }
    }
}
