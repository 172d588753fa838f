/* recheck_facts.c - see recheck_facts.h. */
#include "explain/recheck_facts.h"

#include "core/grow.h"

static uint64_t pair(uint32_t high, uint32_t low) { return (uint64_t)high << 32 | low; }

/* ---- Questions ------------------------------------------------------------------------------ */

static bool ask(mns_questions *q, uint32_t key, mns_value element) {
    if (mns_map_get(&q->index, pair(key, element)) != MNS_NONE) {
        return true;
    }
    if (!MNS_GROW(q->yes, q->count, q->capacity, 1) ||
        !mns_map_add(&q->index, pair(key, element), q->count)) {
        return false;
    }
    q->yes[q->count++] = 0;
    return true;
}

static void affirm(mns_questions *q, uint32_t key, mns_value element) {
    uint32_t place = mns_map_get(&q->index, pair(key, element));
    if (place != MNS_NONE) {
        q->yes[place] = 1;
    }
}

bool mns_questions_answer(const mns_questions *q, uint32_t key, mns_value element) {
    uint32_t place = mns_map_get(&q->index, pair(key, element));
    return place == MNS_NONE || q->yes[place] != 0;
}

/* What each witness needs to know: the order of keys, elements never appended. */
static bool ask_all(mns_facts *facts, const mns_witnesses *witnesses) {
    uint32_t key_count = facts->history->tables.keys.count;
    bool enough = true;
    for (size_t i = 0; i < witnesses->count && enough; i++) {
        const mns_witness *w = &witnesses->items[i];
        if (w->step_count == 0 && w->anomaly == MNS_A_GARBAGE_READ) {
            enough = ask(&facts->appended, w->key, w->element);
        }
        for (uint32_t j = 0; j < w->step_count && enough; j++) {
            const mns_reason *r = &w->steps[j].reason;
            if (r->key >= key_count) {
                continue; /* process or realtime; for other kinds it will be rejected */
            }
            facts->asked[r->key] = 1;
        }
    }
    return enough;
}

/* ---- Which transactions count --------------------------------------------------------------- */

typedef struct prover {
    mns_facts *facts;
    mns_map infos;  /* (key, element) -> info txn that appends it */
    uint32_t *todo; /* info transactions just found to count, whose reads are still to be seen */
    uint32_t todo_count;
} prover;

/* A counting transaction read `length` elements of a spine. */
static void see(prover *p, uint32_t spine_id, uint32_t length) {
    uint32_t *seen = &p->facts->seen[spine_id];
    if (length <= *seen) {
        return;
    }
    const mns_spine *spine = &p->facts->history->tables.spines.items[spine_id];
    for (uint32_t i = *seen; i < length && p->infos.count > 0; i++) {
        uint32_t txn = mns_map_get(&p->infos, pair(spine->key, spine->elements[i]));
        if (txn != MNS_NONE && !p->facts->counts[txn]) {
            p->facts->counts[txn] = 1;
            p->todo[p->todo_count++] = txn;
        }
    }
    *seen = length;
}

static void see_reads(prover *p, uint32_t txn) {
    const mns_history *history = p->facts->history;
    const mns_mops *mops = &history->tables.mops;
    for (uint32_t m = history->txns.first_mop[txn]; m < history->txns.first_mop[txn + 1]; m++) {
        if (mns_mop_is_answered(mops, m) && mops->value[m] > 0) {
            see(p, mops->spine[m], mops->value[m]);
        }
    }
}

/* Lists the appends of info transactions; false when out of memory. */
static bool list_infos(prover *p) {
    const mns_history *history = p->facts->history;
    const mns_mops *mops = &history->tables.mops;
    uint32_t count = 0;
    for (uint32_t t = 0; t < history->txns.count; t++) {
        if (history->txns.type[t] != MNS_TXN_INFO) {
            continue;
        }
        count++;
        for (uint32_t m = history->txns.first_mop[t]; m < history->txns.first_mop[t + 1]; m++) {
            if (!mns_mop_is_read(mops, m) &&
                !mns_map_add(&p->infos, pair(mops->key[m], mops->value[m]), t)) {
                return false;
            }
        }
    }
    p->todo = MNS_NEW_ARRAY(uint32_t, count);
    return p->todo != NULL;
}

/* ok transactions count; so does an info one, once a counting one is found to have read an element
 * of it; then its own answered reads are as good as any and may prove others. */
static bool prove(mns_facts *facts) {
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
    free(p.todo);
    return enough;
}

/* ---- Longest lists -------------------------------------------------------------------------- */

static bool rank_spine(mns_facts *facts, uint32_t spine_id) {
    const mns_spine *spine = &facts->history->tables.spines.items[spine_id];
    uint32_t distinct = 0;
    mns_value last = MNS_VALUE_NONE;
    for (uint32_t i = 0; i < facts->seen[spine_id]; i++) {
        uint64_t id = pair(spine_id, spine->elements[i]);
        if (mns_map_get(&facts->rank, id) == MNS_NONE) {
            last = spine->elements[i];
            if (!mns_map_add(&facts->rank, id, ++distinct)) {
                return false;
            }
        }
    }
    facts->distinct[spine_id] = distinct;
    return mns_map_add(&facts->last, pair(spine->key, last), spine_id);
}

