/* nemesis_options.c - checks the fault options and turns them into a schedule. */
#include <math.h>
#include <unistd.h>

#include "core/grow.h"
#include "run/nemesis/nemesis_internal.h"

/* Seconds. */
#define LEAST_EVERY 0.01
#define MOST_TIME 1e6

/* ---- Requested faults ------------------------------------------------------------------------ */

/* All kinds, including the command if there is one. False: message. */
static bool read_kinds(const minos_fault_options *faults, mns_fault_set *kinds, mns_buf *message) {
    bool good = mns_faults_read(faults->kinds, kinds, message);
    if (good && faults->command != NULL) {
        *kinds |= 1u << MNS_FAULT_COMMAND;
    }
    return good;
}

/* For options that are not checked yet: empty if they are invalid. */
static mns_fault_set kinds_of(const minos_fault_options *faults) {
    mns_buf message;
    mns_buf_init(&message);
    mns_fault_set kinds;
    bool good = read_kinds(faults, &kinds, &message);
    mns_buf_release(&message);
    return good ? kinds : 0;
}

bool mns_nemesis_wanted(const minos_fault_options *faults) { return kinds_of(faults) != 0; }

bool mns_nemesis_needs_network(const minos_fault_options *faults) {
    return mns_faults_need(kinds_of(faults), MNS_NEEDS_NETWORK);
}

