/*
 * server_galera.c - a throw-away Galera cluster of MariaDB nodes.
 *
 * The cluster starts as if it recovered from a crash, which is seconds faster than letting nodes
 * join one by one. The first node's data folder is created by a short-lived cluster of one; the
 * others are copies of it. Each node has a file that lists the members of the last primary
 * component (gvwstate.dat): when all of these are running, they form it again.
 *
 *     killed        a node recovers its position from InnoDB and gets the rest from the others (by
 *                   rsync if they no longer have it in their cache)
 *     all killed    as at the start: the most advanced node provides its data. No node ever
 *                   bootstraps a new cluster, since it might be the least advanced one; a node that
 *                   remembers an older component waits for those that remember a later one.
 *
 * Nodes tell each other their addresses and connect to these, so they cannot be proxied:
 * partitioning them needs network namespaces.
 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "run/server/server_mariadb.h"
#include "run/system/scratch.h"

enum { CLIENTS, GROUP, INCREMENTAL, WHOLE, PORTS };
static_assert(PORTS <= MNS_SERVER_PORTS, "a node has room for them");

/* The file in which a node stores its state, by wsrep_notify_cmd. */
#define STATE "state"
#define SYNCED "synced\n"
/* Files for creating data/: the component file, and the SQL that the short-lived cluster runs. */
#define COMPONENT "gvwstate.dat"
#define SHUTDOWN "shutdown.sql"
#define MOST_COMPONENT 8192 /* bytes */

static const char *const reserved[] = {MNS_MARIADB_RESERVED,
                                       "wsrep_on",
                                       "wsrep_provider",
                                       "wsrep_provider_options",
                                       "wsrep_cluster_name",
                                       "wsrep_cluster_address",
                                       "wsrep_new_cluster",
                                       "wsrep_node_name",
                                       "wsrep_node_address",
                                       "wsrep_node_incoming_address",
                                       "wsrep_sst_method",
                                       "wsrep_sst_receive_address",
                                       "wsrep_notify_cmd",
                                       "wsrep_recover",
                                       "wsrep_start_position",
                                       "wsrep_data_home_dir",
                                       NULL};

/* Installed locations of the Galera library. */
static const char *const providers[] = {
    "/usr/lib/galera/libgalera_smm.so",         "/usr/lib/libgalera_smm.so",
    "/usr/lib64/galera-4/libgalera_smm.so",     "/usr/lib64/galera/libgalera_smm.so",
    "/usr/local/lib/galera/libgalera_smm.so",   "/usr/local/lib/libgalera_smm.so",
    "/opt/homebrew/lib/galera/libgalera_smm.so"};

/* Settings that Galera requires, and the state transfer method. */
static const char *const settings[] = {
    "--wsrep-on=ON",
    "--binlog-format=ROW",
    "--innodb-autoinc-lock-mode=2",
    "--wsrep-cluster-name=minos",
    "--wsrep-sst-method=rsync",
};

/* Unresponsive nodes are evicted sooner than by default (5 and 15 s), since runs are short. A node
 * waits for the others longer than its own start may take. */
#define OPTIONS                                                                                    \
    "gcache.size=32M;evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S;"                        \
    "evs.inactive_timeout=PT6S;evs.install_timeout=PT3S;pc.wait_prim_timeout=PT10M"

/* "$@" is the command line of a server; the working folder is the node's. Creates a data folder,
 * then a cluster that shuts down once it is up: only a running cluster writes its id into InnoDB.
 */
#define MAKE_FIRST                                                                                 \
    "\"$@\" --wsrep-on=OFF --bootstrap &&"                                                         \
    "\"$@\" --wsrep-cluster-address=gcomm:// --wsrep-new-cluster --init-file=../" SHUTDOWN " &&"   \
    "mv " COMPONENT " data/"
/* "$1" is the first node's data folder. */
#define MAKE_OTHER "cp -a \"$1/.\" data/ && mv " COMPONENT " data/"
/* Runs first on a node that was down when the last primary component was formed: waits until that
 * component exists, then joins it. If the node remembered an older component, or started before the
 * others, they could not form it again. "$1" is the folder of a node that was part of it. */
#define FOLLOW                                                                                     \
    "ahead=$1\nshift\nrm -f data/" COMPONENT "\n"                                                  \
    "until kill -0 \"$(cat \"$ahead/pid\")\" && grep -q synced \"$ahead/" STATE "\""               \
    "\ndo sleep 0.1\ndone 2>/dev/null\n"
/* A killed node has not saved its position and would need a full state transfer: recover the
 * position from InnoDB first. */
