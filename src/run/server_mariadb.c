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

#include "run/loopback.h"
#include "run/scratch.h"
#include "run/server.h"

#define STATEMENTS "bootstrap.sql"
#define NUMBER "pid"
#define MOST_STATEMENTS ((size_t)1 << 20)

static const char *const places[] = {"/usr/sbin",
                                     "/usr/libexec",
                                     "/usr/local/sbin",
                                     "/usr/local/libexec",
                                     "/usr/local/mysql/bin",
                                     "/opt/homebrew/opt/mariadb*/bin",
                                     NULL};

static const char *const fixed[] = {"port",     "bind_address",    "datadir",   "socket",
                                    "pid_file", "skip_networking", "log_error", "basedir",
                                    "user",     "init_file",       "bootstrap", NULL};

static const char *const settings[] = {
    "--bind-address=127.0.0.1",
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
static void base(const minos_server *server, mns_buf *path) {
    mns_server_beside(server, "", path);
    size_t size = path->size;
    for (unsigned slashes = 0; size > 1 && slashes < 2; size--) {
        slashes += path->data[size - 1] == '/';
    }
    mns_buf_truncate(path, size);
}

/* Statements, each of which ends at the end of a line. */
static bool statements(const minos_server *server, mns_buf *text) {
    mns_buf path;
    mns_buf_init(&path);
    base(server, &path);
    bool found = false;
    mns_buf_str(text, "CREATE DATABASE mysql;\nUSE mysql;\n");
    for (size_t i = 0; i < MNS_COUNT_OF(scripts) && !found && !path.failed; i++) {
        found = mns_scratch_read(path.data, scripts[i], MOST_STATEMENTS, text);
    }
    mns_buf_printf(text,
                   "\nFLUSH PRIVILEGES;\nCREATE DATABASE " MNS_SERVER_USER ";\n"
                   "CREATE USER " MNS_SERVER_USER "@'127.0.0.1' IDENTIFIED BY '%s';\n"
                   "GRANT ALL ON *.* TO " MNS_SERVER_USER "@'127.0.0.1';\n",
                   server->password);
    mns_buf_release(&path);
    return found;
}

static bool files(minos_server *server, mns_buf *message) {
    mns_buf text;
    mns_buf_init(&text);
    bool written = false;
    if (!statements(server, &text)) {
        mns_buf_printf(message,
                       "there is no mysql_system_tables.sql with %s: is it MariaDB's, all of it?",
                       server->program.data);
    } else {
        written = mns_scratch_write(server->folder.data, STATEMENTS, &text, &server->user);
        if (!written) {
            mns_buf_printf(message, "%s/" STATEMENTS ": %s", server->folder.data, strerror(errno));
        }
    }
    mns_buf_release(&text);
    return written;
}

static void words(const minos_server *server, mns_launch *launch) {
    mns_launch_word(launch, "%s", server->program.data);
    mns_launch_word(launch, "--no-defaults"); /* has to come first */
    mns_buf_str(&launch->words, "--basedir=");
    base(server, &launch->words);
    mns_buf_char(&launch->words, '\0');
    mns_launch_word(launch, "--datadir=%s/data", server->folder.data);
    mns_launch_word(launch, "--pid-file=%s/" NUMBER, server->folder.data);
    for (size_t i = 0; i < MNS_COUNT_OF(settings); i++) {
        mns_launch_word(launch, "%s", settings[i]);
    }
    mns_launch_word(launch, "--max-connections=%u", server->connections);
    for (size_t i = 0; server->settings != NULL && server->settings[i] != NULL; i++) {
        mns_launch_word(launch, "--%s", server->settings[i]); /* later ones win */
    }
}

/* With the user's settings too: some decide what data files look like. */
static void make(const minos_server *server, mns_launch *launch) {
    words(server, launch);
    mns_launch_word(launch, "--bootstrap");
}

static void serve(const minos_server *server, mns_launch *launch) {
    words(server, launch);
    mns_launch_word(launch, "--port=%u", server->port);
}

/* It writes its number once it has the port; so what greets there is our server. */
static bool answers(const minos_server *server) {
    mns_buf number;
    mns_buf_init(&number);
    char greeting[5]; /* size, sequence number 0, protocol 10 */
    bool ready = mns_scratch_read(server->folder.data, NUMBER, 32, &number) && number.size > 0 &&
                 strtol(number.data, NULL, 10) == (long)server->pid &&
                 mns_loopback_ask(server->port, "", greeting, sizeof greeting) == sizeof greeting &&
                 greeting[3] == 0 && greeting[4] == 10;
    mns_buf_release(&number);
    return ready;
}

static void url(const minos_server *server, mns_buf *out) {
    mns_buf_printf(out, "mariadb://" MNS_SERVER_USER ":%s@127.0.0.1:%u/" MNS_SERVER_USER,
                   server->password, server->port);
}

const mns_server_kind mns_server_mariadb = {
    .schemes = {"mariadb", "mysql"},
    .title = "MariaDB",
    .program = "mariadbd",
    .variable = "MINOS_MARIADB_BIN",
    .places = places,
    .package = "mariadb-server",
    .user = "mysql",
    .fixed = fixed,
    .polite = {SIGTERM},
    .quick = {SIGKILL},
    .files = files,
    .make = make,
    .made_from = STATEMENTS,
    .serve = serve,
    .answers = answers,
    .url = url,
};
