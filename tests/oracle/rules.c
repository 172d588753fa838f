/*
 * rules.c - what each law asks of the transactions of an execution; see oracle.h for the laws in
 * words, and reads.c for what it asks of their reads.
 */
#include "oracle/search.h"

/* ---- Orders and choices --------------------------------------------------------------------- */

bool rule_orders(const model *m, law_order order, int a, int b) {
    const txn *first = &m->txns[a];
    const txn *second = &m->txns[b];
    if (order == ORDER_NONE || first->outcome != OUTCOME_OK) {
        return false;
    }
    if (m->completions_only) { /* no real time; a process ran them as they were recorded */
        return first->process == second->process && first->complete < second->complete;
    }
    return first->complete < second->invoke &&
           (order == ORDER_REALTIME || first->process == second->process);
}

static bool element_is_allowed(const search *s, int key, int element) {
    int writer = model_writer(s->m, key, element);
    if (writer < 0) {
        return false;
    }
    return s->chosen[writer] ||
           (s->law->kind == LAW_UNCOMMITTED && s->m->txns[writer].outcome == OUTCOME_FAIL);
}

static bool read_is_allowed(const search *s, const mop *read) {
    for (int i = 0; i < model_length(read); i++) {
        if (!element_is_allowed(s, read->key, read->list[i])) {
            return false;
        }
        for (int j = 0; j < i; j++) {
            if (read->list[i] == read->list[j]) {
                return false;
            }
        }
    }
    return true;
}

bool rule_allows_choice(const search *s) {
    bool named = datatypes[s->m->type].named;
    for (int t = 0; named && t < s->m->txn_count; t++) {
        const txn *x = &s->m->txns[t];
        for (int i = 0; s->chosen[t] && i < x->mop_count; i++) {
            if (model_shows(x, &x->mops[i]) && !read_is_allowed(s, &x->mops[i])) {
                return false;
            }
        }
    }
    return true;
}

static bool is_in(const mop *read, int element) {
    for (int i = 0; i < model_length(read); i++) {
        if (read->list[i] == element) {
            return true;
        }
    }
    return false;
}

/* Of a list or a set: what is left of the read without what never committed is a beginning of what
 * was written, or what was written so far is one of it. */
static bool agrees_with(const search *s, const mop *read) {
    int at = 0;
    for (int i = 0; i < model_length(read) && at < s->length[s->count][read->key]; i++) {
        if (s->chosen[model_writer(s->m, read->key, read->list[i])]) {
            int written = s->written[read->key][at++];
            if (s->m->type == TYPE_LIST ? written != read->list[i] : !is_in(read, written)) {
                return false;
            }
        }
    }
    return true;
}

bool rule_agrees(const search *s, int key) {
    bool shows_order = s->m->type == TYPE_LIST || (s->m->type == TYPE_SET && !has_rows(s->m));
    for (int t = 0; shows_order && t < s->m->txn_count; t++) {
        const txn *x = &s->m->txns[t];
        for (int i = 0; s->chosen[t] && i < x->mop_count; i++) {
            if (x->mops[i].key == key && model_shows(x, &x->mops[i]) &&
                !agrees_with(s, &x->mops[i])) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Snapshots ------------------------------------------------------------------------------ */

static bool write_the_same_key(const txn *a, const txn *b) {
    for (int i = 0; i < a->mop_count; i++) {
        for (int j = 0; j < b->mop_count; j++) {
            if (!a->mops[i].is_read && !b->mops[j].is_read && a->mops[i].key == b->mops[j].key) {
                return true;
            }
        }
    }
    return false;
}

bool rule_allows_snapshot(const search *s, int t, int snapshot) {
    for (int i = snapshot; i < s->count && s->law->kind == LAW_SNAPSHOT; i++) {
        if (rule_orders(s->m, s->law->order, s->sequence[i], t) ||
            (!has_rows(s->m) && write_the_same_key(&s->m->txns[s->sequence[i]], &s->m->txns[t]))) {
            return false;
        }
    }
    return true;
}

/* ---- All transactions together -------------------------------------------------------------- */

/* reach[a]: a bit for each transaction that a precedes by ww and wr, directly or not. */
static void find_reach(const search *s, unsigned reach[ORACLE_MOST]) {
    for (int t = 0; t < ORACLE_MOST; t++) {
        reach[t] = 0;
    }
    for (int k = 0; k < MAX_KEYS; k++) {
        for (int i = 1; i < s->length[s->count][k]; i++) {
            reach[s->writer[k][i - 1]] |= 1u << s->writer[k][i];
        }
    }
    for (int n = 0; n < s->count; n++) {
        const txn *x = &s->m->txns[s->sequence[n]];
        for (int i = 0; i < x->mop_count; i++) {
            int seen = model_shows(x, &x->mops[i]) ? s->seen[s->sequence[n]][i] : 0;
            if (seen > 0) {
                reach[s->writer[x->mops[i].key][seen - 1]] |= 1u << s->sequence[n];
            }
        }
    }
    for (int by = 0; by < ORACLE_MOST; by++) {
        for (int a = 0; a < ORACLE_MOST; a++) {
            reach[a] |= (reach[a] >> by & 1) != 0 ? reach[by] : 0;
        }
    }
}

/* True if t misses, in some read, a write of a transaction that precedes it. */
static bool misses_a_predecessor(const search *s, int t, const unsigned reach[ORACLE_MOST]) {
    const txn *x = &s->m->txns[t];
    for (int i = 0; i < x->mop_count; i++) {
        const mop *read = &x->mops[i];
        if (!model_shows(x, read) || s->seen[t][i] >= s->length[s->count][read->key]) {
            continue;
        }
        int missed = s->writer[read->key][s->seen[t][i]];
        if (missed != t && (reach[missed] >> t & 1) != 0) {
            return true;
        }
    }
    return false;
}

bool rule_allows_order(const search *s) {
    if (s->law->kind != LAW_CONSISTENT_VIEW) {
        return true;
    }
    if (has_rows(s->m)) {
        return rows_allow_view(s);
    }
    unsigned reach[ORACLE_MOST];
    find_reach(s, reach);
    for (int n = 0; n < s->count; n++) {
        if (misses_a_predecessor(s, s->sequence[n], reach)) {
            return false;
        }
    }
    return true;
}
