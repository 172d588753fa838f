/*
 * server_mariadb.h - shared by the throw-away MariaDB and the nodes of a Galera cluster.
 *
 * A Galera node (server_galera.c) is a MariaDB with further arguments; its data folder is created
 * the same way.
 */
#ifndef MNS_RUN_SERVER_SERVER_MARIADB_H
#define MNS_RUN_SERVER_SERVER_MARIADB_H

#include "run/server/server.h"

/* Input for creating the data folder. */
#define MNS_MARIADB_STATEMENTS "bootstrap.sql"
/* Settings that determine addresses and paths. */
#define MNS_MARIADB_RESERVED                                                                       \
    "port", "bind_address", "datadir", "socket", "pid_file", "skip_networking", "log_error",       \
        "basedir", "user", "init_file", "bootstrap"

extern const char *const mns_mariadb_search_paths[];
extern const char *const mns_mariadb_durability_off[];

/* As in mns_server_kind. */
bool mns_mariadb_files(mns_node *node, mns_buf *message);
void mns_mariadb_serve(const mns_node *node, mns_launch *launch);
bool mns_mariadb_is_ready(const mns_node *node);

#endif
