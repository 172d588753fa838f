/*
 * server.h - throw-away servers: what differs between databases, and their nodes.
 *
 * A kind is one file (server_postgres.c, server_mariadb.c, server_redis.c, ...) with one table;
 * server.c finds it by the target. A server has nodes, one or several, each with a folder, ports and
 * a guard of its own. Starting them is the same for all kinds (server_start.c):
 *
 *     find the program ── for each node: folder, guard, ports ── the network between them, if wanted
 *     ── for each node: files ── make, a program that runs once ── serve ── answers?
 *
 * Everything of a node is in one folder that its guard removes:
 *
 *     password   0600, what a person needs to connect to a server that is kept
 *     log        what its programs wrote
 *     data/      the database's own
 */
#ifndef MNS_RUN_SERVER_SERVER_H
#define MNS_RUN_SERVER_SERVER_H

#include "minos_run.h"
#include "run/guard/guard.h"
#include "run/network/network.h"
#include "run/server/fault_kinds.h"
#include "run/server/namespaces.h"

#define MNS_SERVER_LOG "log"
#define MNS_SERVER_PASSWORD "password"
/* What everything in such a server is called: its administrator and, where it matters, a database.
 * */
#define MNS_SERVER_USER "minos"
/* Connections beyond those of the clients: what a server keeps for itself, and ours. */
#define MNS_SERVER_SPARE 20
#define MNS_SERVER_NODES MNS_NETWORK_NODES
/* Where a node's programs are with its guard. */
#define MNS_SERVER_SLOT 0
/* That a node listens on, at most; the first is for clients. */
#define MNS_SERVER_PORTS 4

/* How nodes reach each other where there is a network between them. */
typedef enum mns_node_links {
    MNS_NODE_LINKS_NONE,  /* they do not, or only in ways that nothing can be put between */
    MNS_NODE_LINKS_PAIRS, /* each can be told other addresses of the others */
    MNS_NODE_LINKS_SHARED /* all are told the same address of a node */
} mns_node_links;

typedef struct mns_node {
    minos_server *cluster;
    unsigned number;
    mns_buf folder, url, log;
    mns_launch launch; /* of the server itself */
    pid_t pid;
    unsigned ports[MNS_SERVER_PORTS];
    unsigned starts; /* how often it has been started */
    mns_guard *guard;
} mns_node;

typedef struct mns_server_kind {
    const char *targets[4];          /* as they are written: "postgres:", ... */
    const char *title;               /* "PostgreSQL" */
    const char *program;             /* the server's own */
    const char *variable;            /* of the environment: the folder where its programs are */
    const char *const *search_paths; /* patterns of folders where they may be; NULL at the end */
    const char *package;             /* Debian's name for them */
    const char *user;                /* who runs it on a machine where it is installed */
    /* Settings that a user cannot choose, because we would not find the server again; NULL at the
     * end. */
    const char *const *reserved;
    /* What "durability=off" stands for: commits are acknowledged before they are written, so that a
     * killed server loses some. NULL at the end; NULL: there is no such thing. */
    const char *const *durability_off;
    /* Settings by which it has room on a small disk (disk.h). NULL at the end; NULL: none. */
    const char *const *small_disk;
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
    unsigned nodes;     /* how many there are if nobody says; 0 is 1 */
    unsigned max_nodes; /* and at most; 0 is 1 */
    bool
        start_together; /* none answers before others are there: made, started, waited for, each all */
    unsigned ports;     /* that each listens on; 0 is 1 */
    mns_node_links node_links;
    unsigned node_port;          /* which of them is for other nodes */
    bool supports_namespaces;    /* its nodes can have addresses of their own (namespaces.h) */
    bool supports_sync;          /* knows what minos_server_options.sync means */
    const char *no_clock_reason; /* why its clock cannot be made wrong; NULL: it can */

    /* Puts what else it needs into the folder. May be NULL. False: message. */
    bool (*files)(mns_node *node, mns_buf *message);
    /* The program that fills data/, and a file that is of no use after it; NULL if there is none.
     * */
    void (*make)(const mns_node *node, mns_launch *launch);
    const char *make_input;
    /* The server itself; asked anew each time it is started. */
    void (*serve)(const mns_node *node, mns_launch *launch);
    /* True once our server, and not somebody else's, takes requests on its port. */
    bool (*is_ready)(const mns_node *node);
    void (*url)(const mns_node *node, mns_buf *out);
    /* The node that decides (a primary, a leader), as far as it can be told now. NULL: the first.
     * */
    unsigned (*primary)(const minos_server *server);
} mns_server_kind;

