/*
 * model_shrink.c - shrinks a history that shows a failure; see model.h.
 *
 * Removes transactions, then micro-operations, then elements of reads, one at a time, as
 * long as something can be removed. For tiny histories only: it starts over after each
 * success.
 */
#include <stdlib.h>
#include <string.h>

#include "support/model.h"

static void copy(model *to, const model *from) {
    memcpy(to->txns, from->txns, (size_t)from->txn_count * sizeof from->txns[0]);
    to->txn_count = from->txn_count;
    to->event_count = from->event_count;
    to->completions_only = from->completions_only;
    to->type = from->type;
    to->assume = from->assume;
}

static void remove_txn(model *m, int t) {
    m->txn_count--;
    memmove(&m->txns[t], &m->txns[t + 1], (size_t)(m->txn_count - t) * sizeof m->txns[0]);
}

static void remove_mop(txn *x, int i) {
    x->mop_count--;
    memmove(&x->mops[i], &x->mops[i + 1], (size_t)(x->mop_count - i) * sizeof x->mops[0]);
}

static void remove_element(mop *o, int j) {
    o->length--;
    memmove(&o->list[j], &o->list[j + 1], (size_t)(o->length - j) * sizeof o->list[0]);
}

/* Applies the n-th possible removal to `m`; false past the last. */
static bool remove_something(model *m, int n) {
    if (n < m->txn_count) {
        remove_txn(m, n);
        return true;
    }
    n -= m->txn_count;
    for (int t = 0; t < m->txn_count; t++) {
        if (n < m->txns[t].mop_count) {
            remove_mop(&m->txns[t], n);
            return true;
        }
        n -= m->txns[t].mop_count;
    }
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            mop *o = &m->txns[t].mops[i];
            int length = o->is_read ? o->length : 0;
            if (n < length) {
                remove_element(o, n);
                return true;
            }
            n -= length;
        }
    }
    return false;
}

void model_shrink(model *m, bool (*keeps)(const model *m, const void *context),
                  const void *context) {
    model *smaller = calloc(1, sizeof *smaller);
    if (smaller == NULL) {
        abort();
    }
    for (int n = 0;; n++) {
        copy(smaller, m);
        if (!remove_something(smaller, n)) {
            break;
        }
        if (keeps(smaller, context)) {
            copy(m, smaller);
            n = -1;
        }
    }
    free(smaller);
}
