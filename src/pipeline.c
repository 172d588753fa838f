/*
 * pipeline.c - runs the stages of a check, once each, in order: the table of contents of src/.
 *
 *   bytes -read, history-> transactions -infer-> version orders -detect-> direct anomalies
 *                                             `-depend-> graph, if it has a cycle -search-> cycles
 *   transactions -certify-> executions that prove models
 *   anomalies, executions -judge-> models ruled out or certified
 *   anomalies, cycles -explain-> witnesses
 */
#include "pipeline.h"

#include <time.h>

#include "core/parallel.h"
#include "depend/acyclic.h"
#include "history/sets_field.h"
#include "history/transaction_order.h"
#include "live.h"
#include "warnings.h"

static double now_ms(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void progress(const minos_options *options, const char *stage, double fraction) {
    if (options->progress != NULL) {
        options->progress(options->progress_context, stage, fraction);
    }
}

/* One check on its way through the stages. */
typedef struct check {
    minos_result *r;
    const minos_options *options;
    unsigned threads;
    bool acyclic; /* the dependencies have no cycle, so no graph is needed */
    bool walked;  /* whether there is a cycle is known already */
    minos_status detected, ordered;
} check;

minos_status mns_pipeline_read(minos_result *r, const minos_options *options) {
    mns_workload workload = MNS_LIST_APPEND;
    bool named = options->workload != NULL && mns_workload_parse(options->workload, &workload);
    mns_read_options read = {.format = options->format,
                             .recognise = !named,
                             .workload = workload,
                             .ambiguous = options->ambiguous_duplicates != 0,
                             .threads = mns_thread_count(options->threads),
                             .progress = options->progress,
                             .progress_context = options->progress_context};
    return mns_history_read(&r->history, &r->source, &read, &r->problems);
}

static minos_status read_stage(check *c) { return mns_pipeline_read(c->r, c->options); }

/* Collects the assumptions about registers and sets. Lists and counters need none: their reads show
 * the order of their versions. The order of transactions is read for every workload, so that a
 * missing or malformed file is never silent. */
minos_status mns_pipeline_assume(minos_result *r, const minos_options *options) {
    minos_status status = MINOS_OK;
    if (options->transaction_order != NULL) {
        status = mns_transaction_order_read(&r->history, options->transaction_order, &r->problems,
                                            &r->transaction_order);
    }
    if (r->history.workload == MNS_SET) {
        r->assumptions.sets_are_objects =
            options->sets_are_objects != 0 ||
            mns_history_sets_field(&r->history) == MNS_SETS_FIELD_OBJECTS;
    }
    if (r->history.workload != MNS_RW_REGISTER) {
        return status;
    }
    r->assumptions = (mns_assumptions){.wfr = options->assume_wfr != 0,
                                       .sequential = options->assume_sequential != 0,
                                       .linearizable = options->assume_linearizable != 0,
                                       .transaction_order = r->transaction_order};
    return status;
}

static minos_status assume_stage(check *c) { return mns_pipeline_assume(c->r, c->options); }

static minos_status warn_stage(check *c) {
    c->r->certified.required = c->options->exact == MINOS_EXACT_REQUIRE;
    c->r->certified.revealed_times =
        c->r->history.txns.start_ts != NULL || c->r->history.txns.commit_ts != NULL;
    bool lowered = c->r->history.completions_only && mns_request_lower(&c->r->request);
    mns_warn_unused(c->r, c->options, lowered);
    mns_warn_backwards(c->r);
    mns_warn_translated(c->r);
    return c->r->warnings_failed ? MINOS_ENOMEM : MINOS_OK;
}

static minos_status versions_stage(check *c) {
    progress(c->options, "inferring", 0);
    return mns_infer_versions(&c->r->observation, &c->r->history, &c->r->assumptions, c->threads);
}

/* An execution that proves strict-serializable shows that there is no anomaly, so the stages that
 * look for one are skipped. The tests compare with the full run on every history they judge. */
static minos_status certify_first_stage(check *c) {
    minos_result *r = c->r;
    if (c->options->exact == MINOS_EXACT_OFF) {
        return MINOS_OK;
    }
    minos_status status = MINOS_OK;
    if (r->history.workload == MNS_LIST_APPEND) {
        status = mns_acyclic(&r->observation, &r->graph, &c->acyclic);
        c->walked = true;
    }
    if (status == MINOS_OK) {
        status = mns_certify_first(&r->observation, &r->assumptions, r->graph.topological,
                                   &r->certified, &r->proofs, &r->proved);
    }
    if (r->proved) {
        r->graph.kinds |= MNS_WR;
    }
    return status;
}

static minos_status infer_stage(check *c) {
    return c->r->proved ? MINOS_OK
                        : mns_infer_version_orders(&c->r->observation, &c->r->assumptions);
}

static void detect_task(void *context, uint32_t task) {
    check *c = context;
    minos_result *r = c->r;
    double start = now_ms();
    if (task == 0) {
        c->ordered = c->walked ? MINOS_OK : mns_acyclic(&r->observation, &r->graph, &c->acyclic);
        r->timing.graph_ms += now_ms() - start;
    } else {
        c->detected =
            mns_detect_all(&r->observation, c->threads, c->options->max_witnesses, &r->cases);
        r->timing.infer_ms += now_ms() - start;
    }
}

/* Two tasks that only read the observation, so they run in parallel: find the anomalies without a
 * cycle, and decide whether there is any cycle. Each adds its own time. */
static minos_status detect_stage(check *c) {
    if (c->r->proved) {
        return MINOS_OK;
    }
    mns_parallel(c->threads, 2, detect_task, c);
    return c->detected != MINOS_OK ? c->detected : c->ordered;
}

/* Orders that only hold against some classes of cycle matter only if there is a cycle. */
static minos_status orders_stage(check *c) {
    progress(c->options, "ordering versions", 0);
    return c->acyclic || c->r->proved ? MINOS_OK : mns_infer_orders(&c->r->observation);
}

static minos_status graph_stage(check *c) {
    progress(c->options, "building the graph", 0);
    return c->acyclic || c->r->proved ? MINOS_OK
                                      : mns_graph_build(&c->r->observation, &c->r->graph);
}

static minos_status search_stage(check *c) {
    progress(c->options, "searching for cycles", 0);
    return mns_search(&c->r->graph, c->options->max_witnesses, &c->r->cycles);
}

static const char bug_hint[] =
    "this is a bug in minos, not in the history; please report it with the file";

/* Either the execution or the anomaly is wrong. */
static minos_status report_contradiction(minos_result *r) {
    mns_model model = mns_judgement_contradiction(&r->judgement, &r->certified);
    mns_problems_add(&r->problems, MNS_NO_OFFSET, bug_hint,
                     "an execution proves %s, but %s rules it out, so there is no verdict",
                     mns_model_friendly(model), mns_anomaly_name(r->judgement.ruled_out_by[model]));
    return MINOS_EINTERNAL;
}

static void list_found(const minos_result *r, bool found[MNS_ANOMALY_COUNT]) {
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        found[a] = r->cases.total[a] > 0 || r->cycles.total[a] > 0;
    }
}