extern const mns_server_kind mns_server_postgres;
extern const mns_server_kind mns_server_postgres_replica;
extern const mns_server_kind mns_server_mariadb;
extern const mns_server_kind mns_server_galera;
extern const mns_server_kind mns_server_redis;
extern const mns_server_kind mns_server_etcd;

struct minos_server {
    const mns_server_kind *kind;
    const char **settings; /* our own, NULL at the end */
    mns_buf settings_text; /* what they point into */
    unsigned connections;  /* that each node must allow */
    bool keep;             /* its nodes go on when we end */
    bool sync;
    mns_fault_set faults; /* that are to be possible */
    mns_buf program;      /* the server's path */
    char password[33];
    mns_launch_user user;
    bool use_namespaces;        /* namespaces are wanted ... */
    mns_namespaces *namespaces; /* ... and there; NULL: all nodes are at 127.0.0.1 */
    mns_network *network;       /* between nodes, and later clients and nodes; NULL: none */
    /* Ports that lead to a node's port for other nodes, by who connects (the first for anybody). */
    unsigned links[MNS_SERVER_NODES][MNS_SERVER_NODES];
    unsigned node_count;
    mns_node nodes[MNS_SERVER_NODES];
};

/* ---- For kinds ---------------------------------------------------------------------------------- */

/* The path of the server's program, as it is found: some do different things by different names.
 * False: message, with what to install. */
bool mns_server_program(const mns_server_kind *kind, mns_buf *path, mns_buf *message);
/* Writes the path of something beside what the server's program is a link to, such as "initdb". */
void mns_server_sibling(const minos_server *server, const char *name, mns_buf *path);
/* The port at which a node reaches another one's port for nodes: through the network, if there is
 * one. */
unsigned mns_node_peer_port(const mns_node *from, unsigned to);

/* Where a node listens, and where its clients come from: 127.0.0.1, or what namespaces say. */
const char *mns_node_host(const mns_node *node);
const char *mns_server_clients_host(const minos_server *server);

/* Adds the end of its log to a message: lines, without passwords, whatever was in it. */
void mns_server_log_tail(const mns_node *node, mns_buf *message);
/* True if the log has these words. */
bool mns_server_log_has(const mns_node *node, const char *words);

/* Checks settings and keeps them, with "durability=off" as what it stands for. MINOS_EARGUMENT and a
 * message where one is not NAME=VALUE or cannot be chosen. */
minos_status mns_server_settings(minos_server *server, const char *const *settings,
                                 mns_buf *message);

/* ---- Starting (server_prepare.c, server_start.c) -------------------------------------------------- */

/* What is needed before any node is: program, user, password. MINOS_EIO: message. */
minos_status mns_server_prepare(minos_server *server, mns_buf *message);
/* A node's folder, with a guard, and ports. False: message; mns_node_release is due in any case. */
bool mns_node_prepare(mns_node *node, mns_buf *message);
/* Removes everything of it. Where something is left, or its guard had died, a line is added to
 * `message`. */
void mns_node_release(mns_node *node, mns_buf *message);
/* A launch that has everything but its words. */
void mns_node_launch_init(const mns_node *node, mns_launch *launch);

/* Does all of it. On failure everything it made is gone. */
minos_status mns_server_begin(minos_server *server, const minos_server_options *options,
                              mns_buf *message);

/* ---- What can be done to a node (server_start.c, node_faults.h); one thread at a time ------------------------------ */

bool mns_node_is_running(const mns_node *node);
/* Whether all guards live; else a message says which does not. Takes no time. */
bool mns_server_is_guarded(const minos_server *server, mns_buf *message);
/* Kills it, as a crash would, with all its processes at once, and waits until it is gone. */
void mns_node_kill(mns_node *node);
/* Starts it again where it was, if it is not running, as often as it takes until its ports are free,
 * and waits until it answers. False: message. */
bool mns_node_start(mns_node *node, unsigned start_ms, mns_buf *message);
/* Which node decides now. */
unsigned mns_server_primary(const minos_server *server);

#endif
