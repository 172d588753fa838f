/*
 * replay_events.c - runs the transactions of an execution and compares what they read; see
 * replay.h.
 *
 * A transaction takes its snapshot after the first s of the order, reads from it, and commits at
 * its own place. Without snapshots both happen at once. O(micro-operations), for sets also once the
 * elements of each set, for MNS_LAW_REPEATABLE O(m log m).
 */
#include "core/grow.h"
#include "verify/own_versions.h"

typedef struct events {
    mns_replay *r;
    mns_contents contents;
    mns_own_versions own; /* MNS_LAW_REPEATABLE */
    struct writer {
        uint32_t last, before; /* places + 1 of the last transaction that wrote the key, and of the
                                  one before it; 0: none */
    } * writers;               /* by key */
} events;

static bool is_repeatable(const events *e) { return e->r->law == MNS_LAW_REPEATABLE; }

/* ---- Snapshots ------------------------------------------------------------------------------ */

static minos_status reject_read(events *e, uint32_t txn, uint32_t read, bool own) {
    static const char *const words[2][2] = {
        {"this read does not return what the transactions before it wrote",
         "this read does not return what its own transaction and those before it wrote"},
        {"this read does not return what the transactions in its snapshot wrote",
         "this read does not return what its own transaction and those in its snapshot wrote"}};
    bool snapshots = e->r->execution->sees != NULL;
    return mns_replay_reject(e->r, txn, read, MNS_NONE, words[snapshots][own]);
}

static minos_status run_read(events *e, uint32_t txn, uint32_t read, uint32_t stamp) {
    uint32_t key = e->r->history->tables.mops.key[read];
    const mns_content *now = mns_contents_now(&e->contents, key, stamp);
    bool own = now != &e->contents.keys[key].committed;
    if (mns_contents_shown(&e->contents, read, now, stamp, MNS_NONE)) {
        if (e->r->version != NULL) {
            e->r->version[read] = now->version;
        }
        return MINOS_OK;
    }
    if (own && is_repeatable(e)) {
        return mns_own_versions_keep(&e->own, &e->contents, read) ? MINOS_OK : MINOS_ENOMEM;
    }
    return reject_read(e, txn, read, own);
}

static minos_status run_write(events *e, uint32_t mop, uint32_t stamp) {
    uint32_t key = e->r->history->tables.mops.key[mop];
    mns_contents_write(&e->contents, mop, stamp);
    bool noted = !is_repeatable(e) || mns_own_versions_note(&e->own, &e->contents, key);
    return noted ? MINOS_OK : MINOS_ENOMEM;
}

/* The transaction at a place reads; its own writes stay its own. */
static minos_status run(events *e, uint32_t place) {
    const mns_mops *mops = &e->r->history->tables.mops;
    const uint32_t *first = e->r->history->txns.first_mop;
    uint32_t txn = e->r->execution->order[place], stamp = place + 1;
    minos_status status = MINOS_OK;
    mns_own_versions_clear(&e->own);
    for (uint32_t m = first[txn]; m < first[txn + 1] && status == MINOS_OK; m++) {
        if (!mns_mop_is_read(mops, m)) {
            status = run_write(e, m, stamp);
        } else if (mns_mop_is_answered(mops, m)) {
            status = run_read(e, txn, m, stamp);
        }
    }
    uint32_t unexplained = MNS_NONE;
    if (status == MINOS_OK) {
        mns_own_versions_explain(&e->own, &e->contents, stamp, e->r->version, &unexplained);
    }
    return unexplained == MNS_NONE ? status : reject_read(e, txn, unexplained, true);
}

/* ---- Commits -------------------------------------------------------------------------------- */

static minos_status commit_write(events *e, uint32_t place, uint32_t mop) {
    uint32_t key = e->r->history->tables.mops.key[mop];
    struct writer *w = &e->writers[key];
    if (w->last != place + 1) {
        *w = (struct writer){.last = place + 1, .before = w->last};
        if (e->r->law == MNS_LAW_SNAPSHOT && !e->r->rows &&
            w->before > mns_replay_sees(e->r, place)) {
            const uint32_t *order = e->r->execution->order;
            return mns_replay_reject(e->r, order[place], mop, order[w->before - 1],
                                     "the other transaction wrote the same key between the "
                                     "snapshot and the commit of this one");
        }
    }
    mns_contents_commit(&e->contents, mop);
    if (e->r->version != NULL) {
        e->r->version[mop] = e->contents.keys[key].committed.version;
    }
    return MINOS_OK;
}

