/*
 * document_make.c - makes a document from a finished check.
 *
 * In: the verdict, the witnesses and the history. Out: the same as plain data; the history can be
 * released afterwards. The document contains nothing that results.json does not (models that hold
 * if nothing was tested, the reason of a verdict that is not unknown), so a saved document is read
 * back unchanged. Cost: linear in the output; with context also in transactions.
 */
#include "report/model/document_make.h"
#include "report/model/check_result.h"
#include "report/model/document_witness.h"

static void copy_request(mns_document *document, const mns_request *request) {
    mns_arena *arena = &document->arena;
    document->request = *request;
    for (uint32_t i = 0; i < request->model_count; i++) {
        document->request.names[i] =
            mns_arena_bytes(arena, request->names[i], request->name_sizes[i]);
    }
}

static void copy_judgement(mns_document *document, const mns_check_result *check) {
    mns_judgement *judgement = &document->judgement;
    *judgement = *check->judgement;
    if (judgement->verdict != MINOS_UNKNOWN) {
        judgement->reason = NULL;
    } else if (judgement->reason == NULL) {
        judgement->reason = "not decided";
    }
}

static void copy_counts(mns_document *document, const mns_history *history) {
    document->counts = (mns_doc_counts){.operations = history->operations,
                                        .transactions = history->txns.count,
                                        .ok = history->ok,
                                        .fail = history->fail,
                                        .info = history->info,
                                        .mops = history->tables.mops.count,
                                        .keys = history->tables.keys.count,
                                        .processes = history->process_count};
}

static void copy_warnings(mns_document *document, const mns_check_result *check) {
    if (check->warning_count == 0) {
        return;
    }
    document->warnings = MNS_ARENA_ARRAY(&document->arena, const char *, check->warning_count);
    document->warning_count = document->warnings == NULL ? 0 : check->warning_count;
    for (size_t i = 0; i < document->warning_count; i++) {
        document->warnings[i] = mns_arena_str(&document->arena, check->warnings[i]);
    }
}

/* ---- Anomalies ------------------------------------------------------------------------------ */

static void make_anomaly(const mns_doc_writer *w, const mns_check_result *check,
                         mns_anomaly anomaly, size_t max_witnesses, mns_doc_anomaly *out) {
    size_t first;
    size_t kept = mns_witnesses_of(check->witnesses, anomaly, &first);
    size_t count = kept < max_witnesses ? kept : max_witnesses;
    out->anomaly = anomaly;
    out->count = mns_anomaly_count(check, anomaly);
    out->witnesses = count == 0 ? NULL : MNS_ARENA_ARRAY(w->arena, mns_doc_witness, count);
    out->witness_count = out->witnesses == NULL ? 0 : count;
    for (size_t i = 0; i < out->witness_count && !w->arena->failed; i++) {
        mns_document_witness(w, &check->witnesses->items[first + i], &out->witnesses[i]);
    }
}

static void make_anomalies(mns_document *document, const mns_check_result *check,
                           size_t max_witnesses) {
    const bool *found = check->judgement->found;
    mns_buf text;
    mns_buf_init(&text);
    const mns_doc_writer w = {check->observation, check->observation->history, &document->arena,
                              &text};
    document->anomalies = MNS_ARENA_ARRAY(w.arena, mns_doc_anomaly, MNS_ANOMALY_COUNT);
    for (uint32_t a = 0; a < MNS_ANOMALY_COUNT && document->anomalies != NULL; a++) {
        if (found[a]) {
            make_anomaly(&w, check, (mns_anomaly)a, max_witnesses,
                         &document->anomalies[document->anomaly_count++]);
        }
    }
    mns_buf_release(&text);
}

/* ---- The document --------------------------------------------------------------------------- */

void mns_document_effort(mns_document *document, const mns_check_result *check) {
    mns_effort effort;
    bool measured;
    if (mns_effort_measure(check->observation->history, &effort, &measured) != MINOS_OK) {
        document->arena.failed = true;
    } else if (measured) {
        document->effort = MNS_ARENA_ARRAY(&document->arena, mns_effort, 1);
        if (document->effort != NULL) {
            *document->effort = effort;
        }
    }
}

/* The parts use the witnesses, so all witnesses must be complete. */
static void make_context(mns_document *document, const mns_check_result *check) {
    void (*const parts[])(mns_document *, const mns_check_result *) = {
        mns_document_neighbours, mns_document_keys, mns_document_faults, mns_document_run,
        mns_document_effort};
    for (size_t i = 0; i < MNS_COUNT_OF(parts) && !document->arena.failed; i++) {
        parts[i](document, check);
    }
}

minos_status mns_document_make(mns_document *document, const mns_check_result *check,
                               size_t max_witnesses, bool context) {
    assert(check->status == MINOS_OK);
    mns_document_init(document);
    mns_arena *arena = &document->arena;
    document->minos = MINOS_VERSION;
    document->name = mns_arena_str(arena, check->name);
    document->workload = mns_arena_str(arena, check->workload);
    document->json = check->observation->history->json;
    copy_counts(document, check->observation->history);
    mns_document_span(document, check->observation->history);
    copy_request(document, check->request);
    copy_judgement(document, check);
    copy_warnings(document, check);
    document->live = check->live;
    document->setup = check->setup;
    document->read_ms = check->timing.read_ms;
    document->infer_ms = check->timing.infer_ms;
    document->graph_ms = check->timing.graph_ms;
    document->search_ms = check->timing.search_ms;
    make_anomalies(document, check, max_witnesses);
    if (document->anomaly_count > 0 && max_witnesses > 0 && !arena->failed) {
        mns_document_witness_faults(document, check);
        mns_document_statements(document, check);
    }
    if (context) {
        make_context(document, check);
    }
    if (arena->failed) {
        mns_document_release(document);
        return MINOS_ENOMEM;
    }
    return MINOS_OK;
}
