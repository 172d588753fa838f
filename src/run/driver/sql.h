/*
 * sql.h - the statements of a workload, in the SQL of each database.
 *
 * Each table has the rows of the keys that fall to it, key modulo tables:
 *
 *     list, register, counter   (id, sk, v)   one row a key, id its primary key
 *     set                       (id, sk, v)   one row an element, id and v its primary key
 *
 * sk always equals id. --access says how rows are found: by the primary key, by an index on sk, or
 * by sk without any index. To write through sk a client first sends UPDATE; where that meets no
 * row, WRITE.
 *
 * With --append=rmw the client reads v, and writes the whole of what it shall be: mns_sql_modify
 * says what.
 */
#ifndef MNS_RUN_DRIVER_SQL_H
#define MNS_RUN_DRIVER_SQL_H

#include "run/driver/driver.h"

typedef enum mns_dialect { MNS_SQL_SQLITE, MNS_SQL_POSTGRES, MNS_SQL_MYSQL } mns_dialect;

typedef enum mns_statement {
    MNS_SQL_CREATE, /* table and index: two statements with ';' between them, but one in MySQL */
    MNS_SQL_DROP,
    MNS_SQL_READ,   /* key -> v, no row or one; of a set a row each */
    MNS_SQL_UPDATE, /* value, key (in this order): adds it by sk to the row that there is; nothing
                     * where rows are found by the primary key, and of sets */
    MNS_SQL_WRITE,  /* key, value: adds it, whether or not there is a row */
    MNS_STATEMENT_COUNT
} mns_statement;

/* Writes a statement for one of the tables, with the dialect's places for parameters: $1 $2, ?1 ?2,
 * ? ?. Nothing where the workload has no such statement. */
void mns_sql_write(const mns_database *database, mns_dialect dialect, mns_statement statement,
                   unsigned table, mns_buf *out);

/* The name of a table, as statements write it; of PostgreSQL with its schema, which is the prefix.
 * */
void mns_sql_table(const mns_database *database, mns_dialect dialect, unsigned table, mns_buf *out);

/* The table of a key. */
static inline unsigned mns_sql_table_of(const mns_database *database, uint64_t key) {
    return (unsigned)(key % database->tables);
}

/* True if a write of this run sends UPDATE first. */
bool mns_sql_updates(const mns_database *database);

/* True if a write of this run must read first: then the value of UPDATE and WRITE is what
 * mns_sql_modify makes of it. */
bool mns_sql_reads_first(const mns_database *database);

/* What v becomes when `value` is added to it: a list has one more element, a counter is more. `old`
 * is NULL where there is no row. False if it is not a number that can be added to. */
bool mns_sql_modify(mns_generator_kind kind, const char *old, size_t old_size, int64_t value,
                    mns_buf *out);

/* For the simple protocol: a statement with a literal in the place of each parameter. Text must
 * have been quoted as the database wants it. */
void mns_sql_inline(const char *statement, const char *const *literals, mns_buf *out);

#endif
