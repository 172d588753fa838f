/*
 * layout_bars.c - the bars of a timeline: which transactions, their x range and lane.
 *
 * In: the transactions of a witness and its neighbours. Out: bars with x and y.
 *
 * The timeline begins with the first event of the witness and ends with its last. Neighbours are
 * clipped to that: events outside would only widen the picture. An info transaction may take effect
 * at any later time, so its bar extends to the end.
 *
 * Invariants: x of events ascends with position; bars in one row of a lane do not overlap; a bar of
 * the witness is as wide as its card. Cost: O(bars² + steps).
 */
#include "report/model/document_builder.h"
#include "report/picture/layout_timeline.h"

/* Gaps between two events: one of them is the witness's, and both are neighbours'. */
#define GAP 26
#define GAP_NEAR 12
#define GAP_LONG 56
/* The maximal width of a neighbour with a short duration. */
#define NEAR_WIDTH 104
#define NEAR_HEIGHT 22
#define ROWS_SHOWN 8

/* ---- Bars ----------------------------------------------------------------------------------- */

static void place_in_time(mns_bar *bar) {
    const mns_doc_txn *txn = bar->txn;
    bool over = txn->type != MNS_TXN_INFO && txn->complete != MNS_NO_POSITION;
    uint64_t completed = txn->complete != MNS_NO_POSITION ? txn->complete : 0;
    bar->from = txn->invoke != MNS_NO_POSITION ? txn->invoke : completed;
    bar->until = UINT64_MAX;
    if (over) {
        bar->until = txn->complete > bar->from ? txn->complete : bar->from;
    }
    bar->goes_on = !over;
}

/* "27 fail: r 9 [1 2], append 8 4"; cut later to the width of the bar. */
static const char *near_line(mns_arena *arena, const mns_doc_txn *txn) {
    mns_buf out;
    mns_buf_init(&out);
    static const char *const outcomes[] = {
        [MNS_TXN_OK] = "", [MNS_TXN_FAIL] = " fail", [MNS_TXN_INFO] = " info"};
    mns_buf_printf(&out, "%lld%s:", (long long)txn->index, outcomes[txn->type]);
    for (uint32_t m = 0; m < txn->mop_count; m++) {
        mns_buf_printf(&out, "%s %s", m > 0 ? "," : "", txn->mops[m].label);
    }
    mns_buf_str(&out, txn->mop_count < txn->mops_total ? ", …" : "");
    return mns_text_take(arena, &out);
}

static void add_neighbours(mns_timeline *timeline, mns_arena *arena,
                           const mns_doc_witness *witness) {
    uint64_t first = UINT64_MAX, last = 0;
    for (uint32_t b = 0; b < timeline->txn_count; b++) {
        const mns_bar *bar = &timeline->bars[b];
        first = bar->from < first ? bar->from : first;
        last = bar->from > last ? bar->from : last;
        last = bar->until != UINT64_MAX && bar->until > last ? bar->until : last;
    }
    uint32_t shown = 0;
    for (uint32_t i = 0; i < witness->neighbour_count && shown < MNS_LIMIT_TIMELINE_NEAR; i++) {
        mns_bar bar = {.txn = &witness->neighbours[i], .near = true};
        place_in_time(&bar);
        if (bar.from > last || bar.until < first) {
            continue;
        }
        bar.from_earlier = bar.from < first;
        bar.goes_on = bar.until > last;
        bar.line = near_line(arena, bar.txn);
        timeline->bars[timeline->bar_count++] = bar;
        shown++;
    }
}

void mns_timeline_bars(mns_timeline *timeline, mns_arena *arena, const mns_doc_witness *witness) {
    const mns_drawn *drawn = &timeline->drawn;
    for (uint32_t i = 0; i < drawn->head + drawn->tail; i++) {
        uint32_t txn = mns_witness_txn_at(witness, mns_drawn_position(drawn, i));
        mns_bar *bar = &timeline->bars[timeline->bar_count++];
        *bar = (mns_bar){.txn = &witness->txns[txn]};
        place_in_time(bar);
        bar->card = mns_card_of(arena, witness, txn, ROWS_SHOWN, false);
    }
    timeline->txn_count = timeline->bar_count;
    add_neighbours(timeline, arena, witness);
}

/* ---- x -------------------------------------------------------------------------------------- */

