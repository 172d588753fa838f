/*
 * layout_arrows.c - the arrows of a timeline, from micro-operation to micro-operation.
 *
 *     forward          backward         concurrent, down     concurrent, up
 *
 *     [T1]─╮           ╭─[T1]           [T1]─╮               ╭►[T1]
 *          ╰►[T2]   [T2]◄╯              [T2]◄╯               ╰─[T2]
 *
 * Curves leave and enter at the sides, where there is no text. Between bars that are next to each
 * other an arrow uses the gap; if they overlap horizontally it goes around them, downwards on the
 * right and upwards on the left, so that a cycle of two looks like a circle. Labels are placed one
 * by one where they cover least; no two overlap. Both try a fixed number of curves and places, so
 * the cost is O(arrows² + arrows * bars).
 */
#include "report/picture/layout_timeline.h"

/* Bars this far apart are next to each other. */
#define BESIDE 20
/* How much longer the way around the usual side may be. */
#define DETOUR 84
/* The distance of an arrow's tip from its target. */
#define CLEARANCE 3

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
    value = value < least ? least : value;
    return value > most ? most : value;
}

static int32_t middle_y(mns_box box) { return box.y + box.height / 2; }

/* ---- Curves --------------------------------------------------------------------------------- */

/* The start or end of an arrow: a micro-operation, or the whole bar at the height of its title. */
static mns_box anchor(const mns_timeline *timeline, uint32_t bar, uint32_t mop) {
    const mns_bar *of = &timeline->bars[bar];
    mns_box box = mns_card_row_box(&of->card, mop);
    if (mop == MNS_NONE) {
        box.x = of->box.x;
        box.width = of->box.width;
    }
    return box;
}

/* A shape of a curve: how far it keeps its direction at its start and at its end, in tenths of the
 * distance, and how much it bends up or down there. */
typedef struct bend {
    int8_t start, end;
    int8_t start_y, end_y;
} bend;

/* From side to side, towards the right if `ahead`. */
static mns_curve beside(mns_point from, mns_point to, bool ahead, bend way) {
    int32_t between = ahead ? to.x - from.x : from.x - to.x;
    int32_t sign = ahead ? 1 : -1;
    int32_t start = sign * clamp(between * way.start / 10, 14, 140);
    int32_t end = sign * clamp(between * way.end / 10, 20, 200);
    return (mns_curve){
        {from, {from.x + start, from.y + way.start_y}, {to.x - end, to.y + way.end_y}, to}};
}

/* Around one side of both bars; `place` separates curves on the same side. */
static mns_curve around(mns_point from, mns_point to, bool right, int32_t place) {
    int32_t height = from.y < to.y ? to.y - from.y : from.y - to.y;
    int32_t out = 34 + clamp(height / 6, 0, 40) + 14 * place;
    int32_t least = from.x < to.x ? from.x : to.x, most = from.x > to.x ? from.x : to.x;
    int32_t x = right ? most + out : least - out;
    return (mns_curve){{from, {x, from.y}, {x, to.y}, to}};
}

/* The number of curves that already go around this side between these heights. */
static int32_t curves_around(const mns_timeline *timeline, bool right, int32_t y, int32_t to_y) {
    int32_t count = 0, top = y < to_y ? y : to_y, bottom = y < to_y ? to_y : y;
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        const mns_point *at = timeline->arrows[i].curve.at;
        int32_t low = at[0].y < at[3].y ? at[0].y : at[3].y;
        int32_t high = at[0].y < at[3].y ? at[3].y : at[0].y;
        bool side =
            right ? at[1].x > at[0].x && at[2].x > at[3].x : at[1].x < at[0].x && at[2].x < at[3].x;
        count += side && low <= bottom && top <= high ? 1 : 0;
    }
    return count;
}

