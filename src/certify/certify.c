/*
 * certify.c - see certify.h.
 *
 * Searches are tried from the strongest model to the weakest, and for one model from the narrowest
 * class of executions to the widest. A model that is ruled out or proved already is skipped.
 */
#include "certify/certify.h"

#include "core/grow.h"
#include "schedule/by_timestamps.h"
#include "schedule/find_execution.h"
#include "verify/verify.h"

typedef struct search {
    mns_model model;
    mns_candidates kept;
    bool needs_times; /* pointless in a history of completions only */
} search;

static const search searches[] = {
    {MNS_M_PL_SS, {MNS_ORDER_REALTIME, false, false}, true},
    {MNS_M_STRONG_SESSION_SERIALIZABLE, {MNS_ORDER_PROCESS, true, false}, true},
    {MNS_M_STRONG_SESSION_SERIALIZABLE, {MNS_ORDER_PROCESS, false, false}, false},
    {MNS_M_PL_3, {MNS_ORDER_NONE, true, false}, true},
    {MNS_M_PL_3, {MNS_ORDER_NONE, false, false}, false},
    {MNS_M_STRONG_SNAPSHOT_ISOLATION, {MNS_ORDER_REALTIME, false, true}, true},
    {MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, {MNS_ORDER_PROCESS, true, true}, true},
    {MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, {MNS_ORDER_PROCESS, false, true}, false},
    {MNS_M_PL_SI, {MNS_ORDER_NONE, true, true}, true},
    {MNS_M_PL_SI, {MNS_ORDER_NONE, false, true}, false},
};

/* At revealed times there is one candidate for all of these. */
static const mns_model timed_models[] = {MNS_M_STRONG_SNAPSHOT_ISOLATION,
                                         MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, MNS_M_PL_SI};

static const char not_replayed[] = "the execution that was found does not pass its replay";

void mns_proofs_release(mns_proofs *proofs) {
    for (size_t i = 0; i < proofs->count; i++) {
        mns_execution_release(&proofs->items[i].execution);
    }
    proofs->count = 0;
}

/* What is certified so far, and what follows from it. */
typedef struct progress {
    const mns_observation *o;
    const mns_assumptions *assumptions;
    mns_certified *certified;
    mns_proofs *proofs;
    bool proved[MNS_MODEL_COUNT];
} progress;

/* Replays an execution, which it keeps or releases. */
static minos_status try_execution(progress *p, mns_model model, mns_execution *execution,
                                  bool *accepted) {
    mns_misfit misfit;
    minos_status status =
        mns_verify(p->o->history, p->assumptions, model, execution, accepted, &misfit);
    if (status != MINOS_OK || !*accepted || p->proofs->count == MNS_LIMIT_PROOFS) {
        *accepted = false;
        mns_execution_release(execution);
        return status;
    }
    p->proofs->items[p->proofs->count++] = (mns_proof){model, *execution};
    p->certified->models[model] = p->proved[model] = true;
    mns_models_add_proved(p->proved, p->certified->revealed_times);
    return MINOS_OK;
}

/* *reason: NULL if the search proved its model. */
static minos_status try_search(progress *p, const search *s, const char **reason) {
    mns_execution execution;
    mns_schedule_effort effort;
    minos_status status = mns_schedule(p->o, s->kept, &execution, reason, &effort);
    p->certified->impossible[s->model] |= effort.impossible && !s->kept.updates_in_time;
    if (status != MINOS_OK || *reason != NULL) {
        return status;
    }
    bool accepted = false;
    status = try_execution(p, s->model, &execution, &accepted);
    *reason = accepted ? NULL : not_replayed;
    return status;
}

/* ---- Certificate first ---------------------------------------------------------------------- */

static bool is_plain(const mns_history *h, const mns_assumptions *a) {
    return h->workload != MNS_COUNTER && !h->completions_only && h->ambiguous == NULL &&
           h->tables.mops.version == NULL && h->txns.start_ts == NULL &&
           h->txns.commit_ts == NULL && !a->wfr && !a->sequential && !a->linearizable &&
           a->transaction_order == NULL;
}

/* Whether a read shows what another transaction wrote. */
static bool shows_another(const mns_observation *o, uint32_t mop) {
    const mns_tables *tables = &o->history->tables;
    switch (o->history->workload) {
    case MNS_SET:
        return tables->mops.value[mop] > 0 && o->sets.external[mop] &&
               !mns_set_shows_own(&o->sets, tables, mop);
    case MNS_RW_REGISTER: {
        uint32_t version = o->version_graph.version[mop];
        return version != MNS_NONE && !mns_version_is_initial(&o->version_graph, version);
    }
    default: {
        uint32_t position = o->versions.position[mop];
        uint32_t writer = position == MNS_NONE || position == 0
                              ? MNS_NONE
                              : mns_version_installer(o, tables->mops.key[mop], position);
        return writer != MNS_NONE && writer != mns_txn_of(o, mop);
    }
    }
}

