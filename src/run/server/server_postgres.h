/*
 * server_postgres.h - shared by the kinds of throw-away PostgreSQL: a single server
 * (server_postgres.c), and a primary with replicas (server_postgres_replica.c).
 */
#ifndef MNS_RUN_SERVER_SERVER_POSTGRES_H
#define MNS_RUN_SERVER_SERVER_POSTGRES_H

#include "run/server/server.h"

extern const char *const mns_server_postgres_search_paths[];
extern const char *const mns_server_postgres_reserved[];
extern const char *const mns_server_postgres_durability_off[];
extern const char *const mns_server_postgres_small_disk[];

/* initdb. */
void mns_server_postgres_make(const mns_node *node, mns_launch *launch);
/* The server with our settings, then those of a kind, one at a time, and last the user's: later
 * ones win. */
void mns_server_postgres_serve(const mns_node *node, mns_launch *launch);
void mns_server_postgres_set(mns_launch *launch, const char *format, ...) MNS_PRINTF(2, 3);
void mns_server_postgres_set_user(const mns_node *node, mns_launch *launch);

bool mns_server_postgres_is_ready(const mns_node *node);
void mns_server_postgres_url(const mns_node *node, mns_buf *out);

#endif
