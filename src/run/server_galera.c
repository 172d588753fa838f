/*
 * server_galera.c - a throw-away Galera cluster: MariaDB nodes that certify each other's
 * transactions.
 *
 * The first node begins a new cluster, each other one joins it and gets its data from a node that is
 * there already (a state transfer by rsync). A node has four ports: for clients, for the group, and
 * one for each way in which it can be given what it missed.
 *
 *     killed        it finds out how far it had got, and asks the others for the rest
 *     all killed    each has written down who was in the last primary component (gvwstate.dat);
 *                   when all of these are back it is one again, and the most advanced gives to the
 *                   others. Nobody may begin a new cluster then: it might be the one that knows
 *                   least.
 *
 * Nodes tell each other where they listen and connect to that, so no proxy can be put between them:
 * parting them takes network namespaces.
 */
#include <signal.h>
#include <unistd.h>

#include "run/scratch.h"
#include "run/server_mariadb.h"

enum { CLIENTS, GROUP, INCREMENTAL, WHOLE, PORTS };
static_assert(PORTS <= MNS_SERVER_PORTS, "a node has room for them");

/* Where a node writes how it is, as it is told by its own server. */
#define STATE "state"
#define SYNCED "synced\n"

static const char *const fixed[] = {MNS_MARIADB_FIXED,
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

/* Where installations keep Galera itself. */
static const char *const providers[] = {
    "/usr/lib/galera/libgalera_smm.so",         "/usr/lib/libgalera_smm.so",
    "/usr/lib64/galera-4/libgalera_smm.so",     "/usr/lib64/galera/libgalera_smm.so",
    "/usr/local/lib/galera/libgalera_smm.so",   "/usr/local/lib/libgalera_smm.so",
    "/opt/homebrew/lib/galera/libgalera_smm.so"};

/* What Galera needs of a server, and how nodes get data. The command is run in data/ whenever the
 * node's state changes, with words of which the second is the state. */
static const char *const settings[] = {
    "--wsrep-on=ON",
    "--binlog-format=ROW",
    "--innodb-autoinc-lock-mode=2",
    "--wsrep-cluster-name=minos",
    "--wsrep-sst-method=rsync",
    "--wsrep-notify-cmd=sh -c 'echo \"$2\" >../" STATE "' -",
};

/* Nodes that do not answer are given up sooner than by default (5 and 15 s): how a cluster goes on
 * without them is what runs are about, and they are short. A node waits for the others longer than
 * whoever starts it. */
#define OPTIONS                                                                                    \
    "gcache.size=32M;evs.keepalive_period=PT0.5S;evs.suspect_timeout=PT2S;"                        \
    "evs.inactive_timeout=PT6S;evs.install_timeout=PT3S;pc.wait_prim_timeout=PT10M"

/* Starts a server again that may have been killed: "$@" are its words. What InnoDB has is asked
 * first, since a killed node has not written it down, and would be given everything. */
#define RECOVER                                                                                    \
    "at=$(\"$@\" --wsrep-recover 2>&1 | sed -n 's/.*WSREP: Recovered position: *//p' | tail -n 1)" \
    "\nexec \"$@\" ${at:+\"--wsrep-start-position=$at\"}"

/* ---- What is installed -------------------------------------------------------------------------- */

static const char *provider(void) {
    for (size_t i = 0; i < MNS_COUNT_OF(providers); i++) {
        if (access(providers[i], R_OK) == 0) {
            return providers[i];
        }
    }
    return NULL;
}

/* Whether a program is in one of the folders of PATH. */
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

static bool files(mns_node *node, mns_buf *message) {
    if (provider() == NULL) {
        mns_buf_str(message, "Galera is not installed: there is no libgalera_smm.so (Debian: "
                             "galera-4)");
        return false;
    }
    if (!has_program("rsync")) {
        mns_buf_str(message, "rsync is not installed: Galera's nodes get their data by it (Debian: "
                             "rsync)");
        return false;
    }
    return mns_mariadb_files(node, message);
}

/* ---- Starting ----------------------------------------------------------------------------------- */

static void group_words(const mns_node *node, mns_launch *launch) {
    const minos_server *server = node->cluster;
    const unsigned *ports = node->ports;
    for (size_t i = 0; i < MNS_COUNT_OF(settings); i++) {
        mns_launch_word(launch, "%s", settings[i]);
    }
    mns_launch_word(launch, "--wsrep-provider=%s", provider());
    mns_launch_word(launch, "--wsrep-node-name=node%u", node->number);
    mns_launch_word(launch, "--wsrep-node-address=127.0.0.1:%u", ports[GROUP]);
    mns_launch_word(launch, "--wsrep-node-incoming-address=127.0.0.1:%u", ports[CLIENTS]);
    mns_launch_word(launch, "--wsrep-sst-receive-address=127.0.0.1:%u", ports[WHOLE]);
    mns_launch_word(launch,
                    "--wsrep-provider-options=" OPTIONS ";base_port=%u;"
                    "gmcast.listen_addr=tcp://127.0.0.1:%u;ist.recv_addr=127.0.0.1:%u",
                    ports[GROUP], ports[GROUP], ports[INCREMENTAL]);
    mns_buf_str(&launch->words, "--wsrep-cluster-address=gcomm://");
    for (unsigned i = 0; i < server->node_count; i++) {
        mns_buf_printf(&launch->words, "%s127.0.0.1:%u", i == 0 ? "" : ",",
                       server->nodes[i].ports[GROUP]);
    }
    mns_buf_char(&launch->words, '\0');
}

static void serve(const mns_node *node, mns_launch *launch) {
    mns_scratch_forget(node->folder.data, STATE); /* of an earlier start */
    if (node->starts > 0) {
        const char *const words[] = {"/bin/sh", "-c", RECOVER, "sh"};
        for (size_t i = 0; i < MNS_COUNT_OF(words); i++) {
            mns_launch_word(launch, "%s", words[i]);
        }
    }
    mns_mariadb_serve(node, launch);
    group_words(node, launch);
    if (node->starts == 0 && node->number == 0) {
        mns_launch_word(launch, "--wsrep-new-cluster");
    }
}

/* Whether all nodes run, as far as their own processes go. */
static bool all_run(const minos_server *server) {
    for (unsigned i = 0; i < server->node_count; i++) {
        if (!mns_node_is_running(&server->nodes[i])) {
            return false;
        }
    }
    return true;
}

/* The node has what the others have. One that was started again may have to wait for others that
 * are yet to be: it is left to, or these would never be. */
static bool answers(const mns_node *node) {
    if (node->starts > 1 && !all_run(node->cluster)) {
        return true;
    }
    mns_buf state;
    mns_buf_init(&state);
    bool synced = mns_scratch_read(node->folder.data, STATE, sizeof SYNCED, &state) &&
                  state.size == strlen(SYNCED) && memcmp(state.data, SYNCED, state.size) == 0;
    mns_buf_release(&state);
    return synced && mns_mariadb_answers(node);
}

static void url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "galera://" MNS_SERVER_USER ":%s@127.0.0.1:%u/" MNS_SERVER_USER,
                   node->cluster->password, node->ports[CLIENTS]);
}

const mns_server_kind mns_server_galera = {
    .targets = {"galera:"},
    .title = "Galera",
    .program = "mariadbd",
    .variable = "MINOS_MARIADB_BIN",
    .places = mns_mariadb_places,
    .package = "mariadb-server galera-4 rsync",
    .user = "mysql",
    .fixed = fixed,
    .undurable = mns_mariadb_undurable,
    .polite = {SIGTERM},
    .quick = {SIGKILL},
    .nodes = 3,
    .most_nodes = 7,
    .ports = PORTS,
    .between = MNS_BETWEEN_NOTHING,
    .between_port = GROUP,
    .files = files,
    .make = mns_mariadb_make,
    .made_from = MNS_MARIADB_STATEMENTS,
    .serve = serve,
    .answers = answers,
    .url = url,
};
