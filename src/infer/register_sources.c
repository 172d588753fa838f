/*
 * register_sources.c - orders of versions that the database gives, or that one transaction or one
 * process shows.
 *
 *   versions      x=1 {:version 3}, x=2 {:version 5}:  1 before 2
 *   transactions  the database ordered the writers
 *   wfr           r x 1, w x 2 in one transaction:  1 before 2; if not, the writer of 1 read or
 *                 overwrote something of this transaction: a G1c
 *   process       process 0 met 1, then 2:  1 before 2
 *
 * O(n log n) for the first two, O(micro-operations) for the others.
 */
#include "core/grow.h"
#include "infer/register_orders.h"

/* ---- Numbers that the database gave --------------------------------------------------------- */

typedef struct numbered {
    uint32_t key, version;
    int64_t number;
} numbered;

static int by_number(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    return (x->version > y->version) - (x->version < y->version);
}

/* True if some version of the key has two numbers, or some number two versions: then the numbers are
 * no order (detect/incompatible_versions.c reports it). `number_of` is scratch by version. */
static bool is_contradictory(const numbered *items, size_t count, int64_t *number_of) {
    bool bad = false;
    for (size_t i = 0; i < count; i++) {
        int64_t *known = &number_of[items[i].version];
        bad |= *known != MNS_NO_VERSION && *known != items[i].number;
        bad |= i > 0 && items[i - 1].number == items[i].number &&
               items[i - 1].version != items[i].version;
        *known = items[i].number;
    }
    return bad;
}

/* Chains the versions of each key by their numbers. */
static bool chain(numbered *items, size_t count, mns_source_of_order source, mns_registers *r) {
    int64_t *number_of = MNS_NEW_ARRAY(int64_t, r->count);
    if (number_of == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        number_of[v] = MNS_NO_VERSION;
    }
    if (count > 0) {
        qsort(items, count, sizeof *items, by_number);
    }
    bool good = true;
    for (size_t start = 0, end; start < count && good; start = end) {
        end = start;
        while (end < count && items[end].key == items[start].key) {
            end++;
        }
        bool bad = is_contradictory(items + start, end - start, number_of);
        for (size_t i = start + 1; i < end && good && !bad; i++) {
            good = mns_version_edge_add(r, items[i - 1].version, items[i].version, MNS_LEVEL_GIVEN,
                                        source);
        }
    }
    free(number_of);
    return good;
}

bool mns_order_by_versions(const mns_observation *o, mns_registers *r) {
    const mns_mops *mops = &o->history->tables.mops;
    if (mops->version == NULL) {
        return true;
    }
    numbered *items = MNS_NEW_ARRAY(numbered, mops->count);
    size_t count = 0;
    for (uint32_t m = 0; m < mops->count && items != NULL; m++) {
        int64_t number = mns_revealed_version(o, m);
        if (r->version[m] != MNS_NONE && number != MNS_NO_VERSION) {
            items[count++] = (numbered){mops->key[m], r->version[m], number};
        }
    }
    bool good = items != NULL && chain(items, count, MNS_BY_VERSIONS, r);
    free(items);
    return good;
}

bool mns_order_by_transactions(const mns_observation *o, const int64_t *order, mns_registers *r) {
    const mns_mops *mops = &o->history->tables.mops;
    numbered *items = MNS_NEW_ARRAY(numbered, mops->count);
    size_t count = 0;
    for (uint32_t m = 0; m < mops->count && items != NULL; m++) {
        int64_t number = order[mns_txn_of(o, m)];
        if (mops->function[m] == MNS_WRITE && r->version[m] != MNS_NONE &&
            number != MNS_NO_VERSION) {
            items[count++] = (numbered){mops->key[m], r->version[m], number};
        }
    }
    bool good = items != NULL && chain(items, count, MNS_BY_TRANSACTIONS, r);
    free(items);
    return good;
}

/* ---- What one transaction or one process shows ---------------------------------------------- */

bool mns_order_by_wfr(const mns_observation *o, mns_level level, mns_registers *r) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mops->function[m] == MNS_READ && r->partner[m] != MNS_NONE &&
            !mns_version_edge_add(r, r->version[m], r->version[r->partner[m]], level, MNS_BY_WFR)) {
            return false;
        }
    }
    return true;
}

typedef struct session {
    const mns_observation *o;
    mns_registers *r;
    mns_level level;
    uint32_t process;
    uint32_t *stamp; /* by key: 1 + the process that `last` is about */
    uint32_t *last;  /* by key: the version that an ok transaction of the process met last */
    bool good;
} session;

static void meet_in_session(void *context, uint32_t txn, uint32_t first, uint32_t last) {
    session *s = context;
    uint32_t key = s->r->key[last];
    /* What the process saw and then no more is a circle with "the initial state comes first", but
     * only a given order may say so: else the cycle of transactions says it better. */
    bool back = mns_version_is_initial(s->r, first) && s->level != MNS_LEVEL_GIVEN;
    if (s->good && s->stamp[key] == s->process + 1 && !back) {
        s->good = mns_version_edge_add(s->r, s->last[key], first, s->level, MNS_BY_PROCESS);
    }
    if (s->o->history->txns.type[txn] == MNS_TXN_OK) {
        s->stamp[key] = s->process + 1;
        s->last[key] = last;
    }
}

/* The transactions of each process, in their order: by process, then by id. NULL when out of
 * memory. */
static uint32_t *list_by_process(const mns_history *history) {
    const mns_txns *txns = &history->txns;
    uint32_t *place = MNS_NEW_ARRAY(uint32_t, (size_t)history->process_count + 1);
    uint32_t *listed = MNS_NEW_ARRAY(uint32_t, txns->count);
    if (place != NULL && listed != NULL) {
        for (uint32_t t = 0; t < txns->count; t++) {
            place[txns->process[t] + 1]++;
        }
        for (uint32_t p = 0; p < history->process_count; p++) {
            place[p + 1] += place[p];
        }
        for (uint32_t t = 0; t < txns->count; t++) {
            listed[place[txns->process[t]]++] = t;
        }
        free(place);
        return listed;
    }
    free(place);
    free(listed);
    return NULL;
}

bool mns_order_by_process(const mns_observation *o, mns_level level, mns_registers *r) {
    const mns_history *history = o->history;
    uint32_t *listed = list_by_process(history);
    session s = {.o = o,
                 .r = r,
                 .level = level,
                 .stamp = MNS_NEW_ARRAY(uint32_t, history->tables.keys.count),
                 .last = MNS_NEW_ARRAY(uint32_t, history->tables.keys.count),
                 .good = true};
    bool enough = listed != NULL && s.stamp != NULL && s.last != NULL;
    for (uint32_t i = 0; i < history->txns.count && enough && s.good; i++) {
        s.process = history->txns.process[listed[i]];
        if (mns_txn_counts(o, listed[i])) {
            mns_meetings(o, listed[i], meet_in_session, &s);
        }
    }
    free(listed);
    free(s.stamp);
    free(s.last);
    return enough && s.good;
}
