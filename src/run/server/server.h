/*
 * server.h - throw-away servers: the differences between databases, and their nodes.
 *
 * A kind is one file (server_postgres.c, server_mariadb.c, server_redis.c, ...) with one table;
 * server.c finds it by the target. A server has one or more nodes, each with its own folder, ports
 * and guard. Starting them is the same for all kinds (server_start.c):
 *
 *     find the program ── each node: folder, guard, ports ── proxy between nodes, if needed
 *     ── each node: files ── make, a program that runs once ── serve ── ready?
 *
 * All files of a node are in one folder, which its guard removes:
 *
 *     password   0600, for connecting to a server that is kept
 *     log        output of its programs
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
/* The name of the administrator and of the database. */
#define MNS_SERVER_USER "minos"
/* Connections besides those of the clients: the server's own, and ours. */
#define MNS_SERVER_SPARE 20
#define MNS_SERVER_NODES MNS_NETWORK_NODES
/* The guard slot of a node's program. */
#define MNS_SERVER_SLOT 0
/* At most; the first is for clients. */
#define MNS_SERVER_PORTS 4

/* How the proxy can be put between nodes. */
typedef enum mns_node_links {
    MNS_NODE_LINKS_NONE,  /* not at all */
    MNS_NODE_LINKS_PAIRS, /* each node can be given its own addresses of the others */
    MNS_NODE_LINKS_SHARED /* all nodes must be given the same address of a node */
} mns_node_links;

typedef struct mns_node {
    minos_server *cluster;
    unsigned number;
    mns_buf folder, url, log;
    mns_launch launch; /* of the server program */
    pid_t pid;
    unsigned ports[MNS_SERVER_PORTS];
    unsigned starts; /* number of starts so far */
    mns_guard *guard;
} mns_node;

typedef struct mns_server_kind {
    const char *targets[4];          /* spellings of the target: "postgres:", ... */
    const char *title;               /* "PostgreSQL" */
    const char *program;             /* the server's executable */
    const char *variable;            /* environment variable with the folder of its programs */
    const char *const *search_paths; /* glob patterns of folders to search; ends with NULL */
    const char *package;             /* Debian package */
    const char *user;                /* the user that runs it on a normal installation */
    /* Settings that users must not change, because we rely on them; ends with NULL. */
    const char *const *reserved;
    /* The meaning of "durability=off": acknowledge commits before they are written, so that a
     * killed server loses some. Ends with NULL; NULL: not supported. */
    const char *const *durability_off;
    /* Settings that make it fit on a small disk (small_disk.h). Ends with NULL; NULL: none. */
    const char *const *small_disk;
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
    unsigned nodes;      /* by default; 0 means 1 */
    unsigned max_nodes;  /* 0 means 1 */
    bool start_together; /* ready only when others run: make all, start all, then wait for all */
    unsigned ports;      /* that each node listens on; 0 means 1 */
    mns_node_links node_links;
    unsigned node_port;          /* index of the port for other nodes */
    bool supports_namespaces;    /* see namespaces.h */
    bool supports_sync;          /* minos_server_options.sync */
    const char *no_clock_reason; /* why clock faults are not supported; NULL: they are */

    /* Writes further files into the folder. May be NULL. False: message. */
    bool (*files)(mns_node *node, mns_buf *message);
    /* The program that fills data/, NULL if none; and its input file, which is removed afterwards.
     */
    void (*make)(const mns_node *node, mns_launch *launch);
    const char *make_input;
    /* The server program; called for each start. */
    void (*serve)(const mns_node *node, mns_launch *launch);
    /* True once our server, and not another one, accepts requests on its port. */
    bool (*is_ready)(const mns_node *node);
    void (*url)(const mns_node *node, mns_buf *out);
    /* The current primary or leader, as far as known. NULL: the first node. */
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
    const char **settings; /* ends with NULL */
    mns_buf settings_text; /* holds the strings of `settings` */
    unsigned connections;  /* that each node must allow */
    bool keep;             /* nodes continue when we exit */
    bool sync;
    mns_fault_set faults; /* that must be possible */
    mns_buf program;      /* path of the server program */
    char password[33];
    mns_launch_user user;
    bool use_namespaces;        /* requested */
    mns_namespaces *namespaces; /* NULL: all nodes are at 127.0.0.1 */
    mns_network *network;       /* proxy between nodes, later also for clients; NULL: none */
    /* Proxy ports that lead to a node's port for other nodes, by caller (the first row if shared).
     */
    unsigned links[MNS_SERVER_NODES][MNS_SERVER_NODES];
    unsigned node_count;
    mns_node nodes[MNS_SERVER_NODES];
};

/* ---- Used by kinds --------------------------------------------------------------------------- */

/* The path of the server program as found, not resolved: some act differently by name. False:
 * message that says what to install. */
bool mns_server_program(const mns_server_kind *kind, mns_buf *path, mns_buf *message);
/* Appends the path of a program in the same folder, such as "initdb"; links are resolved. */
void mns_server_sibling(const minos_server *server, const char *name, mns_buf *path);
/* The port at which a node reaches another node: the proxy's, if there is one. */
unsigned mns_node_peer_port(const mns_node *from, unsigned to);

/* The address that a node listens on, and that its clients come from: 127.0.0.1, or the
 * namespace's. */
const char *mns_node_host(const mns_node *node);
const char *mns_server_clients_host(const minos_server *server);

/* Appends the last lines of the log to a message, without passwords and control characters. */
void mns_server_log_tail(const mns_node *node, mns_buf *message);
/* True if the log contains this text. */
bool mns_server_log_has(const mns_node *node, const char *words);

/* Checks and stores settings; expands "durability=off". MINOS_EARGUMENT and a message if one is not
 * NAME=VALUE or is reserved. */
minos_status mns_server_settings(minos_server *server, const char *const *settings,
                                 mns_buf *message);

/* ---- Starting (server_prepare.c, server_start.c) --------------------------------------------- */

/* Determines program, user and password. MINOS_EIO: message. */
minos_status mns_server_prepare(minos_server *server, mns_buf *message);
/* Creates a node's folder, guard and ports. False: message; call mns_node_release in any case. */
bool mns_node_prepare(mns_node *node, mns_buf *message);
/* Removes everything of a node. If that fails, or its guard had died, adds a line to `message`. */
void mns_node_release(mns_node *node, mns_buf *message);
/* A launch with everything but its arguments. */
void mns_node_launch_init(const mns_node *node, mns_launch *launch);

/* Starts the server. On failure everything is removed. */
minos_status mns_server_begin(minos_server *server, const minos_server_options *options,
                              mns_buf *message);

/* ---- Operations on a node (server_start.c, node_faults.h); not thread-safe ------------------- */

bool mns_node_is_running(const mns_node *node);
/* True if all guards live; else a message names the dead one. Does not block. */
bool mns_server_is_guarded(const minos_server *server, mns_buf *message);
/* Kills all its processes at once, as a crash would, and waits until they are gone. */
void mns_node_kill(mns_node *node);
/* Restarts it if it is not running, retrying until its ports are free, and waits until it is ready.
 * False: message. */
bool mns_node_start(mns_node *node, unsigned start_ms, mns_buf *message);
/* The current primary or leader. */
unsigned mns_server_primary(const minos_server *server);

static inline unsigned mns_server_default_nodes(const mns_server_kind *kind) {
    return kind->nodes == 0 ? 1 : kind->nodes;
}

#endif