#define SERVE                                                                                      \
    "at=$(\"$@\" --wsrep-recover 2>&1 | sed -n 's/.*WSREP: Recovered position: *//p' | tail -n 1)" \
    "\nexec \"$@\" ${at:+\"--wsrep-start-position=$at\"}"

/* ---- Installation ---------------------------------------------------------------------------- */

static const char *provider(void) {
    for (size_t i = 0; i < MNS_COUNT_OF(providers); i++) {
        if (access(providers[i], R_OK) == 0) {
            return providers[i];
        }
    }
    return NULL;
}

/* True if a program is in PATH. */
static bool has_program(const char *name) {
    const char *path = getenv("PATH");
    bool found = false;
    for (size_t size; path != NULL && *path != '\0' && !found; path += size + (path[size] == ':')) {
        mns_buf file;
        mns_buf_init(&file);
        size = strcspn(path, ":");
        mns_buf_printf(&file, "%.*s/%s", (int)size, path, name);
        found = !file.failed && access(file.data, X_OK) == 0;
        mns_buf_release(&file);
    }
    return found;
}

static bool is_installed(mns_buf *message) {
    if (provider() == NULL) {
        mns_buf_str(message, "Galera is not installed: libgalera_smm.so not found (Debian: "
                             "galera-4)");
        return false;
    }
    if (!has_program("rsync")) {
        mns_buf_str(message, "rsync is not installed: Galera uses it for state transfer (Debian: "
                             "rsync)");
        return false;
    }
    return true;
}

/* ---- The data folder ------------------------------------------------------------------------- */

/* Member ids of the group; each start increments them. */
static void write_member(const char *before, unsigned number, const char *after, mns_buf *text) {
    mns_buf_printf(text, "%s%08x-0001-11f1-8000-000000000001%s\n", before, number + 1, after);
}

/* All nodes are members of the last primary component. */
static void write_component(const mns_node *node, mns_buf *text) {
    write_member("my_uuid: ", node->number, "", text);
    mns_buf_str(text, "#vwbeg\n");
    write_member("view_id: 3 ", 0, " 1", text); /* 3: primary */
    mns_buf_str(text, "bootstrap: 0\n");
    for (unsigned i = 0; i < node->cluster->node_count; i++) {
        write_member("member: ", i, " 0", text);
    }
    mns_buf_str(text, "#vwend\n");
}

static bool write_file(const mns_node *node, const char *name, const mns_buf *text,
                       mns_buf *message) {
    bool written = mns_scratch_write(node->folder.data, name, text, &node->cluster->user);
    if (!written) {
        mns_buf_printf(message, "%s/%s: %s", node->folder.data, name, strerror(errno));
    }
    return written;
}

static bool files(mns_node *node, mns_buf *message) {
    if (!is_installed(message)) {
        return false;
    }
    mns_buf component, shutdown;
    mns_buf_init(&component);
    mns_buf_init(&shutdown);
    write_component(node, &component);
    mns_buf_str(&shutdown, "SHUTDOWN;\n");
    bool written = mns_mariadb_files(node, message) &&
                   write_file(node, COMPONENT, &component, message) &&
                   write_file(node, SHUTDOWN, &shutdown, message);
    mns_buf_release(&component);
    mns_buf_release(&shutdown);
    return written;
}

/* ---- Starting -------------------------------------------------------------------------------- */

static void group_words(const mns_node *node, mns_launch *launch) {
    const minos_server *server = node->cluster;
    const unsigned *ports = node->ports;
    const char *host = mns_node_host(node);
    for (size_t i = 0; i < MNS_COUNT_OF(settings); i++) {
        mns_launch_arg(launch, "%s", settings[i]);
    }
    /* Runs in data/ when the node's state changes; the second argument is the state. */
    mns_launch_arg(launch, "--wsrep-notify-cmd=sh -c 'echo \"$2\" >../%s' -", STATE);
    mns_launch_arg(launch, "--wsrep-provider=%s", provider());
    mns_launch_arg(launch, "--wsrep-node-name=node%u", node->number);
    mns_launch_arg(launch, "--wsrep-node-address=%s:%u", host, ports[GROUP]);
    mns_launch_arg(launch, "--wsrep-node-incoming-address=%s:%u", host, ports[CLIENTS]);
    mns_launch_arg(launch, "--wsrep-sst-receive-address=%s:%u", host, ports[WHOLE]);
    mns_launch_arg(launch,
                   "--wsrep-provider-options=" OPTIONS ";base_port=%u;"
                   "gmcast.listen_addr=tcp://%s:%u;ist.recv_addr=%s:%u",
                   ports[GROUP], host, ports[GROUP], host, ports[INCREMENTAL]);
    mns_buf_str(&launch->args, "--wsrep-cluster-address=gcomm://");
    for (unsigned i = 0; i < server->node_count; i++) {
        mns_buf_printf(&launch->args, "%s%s:%u", i == 0 ? "" : ",",
                       mns_node_host(&server->nodes[i]), server->nodes[i].ports[GROUP]);
    }
    mns_buf_char(&launch->args, '\0');
}

