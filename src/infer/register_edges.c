/* register_edges.c - edges between versions, and the versions that a transaction meets. */
#include "core/grow.h"
#include "infer/register_orders.h"

bool mns_version_edge_add(mns_registers *r, uint32_t from, uint32_t to, mns_level level,
                          mns_source_of_order source) {
    if (from == to || mns_version_is_initial(r, from)) {
        return true;
    }
    if (!MNS_GROW(r->edges, r->edge_count, r->edge_capacity, 1)) {
        return false;
    }
    r->edges[r->edge_count++] = (mns_version_edge){.from = from,
                                                   .to = to,
                                                   .lemma = MNS_NONE,
                                                   .level = (uint8_t)level,
                                                   .source = (uint8_t)source};
    return true;
}

/* By to and level; of two that say the same the one whose source comes first. */
static int by_versions(const void *a, const void *b) {
    const mns_version_edge *x = a, *y = b;
    if (x->to != y->to) {
        return x->to < y->to ? -1 : 1;
    }
    if (x->level != y->level) {
        return x->level < y->level ? -1 : 1;
    }
    if (x->source != y->source) {
        return x->source < y->source ? -1 : 1;
    }
    return (x->lemma > y->lemma) - (x->lemma < y->lemma);
}

/* Whether an edge can be used wherever the other can: levels without order are a ladder, and
 * everything up to SINGLE may be used where PROCESS or REALTIME may. */
static bool covers(const mns_version_edge *known, const mns_version_edge *edge) {
    return known->from == edge->from && known->to == edge->to &&
           (known->level == edge->level ||
            (known->level < edge->level && known->level <= MNS_LEVEL_SINGLE) ||
            (known->level < edge->level && edge->level == MNS_LEVEL_ITEM));
}

/* Sorts by from: counts, then puts each edge in its place; most versions have few, in order already. */
static bool sort_edges(mns_registers *r) {
    mns_version_edge *sorted = MNS_NEW_ARRAY(mns_version_edge, r->edge_capacity);
    uint64_t *place = MNS_NEW_ARRAY(uint64_t, (size_t)r->count + 1);
    if (sorted == NULL || place == NULL) {
        free(sorted);
        free(place);
        return false;
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        place[r->edges[e].from + 1]++;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        place[v + 1] += place[v];
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        sorted[place[r->edges[e].from]++] = r->edges[e];
    }
    for (size_t start = 0, end; start < r->edge_count; start = end) {
        bool ordered = true;
        for (end = start + 1; end < r->edge_count && sorted[end].from == sorted[start].from;
             end++) {
            ordered = ordered && by_versions(&sorted[end - 1], &sorted[end]) <= 0;
        }
        if (!ordered) {
            qsort(sorted + start, end - start, sizeof *sorted, by_versions);
        }
    }
    free(place);
    free(r->edges);
    r->edges = sorted;
    return true;
}

bool mns_version_edges_index(mns_registers *r) {
    free(r->edge_first);
    r->edge_first = MNS_NEW_ARRAY(uint64_t, (size_t)r->count + 1);
    if (r->edge_first == NULL || !sort_edges(r)) {
        return false;
    }
    size_t kept = 0;
    for (size_t i = 0; i < r->edge_count; i++) {
        /* the best edge of the pair stands first; PROCESS and REALTIME may both be needed */
        size_t pair = kept;
        while (pair > 0 && r->edges[pair - 1].from == r->edges[i].from &&
               r->edges[pair - 1].to == r->edges[i].to &&
               !covers(&r->edges[pair - 1], &r->edges[i])) {
            pair--;
        }
        bool covered = pair > 0 && covers(&r->edges[pair - 1], &r->edges[i]);
        if (!covered) {
            r->edges[kept++] = r->edges[i];
        }
    }
    r->edge_count = kept;
    for (size_t i = 0; i < kept; i++) {
        r->edge_first[r->edges[i].from + 1]++;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        r->edge_first[v + 1] += r->edge_first[v];
    }
    return true;
}

/* What an info transaction wrote and nobody saw may have been rolled back: then whoever saw something
 * else of it made a G1a. */
static bool is_open(const mns_observation *o, uint32_t version) {
    const mns_registers *r = &o->registers;
    uint32_t writer = r->writer[version];
    return writer != MNS_NONE && o->outcome[mns_txn_of(o, writer)] == MNS_PROVEN &&
           r->reader_first[version] == r->reader_first[version + 1];
}

mns_kind mns_version_edge_ww(const mns_observation *o, const mns_version_edge *edge) {
    static const mns_kind kinds[MNS_LEVEL_COUNT] = {
        [MNS_LEVEL_GIVEN] = MNS_WW,           [MNS_LEVEL_WWR] = MNS_WW_OPEN,
        [MNS_LEVEL_SINGLE] = MNS_WW_SINGLE,   [MNS_LEVEL_ITEM] = MNS_WW_ITEM,
        [MNS_LEVEL_PROCESS] = MNS_WW_PROCESS, [MNS_LEVEL_REALTIME] = MNS_WW_REALTIME};
    bool open = edge->level == MNS_LEVEL_GIVEN && (is_open(o, edge->to) || is_open(o, edge->from));
    return open ? MNS_WW_OPEN : kinds[edge->level];
}

mns_kind mns_version_edge_rw(const mns_version_edge *edge) {
    static const mns_kind kinds[MNS_LEVEL_COUNT] = {
        [MNS_LEVEL_GIVEN] = MNS_RW,           [MNS_LEVEL_WWR] = MNS_RW,
        [MNS_LEVEL_SINGLE] = MNS_RW,          [MNS_LEVEL_ITEM] = MNS_RW_ITEM,
        [MNS_LEVEL_PROCESS] = MNS_RW_PROCESS, [MNS_LEVEL_REALTIME] = MNS_RW_REALTIME};
    return kinds[edge->level];
}

void mns_meetings(const mns_observation *o, uint32_t txn, mns_meet meet, void *context) {
    const mns_registers *r = &o->registers;
    const mns_txns *txns = &o->history->txns;
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t first = txns->first_mop[txn], end = txns->first_mop[txn + 1];
    for (uint32_t m = first; m < end; m++) {
        uint32_t version = r->version[m];
        if (version == MNS_NONE) {
            continue;
        }
        if (r->partner[m] == MNS_NONE) {
            meet(context, txn, version, version);
        } else if (mops->function[m] == MNS_READ) {
            uint32_t written = r->version[r->partner[m]];
            meet(context, txn, mns_version_is_initial(r, version) ? written : version, written);
        }
    }
}