/* A read of a key that its transaction has written. Contents of lists, sets and counters show what
 * lies below the own write, which must be the newest (oracle.h, "versions"). */
static minos_status commit_own_read(events *e, uint32_t place, uint32_t read) {
    const mns_history *h = e->r->history;
    uint32_t key = h->tables.mops.key[read];
    const struct writer *w = &e->writers[key];
    if (e->r->law == MNS_LAW_PREFIX && !e->r->rows && h->workload != MNS_RW_REGISTER &&
        w->before > mns_replay_sees(e->r, place)) {
        const uint32_t *order = e->r->execution->order;
        return mns_replay_reject(e->r, order[place], read, order[w->before - 1],
                                 "this read returns an own write without that of the other "
                                 "transaction, which comes before it");
    }
    if (e->r->version != NULL && !is_repeatable(e)) {
        e->r->version[read] = e->contents.keys[key].committed.version;
    }
    return MINOS_OK;
}

static minos_status commit(events *e, uint32_t place) {
    const mns_mops *mops = &e->r->history->tables.mops;
    const uint32_t *first = e->r->history->txns.first_mop;
    uint32_t txn = e->r->execution->order[place];
    minos_status status = MINOS_OK;
    for (uint32_t m = first[txn]; m < first[txn + 1] && status == MINOS_OK; m++) {
        if (!mns_mop_is_read(mops, m)) {
            status = commit_write(e, place, m);
        } else if (mns_mop_is_answered(mops, m) && e->writers[mops->key[m]].last == place + 1) {
            status = commit_own_read(e, place, m);
        }
    }
    return status;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static minos_status run_in_order(events *e) {
    minos_status status = MINOS_OK;
    for (uint32_t n = 0; n < e->r->execution->count && status == MINOS_OK; n++) {
        status = run(e, n);
        status = status == MINOS_OK ? commit(e, n) : status;
    }
    return status;
}

/* chain[s]: the first place whose snapshot holds s transactions; next[n]: the one after n. */
static minos_status run_chains(events *e, uint32_t *chain, uint32_t *next) {
    uint32_t count = e->r->execution->count;
    minos_status status = MINOS_OK;
    memset(chain, 0xFF, ((size_t)count + 1) * sizeof *chain);
    for (uint32_t n = count; n-- > 0;) {
        uint32_t sees = mns_replay_sees(e->r, n);
        next[n] = chain[sees];
        chain[sees] = n;
    }
    for (uint32_t s = 0; s < count && status == MINOS_OK; s++) {
        for (uint32_t n = chain[s]; n != MNS_NONE && status == MINOS_OK; n = next[n]) {
            status = run(e, n);
        }
        status = status == MINOS_OK ? commit(e, s) : status;
    }
    return status;
}

static minos_status run_by_snapshots(events *e) {
    uint32_t *chain = MNS_NEW_ARRAY(uint32_t, (size_t)e->r->execution->count + 1);
    uint32_t *next = MNS_NEW_ARRAY(uint32_t, e->r->execution->count);
    minos_status status = chain == NULL || next == NULL ? MINOS_ENOMEM : run_chains(e, chain, next);
    free(chain);
    free(next);
    return status;
}

minos_status mns_replay_events(mns_replay *r) {
    events e = {.r = r, .writers = MNS_NEW_ARRAY(struct writer, r->history->tables.keys.count)};
    minos_status status = mns_contents_init(&e.contents, r);
    if (status == MINOS_OK && e.writers == NULL) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK) {
        status = r->execution->sees == NULL ? run_in_order(&e) : run_by_snapshots(&e);
    }
    mns_contents_release(&e.contents);
    mns_own_versions_release(&e.own);
    free(e.writers);
    return status;
}
