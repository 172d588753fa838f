/*
 * counters.c - see counters.h.
 *
 * O(n log n) in the micro-operations, for sorting the reads of each key by sum.
 */
#include "infer/counters.h"

#include "core/grow.h"
#include "infer/outcomes.h"

/* A sum does not show which increments it consists of. */
static void see_nothing(void *context, mns_outcomes *outcomes, uint32_t read) {
    (void)context;
    (void)outcomes;
    (void)read;
}

static void add_up(const mns_observation *o, mns_counters *c) {
    const mns_tables *tables = &o->history->tables;
    memset(c->grows, 1, tables->keys.count);
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        if (tables->mops.function[m] != MNS_WRITE) {
            continue;
        }
        uint32_t key = tables->mops.key[m];
        int64_t number = mns_mop_number(tables, m);
        c->all[key] = mns_span_add(c->all[key], number);
        if (o->outcome[mns_txn_of(o, m)] != MNS_ABORTED) {
            c->not_aborted[key] = mns_span_add(c->not_aborted[key], number);
        }
        c->grows[key] = c->grows[key] && number > 0;
    }
}

/* What a transaction did to a key so far. Valid while stamp is the transaction's. */
typedef struct deeds {
    uint32_t stamp; /* txn + 1 */
    bool read, incremented;
} deeds;

static void find_roles(const mns_observation *o, deeds *of_key, uint8_t *role) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t txn = mns_txn_of(o, m);
        if (!mns_txn_counts(o, txn)) {
            continue;
        }
        deeds *d = &of_key[mops->key[m]];
        if (d->stamp != txn + 1) {
            *d = (deeds){.stamp = txn + 1};
        }
        if (mops->function[m] == MNS_WRITE) {
            d->incremented = true;
        } else if (mns_mop_is_answered(mops, m)) {
            role[m] = d->incremented ? MNS_ROLE_OWN : MNS_ROLE_FIRST;
            if (d->read) {
                role[m] = MNS_ROLE_LATER;
            }
            d->read = true;
        }
    }
}

typedef struct sum_read {
    int64_t sum;
    uint32_t mop;
} sum_read;

static int by_sum(const void *a, const void *b) {
    const sum_read *x = a, *y = b;
    if (x->sum != y->sum) {
        return x->sum < y->sum ? -1 : 1;
    }
    return (x->mop > y->mop) - (x->mop < y->mop);
}

static bool is_ordered(const mns_observation *o, uint32_t mop) {
    const mns_counters *c = &o->counters;
    return c->role[mop] >= MNS_ROLE_OWN && c->grows[o->history->tables.mops.key[mop]] != 0;
}

/* Fills read and read_first: by key first, then each key's by sum. */
static minos_status sort_reads(mns_observation *o) {
    const mns_tables *tables = &o->history->tables;
    mns_counters *c = &o->counters;
    uint32_t keys = tables->keys.count;
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        c->read_first[tables->mops.key[m] + 1] += is_ordered(o, m);
    }
    for (uint32_t key = 0; key < keys; key++) {
        c->read_first[key + 1] += c->read_first[key];
    }
    uint32_t count = c->read_first[keys];
    c->read = MNS_NEW_ARRAY(uint32_t, count);
    sum_read *reads = MNS_NEW_ARRAY(sum_read, count);
    if (c->read == NULL || reads == NULL) {
        free(reads);
        return MINOS_ENOMEM;
    }
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        if (is_ordered(o, m)) {
            reads[c->read_first[tables->mops.key[m]]++] =
                (sum_read){.sum = mns_mop_number(tables, m), .mop = m};
        }
    }
    /* Filling moved each offset to the next key's; move them back. */
    memmove(c->read_first + 1, c->read_first, keys * sizeof *c->read_first);
    c->read_first[0] = 0;
    for (uint32_t key = 0; key < keys; key++) {
        uint32_t first = c->read_first[key];
        qsort(reads + first, c->read_first[key + 1] - first, sizeof *reads, by_sum);
    }
    for (uint32_t i = 0; i < count; i++) {
        c->read[i] = reads[i].mop;
    }
    free(reads);
    return MINOS_OK;
}

minos_status mns_infer_counters(mns_observation *o) {
    uint32_t keys = o->history->tables.keys.count;
    mns_counters *c = &o->counters;
    minos_status status = mns_outcomes_find(o, see_nothing, NULL);
    deeds *of_key = MNS_NEW_ARRAY(deeds, keys);
    c->role = MNS_NEW_ARRAY(uint8_t, o->history->tables.mops.count);
    c->all = MNS_NEW_ARRAY(mns_span, keys);
    c->not_aborted = MNS_NEW_ARRAY(mns_span, keys);
    c->grows = MNS_NEW_ARRAY(uint8_t, keys);
    c->read_first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 1);
    if (of_key == NULL || c->role == NULL || c->all == NULL || c->not_aborted == NULL ||
        c->grows == NULL || c->read_first == NULL) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK) {
        add_up(o, c);
        find_roles(o, of_key, c->role);
        status = sort_reads(o);
    }
    free(of_key);
    return status;
}

void mns_counters_release(mns_counters *counters) {
    free(counters->role);
    free(counters->all);
    free(counters->not_aborted);
    free(counters->grows);
    free(counters->read_first);
    free(counters->read);
    memset(counters, 0, sizeof *counters);
}
