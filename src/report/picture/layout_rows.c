/*
 * layout_rows.c - a cycle of many transactions in rows, alternately to the right and to the left.
 *
 * All cards are as wide as the widest and all gaps as wide as the longest label, so that columns
 * align. Steps within a row are straight; between rows they bend around the end; the last one leads
 * back to the first at the left of all rows. The number of rows is even, so that nothing is left of
 * the last card. Cost: linear.
 */
#include "report/picture/layout_cycle.h"

#define ROW_GAP 44
#define ASIDE 36
#define LABEL_SPACE 10

typedef struct grid {
    uint32_t columns;
    int32_t width;  /* of a column */
    int32_t gap;    /* between columns */
    int32_t bottom; /* of all rows */
} grid;

/* Four columns if that makes an even number of rows; else five or three do, for 9 to 24 cards. */
static uint32_t columns_of(uint32_t cards) {
    static const uint32_t choices[] = {4, 5, 3};
    uint32_t i = 0;
    while (i + 1 < MNS_COUNT_OF(choices) && (cards + choices[i] - 1) / choices[i] % 2 == 1) {
        i++;
    }
    return choices[i];
}

static grid measure(const mns_cycle *cycle) {
    grid g = {columns_of(cycle->card_count), 0, 60, 0};
    for (uint32_t c = 0; c < cycle->card_count; c++) {
        int32_t label = mns_text_width(cycle->arrows[c].text) + 44;
        g.width = cycle->cards[c].width > g.width ? cycle->cards[c].width : g.width;
        g.gap = label > g.gap ? label : g.gap;
    }
    return g;
}

static uint32_t column_of(const grid *g, uint32_t card) {
    uint32_t row = card / g->columns, column = card % g->columns;
    return row % 2 == 0 ? column : g->columns - 1 - column;
}

static void place_cards(mns_cycle *cycle, grid *g) {
    for (uint32_t first = 0; first < cycle->card_count; first += g->columns) {
        int32_t height = 0;
        for (uint32_t c = first; c < first + g->columns && c < cycle->card_count; c++) {
            height = cycle->cards[c].height > height ? cycle->cards[c].height : height;
        }
        for (uint32_t c = first; c < first + g->columns && c < cycle->card_count; c++) {
            mns_card *card = &cycle->cards[c];
            int32_t x = (int32_t)column_of(g, c) * (g->width + g->gap);
            card->width = g->width;
            card->box =
                (mns_box){x, g->bottom + (height - card->height) / 2, g->width, card->height};
        }
        g->bottom += height + ROW_GAP;
    }
    g->bottom -= ROW_GAP;
}

static int32_t middle_y(mns_box box) { return box.y + box.height / 2; }

static int32_t right_of(mns_box box) { return box.x + box.width; }

/* From a card to the next in its row, or around the end of the row to the next row. */
static mns_curve to_next(mns_box from, mns_box to, bool same_row) {
    int32_t y = middle_y(from), next = middle_y(to);
    if (same_row) {
        bool right = from.x < to.x;
        int32_t start = right ? right_of(from) + 1 : from.x - 1;
        int32_t end = right ? to.x - 3 : right_of(to) + 3;
        return (mns_curve){
            {{start, y}, {(2 * start + end) / 3, y}, {(start + 2 * end) / 3, next}, {end, next}}};
    }
    int32_t x = from.x + from.width / 2;
    int32_t top = from.y + from.height + 1, bottom = to.y - 3;
    return (mns_curve){{{x, top}, {x, top + 14}, {x, bottom - 14}, {x, bottom}}};
}

/* From the last card back to the first, at the left of everything. */
static mns_curve to_first(mns_box last, mns_box first, int32_t left) {
    mns_point start = {last.x - 1, middle_y(last)}, end = {first.x - 3, middle_y(first)};
    int32_t out = left - ASIDE - (start.x - left) / 3;
    return (mns_curve){{start, {out, start.y}, {left - 3 * ASIDE, end.y}, end}};
}

void mns_cycle_rows(mns_cycle *cycle) {
    grid g = measure(cycle);
    place_cards(cycle, &g);
    uint32_t count = cycle->card_count;
    for (uint32_t c = 0; c < count; c++) {
        mns_box from = cycle->cards[c].box, to = cycle->cards[(c + 1) % count].box;
        mns_arrow *arrow = &cycle->arrows[c];
        bool last = c + 1 == count;
        arrow->curve =
            last ? to_first(from, to, 0) : to_next(from, to, c / g.columns == (c + 1) / g.columns);
        arrow->label = mns_label_box(arrow->text, mns_curve_at(&arrow->curve, last ? 36 : 31));
        if (last && arrow->label.x + arrow->label.width > -LABEL_SPACE) {
            arrow->label.x = -LABEL_SPACE - arrow->label.width;
        }
    }
}
