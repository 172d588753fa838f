/*
 * server_postgres.c - a throw-away PostgreSQL: initdb, then the server.
 *
 * fsync is off, which only matters on power failure: a commit is still written before it is
 * acknowledged, so a killed server loses nothing. Full-page writes stay on, since a killed process
 * can leave a partial page. Deadlocks are detected after 1 ms instead of a second, and client
 * errors, which a workload provokes, are not logged. Everything else is the default.
 */
#include "run/server/server_postgres.h"

#include <signal.h>
#include <stdarg.h>

#include "run/system/scratch.h"

const char *const mns_server_postgres_search_paths[] = {"/usr/lib/postgresql/*/bin",
                                                        "/usr/pgsql-*/bin", "/usr/local/pgsql/bin",
                                                        "/opt/homebrew/opt/postgresql@*/bin", NULL};

const char *const mns_server_postgres_reserved[] = {
    "port",        "listen_addresses", "data_directory",    "hba_file",
    "config_file", "primary_conninfo", "primary_slot_name", NULL};

const char *const mns_server_postgres_durability_off[] = {"synchronous_commit=off", NULL};

const char *const mns_server_postgres_small_disk[] = {"max_wal_size=64MB", "min_wal_size=32MB",
                                                      NULL};

static const char *const settings[] = {
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=..", /* relative to data/, so the path may have any length */
    "fsync=off",
    "shared_buffers=32MB",
    "dynamic_shared_memory_type=mmap", /* in data/: leaves nothing in /dev/shm when killed */
    "deadlock_timeout=1ms",
    "log_min_messages=log",
};

void mns_server_postgres_make(const mns_node *node, mns_launch *launch) {
    mns_server_sibling(node->cluster, "initdb", &launch->args);
    mns_buf_char(&launch->args, '\0');
    mns_launch_arg(launch, "--pgdata=%s/data", node->folder.data);
    mns_launch_arg(launch, "--username=" MNS_SERVER_USER);
    mns_launch_arg(launch, "--pwfile=%s/" MNS_SERVER_PASSWORD, node->folder.data);
    mns_launch_arg(launch, "--auth=scram-sha-256");
    mns_launch_arg(launch, "--locale=C");
    mns_launch_arg(launch, "--encoding=UTF8");
    mns_launch_arg(launch, "--no-sync");
}

void mns_server_postgres_set(mns_launch *launch, const char *format, ...) {
    va_list args;
    mns_launch_arg(launch, "-c");
    va_start(args, format);
    mns_buf_vprintf(&launch->args, format, args);
    va_end(args);
    mns_buf_char(&launch->args, '\0');
}

void mns_server_postgres_serve(const mns_node *node, mns_launch *launch) {
    mns_launch_arg(launch, "%s", node->cluster->program.data);
    mns_launch_arg(launch, "-D");
    mns_launch_arg(launch, "%s/data", node->folder.data);
    mns_launch_arg(launch, "-p");
    mns_launch_arg(launch, "%u", node->ports[0]);
    for (size_t i = 0; i < MNS_COUNT_OF(settings); i++) {
        mns_server_postgres_set(launch, "%s", settings[i]);
    }
    mns_server_postgres_set(launch, "max_connections=%u", node->cluster->connections);
}

void mns_server_postgres_set_user(const mns_node *node, mns_launch *launch) {
    for (const char **setting = node->cluster->settings; *setting != NULL; setting++) {
        mns_server_postgres_set(launch, "%s", *setting);
    }
}

static void serve(const mns_node *node, mns_launch *launch) {
    mns_server_postgres_serve(node, launch);
    mns_server_postgres_set_user(node, launch);
}

/* postmaster.pid in its folder has its pid first and its state last, so this is our server. */
bool mns_server_postgres_is_ready(const mns_node *node) {
    mns_buf text;
    mns_buf_init(&text);
    bool ready = mns_scratch_read(node->folder.data, "data/postmaster.pid", 4096, &text) &&
                 text.size > 0 && strtol(text.data, NULL, 10) == (long)node->pid &&
                 strstr(text.data, "\nready") != NULL;
    mns_buf_release(&text);
    return ready;
}

void mns_server_postgres_url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "postgres://" MNS_SERVER_USER ":%s@127.0.0.1:%u/postgres",
                   node->cluster->password, node->ports[0]);
}

const mns_server_kind mns_server_postgres = {
    .targets = {"postgres:", "postgresql:"},
    .title = "PostgreSQL",
    .program = "postgres",
    .variable = "MINOS_POSTGRES_BIN",
    .search_paths = mns_server_postgres_search_paths,
    .package = "postgresql",
    .user = "postgres",
    .reserved = mns_server_postgres_reserved,
    .durability_off = mns_server_postgres_durability_off,
    .small_disk = mns_server_postgres_small_disk,
    .graceful = {SIGINT, SIGQUIT}, /* fast, then immediate */
    .fast = {SIGQUIT},
    .make = mns_server_postgres_make,
    .serve = serve,
    .is_ready = mns_server_postgres_is_ready,
    .url = mns_server_postgres_url,
};
