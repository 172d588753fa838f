/*
 * run.c - minos_run: the steps of a live run, in order.
 *
 *     options → plan → open → create → recorder → load and faults → revert faults → final reads
 *     → history → drop
 *
 * Tables are dropped again, however far the run got; whatever was recorded is kept.
 */
#include "run/run.h"

#include "run/cluster.h"
#include "run/database.h"
#include "run/load.h"
#include "run/server/server.h"
#include "run/simulated.h"
#include "run/system/block_signals.h"
#include "run/system/url.h"

/* ---- The summary ----------------------------------------------------------------------------- */

/* NULL for NULL. */
static char *copy(const char *text, bool *failed) {
    if (text == NULL) {
        return NULL;
    }
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, text);
    *failed = *failed || out.failed;
    return mns_buf_take(&out, NULL);
}

static bool describe(minos_run_summary *summary, const char *claims, const char *source,
                     const char *version, const mns_run_level *level) {
    bool failed = false;
    summary->database = copy(version, &failed);
    summary->isolation = copy(level->name, &failed);
    summary->native_level = copy(level->native_name, &failed);
    summary->claims = copy(claims, &failed);
    summary->claims_source = copy(source, &failed);
    return !failed;
}

/* "kill, pause"; NULL if empty or out of memory. */
static char *name_faults(mns_fault_set set) {
    mns_buf names;
    mns_buf_init(&names);
    for (unsigned i = 0; i < MNS_FAULT_COUNT; i++) {
        if ((set >> i & 1u) != 0) {
            mns_buf_printf(&names, "%s%s", names.size == 0 ? "" : ", ",
                           mns_fault_name((mns_fault_kind)i));
        }
    }
    return set == 0 ? NULL : mns_buf_take(&names, NULL);
}

static void count(minos_run_summary *summary, mns_load *load) {
    summary->ok = atomic_load(&load->shared.counts[MNS_OUTCOME_OK]);
    summary->fail = atomic_load(&load->shared.counts[MNS_OUTCOME_FAIL]);
    summary->info = atomic_load(&load->shared.counts[MNS_OUTCOME_INFO]);
    summary->concurrency = mns_activity_concurrency(&load->shared.activity);
    summary->seconds = load->seconds;
    summary->ended = load->ended;
    summary->faults = load->faults;
    summary->fault_kinds = name_faults(load->fault_kinds);
    summary->unread_keys = load->unread_keys;
    summary->load_ms = load->load_ns / 1000000;
    summary->faults_ms = load->answer_times.faults_ns / 1000000;
    summary->unanswered_ms = load->answer_times.unanswered_ns / 1000000;
    summary->unanswered_last_ms = load->answer_times.last_ns / 1000000;
}

void minos_run_summary_release(minos_run_summary *summary) {
    free(summary->target);
    free(summary->database);
    free(summary->isolation);
    free(summary->claims);
    free(summary->native_level);
    free(summary->claims_source);
    free(summary->nodes);
    free(summary->warnings);
    free(summary->prefix);
    free(summary->fault_kinds);
    *summary = (minos_run_summary){.target = NULL};
}

/* ---- A live run ------------------------------------------------------------------------------ */

/* Closes the history; of several errors, the first is reported. */
static minos_status finish(mns_load *load, minos_run_summary *summary, mns_buf *message) {
    minos_status status = load->shared.status;
    mns_buf_bytes(message, load->shared.message.data, load->shared.message.size);
    char *why = NULL;
    minos_status recorded = mns_recorder_finish(load->shared.recorder, &summary->operations, &why);
    if (status == MINOS_OK && recorded != MINOS_OK) {
        status = recorded;
        mns_buf_str(message, why == NULL ? "out of memory" : why);
    }
    minos_free(why);
    return status;
}

/* The tables exist: records a load on them. */
static minos_status record(mns_cluster *cluster, const mns_plan *plan,
                           const minos_run_options *options, minos_run_summary *summary,
                           mns_buf *message) {
    mns_database *database = &cluster->nodes[0];
    char *why = NULL;
    sigset_t before = mns_block_signals();
    mns_recorder *recorder = mns_recorder_start(options->history, database->clients, &why);
    mns_restore_signals(&before);
    if (recorder == NULL) {
        mns_buf_str(message, why == NULL ? "out of memory" : why);
        minos_status status = why == NULL ? MINOS_ENOMEM : MINOS_EIO;
        minos_free(why);
        return status;
    }
    if (plan->sets_are_objects) {
        mns_recorder_sets_are_objects(recorder);
    }
    if (cluster->count > 1) {
        mns_recorder_name_nodes(recorder, cluster->count);
    }
    mns_load load;
    if (!mns_load_init(&load, options, cluster, recorder, plan)) {
        mns_recorder_finish(recorder, &summary->operations, &why);
        minos_free(why);
        return MINOS_ENOMEM;
    }
    for (unsigned i = 0; i < cluster->count; i++) {
        cluster->nodes[i].connect_limit =
            (mns_connect_limit){.load_ended = &load.shared.load_ended};
    }
    mns_load_run(&load, &database->warnings);
    minos_status status = finish(&load, summary, message);
    count(summary, &load);
    if (status != MINOS_OK) {
        summary->ended = MINOS_END_FAILED;
    }
    for (unsigned i = 0; i < cluster->count; i++) {
        cluster->nodes[i].connect_limit = (mns_connect_limit){.load_ended = NULL};
    }
    database->keys = mns_txn_source_keys(&load.shared.source);
    mns_load_release(&load);
    return status;
}

