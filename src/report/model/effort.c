/*
 * effort.c - see effort.h.
 *
 * One sweep over the operations in order. Each key counts the transactions in flight that access
 * it, so an invocation knows how many of them it conflicts with. A conflict with a transaction that
 * begins later is found at the completion: accesses of the key are numbered, and the number has
 * grown since the invocation. Memory: 4 bytes for each operation, 5 for each micro-operation, 40
 * for each key, until the measures are taken.
 */
#include "report/model/effort.h"

#include "core/grow.h"

/* How a transaction uses a key; kept at its first micro-operation on that key. */
enum { REPEATED, READS, WRITES };

typedef struct key_state {
    uint32_t in_flight, writing; /* transactions that access it, that write it */
    uint32_t committed_in_flight, committed_writing; /* of these, those that are ok */
    uint32_t begun, begun_writing;                   /* the same since the start of the history */
    uint32_t stamp;                                  /* the last transaction looked at, plus 1 */
    uint32_t first_writer;                           /* may have committed; MNS_NONE: none */
    uint32_t first_write, second_write; /* when it began, and when the next other one did */
} key_state;

typedef struct sweep {
    const mns_history *history;
    key_state *keys;
    uint8_t *use;         /* by mop */
    uint32_t *begun_then; /* by mop: accesses that conflict, numbered up to the invocation */
    uint32_t *txn_at;     /* by position, MNS_NONE: not of a transaction */
    uint32_t in_flight;
    uint64_t begun, in_flight_sum;
    mns_effort *effort;
} sweep;

/* ---- Preparation ---------------------------------------------------------------------------- */

/* Uses stamp and begun of the keys as marks; `prepare` resets begun. */
static void mark_uses(sweep *s, uint32_t txn) {
    const mns_history *history = s->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t first = history->txns.first_mop[txn], end = history->txns.first_mop[txn + 1];
    for (uint32_t mop = end; mop-- > first;) { /* whether a later one writes the key */
        key_state *key = &s->keys[mops->key[mop]];
        bool writes = !mns_mop_is_read(mops, mop) || key->stamp == txn + 1;
        s->use[mop] = writes ? WRITES : READS;
        key->stamp = writes ? txn + 1 : key->stamp;
    }
    for (uint32_t mop = first; mop < end; mop++) {
        key_state *key = &s->keys[mops->key[mop]];
        if (key->begun == txn + 1) {
            s->use[mop] = REPEATED;
        }
        key->begun = txn + 1;
    }
}

static uint32_t begin_of(const mns_txns *txns, uint32_t txn) {
    return txns->invoke[txn] != MNS_NONE ? txns->invoke[txn] : txns->complete[txn];
}

/* Finds the first transaction that writes each key, and when the next other one begins. */
static void mark_writers(sweep *s, uint32_t txn) {
    const mns_history *history = s->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t begin = begin_of(&history->txns, txn);
    if (history->txns.type[txn] == MNS_TXN_FAIL) {
        return;
    }
    for (uint32_t mop = history->txns.first_mop[txn]; mop < history->txns.first_mop[txn + 1];
         mop++) {
        key_state *key = &s->keys[mops->key[mop]];
        if (mns_mop_is_read(mops, mop) || key->first_writer == txn) {
            continue;
        }
        if (begin < key->first_write) {
            key->second_write = key->first_write;
            key->first_write = begin;
            key->first_writer = txn;
        } else if (begin < key->second_write) {
            key->second_write = begin;
        }
    }
}

static void prepare(sweep *s) {
    const mns_txns *txns = &s->history->txns;
    for (uint32_t k = 0; k < s->history->tables.keys.count; k++) {
        s->keys[k].first_writer = s->keys[k].first_write = s->keys[k].second_write = MNS_NONE;
    }
    for (uint64_t p = 0; p < s->history->operations; p++) {
        s->txn_at[p] = MNS_NONE;
    }
    for (uint32_t t = 0; t < txns->count; t++) {
        mark_uses(s, t);
        mark_writers(s, t);
        if (txns->invoke[t] != MNS_NONE) {
            s->txn_at[txns->invoke[t]] = t;
        }
        if (txns->complete[t] != MNS_NONE) {
            s->txn_at[txns->complete[t]] = t;
        }
    }
    for (uint32_t k = 0; k < s->history->tables.keys.count; k++) {
        s->keys[k].begun = 0;
    }
}

/* ---- The sweep ------------------------------------------------------------------------------ */

static void begin_access(sweep *s, uint32_t mop, bool committed, bool *contended) {
    key_state *key = &s->keys[s->history->tables.mops.key[mop]];
    bool writes = s->use[mop] == WRITES;
    uint32_t others = writes ? key->in_flight : key->writing;
    uint32_t committed_others = writes ? key->committed_in_flight : key->committed_writing;
    s->effort->conflicts += committed ? others : committed_others;
    *contended = *contended || others > 0;
    key->in_flight++;
    key->begun++;
    key->writing += writes ? 1 : 0;
    key->begun_writing += writes ? 1 : 0;
    key->committed_in_flight += committed ? 1 : 0;
    key->committed_writing += committed && writes ? 1 : 0;
    s->begun_then[mop] = writes ? key->begun : key->begun_writing;
}

