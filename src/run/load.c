/* load.c - see load.h. */
#include "run/load.h"

#include <pthread.h>
#include <time.h>

#include "core/grow.h"
#include "core/parallel.h"
#include "run/server/server.h"
#include "run/system/block_signals.h"
#include "run/system/clock.h"

#define NS_PER_MS UINT64_C(1000000)
#define TICK_NS (50 * NS_PER_MS)
#define PROGRESS_NS (200 * NS_PER_MS)
/* How long transactions may continue after the load has ended. */
#define GRACE_MS 5000

bool mns_load_init(mns_load *load, const minos_run_options *options, const mns_cluster *cluster,
                   mns_recorder *recorder, const mns_plan *plan) {
    *load = (mns_load){
        .options = options, .cluster = cluster, .unreachable_limit_ns = plan->unreachable_limit_ns};
    mns_shared *shared = &load->shared;
    shared->nodes = cluster->nodes;
    shared->node_count = cluster->count;
    shared->clients = cluster->nodes[0].clients;
    shared->recorder = recorder;
    unsigned used = shared->clients < cluster->count ? shared->clients : cluster->count;
    load->clients = MNS_NEW_ARRAY(mns_client, shared->clients);
    if (load->clients == NULL || !mns_txn_source_init(&shared->source, &plan->config.shape, used)) {
        free(load->clients);
        return false;
    }
    mns_shared_init(shared);
    mns_pacing_init(&shared->pacing, options->load.transactions, options->time_s, options->rate);
    for (unsigned i = 0; i < shared->clients; i++) {
        mns_client_init(&load->clients[i], shared, i, plan->config.seed);
    }
    return true;
}

static void release_client(void *context, uint32_t i) {
    mns_client_release((mns_client *)context + i);
}

void mns_load_release(mns_load *load) {
    /* In parallel: closing a connection may take time. */
    unsigned clients = load->shared.clients;
    mns_parallel(clients, clients, release_client, load->clients);
    free(load->clients);
    mns_spans_release(&load->faulted);
    mns_pacing_release(&load->shared.pacing);
    mns_shared_release(&load->shared);
    mns_txn_source_release(&load->shared.source);
}

/* ---- Supervising clients --------------------------------------------------------------------- */

static int interrupts(const mns_load *load) {
    return load->options->interrupts == NULL ? 0 : (int)*load->options->interrupts;
}

/* A throw-away server dies with its guard. This is not an injected fault, so what was recorded
 * since says nothing about the database. */
static void check_guards(mns_load *load) {
    mns_buf message;
    mns_buf_init(&message);
    if (load->options->server != NULL && !mns_server_is_guarded(load->options->server, &message)) {
        mns_shared_fail(&load->shared, MINOS_EIO, message.failed ? "out of memory" : message.data);
    }
    mns_buf_release(&message);
}

static void check_end_conditions(mns_load *load) {
    mns_shared *shared = &load->shared;
    if (interrupts(load) >= (shared->final ? 2 : 1)) {
        mns_pacing_end(&shared->pacing, MINOS_END_INTERRUPTED);
    }
    if (mns_recorder_failed(shared->recorder)) {
        mns_pacing_end(&shared->pacing, MINOS_END_FAILED);
    }
    if (load->watch != NULL && mns_watch_violated(load->watch)) {
        mns_pacing_end(&shared->pacing, MINOS_END_VIOLATION);
    }
    if (mns_connectivity_gone(&shared->connectivity, load->unreachable_limit_ns)) {
        mns_pacing_end(&shared->pacing, MINOS_END_SERVER_GONE);
    }
    check_guards(load);
    /* Some nodes may have been read while others do not answer. */
    if (shared->final &&
        mns_clock_ns() - atomic_load(&shared->completed_at) > load->unreachable_limit_ns) {
        mns_pacing_end(&shared->pacing, MINOS_END_SERVER_GONE);
    }
}

/* Interrupts transactions that began at `latest` or earlier. */
static void interrupt_overdue(mns_load *load) {
    uint64_t now = mns_clock_ns();
    uint64_t timeout_ns = load->options->timeout_ms * NS_PER_MS;
    uint64_t grace_ns = timeout_ns < GRACE_MS * NS_PER_MS ? timeout_ns : GRACE_MS * NS_PER_MS;
    uint64_t ended_at;
    bool ended = mns_pacing_ended(&load->shared.pacing, &ended_at);
    uint64_t latest = now > timeout_ns ? now - timeout_ns : 0;
    if (interrupts(load) >= 2 || (ended && now - ended_at >= grace_ns)) {
        latest = now;
    }
    for (unsigned i = 0; i < load->shared.clients; i++) {
        mns_client_interrupt(&load->clients[i], latest);
    }
}