static int compare_events(const void *a, const void *b) {
    const mns_event *x = a, *y = b;
    if (x->at != y->at) {
        return x->at < y->at ? -1 : 1;
    }
    if (x->end != y->end) {
        return x->end ? 1 : -1;
    }
    return x->bar < y->bar ? -1 : x->bar > y->bar;
}

static void collect_events(mns_timeline *timeline) {
    for (uint32_t b = 0; b < timeline->bar_count; b++) {
        const mns_bar *bar = &timeline->bars[b];
        mns_event *events = timeline->events;
        if (!bar->from_earlier) {
            events[timeline->event_count++] = (mns_event){.at = bar->from, .bar = b};
        }
        if (!bar->goes_on) {
            events[timeline->event_count++] = (mns_event){.at = bar->until, .bar = b, .end = true};
        }
    }
    qsort(timeline->events, timeline->event_count, sizeof timeline->events[0], compare_events);
}

/* The least x of a bar that leaves space for arrows from bars that ended before: an arrow within a
 * lane is straight and contains its label, several between two bars are side by side. */
static int32_t room_for_arrows(const mns_timeline *timeline, const mns_doc_witness *witness,
                               uint32_t bar) {
    uint32_t count, arrows[MNS_LIMIT_TIMELINE_TXNS] = {0};
    const mns_doc_step *steps = mns_witness_arrows(witness, &count);
    int32_t x = INT32_MIN;
    for (uint32_t i = 0; i < count; i++) {
        mns_arrow_ends ends = mns_drawn_ends(&timeline->drawn, witness, i);
        uint32_t other = ends.from == bar ? ends.to : ends.from;
        bool joins = (ends.from == bar || ends.to == bar) && other != MNS_NONE;
        if (!joins || timeline->bars[other].until >= timeline->bars[bar].from) {
            continue;
        }
        bool same = mns_doc_process_compare(&timeline->bars[other].txn->process,
                                            &timeline->bars[bar].txn->process) == 0;
        uint32_t cells = mns_text_cells(steps[i].label);
        int32_t label = mns_cells_width(cells < MNS_LABEL_CELLS ? cells : MNS_LABEL_CELLS);
        int32_t room = same || arrows[other]++ > 0 ? label + 48 : GAP_LONG;
        const mns_box *box = &timeline->bars[other].box;
        x = box->x + box->width + room > x ? box->x + box->width + room : x;
    }
    return x;
}

static int32_t width_of(const mns_bar *bar) {
    if (!bar->near) {
        return bar->card.width;
    }
    int32_t text = mns_text_width(bar->line) + 12;
    return text < NEAR_WIDTH ? text : NEAR_WIDTH;
}

/* Fills in the boxes of bars: x at their first event, width at their last. */
static int32_t place_events(mns_timeline *timeline, const mns_doc_witness *witness) {
    int32_t x = 0;
    for (uint32_t e = 0; e < timeline->event_count; e++) {
        mns_event *event = &timeline->events[e];
        mns_bar *bar = &timeline->bars[event->bar];
        if (e > 0) {
            const mns_event *before = event - 1;
            bool near = bar->near && timeline->bars[before->bar].near;
            bool silence = event->at - before->at > MNS_LONG_SILENCE;
            int32_t usual = near ? GAP_NEAR : GAP;
            x += silence ? GAP_LONG : usual;
        }
        int32_t least = INT32_MIN;
        if (event->end) {
            least = bar->box.x + width_of(bar);
        } else if (!bar->near) {
            least = room_for_arrows(timeline, witness, event->bar);
        }
        x = least > x ? least : x;
        event->x = x;
        if (event->end) {
            bar->box.width = x - bar->box.x;
        } else {
            bar->box.x = x;
        }
    }
    return x;
}

void mns_timeline_sweep(mns_timeline *timeline, const mns_doc_witness *witness) {
    collect_events(timeline);
    int32_t last = place_events(timeline, witness);
    for (uint32_t b = 0; b < timeline->bar_count; b++) {
        const mns_bar *bar = &timeline->bars[b];
        int32_t gap = bar->near ? 0 : GAP;
        int32_t needed = bar->goes_on ? bar->box.x + width_of(bar) + gap : last;
        last = needed > last ? needed : last;
    }
    timeline->plot = (mns_box){.x = 0, .width = last};
    for (uint32_t b = 0; b < timeline->bar_count; b++) {
        mns_bar *bar = &timeline->bars[b];
        bar->box.width = bar->goes_on ? last - bar->box.x : bar->box.width;
    }
}

