/*
 * dirty_update.c - a committed append on top of a failed one.
 *
 *     T1 fail  append x 1
 *     T2 ok    append x 2
 *     T3 ok    r x [1 2]
 *
 * The committed version [1 2] contains an aborted one, so aborting T1 did not undo it (the paper,
 * section 4.1.5). Walks the order of each key: a failed append opens a case, the next one known to
 * have committed closes it; appends of unknown outcome in between belong to it.
 */
#include "core/grow.h"
#include "detect/detect.h"

typedef struct walk {
    uint32_t *named; /* the read that shows the order, then the appends of the open case */
    uint32_t count;
    size_t capacity;
} walk;

static void walk_key(const mns_observation *o, uint32_t key, walk *w, mns_cases *cases) {
    bool open = false;
    for (uint32_t p = 1; p <= mns_version_count(o, key); p++) {
        uint32_t writer = mns_version_writer(o, key, p);
        if (writer == MNS_NONE) {
            continue;
        }
        mns_outcome outcome = (mns_outcome)o->outcome[mns_txn_of(o, writer)];
        if (outcome == MNS_ABORTED && !open) {
            open = true;
            w->count = 1;
        }
        if (!open) {
            continue;
        }
        if (!MNS_GROW(w->named, w->count, w->capacity, 2)) {
            cases->failed = true;
            return;
        }
        w->named[w->count++] = writer;
        if (outcome == MNS_COMMITTED) {
            w->named[0] = mns_shown_by(o, key);
            assert(o->outcome[mns_txn_of(o, w->named[1])] == MNS_ABORTED);
            mns_cases_add(cases, MNS_A_DIRTY_UPDATE, key,
                          o->history->tables.mops.value[w->named[1]], w->named, w->count);
            open = false;
        }
    }
}

void mns_detect_dirty_update(const mns_observation *o, mns_cases *cases) {
    walk w = {.named = NULL};
    if (!o->versions.aborted) {
        return;
    }
    for (uint32_t key = 0; key < o->history->tables.keys.count && !cases->failed; key++) {
        walk_key(o, key, &w, cases);
    }
    free(w.named);
}
