/*
 * server_postgres_replica.c - a throw-away PostgreSQL with streaming replicas: node 0 is the
 * primary, every other node a hot standby, which accepts read-only transactions.
 *
 *     node 0: initdb ── postgres ◄── WAL, by a slot ── node 1: pg_basebackup ── postgres
 *
 * A killed node keeps its role; no replica is promoted. The replication slot keeps the WAL that a
 * replica has missed, so it is never copied again. With `sync` the primary waits until all replicas
 * have applied a commit; they are listed by name, so that other WAL receivers do not count. The
 * password is in a file that only the server's user can read.
 *
 * Replicas notice a lost primary within seconds and retry at once; PostgreSQL's defaults are a
 * minute and five seconds.
 */
#include <errno.h>
#include <signal.h>

#include "run/server/server_postgres.h"
#include "run/system/scratch.h"

#define PASSWORD_FILE "pgpass"
/* The replica's name at the primary, as a standby and as a slot. */
#define REPLICA_NAME "minos_%u"

static bool is_primary(const mns_node *node) { return node->number == 0; }

/* libpq reads the password from it, in pg_basebackup and in the server. */
static bool files(mns_node *node, mns_buf *message) {
    if (is_primary(node)) {
        return true;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "127.0.0.1:*:*:" MNS_SERVER_USER ":%s\n", node->cluster->password);
    bool written = mns_scratch_write(node->folder.data, PASSWORD_FILE, &text, &node->cluster->user);
    if (!written) {
        mns_buf_printf(message, "%s: %s", node->folder.data, strerror(errno));
    }
    mns_buf_release(&text);
    return written;
}

static void set_password_file(const mns_node *node, mns_launch *launch) {
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/" PASSWORD_FILE, node->folder.data);
    if (path.failed) {
        launch->environment.failed = true;
    } else {
        mns_launch_variable(launch, "PGPASSFILE", path.data);
    }
    mns_buf_release(&path);
}

/* --write-recovery-conf creates standby.signal, and an address that our settings override. */
static void copy_primary(const mns_node *node, mns_launch *launch) {
    set_password_file(node, launch);
    mns_server_sibling(node->cluster, "pg_basebackup", &launch->args);
    mns_buf_char(&launch->args, '\0');
    mns_launch_arg(launch, "--pgdata=%s/data", node->folder.data);
    mns_launch_arg(launch, "--host=127.0.0.1");
    mns_launch_arg(launch, "--port=%u", mns_node_peer_port(node, 0));
    mns_launch_arg(launch, "--username=" MNS_SERVER_USER);
    mns_launch_arg(launch, "--no-password");
    mns_launch_arg(launch, "--create-slot");
    mns_launch_arg(launch, "--slot=" REPLICA_NAME, node->number);
    mns_launch_arg(launch, "--wal-method=stream");
    mns_launch_arg(launch, "--checkpoint=fast");
    mns_launch_arg(launch, "--write-recovery-conf");
    mns_launch_arg(launch, "--no-sync");
}

static void make(const mns_node *node, mns_launch *launch) {
    if (is_primary(node)) {
        mns_server_postgres_make(node, launch);
    } else {
        copy_primary(node, launch);
    }
}

/* synchronous_standby_names=2 (minos_1, minos_2) */
static void set_primary(const mns_node *node, mns_launch *launch) {
    unsigned replicas = node->cluster->node_count - 1;
    if (!node->cluster->sync || replicas == 0) {
        return;
    }
    mns_server_postgres_set(launch, "synchronous_commit=remote_apply");
    mns_launch_arg(launch, "-c");
    mns_buf_printf(&launch->args, "synchronous_standby_names=%u (", replicas);
    for (unsigned i = 1; i <= replicas; i++) {
        mns_buf_printf(&launch->args, "%s" REPLICA_NAME, i > 1 ? ", " : "", i);
    }
    mns_buf_str(&launch->args, ")");
    mns_buf_char(&launch->args, '\0');
}

static void set_replica(const mns_node *node, mns_launch *launch) {
    set_password_file(node, launch);
    mns_server_postgres_set(launch,
                            "primary_conninfo=host=127.0.0.1 port=%u user=" MNS_SERVER_USER
                            " application_name=" REPLICA_NAME,
                            mns_node_peer_port(node, 0), node->number);
    mns_server_postgres_set(launch, "primary_slot_name=" REPLICA_NAME, node->number);
}

static void serve(const mns_node *node, mns_launch *launch) {
    mns_server_postgres_serve(node, launch);
    mns_server_postgres_set(launch, "wal_sender_timeout=5s");
    mns_server_postgres_set(launch, "wal_receiver_timeout=5s");
    mns_server_postgres_set(launch, "wal_receiver_status_interval=1s");
    mns_server_postgres_set(launch, "wal_retrieve_retry_interval=100ms");
    if (is_primary(node)) {
        set_primary(node, launch);
    } else {
        set_replica(node, launch);
    }
    mns_server_postgres_set_user(node, launch);
}

const mns_server_kind mns_server_postgres_replica = {
    .targets = {"postgres:replica", "postgresql:replica"},
    .title = "PostgreSQL",
    .program = "postgres",
    .variable = "MINOS_POSTGRES_BIN",
    .search_paths = mns_server_postgres_search_paths,
    .package = "postgresql",
    .user = "postgres",
    .reserved = mns_server_postgres_reserved,
    .durability_off = mns_server_postgres_durability_off,
    .small_disk = mns_server_postgres_small_disk,
    .graceful = {SIGINT, SIGQUIT},
    .fast = {SIGQUIT},
    .nodes = 2,
    .max_nodes = 8, /* max_wal_senders is 10, and a base backup needs two */
    .node_links = MNS_NODE_LINKS_PAIRS,
    .supports_sync = true,
    .files = files,
    .make = make,
    .serve = serve,
    .is_ready = mns_server_postgres_is_ready,
    .url = mns_server_postgres_url,
};