/* The amount of text that a curve crosses. */
static int32_t crossed_by(const mns_timeline *timeline, const mns_curve *curve) {
    int32_t count = 0;
    for (int32_t t = 1; t < 64; t++) {
        mns_point point = mns_curve_at(curve, t);
        for (uint32_t b = 0; b < timeline->txn_count; b++) {
            mns_box text = timeline->bars[b].card.box;
            text.width = timeline->bars[b].card.width;
            text.x += MNS_CARD_PADDING;
            text.width -= 2 * MNS_CARD_PADDING;
            count += mns_box_common((mns_box){point.x, point.y, 1, 1}, text, 0) > 0 ? 1 : 0;
        }
    }
    return count;
}

/* The first shape that crosses least. Usually that is the first one, steepest near its start, so
 * that two opposite arrows are apart. */
static mns_curve best_beside(const mns_timeline *timeline, mns_point from, mns_point to, bool ahead,
                             mns_curve otherwise) {
    static const bend bends[] = {{3, 7, 0, 0},   {1, 9, 0, 0},     {9, 1, 0, 0},
                                 {3, 5, 0, -70}, {3, 5, 0, 70},    {5, 3, -70, 0},
                                 {5, 3, 70, 0},  {3, 3, -70, -70}, {3, 3, 70, 70}};
    mns_curve best = beside(from, to, ahead, bends[0]);
    int32_t least = crossed_by(timeline, &best);
    for (uint32_t i = 1; i <= MNS_COUNT_OF(bends) && least > 0; i++) {
        bool last = i == MNS_COUNT_OF(bends);
        mns_curve curve = last ? otherwise : beside(from, to, ahead, bends[i]);
        int32_t crossed = crossed_by(timeline, &curve);
        if (crossed < least) {
            least = crossed;
            best = curve;
        }
    }
    return best;
}

static int32_t distance(int32_t a, int32_t b) { return a < b ? b - a : a - b; }

/* Arrows leave a micro-operation above those that enter it, unless that would make a sharp turn. */
static mns_curve route(const mns_timeline *timeline, mns_box from, mns_box to) {
    bool ahead = from.x + from.width + 1 + BESIDE <= to.x - CLEARANCE;
    bool back = to.x + to.width + CLEARANCE + BESIDE <= from.x - 1;
    bool down = middle_y(to) >= middle_y(from);
    int32_t above = ahead || back || down ? 3 : -3;
    int32_t y = middle_y(from) - above, to_y = middle_y(to) + above;
    mns_point left = {from.x - 1, y}, right = {from.x + from.width + 1, y};
    mns_point to_left = {to.x - CLEARANCE, to_y};
    mns_point to_right = {to.x + to.width + CLEARANCE, to_y};
    mns_curve lefts = around(left, to_left, false, curves_around(timeline, false, y, to_y));
    mns_curve rights = around(right, to_right, true, curves_around(timeline, true, y, to_y));
    if (ahead || back) {
        return ahead ? best_beside(timeline, right, to_left, true, rights)
                     : best_beside(timeline, left, to_right, false, lefts);
    }
    int32_t by_left = distance(left.x, to_left.x), by_right = distance(right.x, to_right.x);
    int32_t worse = crossed_by(timeline, &rights) - crossed_by(timeline, &lefts);
    bool on_right = down ? by_right <= by_left + DETOUR : by_right + DETOUR < by_left;
    on_right = worse == 0 ? on_right : worse < 0;
    return on_right ? rights : lefts;
}

/* ---- Labels --------------------------------------------------------------------------------- */

/* The number of 16 points of a curve that a label covers. */
static int32_t points_under(const mns_curve *curve, mns_box label) {
    int32_t count = 0;
    for (int32_t t = 2; t <= 62; t += 4) {
        mns_point point = mns_curve_at(curve, t);
        count += mns_box_common((mns_box){point.x, point.y, 1, 1}, label, 0) > 0 ? 1 : 0;
    }
    return count;
}

/* The cost of a label at a place: covering other labels costs most, then text, then arrows, and
 * more than half of its own. */
