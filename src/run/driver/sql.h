/*
 * sql.h - the SQL statements of a workload, for each dialect.
 *
 * A key is stored in table number (key modulo tables):
 *
 *     list, register, counter   (id, sk, v)   one row per key, primary key id
 *     set                       (id, sk, v)   one row per element, primary key (id, v)
 *
 * sk always equals id. --access says how rows are found: by the primary key, by an index on sk, or
 * by sk without an index. To write through sk a client first sends UPDATE and, if that changes no
 * row, WRITE.
 *
 * With --append=rmw the client reads v and writes the new value in full: see mns_sql_modify.
 */
#ifndef MNS_RUN_DRIVER_SQL_H
#define MNS_RUN_DRIVER_SQL_H

#include "run/driver/driver.h"

typedef enum mns_dialect { MNS_SQL_SQLITE, MNS_SQL_POSTGRES, MNS_SQL_MYSQL } mns_dialect;

typedef enum mns_statement {
    MNS_SQL_CREATE, /* table and index: two statements separated by ';', one in MySQL */
    MNS_SQL_DROP,
    MNS_SQL_READ,   /* key -> v, at most one row; for a set, one row per element */
    MNS_SQL_UPDATE, /* value, key (in this order): adds value to the row by sk; empty for access by
                     * the primary key and for sets */
    MNS_SQL_WRITE,  /* key, value: adds value, whether or not the row exists */
    MNS_STATEMENT_COUNT
} mns_statement;

/* Writes a statement for one table with the dialect's parameter markers: $1 $2, ?1 ?2, ? ?. Writes
 * nothing if the workload has no such statement. */
void mns_sql_write(const mns_database *database, mns_dialect dialect, mns_statement statement,
                   unsigned table, mns_buf *out);

/* The table's name as used in statements; in PostgreSQL with its schema, which is the prefix. */
void mns_sql_table(const mns_database *database, mns_dialect dialect, unsigned table, mns_buf *out);

/* The table of a key. */
static inline unsigned mns_sql_table_of(const mns_database *database, uint64_t key) {
    return (unsigned)(key % database->tables);
}

/* True if the statement's first parameter is the value and its second the key. */
static inline bool mns_sql_value_first(mns_statement which) { return which == MNS_SQL_UPDATE; }

/* True if a write sends UPDATE first. */
bool mns_sql_updates(const mns_database *database);

/* True if a write must read first: the value of UPDATE and WRITE then comes from mns_sql_modify. */
bool mns_sql_reads_first(const mns_database *database);

/* The new v after adding `value`: appended to a list, added to a counter. `old` is NULL if there is
 * no row. False if `old` is not a number or the sum overflows. */
bool mns_sql_modify(mns_generator_kind kind, const char *old, size_t old_size, int64_t value,
                    mns_buf *out);

/* For the simple protocol: replaces each parameter marker by a literal, which must be quoted
 * already. */
void mns_sql_inline(const char *statement, const char *const *literals, mns_buf *out);

#endif
