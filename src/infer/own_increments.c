/* own_increments.c - see own_increments.h. */
#include "infer/own_increments.h"

#include "core/grow.h"

/* What a transaction did to a key so far; valid only for the transaction in `stamp`. */
struct mns_own_key {
    uint32_t stamp; /* txn + 1 */
    uint32_t item;  /* MNS_NONE: it has not read the key yet */
    mns_span before;
};

static uint32_t longest_txn(const mns_txns *txns) {
    uint32_t longest = 0;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t length = txns->first_mop[txn + 1] - txns->first_mop[txn];
        longest = length > longest ? length : longest;
    }
    return longest;
}

bool mns_own_scan_init(mns_own_scan *scan, const mns_observation *o) {
    memset(scan, 0, sizeof *scan);
    scan->items = MNS_NEW_ARRAY(mns_own, longest_txn(&o->history->txns));
    scan->of_key = MNS_NEW_ARRAY(struct mns_own_key, o->history->tables.keys.count);
    return scan->items != NULL && scan->of_key != NULL;
}

void mns_own_scan_release(mns_own_scan *scan) {
    free(scan->items);
    free(scan->of_key);
    memset(scan, 0, sizeof *scan);
}

static void add_after(mns_own *own, uint32_t mop, int64_t number) {
    uint32_t *next = number < 0 ? &own->next_low : &own->next_high;
    *next = *next == MNS_NONE && number != 0 ? mop : *next;
    own->after = mns_span_add(own->after, number);
}

void mns_own_scan_txn(mns_own_scan *scan, const mns_observation *o, uint32_t txn) {
    const mns_tables *tables = &o->history->tables;
    const mns_txns *txns = &o->history->txns;
    assert(mns_txn_counts(o, txn));
    scan->count = 0;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        struct mns_own_key *k = &scan->of_key[tables->mops.key[m]];
        if (k->stamp != txn + 1) {
            *k = (struct mns_own_key){.stamp = txn + 1, .item = MNS_NONE};
        }
        if (o->counters.role[m] >= MNS_ROLE_OWN) {
            k->item = scan->count;
            scan->items[scan->count++] = (mns_own){
                .read = m, .before = k->before, .next_low = MNS_NONE, .next_high = MNS_NONE};
        } else if (tables->mops.function[m] == MNS_WRITE && k->item != MNS_NONE) {
            add_after(&scan->items[k->item], m, mns_mop_number(tables, m));
        } else if (tables->mops.function[m] == MNS_WRITE) {
            k->before = mns_span_add(k->before, mns_mop_number(tables, m));
        }
    }
}
