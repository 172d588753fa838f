/*
 * nemesis.c - see nemesis.h: the thread, and the functions that control it.
 *
 * A fault that could not be injected is reverted all the same, since part of it may have taken
 * effect. Errors are recorded in the history with the fault, and once in the warnings.
 */
#include <stdio.h>

#include "core/grow.h"
#include "run/nemesis/nemesis_internal.h"
#include "run/system/block_signals.h"
#include "run/system/clock.h"

/* Further warnings are dropped. */
#define MOST_WARNINGS 2000

/* ---- Waiting --------------------------------------------------------------------------------- */

static bool wait_unless(mns_nemesis *nemesis, const bool *flag, uint64_t ns) {
    uint64_t until_ns = mns_clock_ns() + ns;
    struct timespec until = mns_clock_timespec(until_ns);
    pthread_mutex_lock(&nemesis->lock);
    while (!*flag && mns_clock_ns() < until_ns) {
        pthread_cond_timedwait(&nemesis->changed, &nemesis->lock, &until);
    }
    bool go_on = !*flag;
    pthread_mutex_unlock(&nemesis->lock);
    return go_on;
}

bool mns_nemesis_wait_unless_ending(mns_nemesis *nemesis, uint64_t ns) {
    return wait_unless(nemesis, &nemesis->ending, ns);
}

bool mns_nemesis_wait_unless_aborted(mns_nemesis *nemesis, uint64_t ns) {
    return wait_unless(nemesis, &nemesis->aborted, ns);
}

/* ---- A fault --------------------------------------------------------------------------------- */

typedef bool action(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message);

/* Indexed by what a fault needs. */
static const struct handler {
    action *inject, *revert;
} handlers[] = {
    [MNS_NEEDS_PROCESS] = {mns_fault_process_inject, mns_fault_process_revert},
    [MNS_NEEDS_SERVER] = {mns_fault_process_inject, mns_fault_process_revert},
    [MNS_NEEDS_NETWORK] = {mns_fault_network_inject, mns_fault_network_revert},
    [MNS_NEEDS_CLOCK] = {mns_fault_machine_inject, mns_fault_machine_revert},
    [MNS_NEEDS_DISK] = {mns_fault_machine_inject, mns_fault_machine_revert},
    [MNS_NEEDS_COMMAND] = {mns_fault_command_inject, mns_fault_command_revert},
};

/* Also restarts all nodes that are down. */
static bool revert(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    bool reverted = handlers[mns_fault_need(fault->kind)].revert(nemesis, fault, message);
    return mns_nemesis_restart_nodes(nemesis, message) && reverted;
}

/* For faults without a duration. */
static bool inject_and_revert_once(mns_nemesis *nemesis, const mns_fault *fault, mns_buf *message) {
    bool begun = handlers[mns_fault_need(fault->kind)].inject(nemesis, fault, message);
    return revert(nemesis, fault, message) && begun;
}

static void warn(mns_nemesis *nemesis, const char *name, const mns_fault *fault,
                 const mns_buf *message) {
    if (nemesis->warnings.size < MOST_WARNINGS) {
        mns_buf_printf(&nemesis->warnings, "fault %u, %s: %s\n", fault->number, name,
                       message->data == NULL ? "out of memory" : message->data);
    }
}

/* Runs an action and records it, before and after. */
static void run_and_record(mns_nemesis *nemesis, const char *name, const mns_fault *fault,
                           action *perform) {
    mns_buf value, message;
    mns_buf_init(&value);
    mns_buf_init(&message);
    mns_fault_write(fault, nemesis->processes, &value);
    size_t size = value.size;
    mns_buf_char(&value, '}');
    mns_recorder_event(nemesis->targets.recorder, name, value.failed ? NULL : value.data);
    bool done = perform(nemesis, fault, &message);
    for (size_t i = 0; i < message.size; i++) {
        message.data[i] = (unsigned char)message.data[i] < ' ' ? ' ' : message.data[i];
    }
    if (!done) {
        warn(nemesis, name, fault, &message);
    }
    mns_buf_truncate(&value, size);
    mns_buf_str(&value, ", :outcome ");
    if (done) {
        mns_buf_str(&value, ":done");
    } else {
        mns_buf_json_string(&value, message.data == NULL ? "" : message.data, message.size);
    }
    mns_buf_char(&value, '}');
    mns_recorder_event(nemesis->targets.recorder, name, value.failed ? NULL : value.data);
    mns_buf_release(&value);
    mns_buf_release(&message);
}

/* The node that is the primary now; of user processes, the first. */
static uint32_t primary(const mns_nemesis *nemesis, const mns_fault *fault) {
    const minos_server *server = nemesis->targets.server;
    if (server == NULL) {
        return mns_fault_need(fault->kind) == MNS_NEEDS_PROCESS ? MNS_VICTIM_PROCESS(0)
                                                                : MNS_VICTIM_NODE(0);
    }
    unsigned node = mns_server_primary(server);
    return MNS_VICTIM_NODE(node < nemesis->targets.nodes ? node : 0);
}

/* Keeps the fault for mns_nemesis_fault; NULL: none. */
static void show_fault(mns_nemesis *nemesis, const mns_fault *fault) {
    mns_buf nodes;
    mns_buf_init(&nodes);
    if (fault != NULL) {
        mns_fault_write_nodes(fault, "", &nodes);
    }
    pthread_mutex_lock(&nemesis->lock);
    nemesis->fault[0] = '\0';
    if (fault != NULL) {
        bool named = nodes.size > 0 && !nodes.failed;
        snprintf(nemesis->fault, sizeof nemesis->fault, "%s%s%s", mns_fault_name(fault->kind),
                 named ? " " : "", named ? nodes.data : "");
    }
    pthread_mutex_unlock(&nemesis->lock);
    mns_buf_release(&nodes);
}