static void report_progress(mns_load *load, minos_run_phase phase) {
    uint64_t now = mns_clock_ns();
    if (load->options->progress == NULL || now - load->progress_at < PROGRESS_NS) {
        return;
    }
    load->progress_at = now;
    mns_shared *shared = &load->shared;
    char fault[MNS_LIMIT_FAULT_TEXT];
    mns_error_class error;
    bool faulted = mns_nemesis_fault(load->nemesis, fault);
    minos_run_progress progress = {
        .phase = phase,
        .fault = faulted ? fault : NULL,
        .error = mns_activity_error(&shared->activity, &error) ? error.name : NULL,
        .seconds = load->begun == 0 ? 0 : (double)(now - load->begun) / 1e9,
        .ok = atomic_load(&shared->counts[MNS_OUTCOME_OK]),
        .fail = atomic_load(&shared->counts[MNS_OUTCOME_FAIL]),
        .info = atomic_load(&shared->counts[MNS_OUTCOME_INFO]),
        .connected = mns_connectivity_count(&shared->connectivity),
        .clients = shared->clients};
    load->options->progress(load->options->progress_context, &progress);
}

/* Waits for the next tick or, before the load has started, until all clients have tried to connect:
 * *ready. False once all clients have finished. */
static bool wait_for_tick(mns_shared *shared, bool opened, bool *ready) {
    struct timespec when = mns_clock_timespec(mns_clock_ns() + TICK_NS);
    unsigned clients = shared->clients;
    int waited = 0;
    pthread_mutex_lock(&shared->lock);
    while (shared->working > 0 && (opened || shared->ready < clients) && waited == 0) {
        waited = pthread_cond_timedwait(&shared->progressed, &shared->lock, &when);
    }
    bool working = shared->working > 0;
    *ready = shared->ready == clients;
    pthread_mutex_unlock(&shared->lock);
    return working;
}

static minos_run_phase phase_of(const mns_load *load, bool opened, bool ended) {
    if (!opened) {
        return MINOS_PHASE_CONNECTING;
    }
    if (ended) {
        return MINOS_PHASE_STOPPING;
    }
    return load->shared.final ? MINOS_PHASE_FINAL_READS : MINOS_PHASE_RUNNING;
}

static void supervise(mns_load *load) {
    mns_shared *shared = &load->shared;
    bool opened = shared->final;
    for (bool ready = false; wait_for_tick(shared, opened, &ready);) {
        check_end_conditions(load);
        bool ended = mns_pacing_ended(&shared->pacing, NULL);
        atomic_store(&shared->load_ended, ended);
        if (!opened && (ready || ended)) {
            opened = true;
            load->begun = mns_clock_ns();
            mns_pacing_open(&shared->pacing);
        }
        if (ended && load->nemesis != NULL) {
            mns_nemesis_end(load->nemesis); /* clients may be waiting for a fault to end */
        }
        interrupt_overdue(load);
        report_progress(load, phase_of(load, opened, ended));
    }
}

/* ---- Phases ---------------------------------------------------------------------------------- */

static void *work(void *client) {
    mns_client_work(client);
    return NULL;
}

/* Starts checking the history during the load. If that fails, the run continues without it. */
static void start_watch(mns_load *load, mns_buf *warnings) {
    if (load->options->stop_on != NULL) {
        minos_options expected =
            mns_watch_options(load->options->stop_on, load->cluster->nodes[0].claims);
        sigset_t before = mns_block_signals();
        load->watch = mns_watch_start(load->options->history, load->shared.recorder, &expected);
        mns_restore_signals(&before);
        if (load->watch == NULL) {
            mns_buf_str(warnings, "--stop-on-anomaly had no effect: out of memory or threads\n");
        }
    }
}

/* Starts injecting faults if requested. False: the run cannot continue. */
static bool start_nemesis(mns_load *load) {
    mns_shared *shared = &load->shared;
    if (!mns_nemesis_wanted(&load->options->faults)) {
        return true;
    }
    const mns_nemesis_targets targets = {.server = load->options->server,
                                         .network = load->cluster->network,
                                         .nodes = shared->node_count,
                                         .clients = shared->clients,
                                         .recorder = shared->recorder};
    mns_buf message;
    mns_buf_init(&message);
    sigset_t before = mns_block_signals();
    load->nemesis =
        mns_nemesis_start(&load->options->faults, load->options->load.seed, &targets, &message);
    mns_restore_signals(&before);
    if (load->nemesis == NULL) {
        mns_shared_fail(shared, MINOS_EIO, message.size > 0 ? message.data : "out of memory");
    }
    mns_buf_release(&message);
    return load->nemesis != NULL;
}

