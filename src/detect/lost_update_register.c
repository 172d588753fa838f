/*
 * lost_update_register.c - transactions that read the same value of a register and then wrote it.
 *
 *     T1 ok    r x 1, w x 2
 *     T2 ok    r x 1, w x 3            one of the two updates is lost
 *
 * Berenson et al. 1995, P4. One case for each version, with up to eight transactions. Only a key's
 * first read in a transaction counts, if nothing was written to the key before.
 * O(micro-operations).
 */
#include "core/grow.h"
#include "detect/detect.h"

#define LIMIT_TXNS 8

/* By external read: the first write to the key after it, in the same transaction; else MNS_NONE. */
static uint32_t *find_updates(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t *update = MNS_NEW_ARRAY(uint32_t, mops->count);
    uint32_t *read = MNS_NEW_ARRAY(uint32_t, o->history->tables.keys.count);
    for (uint32_t m = 0; m < mops->count && update != NULL && read != NULL; m++) {
        uint32_t key = mops->key[m], before = read[key]; /* 1 + the read */
        update[m] = MNS_NONE;
        if (mops->function[m] == MNS_READ) {
            bool external = o->version_graph.version[m] != MNS_NONE &&
                            o->version_graph.apart[m] != MNS_NOT_EXTERNAL;
            read[key] = external ? m + 1 : before;
        } else if (before > 0 && mns_txn_of(o, before - 1) == mns_txn_of(o, m)) {
            update[before - 1] = m;
            read[key] = 0;
        }
    }
    if (read == NULL) {
        free(update);
        update = NULL;
    }
    free(read);
    return update;
}

/* Adds a case if more than one transaction read a version and wrote the key. */
static void look_at(const mns_observation *o, const uint32_t *update, uint32_t key,
                    uint32_t version, mns_cases *cases) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t named[2 * LIMIT_TXNS], count = 0;
    for (uint32_t i = r->reader_first[version];
         i < r->reader_first[version + 1] && count < 2 * LIMIT_TXNS; i++) {
        uint32_t read = r->reader[i];
        if (update[read] != MNS_NONE && o->history->txns.type[mns_txn_of(o, read)] == MNS_TXN_OK) {
            named[count++] = read;
            named[count++] = update[read];
        }
    }
    if (count >= 4) {
        mns_cases_add(cases, MNS_A_LOST_UPDATE, key, MNS_VALUE_NONE, named, count);
    }
}

void mns_detect_lost_update_register(const mns_observation *o, mns_cases *cases) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t *update = find_updates(o);
    if (update == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        for (uint32_t v = r->first[key]; v < r->first[key + 1]; v++) {
            look_at(o, update, key, v, cases);
        }
    }
    free(update);
}