static void inject_and_revert(mns_nemesis *nemesis, mns_fault *fault) {
    if (fault->scope == MNS_SCOPE_PRIMARY) {
        fault->victims = primary(nemesis, fault);
    }
    atomic_fetch_add(&nemesis->count, 1);
    atomic_fetch_or(&nemesis->kinds, 1u << fault->kind);
    show_fault(nemesis, fault);
    uint64_t since = mns_clock_ns();
    const char *begins = mns_fault_begin_name(fault->kind), *ends = mns_fault_end_name(fault->kind);
    if (ends == NULL) {
        run_and_record(nemesis, begins, fault, inject_and_revert_once);
    } else {
        run_and_record(nemesis, begins, fault, handlers[mns_fault_need(fault->kind)].inject);
        mns_nemesis_wait_unless_ending(nemesis, fault->duration_ns);
        run_and_record(nemesis, ends, fault, revert);
    }
    mns_spans_add(&nemesis->faulted, since, mns_clock_ns());
    show_fault(nemesis, NULL);
}

/* ---- The thread ------------------------------------------------------------------------------ */

/* Nodes that died without a fault, or did not restart after one. */
static void restart_dead_nodes(mns_nemesis *nemesis) {
    mns_fault none = {.scope = MNS_SCOPE_ALL};
    for (unsigned i = 0; nemesis->targets.server != NULL && i < nemesis->targets.nodes; i++) {
        bool running = mns_node_is_running(&nemesis->targets.server->nodes[i]);
        none.victims |= running ? 0 : MNS_VICTIM_NODE(i);
    }
    if (none.victims != 0) {
        none.number = atomic_load(&nemesis->count);
        run_and_record(nemesis, "revive", &none, revert);
    }
}

static void *work(void *argument) {
    mns_nemesis *nemesis = argument;
    mns_fault fault;
    for (unsigned n = 0; mns_schedule_at(&nemesis->schedule, n, &fault),
                  mns_nemesis_wait_unless_ending(nemesis, fault.wait_ns);
         n++) {
        inject_and_revert(nemesis, &fault);
    }
    restart_dead_nodes(nemesis);
    atomic_store(&nemesis->done, true);
    return NULL;
}

/* ---- Interface ------------------------------------------------------------------------------- */

static void release(mns_nemesis *nemesis) {
    pthread_mutex_destroy(&nemesis->lock);
    pthread_cond_destroy(&nemesis->changed);
    mns_buf_release(&nemesis->warnings);
    mns_spans_release(&nemesis->faulted);
    free(nemesis->command);
    free(nemesis->heal_command);
    free(nemesis);
}

mns_nemesis *mns_nemesis_start(const minos_fault_options *faults, uint64_t seed,
                               const mns_nemesis_targets *targets, mns_buf *message) {
    mns_nemesis *nemesis = MNS_NEW_ARRAY(mns_nemesis, 1);
    if (nemesis == NULL) {
        mns_buf_str(message, "out of memory");
        return NULL;
    }
    pthread_mutex_init(&nemesis->lock, NULL);
    mns_clock_cond_init(&nemesis->changed);
    mns_buf_init(&nemesis->warnings);
    nemesis->targets = *targets;
    if (!mns_nemesis_prepare(nemesis, faults, seed, message)) {
        release(nemesis);
        return NULL;
    }
    sigset_t before = mns_block_signals();
    int error = pthread_create(&nemesis->thread, NULL, work, nemesis);
    mns_restore_signals(&before);
    if (error != 0) {
        mns_buf_printf(message, "cannot start a thread: %s", strerror(error));
        release(nemesis);
        return NULL;
    }
    return nemesis;
}

bool mns_nemesis_fault(mns_nemesis *nemesis, char text[MNS_LIMIT_FAULT_TEXT]) {
    text[0] = '\0';
    if (nemesis != NULL) {
        pthread_mutex_lock(&nemesis->lock);
        memcpy(text, nemesis->fault, sizeof nemesis->fault);
        pthread_mutex_unlock(&nemesis->lock);
    }
    return text[0] != '\0';
}

unsigned mns_nemesis_count(const mns_nemesis *nemesis) { return atomic_load(&nemesis->count); }

mns_fault_set mns_nemesis_kinds(const mns_nemesis *nemesis) { return atomic_load(&nemesis->kinds); }

static void request_end(mns_nemesis *nemesis, bool aborted) {
    pthread_mutex_lock(&nemesis->lock);
    nemesis->ending = true;
    nemesis->aborted = nemesis->aborted || aborted;
    pthread_cond_broadcast(&nemesis->changed);
    pthread_mutex_unlock(&nemesis->lock);
}

void mns_nemesis_end(mns_nemesis *nemesis) { request_end(nemesis, false); }

void mns_nemesis_abort(mns_nemesis *nemesis) { request_end(nemesis, true); }

bool mns_nemesis_is_done(const mns_nemesis *nemesis) { return atomic_load(&nemesis->done); }

void mns_nemesis_finish(mns_nemesis *nemesis, mns_buf *warnings, mns_spans *faulted) {
    mns_spans_init(faulted);
    if (nemesis == NULL) {
        return;
    }
    mns_nemesis_end(nemesis);
    pthread_join(nemesis->thread, NULL);
    mns_buf_bytes(warnings, nemesis->warnings.data, nemesis->warnings.size);
    warnings->failed = warnings->failed || nemesis->warnings.failed;
    *faulted = nemesis->faulted;
    mns_spans_init(&nemesis->faulted);
    release(nemesis);
}