/* Reverts all faults; two interrupts by the user abort the wait. */
static void revert_faults(mns_load *load, mns_buf *warnings) {
    if (load->nemesis == NULL) {
        return;
    }
    mns_nemesis_end(load->nemesis);
    while (!mns_nemesis_is_done(load->nemesis) && interrupts(load) < 2) {
        struct timespec step = mns_clock_timespec(TICK_NS);
        nanosleep(&step, NULL);
        report_progress(load, MINOS_PHASE_HEALING);
    }
    if (!mns_nemesis_is_done(load->nemesis)) {
        mns_nemesis_abort(load->nemesis);
    }
    load->faults = mns_nemesis_count(load->nemesis);
    if (load->faults == 0) {
        mns_buf_printf(warnings,
                       "no fault was injected in %.1f s: use a longer --time or a shorter "
                       "--fault-every\n",
                       load->seconds);
    }
    load->fault_kinds = mns_nemesis_kinds(load->nemesis);
    mns_nemesis_finish(load->nemesis, warnings, &load->faulted);
    load->nemesis = NULL;
}

/* Runs all clients until the load ends. */
static void run_clients(mns_load *load) {
    mns_shared *shared = &load->shared;
    unsigned clients = shared->clients;
    unsigned started = 0;
    shared->working = clients;
    sigset_t before = mns_block_signals();
    while (started < clients && pthread_create(&load->clients[started].thread, NULL, work,
                                               &load->clients[started]) == 0) {
        started++;
    }
    mns_restore_signals(&before);
    if (started < clients) {
        mns_shared_fail(shared, MINOS_ENOMEM, "cannot start a thread for each client");
        pthread_mutex_lock(&shared->lock);
        shared->working -= clients - started;
        pthread_mutex_unlock(&shared->lock);
    }
    supervise(load);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(load->clients[i].thread, NULL);
    }
}

static void warn_of_unconnected(const mns_load *load, mns_buf *warnings) {
    unsigned unconnected = 0;
    unsigned clients = load->shared.clients;
    for (unsigned i = 0; i < clients; i++) {
        unconnected += load->clients[i].ever_connected ? 0 : 1;
    }
    if (unconnected > 0 && unconnected < clients) {
        mns_buf_printf(warnings, "%u of %u clients never connected: %s\n", unconnected, clients,
                       load->shared.connectivity.last.message);
    }
}

static void warn_of_unreachable(mns_load *load, const char *what, mns_buf *warnings) {
    mns_buf_printf(warnings, "%s: ", what);
    mns_connectivity_describe(&load->shared.connectivity, warnings);
    mns_buf_char(warnings, '\n');
}

static void run_final_reads(mns_load *load, mns_buf *warnings) {
    mns_shared *shared = &load->shared;
    shared->final = true;
    atomic_store(&shared->completed_at, mns_clock_ns());
    atomic_store(&shared->load_ended, false);
    mns_pacing_restart(&shared->pacing);
    run_clients(load);
    if (mns_pacing_reason(&shared->pacing) == MINOS_END_SERVER_GONE) {
        warn_of_unreachable(load, "the server became unreachable before the final reads finished",
                            warnings);
    }
}

/* How much of the load had answers. */
static void measure_answers(mns_load *load, uint64_t end) {
    mns_span_edges edges = {.items = NULL};
    uint64_t begin = load->begun;
    mns_span_edges_add(&edges, &load->faulted, MNS_FAULTED, begin, end);
    for (unsigned i = 0; i < load->shared.clients; i++) {
        mns_span_edges_add(&edges, &load->clients[i].answered, MNS_ANSWERED, begin, end);
        mns_span_edges_add(&edges, &load->clients[i].waiting, MNS_WAITING, begin, end);
    }
    if (!mns_answer_times_of(&edges, &load->answer_times)) {
        mns_shared_fail(&load->shared, MINOS_ENOMEM, "out of memory");
    }
}

void mns_load_run(mns_load *load, mns_buf *warnings) {
    mns_shared *shared = &load->shared;
    start_watch(load, warnings);
    if (start_nemesis(load)) {
        run_clients(load);
    }
    mns_watch_finish(load->watch);
    load->watch = NULL;
    load->ended = mns_pacing_reason(&shared->pacing);
    load->seconds = load->begun == 0 ? 0 : (double)(mns_clock_ns() - load->begun) / 1e9;
    uint64_t end = 0; /* of the load; clients may have waited longer for their last answers */
    mns_pacing_ended(&shared->pacing, &end);
    revert_faults(load, warnings);
    if (load->begun != 0 && end > load->begun) {
        load->load_ns = end - load->begun;
        measure_answers(load, end);
    }
    bool gone = load->ended == MINOS_END_SERVER_GONE;
    if (gone) {
        warn_of_unreachable(load, "the server became unreachable and did not recover", warnings);
    }
    warn_of_unconnected(load, warnings);
    if (load->options->load.final_reads && !gone && interrupts(load) < 2 &&
        shared->status == MINOS_OK && !mns_recorder_failed(shared->recorder)) {
        run_final_reads(load, warnings);
    }
    load->unread_keys =
        load->options->load.final_reads ? mns_txn_source_unread(&shared->source) : 0;
}
