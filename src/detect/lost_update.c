/*
 * lost_update.c - several committed transactions read the same version of a key, then wrote to it.
 *
 *     T1 ok    r x [1], append x 2
 *     T2 ok    r x [1], append x 3
 *
 * The second writer did not see the first (Berenson et al. 1995, P4). The read must come before the
 * transaction's own first append to the key: a read of own writes says nothing about others. One
 * case per key and version read, which names the first few transactions.
 */
#include "core/grow.h"
#include "core/map.h"
#include "detect/detect.h"

/* Two transactions prove it; a few more show its extent. */
#define LIMIT_NAMED 8

/* One transaction that read a version and then appended to its key. */
typedef struct update {
    uint32_t read, append;
    uint32_t next; /* the next update of the same version, or MNS_NONE */
    uint32_t last; /* of the first update of a version: the last one */
} update;

typedef struct scan {
    const mns_observation *o;
    update *items;
    size_t count, capacity;
    mns_map first; /* version read -> first update of it */
    struct {
        uint32_t stamp; /* txn + 1 */
        uint32_t read;  /* the first read of the key, MNS_NONE once an append has been counted */
    } * of_key;
} scan;

/* What was read, as one number: equal lists of a key have equal (spine, length). */
static uint64_t version_read(const mns_mops *mops, uint32_t read) {
    return mops->value[read] == 0 ? (uint64_t)1 << 63 | mops->key[read]
                                  : (uint64_t)mops->content[read] << 32 | mops->value[read];
}

static bool add_update(scan *s, uint32_t read, uint32_t append) {
    if (!MNS_GROW(s->items, s->count, s->capacity, 1)) {
        return false;
    }
    uint32_t id = (uint32_t)s->count++;
    s->items[id] = (update){.read = read, .append = append, .next = MNS_NONE, .last = id};
    uint64_t version = version_read(&s->o->history->tables.mops, read);
    uint32_t first = mns_map_get(&s->first, version);
    if (first == MNS_NONE) {
        return mns_map_add(&s->first, version, id);
    }
    s->items[s->items[first].last].next = id;
    s->items[first].last = id;
    return true;
}

static bool scan_txn(scan *s, uint32_t txn) {
    const mns_mops *mops = &s->o->history->tables.mops;
    const mns_txns *txns = &s->o->history->txns;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        uint32_t key = mops->key[m];
        bool fresh = s->of_key[key].stamp != txn + 1;
        if (fresh && (mops->function[m] == MNS_WRITE || mns_mop_is_answered(mops, m))) {
            s->of_key[key].stamp = txn + 1;
            s->of_key[key].read = mops->function[m] == MNS_WRITE ? MNS_NONE : m;
        } else if (mops->function[m] == MNS_WRITE && s->of_key[key].read != MNS_NONE) {
            if (!add_update(s, s->of_key[key].read, m)) {
                return false;
            }
            s->of_key[key].read = MNS_NONE;
        }
    }
    return true;
}

/* Cases in the order of their first transaction. */
static void add_cases(const scan *s, mns_cases *cases) {
    const mns_mops *mops = &s->o->history->tables.mops;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->items[i].last == i) {
            continue; /* alone, or not the first of its version */
        }
        uint32_t named[2 * LIMIT_NAMED], count = 0;
        for (uint32_t u = i; u != MNS_NONE && count < 2 * LIMIT_NAMED; u = s->items[u].next) {
            named[count++] = s->items[u].read;
            named[count++] = s->items[u].append;
        }
        assert(count >= 4); /* two transactions */
        mns_cases_add(cases, MNS_A_LOST_UPDATE, mops->key[s->items[i].read], MNS_VALUE_NONE, named,
                      count);
    }
}

void mns_detect_lost_update(const mns_observation *o, mns_cases *cases) {
    scan s = {.o = o};
    mns_map_init(&s.first);
    s.of_key = mns_new_array(o->history->tables.keys.count, sizeof *s.of_key);
    cases->failed |= s.of_key == NULL;
    for (uint32_t i = 0; i < o->repeated_keys.count && !cases->failed; i++) {
        if (mns_txn_counts(o, o->repeated_keys.txn[i])) {
            cases->failed |= !scan_txn(&s, o->repeated_keys.txn[i]);
        }
    }
    if (!cases->failed) {
        add_cases(&s, cases);
    }
    free(s.items);
    free(s.of_key);
    mns_map_release(&s.first);
}
