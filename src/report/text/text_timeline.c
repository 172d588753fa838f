/*
 * text_timeline.c - see text_timeline.h.
 *
 * Events (invocations and completions) get columns from left to right, each at least two after the
 * one before it, and a completion far enough from its invocation for the label of its bar. Labels
 * are cut to the largest width with which the last event still fits. There are at most
 * MNS_LIMIT_TIMELINE_TXNS bars, so the cost is O(1).
 */
#include "report/text/text_timeline.h"

#include <inttypes.h>
#include <stdio.h>

#include "report/picture/cells.h"

#define BARS MNS_LIMIT_TIMELINE_TXNS
#define EVENTS (2 * BARS)
/* Columns of a bar around its label: "├─ " and " ─┤". */
#define FRAME 6
/* Columns of a lane's name, at most: as many as "process -9223372036854775808" has. */
#define NAME_CELLS 28

typedef struct bar {
    const mns_doc_txn *txn;
    mns_line name;     /* "T1" */
    mns_line mops;     /* "r 9 [1 2]" */
    mns_line label;    /* both: "T1: r 9 [1 2]" */
    uint32_t from, to; /* events; an open end stops before `to`, or at the event count */
    bool open;
    uint32_t lane;
} bar;

typedef struct timeline {
    bar bars[BARS];
    uint32_t bar_count;
    uint64_t events[EVENTS]; /* positions, ascending */
    uint32_t event_count;
    uint32_t columns[EVENTS + 1];           /* of the events, then the end of open bars */
    const mns_doc_process *processes[BARS]; /* of the lanes */
    const char *nodes[BARS];                /* of the lanes; NULL: unknown, or several */
    uint32_t lane_count;
    uint32_t indent;
    uint32_t left; /* the first column that bars may use */
    bool beside;   /* labels are beside the bars, not inside */
} timeline;

/* ---- Bars, events and lanes ----------------------------------------------------------------- */

static bool is_drawable(const mns_doc_witness *witness) {
    bool known = witness->txn_count > 1 && witness->txn_count <= BARS;
    for (uint32_t i = 0; i < witness->txn_count && known; i++) {
        const mns_doc_txn *txn = &witness->txns[i];
        bool ended = txn->complete != MNS_NO_POSITION && txn->complete > txn->invoke;
        known = txn->invoke != MNS_NO_POSITION && (ended || txn->type == MNS_TXN_INFO);
    }
    return known;
}

/* The relevant micro-operations, or all if none are. */
static void make_label(bar *b, uint32_t place) {
    char name[16];
    snprintf(name, sizeof name, "T%u", place + 1);
    mns_line_add(&b->name, name);
    mns_line_add(&b->label, name);
    bool some = false;
    for (uint32_t i = 0; i < b->txn->mop_count; i++) {
        some = some || b->txn->mops[i].matters;
    }
    bool first = true;
    for (uint32_t i = 0; i < b->txn->mop_count; i++) {
        if (b->txn->mops[i].matters || !some) {
            mns_line_add(&b->label, first ? ": " : ", ");
            mns_line_add(&b->label, b->txn->mops[i].label);
            mns_line_add(&b->mops, first ? "" : ", ");
            mns_line_add(&b->mops, b->txn->mops[i].label);
            first = false;
        }
    }
}

/* Inserts a position into the sorted events. */
static void add_event(timeline *t, uint64_t position) {
    uint32_t i = t->event_count++;
    for (; i > 0 && t->events[i - 1] > position; i--) {
        t->events[i] = t->events[i - 1];
    }
    t->events[i] = position;
}

static uint32_t event_at(const timeline *t, uint64_t position) {
    uint32_t i = 0;
    while (t->events[i] != position) {
        i++;
        assert(i < t->event_count);
    }
    return i;
}

