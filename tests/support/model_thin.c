/*
 * model_thin.c - removes parts of a history without changing the rest; see model.h.
 */
#include <string.h>

#include "support/model.h"

static void remove_mop(txn *x, int i) {
    x->mop_count--;
    memmove(&x->mops[i], &x->mops[i + 1], (size_t)(x->mop_count - i) * sizeof x->mops[0]);
}

static void forget_element(model *m, int key, int element) {
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            mop *o = &m->txns[t].mops[i];
            int kept = 0;
            for (int j = 0; o->is_read && o->key == key && j < o->length; j++) {
                if (o->list[j] != element) {
                    o->list[kept++] = o->list[j];
                }
            }
            o->length = o->is_read && o->key == key ? kept : o->length;
        }
    }
}

static void remove_txn(model *m, int t) {
    const txn *x = &m->txns[t];
    for (int i = 0; i < x->mop_count; i++) {
        if (!x->mops[i].is_read) {
            forget_element(m, x->mops[i].key, x->mops[i].element);
        }
    }
    m->txn_count--;
    memmove(&m->txns[t], &m->txns[t + 1], (size_t)(m->txn_count - t) * sizeof m->txns[0]);
}

static void remove_some_mop(model *m, int t, bool reads, dice *d) {
    txn *x = &m->txns[t];
    int i = x->mop_count > 0 ? dice_below(d, x->mop_count) : 0;
    if (x->mop_count == 0 || x->mops[i].is_read != reads) {
        return;
    }
    if (!reads) {
        forget_element(m, x->mops[i].key, x->mops[i].element);
    }
    remove_mop(x, i);
}

static void forget_outcome(model *m, int t, bool entirely) {
    txn *x = &m->txns[t];
    int fresh = 0;
    if (x->outcome != OUTCOME_OK) {
        return;
    }
    x->outcome = OUTCOME_INFO;
    if (!entirely || m->completions_only) {
        return;
    }
    x->outcome = OUTCOME_NONE;
    for (int other = 0; other < m->txn_count; other++) {
        fresh = m->txns[other].process >= fresh ? m->txns[other].process + 1 : fresh;
    }
    for (int other = 0; other < m->txn_count; other++) {
        if (m->txns[other].process == x->process && m->txns[other].invoke > x->invoke) {
            m->txns[other].process = fresh;
        }
    }
}

static void cut(model *m, int moment) {
    for (int t = m->txn_count - 1; t >= 0; t--) {
        txn *x = &m->txns[t];
        if (m->completions_only ? x->complete >= moment : x->invoke >= moment) {
            remove_txn(m, t);
        } else if (x->outcome != OUTCOME_NONE && x->complete >= moment) {
            x->outcome = OUTCOME_NONE;
            x->bare = false;
        }
    }
}

void model_thin(model *m, thinning how, dice *d) {
    if (m->txn_count == 0) {
        return;
    }
    int t = dice_below(d, m->txn_count);
    switch (how) {
    case THIN_READ:
    case THIN_APPEND: remove_some_mop(m, t, how == THIN_READ, d); break;
    case THIN_TXN: remove_txn(m, t); break;
    case THIN_OUTCOME: forget_outcome(m, t, dice_percent(d, 50)); break;
    default: cut(m, dice_below(d, m->event_count + 1)); break;
    }
}
