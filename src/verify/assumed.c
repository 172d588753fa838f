/*
 * assumed.c - an execution agrees with revealed version numbers and with the assumptions about
 * keys; see replay.h, and tests/oracle/oracle.h for the definitions.
 *
 * All of them compare versions: of two versions of a key the earlier one has the smaller number;
 * writers follow --transaction-order; an access that precedes another, in its session or in real
 * time, is not of a later version. That a write follows what its transaction read (wfr) holds in
 * every execution, because a snapshot never holds its own transaction. O(micro-operations).
 */
#include "core/grow.h"
#include "read/order_file.h"
#include "verify/replay.h"

/* A row for each version of each key. */
typedef struct versions {
    uint32_t *first;      /* by key: its initial version, into the columns */
    uint32_t *one, *most; /* by version: micro-operations, or MNS_NONE */
    uint32_t count;
} versions;

static void versions_release(versions *v) {
    free(v->first);
    free(v->one);
    free(v->most);
}

static bool versions_init(versions *v, const mns_replay *r) {
    const mns_tables *tables = &r->history->tables;
    *v = (versions){.first = MNS_NEW_ARRAY(uint32_t, (size_t)tables->keys.count + 1)};
    if (v->first == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        v->first[tables->mops.key[m] + 1] += mns_mop_is_read(&tables->mops, m) ? 0 : 1;
    }
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        v->first[key + 1] += v->first[key] + 1; /* and the initial one */
    }
    v->count = v->first[tables->keys.count];
    v->one = MNS_NEW_ARRAY(uint32_t, v->count);
    v->most = MNS_NEW_ARRAY(uint32_t, v->count);
    if (v->one == NULL || v->most == NULL) {
        return false;
    }
    memset(v->one, 0xFF, v->count * sizeof *v->one);
    memset(v->most, 0xFF, v->count * sizeof *v->most);
    return true;
}

static uint32_t txn_of(const mns_replay *r, uint32_t mop) { return r->history->txn_of_mop[mop]; }

/* ---- Version numbers ------------------------------------------------------------------------ */

static minos_status reject_number(mns_replay *r, uint32_t mop, uint32_t other, const char *what) {
    return mns_replay_reject(r, txn_of(r, mop), mop, txn_of(r, other), what);
}

/* One number for each version, of ok transactions. */
static minos_status note_numbers(mns_replay *r, versions *v) {
    const mns_mops *mops = &r->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mns_mop_version(mops, m) == MNS_NO_VERSION || r->version[m] == MNS_NONE ||
            !mns_replay_is_ok(r, txn_of(r, m))) {
            continue;
        }
        uint32_t *one = &v->one[v->first[mops->key[m]] + r->version[m]];
        if (*one != MNS_NONE && mops->version[*one] != mops->version[m]) {
            return reject_number(r, m, *one,
                                 "the database gave this version another number in the other "
                                 "transaction");
        }
        *one = m;
    }
    return MINOS_OK;
}

static minos_status check_numbers(mns_replay *r, versions *v) {
    const mns_mops *mops = &r->history->tables.mops;
    if (mops->version == NULL || r->rows) {
        return MINOS_OK;
    }
    minos_status status = note_numbers(r, v);
    for (uint32_t key = 0; key < r->history->tables.keys.count && status == MINOS_OK; key++) {
        uint32_t last = MNS_NONE;
        for (uint32_t i = v->first[key]; i < v->first[key + 1] && status == MINOS_OK; i++) {
            uint32_t m = v->one[i];
            if (m != MNS_NONE && last != MNS_NONE && mops->version[last] >= mops->version[m]) {
                status = reject_number(r, m, last,
                                       "the database gave this version a number that is not "
                                       "above that of an earlier version, of the other "
                                       "transaction");
            }
            last = m == MNS_NONE ? last : m;
        }
    }
    return status;
}

/* ---- The order of transactions -------------------------------------------------------------- */

static minos_status check_transactions(mns_replay *r) {
    const mns_mops *mops = &r->history->tables.mops;
    const uint32_t *first = r->history->txns.first_mop;
    const int64_t *number = r->assumptions->transaction_order;
    if (number == NULL) {
        return MINOS_OK;
    }
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, r->history->tables.keys.count); /* txn + 1 */
    minos_status status = last == NULL ? MINOS_ENOMEM : MINOS_OK;
    for (uint32_t n = 0; n < r->execution->count && status == MINOS_OK; n++) {
        uint32_t txn = r->execution->order[n];
        for (uint32_t m = first[txn]; m < first[txn + 1] && status == MINOS_OK; m++) {
            if (mns_mop_is_read(mops, m) || number[txn] == MNS_NO_NUMBER) {
                continue;
            }
            uint32_t before = last[mops->key[m]];
            if (before != 0 && number[before - 1] > number[txn]) {
                status = mns_replay_reject(r, txn, m, before - 1,
                                           "this write follows that of the other transaction, "
                                           "which comes later in the order of transactions");
            }
            last[mops->key[m]] = txn + 1;
        }
    }
    free(last);
    return status;
}

/* ---- Accesses in order ---------------------------------------------------------------------- */

/* Of its writes to a key a transaction installs the last only. */
static minos_status drop_intermediate(mns_replay *r) {
    const mns_mops *mops = &r->history->tables.mops;
    uint32_t *written = MNS_NEW_ARRAY(uint32_t, r->history->tables.keys.count); /* by txn + 1 */
    if (written == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t m = mops->count; m-- > 0;) {
        uint32_t stamp = txn_of(r, m) + 1;
        if (!mns_mop_is_read(mops, m)) {
            r->version[m] = written[mops->key[m]] == stamp ? MNS_NONE : r->version[m];
            written[mops->key[m]] = stamp;
        }
    }
    free(written);
    return MINOS_OK;
}

