/* verify.c - see verify.h. */
#include "verify/verify.h"

#include "core/grow.h"
#include "verify/replay.h"

typedef struct law {
    mns_model model;
    mns_law_kind kind;
    mns_order orders;
} law;

static const law laws[] = {
    {MNS_M_PL_SS, MNS_LAW_SERIAL, MNS_ORDER_REALTIME},
    {MNS_M_STRONG_SESSION_SERIALIZABLE, MNS_LAW_SERIAL, MNS_ORDER_PROCESS},
    {MNS_M_PL_3, MNS_LAW_SERIAL, MNS_ORDER_NONE},
    {MNS_M_PL_2_99, MNS_LAW_REPEATABLE, MNS_ORDER_NONE},
    {MNS_M_STRONG_SNAPSHOT_ISOLATION, MNS_LAW_SNAPSHOT, MNS_ORDER_REALTIME},
    {MNS_M_STRONG_SESSION_SNAPSHOT_ISOLATION, MNS_LAW_SNAPSHOT, MNS_ORDER_PROCESS},
    {MNS_M_PL_SI, MNS_LAW_SNAPSHOT, MNS_ORDER_NONE},
    {MNS_M_PREFIX, MNS_LAW_PREFIX, MNS_ORDER_NONE},
};

static const law *law_of(mns_model model) {
    for (size_t i = 0; i < MNS_COUNT_OF(laws); i++) {
        if (laws[i].model == model) {
            return &laws[i];
        }
    }
    return NULL;
}

bool mns_verify_knows(mns_model model) { return law_of(model) != NULL; }

minos_status mns_replay_reject(mns_replay *r, uint32_t txn, uint32_t mop, uint32_t other,
                               const char *what) {
    *r->misfit = (mns_misfit){.txn = txn, .mop = mop, .other = other, .what = what};
    return MINOS_EINPUT;
}

/* True if it matters which version explains a read, not only that one does. */
static bool versions_matter(const mns_replay *r) {
    const mns_assumptions *a = r->assumptions;
    return (r->history->tables.mops.version != NULL && !r->rows) || a->sequential ||
           a->linearizable || a->transaction_order != NULL;
}

static minos_status prepare(mns_replay *r) {
    const mns_history *h = r->history;
    r->place = MNS_NEW_ARRAY(uint32_t, h->txns.count);
    if (versions_matter(r)) {
        r->version = MNS_NEW_ARRAY(uint32_t, h->tables.mops.count);
    }
    if (r->place == NULL || (versions_matter(r) && r->version == NULL)) {
        return MINOS_ENOMEM;
    }
    memset(r->place, 0xFF, h->txns.count * sizeof *r->place);
    if (r->version != NULL) {
        memset(r->version, 0xFF, h->tables.mops.count * sizeof *r->version);
    }
    return MINOS_OK;
}

minos_status mns_verify(const mns_history *history, const mns_assumptions *assumptions,
                        mns_model model, const mns_execution *execution, bool *accepted,
                        mns_misfit *misfit) {
    static minos_status (*const steps[])(mns_replay *) = {
        prepare,           mns_replay_commits, mns_replay_precedence,
        mns_replay_events, mns_replay_assumed, mns_replay_timestamps};
    const law *l = law_of(model);
    mns_replay r = {.history = history,
                    .assumptions = assumptions,
                    .rows = history->workload == MNS_SET && !assumptions->sets_are_objects,
                    .execution = execution,
                    .misfit = misfit};
    minos_status status = MINOS_OK;
    if (l == NULL) {
        status = mns_replay_reject(&r, MNS_NONE, MNS_NONE, MNS_NONE,
                                   "Minos cannot replay executions of this model");
    } else {
        r.law = l->kind;
        r.orders = l->orders;
    }
    for (size_t i = 0; i < MNS_COUNT_OF(steps) && status == MINOS_OK; i++) {
        status = steps[i](&r);
    }
    free(r.place);
    free(r.version);
    *accepted = status == MINOS_OK;
    return status == MINOS_EINPUT ? MINOS_OK : status;
}