static bool rank_longest(mns_facts *facts) {
    const mns_spines *spines = &facts->history->tables.spines;
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t key = spines->items[s].key;
        if (facts->seen[s] > facts->longest[key]) {
            facts->longest[key] = facts->seen[s];
            facts->main[key] = s;
        }
    }
    for (uint32_t s = 0; s < spines->count; s++) {
        uint32_t key = spines->items[s].key;
        if (facts->asked[key] && facts->main[key] == s && !rank_spine(facts, s)) {
            return false;
        }
    }
    return true;
}

static void find_appends(mns_facts *facts) {
    const mns_mops *mops = &facts->history->tables.mops;
    for (uint32_t m = 0; m < mops->count && facts->appended.count > 0; m++) {
        if (!mns_mop_is_read(mops, m)) {
            affirm(&facts->appended, mops->key[m], mops->value[m]);
        }
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

minos_status mns_facts_derive(mns_facts *facts, const mns_history *history,
                              const mns_witnesses *witnesses) {
    const mns_tables *tables = &history->tables;
    memset(facts, 0, sizeof *facts);
    mns_map_init(&facts->rank);
    mns_map_init(&facts->last);
    mns_map_init(&facts->appended.index);
    facts->history = history;
    facts->counts = MNS_NEW_ARRAY(uint8_t, history->txns.count);
    facts->stamp = MNS_NEW_ARRAY(uint32_t, history->txns.count);
    facts->seen = MNS_NEW_ARRAY(uint32_t, tables->spines.count);
    facts->distinct = MNS_NEW_ARRAY(uint32_t, tables->spines.count);
    facts->longest = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    facts->main = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    facts->asked = MNS_NEW_ARRAY(uint8_t, tables->keys.count);
    bool enough = facts->counts != NULL && facts->stamp != NULL && facts->seen != NULL &&
                  facts->distinct != NULL && facts->longest != NULL && facts->main != NULL &&
                  facts->asked != NULL;
    for (uint32_t k = 0; k < tables->keys.count && enough; k++) {
        facts->main[k] = MNS_NONE;
    }
    enough = enough && ask_all(facts, witnesses) && prove(facts) && rank_longest(facts);
    if (!enough) {
        mns_facts_release(facts);
        return MINOS_ENOMEM;
    }
    find_appends(facts);
    return MINOS_OK;
}

void mns_facts_release(mns_facts *facts) {
    mns_map_release(&facts->rank);
    mns_map_release(&facts->last);
    mns_map_release(&facts->appended.index);
    free(facts->appended.yes);
    free(facts->counts);
    free(facts->stamp);
    free(facts->seen);
    free(facts->distinct);
    free(facts->longest);
    free(facts->main);
    free(facts->asked);
    memset(facts, 0, sizeof *facts);
}

/* ---- Looking things up ---------------------------------------------------------------------- */

uint32_t mns_facts_rank(const mns_facts *facts, uint32_t spine, mns_value element) {
    return mns_map_get(&facts->rank, pair(spine, element));
}

uint32_t mns_facts_distinct(const mns_facts *facts, uint32_t spine, uint32_t length) {
    assert(length <= facts->seen[spine]);
    if (facts->distinct[spine] == facts->seen[spine]) {
        return length; /* nothing stands in it twice, as in every sound history */
    }
    const mns_value *elements = facts->history->tables.spines.items[spine].elements;
    uint32_t most = 0;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t rank = mns_facts_rank(facts, spine, elements[i]);
        most = rank != MNS_NONE && rank > most ? rank : most;
    }
    return most;
}

bool mns_facts_is_last(const mns_facts *facts, uint32_t key, mns_value element) {
    return mns_map_get(&facts->last, pair(key, element)) != MNS_NONE;
}

bool mns_facts_in_order(const mns_facts *facts, uint32_t key, mns_value element) {
    return facts->main[key] != MNS_NONE &&
           mns_facts_rank(facts, facts->main[key], element) != MNS_NONE;
}

bool mns_facts_begins(const mns_facts *facts, uint32_t spine, uint32_t mop) {
    const mns_tables *tables = &facts->history->tables;
    uint32_t count;
    const mns_value *list = mns_mop_list(tables, mop, &count);
    if (count == 0) {
        return true;
    }
    return count <= facts->seen[spine] &&
           (tables->mops.spine[mop] == spine ||
            memcmp(list, tables->spines.items[spine].elements, count * sizeof *list) == 0);
}

bool mns_facts_owns(const mns_facts *facts, uint32_t txn, uint32_t mop) {
    const mns_txns *txns = &facts->history->txns;
    return txn < txns->count && mop >= txns->first_mop[txn] && mop < txns->first_mop[txn + 1];
}

bool mns_facts_counts(const mns_facts *facts, uint32_t mop) {
    if (mop >= facts->history->tables.mops.count) {
        return false;
    }
    uint32_t txn = facts->history->txn_of_mop[mop];
    return mns_facts_owns(facts, txn, mop) && facts->counts[txn];
}

bool mns_facts_appends(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value element) {
    const mns_mops *mops = &facts->history->tables.mops;
    return mop < mops->count && !mns_mop_is_read(mops, mop) && mops->key[mop] == key &&
           mops->value[mop] == element;
}

bool mns_facts_reads(const mns_facts *facts, uint32_t mop, uint32_t key) {
    const mns_mops *mops = &facts->history->tables.mops;
    return mop < mops->count && mns_mop_is_answered(mops, mop) && mops->key[mop] == key;
}
