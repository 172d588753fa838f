/* recheck_facts.c - see recheck_facts.h. */
#include "recheck/recheck_facts.h"

#include "core/grow.h"

/* ---- Questions ------------------------------------------------------------------------------ */

static bool ask(mns_questions *q, uint32_t key, mns_value value) {
    if (mns_map_get(&q->index, mns_facts_pair(key, value)) != MNS_NONE) {
        return true;
    }
    if (!MNS_GROW(q->yes, q->count, q->capacity, 1) ||
        !mns_map_add(&q->index, mns_facts_pair(key, value), q->count)) {
        return false;
    }
    q->yes[q->count++] = 0;
    return true;
}

void mns_questions_affirm(mns_questions *q, uint32_t key, mns_value value) {
    uint32_t place = mns_map_get(&q->index, mns_facts_pair(key, value));
    if (place != MNS_NONE) {
        q->yes[place] = 1;
    }
}

bool mns_questions_answer(const mns_questions *q, uint32_t key, mns_value value, bool otherwise) {
    uint32_t place = mns_map_get(&q->index, mns_facts_pair(key, value));
    return place == MNS_NONE ? otherwise : q->yes[place] != 0;
}

bool mns_questions_has(const mns_questions *q, uint32_t key, mns_value value) {
    return mns_map_get(&q->index, mns_facts_pair(key, value)) != MNS_NONE;
}

static void find_writes(mns_facts *facts) {
    const mns_mops *mops = &facts->history->tables.mops;
    for (uint32_t m = 0; m < mops->count && facts->written.count > 0; m++) {
        if (!mns_mop_is_read(mops, m)) {
            mns_questions_affirm(&facts->written, mops->key[m], mops->value[m]);
        }
    }
}

/* Registers. */
static void find_seen(mns_facts *facts) {
    const mns_mops *mops = &facts->history->tables.mops;
    for (uint32_t m = 0; m < mops->count && facts->seen.count > 0; m++) {
        uint32_t key = mops->key[m];
        mns_value value = mops->value[m];
        if (!mns_mop_is_answered(mops, m) || !mns_questions_has(&facts->seen, key, value) ||
            !mns_facts_counts(facts, m)) {
            continue;
        }
        uint32_t write = mns_history_writer(facts->history, key, value);
        if (write < MNS_AMBIGUOUS &&
            facts->history->txn_of_mop[write] != facts->history->txn_of_mop[m]) {
            mns_questions_affirm(&facts->seen, key, value);
        }
    }
}

/* ---- Facts that the witnesses need ---------------------------------------------------------- */

typedef struct needs {
    bool keys, positions, times, commits; /* sums of counters, by key, order, revealed times */
} needs;

/* When do reads of the key begin, and what do they return? Lists and sets: do they contain it? */
static bool ask_lost_write(mns_facts *facts, const mns_witness *w) {
    bool adds = facts->history->workload == MNS_LIST_APPEND || facts->history->workload == MNS_SET;
    if (w->key < facts->history->tables.keys.count) {
        facts->reads.asked[w->key] = 1;
        facts->reads.any = true;
    }
    return !adds || ask(&facts->later, w->key, w->element);
}

/* Adds the questions of one case; false when out of memory. */
static bool ask_case(mns_facts *facts, const mns_witness *w, needs *need) {
    bool counter = facts->history->workload == MNS_COUNTER;
    bool timed = w->anomaly == MNS_A_G_SIA || w->anomaly == MNS_A_G_SIB;
    need->keys = need->keys || counter;
    need->times = need->times || timed;
    need->commits = need->commits || (counter && timed);
    need->positions = need->positions || (counter && mns_anomaly_order(w->anomaly) != 0);
    if (timed && w->key < facts->history->tables.keys.count) {
        facts->lists.asked[w->key] = 1;
    }
    if (w->anomaly == MNS_A_GARBAGE_READ && !counter) {
        return ask(&facts->written, w->key, w->element);
    }
    return w->anomaly != MNS_A_LOST_WRITE || ask_lost_write(facts, w);
}

/* Adds the questions of one step: the order of its key; for registers, whether the versions of a ww
 * were read by another transaction. */
static bool ask_step(mns_facts *facts, const mns_reason *r) {
    if (r->key >= facts->history->tables.keys.count) {
        return true; /* process or realtime; other kinds are rejected later */
    }
    facts->lists.asked[r->key] = 1;
    return facts->history->workload != MNS_RW_REGISTER || r->kind != MNS_WW ||
           (ask(&facts->seen, r->key, r->value) && ask(&facts->seen, r->key, r->next));
}