static void end_access(sweep *s, uint32_t mop, bool committed, bool *contended) {
    key_state *key = &s->keys[s->history->tables.mops.key[mop]];
    bool writes = s->use[mop] == WRITES;
    *contended = *contended || s->begun_then[mop] != (writes ? key->begun : key->begun_writing);
    key->in_flight--;
    key->writing -= writes ? 1 : 0;
    key->committed_in_flight -= committed ? 1 : 0;
    key->committed_writing -= committed && writes ? 1 : 0;
}

/* True if the transaction conflicts with one that was in flight when it began, or since. */
static bool sweep_accesses(sweep *s, uint32_t txn, bool begins) {
    const mns_txns *txns = &s->history->txns;
    bool committed = txns->type[txn] == MNS_TXN_OK, contended = false;
    for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
        if (s->use[mop] == REPEATED) {
            continue;
        }
        if (begins) {
            begin_access(s, mop, committed, &contended);
        } else {
            end_access(s, mop, committed, &contended);
        }
    }
    return contended;
}

static void count_reads(sweep *s, uint32_t txn) {
    const mns_history *history = s->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t complete = history->txns.complete[txn];
    for (uint32_t mop = history->txns.first_mop[txn]; mop < history->txns.first_mop[txn + 1];
         mop++) {
        key_state *key = &s->keys[mops->key[mop]];
        if (!mns_mop_is_read(mops, mop)) {
            key->stamp = txn + 1;
        } else if (key->stamp != txn + 1 && mns_mop_is_answered(mops, mop)) {
            uint32_t written = key->first_writer == txn ? key->second_write : key->first_write;
            s->effort->reads++;
            s->effort->informative += written != MNS_NONE && written < complete ? 1 : 0;
        }
    }
}

/* contended[t]: a conflict was found when the transaction began. */
static void sweep_all(sweep *s, uint8_t *contended) {
    const mns_txns *txns = &s->history->txns;
    for (uint64_t p = 0; p < s->history->operations; p++) {
        uint32_t txn = s->txn_at[p];
        if (txn == MNS_NONE || txns->invoke[txn] == MNS_NONE) {
            continue;
        }
        if (txns->invoke[txn] == p) {
            s->in_flight++;
            s->begun++;
            s->in_flight_sum += s->in_flight;
            s->effort->concurrency_max = s->in_flight > s->effort->concurrency_max
                                             ? s->in_flight
                                             : s->effort->concurrency_max;
            contended[txn] = sweep_accesses(s, txn, true) ? 1 : 0;
        } else {
            s->in_flight--;
            bool later = sweep_accesses(s, txn, false);
            bool counts = txns->type[txn] == MNS_TXN_OK && (contended[txn] != 0 || later);
            s->effort->contended += counts ? 1 : 0;
        }
    }
}

static minos_status measure(sweep *s) {
    const mns_history *history = s->history;
    uint8_t *contended = MNS_NEW_ARRAY(uint8_t, history->txns.count);
    s->keys = MNS_NEW_ARRAY(key_state, history->tables.keys.count);
    s->use = MNS_NEW_ARRAY(uint8_t, history->tables.mops.count);
    s->begun_then = MNS_NEW_ARRAY(uint32_t, history->tables.mops.count);
    s->txn_at = MNS_NEW_ARRAY(uint32_t, history->operations);
    bool room = contended != NULL && s->keys != NULL && s->use != NULL && s->begun_then != NULL &&
                s->txn_at != NULL;
    if (room) {
        prepare(s);
        sweep_all(s, contended);
        for (uint32_t k = 0; k < history->tables.keys.count; k++) {
            s->keys[k].stamp = 0;
        }
        for (uint32_t t = 0; t < history->txns.count; t++) {
            if (history->txns.type[t] == MNS_TXN_OK) {
                count_reads(s, t);
            }
        }
    }
    free(contended);
    free(s->keys);
    free(s->use);
    free(s->begun_then);
    free(s->txn_at);
    return room ? MINOS_OK : MINOS_ENOMEM;
}

minos_status mns_effort_measure(const mns_history *history, mns_effort *effort, bool *measured) {
    *effort = (mns_effort){.committed = history->ok, .keys = history->tables.keys.count};
    *measured = history->ok > 0 && !history->completions_only && effort->keys > 0;
    if (!*measured) {
        return MINOS_OK;
    }
    sweep s = {.history = history, .effort = effort};
    minos_status status = measure(&s);
    if (s.begun > 0) {
        uint64_t whole = s.in_flight_sum / s.begun, rest = s.in_flight_sum % s.begun;
        effort->concurrency_thousandths = whole * 1000 + rest * 1000 / s.begun;
    }
    return status;
}
