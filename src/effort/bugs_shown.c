/*
 * bugs_shown.c - minos_sim_bugs_shown: which bugs of the simulator a load shows, and how often.
 *
 * In: a load and the request that its history is judged by. Each bug is simulated in turn under
 * this load, on a database that otherwise satisfies the requested models, with several seeds; a
 * history that violates the request shows the bug.
 *
 * A bug that this load does not show counts only if the simulator's default load shows it: at weak
 * levels some bugs violate nothing, and no load could show them. This is measured, not a table.
 *
 * Cost: bounded by the number of transactions, not by time, so that the same load gives the same
 * answer on every machine: FIRST for a history that shows the bug, else as many as the load has, up
 * to MINOS_SHOWN_TRANSACTIONS and MOST_BYTES: lists may be long.
 */
#include "core/buf.h"
#include "judge/judge.h"
#include "minos_sim.h"

/* Most bugs show in this many transactions; a bug that a part of the load shows needs no more. */
#define FIRST 1000
/* A longer history is cut; the default load needs less. */
#define MOST_BYTES ((size_t)4 << 20)
#define REFERENCE_TRANSACTIONS 5000
#define REFERENCE_RUNS 2

typedef struct experiment {
    minos_sim_options load;
    minos_options judging;      /* of each history, without progress */
    const minos_options *asked; /* with the progress of all */
    mns_buf history;
    minos_status status; /* of the first failure */
    uint64_t done, total;
} experiment;

/* ---- One history ----------------------------------------------------------------------------- */

static int take(void *context, const char *bytes, size_t size) {
    mns_buf *history = context;
    mns_buf_bytes(history, bytes, size); /* whole lines */
    return history->failed || history->size >= MOST_BYTES ? 1 : 0;
}

/* True if the history of this load violates the request. */
static bool is_violated(experiment *e, const minos_sim_options *load) {
    minos_result *result = NULL;
    mns_buf_clear(&e->history);
    minos_status status = minos_sim_run(load, take, &e->history, NULL, NULL);
    if (status == MINOS_EIO && e->history.size >= MOST_BYTES) {
        status = MINOS_OK;
    }
    if (status == MINOS_OK) {
        status =
            minos_check_memory("simulated", e->history.data, e->history.size, &e->judging, &result);
    }
    bool violated = status == MINOS_OK && minos_result_verdict(result) == MINOS_VIOLATED;
    minos_result_free(result);
    status = e->history.failed ? MINOS_ENOMEM : status;
    e->status = e->status == MINOS_OK ? status : e->status;
    return violated;
}

/* First with a part of the transactions, then with all. */
static bool shows(experiment *e, const minos_sim_options *load) {
    minos_sim_options part = *load;
    part.transactions = load->transactions < FIRST ? load->transactions : FIRST;
    return is_violated(e, &part) || (load->transactions > FIRST && is_violated(e, load));
}

static void report_progress(experiment *e) {
    e->done++;
    if (e->asked->progress != NULL) {
        e->asked->progress(e->asked->progress_context, "simulating bugs",
                           (double)e->done / (double)e->total);
    }
}

/* ---- One bug --------------------------------------------------------------------------------- */

/* How many of `runs` histories show the bug; each seed belongs to one run and one bug. */
static unsigned count_shown(experiment *e, minos_sim_options load, size_t bug, unsigned runs) {
    unsigned shown = 0;
    uint64_t seed = load.seed;
    load.bugs = minos_sim_bug_name(bug);
    for (unsigned i = 0; i < runs && e->status == MINOS_OK; i++) {
        load.seed = seed + i * UINT64_C(1000003) + bug;
        shown += shows(e, &load) ? 1 : 0;
    }
    return shown;
}

static minos_sim_options reference_load(const experiment *e) {
    minos_sim_options reference;
    minos_sim_options_init(&reference);
    reference.isolation = e->load.isolation;
    reference.workload = e->load.workload;
    reference.final_reads = e->load.final_reads;
    reference.transactions = REFERENCE_TRANSACTIONS;
    return reference;
}

