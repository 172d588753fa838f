/*
 * layout_timeline.h - the timeline of a witness: positions of lanes, bars, arrows, faults and
 * ticks.
 *
 *      12.4 s          +1.2 ms  ⋯  +90 ms            ticks, and a break for omitted operations
 *     process 1  ┌ T1 ok ──────┐                     a lane for each process, ascending
 *                │ r 9 [5]     │─────╮ rw 9: 5, 8    arrows between micro-operations
 *     process 4      ┌ T2 ok ──────┐ │
 *                    │ append 9 8  │◄╯
 *
 * The x axis is the order of invocations and completions, not time: seconds would make most bars
 * too narrow for their text. One sweep over these events places each to the right of the one
 * before, with enough space for its bar. At most MNS_LIMIT_BARS bars are drawn, so the cost is
 * O(1).
 */
#ifndef MNS_REPORT_PICTURE_LAYOUT_TIMELINE_H
#define MNS_REPORT_PICTURE_LAYOUT_TIMELINE_H

#include "report/picture/picture_layout.h"

/* A longer cycle is drawn as its first and last transactions. */
#define MNS_LIMIT_TIMELINE_TXNS 16
#define MNS_TIMELINE_HEAD 8
#define MNS_TIMELINE_TAIL 4
#define MNS_LIMIT_TIMELINE_NEAR 24
#define MNS_LIMIT_BARS (MNS_LIMIT_TIMELINE_TXNS + MNS_LIMIT_TIMELINE_NEAR)
/* More would be unreadable. */
#define MNS_LIMIT_TIMELINE_ARROWS 48
#define MNS_LIMIT_TIMELINE_SHADES 8

/* More operations than this between two events get a break. */
#define MNS_LONG_SILENCE 24

/* Transactions of the witness come first, then neighbours. */
typedef struct mns_bar {
    const mns_doc_txn *txn;
    bool near;
    uint64_t from, until; /* positions; until is UINT64_MAX if its end is unknown */
    bool from_earlier;    /* a neighbour that began before the timeline: open at its left */
    bool goes_on;         /* does not end within the timeline: open at its right */
    mns_card card;        /* of a transaction of the witness */
    const char *line;     /* of a neighbour */
    uint32_t lane, row;   /* overlapping bars of a process are in different rows of its lane */
    mns_box box;
} mns_bar;

typedef struct mns_lane {
    mns_doc_process process;
    const char *node; /* NULL: unknown, or its transactions ran on several */
    const char *name; /* "process 3 on n2", shortened */
    mns_box box;
} mns_lane;

typedef struct mns_tick {
    int32_t x;
    const char *text; /* or NULL: a break */
    uint64_t skipped; /* at a break: operations that are not shown */
    mns_box box;      /* of its text */
} mns_tick;

typedef struct mns_shade {
    const mns_doc_fault *fault;
    mns_box box;
    const char *name;
    mns_box name_box;
} mns_shade;

typedef struct mns_event {
    uint64_t at;
    uint32_t bar;
    bool end;
    int32_t x;
} mns_event;

typedef struct mns_timeline {
    mns_drawn drawn;
    mns_bar bars[MNS_LIMIT_BARS];
    uint32_t bar_count, txn_count;
    mns_lane lanes[MNS_LIMIT_BARS];
    uint32_t lane_count;
    mns_event events[2 * MNS_LIMIT_BARS]; /* ascending; those at known positions */
    uint32_t event_count;
    mns_arrow arrows[MNS_LIMIT_TIMELINE_ARROWS];
    uint32_t arrow_count;
    mns_tick ticks[2 * MNS_LIMIT_BARS];
    uint32_t tick_count;
    mns_tick breaks[2 * MNS_LIMIT_BARS];
    uint32_t break_count;
    mns_shade shades[MNS_LIMIT_TIMELINE_SHADES];
    uint32_t shade_count;
    const char *note; /* at the bottom: how many transactions of a case are omitted; or NULL */
    mns_box plot;     /* the area of the bars: all lanes, without their names */
    int32_t axis;     /* its y */
    int32_t width, height;
} mns_timeline;

/* NULL when out of memory. */
mns_timeline *mns_timeline_layout(mns_arena *arena, const mns_document *document,
                                  const mns_doc_witness *witness);

/* ---- Its parts, in the order of their calls (layout_timeline.c) ----------------------------- */

/* Bars with their events on the x axis and their lanes. */
void mns_timeline_bars(mns_timeline *timeline, mns_arena *arena, const mns_doc_witness *witness);
void mns_timeline_sweep(mns_timeline *timeline, const mns_doc_witness *witness);
void mns_timeline_lanes(mns_timeline *timeline, mns_arena *arena, int32_t top);
/* Curves between bars, and labels that cover as little as possible. */
void mns_timeline_arrows(mns_timeline *timeline, mns_arena *arena, const mns_doc_witness *witness);
/* Ticks, breaks and faults, above the lanes. */
void mns_timeline_axis(mns_timeline *timeline, mns_arena *arena, const mns_document *document);

#endif