static unsigned count_processes(const minos_fault_options *faults) {
    unsigned count = 0;
    while (faults->processes != NULL && faults->processes[count] != 0) {
        count++;
    }
    return count;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static bool refuse(mns_buf *message, const char *words) {
    mns_buf_str(message, words);
    return false;
}

static bool check_time(const char *name, double seconds, double least, mns_buf *message) {
    if (isfinite(seconds) && seconds >= least && seconds <= MOST_TIME) {
        return true;
    }
    mns_buf_printf(message, "%s must be from %g to %g seconds, not %g", name, least, MOST_TIME,
                   seconds);
    return false;
}

static bool check_processes(const minos_fault_options *faults, mns_fault_set kinds,
                            mns_buf *message) {
    unsigned count = count_processes(faults);
    if (count > MNS_VICTIM_PROCESSES) {
        mns_buf_printf(message, "--fault-pid accepts at most %u processes", MNS_VICTIM_PROCESSES);
        return false;
    }
    if (count > 0 && !mns_faults_need(kinds, MNS_NEEDS_PROCESS)) {
        return refuse(message, "--fault-pid needs --faults kill or pause");
    }
    for (unsigned i = 0; i < count; i++) {
        long pid = faults->processes[i];
        if (pid <= 1 || pid > INT_MAX || pid == (long)getpid()) {
            mns_buf_printf(message, "--fault-pid: process %ld must not be signalled", pid);
            return false;
        }
    }
    return true;
}

/* What this kind of fault lacks; NULL: nothing. */
static const char *missing(mns_fault_needs needs, const minos_fault_options *faults, bool server,
                           bool proxied) {
    switch (needs) {
    case MNS_NEEDS_PROCESS:
        return server || count_processes(faults) > 0
                   ? NULL
                   : "needs a server that Minos starts (such as postgres:), or --fault-pid";
    case MNS_NEEDS_SERVER:
    case MNS_NEEDS_CLOCK:
    case MNS_NEEDS_DISK:
        return server ? NULL : "needs a server that Minos starts, such as postgres:";
    case MNS_NEEDS_NETWORK: return proxied ? NULL : "needs a database that clients reach over TCP";
    case MNS_NEEDS_COMMAND: break;
    }
    return faults->command != NULL ? NULL : "needs --fault-cmd";
}

static bool check_kinds(const minos_fault_options *faults, mns_fault_set kinds, bool server,
                        bool proxied, mns_buf *message) {
    for (unsigned i = 0; i < MNS_FAULT_COUNT; i++) {
        const char *lack = (kinds >> i & 1u) == 0 ? NULL
                                                  : missing(mns_fault_need((mns_fault_kind)i),
                                                            faults, server, proxied);
        if (lack != NULL) {
            mns_buf_printf(message, "%s %s", mns_fault_name((mns_fault_kind)i), lack);
            return false;
        }
    }
    return true;
}

bool mns_nemesis_check(const minos_fault_options *faults, bool server, bool proxied, unsigned nodes,
                       mns_buf *message) {
    mns_fault_set kinds;
    unsigned scopes;
    if (!read_kinds(faults, &kinds, message) ||
        !mns_fault_scopes_read(faults->on, &scopes, message)) {
        return false;
    }
    if (faults->heal_command != NULL && faults->command == NULL && kinds == 0) {
        return refuse(message, "--heal-cmd needs --fault-cmd or --faults");
    }
    if (kinds == 0 && (faults->on != NULL || count_processes(faults) > 0)) {
        return refuse(message, "--fault-on and --fault-pid need --faults");
    }
    if (nodes > MNS_VICTIM_NODES) {
        mns_buf_printf(message, "faults support at most %u nodes", MNS_VICTIM_NODES);
        return false;
    }
    return kinds == 0 || (check_time("--fault-every", faults->every_s, LEAST_EVERY, message) &&
                          check_time("--fault-for", faults->for_s, 0, message) &&
                          check_processes(faults, kinds, message) &&
                          check_kinds(faults, kinds, server, proxied, message));
}

/* ---- The schedule ---------------------------------------------------------------------------- */

static bool find_processes(mns_nemesis *nemesis, const minos_fault_options *faults,
                           mns_buf *message) {
    nemesis->schedule.processes = count_processes(faults);
    for (unsigned i = 0; i < nemesis->schedule.processes; i++) {
        nemesis->processes[i] = faults->processes[i];
        if (!mns_user_process_find(&nemesis->user_processes[i], faults->processes[i])) {
            mns_buf_printf(message,
                           "--fault-pid: process %ld does not exist, or may not be signalled",
                           faults->processes[i]);
            return false;
        }
    }
    return true;
}

/* Clock and disk faults must be prepared when the server starts. */
static bool check_server(const minos_server *server, mns_fault_set kinds, mns_buf *message) {
    static const mns_fault_needs early[] = {MNS_NEEDS_CLOCK, MNS_NEEDS_DISK};
    for (size_t i = 0; i < MNS_COUNT_OF(early); i++) {
        if (mns_faults_need(kinds, early[i]) && !mns_faults_need(server->faults, early[i])) {
            return refuse(
                message,
                "the server was not started for these faults: set minos_server_options.faults");
        }
    }
    return true;
}

/* A proxy cannot partition nodes that bypass it. */
static void warn_of_client_only_partitions(mns_nemesis *nemesis) {
    const mns_schedule *schedule = &nemesis->schedule;
    bool partition = (schedule->kinds >> MNS_FAULT_PARTITION & 1u) != 0;
    if (partition && schedule->nodes > 1 && !schedule->node_links && !schedule->partitionable) {
        const minos_server *server = nemesis->targets.server;
        bool possible = server != NULL && server->kind->supports_namespaces;
        mns_buf_printf(&nemesis->warnings,
                       "partitions affect only clients and nodes, not pairs of nodes: %s\n",
                       possible ? "partitioning these nodes needs --namespaces"
                                : "Minos does not control the network between them");
    }
}

static bool copy(char **out, const char *text) {
    *out = text == NULL ? NULL : strdup(text);
    return text == NULL || *out != NULL;
}

bool mns_nemesis_prepare(mns_nemesis *nemesis, const minos_fault_options *faults, uint64_t seed,
                         mns_buf *message) {
    const mns_nemesis_targets *targets = &nemesis->targets;
    mns_schedule *schedule = &nemesis->schedule;
    if (!mns_nemesis_check(faults, targets->server != NULL, targets->network != NULL,
                           targets->nodes, message) ||
        !read_kinds(faults, &schedule->kinds, message) ||
        !mns_fault_scopes_read(faults->on, &schedule->scopes, message) ||
        !check_server(targets->server, schedule->kinds, message) ||
        !find_processes(nemesis, faults, message)) {
        return false;
    }
    schedule->seed = seed;
    schedule->nodes = targets->nodes;
    schedule->clients = targets->clients;
    schedule->server = targets->server != NULL;
    schedule->node_links =
        targets->server != NULL && targets->server->kind->node_links != MNS_NODE_LINKS_NONE;
    schedule->partitionable = targets->server != NULL && targets->server->namespaces != NULL;
    schedule->every_ns = (uint64_t)(faults->every_s * 1e9);
    schedule->for_ns = (uint64_t)(faults->for_s * 1e9);
    warn_of_client_only_partitions(nemesis);
    return (copy(&nemesis->command, faults->command) &&
            copy(&nemesis->heal_command, faults->heal_command)) ||
           refuse(message, "out of memory");
}
