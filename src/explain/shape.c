/*
 * shape.c - well-known names; see shape.h.
 *
 *   dirty write                 T1 -ww-> T2 -ww-> T1
 *   circular information flow   ww and wr only
 *   lost update                 T1 -rw x-> T2 -ww x-> T1, or rw x both ways
 *   intermediate read           T1 -rw x-> T2 -wr x-> T1, both by one read of T1
 *   non-repeatable read         the same by two reads of T1, the newer state after the older
 *   read skew                   one rw, the rest ww and wr, over two keys or more
 *   write skew                  T1 -rw x-> T2 -rw y-> T1
 *   long fork                   T1 -rw x-> T2 -wr x-> T3 -rw y-> T4 -wr y-> T1
 *   stale read                  T1 -rw-> T2 ... -realtime-> T1: what T1 missed was already done
 *   read-your-writes violation  T1 -rw-> T2 -process-> T1
 *   monotonic read violation    T1 -rw x-> T2 -wr x-> T3 -process-> T1
 *   monotonic write violation   T1 -ww-> T2 -process-> T1
 *
 * Adds to a set do not overwrite each other, so there are no lost updates among them. Where each
 * element is a row (the anomalies without -item), each is an object of its own:
 *
 *   phantom                     T1 -rw x-> T2 -wr x-> T1, by two reads of T1, the newer state after
 *                               the older
 *   write skew                  T1 -rw x-> T2 -rw x-> T1
 *
 * The steps of counters lead from read to read, the second of which saw more:
 *
 *   long fork                   T1 -rw x-> T2 -rw y-> T1
 *   monotonic read violation    T1 -rw-> T2 -process-> T1
 *
 * Only cycles of exactly these shapes have a name. Names: Berenson et al. (1995) for the skews and
 * lost update, Terry et al. (1994) for the session guarantees.
 */
#include "explain/shape.h"

static const mns_reason *reason(const mns_witness *w, uint32_t i) {
    assert(i < w->step_count);
    return &w->steps[i].reason;
}

/* The kinds of the first steps, then only steps of `rest` (at least one; 0: nothing follows). */
static bool is_shaped(const mns_witness *w, const mns_kind *kinds, uint32_t count, int rest) {
    if (rest == 0 ? w->step_count != count : w->step_count <= count) {
        return false;
    }
    for (uint32_t i = 0; i < w->step_count; i++) {
        if ((int)reason(w, i)->kind != (i < count ? (int)kinds[i] : rest)) {
            return false;
        }
    }
    return true;
}
#define IS_SHAPED(w, rest, ...)                                                                    \
    is_shaped((w), (const mns_kind[]){__VA_ARGS__},                                                \
              (uint32_t)MNS_COUNT_OF(((const mns_kind[]){__VA_ARGS__})), (rest))

static bool same_key(const mns_witness *w, uint32_t i, uint32_t j) {
    return reason(w, i)->key == reason(w, j)->key;
}

static bool has_two_keys(const mns_witness *w) {
    for (uint32_t i = 1; i < w->step_count; i++) {
        if (!same_key(w, 0, i)) {
            return true;
        }
    }
    return false;
}

/* One rw, which comes first; else ww and wr. A conditional ww can make a cycle without any rw one
 * of this class; that has no name. */
static const char *name_single(const mns_witness *w) {
    if (reason(w, 0)->kind != MNS_RW) {
        return NULL;
    }
    if (has_two_keys(w)) {
        return "read skew";
    }
    if (IS_SHAPED(w, 0, MNS_RW, MNS_WW)) {
        /* the read precedes the write of its transaction */
        return reason(w, 0)->from_mop < reason(w, 1)->to_mop ? "lost update" : NULL;
    }
    if (IS_SHAPED(w, 0, MNS_RW, MNS_WR)) {
        uint32_t older = reason(w, 0)->from_mop;
        uint32_t newer = reason(w, 1)->to_mop;
        if (older == newer) {
            return "intermediate read";
        }
        return older < newer ? "non-repeatable read" : NULL;
    }
    return NULL;
}