/* A throw-away server dies with its guard. */
static bool is_guarded(const minos_run_options *options) {
    mns_buf message;
    mns_buf_init(&message);
    bool guarded = options->server == NULL || mns_server_is_guarded(options->server, &message);
    mns_buf_release(&message);
    return guarded;
}

/* All nodes are open: creates the tables, runs, drops the tables. */
static minos_status use(mns_cluster *cluster, const mns_plan *plan,
                        const minos_run_options *options, minos_run_summary *summary,
                        mns_buf *message) {
    if (!mns_cluster_create(cluster, options, message)) {
        return MINOS_EIO;
    }
    minos_status status = record(cluster, plan, options, summary, message);
    if (options->progress != NULL) {
        minos_run_progress progress = {.phase = MINOS_PHASE_CLEANUP};
        options->progress(options->progress_context, &progress);
    }
    bool gone = summary->ended == MINOS_END_SERVER_GONE || !is_guarded(options);
    mns_database_cleanup(&cluster->nodes[0], options, gone);
    return status;
}

static minos_status run_live(const mns_plan *plan, const minos_run_options *options,
                             minos_run_summary *summary, mns_buf *message) {
    mns_cluster cluster;
    minos_status status = mns_cluster_open(&cluster, plan, options, message);
    if (status == MINOS_OK) {
        status = use(&cluster, plan, options, summary, message);
    }
    if (cluster.count > 0) {
        const mns_database *first = &cluster.nodes[0];
        bool failed = first->warnings.failed || first->version.failed;
        bool described = describe(summary, first->claims, first->claims_source, first->version.data,
                                  plan->level);
        summary->nodes = mns_cluster_describe(&cluster);
        summary->warnings = copy(first->warnings.data, &failed);
        summary->prefix = copy(first->prefix, &failed);
        for (unsigned i = 0; i < cluster.count; i++) {
            summary->read_only |= cluster.nodes[i].read_only ? 1u << i : 0;
        }
        status = status == MINOS_OK && (failed || !described) ? MINOS_ENOMEM : status;
    }
    mns_cluster_release(&cluster);
    return status;
}

static minos_status run_simulated(const mns_plan *plan, const minos_run_options *options,
                                  minos_run_summary *summary, mns_buf *message) {
    minos_status status = mns_simulated_run(plan, options, summary, message);
    bool described =
        describe(summary, plan->level->claims, plan->level->source, "simulated", plan->level);
    return status == MINOS_OK && !described ? MINOS_ENOMEM : status;
}

minos_status mns_run_plan(const mns_plan *plan, const minos_run_options *options,
                          minos_run_summary *summary, mns_buf *message) {
    if (options->history == NULL) {
        mns_buf_str(message, "no history file: set minos_run_options.history");
        return MINOS_EARGUMENT;
    }
    summary->target = minos_run_mask(options->target);
    if (summary->target == NULL) {
        return MINOS_ENOMEM;
    }
    return plan->driver == NULL ? run_simulated(plan, options, summary, message)
                                : run_live(plan, options, summary, message);
}

/* ---- The public entry point ------------------------------------------------------------------ */

minos_status minos_run(const minos_run_options *options, minos_run_summary *summary,
                       char **message) {
    *summary = (minos_run_summary){.target = NULL};
    mns_plan plan;
    mns_buf text;
    mns_buf_init(&text);
    minos_status status = MINOS_EARGUMENT;
    if (mns_target_is_bare(options->target)) {
        mns_buf_str(&text, "the target needs a throw-away server; start it with minos_server_start "
                           "and pass its URL");
    } else if (mns_plan_read(&plan, options, &text)) {
        status = mns_run_plan(&plan, options, summary, &text);
    }
    status = text.failed ? MINOS_ENOMEM : status;
    char *said = status == MINOS_OK ? NULL : mns_buf_take(&text, NULL);
    mns_buf_release(&text);
    if (message != NULL) {
        *message = said;
    } else {
        free(said);
    }
    return status;
}