/* A shell that receives the following arguments as "$@". */
static void script_words(const char *script, mns_launch *launch) {
    const char *const words[] = {"/bin/sh", "-c", script, "sh"};
    for (size_t i = 0; i < MNS_COUNT_OF(words); i++) {
        mns_launch_arg(launch, "%s", words[i]);
    }
}

static void make(const mns_node *node, mns_launch *launch) {
    if (node->number > 0) {
        script_words(MAKE_OTHER, launch);
        mns_launch_arg(launch, "%s/data", node->cluster->nodes[0].folder.data);
        return;
    }
    script_words(MAKE_FIRST, launch);
    mns_mariadb_serve(node, launch);
    group_words(node, launch);
}

/* The number of the last primary component that a node knows: "view_id: 3 NAME NUMBER". */
static unsigned long component_of(const mns_node *node) {
    mns_buf text;
    mns_buf_init(&text);
    const char *at = NULL;
    if (mns_scratch_read(node->folder.data, "data/" COMPONENT, MOST_COMPONENT, &text)) {
        at = text.size > 0 ? strstr(text.data, "view_id:") : NULL;
    }
    for (unsigned words = 0; at != NULL && words < 3; words++) {
        at = strchr(at + (words > 0), ' ');
    }
    unsigned long number = at == NULL ? 0 : strtoul(at, NULL, 10);
    mns_buf_release(&text);
    return number;
}

/* A node that knows a later component than this one, preferably a running one; NULL: none. */
static const mns_node *ahead_of(const mns_node *node) {
    const mns_node *best = NULL;
    unsigned long most = component_of(node);
    for (unsigned i = 0; i < node->cluster->node_count; i++) {
        const mns_node *other = &node->cluster->nodes[i];
        unsigned long number = component_of(other);
        if (number > most || (best != NULL && number == most && mns_node_is_running(other))) {
            best = other;
            most = number;
        }
    }
    return best;
}

static void serve(const mns_node *node, mns_launch *launch) {
    mns_scratch_unlink(node->folder.data, STATE); /* of an earlier start */
    const mns_node *ahead = ahead_of(node);
    script_words(ahead != NULL ? FOLLOW SERVE : SERVE, launch);
    if (ahead != NULL) {
        mns_launch_arg(launch, "%s", ahead->folder.data);
    }
    mns_mariadb_serve(node, launch);
    group_words(node, launch);
}

/* Whether the processes of all nodes are running. */
static bool all_run(const minos_server *server) {
    for (unsigned i = 0; i < server->node_count; i++) {
        if (!mns_node_is_running(&server->nodes[i])) {
            return false;
        }
    }
    return true;
}

/* The node is synced. A restarted node may have to wait for others that are not started yet; it
 * counts as ready, or they would never be started. */
static bool is_ready(const mns_node *node) {
    if (node->starts > 1 && !all_run(node->cluster)) {
        return true;
    }
    mns_buf state;
    mns_buf_init(&state);
    bool synced = mns_scratch_read(node->folder.data, STATE, sizeof SYNCED, &state) &&
                  state.size == strlen(SYNCED) && memcmp(state.data, SYNCED, state.size) == 0;
    mns_buf_release(&state);
    return synced && mns_mariadb_is_ready(node);
}

static void url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "galera://" MNS_SERVER_USER ":%s@%s:%u/" MNS_SERVER_USER,
                   node->cluster->password, mns_node_host(node), node->ports[CLIENTS]);
}

const mns_server_kind mns_server_galera = {
    .targets = {"galera:"},
    .title = "Galera",
    .program = "mariadbd",
    .variable = "MINOS_MARIADB_BIN",
    .search_paths = mns_mariadb_search_paths,
    .package = "mariadb-server galera-4 rsync",
    .user = "mysql",
    .reserved = reserved,
    .durability_off = mns_mariadb_durability_off,
    .graceful = {SIGTERM},
    .fast = {SIGKILL},
    .nodes = 3,
    .max_nodes = 7,
    .start_together = true,
    .ports = PORTS,
    .node_links = MNS_NODE_LINKS_NONE,
    .node_port = GROUP,
    .supports_namespaces = true,
    .files = files,
    .make = make,
    .make_input = MNS_MARIADB_STATEMENTS,
    .serve = serve,
    .is_ready = is_ready,
    .url = url,
};