/* The same for rows: the missed and the seen row differ, or are the same row at different times. */
static const char *name_single_search(const mns_witness *w) {
    if (reason(w, 0)->kind != MNS_RW) {
        return NULL;
    }
    if (has_two_keys(w)) {
        return "read skew";
    }
    bool again = IS_SHAPED(w, 0, MNS_RW, MNS_WR) && reason(w, 0)->from_mop < reason(w, 1)->to_mop;
    return again ? "phantom" : NULL;
}

static const char *name_nonadjacent(const mns_witness *w, mns_workload workload) {
    bool fork = IS_SHAPED(w, 0, MNS_RW, MNS_WR, MNS_RW, MNS_WR) && same_key(w, 0, 1) &&
                same_key(w, 2, 3) && !same_key(w, 0, 2);
    bool sums = workload == MNS_COUNTER && IS_SHAPED(w, 0, MNS_RW, MNS_RW) && !same_key(w, 0, 1);
    return fork || sums ? "long fork" : NULL;
}

static const char *name_item(const mns_witness *w, mns_workload workload) {
    if (!IS_SHAPED(w, 0, MNS_RW, MNS_RW) || workload == MNS_COUNTER) {
        return NULL;
    }
    if (!same_key(w, 0, 1)) {
        return "write skew";
    }
    return workload == MNS_SET ? NULL : "lost update";
}

static const char *name_item_search(const mns_witness *w) {
    return IS_SHAPED(w, 0, MNS_RW, MNS_RW) ? "write skew" : NULL;
}

static const char *name_session(const mns_witness *w, mns_workload workload) {
    if (IS_SHAPED(w, MNS_PROCESS, MNS_RW)) {
        return workload == MNS_COUNTER ? "monotonic read violation" : "read-your-writes violation";
    }
    if (IS_SHAPED(w, MNS_PROCESS, MNS_RW, MNS_WR) && same_key(w, 0, 1)) {
        return "monotonic read violation";
    }
    return IS_SHAPED(w, MNS_PROCESS, MNS_WW) ? "monotonic write violation" : NULL;
}

/* One rw first, and one realtime step, which is the last. */
static const char *name_stale(const mns_witness *w) {
    uint32_t clocks = 0;
    for (uint32_t i = 0; i < w->step_count; i++) {
        clocks += reason(w, i)->kind == MNS_REALTIME;
    }
    bool missed = reason(w, 0)->kind == MNS_RW;
    bool last = reason(w, w->step_count - 1)->kind == MNS_REALTIME;
    return clocks == 1 && missed && last ? "stale read" : NULL;
}

const char *mns_shape_of_cycle(const mns_witness *witness, mns_workload workload) {
    assert(witness->step_count > 0);
    switch (witness->anomaly) {
    case MNS_A_G0: return "dirty write";
    case MNS_A_G1C: return "circular information flow";
    case MNS_A_G_SINGLE_ITEM: return name_single(witness);
    case MNS_A_G_SINGLE: return name_single_search(witness);
    case MNS_A_G_NONADJACENT:
    case MNS_A_G_NONADJACENT_ITEM: return name_nonadjacent(witness, workload);
    case MNS_A_G2_ITEM: return name_item(witness, workload);
    case MNS_A_G2: return name_item_search(witness);
    case MNS_A_G0_PROCESS:
    case MNS_A_G_SINGLE_PROCESS:
    case MNS_A_G_SINGLE_ITEM_PROCESS: return name_session(witness, workload);
    case MNS_A_G_SINGLE_REALTIME:
    case MNS_A_G_SINGLE_ITEM_REALTIME: return name_stale(witness);
    default: return NULL;
    }
}

const char *mns_shape_of_case(mns_anomaly anomaly) {
    switch (anomaly) {
    case MNS_A_G1A: return "aborted read";
    case MNS_A_G1B: return "intermediate read";
    case MNS_A_LOST_UPDATE: return "lost update";
    default: return NULL;
    }
}
