/*
 * rules.c - what each law asks of an execution; see oracle.h for the laws in words.
 */
#include "oracle/search.h"

/* ---- Reads and lists ------------------------------------------------------------------------ */

static int appends_before(const txn *x, int place, int key) {
    int count = 0;
    for (int i = 0; i < place; i++) {
        count += !x->mops[i].is_read && x->mops[i].key == key ? 1 : 0;
    }
    return count;
}

/* True if the read is the first `base` elements of the list so far, then the first `own` that the
 * transaction itself appends to the key. */
static bool is_list(const search *s, const txn *x, const mop *read, int base, int own) {
    if (model_length(read) != base + own) {
        return false;
    }
    for (int i = 0; i < base; i++) {
        if (s->list[read->key][i] != read->list[i]) {
            return false;
        }
    }
    for (int i = 0, at = base; at < base + own; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == read->key &&
            x->mops[i].element != read->list[at++]) {
            return false;
        }
    }
    return true;
}

/* ---- Orders and choices --------------------------------------------------------------------- */

bool rule_orders(const search *s, int a, int b) {
    const txn *first = &s->m->txns[a];
    const txn *second = &s->m->txns[b];
    if (s->law->order == ORDER_NONE || first->outcome != OUTCOME_OK) {
        return false;
    }
    if (s->m->completions_only) { /* no real time; a process ran them as they were recorded */
        return first->process == second->process && first->complete < second->complete;
    }
    return first->complete < second->invoke &&
           (s->law->order == ORDER_REALTIME || first->process == second->process);
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
    for (int t = 0; t < s->m->txn_count; t++) {
        const txn *x = &s->m->txns[t];
        for (int i = 0; s->chosen[t] && i < x->mop_count; i++) {
            if (model_shows(x, &x->mops[i]) && !read_is_allowed(s, &x->mops[i])) {
                return false;
            }
        }
    }
    return true;
}

/* What is left of the read without what never committed is a beginning of the list, or the list is
 * one of it. */
static bool agrees_with(const search *s, const mop *read) {
    int at = 0;
    for (int i = 0; i < model_length(read) && at < s->length[s->count][read->key]; i++) {
        if (s->chosen[model_writer(s->m, read->key, read->list[i])] &&
            s->list[read->key][at++] != read->list[i]) {
            return false;
        }
    }
    return true;
}