/* True if the bug has an anomaly that the request forbids; most that are allowed are skipped so. */
static bool may_violate(const mns_request *request, size_t bug) {
    bool forbidden[MNS_ANOMALY_COUNT];
    memcpy(forbidden, request->anomalies, sizeof forbidden);
    for (uint32_t m = 0; m < request->model_count; m++) {
        bool prohibited[MNS_ANOMALY_COUNT];
        mns_model_prohibited(request->models[m], prohibited);
        for (uint32_t a = 0; a < MNS_ANOMALY_COUNT; a++) {
            forbidden[a] = forbidden[a] || prohibited[a];
        }
    }
    const char *name = minos_sim_bug_anomalies(bug);
    while (*name != '\0') {
        size_t size = strcspn(name, ",");
        mns_anomaly anomaly;
        if (mns_anomaly_parse(name, size, &anomaly) && forbidden[anomaly]) {
            return true;
        }
        name += size + (name[size] == ',' ? 1 : 0);
    }
    return false;
}

static void try_bug(experiment *e, size_t bug, minos_bugs_shown *out) {
    unsigned shown = count_shown(e, e->load, bug, MINOS_SHOWN_RUNS);
    if (shown == 0) {
        minos_sim_options reference = reference_load(e);
        if (count_shown(e, reference, bug, REFERENCE_RUNS) == 0) {
            return;
        }
    }
    out->bugs[out->count++] = (minos_shown_bug){minos_sim_bug_name(bug), shown};
}

/* ---- The level ------------------------------------------------------------------------------- */

/* The weakest level of the simulator that satisfies all requested models. */
static const char *level_for(const mns_request *request) {
    const char *level = minos_sim_level_name(0);
    for (size_t i = 0; minos_sim_level_name(i) != NULL && request->model_count > 0; i++) {
        const char *name = minos_sim_level_name(i);
        bool implied[MNS_MODEL_COUNT] = {false};
        mns_model model;
        bool known = mns_model_parse(name, strlen(name), &model);
        assert(known);
        implied[known ? model : 0] = known;
        mns_models_add_weaker(implied);
        bool all = true;
        for (uint32_t m = 0; m < request->model_count; m++) {
            all = all && implied[request->models[m]];
        }
        level = all ? name : level;
    }
    return level;
}

/* Without a bug nothing may be violated: an anomaly that the user forbids may be allowed at this
 * level. Then only the models count. */
static void check_control(experiment *e) {
    minos_sim_options control = e->load;
    control.bugs = NULL;
    if (e->judging.anomalies != NULL && shows(e, &control)) {
        e->judging.anomalies = NULL;
    }
}

/* ---- All bugs -------------------------------------------------------------------------------- */

static void prepare(experiment *e, const minos_sim_options *load, const minos_options *judging,
                    const mns_request *request) {
    *e = (experiment){.load = *load, .judging = *judging, .asked = judging};
    e->load.isolation = level_for(request);
    e->load.format = MINOS_FORMAT_EDN;
    e->load.abort_rate = e->load.crash_rate = 0;
    e->load.versions = e->load.timestamps = 0;
    if (e->load.transactions > MINOS_SHOWN_TRANSACTIONS) {
        e->load.transactions = MINOS_SHOWN_TRANSACTIONS;
    }
    e->judging.workload = load->workload;
    e->judging.threads = 1;
    e->judging.max_witnesses = 1;
    e->judging.progress = NULL;
    e->judging.transaction_order = NULL;
    e->judging.live = NULL;
    e->judging.statements = NULL;
    while (minos_sim_bug_name((size_t)e->total) != NULL) {
        e->total++;
    }
    mns_buf_init(&e->history);
}

minos_status minos_sim_bugs_shown(const minos_sim_options *load, const minos_options *judging,
                                  minos_bugs_shown *out) {
    mns_request request;
    char *message = NULL;
    *out = (minos_bugs_shown){.count = 0};
    minos_status status =
        mns_request_parse(&request, judging->models, judging->anomalies, &message);
    minos_free(message);
    if (status != MINOS_OK || request.asks_nothing || load->transactions == 0) {
        return status;
    }
    experiment e;
    prepare(&e, load, judging, &request);
    check_control(&e);
    out->isolation = e.load.isolation;
    out->transactions = e.load.transactions;
    out->processes = e.load.processes;
    for (size_t bug = 0; bug < e.total && e.status == MINOS_OK; bug++) {
        assert(out->count < MINOS_SHOWN_BUGS);
        if (may_violate(&request, bug)) {
            try_bug(&e, bug, out);
        }
        report_progress(&e);
    }
    mns_buf_release(&e.history);
    return e.status;
}