/* The latest version of a key that a process has accessed. */
typedef struct latest {
    uint32_t process; /* + 1 */
    uint32_t mop;
} latest;

static minos_status check_accesses(mns_replay *r, uint32_t txn, latest *of_key) {
    const mns_mops *mops = &r->history->tables.mops;
    const uint32_t *first = r->history->txns.first_mop;
    uint32_t process = r->history->txns.process[txn] + 1;
    for (uint32_t m = first[txn]; m < first[txn + 1]; m++) {
        const latest *l = &of_key[mops->key[m]];
        if (r->version[m] != MNS_NONE && l->process == process &&
            r->version[l->mop] > r->version[m]) {
            return reject_number(r, m, l->mop,
                                 "this micro-operation is of an earlier version than that of the "
                                 "other transaction, which its process had completed before");
        }
    }
    for (uint32_t m = first[txn]; m < first[txn + 1] && mns_replay_is_ok(r, txn); m++) {
        latest *l = &of_key[mops->key[m]];
        if (r->version[m] != MNS_NONE &&
            (l->process != process || r->version[l->mop] < r->version[m])) {
            *l = (latest){.process = process, .mop = m};
        }
    }
    return MINOS_OK;
}

/* Process by process, each in the order of its session. */
static minos_status check_sequential(mns_replay *r) {
    const mns_txns *txns = &r->history->txns;
    uint32_t processes = r->history->process_count;
    uint32_t *end = MNS_NEW_ARRAY(uint32_t, (size_t)processes + 1);
    uint32_t *sessions = MNS_NEW_ARRAY(uint32_t, txns->count);
    latest *of_key = MNS_NEW_ARRAY(latest, r->history->tables.keys.count);
    bool good = end != NULL && sessions != NULL && of_key != NULL;
    minos_status status = good ? MINOS_OK : MINOS_ENOMEM;
    for (uint32_t txn = 0; good && txn < txns->count; txn++) {
        end[txns->process[txn] + 1]++;
    }
    for (uint32_t p = 0; good && p < processes; p++) {
        end[p + 1] += end[p];
    }
    for (uint32_t txn = 0; good && txn < txns->count; txn++) {
        sessions[end[txns->process[txn]]++] = txn;
    }
    for (uint32_t i = 0; i < txns->count && status == MINOS_OK; i++) {
        status = check_accesses(r, sessions[i], of_key);
    }
    free(end);
    free(sessions);
    free(of_key);
    return status;
}

/* Of each version: one, the ok access that completed first; most, the access that began last. */
static void note_accesses(const mns_replay *r, versions *v) {
    const mns_mops *mops = &r->history->tables.mops;
    const uint32_t *complete = r->history->txns.complete;
    memset(v->one, 0xFF, v->count * sizeof *v->one);
    for (uint32_t m = 0; m < mops->count; m++) {
        if (r->version[m] == MNS_NONE) {
            continue;
        }
        uint32_t i = v->first[mops->key[m]] + r->version[m], txn = txn_of(r, m);
        if (mns_replay_is_ok(r, txn) &&
            (v->one[i] == MNS_NONE || complete[txn] < complete[txn_of(r, v->one[i])])) {
            v->one[i] = m;
        }
        if (v->most[i] == MNS_NONE ||
            mns_replay_begin(r, txn) > mns_replay_begin(r, txn_of(r, v->most[i]))) {
            v->most[i] = m;
        }
    }
}

static minos_status check_linearizable(mns_replay *r, versions *v) {
    note_accesses(r, v);
    for (uint32_t key = 0; key < r->history->tables.keys.count; key++) {
        uint32_t begun = MNS_NONE; /* of those of earlier versions, the access that began last */
        for (uint32_t i = v->first[key]; i < v->first[key + 1]; i++) {
            uint32_t done = v->one[i], most = v->most[i];
            if (done != MNS_NONE && begun != MNS_NONE &&
                r->history->txns.complete[txn_of(r, done)] <
                    mns_replay_begin(r, txn_of(r, begun))) {
                return reject_number(r, begun, done,
                                     "this micro-operation is of an earlier version than that of "
                                     "the other transaction, which had completed before it began");
            }
            if (most != MNS_NONE &&
                (begun == MNS_NONE ||
                 mns_replay_begin(r, txn_of(r, most)) > mns_replay_begin(r, txn_of(r, begun)))) {
                begun = most;
            }
        }
    }
    return MINOS_OK;
}

minos_status mns_replay_assumed(mns_replay *r) {
    const mns_assumptions *a = r->assumptions;
    if (r->version == NULL) {
        return MINOS_OK;
    }
    versions v;
    minos_status status = versions_init(&v, r) ? check_numbers(r, &v) : MINOS_ENOMEM;
    status = status == MINOS_OK ? check_transactions(r) : status;
    if (status == MINOS_OK && (a->sequential || a->linearizable)) {
        status = drop_intermediate(r);
    }
    /* Without invocations, the only real time known is that of each process. */
    bool sequential = a->sequential || (a->linearizable && r->history->completions_only);
    if (status == MINOS_OK && sequential) {
        status = check_sequential(r);
    }
    if (status == MINOS_OK && a->linearizable && !r->history->completions_only) {
        status = check_linearizable(r, &v);
    }
    versions_release(&v);
    return status;
}