/* Looks for executions that prove models which nothing rules out. */
static minos_status certify_stage(check *c) {
    minos_result *r = c->r;
    if (c->options->exact == MINOS_EXACT_OFF || c->r->proved) {
        return MINOS_OK;
    }
    progress(c->options, "certifying", 0);
    bool found[MNS_ANOMALY_COUNT], ruled_out[MNS_MODEL_COUNT];
    list_found(r, found);
    memset(ruled_out, 0, sizeof ruled_out);
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        bool by_anomaly[MNS_MODEL_COUNT];
        mns_anomaly_rules_out((mns_anomaly)a, by_anomaly);
        for (int m = 0; m < MNS_MODEL_COUNT; m++) {
            ruled_out[m] |= found[a] && by_anomaly[m];
        }
    }
    return mns_certify(&r->observation, &r->assumptions, r->graph.topological, ruled_out,
                       &r->certified, &r->proofs);
}

static minos_status judge_stage(check *c) {
    minos_result *r = c->r;
    bool found[MNS_ANOMALY_COUNT];
    list_found(r, found);
    unsigned kinds = r->graph.kinds;
    mns_coverage coverage = {.data = (kinds & ~(unsigned)(MNS_PROCESS | MNS_REALTIME)) != 0 ||
                                     r->graph.possible,
                             .process = (kinds & MNS_PROCESS) != 0,
                             .realtime = (kinds & MNS_REALTIME) != 0,
                             .realtime_known = !r->history.completions_only};
    mns_judge(&r->request, found, &coverage, &r->certified, &r->judgement);
    if (mns_judgement_contradiction(&r->judgement, &r->certified) != MNS_MODEL_COUNT) {
        return report_contradiction(r);
    }
    if (r->judgement.verdict == MINOS_UNKNOWN && r->history.txns.count == 0) {
        r->judgement.reason = r->history.operations == 0
                                  ? "the history is empty"
                                  : "no operation carries micro-operations of a client, so there "
                                    "is no transaction to judge";
    }
    return mns_live_judge(r);
}

