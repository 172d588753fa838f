/* node_faults.c - pause, clock and disk faults of nodes, using guard.h, faketime.h and
 * small_disk.h. */
#include "run/server/node_faults.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "run/server/faketime.h"
#include "run/server/small_disk.h"
#include "run/system/clock.h"

#define STEP_NS 3000000
#define NS_PER_MS UINT64_C(1000000)

/* ---- Preparation ----------------------------------------------------------------------------- */

static bool find_library(mns_buf *message) {
    mns_buf path;
    mns_buf_init(&path);
    bool found = mns_faketime_find(&path, message);
    mns_buf_release(&path);
    return found;
}

bool mns_node_faults_check(const mns_server_kind *kind, mns_fault_set faults, mns_buf *message) {
    if (mns_faults_need(faults, MNS_NEEDS_CLOCK)) {
        if (kind->no_clock_reason != NULL) {
            mns_buf_printf(message, "--faults clock is not supported for %s: %s", kind->title,
                           kind->no_clock_reason);
            return false;
        }
        if (!find_library(message)) {
            return false;
        }
    }
    return !mns_faults_need(faults, MNS_NEEDS_DISK) || mns_disk_possible(message);
}

static bool data_folder(const mns_node *node, mns_buf *path) {
    mns_buf_init(path);
    mns_buf_printf(path, "%s/data", node->folder.data);
    errno = path->failed ? ENOMEM : errno;
    return !path->failed;
}

bool mns_node_setup_faults(mns_node *node, mns_buf *message) {
    const minos_server *server = node->cluster;
    if (mns_faults_need(server->faults, MNS_NEEDS_CLOCK) && !mns_node_skew(node, 0, message)) {
        return false;
    }
    if (!mns_faults_need(server->faults, MNS_NEEDS_DISK)) {
        return true;
    }
    mns_buf path;
    bool mounted = data_folder(node, &path) &&
                   mns_disk_mount(node->guard, path.data, MNS_DISK_BYTES, &server->user, message);
    mns_buf_release(&path);
    return mounted;
}

void mns_node_setup_launch(const mns_node *node, mns_launch *launch) {
    if (!mns_faults_need(node->cluster->faults, MNS_NEEDS_CLOCK)) {
        return;
    }
    mns_buf path, message;
    mns_buf_init(&path);
    mns_buf_init(&message);
    if (mns_faketime_find(&path, &message)) { /* checked before */
        mns_faketime_load(launch, path.data, node->folder.data);
    }
    mns_buf_release(&path);
    mns_buf_release(&message);
}

/* ---- Faults ---------------------------------------------------------------------------------- */

bool mns_node_pause(mns_node *node) {
    return mns_guard_signal_all(node->guard, MNS_SERVER_SLOT, SIGSTOP);
}

bool mns_node_resume(mns_node *node) {
    return mns_guard_signal_all(node->guard, MNS_SERVER_SLOT, SIGCONT);
}

void mns_node_stop(mns_node *node, unsigned limit_ms) {
    const uint64_t deadline_ns = mns_clock_ns() + limit_ms * NS_PER_MS;
    mns_guard_signal(node->guard, MNS_SERVER_SLOT, node->cluster->kind->graceful[0]);
    while (mns_node_is_running(node) && mns_clock_ns() < deadline_ns) {
        struct timespec step = {.tv_nsec = STEP_NS};
        nanosleep(&step, NULL);
    }
    mns_node_kill(node);
}

bool mns_node_skew(mns_node *node, double seconds, mns_buf *message) {
    bool set = mns_faketime_set(node->folder.data, &node->cluster->user, seconds);
    if (!set) {
        mns_buf_printf(message, "cannot set the clock of node %u: %s", node->number,
                       strerror(errno));
    }
    return set;
}

/* Fills or frees the node's disk. */
static bool with_disk(mns_node *node, bool (*act)(const char *folder), const char *verb,
                      mns_buf *message) {
    mns_buf path;
    bool acted = data_folder(node, &path) && act(path.data);
    if (!acted) {
        mns_buf_printf(message, "cannot %s the disk of node %u: %s", verb, node->number,
                       strerror(errno));
    }
    mns_buf_release(&path);
    return acted;
}

bool mns_node_fill_disk(mns_node *node, mns_buf *message) {
    assert(mns_faults_need(node->cluster->faults, MNS_NEEDS_DISK)); /* never the host's disk */
    return with_disk(node, mns_disk_fill, "fill", message);
}

bool mns_node_free_disk(mns_node *node, mns_buf *message) {
    return with_disk(node, mns_disk_free, "free", message);
}
