/* layout_timeline.c - assembles a timeline and moves it into the picture; see layout_timeline.h. */
#include "report/picture/layout_timeline.h"

#define MARGIN 12

static mns_box bounds_of(const mns_timeline *timeline) {
    mns_box bounds = timeline->plot;
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        bounds = mns_box_around(bounds, timeline->arrows[i].label);
        bounds = mns_box_around(bounds, mns_curve_box(&timeline->arrows[i].curve));
    }
    for (uint32_t i = 0; i < timeline->tick_count; i++) {
        bounds = mns_box_around(bounds, timeline->ticks[i].box);
    }
    for (uint32_t i = 0; i < timeline->shade_count; i++) {
        bounds = mns_box_around(bounds, timeline->shades[i].name_box);
    }
    return bounds;
}

static void move(mns_box *box, int32_t x, int32_t y) {
    box->x += x;
    box->y += y;
}

static void move_marks(mns_timeline *timeline, int32_t x, int32_t y) {
    for (uint32_t i = 0; i < timeline->tick_count; i++) {
        timeline->ticks[i].x += x;
        move(&timeline->ticks[i].box, x, y);
    }
    for (uint32_t i = 0; i < timeline->break_count; i++) {
        timeline->breaks[i].x += x;
        move(&timeline->breaks[i].box, x, y);
    }
    for (uint32_t i = 0; i < timeline->shade_count; i++) {
        move(&timeline->shades[i].box, x, y);
        move(&timeline->shades[i].name_box, x, y);
    }
    for (uint32_t i = 0; i < timeline->event_count; i++) {
        timeline->events[i].x += x;
    }
    timeline->axis += y;
}

static void move_all(mns_timeline *timeline, int32_t x, int32_t y) {
    move(&timeline->plot, x, y);
    for (uint32_t i = 0; i < timeline->bar_count; i++) {
        move(&timeline->bars[i].box, x, y);
        move(&timeline->bars[i].card.box, x, y);
    }
    for (uint32_t i = 0; i < timeline->lane_count; i++) {
        move(&timeline->lanes[i].box, x, y);
    }
    for (uint32_t i = 0; i < timeline->arrow_count; i++) {
        move(&timeline->arrows[i].label, x, y);
        for (int p = 0; p < 4; p++) {
            timeline->arrows[i].curve.at[p].x += x;
            timeline->arrows[i].curve.at[p].y += y;
        }
    }
    move_marks(timeline, x, y);
}

/* A fault that began before the timeline, or continues after it, extends to its edge. */
static void widen_shades(mns_timeline *timeline, int32_t left, int32_t right) {
    for (uint32_t i = 0; i < timeline->shade_count; i++) {
        mns_shade *shade = &timeline->shades[i];
        int32_t end = shade->box.x + shade->box.width;
        if (shade->fault->position < timeline->events[0].at) {
            shade->box.x = left;
        }
        if (shade->fault->until > timeline->events[timeline->event_count - 1].at) {
            end = right;
        }
        shade->box.width = end - shade->box.x;
    }
}

/* Lanes extend over the whole width; bars with an open end extend to the edge. */
static void widen(mns_timeline *timeline, int32_t left, int32_t right) {
    for (uint32_t i = 0; i < timeline->bar_count; i++) {
        mns_bar *bar = &timeline->bars[i];
        if (bar->from_earlier) {
            bar->box.width += bar->box.x - left;
            bar->box.x = left;
        }
        if (bar->goes_on) {
            bar->box.width = right - bar->box.x;
        }
    }
    for (uint32_t i = 0; i < timeline->lane_count; i++) {
        timeline->lanes[i].box.x = 0;
        timeline->lanes[i].box.width = timeline->width;
    }
    widen_shades(timeline, left, right);
    timeline->plot.x = left;
    timeline->plot.width = right - left;
}

static void settle(mns_timeline *timeline) {
    int32_t names = 0;
    for (uint32_t i = 0; i < timeline->lane_count; i++) {
        int32_t width = mns_text_width(timeline->lanes[i].name);
        names = width > names ? width : names;
    }
    mns_box bounds = bounds_of(timeline);
    int32_t left = names + 2 * MARGIN;
    move_all(timeline, left + MARGIN - bounds.x, MARGIN / 2 - bounds.y);
    timeline->width = left + bounds.width + 2 * MARGIN;
    timeline->height = bounds.height + MARGIN + (timeline->note == NULL ? 0 : MNS_LINE_HEIGHT);
    widen(timeline, left, timeline->width);
}

mns_timeline *mns_timeline_layout(mns_arena *arena, const mns_document *document,
                                  const mns_doc_witness *witness) {
    mns_timeline *timeline = MNS_ARENA_ARRAY(arena, mns_timeline, 1);
    if (timeline == NULL) {
        return NULL;
    }
    timeline->drawn = mns_drawn_of(witness->txn_count, MNS_LIMIT_TIMELINE_TXNS, MNS_TIMELINE_HEAD,
                                   MNS_TIMELINE_TAIL);
    if (timeline->drawn.tail > 0 && witness->step_count == 0) {
        timeline->note = mns_arrow_text(arena, NULL, &timeline->drawn);
    }
    mns_timeline_bars(timeline, arena, witness);
    mns_timeline_sweep(timeline, witness);
    mns_timeline_lanes(timeline, arena, 0);
    mns_timeline_arrows(timeline, arena, witness);
    mns_timeline_axis(timeline, arena, document);
    settle(timeline);
    return arena->failed ? NULL : timeline;
}
