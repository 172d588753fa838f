/*
 * pipeline.c - the stages of a check, once each, in order. The table of contents of src/.
 *
 *   bytes -read, history-> transactions -infer-> version orders -detect-> direct anomalies
 *                                             `-depend-> graph, if it has a cycle -search-> cycles
 *   anomalies -judge-> models ruled out          anomalies, cycles -explain-> witnesses
 */
#include "pipeline.h"

#include <time.h>

#include "core/parallel.h"
#include "depend/acyclic.h"
#include "history/sets_field.h"
#include "history/transaction_order.h"
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

static minos_status read_stage(minos_result *r, const minos_options *options) {
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

/* What the user says of registers and sets, and what the history says of sets; lists and counters show
 * the order of their versions themselves. */
static minos_status assume_stage(minos_result *r, const minos_options *options) {
    if (r->history.workload == MNS_SET) {
        r->assumptions.sets_are_objects =
            options->sets_are_objects != 0 ||
            mns_history_sets_field(&r->history) == MNS_SETS_FIELD_OBJECTS;
    }
    if (r->history.workload != MNS_RW_REGISTER) {
        return MINOS_OK;
    }
    minos_status status = MINOS_OK;
    if (options->transaction_order != NULL) {
        status = mns_transaction_order_read(&r->history, options->transaction_order, &r->problems,
                                            &r->transaction_order);
    }
    r->assumptions = (mns_assumptions){.wfr = options->assume_wfr != 0,
                                       .sequential = options->assume_sequential != 0,
                                       .linearizable = options->assume_linearizable != 0,
                                       .transaction_order = r->transaction_order};
    return status;
}

static minos_status infer_stage(minos_result *r, const minos_options *options) {
    progress(options, "inferring", 0);
    return mns_infer(&r->observation, &r->history, &r->assumptions,
                     mns_thread_count(options->threads));
}

/* What only looks at the observation: direct anomalies, and whether there can be any cycle. Side by side
 * where there are threads for it; then each takes its own time, and together they take less. */
typedef struct looks {
    minos_result *r;
    const minos_options *options;
    unsigned threads;
    bool acyclic;
    minos_status detected, ordered;
} looks;

static void look(void *context, uint32_t task) {
    looks *l = context;
    minos_result *r = l->r;
    double start = now_ms();
    if (task == 0) {
        l->ordered = mns_acyclic(&r->observation, &r->graph, &l->acyclic);
        r->timing.graph_ms += now_ms() - start;
    } else {
        l->detected =
            mns_detect_all(&r->observation, l->threads, l->options->max_witnesses, &r->cases);
        r->timing.infer_ms += now_ms() - start;
    }
}

static minos_status look_stage(minos_result *r, const minos_options *options, bool *acyclic) {
    looks l = {.r = r, .options = options, .threads = mns_thread_count(options->threads)};
    mns_parallel(l.threads, 2, look, &l);
    *acyclic = l.acyclic;
    return l.detected != MINOS_OK ? l.detected : l.ordered;
}

/* Only where there is some cycle does it matter how strong an order every class of cycle may rest on. */
static minos_status orders_stage(minos_result *r, const minos_options *options, bool acyclic) {
    progress(options, "ordering versions", 0);
    return acyclic ? MINOS_OK : mns_infer_orders(&r->observation);
}

static minos_status graph_stage(minos_result *r, const minos_options *options, bool acyclic) {
    progress(options, "building the graph", 0);
    return acyclic ? MINOS_OK : mns_graph_build(&r->observation, &r->graph);
}

static minos_status search_stage(minos_result *r, const minos_options *options) {
    progress(options, "searching for cycles", 0);
    return mns_search(&r->graph, options->max_witnesses, &r->cycles);
}

static void judge_stage(minos_result *r) {
    bool found[MNS_ANOMALY_COUNT];
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        found[a] = r->cases.total[a] > 0 || r->cycles.total[a] > 0;
    }
    unsigned kinds = r->graph.kinds;
    mns_evidence evidence = {.data = (kinds & ~(unsigned)(MNS_PROCESS | MNS_REALTIME)) != 0 ||
                                     r->graph.possible,
                             .process = (kinds & MNS_PROCESS) != 0,
                             .realtime = (kinds & MNS_REALTIME) != 0,
                             .realtime_known = !r->history.completions_only};
    mns_judge(&r->request, found, &evidence, &r->judgement);
    if (r->judgement.verdict == MINOS_UNKNOWN && r->history.txns.count == 0) {
        r->judgement.reason = r->history.operations == 0
                                  ? "the history is empty"
                                  : "no operation carries micro-operations of a client, so there "
                                    "is no transaction to judge";
    }
}

static minos_status explain_stage(minos_result *r, const minos_options *options) {
    progress(options, "explaining", 0);
    minos_status status =
        mns_explain_all(&r->observation, &r->assumptions, &r->cases, &r->cycles, &r->witnesses);
    if (status == MINOS_EINTERNAL) {
        mns_problems_add(
            &r->problems, MNS_NO_OFFSET,
            "this is a bug in minos, not in the history; please report it with the file",
            "a witness did not pass the re-checker, so there is no verdict");
    }
    return status;
}

minos_status mns_pipeline_run(minos_result *r, const minos_options *options) {
    minos_status status;
    bool acyclic;
    double start = now_ms(), end;
#define STAGE(call, took)                                                                          \
    status = (call);                                                                               \
    end = now_ms();                                                                                \
    (took) += end - start;                                                                         \
    start = end;                                                                                   \
    if (status != MINOS_OK) {                                                                      \
        return status;                                                                             \
    }
    STAGE(read_stage(r, options), r->timing.read_ms)
    STAGE(assume_stage(r, options), r->timing.read_ms)
    bool lowered = r->history.completions_only && mns_request_lower(&r->request);
    mns_warn_unused(r, options, lowered);
    mns_warn_backwards(r);
    if (r->warnings_failed) {
        return MINOS_ENOMEM;
    }
    STAGE(infer_stage(r, options), r->timing.infer_ms)
    status = look_stage(r, options, &acyclic); /* each look counts its own time */
    if (status != MINOS_OK) {
        return status;
    }
    start = now_ms();
    STAGE(orders_stage(r, options, acyclic), r->timing.infer_ms)
    STAGE(graph_stage(r, options, acyclic), r->timing.graph_ms)
    STAGE(search_stage(r, options), r->timing.search_ms)
    judge_stage(r);
    STAGE(explain_stage(r, options), r->timing.search_ms)
#undef STAGE
    if (mns_source_failed(&r->source)) { /* what witnesses quote could not be read again */
        mns_source_report(&r->source, &r->problems);
        return MINOS_EIO;
    }
    return MINOS_OK;
}

void mns_pipeline_release(minos_result *r) {
    if (r->loaded != NULL) {
        mns_document_release(r->loaded);
        free(r->loaded);
    }
    mns_witnesses_release(&r->witnesses);
    mns_cycles_release(&r->cycles);
    mns_graph_release(&r->graph);
    mns_cases_release(&r->cases);
    mns_observation_release(&r->observation);
    free(r->transaction_order);
    mns_history_release(&r->history);
    mns_source_release(&r->source);
    mns_problems_release(&r->problems);
    free(r->backwards);
    free(r->models);
    free(r->anomalies);
}
