/*
 * recheck_outcomes.c - which transactions count; see recheck_facts.h.
 *
 * Ok transactions count. An info transaction counts if a counting one read a value that only it
 * wrote; then its own answered reads may prove others. Cost: O(micro-operations), and each list and
 * set that was read once.
 */
#include "core/grow.h"
#include "recheck/recheck_facts.h"

typedef struct prover {
    mns_facts *facts;
    mns_map infos;     /* (key, value) -> the info txn that is its only writer */
    uint8_t *seen_set; /* by set: it was searched */
    uint32_t *todo;    /* info transactions that count and whose reads are not yet searched */
    uint32_t todo_count;
} prover;

/* A counting transaction read the value. */
static void show(prover *p, uint32_t key, mns_value value) {
    uint32_t txn = mns_map_get(&p->infos, mns_facts_pair(key, value));
    if (txn != MNS_NONE && !p->facts->counts[txn]) {
        p->facts->counts[txn] = 1;
        p->todo[p->todo_count++] = txn;
    }
}

static void see_list(prover *p, uint32_t spine_id, uint32_t length) {
    uint32_t *seen = &p->facts->lists.seen[spine_id];
    if (length <= *seen) {
        return;
    }
    const mns_spine *spine = &p->facts->history->tables.spines.items[spine_id];
    for (uint32_t i = *seen; i < length && p->infos.count > 0; i++) {
        show(p, spine->key, spine->elements[i]);
    }
    *seen = length;
}

static void see_set(prover *p, uint32_t read) {
    const mns_tables *tables = &p->facts->history->tables;
    uint32_t count, set = tables->mops.content[read];
    const mns_value *elements = mns_mop_set(tables, read, &count);
    for (uint32_t i = 0; i < count && p->infos.count > 0 && !p->seen_set[set]; i++) {
        show(p, tables->mops.key[read], elements[i]);
    }
    if (count > 0) {
        p->seen_set[set] = 1;
    }
}

static void see_reads(prover *p, uint32_t txn) {
    const mns_history *history = p->facts->history;
    const mns_mops *mops = &history->tables.mops;
    for (uint32_t m = history->txns.first_mop[txn]; m < history->txns.first_mop[txn + 1]; m++) {
        if (!mns_mop_is_answered(mops, m)) {
            continue;
        }
        if (history->workload == MNS_LIST_APPEND && mops->value[m] > 0) {
            see_list(p, mops->content[m], mops->value[m]);
        } else if (history->workload == MNS_SET) {
            see_set(p, m);
        } else if (history->workload == MNS_RW_REGISTER) {
            show(p, mops->key[m], mops->value[m]);
        }
    }
}

/* Collects the writes of info transactions; false when out of memory. */
static bool list_infos(prover *p) {
    const mns_history *history = p->facts->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t count = 0;
    for (uint32_t t = 0; t < history->txns.count; t++) {
        if (history->txns.type[t] != MNS_TXN_INFO || history->workload == MNS_COUNTER) {
            continue;
        }
        count++;
        for (uint32_t m = history->txns.first_mop[t]; m < history->txns.first_mop[t + 1]; m++) {
            if (!mns_mop_is_read(mops, m) && mns_write_is_unique(history, m) &&
                !mns_map_add(&p->infos, mns_facts_pair(mops->key[m], mops->value[m]), t)) {
                return false;
            }
        }
    }
    p->todo = MNS_NEW_ARRAY(uint32_t, count);
    p->seen_set = MNS_NEW_ARRAY(uint8_t, history->tables.sets.count);
    return p->todo != NULL && p->seen_set != NULL;
}

bool mns_facts_prove(mns_facts *facts) {
    const mns_txns *txns = &facts->history->txns;
    prover p = {.facts = facts};
    mns_map_init(&p.infos);
    bool enough = list_infos(&p);
    for (uint32_t t = 0; t < txns->count && enough; t++) {
        if (txns->type[t] == MNS_TXN_OK) {
            facts->counts[t] = 1;
            see_reads(&p, t);
        }
    }
    while (enough && p.todo_count > 0) {
        see_reads(&p, p.todo[--p.todo_count]);
    }
    mns_map_release(&p.infos);
    free(p.seen_set);
    free(p.todo);
    return enough;
}
