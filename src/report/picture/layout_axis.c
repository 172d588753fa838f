/*
 * layout_axis.c - the axis of a timeline: ticks, breaks, faults.
 *
 * Ticks are events of the witness: the first shows its time in the run, the others the time since
 * then. Without times they show the indices of operations. A break marks many omitted operations
 * between two events. A fault is shaded over all lanes from its start to its end, interpolated
 * between the nearest events. Everything is placed upwards from y = 0, the top of the lanes. Cost:
 * O(events + faults * events).
 */
#include "report/model/duration.h"
#include "report/picture/layout_timeline.h"

#define NAME_ROWS 3
#define NAME_HEIGHT 22
#define NAME_CELLS 32

/* ---- Faults --------------------------------------------------------------------------------- */

static int32_t x_of(const mns_timeline *timeline, uint64_t position) {
    const mns_event *events = timeline->events;
    uint32_t e = 0;
    while (e < timeline->event_count && events[e].at <= position) {
        e++;
    }
    if (e == 0 || e == timeline->event_count) {
        return e == 0 ? timeline->plot.x : timeline->plot.x + timeline->plot.width;
    }
    const mns_event *a = &events[e - 1], *b = &events[e];
    /* Positions are below 2^32, so the product does not overflow. */
    uint64_t part = (position - a->at) * (uint64_t)(b->x - a->x) / (b->at - a->at);
    return a->x + (int32_t)part;
}

/* Puts a name into the first row where it fits; false if there is none, or if the same name is
 * already there. */
static bool place_name(const mns_timeline *timeline, mns_shade *shade) {
    int32_t width = mns_text_width(shade->name) + 8;
    int32_t last = timeline->plot.x + timeline->plot.width - width;
    int32_t x = shade->box.x > last ? last : shade->box.x;
    for (int32_t row = 0; row < NAME_ROWS; row++) {
        mns_box box = {x, -NAME_HEIGHT * (row + 1), width, 18};
        uint32_t i = 0;
        while (i < timeline->shade_count &&
               mns_box_common(timeline->shades[i].name_box, box, 1) == 0) {
            i++;
        }
        if (i == timeline->shade_count) {
            shade->name_box = box;
            return true;
        }
        if (strcmp(timeline->shades[i].name, shade->name) == 0) {
            return false;
        }
    }
    return false;
}

static void add_shade(mns_timeline *timeline, mns_arena *arena, const mns_doc_fault *fault) {
    mns_shade *shade = &timeline->shades[timeline->shade_count];
    int32_t from = x_of(timeline, fault->position), to = x_of(timeline, fault->until);
    *shade = (mns_shade){.fault = fault,
                         .box = {from, 0, to - from > 3 ? to - from : 3, timeline->plot.height},
                         .name = mns_text_cut(arena, fault->brief, NAME_CELLS)};
    if (shade->box.x + shade->box.width > timeline->plot.x + timeline->plot.width) {
        shade->box.x -= 3;
    }
    if (!arena->failed && !place_name(timeline, shade)) {
        shade->name = "";
    }
    timeline->shade_count++;
}

static void add_shades(mns_timeline *timeline, mns_arena *arena, const mns_document *document) {
    uint64_t first = timeline->events[0].at;
    uint64_t last = timeline->events[timeline->event_count - 1].at;
    for (uint32_t f = 0; f < document->fault_count; f++) {
        const mns_doc_fault *fault = &document->faults[f];
        bool shown = fault->position <= last && fault->until >= first;
        if (shown && timeline->shade_count < MNS_LIMIT_TIMELINE_SHADES) {
            add_shade(timeline, arena, fault);
        }
    }
}

/* ---- Ticks ---------------------------------------------------------------------------------- */

static int64_t time_of(const mns_timeline *timeline, const mns_event *event) {
    const mns_doc_txn *txn = timeline->bars[event->bar].txn;
    bool completion = event->end || txn->invoke == MNS_NO_POSITION;
    return completion ? txn->complete_ns : txn->invoke_ns;
}

/* The position of the operation with the transaction's :index: its completion, if any. */
static bool is_known_by(const mns_timeline *timeline, const mns_event *event) {
    return event->end || timeline->bars[event->bar].goes_on;
}

static const char *tick_text(mns_arena *arena, const mns_timeline *timeline, const mns_event *event,
                             int64_t *start) {
    int64_t time = time_of(timeline, event);
    mns_buf out;
    mns_buf_init(&out);
    if (time != MNS_NO_TIME && *start == MNS_NO_TIME) {
        *start = time;
        mns_buf_str(&out, time < 0 ? "-" : "");
        mns_write_duration(&out, time < 0 ? 0 - (uint64_t)time : (uint64_t)time);
    } else if (time != MNS_NO_TIME) {
        bool later = time >= *start;
        uint64_t apart =
            later ? (uint64_t)time - (uint64_t)*start : (uint64_t)*start - (uint64_t)time;
        mns_buf_str(&out, later ? "+" : "-");
        mns_write_duration(&out, apart);
    } else if (is_known_by(timeline, event)) {
        mns_buf_printf(&out, "#%lld", (long long)timeline->bars[event->bar].txn->index);
    }
    return mns_text_take(arena, &out);
}

static void add_ticks(mns_timeline *timeline, mns_arena *arena) {
    int64_t start = MNS_NO_TIME;
    int32_t free_x = INT32_MIN;
    for (uint32_t e = 0; e < timeline->event_count; e++) {
        const mns_event *event = &timeline->events[e];
        if (timeline->bars[event->bar].near) {
            continue;
        }
        const char *text = tick_text(arena, timeline, event, &start);
        int32_t width = mns_text_width(text);
        mns_box box = {event->x - width / 2, timeline->axis - 22, width, MNS_LINE_HEIGHT};
        bool said = timeline->tick_count > 0 &&
                    strcmp(timeline->ticks[timeline->tick_count - 1].text, text) == 0;
        if (text[0] != '\0' && box.x >= free_x && !said) {
            timeline->ticks[timeline->tick_count++] =
                (mns_tick){.x = event->x, .text = text, .box = box};
            free_x = box.x + width + 14;
        }
    }
}

static void add_breaks(mns_timeline *timeline) {
    for (uint32_t e = 1; e < timeline->event_count; e++) {
        const mns_event *a = &timeline->events[e - 1], *b = &timeline->events[e];
        if (b->at - a->at > MNS_LONG_SILENCE) {
            int32_t x = b->x - 28; /* in the gap that mns_timeline_sweep left before it */
            timeline->breaks[timeline->break_count++] = (mns_tick){
                .x = x, .skipped = b->at - a->at - 1, .box = {x - 9, timeline->axis - 4, 18, 8}};
        }
    }
}

void mns_timeline_axis(mns_timeline *timeline, mns_arena *arena, const mns_document *document) {
    if (timeline->event_count == 0) {
        return;
    }
    add_shades(timeline, arena, document);
    int32_t top = 0;
    for (uint32_t s = 0; s < timeline->shade_count; s++) {
        top = timeline->shades[s].name_box.y < top ? timeline->shades[s].name_box.y : top;
    }
    timeline->axis = top - 8;
    add_ticks(timeline, arena);
    add_breaks(timeline);
}
