/*
 * server_mariadb.c - a throw-away MariaDB: the system tables by --bootstrap, then the server
 * itself.
 *
 * mariadb-install-db does the same with help texts and views that take most of its time, and makes
 * accounts without passwords. Here there is one account, ours. The log is written at each commit
 * but not forced to the disk, which only matters when the machine loses power; a killed server
 * loses nothing. Pages are still written twice, since a killed process can leave half a page.
 */
#include <errno.h>
#include <signal.h>

#include "run/server/server_mariadb.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"

#define NUMBER "pid"
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
    "--socket=../socket", /* of data/: a path of any length will do */
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

/* Where the scripts of an installation are: under the folder above its programs. */
static const char *const scripts[] = {
    "share/mysql/mysql_system_tables.sql",   "share/mysql/mariadb_system_tables.sql",
    "share/mariadb/mysql_system_tables.sql", "share/mariadb/mariadb_system_tables.sql",
    "share/mysql_system_tables.sql",         "share/mariadb_system_tables.sql",
};

/* The folder that has bin/ or sbin/, and share/. */
static void base(const mns_node *node, mns_buf *path) {
    mns_server_sibling(node->cluster, "", path);
    size_t size = path->size;
    for (unsigned slashes = 0; size > 1 && slashes < 2; size--) {
        slashes += path->data[size - 1] == '/';
    }
    mns_buf_truncate(path, size);
}

/* Statements, each of which ends at the end of a line. */
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
                       "there is no mysql_system_tables.sql with %s: is it MariaDB's, all of it?",
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

static void words(const mns_node *node, mns_launch *launch) {
    mns_launch_arg(launch, "%s", node->cluster->program.data);
    mns_launch_arg(launch, "--no-defaults"); /* has to come first */
    mns_buf_str(&launch->args, "--basedir=");
    base(node, &launch->args);
    mns_buf_char(&launch->args, '\0');
    mns_launch_arg(launch, "--bind-address=%s", mns_node_host(node));
    mns_launch_arg(launch, "--datadir=%s/data", node->folder.data);
    mns_launch_arg(launch, "--pid-file=%s/" NUMBER, node->folder.data);
    for (size_t i = 0; i < MNS_COUNT_OF(settings); i++) {
        mns_launch_arg(launch, "%s", settings[i]);
    }
    mns_launch_arg(launch, "--max-connections=%u", node->cluster->connections);
    for (size_t i = 0; node->cluster->settings[i] != NULL; i++) {
        mns_launch_arg(launch, "--%s", node->cluster->settings[i]); /* later ones win */
    }
}

/* With the user's settings too: some decide what data files look like. */
static void make(const mns_node *node, mns_launch *launch) {
    words(node, launch);
    mns_launch_arg(launch, "--bootstrap");
}

void mns_mariadb_serve(const mns_node *node, mns_launch *launch) {
    words(node, launch);
    mns_launch_arg(launch, "--port=%u", node->ports[0]);
}

/* It writes its number once it has the port; so what greets there is our server. */
bool mns_mariadb_is_ready(const mns_node *node) {
    mns_buf number;
    mns_buf_init(&number);
    char greeting[5]; /* size, sequence number 0, protocol 10 */
    bool ready = mns_scratch_read(node->folder.data, NUMBER, 32, &number) && number.size > 0 &&
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
