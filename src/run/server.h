/*
 * server.h - the kinds of throw-away servers: all that differs between databases.
 *
 * A kind is one file (server_postgres.c, server_mariadb.c, server_redis.c) with one table; server.c
 * finds it by the target. Starting a server is the same for all (server_start.c):
 *
 *     find the program ── folder, guard ── files ── make, a program that runs once ── serve ── answers?
 *
 * Everything is in one folder that the guard removes:
 *
 *     password   0600, what a person needs to connect to a server that is kept
 *     log        what its programs wrote
 *     data/      the database's own
 */
#ifndef MNS_RUN_SERVER_H
#define MNS_RUN_SERVER_H

#include "minos_run.h"
#include "run/guard.h"

#define MNS_SERVER_LOG "log"
#define MNS_SERVER_PASSWORD "password"
/* What everything in such a server is called: its administrator and, where it matters, a database.
 * */
#define MNS_SERVER_USER "minos"
/* Connections beyond those of the clients: what a server keeps for itself, and ours. */
#define MNS_SERVER_SPARE 20

typedef struct mns_server_kind {
    const char *schemes[4];    /* "postgres", ... */
    const char *title;         /* "PostgreSQL" */
    const char *program;       /* the server's own */
    const char *variable;      /* of the environment: the folder where its programs are */
    const char *const *places; /* patterns of folders where they may be; NULL at the end */
    const char *package;       /* Debian's name for them */
    const char *user;          /* who runs it on a machine where it is installed */
    /* Settings that a user cannot choose, because we would not find the server again; NULL at the
     * end. */
    const char *const *fixed;
    int polite[MNS_LAUNCH_SIGNALS], quick[MNS_LAUNCH_SIGNALS];

    /* Puts what else it needs into the folder. May be NULL. False: message. */
    bool (*files)(minos_server *server, mns_buf *message);
    /* The program that fills data/, and a file that is of no use after it; NULL if there is none.
     * */
    void (*make)(const minos_server *server, mns_launch *launch);
    const char *made_from;
    void (*serve)(const minos_server *server, mns_launch *launch);
    /* True once our server, and not somebody else's, takes requests on its port. */
    bool (*answers)(const minos_server *server);
    void (*url)(const minos_server *server, mns_buf *out);
} mns_server_kind;

extern const mns_server_kind mns_server_postgres;
extern const mns_server_kind mns_server_mariadb;
extern const mns_server_kind mns_server_redis;

struct minos_server {
    const mns_server_kind *kind;
    const char *const *settings; /* the caller's, while it starts */
    unsigned connections;        /* that it must allow */
    mns_buf program;             /* the server's path */
    mns_buf folder, url, log;
    mns_launch launch; /* of the server itself, to start it again */
    pid_t pid;
    char password[33];
    unsigned port;
    mns_launch_user user;
    mns_guard *guard;
};

/* The path of the server's program, as it is found: some do different things by different names.
 * False: message, with what to install. */
bool mns_server_program(const mns_server_kind *kind, mns_buf *path, mns_buf *message);
/* Writes the path of something beside what the server's program is a link to, such as "initdb". */
void mns_server_beside(const minos_server *server, const char *name, mns_buf *path);

/* Adds the end of its log to a message: lines, without passwords, whatever was in it. */
void mns_server_log_end(const minos_server *server, mns_buf *message);
/* True if the log has these words. */
bool mns_server_log_has(const minos_server *server, const char *words);

/* MINOS_EARGUMENT and a message where a setting is not NAME=VALUE or cannot be chosen. */
minos_status mns_server_settings_check(const mns_server_kind *kind, const char *const *settings,
                                       mns_buf *message);

/* Does all of it. On failure everything it made is gone. */
minos_status mns_server_begin(minos_server *server, const minos_server_options *options,
                              mns_buf *message);

/* Kills the server, as a crash would, and starts it again where it was. One thread at a time. */
void mns_server_kill(minos_server *server);
bool mns_server_restart(minos_server *server, unsigned start_ms, mns_buf *message);

#endif
