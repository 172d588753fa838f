/*
 * register_zones.c - orders of versions from real time.
 *
 * Version u precedes v if a transaction that met u had completed before one that met v was invoked.
 * Only two moments of a version matter: when the first of those that met it completed, and when the
 * last of them was invoked:
 *
 *     u:    |--w--|    |--r--|                    ended[u]: the end of w     begun[u]: the start of r
 *     v:               |----w----|    |--r--|     ended[u] < begun[v]:  u precedes v
 *
 * (Gibbons and Korach, "Testing Shared Memories", SIAM J. Comput. 1997, call that its zone.) So the
 * versions that follow u are those begun after ended[u]: a suffix of the versions sorted by begun. Not
 * all of these edges are needed. Let w be the one of them that ended first: whatever begins after
 * that follows w, and is reached through it. What is left to draw is w and those that begin before it
 * ended, which were met at the same time. LIMIT_NEXT bounds these; what is left out only makes the
 * order less complete.
 *
 * O(versions log versions + micro-operations).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

#define LIMIT_NEXT 8

typedef struct zones {
    const mns_observation *o;
    mns_registers *r;
    uint32_t
        *ended; /* by version: first completion of an ok transaction that met it last; MNS_NONE */
    uint32_t *begun;  /* by version: 1 + last invocation of one that met it first; 0: none */
    uint32_t *sorted; /* versions of the key at hand that have begun, by that */
    uint32_t
        *least; /* beside sorted: the one from here on that ended first, and without that one */
    uint32_t *second;
    uint32_t count;
} zones;

static void meet(void *context, uint32_t txn, uint32_t first, uint32_t last) {
    zones *z = context;
    const mns_txns *txns = &z->o->history->txns;
    uint32_t invoke = txns->invoke[txn], complete = txns->complete[txn];
    if (invoke != MNS_NONE && invoke + 1 > z->begun[first]) {
        z->begun[first] = invoke + 1;
    }
    if (txns->type[txn] == MNS_TXN_OK && complete < z->ended[last]) {
        z->ended[last] = complete;
    }
}

typedef struct begun_version {
    uint32_t begun, version;
} begun_version;

static int by_begun(const void *a, const void *b) {
    const begun_version *x = a, *y = b;
    if (x->begun != y->begun) {
        return x->begun < y->begun ? -1 : 1;
    }
    return (x->version > y->version) - (x->version < y->version);
}

static uint32_t ended(const zones *z, uint32_t version) {
    return version == MNS_NONE ? MNS_NONE : z->ended[version];
}

/* Sorts the versions of a key and finds, from each on, the two that ended first. */
static void sort_key(zones *z, begun_version *scratch, uint32_t first, uint32_t end) {
    z->count = 0;
    for (uint32_t v = first; v < end; v++) {
        if (z->begun[v] > 0) {
            scratch[z->count++] = (begun_version){z->begun[v], v};
        }
    }
    if (z->count > 0) {
        qsort(scratch, z->count, sizeof *scratch, by_begun);
    }
    uint32_t least = MNS_NONE, second = MNS_NONE;
    for (uint32_t i = z->count; i > 0; i--) {
        uint32_t v = scratch[i - 1].version;
        z->sorted[i - 1] = v;
        if (ended(z, v) < ended(z, least)) {
            second = least;
            least = v;
        } else if (ended(z, v) < ended(z, second)) {
            second = v;
        }
        z->least[i - 1] = least;
        z->second[i - 1] = second;
    }
}

/* The first place whose version began after a moment. */
static uint32_t first_after(const zones *z, uint32_t moment) {
    uint32_t low = 0, high = z->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (z->begun[z->sorted[middle]] - 1 <= moment) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool add_next(const zones *z, uint32_t version, mns_level level) {
    uint32_t at = first_after(z, z->ended[version]);
    if (at == z->count) {
        return true;
    }
    uint32_t least = z->least[at] == version ? z->second[at] : z->least[at];
    bool good = true, drawn = false;
    uint32_t room = LIMIT_NEXT;
    for (; at < z->count && good && room > 0; at++) {
        uint32_t v = z->sorted[at];
        if (least != MNS_NONE && z->begun[v] - 1 > z->ended[least]) {
            break;
        }
        bool back = mns_version_is_initial(z->r, v) && level != MNS_LEVEL_GIVEN;
        if (v != version && !back) {
            good = mns_version_edge_add(z->r, version, v, level, MNS_BY_REALTIME);
            drawn |= v == least;
            room--;
        }
    }
    if (good && !drawn && least != MNS_NONE) {
        bool back = mns_version_is_initial(z->r, least) && level != MNS_LEVEL_GIVEN;
        good = back || mns_version_edge_add(z->r, version, least, level, MNS_BY_REALTIME);
    }
    return good;
}

static bool allocate(zones *z, begun_version **scratch) {
    size_t versions = z->r->count, most = 0;
    for (uint32_t k = 0; k < z->o->history->tables.keys.count; k++) {
        size_t own = z->r->first[k + 1] - z->r->first[k];
        most = own > most ? own : most;
    }
    z->ended = MNS_NEW_ARRAY(uint32_t, versions);
    z->begun = MNS_NEW_ARRAY(uint32_t, versions);
    z->sorted = MNS_NEW_ARRAY(uint32_t, most);
    z->least = MNS_NEW_ARRAY(uint32_t, most);
    z->second = MNS_NEW_ARRAY(uint32_t, most);
    *scratch = MNS_NEW_ARRAY(begun_version, most);
    return z->ended != NULL && z->begun != NULL && z->sorted != NULL && z->least != NULL &&
           z->second != NULL && *scratch != NULL;
}

bool mns_order_by_realtime(const mns_observation *o, mns_level level, mns_registers *r) {
    if (o->history->completions_only) {
        return true;
    }
    zones z = {.o = o, .r = r};
    begun_version *scratch = NULL;
    bool good = allocate(&z, &scratch);
    if (good) {
        memset(z.ended, 0xFF, r->count * sizeof *z.ended); /* MNS_NONE */
    }
    for (uint32_t t = 0; t < o->history->txns.count && good; t++) {
        if (mns_txn_counts(o, t)) {
            mns_meetings(o, t, meet, &z);
        }
    }
    for (uint32_t k = 0; k < o->history->tables.keys.count && good; k++) {
        sort_key(&z, scratch, r->first[k], r->first[k + 1]);
        for (uint32_t v = r->first[k]; v < r->first[k + 1] && good; v++) {
            good = z.ended[v] == MNS_NONE || add_next(&z, v, level);
        }
    }
    free(z.ended);
    free(z.begun);
    free(z.sorted);
    free(z.least);
    free(z.second);
    free(scratch);
    return good;
}
