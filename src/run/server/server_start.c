/*
 * server_start.c - starts the nodes of a throw-away server and waits until they are ready.
 *
 * Everything is prepared by server_prepare.c. A port that was free when it was chosen may be taken
 * when the server binds it; the server's log shows that, and everything is started again with other
 * ports, since other nodes know the old ones.
 */
#include <errno.h>
#include <sys/wait.h>
#include <time.h>

#include "run/server/node_faults.h"
#include "run/server/server.h"
#include "run/system/clock.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"

#define STEP_NS 3000000
#define PROGRESS_NS 200000000
#define PORTS_TRIED 5
#define NS_PER_MS UINT64_C(1000000)

/* ---- Waiting --------------------------------------------------------------------------------- */

typedef struct waiting {
    const volatile sig_atomic_t *interrupts;
    uint64_t begun_ns, deadline_ns;
    unsigned start_ms;
    const minos_server_options *options; /* for progress; or NULL */
    uint64_t *shown_ns;                  /* when progress was last shown */
} waiting;

static waiting waiting_for(unsigned start_ms, const volatile sig_atomic_t *interrupts) {
    uint64_t now = mns_clock_ns();
    return (waiting){.interrupts = interrupts,
                     .begun_ns = now,
                     .deadline_ns = now + start_ms * NS_PER_MS,
                     .start_ms = start_ms};
}

static void report_progress(const mns_node *node, const waiting *w) {
    uint64_t now = mns_clock_ns();
    if (w->options == NULL || w->options->progress == NULL || now - *w->shown_ns < PROGRESS_NS) {
        return;
    }
    *w->shown_ns = now;
    const minos_server_progress progress = {.title = node->cluster->kind->title,
                                            .node = node->number + 1,
                                            .nodes = node->cluster->node_count,
                                            .seconds = (double)(now - w->begun_ns) / 1e9};
    w->options->progress(w->options->progress_context, &progress);
}

/* Sleeps for one step; false: timeout or interrupt, with a message. */
static bool wait_step(const mns_node *node, const waiting *w, mns_buf *message) {
    const char *title = node->cluster->kind->title;
    report_progress(node, w);
    if (w->interrupts != NULL && *w->interrupts > 0) {
        mns_buf_printf(message, "interrupted while %s was starting", title);
        return false;
    }
    if (mns_clock_ns() > w->deadline_ns) {
        mns_buf_printf(message, "%s was not ready after %u ms", title, w->start_ms);
        mns_server_log_tail(node, message);
        return false;
    }
    struct timespec step = {.tv_nsec = STEP_NS};
    nanosleep(&step, NULL);
    return true;
}

/* ---- One node -------------------------------------------------------------------------------- */

/* Runs the program that fills the data folder and waits for it. */
static bool make(mns_node *node, const waiting *w, mns_buf *message) {
    const mns_server_kind *kind = node->cluster->kind;
    mns_launch launch;
    mns_node_launch_init(node, &launch);
    mns_buf input;
    mns_buf_init(&input);
    if (kind->make_input != NULL) {
        mns_buf_printf(&input, "%s/%s", node->folder.data, kind->make_input);
        launch.input = input.data;
    }
    kind->make(node, &launch);
    bool launched = mns_guard_launch(node->guard, MNS_SERVER_SLOT, &launch, message) > 0;
    mns_launch_release(&launch);
    mns_buf_release(&input);
    mns_guard_state state = MNS_GUARD_RUNNING;
    int status = 0;
    while (launched && state == MNS_GUARD_RUNNING) {
        if (!wait_step(node, w, message)) {
            return false;
        }
        state = mns_guard_state_of(node->guard, MNS_SERVER_SLOT, &status);
    }
    if (kind->make_input != NULL) {
        mns_scratch_unlink(node->folder.data, kind->make_input);
    }
    bool made = state == MNS_GUARD_ENDED && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (launched && !made) {
        mns_buf_printf(message, "%s could not create its data folder", kind->title);
        mns_server_log_tail(node, message);
    }
    return made;
}

/* Fills the folder, then hands it over to the server's user. */
static bool fill(mns_node *node, const waiting *w, mns_buf *message) {
    const mns_server_kind *kind = node->cluster->kind;
    if (kind->files != NULL && !kind->files(node, message)) {
        return false;
    }
    /* As long as we own the folder, no other user can create files in it. */
    if (!mns_scratch_chown(node->folder.data, &node->cluster->user)) {
        mns_buf_printf(message, "%s: %s", node->folder.data, strerror(errno));
        return false;
    }
    return kind->make == NULL || make(node, w, message);
}

static bool serve(mns_node *node, mns_buf *message) {
    mns_launch_release(&node->launch);
    mns_node_launch_init(node, &node->launch);
    node->cluster->kind->serve(node, &node->launch);
    mns_node_setup_launch(node, &node->launch);
    node->pid = mns_guard_launch(node->guard, MNS_SERVER_SLOT, &node->launch, message);
    node->starts += node->pid > 0;
    if (node->cluster->network != NULL) {
        mns_network_process(node->cluster->network, node->number, node->pid);
    }
    return node->pid > 0;
}