static bool has_dependency(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mns_mop_is_answered(mops, m) && mns_txn_counts(o, mns_txn_of(o, m)) &&
            shows_another(o, m)) {
            return true;
        }
    }
    return false;
}

/* Lists: the order of their versions is known, so an order of transactions that keeps every
 * dependency is an execution. */
static minos_status try_topological(progress *p, const uint32_t *topological, bool *accepted) {
    const mns_history *h = p->o->history;
    mns_execution execution = {MNS_NEW_ARRAY(uint32_t, h->txns.count), NULL, 0};
    if (execution.order == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        execution.count += mns_txn_counts(p->o, txn);
    }
    memcpy(execution.order, topological, execution.count * sizeof *execution.order);
    return try_execution(p, h->completions_only ? MNS_M_STRONG_SESSION_SERIALIZABLE : MNS_M_PL_SS,
                         &execution, accepted);
}

minos_status mns_certify_first(const mns_observation *o, const mns_assumptions *assumptions,
                               const uint32_t *topological, mns_certified *certified,
                               mns_proofs *proofs, bool *enough) {
    progress p = {.o = o, .assumptions = assumptions, .certified = certified, .proofs = proofs};
    *enough = false;
    if (!is_plain(o->history, assumptions) || !has_dependency(o)) {
        return MINOS_OK;
    }
    if (o->history->workload == MNS_LIST_APPEND) {
        return topological == NULL ? MINOS_OK : try_topological(&p, topological, enough);
    }
    const char *reason = NULL;
    minos_status status = try_search(&p, &searches[0], &reason);
    *enough = status == MINOS_OK && reason == NULL;
    return status;
}

/* ---- All models ----------------------------------------------------------------------------- */

/* The execution that the revealed times describe: ties first seen, then not. */
static minos_status try_timestamps(progress *p, const bool ruled_out[MNS_MODEL_COUNT],
                                   const char **reason) {
    minos_status status = MINOS_OK;
    for (size_t i = 0; i < 2 * MNS_COUNT_OF(timed_models) && status == MINOS_OK; i++) {
        mns_model model = timed_models[i / 2];
        bool needs_times = model == MNS_M_STRONG_SNAPSHOT_ISOLATION;
        if (ruled_out[model] || p->proved[model] ||
            (needs_times && p->o->history->completions_only)) {
            continue;
        }
        mns_execution execution;
        bool accepted = false;
        status = mns_schedule_by_timestamps(p->o, i % 2 == 0, &execution, reason);
        if (status == MINOS_OK && *reason == NULL) {
            status = try_execution(p, model, &execution, &accepted);
            *reason = accepted ? NULL : not_replayed;
        }
    }
    return status;
}

minos_status mns_certify(const mns_observation *o, const mns_assumptions *assumptions,
                         const uint32_t *topological, const bool ruled_out[MNS_MODEL_COUNT],
                         mns_certified *certified, mns_proofs *proofs) {
    progress p = {.o = o, .assumptions = assumptions, .certified = certified, .proofs = proofs};
    const char *first_reason = NULL;
    minos_status status = MINOS_OK;
    if (o->history->workload == MNS_LIST_APPEND && topological != NULL) {
        bool accepted = false;
        status = try_topological(&p, topological, &accepted);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(searches) && status == MINOS_OK; i++) {
        const search *s = &searches[i];
        bool by_timestamps = certified->revealed_times && s->kept.snapshots;
        if (ruled_out[s->model] || p.proved[s->model] || by_timestamps ||
            (s->needs_times && o->history->completions_only)) {
            continue;
        }
        const char *reason = NULL;
        status = try_search(&p, s, &reason);
        first_reason = first_reason == NULL ? reason : first_reason;
    }
    if (certified->revealed_times && status == MINOS_OK) {
        const char *reason = NULL;
        status = try_timestamps(&p, ruled_out, &reason);
        first_reason = first_reason == NULL ? reason : first_reason;
    }
    certified->reason = first_reason != NULL
                            ? first_reason
                            : "Minos searches only for executions that are serializable or of "
                              "snapshot isolation";
    return status;
}
