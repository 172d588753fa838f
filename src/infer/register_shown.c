/*
 * register_shown.c - finds the mops that show that one version of a register precedes another.
 *
 * Edges between versions store only their source; the mops of the few that end up in a witness are
 * found again. O(accesses of the two versions).
 */
#include "core/map.h"
#include "infer/register_orders.h"
#include "read/order_file.h"

/* The i-th access of a version, from 0: its writer, then its readers; MNS_NONE after the last. */
static uint32_t met_by(const mns_version_graph *r, uint32_t version, uint32_t i) {
    bool written = r->writer[version] != MNS_NONE;
    if (written && i == 0) {
        return r->writer[version];
    }
    uint64_t reader = (uint64_t)r->reader_first[version] + i - (written ? 1 : 0);
    return reader < r->reader_first[version + 1] ? r->reader[reader] : MNS_NONE;
}

/* Whether a mop is its transaction's last access of the key: its write, or its read if it only
 * read. */
static bool is_last(const mns_observation *o, uint32_t mop) {
    if (o->version_graph.apart[mop] == MNS_NOT_EXTERNAL) {
        return false;
    }
    return o->history->tables.mops.function[mop] == MNS_WRITE || mns_partner(o, mop) == MNS_NONE;
}

/* Whether it is the first: its read, or its write if it only wrote; a read of the initial state
 * before a write is ignored. */
static bool is_first(const mns_observation *o, uint32_t mop) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t partner = mns_partner(o, mop);
    if (partner == MNS_NONE) {
        return r->apart[mop] != MNS_NOT_EXTERNAL;
    }
    return o->history->tables.mops.function[mop] == MNS_READ
               ? !mns_version_is_initial(r, r->version[mop])
               : mns_version_is_initial(r, r->version[partner]);
}

/* A mop with the revealed number of a version: one of its accesses, or another read that shows it.
 */
static uint32_t revealed_by(const mns_observation *o, uint32_t version) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t mop;
    for (uint32_t i = 0; (mop = met_by(r, version, i)) != MNS_NONE; i++) {
        if (mns_revealed_version(o, mop) != MNS_NO_VERSION) {
            return mop;
        }
    }
    size_t other = mns_numbered_from(r, version);
    bool found = other < r->numbered_count && r->numbered[other].version == version;
    return found ? r->numbered[other].read : MNS_NONE;
}

/* When a transaction began in its process: its completion, if the history has no invocations. */
static uint32_t begin_of(const mns_history *h, uint32_t txn) {
    return h->completions_only ? h->txns.complete[txn] : h->txns.invoke[txn];
}

/* Among the ok transactions of a process whose last access is this version, the mop of the one that
 * completed first; MNS_NONE if there is none. */
static uint32_t earliest_of(const mns_observation *o, uint32_t version, uint32_t process) {
    const mns_txns *txns = &o->history->txns;
    uint32_t mop, earliest = MNS_NONE;
    for (uint32_t i = 0; (mop = met_by(&o->version_graph, version, i)) != MNS_NONE; i++) {
        uint32_t txn = mns_txn_of(o, mop);
        if (txns->process[txn] == process && txns->type[txn] == MNS_TXN_OK && is_last(o, mop) &&
            (earliest == MNS_NONE || txn < mns_txn_of(o, earliest))) {
            earliest = mop; /* ids are in order of completion */
        }
    }
    return earliest;
}

/* The same for all processes at once; false when out of memory. */
static bool list_earliest(const mns_observation *o, uint32_t version, mns_map *earliest) {
    const mns_txns *txns = &o->history->txns;
    uint32_t mop;
    for (uint32_t i = 0; (mop = met_by(&o->version_graph, version, i)) != MNS_NONE; i++) {
        uint32_t txn = mns_txn_of(o, mop), known = mns_map_get(earliest, txns->process[txn]);
        if (txns->type[txn] == MNS_TXN_OK && is_last(o, mop) &&
            (known == MNS_NONE || txn < mns_txn_of(o, known)) &&
            !mns_map_put(earliest, txns->process[txn], mop)) {
            return false;
        }
    }
    return true;
}

/* Whether there are too many pairs of accesses of the two versions to compare them all. */
static bool are_many(const mns_version_graph *r, uint32_t from, uint32_t to) {
    uint64_t before = r->reader_first[from + 1] - r->reader_first[from] + 1;
    uint64_t after = r->reader_first[to + 1] - r->reader_first[to] + 1;
    return before * after > (1 << 16);
}

/* One process accessed the first version, completed, and then accessed the second. Without memory
 * for a list of processes, comparing all pairs still gives the answer. */
