/*
 * server_etcd.c - a throw-away etcd cluster of three members by default.
 *
 * All members are given the same address of each, which leads through the proxy if there is one;
 * the addresses that they listen on are their own. Settings are options of the program. There are
 * no users: creating a token needs a majority, so clients of a partitioned member could not
 * reconnect to it, and a restarted member forgets all tokens. It listens on the loopback interface
 * only, under a unique name.
 *
 * Heartbeats and elections are twice as fast as by default, which is still slow for a loopback
 * interface. Old revisions and log entries are compacted soon, so that hours of load fit. It writes
 * before it acknowledges, but without fsync. That is set by an environment variable, which versions
 * that do not support it ignore.
 */
#include <signal.h>
#include <stdio.h>

#include "run/server/server.h"
#include "run/system/loopback.h"

enum { CLIENTS, PEERS }; /* ports */

#define ANSWER_BYTES 8192

static const char *const search_paths[] = {"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", NULL};

static const char *const reserved[] = {"name",
                                       "data_dir",
                                       "wal_dir",
                                       "config_file",
                                       "listen_client_urls",
                                       "listen_client_http_urls",
                                       "advertise_client_urls",
                                       "listen_peer_urls",
                                       "initial_advertise_peer_urls",
                                       "initial_cluster",
                                       "initial_cluster_state",
                                       "initial_cluster_token",
                                       "enable_grpc_gateway",
                                       "discovery",
                                       "discovery_srv",
                                       "proxy",
                                       NULL};

/* ---- Starting -------------------------------------------------------------------------------- */

/* The last component of its folder's path, which is unique. */
static const char *name_of(const mns_node *node) {
    const char *slash = strrchr(node->folder.data, '/');
    return slash != NULL ? slash + 1 : node->folder.data;
}

/* NAME=URL of all members, as this node reaches them. */
static void write_members(const mns_node *node, mns_buf *out) {
    const minos_server *server = node->cluster;
    for (unsigned i = 0; i < server->node_count; i++) {
        mns_buf_printf(out, "%s%s=http://127.0.0.1:%u", i == 0 ? "" : ",",
                       name_of(&server->nodes[i]), mns_node_peer_port(node, i));
    }
}

static void serve(const mns_node *node, mns_launch *launch) {
    const minos_server *server = node->cluster;
    mns_buf members;
    mns_buf_init(&members);
    write_members(node, &members);
    mns_launch_arg(launch, "%s", server->program.data);
    mns_launch_arg(launch, "--name=%s", name_of(node));
    mns_launch_arg(launch, "--data-dir=%s/data", node->folder.data);
    mns_launch_arg(launch, "--listen-client-urls=http://127.0.0.1:%u", node->ports[CLIENTS]);
    mns_launch_arg(launch, "--advertise-client-urls=http://127.0.0.1:%u", node->ports[CLIENTS]);
    mns_launch_arg(launch, "--listen-peer-urls=http://127.0.0.1:%u", node->ports[PEERS]);
    mns_launch_arg(launch, "--initial-advertise-peer-urls=http://127.0.0.1:%u",
                   mns_node_peer_port(node, node->number));
    mns_launch_arg(launch, "--initial-cluster=%s", members.data != NULL ? members.data : "");
    mns_launch_arg(launch, "--initial-cluster-token=%s", name_of(&server->nodes[0]));
    mns_launch_arg(launch, "--heartbeat-interval=50");
    mns_launch_arg(launch, "--election-timeout=500");
    mns_launch_arg(launch, "--snapshot-count=20000");
    mns_launch_arg(launch, "--auto-compaction-mode=revision");
    mns_launch_arg(launch, "--auto-compaction-retention=10000");
    for (size_t i = 0; server->settings[i] != NULL; i++) {
        mns_launch_arg(launch, "--%s", server->settings[i]);
    }
    mns_launch_variable(launch, "ETCD_UNSAFE_NO_FSYNC", "true");
    launch->args.failed |= members.failed;
    mns_buf_release(&members);
}

/* ---- Requests -------------------------------------------------------------------------------- */

/* Sends an empty request to the gateway; "" if there is no answer. */
static void request_json(const mns_node *node, const char *path, char answer[ANSWER_BYTES]) {
    char request[160];
    snprintf(request, sizeof request,
             "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", path);
    answer[mns_loopback_request(node->ports[CLIENTS], request, answer, ANSWER_BYTES - 1)] = '\0';
}

/* A member is in the list of members once it has joined a cluster with a leader. */
static bool is_ready(const mns_node *node) {
    char answer[ANSWER_BYTES];
    mns_buf name;
    mns_buf_init(&name);
    mns_buf_printf(&name, "\"name\":\"%s\"", name_of(node));
    request_json(node, "/v3/cluster/member/list", answer);
    bool ours = !name.failed && strstr(answer, name.data) != NULL;
    mns_buf_release(&name);
    return ours;
}

/* A number in a response; 0 if missing. */
static unsigned long long number_in(const char *answer, const char *name) {
    char field[32];
    snprintf(field, sizeof field, "\"%s\":\"", name);
    const char *found = strstr(answer, field);
    return found != NULL ? strtoull(found + strlen(field), NULL, 10) : 0;
}

/* The node that claims to be leader in the latest term: a partitioned one may still claim an older
 * term. */
static unsigned primary(const minos_server *server) {
    unsigned long long latest = 0;
    unsigned leader = 0;
    for (unsigned i = 0; i < server->node_count; i++) {
        char answer[ANSWER_BYTES];
        request_json(&server->nodes[i], "/v3/maintenance/status", answer);
        unsigned long long term = number_in(answer, "raft_term");
        if (number_in(answer, "leader") != 0 &&
            number_in(answer, "leader") == number_in(answer, "member_id") && term > latest) {
            latest = term;
            leader = i;
        }
    }
    return leader;
}

static void url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "etcd://127.0.0.1:%u", node->ports[CLIENTS]);
}

const mns_server_kind mns_server_etcd = {
    .targets = {"etcd:"},
    .title = "etcd",
    .program = "etcd",
    .variable = "MINOS_ETCD_BIN",
    .search_paths = search_paths,
    .package = "etcd-server",
    .user = "etcd",
    .reserved = reserved,
    .graceful = {SIGTERM},
    .fast = {SIGKILL},
    .nodes = 3,
    .max_nodes = 7,
    .no_clock_reason = "a Go program reads the clock without the C library",
    .start_together = true,
    .ports = 2,
    .node_links = MNS_NODE_LINKS_SHARED,
    .node_port = PEERS,
    .serve = serve,
    .is_ready = is_ready,
    .url = url,
    .primary = primary,
};