static void collect(timeline *t, const mns_doc_witness *witness) {
    for (uint32_t i = 0; i < witness->txn_count; i++) {
        bar *b = &t->bars[t->bar_count++];
        b->txn = &witness->txns[i];
        make_label(b, i);
        add_event(t, b->txn->invoke);
        if (b->txn->type != MNS_TXN_INFO) {
            add_event(t, b->txn->complete);
        }
    }
    for (uint32_t i = 0; i < t->bar_count; i++) {
        bar *b = &t->bars[i];
        b->open = b->txn->type == MNS_TXN_INFO;
        b->from = event_at(t, b->txn->invoke);
        b->to = b->open ? t->event_count : event_at(t, b->txn->complete);
    }
}

/* Lanes in the order of their first invocations. */
static void find_lanes(timeline *t) {
    for (uint32_t event = 0; event < t->event_count; event++) {
        for (uint32_t i = 0; i < t->bar_count; i++) {
            bar *b = &t->bars[i];
            if (b->from != event) {
                continue;
            }
            b->lane = 0;
            while (b->lane < t->lane_count &&
                   mns_doc_process_compare(t->processes[b->lane], &b->txn->process) != 0) {
                b->lane++;
            }
            if (b->lane == t->lane_count) {
                t->nodes[t->lane_count] = b->txn->node;
                t->processes[t->lane_count++] = &b->txn->process;
            }
            t->nodes[b->lane] = mns_doc_same_node(t->nodes[b->lane], b->txn->node);
        }
    }
}

/* A process may continue under its number after an unknown outcome: then the open end stops before
 * its next bar. */
static void stop_open_ends(timeline *t) {
    for (uint32_t i = 0; i < t->bar_count; i++) {
        bar *b = &t->bars[i];
        for (uint32_t j = 0; j < t->bar_count && b->open; j++) {
            const bar *next = &t->bars[j];
            if (next->lane == b->lane && next->from > b->from && next->from < b->to) {
                b->to = next->from;
            }
        }
    }
}

/* ---- Columns -------------------------------------------------------------------------------- */

/* Columns of a bar if labels have at most `most`; 0: only its name, without a frame. */
static uint32_t bar_width(const bar *b, uint32_t most) {
    if (most == 0) {
        return b->name.count + 2;
    }
    return (b->label.count < most ? b->label.count : most) + FRAME;
}

/* Columns of all events; returns the last one that is used. */
static uint32_t place_events(timeline *t, uint32_t most) {
    for (uint32_t e = 0; e <= t->event_count; e++) {
        uint32_t column = e == 0 ? t->left : t->columns[e - 1] + (e < t->event_count ? 2 : 0);
        for (uint32_t i = 0; i < t->bar_count; i++) {
            const bar *b = &t->bars[i];
            uint32_t end = t->columns[b->from] + bar_width(b, most) - 1;
            end += b->open && e < t->event_count ? 1 : 0;
            if (b->to == e && column < end) {
                column = end;
            }
        }
        t->columns[e] = column;
    }
    return t->columns[t->event_count];
}

