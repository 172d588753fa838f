/* layout_cycle.c - makes cards and arrows, places them, and moves them into the picture; see
 * layout_cycle.h. */
#include "report/picture/layout_cycle.h"

#define ROWS_SHOWN 5
#define MARGIN 10

/* The position in the cycle of a drawn transaction. A cycle that is drawn whole begins with T1. */
static uint32_t position_of(const mns_cycle *cycle, const mns_doc_witness *witness,
                            uint32_t place) {
    uint32_t first = 0;
    while (cycle->drawn.tail == 0 && first + 1 < witness->step_count &&
           witness->steps[first].from != 0) {
        first++;
    }
    return (first + mns_drawn_position(&cycle->drawn, place)) % witness->step_count;
}

static void make_cards(mns_cycle *cycle, mns_arena *arena, const mns_doc_witness *witness) {
    const mns_drawn *drawn = &cycle->drawn;
    for (uint32_t i = 0; i < drawn->head + drawn->tail; i++) {
        if (i == drawn->head) {
            mns_card *gap = &cycle->cards[cycle->card_count++];
            gap->title = mns_arrow_text(arena, NULL, drawn);
            gap->width = mns_text_width(gap->title) + 2 * MNS_CARD_PADDING + 8;
            gap->height = MNS_ROW_HEIGHT + 10;
        }
        uint32_t txn = witness->steps[position_of(cycle, witness, i)].from;
        cycle->cards[cycle->card_count++] = mns_card_of(arena, witness, txn, ROWS_SHOWN, true);
    }
}

/* The step out of each card; steps to and from the card for omitted transactions are gaps. */
static void make_arrows(mns_cycle *cycle, mns_arena *arena, const mns_doc_witness *witness) {
    uint32_t place = 0; /* among those drawn, without the card for omitted ones */
    for (uint32_t c = 0; c < cycle->card_count; c++) {
        const mns_card *from = &cycle->cards[c], *to = &cycle->cards[(c + 1) % cycle->card_count];
        mns_arrow *arrow = &cycle->arrows[c];
        arrow->text = "";
        if (from->txn != NULL && to->txn != NULL) {
            arrow->place = position_of(cycle, witness, place);
            arrow->step = &witness->steps[arrow->place];
            arrow->text = mns_arrow_text(arena, arrow->step, &cycle->drawn);
        }
        place += from->txn != NULL ? 1 : 0;
    }
}

static void settle(mns_cycle *cycle) {
    mns_box bounds = cycle->cards[0].box;
    for (uint32_t c = 0; c < cycle->card_count; c++) {
        bounds = mns_box_around(bounds, cycle->cards[c].box);
        bounds = mns_box_around(bounds, cycle->arrows[c].label);
        bounds = mns_box_around(bounds, mns_curve_box(&cycle->arrows[c].curve));
    }
    int32_t x = MARGIN - bounds.x, y = MARGIN - bounds.y;
    for (uint32_t c = 0; c < cycle->card_count; c++) {
        cycle->cards[c].box.x += x;
        cycle->cards[c].box.y += y;
        cycle->arrows[c].label.x += x;
        cycle->arrows[c].label.y += y;
        for (int p = 0; p < 4; p++) {
            cycle->arrows[c].curve.at[p].x += x;
            cycle->arrows[c].curve.at[p].y += y;
        }
    }
    cycle->width = bounds.width + 2 * MARGIN;
    cycle->height = bounds.height + 2 * MARGIN;
}

mns_cycle *mns_cycle_layout(mns_arena *arena, const mns_doc_witness *witness) {
    assert(witness->txn_count >= 2 && witness->step_count == witness->txn_count);
    mns_cycle *cycle = MNS_ARENA_ARRAY(arena, mns_cycle, 1);
    if (cycle == NULL) {
        return NULL;
    }
    cycle->drawn =
        mns_drawn_of(witness->txn_count, MNS_LIMIT_CYCLE_TXNS, MNS_CYCLE_HEAD, MNS_CYCLE_TAIL);
    make_cards(cycle, arena, witness);
    make_arrows(cycle, arena, witness);
    if (arena->failed) {
        return NULL;
    }
    if (cycle->card_count <= MNS_LIMIT_RING) {
        mns_cycle_ring(cycle);
    } else {
        mns_cycle_rows(cycle);
    }
    settle(cycle);
    return cycle;
}
