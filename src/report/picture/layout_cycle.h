/*
 * layout_cycle.h - a cycle as cards and arrows: a ring of a few, rows of many.
 *
 *            [T1]                 [T1]──►[T2]──►[T3]──►[T4]
 *         ╱       ╲                ▲                     │
 *      [T4]       [T2]             │     [T7]◄──[T6]◄──[T5]
 *         ╲       ╱                ╰──────╯
 *            [T3]
 *
 * Of a long cycle the first and the last transactions are drawn, and a card between them shows how
 * many are omitted. At most MNS_LIMIT_CYCLE_TXNS + 1 cards are drawn, so the cost is O(1).
 */
#ifndef MNS_REPORT_PICTURE_LAYOUT_CYCLE_H
#define MNS_REPORT_PICTURE_LAYOUT_CYCLE_H

#include "report/picture/picture_layout.h"

/* More are drawn in rows. */
#define MNS_LIMIT_RING 8
#define MNS_LIMIT_CYCLE_TXNS 24
#define MNS_CYCLE_HEAD 15
#define MNS_CYCLE_TAIL 8

typedef struct mns_cycle {
    mns_drawn drawn;
    mns_card cards[MNS_LIMIT_CYCLE_TXNS + 1]; /* one without txn: for omitted transactions */
    uint32_t card_count;
    mns_arrow arrows[MNS_LIMIT_CYCLE_TXNS + 1]; /* from card i to the next */
    int32_t width, height;
} mns_cycle;

/* NULL when out of memory. */
mns_cycle *mns_cycle_layout(mns_arena *arena, const mns_doc_witness *witness);

/* The two layouts: they place cards, curves and labels at any coordinates. */
void mns_cycle_ring(mns_cycle *cycle);
void mns_cycle_rows(mns_cycle *cycle);

#endif