/* ---- y -------------------------------------------------------------------------------------- */

static void collect_lanes(mns_timeline *timeline) {
    for (uint32_t b = 0; b < timeline->bar_count; b++) {
        const mns_doc_txn *txn = timeline->bars[b].txn;
        mns_doc_process process = txn->process;
        uint32_t at = timeline->lane_count;
        while (at > 0 && mns_doc_process_compare(&timeline->lanes[at - 1].process, &process) > 0) {
            at--;
        }
        if (at > 0 && mns_doc_process_compare(&timeline->lanes[at - 1].process, &process) == 0) {
            mns_lane *lane = &timeline->lanes[at - 1];
            lane->node = mns_doc_same_node(lane->node, txn->node);
            continue;
        }
        memmove(&timeline->lanes[at + 1], &timeline->lanes[at],
                (timeline->lane_count - at) * sizeof timeline->lanes[0]);
        timeline->lanes[at] = (mns_lane){.process = process, .node = txn->node};
        timeline->lane_count++;
    }
}

static void name_lane(mns_lane *lane, mns_arena *arena) {
    mns_buf name;
    mns_buf_init(&name);
    mns_doc_process_name(&lane->process, lane->node, &name);
    mns_label_cut(&name, 0, MNS_LIMIT_LABEL);
    lane->name = mns_text_take(arena, &name);
}

static bool overlap(const mns_bar *a, const mns_bar *b) {
    return a->box.x < b->box.x + b->box.width + 4 && b->box.x < a->box.x + a->box.width + 4;
}

/* The first row of the lane in which the bar overlaps no other. */
static uint32_t free_row(const mns_timeline *timeline, uint32_t bar) {
    const mns_bar *of = &timeline->bars[bar];
    for (uint32_t row = 0;; row++) {
        uint32_t other = 0;
        while (other < bar &&
               !(timeline->bars[other].lane == of->lane && timeline->bars[other].row == row &&
                 overlap(&timeline->bars[other], of))) {
            other++;
        }
        if (other == bar) {
            return row;
        }
    }
}

static int32_t height_of(const mns_bar *bar) { return bar->near ? NEAR_HEIGHT : bar->card.height; }

/* Stacks the rows of a lane, each as high as its highest bar. */
static void place_lane(mns_timeline *timeline, uint32_t lane, int32_t top) {
    bool witness = false;
    for (uint32_t b = 0; b < timeline->txn_count; b++) {
        witness |= timeline->bars[b].lane == lane;
    }
    int32_t padding = witness ? 12 : 6, y = top + padding;
    for (uint32_t row = 0, met = 1; met > 0; row++) {
        int32_t height = 0;
        met = 0;
        for (uint32_t b = 0; b < timeline->bar_count; b++) {
            mns_bar *bar = &timeline->bars[b];
            if (bar->lane == lane && bar->row == row) {
                bar->box.y = y;
                bar->box.height = height_of(bar);
                height = bar->box.height > height ? bar->box.height : height;
                met++;
            }
        }
        y += met > 0 ? height + 6 : 0;
    }
    timeline->lanes[lane].box = (mns_box){.y = top, .height = y - 6 + padding - top};
}

void mns_timeline_lanes(mns_timeline *timeline, mns_arena *arena, int32_t top) {
    collect_lanes(timeline);
    for (uint32_t b = 0; b < timeline->bar_count; b++) {
        mns_bar *bar = &timeline->bars[b];
        bar->lane = 0;
        while (mns_doc_process_compare(&timeline->lanes[bar->lane].process, &bar->txn->process) !=
               0) {
            bar->lane++;
        }
        bar->row = free_row(timeline, b);
    }
    int32_t y = top;
    for (uint32_t lane = 0; lane < timeline->lane_count; lane++) {
        name_lane(&timeline->lanes[lane], arena);
        place_lane(timeline, lane, y);
        y += timeline->lanes[lane].box.height;
    }
    timeline->plot.y = top;
    timeline->plot.height = y - top;
    for (uint32_t b = 0; b < timeline->txn_count; b++) {
        timeline->bars[b].card.box = timeline->bars[b].box;
    }
}
