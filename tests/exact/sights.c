/*
 * sights.c - see sights.h.
 */
#include "exact/sights.h"

#include <assert.h>
#include <string.h>

/* ---- Who committed -------------------------------------------------------------------------- */

/* Commits those that a read of a committed transaction shows. False if one of them failed or does
 * not exist. */
static bool commit_shown(sights *s, const mop *read, bool *changed) {
    for (int j = 0; j < model_length(read); j++) {
        int writer = model_writer(s->m, read->key, read->list[j]);
        if (writer < 0 || s->m->txns[writer].outcome == OUTCOME_FAIL) {
            return false;
        }
        *changed |= !s->committed[writer];
        s->committed[writer] = true;
    }
    return true;
}

static bool find_committed(sights *s) {
    bool changed = datatypes[s->m->type].named;
    for (int t = 0; t < s->m->txn_count; t++) {
        outcome o = s->m->txns[t].outcome;
        s->committed[t] = changed ? o == OUTCOME_OK : o != OUTCOME_FAIL;
    }
    while (changed) {
        changed = false;
        for (int t = 0; t < s->m->txn_count; t++) {
            const txn *x = &s->m->txns[t];
            for (int i = 0; s->committed[t] && i < x->mop_count; i++) {
                if (model_shows(x, &x->mops[i]) && !commit_shown(s, &x->mops[i], &changed)) {
                    return false;
                }
            }
        }
    }
    return true;
}

static void find_writers(sights *s) {
    for (int t = 0; t < s->m->txn_count; t++) {
        for (int i = 0; s->committed[t] && i < s->m->txns[t].mop_count; i++) {
            const mop *o = &s->m->txns[t].mops[i];
            if (!o->is_read) {
                s->writes[o->key][t] = true;
            }
        }
    }
}

/* ---- What a read shows ---------------------------------------------------------------------- */

/* The writes that t makes to the key before a place, in order; returns how many. */
static int writes_of(const txn *x, int place, int key, int elements[MAX_MOPS]) {
    int count = 0;
    for (int i = 0; i < place && i < x->mop_count; i++) {
        if (!x->mops[i].is_read && x->mops[i].key == key) {
            elements[count++] = x->mops[i].element;
        }
    }
    return count;
}

static bool is_in(const int *elements, int count, int element) {
    for (int i = 0; i < count; i++) {
        if (elements[i] == element) {
            return true;
        }
    }
    return false;
}

bool sight_shows(const sight *r, int t) { return is_in(r->shown, r->shown_count, t); }

static bool read_register(const sights *s, sight *r, const mop *read) {
    int elements[MAX_MOPS];
    if (model_length(read) == 0) {
        return true;
    }
    int writer = model_writer(s->m, r->key, read->list[0]);
    int last = writes_of(&s->m->txns[writer], MAX_MOPS, r->key, elements) - 1;
    assert(last >= 0);
    if (writer != r->txn) {
        r->shown[r->shown_count++] = writer;
        return elements[last] == read->list[0];
    }
    for (int i = 0; i < r->own; i++) {
        r->kept = elements[i] == read->list[0] ? i + 1 : r->kept;
    }
    r->hides = r->kept > 0;
    return r->hides;
}

/* Of the writes of one transaction, all or, of its own, the first few must stand together, in their
 * order. at: where they begin; returns where they end, or -1. */
static int read_run(const sights *s, sight *r, const mop *read, int at) {
    int elements[MAX_MOPS];
    int writer = model_writer(s->m, r->key, read->list[at]);
    bool is_own = writer == r->txn;
    int count = writes_of(&s->m->txns[writer], is_own ? r->place : MAX_MOPS, r->key, elements);
    int length = 0;
    while (length < count && at + length < read->length &&
           read->list[at + length] == elements[length]) {
        length++;
    }
    if (is_own) {
        r->kept = length;
        return length > 0 && at + length == read->length ? read->length : -1;
    }
    if (sight_shows(r, writer)) {
        return -1;
    }
    r->shown[r->shown_count++] = writer;
    return length == count ? at + length : -1;
}

static bool read_list(const sights *s, sight *r, const mop *read) {
    int at = 0;
    while (at >= 0 && at < model_length(read)) {
        at = read_run(s, r, read, at);
    }
    return at >= 0;
}

/* How many of a transaction's writes to the key, made before the place, the read shows; -1 if these
 * are not the first of them. */
static int count_shown(const txn *x, int place, const mop *read) {
    int elements[MAX_MOPS];
    int count = writes_of(x, place, read->key, elements);
    int shown = 0;
    for (int i = 0; i < count; i++) {
        if (is_in(read->list, model_length(read), elements[i])) {
            if (shown < i) {
                return -1;
            }
            shown++;
        }
    }
    return shown;
}

static bool read_set(const sights *s, sight *r, const mop *read) {
    int explained = 0;
    for (int t = 0; t < s->m->txn_count; t++) {
        const txn *x = &s->m->txns[t];
        int elements[MAX_MOPS];
        if (!s->writes[r->key][t]) {
            continue;
        }
        int shown = count_shown(x, t == r->txn ? r->place : MAX_MOPS, read);
        if (t == r->txn) {
            r->kept = shown;
        } else if (shown > 0) {
            r->shown[r->shown_count++] = t;
            shown = shown == writes_of(x, MAX_MOPS, r->key, elements) ? shown : -1;
        }
        if (shown < 0) {
            return false;
        }
        explained += shown;
    }
    return explained == model_length(read);
}

/* Rows stand for themselves: any of them may be there. */
static bool read_rows(const sights *s, sight *r, const mop *read) {
    int elements[MAX_MOPS];
    for (int j = 0; j < model_length(read); j++) {
        int writer = model_writer(s->m, r->key, read->list[j]);
        if (writer == r->txn) {
            r->kept++;
        } else if (!sight_shows(r, writer)) {
            r->shown[r->shown_count++] = writer;
        }
    }
    for (int i = 0; i < r->shown_count; i++) {
        int count = writes_of(&s->m->txns[r->shown[i]], MAX_MOPS, r->key, elements);
        for (int j = 0; j < count; j++) {
            r->torn |= !is_in(read->list, model_length(read), elements[j]);
        }
    }
    int own = writes_of(&s->m->txns[r->txn], MAX_MOPS, r->key, elements);
    for (int j = r->own; j < own; j++) {
        if (is_in(read->list, model_length(read), elements[j])) {
            return false; /* written later */
        }
    }
    return true;
}

static bool find_sight(sights *s, int t, int i) {
    const mop *read = &s->m->txns[t].mops[i];
    int elements[MAX_MOPS];
    sight *r = &s->items[s->count++];
    *r = (sight){.txn = t, .place = i, .key = read->key};
    r->own = writes_of(&s->m->txns[t], i, read->key, elements);
    switch (s->m->type) {
    case TYPE_REGISTER: return read_register(s, r, read);
    case TYPE_LIST: return read_list(s, r, read);
    case TYPE_COUNTER: return true;
    default: return s->rows ? read_rows(s, r, read) : read_set(s, r, read);
    }
}

bool sights_find(sights *s, const model *m, exact_sets sets) {
    assert(m->txn_count <= EXACT_MOST);
    memset(s, 0, sizeof *s);
    s->m = m;
    s->rows = m->type == TYPE_SET && sets == SETS_ARE_ROWS;
    if (!find_committed(s)) {
        return false;
    }
    find_writers(s);
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; s->committed[t] && i < m->txns[t].mop_count; i++) {
            if (model_shows(&m->txns[t], &m->txns[t].mops[i]) && !find_sight(s, t, i)) {
                return false;
            }
        }
    }
    return true;
}