typedef enum serving { SERVING, NOT_SERVING, PORT_TAKEN } serving;

static serving wait_until_ready(mns_node *node, const waiting *w, mns_buf *message) {
    while (!node->cluster->kind->is_ready(node)) {
        if (!mns_node_is_running(node)) {
            if (mns_server_log_has(node, strerror(EADDRINUSE)) ||
                mns_server_log_has(node, "address already in use")) { /* Go's wording */
                return PORT_TAKEN;
            }
            mns_buf_printf(message, "%s did not start", node->cluster->kind->title);
            mns_server_log_tail(node, message);
            return NOT_SERVING;
        }
        if (!wait_step(node, w, message)) {
            return NOT_SERVING;
        }
    }
    return SERVING;
}

/* ---- All nodes ------------------------------------------------------------------------------- */

static void choose_ports(minos_server *server) {
    unsigned count = server->kind->ports == 0 ? 1 : server->kind->ports;
    for (unsigned i = 0; i < server->node_count; i++) {
        for (unsigned j = 0; j < count; j++) {
            server->nodes[i].ports[j] = mns_loopback_port();
        }
    }
}

static bool link_nodes(minos_server *server, mns_buf *message) {
    const mns_server_kind *kind = server->kind;
    for (unsigned to = 0; to < server->node_count; to++) {
        unsigned port = server->nodes[to].ports[kind->node_port];
        unsigned many = kind->node_links == MNS_NODE_LINKS_PAIRS ? server->node_count : 1;
        for (unsigned from = 0; from < many; from++) {
            unsigned end = kind->node_links == MNS_NODE_LINKS_PAIRS ? from : MNS_NETWORK_ANY;
            unsigned *link = &server->links[from][to];
            *link = end == to
                        ? port
                        : mns_network_link(server->network, end, to, "127.0.0.1", port, message);
            if (*link == 0) {
                return false;
            }
        }
    }
    return true;
}

unsigned mns_node_peer_port(const mns_node *from, unsigned to) {
    const minos_server *server = from->cluster;
    const mns_server_kind *kind = server->kind;
    if (server->network == NULL || kind->node_links == MNS_NODE_LINKS_NONE) {
        return server->nodes[to].ports[kind->node_port];
    }
    return server->links[kind->node_links == MNS_NODE_LINKS_PAIRS ? from->number : 0][to];
}

/* Starts the proxy if network faults are requested. */
static bool connect_nodes(minos_server *server, mns_buf *message) {
    if (!mns_faults_need(server->faults, MNS_NEEDS_NETWORK)) {
        return true;
    }
    server->network = mns_network_start(0, message);
    return server->network != NULL &&
           (server->node_count == 1 || server->kind->node_links == MNS_NODE_LINKS_NONE ||
            link_nodes(server, message));
}

static serving serve_all(minos_server *server, const waiting *w, mns_buf *message) {
    bool together = server->kind->start_together;
    serving result = SERVING;
    for (unsigned i = 0; i < server->node_count && result == SERVING && together; i++) {
        result = fill(&server->nodes[i], w, message) ? SERVING : NOT_SERVING;
    }
    for (unsigned i = 0; i < server->node_count && result == SERVING; i++) {
        mns_node *node = &server->nodes[i];
        bool served = (together || fill(node, w, message)) && serve(node, message);
        result = served ? SERVING : NOT_SERVING;
        if (served && !together) {
            result = wait_until_ready(node, w, message);
        }
    }
    for (unsigned i = 0; i < server->node_count && result == SERVING && together; i++) {
        result = wait_until_ready(&server->nodes[i], w, message);
    }
    return result;
}

static void end_all(minos_server *server) {
    mns_buf left; /* dropped: the reason of the failed start is reported instead */
    mns_buf_init(&left);
    for (unsigned i = server->node_count; i-- > 0;) {
        mns_node_release(&server->nodes[i], &left);
    }
    mns_buf_release(&left);
    mns_network_stop(server->network);
    mns_namespaces_stop(server->namespaces);
    server->network = NULL;
    server->namespaces = NULL;
}

static bool prepare_nodes(minos_server *server, mns_buf *message) {
    if (server->use_namespaces) {
        server->namespaces = mns_namespaces_start(server->node_count, message);
    }
    bool good = !server->use_namespaces || server->namespaces != NULL;
    for (unsigned i = 0; i < server->node_count && good; i++) {
        server->nodes[i] = (mns_node){.cluster = server, .number = i};
        good = mns_node_prepare(&server->nodes[i], message);
    }
    choose_ports(server);
    return good;
}

