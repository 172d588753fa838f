/*
 * sql.h - the statements of a workload, in the SQL of each database.
 *
 * Each table has the rows of the keys that fall to it, key modulo tables:
 *
 *     list, register, counter   (id primary key, sk, v)   one row a key; sk equals id
 *     set                       (id, sk, v)               one row an element
 *
 * --access says how rows are found: by the primary key, by an index on sk, or by sk without any index.
 */
#ifndef MNS_RUN_SQL_H
#define MNS_RUN_SQL_H

#include "run/driver.h"

typedef enum mns_dialect { MNS_SQL_SQLITE, MNS_SQL_POSTGRES, MNS_SQL_MYSQL } mns_dialect;

typedef enum mns_statement {
    MNS_SQL_CREATE, /* table and index; two statements with ';' between them where there is an index */
    MNS_SQL_DROP,
    MNS_SQL_READ,   /* key -> v, no row or one; of a set a row each */
    MNS_SQL_WRITE,  /* key, value: adds it, whether or not there is a row */
    MNS_SQL_UPDATE, /* key, value: the same by sk, without effect if there is no row; else empty */
    MNS_SQL_STORE,  /* key, text: of read-modify-write, replaces v, whether or not there is a row */
    MNS_STATEMENT_COUNT
} mns_statement;

/* Writes a statement for one of the tables, with the dialect's places for parameters. Nothing where the
 * workload has no such statement. */
void mns_sql_write(const mns_database *database, mns_dialect dialect, mns_statement statement,
                   unsigned table, mns_buf *out);

#endif