static void place(timeline *t) {
    uint32_t most = t->beside ? 0 : MNS_LINE_CELLS;
    while (most > 0 && place_events(t, most) >= MNS_LINE_CELLS) {
        most = most > 12 ? most - 1 : 0; /* shorter labels are useless */
    }
    uint32_t last = place_events(t, most);
    assert(last < MNS_LINE_CELLS);
    (void)last;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* The last column of a bar. */
static uint32_t bar_end(const timeline *t, const bar *b) {
    return t->columns[b->to] - (b->open && b->to < t->event_count ? 1 : 0);
}

/* Returns how many columns show micro-operations. */
static uint32_t draw_bar(const timeline *t, const bar *b, mns_line *line) {
    uint32_t from = t->columns[b->from], to = bar_end(t, b);
    assert(from < to);
    uint32_t inside = to - from - 1;
    const char *closed = b->txn->type == MNS_TXN_FAIL ? "✗" : "┤";
    mns_line_fill(line, from, to + 1, b->open ? "╌" : "─");
    mns_line_fill(line, to, to + 1, b->open ? ">" : closed);
    mns_line_fill(line, from, from + 1, "├");
    if (t->beside || inside < FRAME - 2 + b->name.count) {
        mns_line_put(line, from + 1, &b->name, inside < b->name.count ? inside : b->name.count);
        return 0;
    }
    /* Show the whole name, and micro-operations only if some columns are left for them. */
    uint32_t room = inside - (FRAME - 2);
    const mns_line *text = b->label.count > room && room < b->name.count + 5 ? &b->name : &b->label;
    uint32_t shown = text->count < room ? text->count : room;
    mns_line_fill(line, from + 1, from + 2, "─");
    mns_line_fill(line, from + 2, from + 4 + shown, " ");
    mns_line_put(line, from + 3, text, shown);
    return shown - b->name.count;
}

/* True if the column is empty. */
static bool is_free(const timeline *t, const mns_line *line, uint32_t column) {
    return column >= t->left && column < MNS_LINE_CELLS &&
           (column >= line->count || strcmp(line->cells[column].bytes, " ") == 0);
}

/* Writes the micro-operations of a bar into the free columns on one side of it, after a blank;
 * returns how many columns. */
static uint32_t write_beside(const timeline *t, const bar *b, mns_line *line) {
    uint32_t from = t->columns[b->from], to = bar_end(t, b);
    uint32_t right = 0, left = 0;
    while (is_free(t, line, to + 1 + right)) {
        right++;
    }
    while (from > left && is_free(t, line, from - 1 - left)) {
        left++;
    }
    /* A blank on either side, unless the line ends there. */
    uint32_t after = to + 1 + right == MNS_LINE_CELLS ? right : right - (right > 0 ? 1 : 0);
    after -= after > 0 ? 1 : 0;
    uint32_t before = left > 2 ? left - 2 : 0;
    bool on_right = b->mops.count <= after || after >= before;
    uint32_t room = on_right ? after : before;
    uint32_t shown = b->mops.count < room ? b->mops.count : room;
    if (shown < b->mops.count && shown < 4) {
        return 0; /* only "..." would fit */
    }
    mns_line_put(line, on_right ? to + 2 : from - 1 - shown, &b->mops, shown);
    return shown;
}

/* "process 3", "process :alice" or "process 3 on n2". */
static mns_line name_lane(const timeline *t, uint32_t lane) {
    mns_line line = {.count = 0};
    mns_line_add(&line, "process ");
    if (t->processes[lane]->name != NULL) {
        mns_line_add(&line, t->processes[lane]->name);
    } else {
        char number[24];
        snprintf(number, sizeof number, "%" PRId64, t->processes[lane]->number);
        mns_line_add(&line, number);
    }
    if (t->nodes[lane] != NULL) {
        mns_line_add(&line, " on ");
        mns_line_add(&line, t->nodes[lane]);
    }
    return line;
}

/* Returns how many columns show micro-operations. */
static uint32_t draw_lane(const timeline *t, uint32_t lane, mns_buf *out) {
    mns_line line = {.count = 0};
    uint32_t shown = 0;
    mns_line name = name_lane(t, lane);
    mns_line_fill(&line, 0, t->indent, " ");
    mns_line_put(&line, t->indent, &name, name.count < NAME_CELLS ? name.count : NAME_CELLS);
    for (uint32_t i = 0; i < t->bar_count; i++) {
        shown += t->bars[i].lane == lane ? draw_bar(t, &t->bars[i], &line) : 0;
    }
    for (uint32_t i = 0; i < t->bar_count && t->beside; i++) {
        shown += t->bars[i].lane == lane ? write_beside(t, &t->bars[i], &line) : 0;
    }
    mns_line_write(&line, out);
    return shown;
}

/* Draws all lanes, with labels inside or beside the bars. */
static uint32_t draw_lanes(timeline *t, bool beside, mns_buf *out) {
    uint32_t shown = 0;
    t->beside = beside;
    place(t);
    for (uint32_t i = 0; i < t->lane_count; i++) {
        shown += draw_lane(t, i, out);
    }
    return shown;
}

/* Labels are inside the bars, unless more of them fits beside: for bars that do not overlap. */
static void draw_best(timeline *t, mns_buf *out) {
    mns_buf trial;
    mns_buf_init(&trial);
    uint32_t beside = draw_lanes(t, true, &trial);
    uint32_t inside = draw_lanes(t, false, &trial);
    out->failed = out->failed || trial.failed;
    mns_buf_release(&trial);
    draw_lanes(t, inside < beside, out);
}

/* ---- Faults --------------------------------------------------------------------------------- */

/* The column of a position: that of its event, or next to the event before (from) or after it. */
static uint32_t column_of(const timeline *t, uint64_t position, bool from) {
    uint32_t e = 0;
    while (e < t->event_count && t->events[e] < position) {
        e++;
    }
    if (e == t->event_count) {
        return t->columns[e];
    }
    if (t->events[e] == position || e == 0) {
        return t->columns[e];
    }
    return from ? t->columns[e - 1] + 1 : t->columns[e] - 1;
}

static bool is_within(const timeline *t, const mns_doc_fault *fault) {
    return fault->position <= t->events[t->event_count - 1] && fault->until >= t->events[0];
}

static void draw_fault(const timeline *t, const mns_doc_fault *fault, mns_buf *out) {
    mns_line line = {.count = 0}, name = {.count = 0}, what = {.count = 0};
    uint32_t from = column_of(t, fault->position, true);
    uint32_t to = column_of(t, fault->until, false);
    to = to < from ? from : to;
    mns_line_add(&name, fault->process);
    mns_line_add(&what, fault->brief);
    if (to + 2 + what.count > MNS_LINE_CELLS && to - from <= what.count + 4) {
        what.count = 0; /* too long: its name at least, without the colon of a keyword */
        mns_line_add(&what, fault->function + (fault->function[0] == ':' ? 1 : 0));
    }
    mns_line_fill(&line, 0, t->left, " ");
    mns_line_put(&line, t->indent, &name,
                 name.count < t->left - t->indent - 1 ? name.count : t->left - t->indent - 1);
    mns_line_fill(&line, from, to + 1, "▒");
    if (to + 2 + what.count <= MNS_LINE_CELLS) {
        mns_line_put(&line, to + 2, &what, what.count);
    } else if (to - from > what.count + 4) {
        mns_line_fill(&line, from + 2, from + 4 + what.count, " ");
        mns_line_put(&line, from + 3, &what, what.count);
    }
    mns_line_write(&line, out);
}

static void draw_faults(const timeline *t, const mns_document *document, mns_buf *out) {
    uint64_t within = 0;
    for (uint32_t i = 0; i < document->fault_count; i++) {
        if (is_within(t, &document->faults[i])) {
            if (within < MNS_LIMIT_TIMELINE_FAULTS) {
                draw_fault(t, &document->faults[i], out);
            }
            within++;
        }
    }
    if (within > MNS_LIMIT_TIMELINE_FAULTS) {
        uint64_t more = within - MNS_LIMIT_TIMELINE_FAULTS;
        mns_buf_printf(out, "%*s%llu more fault%s\n", (int)t->indent, "", (unsigned long long)more,
                       more == 1 ? "" : "s");
    }
}

/* ---- The timeline --------------------------------------------------------------------------- */

bool mns_write_timeline(const mns_document *document, const mns_doc_witness *witness,
                        const char *heading, uint32_t indent, mns_buf *out) {
    if (!is_drawable(witness)) {
        return false;
    }
    timeline t = {.indent = indent};
    collect(&t, witness);
    find_lanes(&t);
    stop_open_ends(&t);
    uint32_t widest = 0;
    for (uint32_t i = 0; i < t.lane_count; i++) {
        uint32_t size = name_lane(&t, i).count;
        widest = size > widest ? size : widest;
    }
    widest = widest < NAME_CELLS ? widest : NAME_CELLS;
    t.left = indent + widest + 2;
    mns_buf_str(out, heading);
    draw_best(&t, out);
    draw_faults(&t, document, out);
    return true;
}