/* From folders to readiness. */
static serving start_all(minos_server *server, const waiting *w, mns_buf *message) {
    bool good = prepare_nodes(server, message) && connect_nodes(server, message);
    serving result = good ? serve_all(server, w, message) : NOT_SERVING;
    for (unsigned i = 0; i < server->node_count && result == SERVING; i++) {
        server->kind->url(&server->nodes[i], &server->nodes[i].url);
        result = server->nodes[i].url.failed ? NOT_SERVING : SERVING;
    }
    return result;
}

static minos_status start_on_free_ports(minos_server *server, const waiting *w, mns_buf *message) {
    serving result = PORT_TAKEN;
    for (unsigned tried = 0; result == PORT_TAKEN; tried++) {
        result = start_all(server, w, message);
        if (result == PORT_TAKEN && tried + 1 == PORTS_TRIED) {
            mns_buf_printf(message, "%s found no free port", server->kind->title);
            result = NOT_SERVING;
        }
        if (result != SERVING) {
            end_all(server);
        }
    }
    if (result == SERVING) {
        return MINOS_OK;
    }
    return message->size > 0 ? MINOS_EIO : MINOS_ENOMEM;
}

/* ---- The whole start ------------------------------------------------------------------------- */

static minos_status read_options(minos_server *server, const minos_server_options *options,
                                 mns_buf *message) {
    const mns_server_kind *kind = server->kind;
    unsigned most = kind->max_nodes == 0 ? 1 : kind->max_nodes;
    server->node_count = options->nodes != 0 ? options->nodes : mns_server_default_nodes(kind);
    server->connections = options->clients + MNS_SERVER_SPARE;
    server->sync = options->sync != 0;
    server->keep = options->keep != 0;
    server->use_namespaces = options->namespaces != 0;
    if (server->node_count > most) {
        mns_buf_printf(message, "%s supports at most %u node%s", kind->targets[0], most,
                       most == 1 ? "" : "s");
        return MINOS_EARGUMENT;
    }
    if (server->sync && !kind->supports_sync) {
        mns_buf_printf(message, "--sync is not supported for %s", kind->targets[0]);
        return MINOS_EARGUMENT;
    }
    if (server->use_namespaces && !kind->supports_namespaces) {
        mns_buf_printf(message,
                       "--namespaces is not supported for %s; the proxy can partition its nodes",
                       kind->targets[0]);
        return MINOS_EARGUMENT;
    }
    if (!mns_faults_read(options->faults, &server->faults, message) ||
        !mns_node_faults_check(kind, server->faults, message)) {
        return MINOS_EARGUMENT;
    }
    return mns_server_settings(server, options->settings, message);
}

minos_status mns_server_begin(minos_server *server, const minos_server_options *options,
                              mns_buf *message) {
    waiting w = waiting_for(options->start_ms, options->interrupts);
    uint64_t shown_ns = w.begun_ns;
    w.options = options;
    w.shown_ns = &shown_ns;
    minos_status status = read_options(server, options, message);
    if (status == MINOS_OK) {
        status = mns_server_prepare(server, message);
    }
    if (status == MINOS_OK) {
        status = start_on_free_ports(server, &w, message);
    }
    for (unsigned i = 0; i < server->node_count && status == MINOS_OK && options->keep; i++) {
        mns_guard_keep(server->nodes[i].guard);
    }
    if (status == MINOS_OK && options->keep && server->namespaces != NULL) {
        mns_namespaces_keep(server->namespaces);
    }
    return status;
}

/* ---- Restarting ------------------------------------------------------------------------------ */

bool mns_node_is_running(const mns_node *node) {
    return mns_guard_state_of(node->guard, MNS_SERVER_SLOT, NULL) == MNS_GUARD_RUNNING;
}

bool mns_server_is_guarded(const minos_server *server, mns_buf *message) {
    for (unsigned i = 0; i < server->node_count; i++) {
        const mns_guard *guard = server->nodes[i].guard;
        if (guard != NULL && !mns_guard_is_alive(guard)) {
            mns_buf_printf(
                message,
                "the guard process %ld of the throw-away server was killed, so the server died too",
                (long)mns_guard_pid(guard));
            return false;
        }
    }
    return true;
}

void mns_node_kill(mns_node *node) {
    mns_guard_signal_all(node->guard, MNS_SERVER_SLOT, SIGKILL);
    while (mns_node_is_running(node)) {
        struct timespec step = {.tv_nsec = STEP_NS};
        nanosleep(&step, NULL);
    }
}

bool mns_node_start(mns_node *node, unsigned start_ms, mns_buf *message) {
    const waiting w = waiting_for(start_ms, NULL);
    serving result = PORT_TAKEN;
    while (result == PORT_TAKEN) {
        bool served = mns_node_is_running(node) || serve(node, message);
        result = served ? wait_until_ready(node, &w, message) : NOT_SERVING;
        if (result == PORT_TAKEN && !wait_step(node, &w, message)) {
            result = NOT_SERVING;
        }
    }
    return result == SERVING;
}

unsigned mns_server_primary(const minos_server *server) {
    return server->kind->primary == NULL ? 0 : server->kind->primary(server);
}