static bool ask_all(mns_facts *facts, const mns_witnesses *witnesses, needs *need) {
    bool enough = true;
    for (size_t i = 0; i < witnesses->count && enough; i++) {
        const mns_witness *w = &witnesses->items[i];
        need->keys = need->keys || facts->history->workload == MNS_COUNTER;
        enough = w->step_count > 0 || ask_case(facts, w, need);
        for (uint32_t j = 0; j < w->step_count && enough; j++) {
            enough = ask_step(facts, &w->steps[j].reason);
        }
        for (uint32_t d = 0; d < w->derivation_count && enough; d++) {
            for (uint32_t j = 0; j < w->derivations[d].step_count && enough; j++) {
                enough = ask_step(facts, &w->derivations[d].steps[j]);
            }
        }
    }
    return enough;
}

/* Ignores the times of a transaction that committed before it started. */
static bool find_times(mns_facts *facts) {
    const mns_txns *txns = &facts->history->txns;
    facts->start = MNS_NEW_ARRAY(int64_t, txns->count);
    facts->commit = MNS_NEW_ARRAY(int64_t, txns->count);
    if (facts->start == NULL || facts->commit == NULL) {
        return false;
    }
    for (uint32_t t = 0; t < txns->count; t++) {
        int64_t start = txns->start_ts == NULL ? MNS_NO_TIMESTAMP : txns->start_ts[t];
        int64_t commit = txns->commit_ts == NULL ? MNS_NO_TIMESTAMP : txns->commit_ts[t];
        bool means = start == MNS_NO_TIMESTAMP || commit == MNS_NO_TIMESTAMP || start <= commit;
        facts->start[t] = means && facts->counts[t] ? start : MNS_NO_TIMESTAMP;
        facts->commit[t] = means && facts->counts[t] ? commit : MNS_NO_TIMESTAMP;
    }
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool allocate(mns_facts *facts) {
    const mns_tables *tables = &facts->history->tables;
    mns_list_facts *lists = &facts->lists;
    facts->counts = MNS_NEW_ARRAY(uint8_t, facts->history->txns.count);
    facts->stamp = MNS_NEW_ARRAY(uint32_t, facts->history->txns.count);
    lists->seen = MNS_NEW_ARRAY(uint32_t, tables->spines.count);
    lists->distinct = MNS_NEW_ARRAY(uint32_t, tables->spines.count);
    lists->longest = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    lists->main = MNS_NEW_ARRAY(uint32_t, tables->keys.count);
    lists->asked = MNS_NEW_ARRAY(uint8_t, tables->keys.count);
    facts->reads.asked = MNS_NEW_ARRAY(uint8_t, tables->keys.count);
    bool enough = facts->counts != NULL && facts->stamp != NULL && lists->seen != NULL &&
                  lists->distinct != NULL && lists->longest != NULL && lists->main != NULL &&
                  lists->asked != NULL && facts->reads.asked != NULL;
    for (uint32_t k = 0; k < tables->keys.count && enough; k++) {
        lists->main[k] = MNS_NONE;
    }
    return enough;
}

minos_status mns_facts_derive(mns_facts *facts, const mns_history *history,
                              const mns_assumptions *assumptions, const mns_witnesses *witnesses) {
    memset(facts, 0, sizeof *facts);
    mns_map_init(&facts->lists.rank);
    mns_map_init(&facts->lists.last);
    mns_map_init(&facts->written.index);
    mns_map_init(&facts->later.index);
    mns_map_init(&facts->seen.index);
    facts->history = history;
    facts->assumptions = assumptions;
    needs need = {false, false, false, false};
    bool enough =
        allocate(facts) && ask_all(facts, witnesses, &need) && mns_facts_prove(facts) &&
        mns_facts_order(facts) && mns_facts_contest(facts) && (!need.times || find_times(facts)) &&
        (!need.keys || mns_increments_by_key(&facts->sums, history)) &&
        (!need.positions || mns_increments_by_position(&facts->sums, history)) &&
        (!need.commits || mns_increments_by_commit(&facts->sums, history, facts->commit)) &&
        mns_facts_find_reads(facts) && mns_facts_find_later(facts);
    if (!enough) {
        mns_facts_release(facts);
        return MINOS_ENOMEM;
    }
    find_writes(facts);
    find_seen(facts);
    return MINOS_OK;
}

void mns_facts_release(mns_facts *facts) {
    mns_map_release(&facts->lists.rank);
    mns_map_release(&facts->lists.last);
    mns_map_release(&facts->written.index);
    mns_map_release(&facts->later.index);
    mns_map_release(&facts->seen.index);
    mns_increments_release(&facts->sums);
    free(facts->reads.asked);
    free(facts->reads.entries);
    free(facts->written.yes);
    free(facts->later.yes);
    free(facts->seen.yes);
    free(facts->start);
    free(facts->commit);
    free(facts->derived);
    free(facts->counts);
    free(facts->stamp);
    free(facts->lists.seen);
    free(facts->lists.distinct);
    free(facts->lists.longest);
    free(facts->lists.main);
    free(facts->lists.asked);
    free(facts->lists.contested);
    memset(facts, 0, sizeof *facts);
}