bool rule_agrees(const search *s, int key) {
    for (int t = 0; t < s->m->txn_count; t++) {
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

/* ---- One transaction ------------------------------------------------------------------------ */

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

/* Whether t may have seen only the first `snapshot` of those placed. */
static bool snapshot_is_allowed(const search *s, int t, int snapshot) {
    for (int i = snapshot; i < s->count && s->law->kind == LAW_SNAPSHOT; i++) {
        if (rule_orders(s, s->sequence[i], t) ||
            write_the_same_key(&s->m->txns[s->sequence[i]], &s->m->txns[t])) {
            return false;
        }
    }
    return true;
}

/* One read of LAW_SERIAL, LAW_REPEATABLE, LAW_SNAPSHOT, LAW_PREFIX. */
static bool snapshot_explains(const search *s, const txn *x, int place, int snapshot) {
    const mop *read = &x->mops[place];
    int base = s->length[snapshot][read->key];
    int own = appends_before(x, place, read->key);
    if (own > 0 && base != s->length[s->count][read->key]) {
        return false;
    }
    for (int fewer = s->law->kind == LAW_REPEATABLE ? own : 0; fewer > 0; fewer--) {
        if (is_list(s, x, read, base, own - fewer)) {
            return true;
        }
    }
    return is_list(s, x, read, base, own);
}

/* One read of the laws from read-committed to consistent-view: any earlier list, or the newest and
 * some of t's own. */
static bool history_explains(const search *s, const txn *x, int place) {
    const mop *read = &x->mops[place];
    for (int n = 0; n <= s->count; n++) {
        if (is_list(s, x, read, s->length[n][read->key], 0)) {
            return true;
        }
    }
    int newest = s->length[s->count][read->key];
    for (int own = appends_before(x, place, read->key); own > 0; own--) {
        if (is_list(s, x, read, newest, own)) {
            return true;
        }
    }
    return false;
}

/* How much of a key t saw that others appended, or -1 where it did not read it. */
static int base_of(const txn *x, int key) {
    for (int i = 0; i < x->mop_count; i++) {
        if (x->mops[i].key == key && model_shows(x, &x->mops[i])) {
            return model_length(&x->mops[i]) - appends_before(x, i, key);
        }
    }
    return -1;
}

/* Whether t, having seen the version of u that ends at `base` of the key, saw all else of u. */
static bool sees_whole(const search *s, const txn *x, int key, int base) {
    int u = s->writer[key][base - 1];
    for (int k = 0; k < MAX_KEYS; k++) {
        int seen = base_of(x, k);
        for (int i = 0; seen >= 0 && i < s->length[s->count][k]; i++) {
            if (s->writer[k][i] == u && i >= seen) {
                return false;
            }
        }
    }
    return true;
}

static bool reads_are_atomic(const search *s, const txn *x) {
    for (int i = 0; i < x->mop_count; i++) {
        const mop *read = &x->mops[i];
        if (!model_shows(x, read)) {
            continue;
        }
        int own = appends_before(x, i, read->key);
        int base = base_of(x, read->key);
        bool newest = base == s->length[s->count][read->key];
        if (base < 0 || base > s->length[s->count][read->key] || (own > 0 && !newest) ||
            !is_list(s, x, read, base, own) ||
            (base > 0 && own == 0 && !sees_whole(s, x, read->key, base))) {
            return false;
        }
    }
    return true;
}

static bool every_read(const search *s, const txn *x, int snapshot) {
    for (int i = 0; i < x->mop_count; i++) {
        if (!model_shows(x, &x->mops[i])) {
            continue;
        }
        bool good = s->law->kind <= LAW_PREFIX ? snapshot_explains(s, x, i, snapshot)
                                               : history_explains(s, x, i);
        if (!good) {
            return false;
        }
    }
    return true;
}

bool rule_explains(const search *s, int t) {
    const txn *x = &s->m->txns[t];
    int oldest = s->count;
    switch (s->law->kind) {
    case LAW_UNCOMMITTED: return true; /* rule_agrees says all */
    case LAW_ATOMIC:
        if (!reads_are_atomic(s, x)) {
            return false;
        }
        break;
    case LAW_SNAPSHOT:
    case LAW_PREFIX: oldest = 0; break;
    default: break;
    }
    for (int snapshot = s->count; snapshot >= oldest; snapshot--) {
        if (snapshot_is_allowed(s, t, snapshot) && every_read(s, x, snapshot)) {
            return true;
        }
    }
    return false;
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
            int length = model_shows(x, &x->mops[i]) ? model_length(&x->mops[i]) : 0;
            if (length > 0) {
                reach[s->writer[x->mops[i].key][length - 1]] |= 1u << s->sequence[n];
            }
        }
    }
    for (int by = 0; by < ORACLE_MOST; by++) {
        for (int a = 0; a < ORACLE_MOST; a++) {
            reach[a] |= (reach[a] >> by & 1) != 0 ? reach[by] : 0;
        }
    }
}

/* True if t misses, in some read, an append of a transaction that precedes it. */
static bool misses_a_predecessor(const search *s, int t, const unsigned reach[ORACLE_MOST]) {
    const txn *x = &s->m->txns[t];
    for (int i = 0; i < x->mop_count; i++) {
        const mop *read = &x->mops[i];
        int length = model_length(read);
        if (!model_shows(x, read) || length >= s->length[s->count][read->key]) {
            continue;
        }
        int missed = s->writer[read->key][length];
        if (missed != t && (reach[missed] >> t & 1) != 0) {
            return true;
        }
    }
    return false;
}

/* True if something was appended between what t read of a key and its own first append to it. */
static bool loses_an_update(const search *s, int t) {
    const txn *x = &s->m->txns[t];
    for (int i = 0; i < x->mop_count; i++) {
        const mop *read = &x->mops[i];
        bool appends_later =
            appends_before(x, x->mop_count, read->key) > 0 && appends_before(x, i, read->key) == 0;
        if (model_shows(x, read) && appends_later &&
            s->writer[read->key][model_length(read)] != t) {
            return true;
        }
    }
    return false;
}

bool rule_allows_order(const search *s) {
    unsigned reach[ORACLE_MOST];
    if (s->law->kind == LAW_CONSISTENT_VIEW) {
        find_reach(s, reach);
    }
    for (int n = 0; n < s->count; n++) {
        int t = s->sequence[n];
        if ((s->law->kind == LAW_CONSISTENT_VIEW && misses_a_predecessor(s, t, reach)) ||
            (s->law->kind == LAW_CURSOR && loses_an_update(s, t))) {
            return false;
        }
    }
    return true;
}