static minos_status explain_stage(check *c) {
    minos_result *r = c->r;
    progress(c->options, "explaining", 0);
    minos_status status =
        mns_explain_all(&r->observation, &r->assumptions, &r->cases, &r->cycles, &r->witnesses);
    if (status == MINOS_EINTERNAL) {
        mns_problems_add(&r->problems, MNS_NO_OFFSET, bug_hint,
                         "a witness did not pass the re-checker, so there is no verdict");
    }
    if (status == MINOS_OK && mns_source_failed(&r->source)) {
        mns_source_report(&r->source, &r->problems); /* text that witnesses quote is unreadable */
        return MINOS_EIO;
    }
    return status;
}

minos_status mns_pipeline_run(minos_result *r, const minos_options *options) {
    check c = {.r = r, .options = options, .threads = mns_thread_count(options->threads)};
    const struct stage {
        minos_status (*run)(check *);
        double *took_ms; /* NULL: the stage adds its own times */
    } stages[] = {{read_stage, &r->timing.read_ms},
                  {assume_stage, &r->timing.read_ms},
                  {warn_stage, &r->timing.read_ms},
                  {versions_stage, &r->timing.infer_ms},
                  {certify_first_stage, &r->timing.infer_ms},
                  {infer_stage, &r->timing.infer_ms},
                  {detect_stage, NULL},
                  {orders_stage, &r->timing.infer_ms},
                  {graph_stage, &r->timing.graph_ms},
                  {search_stage, &r->timing.search_ms},
                  {certify_stage, &r->timing.search_ms},
                  {judge_stage, &r->timing.search_ms},
                  {explain_stage, &r->timing.search_ms}};
    minos_status status = MINOS_OK;
    for (size_t i = 0; i < MNS_COUNT_OF(stages) && status == MINOS_OK; i++) {
        double start = now_ms();
        status = stages[i].run(&c);
        if (stages[i].took_ms != NULL) {
            *stages[i].took_ms += now_ms() - start;
        }
    }
    return status;
}

void mns_pipeline_release(minos_result *r) {
    if (r->loaded != NULL) {
        mns_document_release(r->loaded);
        free(r->loaded);
    }
    mns_witnesses_release(&r->witnesses);
    mns_cycles_release(&r->cycles);
    mns_graph_release(&r->graph);
    mns_proofs_release(&r->proofs);
    mns_cases_release(&r->cases);
    mns_observation_release(&r->observation);
    free(r->transaction_order);
    mns_history_release(&r->history);
    mns_source_release(&r->source);
    mns_problems_release(&r->problems);
    free(r->backwards);
    free(r->translated);
    mns_arena_release(&r->live_arena);
    free(r->live_reason);
    free(r->models);
    free(r->anomalies);
}
