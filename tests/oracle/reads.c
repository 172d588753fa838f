/*
 * reads.c - which versions explain the reads of a transaction; see oracle.h for the laws in words.
 */
#include "oracle/search.h"

int writes_before(const txn *x, int place, int key) {
    int count = 0;
    for (int i = 0; i < place; i++) {
        count += !x->mops[i].is_read && x->mops[i].key == key ? 1 : 0;
    }
    return count;
}

bool read_shows(const search *s, const txn *x, const mop *read, int base, int own) {
    const datatype_traits *type = &datatypes[s->m->type];
    int contents[SEARCH_WRITES + MAX_MOPS];
    int length = 0;
    for (int i = 0; i < base; i++) {
        length = type->apply(contents, length, s->written[read->key][i]);
    }
    for (int i = 0; own > 0; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == read->key) {
            length = type->apply(contents, length, x->mops[i].element);
            own--;
        }
    }
    return contents_are_equal(contents, length, read->list, model_length(read));
}

/* ---- One read ------------------------------------------------------------------------------- */

/* LAW_SERIAL, LAW_REPEATABLE, LAW_SNAPSHOT, LAW_PREFIX: what the snapshot holds, and what t wrote
 * itself on top of it. */
static int versions_in_snapshot(const search *s, int t, int i, int *versions) {
    const txn *x = &s->m->txns[t];
    const mop *read = &x->mops[i];
    int base = s->length[s->snapshot[t]][read->key];
    int newest = s->length[s->count][read->key];
    int own = writes_before(x, i, read->key);
    int count = 0;
    if (own > 0 && base != newest) {
        if (!datatypes[s->m->type].hides) {
            return 0;
        }
        base = newest;
    }
    int missed = s->law->kind == LAW_REPEATABLE ? own : 0;
    for (int kept = own; kept >= own - missed; kept--) {
        if (read_shows(s, x, read, base, kept)) {
            versions[count++] = base + kept;
        }
    }
    return count;
}

/* The other laws: what any beginning of the order wrote, or all of it and some of t's own. */
static int versions_in_history(const search *s, int t, int i, int *versions) {
    const txn *x = &s->m->txns[t];
    const mop *read = &x->mops[i];
    int newest = s->length[s->count][read->key];
    int own = writes_before(x, i, read->key);
    bool later = writes_before(x, x->mop_count, read->key) > own;
    bool only_own = s->law->kind == LAW_ATOMIC && own > 0;
    bool only_newest = s->law->kind == LAW_CURSOR && own == 0 && later;
    int count = 0;
    for (int n = 0; n <= s->count && !only_own; n++) {
        int base = s->length[n][read->key];
        bool again = n > 0 && base == s->length[n - 1][read->key];
        if (!again && (base == newest || !only_newest) && read_shows(s, x, read, base, 0)) {
            versions[count++] = base;
        }
    }
    for (int kept = own; kept > (only_own ? own - 1 : 0); kept--) {
        if (read_shows(s, x, read, newest, kept)) {
            versions[count++] = newest + kept;
        }
    }
    return count;
}

int read_versions(const search *s, int t, int i, int versions[SEARCH_VERSIONS]) {
    return s->law->kind <= LAW_PREFIX ? versions_in_snapshot(s, t, i, versions)
                                      : versions_in_history(s, t, i, versions);
}

/* ---- All reads of a transaction: LAW_ATOMIC -------------------------------------------------- */

/* How many writes of others a read saw, or -1 where it does not say: it is none, or own writes hide
 * them. */
static int base_of(const search *s, int t, int i) {
    const txn *x = &s->m->txns[t];
    int own = writes_before(x, i, x->mops[i].key);
    if (!model_shows(x, &x->mops[i]) || (own > 0 && datatypes[s->m->type].hides)) {
        return -1;
    }
    return s->seen[t][i] - own;
}

/* Whether a read of t that saw `base` writes to the key missed none of u's. */
static bool misses_none(const search *s, int key, int base, int u) {
    for (int i = base; i < s->length[s->count][key]; i++) {
        if (s->writer[key][i] == u) {
            return false;
        }
    }
    return true;
}

bool reads_go_together(const search *s, int t) {
    const txn *x = &s->m->txns[t];
    for (int i = 0; s->law->kind == LAW_ATOMIC && i < x->mop_count; i++) {
        int base = base_of(s, t, i);
        int key = x->mops[i].key;
        bool of_others = base > 0 && writes_before(x, i, key) == 0;
        for (int j = 0; base >= 0 && j < x->mop_count; j++) {
            int other = base_of(s, t, j);
            if (other >= 0 &&
                ((x->mops[j].key == key && other != base) ||
                 (of_others && !misses_none(s, x->mops[j].key, other, s->writer[key][base - 1])))) {
                return false;
            }
        }
    }
    return true;
}