static int64_t hidden_by(const mns_timeline *timeline, uint32_t arrow, mns_box label) {
    int64_t cost = points_under(&timeline->arrows[arrow].curve, label) > 8 ? 200 : 0;
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        const mns_arrow *other = &timeline->arrows[i];
        cost += i < arrow ? 1000 * mns_box_common(other->label, label, 2) : 0;
        cost += i != arrow ? 60 * points_under(&other->curve, label) : 0;
    }
    for (uint32_t b = 0; b < timeline->bar_count; b++) {
        const mns_bar *bar = &timeline->bars[b];
        mns_box text = bar->box;
        text.width = bar->near ? bar->box.width : bar->card.width;
        cost += (bar->near ? 1 : 40) * mns_box_common(text, label, bar->near ? 0 : 2);
    }
    return cost;
}

/* The best of some places on and beside the curve; ties prefer the middle. */
static mns_box best_label(const mns_timeline *timeline, uint32_t arrow) {
    static const int8_t places[] = {32, 26, 38, 20, 44, 14, 50};
    const mns_arrow *of = &timeline->arrows[arrow];
    mns_box best = {0, 0, 0, 0};
    int64_t least = INT64_MAX;
    for (uint32_t i = 0; i < MNS_COUNT_OF(places); i++) {
        mns_point at = mns_curve_at(&of->curve, places[i]);
        mns_box label = mns_label_box(of->text, at);
        int32_t half = label.width / 2 - 8;
        const mns_point shifts[] = {{0, 0}, {half, 0}, {-half, 0}, {0, -12}, {0, 12}};
        for (uint32_t s = 0; s < MNS_COUNT_OF(shifts); s++) {
            mns_box moved = {label.x + shifts[s].x, label.y + shifts[s].y, label.width,
                             label.height};
            int64_t cost = hidden_by(timeline, arrow, moved) + (int64_t)16 * i + (int64_t)10 * s;
            if (cost < least) {
                least = cost;
                best = moved;
            }
        }
    }
    return best;
}

static bool meets_label(const mns_timeline *timeline, uint32_t arrow, mns_box label) {
    for (uint32_t i = 0; i < arrow; i++) {
        if (mns_box_common(timeline->arrows[i].label, label, 1) > 0) {
            return true;
        }
    }
    return false;
}

static void place_labels(mns_timeline *timeline) {
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        mns_box label = best_label(timeline, i);
        while (meets_label(timeline, i, label)) {
            label.y += 4;
        }
        timeline->arrows[i].label = label;
    }
}

/* ---- All arrows ----------------------------------------------------------------------------- */

static void add_arrow(mns_timeline *timeline, mns_arena *arena, const mns_doc_step *step,
                      uint32_t place, uint32_t from, uint32_t to) {
    mns_box a = anchor(timeline, from, step == NULL ? MNS_NONE : step->from_mop);
    mns_box b = anchor(timeline, to, step == NULL ? MNS_NONE : step->to_mop);
    timeline->arrows[timeline->arrow_count] =
        (mns_arrow){.step = step,
                    .place = place,
                    .curve = route(timeline, a, b),
                    .text = mns_arrow_text(arena, step, &timeline->drawn)};
    timeline->arrow_count++;
}

void mns_timeline_arrows(mns_timeline *timeline, mns_arena *arena, const mns_doc_witness *witness) {
    const mns_drawn *drawn = &timeline->drawn;
    uint32_t count;
    const mns_doc_step *steps = mns_witness_arrows(witness, &count);
    uint32_t most = MNS_LIMIT_TIMELINE_ARROWS - 1; /* and one for the gap */
    for (uint32_t i = 0; i < count && timeline->arrow_count < most; i++) {
        mns_arrow_ends ends = mns_drawn_ends(drawn, witness, i);
        bool nowhere = ends.from == ends.to && steps[i].from_mop == steps[i].to_mop;
        if (ends.from != MNS_NONE && ends.to != MNS_NONE && !nowhere) {
            add_arrow(timeline, arena, &steps[i], i, ends.from, ends.to);
        }
    }
    if (drawn->tail > 0 && witness->step_count > 0) {
        add_arrow(timeline, arena, NULL, 0, drawn->head - 1, drawn->head);
    }
    if (!arena->failed) {
        place_labels(timeline);
    }
}
