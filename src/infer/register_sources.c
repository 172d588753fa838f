/*
 * register_sources.c - orders of a key's versions from revealed numbers, transactions, writes that
 * follow reads, and processes.
 *
 *   versions      x=1 {:version 3}, x=2 {:version 5}:  1 before 2
 *   transactions  the database revealed an order of the writers
 *   wfr           r x 1, w x 2 in one transaction:  1 before 2; if not, the writer of 1 read or
 *                 overwrote something of this transaction: a G1c
 *   process       process 0 accessed 1, then 2:  1 before 2
 *
 * O(versions log versions) for the first two, O(accesses) for the others, and sorting the processes
 * that met the key.
 */
#include "core/grow.h"
#include "core/sort.h"
#include "infer/register_orders.h"

/* ---- Numbers that the database gave --------------------------------------------------------- */

typedef struct numbered {
    uint32_t version;
    int64_t number;
} numbered;

typedef struct numbers {
    numbered *items; /* by version of the key, from its initial state */
    uint32_t count;
    bool contradictory; /* a version has two numbers, or a number two versions: that is not an order
                         */
} numbers;

static bool numbers_init(numbers *n, const mns_key_orders *k) {
    *n = (numbers){.count = k->end - k->base};
    n->items = MNS_NEW_ARRAY(numbered, n->count);
    for (uint32_t i = 0; i < n->count && n->items != NULL; i++) {
        n->items[i] = (numbered){k->base + i, MNS_NO_VERSION};
    }
    return n->items != NULL;
}

static void note(numbers *n, uint32_t version, int64_t number) {
    if (number != MNS_NO_VERSION) {
        int64_t *known = &n->items[version - n->items[0].version].number;
        n->contradictory |= *known != MNS_NO_VERSION && *known != number;
        *known = number;
    }
}

static int by_number(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Keeps the versions that have a number, sorted by it. */
static void sort_numbers(numbers *n) {
    uint32_t kept = 0;
    bool ascending = true;
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->items[i].number != MNS_NO_VERSION) {
            n->items[kept++] = n->items[i];
            ascending &= kept < 2 || n->items[kept - 2].number < n->items[kept - 1].number;
        }
    }
    n->count = kept;
    if (!ascending) {
        qsort(n->items, n->count, sizeof *n->items, by_number);
    }
    for (uint32_t i = 1; i < n->count; i++) {
        n->contradictory |= n->items[i - 1].number == n->items[i].number;
    }
}

/* Adds an edge between successive versions, then releases the numbers. */
static bool chain(numbers *n, mns_source_of_order source, mns_key_orders *k) {
    bool good = true;
    sort_numbers(n);
    for (uint32_t i = 1; i < n->count && good && !n->contradictory; i++) {
        good = mns_version_edge_add(k, n->items[i - 1].version, n->items[i].version,
                                    MNS_CLASS_GIVEN, source);
    }
    free(n->items);
    return good;
}

/* Reads that are no accesses. */
static void note_others(numbers *n, const mns_key_orders *k) {
    const mns_version_graph *r = &k->o->version_graph;
    for (size_t i = mns_numbered_from(r, k->base);
         i < r->numbered_count && r->numbered[i].version < k->end; i++) {
        note(n, r->numbered[i].version, mns_revealed_version(k->o, r->numbered[i].read));
    }
}

bool mns_order_by_versions(mns_key_orders *k) {
    const mns_version_graph *r = &k->o->version_graph;
    numbers n;
    if (k->o->history->tables.mops.version == NULL) {
        return true;
    }
    if (!numbers_init(&n, k)) {
        return false;
    }
    for (size_t i = 0; i < k->access_count; i++) {
        uint32_t mop = k->accesses[i].mop, partner = mns_partner(k->o, mop);
        note(&n, r->version[mop], mns_revealed_version(k->o, mop));
        if (partner != MNS_NONE) {
            note(&n, r->version[partner], mns_revealed_version(k->o, partner));
        }
    }
    note_others(&n, k);
    bool good = chain(&n, MNS_BY_VERSIONS, k);
    k->contradictory = n.contradictory;
    return good;
}

bool mns_order_by_transactions(mns_key_orders *k, const int64_t *order) {
    numbers n;
    if (!numbers_init(&n, k)) {
        return false;
    }
    for (uint32_t v = k->base + 1; v < k->end; v++) {
        note(&n, v, order[mns_txn_of(k->o, k->o->version_graph.writer[v])]);
    }
    return chain(&n, MNS_BY_TRANSACTIONS, k);
}

/* ---- What one transaction or one process shows ---------------------------------------------- */

bool mns_order_by_wfr(mns_key_orders *k, mns_order_class level) {
    const mns_version_graph *r = &k->o->version_graph;
    bool good = true;
    for (uint32_t v = k->base + 1; v < k->end && good; v++) {
        uint32_t read = mns_partner(k->o, r->writer[v]);
        good = read == MNS_NONE || mns_version_edge_add(k, r->version[read], v, level, MNS_BY_WFR);
    }
    return good;
}

/* Lists the processes that accessed the key, ascending, in k->sorted: *count of them; k->by_process
 * counts the accesses of each. False when out of memory. */
static bool count_by_process(mns_key_orders *k, size_t *count) {
    const uint32_t *process = k->o->history->txns.process;
    *count = 0;
    if (!MNS_GROW(k->sorted, 0, k->sorted_capacity, k->access_count)) {
        return false;
    }
    for (size_t i = 0; i < k->access_count; i++) {
        uint32_t p = process[k->accesses[i].txn];
        if (k->by_process[p]++ == 0) {
            k->sorted[(*count)++] = p;
        }
    }
    mns_sort_u64(k->sorted, *count);
    return true;
}

/* Lists the accesses in k->listed by process, then in their order. */
static bool list_by_process(mns_key_orders *k) {
    const uint32_t *process = k->o->history->txns.process;
    size_t processes;
    uint32_t place = 0;
    if (!MNS_GROW(k->listed, 0, k->listed_capacity, k->access_count) ||
        !count_by_process(k, &processes)) {
        return false;
    }
    for (size_t i = 0; i < processes; i++) {
        uint32_t met = k->by_process[k->sorted[i]];
        k->by_process[k->sorted[i]] = place;
        place += met;
    }
    for (uint32_t i = 0; i < k->access_count; i++) {
        k->listed[k->by_process[process[k->accesses[i].txn]]++] = i;
    }
    for (size_t i = 0; i < processes; i++) {
        k->by_process[k->sorted[i]] = 0;
    }
    return true;
}

bool mns_order_by_process(mns_key_orders *k, mns_order_class level) {
    const mns_txns *txns = &k->o->history->txns;
    bool good = list_by_process(k);
    uint32_t process = MNS_NONE, last = MNS_NONE; /* the last access of its last ok transaction */
    for (size_t i = 0; i < k->access_count && good; i++) {
        const mns_access *access = &k->accesses[k->listed[i]];
        last = txns->process[access->txn] == process ? last : MNS_NONE;
        process = txns->process[access->txn];
        /* A process that saw a version and then the initial state contradicts "the initial state
         * comes first". Only a given order may report that as a cycle of versions; otherwise the
         * cycle of transactions is reported. */
        bool back = access->first == k->base && level != MNS_CLASS_GIVEN;
        if (last != MNS_NONE && !back) {
            good = mns_version_edge_add(k, last, access->first, level, MNS_BY_PROCESS);
        }
        last = txns->type[access->txn] == MNS_TXN_OK ? access->last : last;
    }
    return good;
}
