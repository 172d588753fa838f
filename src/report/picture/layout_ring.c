/*
 * layout_ring.c - up to eight transactions of a cycle in a ring, the first at the top, clockwise.
 *
 * Cards are centred on an ellipse; arrows follow it from card to card and end at their borders;
 * labels are at the middle of the visible part. The ellipse grows until nothing overlaps; cards
 * have a bounded size, so it terminates. Two transactions are next to each other.
 */
#include "report/picture/layout_cycle.h"

#define SPACE 14
/* Far more than the largest cards need. */
#define LARGEST 4000

/* The i-th of n points on a circle of radius 1000. */
static const int16_t circle[MNS_LIMIT_RING + 1][MNS_LIMIT_RING][2] = {
    {{0}},
    {{0, -1000}},
    {{-1000, 0}, {1000, 0}},
    {{0, -1000}, {866, 500}, {-866, 500}},
    {{0, -1000}, {1000, 0}, {0, 1000}, {-1000, 0}},
    {{0, -1000}, {951, -309}, {588, 809}, {-588, 809}, {-951, -309}},
    {{0, -1000}, {866, -500}, {866, 500}, {0, 1000}, {-866, 500}, {-866, -500}},
    {{0, -1000}, {782, -623}, {975, 223}, {434, 901}, {-434, 901}, {-975, 223}, {-782, -623}},
    {{0, -1000},
     {707, -707},
     {1000, 0},
     {707, 707},
     {0, 1000},
     {-707, 707},
     {-1000, 0},
     {-707, -707}},
};

static mns_point middle_of(mns_box box) {
    return (mns_point){box.x + box.width / 2, box.y + box.height / 2};
}

static bool is_inside(mns_point point, mns_box box, int32_t space) {
    return point.x >= box.x - space && point.x <= box.x + box.width + space &&
           point.y >= box.y - space && point.y <= box.y + box.height + space;
}

/* The visible part of a curve between the centers of two cards; it ends shortly before the second.
 * */
static mns_curve visible(const mns_curve *curve, mns_box from, mns_box to) {
    int32_t start = 0, end = 64;
    while (start < 31 && is_inside(mns_curve_at(curve, start), from, 1)) {
        start++;
    }
    while (end > 33 && is_inside(mns_curve_at(curve, end), to, 3)) {
        end--;
    }
    return mns_curve_part(curve, start, end);
}

/* The curve from a card to the next one; its middle is on the ellipse. */
static mns_curve along(mns_point from, mns_point to, uint32_t count, mns_point radius) {
    mns_point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    mns_point out;
    if (count == 2) { /* the ellipse has no height: above one way, below the other */
        int32_t up = radius.y * 4 / 3;
        out = (mns_point){middle.x, from.x < to.x ? middle.y - up : middle.y + up};
    } else { /* the curve's middle, halfway from the chord's (at cos(pi / n)) to out, is on it */
        static const int16_t cosine[] = {1000, 1000, 1000, 500, 707, 809, 866, 901, 924};
        assert(count > 2 && count < MNS_COUNT_OF(cosine));
        int32_t part = (2000 - cosine[count]) * 1000 / cosine[count];
        part = part > 2200 ? 2200 : part;
        out = (mns_point){middle.x * part / 1000, middle.y * part / 1000};
    }
    mns_point a = {(from.x + 2 * out.x) / 3, (from.y + 2 * out.y) / 3};
    mns_point b = {(to.x + 2 * out.x) / 3, (to.y + 2 * out.y) / 3};
    return (mns_curve){{from, a, b, to}};
}

static void place(mns_cycle *cycle, mns_point radius) {
    uint32_t count = cycle->card_count;
    for (uint32_t c = 0; c < count; c++) {
        mns_card *card = &cycle->cards[c];
        int32_t x = radius.x * circle[count][c][0] / 1000;
        int32_t y = radius.y * circle[count][c][1] / 1000;
        card->box = (mns_box){x - card->width / 2, y - card->height / 2, card->width, card->height};
    }
    for (uint32_t c = 0; c < count; c++) {
        mns_box from = cycle->cards[c].box, to = cycle->cards[(c + 1) % count].box;
        mns_curve curve = along(middle_of(from), middle_of(to), count, radius);
        mns_arrow *arrow = &cycle->arrows[c];
        arrow->curve = visible(&curve, from, to);
        arrow->label = mns_label_box(arrow->text, mns_curve_at(&arrow->curve, 30));
    }
}

/* True if enough of each arrow is visible beside its label, and nothing overlaps. */
static bool is_clear(const mns_cycle *cycle) {
    uint32_t count = cycle->card_count;
    for (uint32_t c = 0; c < count; c++) {
        mns_box label = cycle->arrows[c].label;
        const mns_curve *curve = &cycle->arrows[c].curve;
        if (is_inside(curve->at[0], label, 10) || is_inside(curve->at[3], label, 20)) {
            return false;
        }
        for (uint32_t d = 0; d < count; d++) {
            bool cards =
                c != d && mns_box_common(cycle->cards[c].box, cycle->cards[d].box, SPACE) > 0;
            bool labels = c != d && mns_box_common(label, cycle->arrows[d].label, 6) > 0;
            if (cards || labels || mns_box_common(cycle->cards[d].box, label, 6) > 0) {
                return false;
            }
        }
    }
    return true;
}

void mns_cycle_ring(mns_cycle *cycle) {
    int32_t tallest = 0, widest = 0;
    for (uint32_t c = 0; c < cycle->card_count; c++) {
        const mns_card *card = &cycle->cards[c];
        tallest = card->height > tallest ? card->height : tallest;
        widest = card->width > widest ? card->width : widest;
    }
    mns_point radius = {widest / 2 + 24, tallest / 2 + 40};
    place(cycle, radius);
    while (!is_clear(cycle) && radius.x < LARGEST) {
        radius.x += 6;
        radius.y += cycle->card_count == 2 ? 0 : 4;
        place(cycle, radius);
    }
}