static bool shown_by_process(const mns_observation *o, uint32_t from, uint32_t to, uint32_t *by,
                             uint32_t *also) {
    const mns_history *h = o->history;
    mns_map earliest;
    mns_map_init(&earliest);
    bool listed = are_many(&o->version_graph, from, to) && list_earliest(o, from, &earliest);
    bool found = false;
    for (uint32_t i = 0; !found && (*also = met_by(&o->version_graph, to, i)) != MNS_NONE; i++) {
        uint32_t txn = mns_txn_of(o, *also), process = h->txns.process[txn];
        if (!is_first(o, *also) || begin_of(h, txn) == MNS_NONE) {
            continue;
        }
        *by = listed ? mns_map_get(&earliest, process) : earliest_of(o, from, process);
        found = *by != MNS_NONE && h->txns.complete[mns_txn_of(o, *by)] < begin_of(h, txn);
    }
    mns_map_release(&earliest);
    return found;
}

/* A transaction that accessed the first version completed before one that accessed the second was
 * invoked. */
static bool shown_by_realtime(const mns_observation *o, uint32_t from, uint32_t to, uint32_t *by,
                              uint32_t *also) {
    const mns_version_graph *r = &o->version_graph;
    const mns_txns *t = &o->history->txns;
    uint32_t mop, ended = MNS_NONE, begun = 0;
    for (uint32_t i = 0; (mop = met_by(r, from, i)) != MNS_NONE; i++) {
        uint32_t txn = mns_txn_of(o, mop);
        if (t->type[txn] == MNS_TXN_OK && is_last(o, mop) && t->complete[txn] < ended) {
            ended = t->complete[txn];
            *by = mop;
        }
    }
    for (uint32_t i = 0; (mop = met_by(r, to, i)) != MNS_NONE; i++) {
        uint32_t txn = mns_txn_of(o, mop);
        if (is_first(o, mop) && t->invoke[txn] != MNS_NONE && t->invoke[txn] >= begun) {
            begun = t->invoke[txn];
            *also = mop;
        }
    }
    return *by != MNS_NONE && *also != MNS_NONE && ended < begun;
}

/* Any read of the initial state, and any access of the other version. */
static bool shown_by_initial(const mns_version_graph *r, uint32_t from, uint32_t to, uint32_t *by,
                             uint32_t *also) {
    *by = met_by(r, from, 0);
    *also = met_by(r, to, 0);
    return mns_version_is_initial(r, from) && *by != MNS_NONE && *also != MNS_NONE;
}

static bool shown_by_wfr(const mns_observation *o, uint32_t from, uint32_t to, uint32_t *by,
                         uint32_t *also) {
    *also = o->version_graph.writer[to];
    *by = *also == MNS_NONE ? MNS_NONE : mns_partner(o, *also);
    return *by != MNS_NONE && o->version_graph.version[*by] == from;
}

static bool shown_by_versions(const mns_observation *o, uint32_t from, uint32_t to, uint32_t *by,
                              uint32_t *also) {
    const mns_mops *mops = &o->history->tables.mops;
    *by = revealed_by(o, from);
    *also = revealed_by(o, to);
    return *by != MNS_NONE && *also != MNS_NONE && mops->version[*by] < mops->version[*also];
}

/* Both writers have a number in the order; MNS_NO_NUMBER (none) is less than any number. */
static bool shown_by_transactions(const mns_observation *o, uint32_t from, uint32_t to,
                                  uint32_t *by, uint32_t *also) {
    const int64_t *order = o->transaction_order;
    *by = o->version_graph.writer[from];
    *also = o->version_graph.writer[to];
    return order != NULL && *by != MNS_NONE && *also != MNS_NONE &&
           order[mns_txn_of(o, *by)] != MNS_NO_NUMBER &&
           order[mns_txn_of(o, *by)] < order[mns_txn_of(o, *also)];
}

static bool shown_by(const mns_observation *o, uint32_t from, uint32_t to,
                     mns_source_of_order source, uint32_t *by, uint32_t *also) {
    const mns_version_graph *r = &o->version_graph;
    *by = *also = MNS_NONE;
    switch (source) {
    case MNS_BY_INITIAL: return shown_by_initial(r, from, to, by, also);
    case MNS_BY_VERSIONS: return shown_by_versions(o, from, to, by, also);
    case MNS_BY_TRANSACTIONS: return shown_by_transactions(o, from, to, by, also);
    case MNS_BY_WFR: return shown_by_wfr(o, from, to, by, also);
    case MNS_BY_PROCESS: return shown_by_process(o, from, to, by, also);
    case MNS_BY_REALTIME: return shown_by_realtime(o, from, to, by, also);
    default: return false;
    }
}

bool mns_order_shown(const mns_observation *o, uint32_t from, uint32_t to, unsigned sources,
                     uint32_t *by, uint32_t *also) {
    for (int s = MNS_BY_INITIAL; s <= MNS_BY_REALTIME; s++) {
        if ((sources & 1u << s) != 0 && shown_by(o, from, to, (mns_source_of_order)s, by, also)) {
            return true;
        }
    }
    return false;
}
