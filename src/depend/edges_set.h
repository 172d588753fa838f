/*
 * edges_set.h - the edges of sets, by rule.
 *
 *     wr  T1 -> R     R read x as #{1 ...}, and T1 added 1
 *     rw  R  -> T2    R read x without 2, and T2 added 2
 *
 * There is no ww: a set may be stored as a table with a row for each element, where additions do
 * not overwrite each other. R is a telling read, T1 and T2 adds that take part
 * (infer/set_orders.h). edges_list.h says why this is sound for info transactions that count. It is
 * sound too for a set that is stored as one object: each of its versions includes those before it,
 * so what R shows was installed up to the version that R read, and what it lacks only later. The
 * missed add then follows by an rw and some ww, or only by ww if R read its own version: no cycle
 * gets milder by that.
 *
 * Every telling read is related to every add of its key that takes part. The adds of a key have an
 * order (infer/set_orders.h); a read divides it into spans, alternately missed and shown:
 *
 *     adds      0   1   2   3   4   5          a read of the adds 2 and 3
 *     spans    [missed)[shown )[missed)        rw to 0, 1, 4, 5; wr from 2, 3
 */
#ifndef MNS_EDGES_SET_H
#define MNS_EDGES_SET_H

#include "depend/edges.h"

/* Adds at the places begin .. end-1 of the order of a key. */
typedef struct mns_set_span {
    mns_run places;
    mns_kind kind; /* WR: the read shows them; RW: it misses them */
} mns_set_span;

/* What a telling read shows of its key. */
typedef struct mns_set_view {
    const mns_run *runs; /* shown: ascending, apart from each other */
    uint32_t run_count;
    uint32_t add_count; /* adds of the key that take part */
} mns_set_view;

static inline mns_set_view mns_set_view_of(const mns_observation *o, uint32_t read) {
    uint32_t key = o->history->tables.mops.key[read];
    mns_set_view view = {.add_count = o->sets.add_first[key + 1] - o->sets.add_first[key]};
    view.runs = mns_set_runs(&o->sets, &o->history->tables, read, &view.run_count);
    assert(view.run_count == 0 || view.runs[view.run_count - 1].end <= view.add_count);
    return view;
}

/* Span number i, of 2 * run_count + 1: even ones are missed and may be empty, odd ones are shown.
 * Together they are all places, in order. */
static inline mns_set_span mns_set_span_at(const mns_set_view *view, uint32_t i) {
    assert(i <= 2 * view->run_count);
    uint32_t run = i / 2;
    if (i % 2 == 1) {
        return (mns_set_span){.places = view->runs[run], .kind = MNS_WR};
    }
    uint32_t begin = run == 0 ? 0 : view->runs[run - 1].end;
    uint32_t end = run == view->run_count ? view->add_count : view->runs[run].begin;
    assert(begin <= end);
    return (mns_set_span){.places = {.begin = begin, .end = end}, .kind = MNS_RW};
}

/* The kind of the edge between a telling read and an add of its key that takes part: WR, from
 * the add to the read, or RW, from the read to the add. O(log(runs)). */
static inline mns_kind mns_set_edge(const mns_observation *o, uint32_t read, uint32_t add) {
    mns_set_view view = mns_set_view_of(o, read);
    uint32_t place = o->sets.position[add], low = 0, high = 2 * view.run_count;
    assert(place < view.add_count);
    while (low < high) { /* the first span that ends after the place */
        uint32_t middle = low + (high - low) / 2;
        if (mns_set_span_at(&view, middle).places.end <= place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return mns_set_span_at(&view, low).kind;
}

#endif
