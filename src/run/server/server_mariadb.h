/*
 * server_mariadb.h - what a MariaDB of its own and the nodes of a Galera cluster have in common.
 *
 * A node of a cluster is a MariaDB that is told of others (server_galera.c): its data folder is made
 * alike, and the words that start it are those of a MariaDB, and some more.
 */
#ifndef MNS_RUN_SERVER_SERVER_MARIADB_H
#define MNS_RUN_SERVER_SERVER_MARIADB_H

#include "run/server/server.h"

/* What the data folder is made from. */
#define MNS_MARIADB_STATEMENTS "bootstrap.sql"
/* Settings that decide where it is. */
#define MNS_MARIADB_RESERVED                                                                       \
    "port", "bind_address", "datadir", "socket", "pid_file", "skip_networking", "log_error",       \
        "basedir", "user", "init_file", "bootstrap"

extern const char *const mns_mariadb_search_paths[];
extern const char *const mns_mariadb_durability_off[];

/* As the table of a kind has them. */
bool mns_mariadb_files(mns_node *node, mns_buf *message);
void mns_mariadb_serve(const mns_node *node, mns_launch *launch);
bool mns_mariadb_is_ready(const mns_node *node);

#endif
