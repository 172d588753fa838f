/*
 * observed.c - how much of a history its own reads show; see oracle.h.
 */
#include "oracle/oracle.h"

/* known[t]: ok, or seen by a known one. */
static void find_known(const model *m, bool *known) {
    bool changed = true;
    for (int t = 0; t < m->txn_count; t++) {
        known[t] = m->txns[t].outcome == OUTCOME_OK;
    }
    while (changed) {
        changed = false;
        for (int t = 0; t < m->txn_count; t++) {
            const txn *x = &m->txns[t];
            for (int i = 0; known[t] && i < x->mop_count; i++) {
                int length = model_shows(x, &x->mops[i]) ? model_length(&x->mops[i]) : 0;
                for (int j = 0; j < length; j++) {
                    int writer = model_writer(m, x->mops[i].key, x->mops[i].list[j]);
                    if (writer >= 0 && !known[writer] && m->txns[writer].outcome != OUTCOME_FAIL) {
                        known[writer] = true;
                        changed = true;
                    }
                }
            }
        }
    }
}

static bool is_seen(const model *m, const bool *known, int key, int element) {
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; known[t] && i < x->mop_count; i++) {
            const mop *read = &x->mops[i];
            for (int j = 0; model_shows(x, read) && j < model_length(read); j++) {
                if (read->key == key && read->list[j] == element) {
                    return true;
                }
            }
        }
    }
    return false;
}

bool model_is_observed(const model *m) {
    bool known[MAX_TXNS];
    find_known(m, known);
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; known[t] && i < m->txns[t].mop_count; i++) {
            const mop *o = &m->txns[t].mops[i];
            if (!o->is_read && !is_seen(m, known, o->key, o->element)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_beginning(const mop *a, const mop *b) {
    for (int i = 0; i < model_length(a); i++) {
        if (i >= model_length(b) || a->list[i] != b->list[i]) {
            return false;
        }
    }
    return true;
}

/* True if the read shows known appends only, and agrees with every other read of the key. */
static bool is_coherent(const model *m, const bool *known, const mop *read) {
    for (int i = 0; i < model_length(read); i++) {
        int writer = model_writer(m, read->key, read->list[i]);
        if (writer >= 0 && !known[writer]) {
            return false;
        }
    }
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; known[t] && i < x->mop_count; i++) {
            const mop *other = &x->mops[i];
            if (model_shows(x, other) && other->key == read->key && !is_beginning(read, other) &&
                !is_beginning(other, read)) {
                return false;
            }
        }
    }
    return true;
}

bool model_is_coherent(const model *m) {
    bool known[MAX_TXNS];
    find_known(m, known);
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; known[t] && i < x->mop_count; i++) {
            if (model_shows(x, &x->mops[i]) && !is_coherent(m, known, &x->mops[i])) {
                return false;
            }
        }
    }
    return true;
}

/* The place of an append among the micro-operations of the history. */
static int place_of(const model *m, int key, int element) {
    int t = model_writer(m, key, element);
    int i = 0;
    while (t >= 0 && (m->txns[t].mops[i].is_read || m->txns[t].mops[i].key != key ||
                      m->txns[t].mops[i].element != element)) {
        i++;
    }
    return t * MAX_MOPS + i;
}

static bool is_in_program_order(const model *m, const mop *read) {
    for (int i = 0; i < model_length(read); i++) {
        int place = place_of(m, read->key, read->list[i]);
        for (int j = 0; j < i; j++) {
            int earlier = place_of(m, read->key, read->list[j]);
            if (earlier / MAX_MOPS == place / MAX_MOPS && earlier > place) {
                return false;
            }
        }
    }
    return true;
}

bool model_is_in_program_order(const model *m) {
    bool known[MAX_TXNS];
    find_known(m, known);
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; known[t] && i < x->mop_count; i++) {
            if (model_shows(x, &x->mops[i]) && !is_in_program_order(m, &x->mops[i])) {
                return false;
            }
        }
    }
    return true;
}

/* ---- Contested keys ------------------------------------------------------------------------- */

static bool shows(const mop *read, int before, int element) {
    for (int i = 0; i < before; i++) {
        if (read->list[i] == element) {
            return true;
        }
    }
    return false;
}

/* True if the read shows an append of a known transaction, and not before it all that the
 * transaction had appended to the key by then. */
static bool leaves_out(const model *m, const bool *known, const mop *read) {
    for (int i = 0; i < model_length(read); i++) {
        int t = model_writer(m, read->key, read->list[i]);
        const txn *x = t >= 0 && known[t] ? &m->txns[t] : NULL;
        for (int j = 0; x != NULL && j < x->mop_count; j++) {
            const mop *append = &x->mops[j];
            if (append->is_read || append->key != read->key) {
                continue;
            }
            if (append->element == read->list[i]) {
                break;
            }
            if (!shows(read, i, append->element)) {
                return true;
            }
        }
    }
    return false;
}

/* True if another known read of the key is neither a beginning of this one nor begins with it. */
static bool is_contradicted(const model *m, const bool *known, const mop *read) {
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; known[t] && i < x->mop_count; i++) {
            const mop *other = &x->mops[i];
            if (model_shows(x, other) && other->key == read->key && !is_beginning(read, other) &&
                !is_beginning(other, read)) {
                return true;
            }
        }
    }
    return false;
}

bool model_drop_contested(model *m) {
    bool known[MAX_TXNS], after[MAX_TXNS], contested[MAX_KEYS] = {false};
    bool any = false, same = true;
    find_known(m, known);
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; known[t] && i < x->mop_count; i++) {
            const mop *o = &x->mops[i];
            if (model_shows(x, o) && (is_contradicted(m, known, o) || leaves_out(m, known, o))) {
                contested[o->key] = any = true;
            }
        }
    }
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            mop *o = &m->txns[t].mops[i];
            o->answered = o->answered && !(o->is_read && contested[o->key]);
        }
    }
    find_known(m, after);
    for (int t = 0; t < m->txn_count; t++) {
        same = same && known[t] == after[t];
    }
    return any && same;
}
