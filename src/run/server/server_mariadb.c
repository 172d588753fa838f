/*
 * server_mariadb.c - a throw-away MariaDB: system tables by --bootstrap, then the server.
 *
 * mariadb-install-db does the same, but spends most of its time on help texts and views, and
 * creates accounts without passwords. Here there is one account, ours. The log is written at each
 * commit but not fsynced, which only matters on power failure; a killed server loses nothing. The
 * doublewrite buffer stays on, since a killed process can leave a partial page.
 */
#include <errno.h>
#include <signal.h>

#include "run/server/server_mariadb.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"

#define PID_FILE "pid"
#define MOST_STATEMENTS ((size_t)1 << 20)

const char *const mns_mariadb_search_paths[] = {"/usr/sbin",
                                                "/usr/libexec",
                                                "/usr/local/sbin",
                                                "/usr/local/libexec",
                                                "/usr/local/mysql/bin",
                                                "/opt/homebrew/opt/mariadb*/bin",
                                                NULL};

static const char *const reserved[] = {MNS_MARIADB_RESERVED, NULL};

const char *const mns_mariadb_durability_off[] = {"innodb_flush_log_at_trx_commit=0", NULL};

static const char *const settings[] = {
    "--socket=../socket", /* relative to data/, so the path may have any length */
    "--skip-name-resolve",
    "--skip-log-bin",
    "--innodb-flush-log-at-trx-commit=1",
    "--innodb-flush-method=nosync",
    "--loose-innodb-log-file-buffering=ON",
    "--innodb-buffer-pool-size=32M",
    "--innodb-log-file-size=64M",
    "--key-buffer-size=1M",
    "--aria-pagecache-buffer-size=1M",
};

/* Scripts of an installation, relative to the parent of its programs' folder. */
static const char *const scripts[] = {
    "share/mysql/mysql_system_tables.sql",   "share/mysql/mariadb_system_tables.sql",
    "share/mariadb/mysql_system_tables.sql", "share/mariadb/mariadb_system_tables.sql",
    "share/mysql_system_tables.sql",         "share/mariadb_system_tables.sql",
};

/* The folder that contains bin/ or sbin/, and share/. */
static void base(const mns_node *node, mns_buf *path) {
    mns_server_sibling(node->cluster, "", path);
    size_t size = path->size;
    for (unsigned slashes = 0; size > 1 && slashes < 2; size--) {
        slashes += path->data[size - 1] == '/';
    }
    mns_buf_truncate(path, size);
}

/* SQL statements, each ending at the end of a line. */
static bool statements(const mns_node *node, mns_buf *text) {
    mns_buf path;
    mns_buf_init(&path);
    base(node, &path);
    bool found = false;
    const char *clients = mns_server_clients_host(node->cluster);
    mns_buf_str(text, "CREATE DATABASE mysql;\nUSE mysql;\n");
    for (size_t i = 0; i < MNS_COUNT_OF(scripts) && !found && !path.failed; i++) {
        found = mns_scratch_read(path.data, scripts[i], MOST_STATEMENTS, text);
    }
    mns_buf_printf(text,
                   "\nFLUSH PRIVILEGES;\nCREATE DATABASE " MNS_SERVER_USER ";\n"
                   "CREATE USER " MNS_SERVER_USER "@'%s' IDENTIFIED BY '%s';\n"
                   "GRANT ALL ON *.* TO " MNS_SERVER_USER "@'%s';\n",
                   clients, node->cluster->password, clients);
    mns_buf_release(&path);
    return found;
}

bool mns_mariadb_files(mns_node *node, mns_buf *message) {
    mns_buf text;
    mns_buf_init(&text);
    bool written = false;
    if (!statements(node, &text)) {
        mns_buf_printf(message,
                       "mysql_system_tables.sql not found for %s: is MariaDB installed completely?",
                       node->cluster->program.data);
    } else {
        written = mns_scratch_write(node->folder.data, MNS_MARIADB_STATEMENTS, &text,
                                    &node->cluster->user);
        if (!written) {
            mns_buf_printf(message, "%s/" MNS_MARIADB_STATEMENTS ": %s", node->folder.data,
                           strerror(errno));
        }
    }
    mns_buf_release(&text);
    return written;
}

static void add_args(const mns_node *node, mns_launch *launch) {
    mns_launch_arg(launch, "%s", node->cluster->program.data);
    mns_launch_arg(launch, "--no-defaults"); /* must come first */
    mns_buf_str(&launch->args, "--basedir=");
    base(node, &launch->args);
    mns_buf_char(&launch->args, '\0');
    mns_launch_arg(launch, "--bind-address=%s", mns_node_host(node));
    mns_launch_arg(launch, "--datadir=%s/data", node->folder.data);
    mns_launch_arg(launch, "--pid-file=%s/" PID_FILE, node->folder.data);
    for (size_t i = 0; i < MNS_COUNT_OF(settings); i++) {
        mns_launch_arg(launch, "%s", settings[i]);
    }
    mns_launch_arg(launch, "--max-connections=%u", node->cluster->connections);
    for (size_t i = 0; node->cluster->settings[i] != NULL; i++) {
        mns_launch_arg(launch, "--%s", node->cluster->settings[i]); /* later ones win */
    }
}

/* Includes the user's settings, since some affect the data files. */
static void make(const mns_node *node, mns_launch *launch) {
    add_args(node, launch);
    mns_launch_arg(launch, "--bootstrap");
}

void mns_mariadb_serve(const mns_node *node, mns_launch *launch) {
    add_args(node, launch);
    mns_launch_arg(launch, "--port=%u", node->ports[0]);
}

/* The pid file is written once the server has the port, so the greeting comes from our server. */
bool mns_mariadb_is_ready(const mns_node *node) {
    mns_buf number;
    mns_buf_init(&number);
    char greeting[5]; /* size, sequence number 0, protocol 10 */
    bool ready = mns_scratch_read(node->folder.data, PID_FILE, 32, &number) && number.size > 0 &&
                 strtol(number.data, NULL, 10) == (long)node->pid &&
                 mns_loopback_request_at(mns_node_host(node), node->ports[0], "", greeting,
                                         sizeof greeting) == sizeof greeting &&
                 greeting[3] == 0 && greeting[4] == 10;
    mns_buf_release(&number);
    return ready;
}

static void url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "mariadb://" MNS_SERVER_USER ":%s@127.0.0.1:%u/" MNS_SERVER_USER,
                   node->cluster->password, node->ports[0]);
}

const mns_server_kind mns_server_mariadb = {
    .targets = {"mariadb:", "mysql:"},
    .title = "MariaDB",
    .program = "mariadbd",
    .variable = "MINOS_MARIADB_BIN",
    .search_paths = mns_mariadb_search_paths,
    .package = "mariadb-server",
    .user = "mysql",
    .reserved = reserved,
    .durability_off = mns_mariadb_durability_off,
    .graceful = {SIGTERM},
    .fast = {SIGKILL},
    .files = mns_mariadb_files,
    .make = make,
    .make_input = MNS_MARIADB_STATEMENTS,
    .serve = mns_mariadb_serve,
    .is_ready = mns_mariadb_is_ready,
    .url = url,
};
