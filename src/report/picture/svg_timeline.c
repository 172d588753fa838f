/*
 * svg_timeline.c - the layout of a timeline as SVG, from back to front: lanes, faults, axis,
 * neighbours, transactions, arrows. Linear in the output.
 */
#include "core/xml.h"
#include "report/picture/layout_timeline.h"
#include "report/picture/svg.h"

static void write_lanes(mns_buf *out, const mns_timeline *timeline) {
    for (uint32_t i = 0; i < timeline->lane_count; i++) {
        const mns_lane *lane = &timeline->lanes[i];
        mns_svg_rect(out, i % 2 == 0 ? "lane" : "lane odd", lane->box, 0);
        mns_svg_text(out, "lane-name", 12, lane->box.y + lane->box.height / 2 + 4, lane->name);
    }
    mns_buf_char(out, '\n');
}

static void write_shade(mns_buf *out, const mns_shade *shade) {
    mns_buf_str(out, "<g class='fault'>");
    mns_svg_tip(out, shade->fault->words);
    mns_svg_rect(out, "shade", shade->box, 0);
    if (shade->name[0] != '\0') {
        mns_svg_rect(out, "label-box", shade->name_box, 4);
        mns_svg_text(out, "label", shade->name_box.x + 4, shade->name_box.y + 13, shade->name);
    }
    mns_buf_str(out, "</g>\n");
}

static void write_break(mns_buf *out, const mns_timeline *timeline, const mns_tick *mark) {
    mns_buf_str(out, "<g class='break'><title>");
    mns_buf_thousands(out, mark->skipped);
    mns_buf_str(out, " operations between are not shown</title>");
    mns_svg_rect(out, "paper", mark->box, 0);
    for (int32_t x = mark->x - 5; x <= mark->x + 5; x += 5) {
        mns_svg_rect(out, "dot", (mns_box){x - 1, timeline->axis - 1, 2, 2}, 1);
    }
    mns_buf_str(out, "</g>");
}

static void write_axis(mns_buf *out, const mns_timeline *timeline) {
    int32_t y = timeline->axis, end = timeline->plot.x + timeline->plot.width;
    mns_svg_line(out, "axis", (mns_point){timeline->plot.x, y}, (mns_point){end, y});
    for (uint32_t i = 0; i < timeline->break_count; i++) {
        write_break(out, timeline, &timeline->breaks[i]);
    }
    for (uint32_t i = 0; i < timeline->tick_count; i++) {
        const mns_tick *tick = &timeline->ticks[i];
        mns_svg_line(out, "axis", (mns_point){tick->x, y - 3}, (mns_point){tick->x, y + 3});
        mns_svg_text(out, "tick", tick->box.x, tick->box.y + MNS_BASELINE, tick->text);
    }
    mns_buf_char(out, '\n');
}

/* ---- Bars ----------------------------------------------------------------------------------- */

static void write_tip(mns_buf *out, const mns_bar *bar) {
    const mns_doc_txn *txn = bar->txn;
    mns_buf_str(out, "<title>");
    if (bar->near) {
        mns_buf_xml(out, bar->line, strlen(bar->line));
        mns_buf_str(out, "&#10;");
    } else {
        mns_buf_printf(out, "%s, index %lld, ", bar->card.title, (long long)txn->index);
    }
    mns_svg_txn_process(out, txn);
    if (txn->error != NULL) {
        mns_buf_str(out, ", error ");
        mns_buf_xml(out, txn->error, strlen(txn->error));
    }
    mns_buf_str(out, "</title>");
}

static void write_near(mns_buf *out, mns_arena *arena, const mns_bar *bar) {
    mns_buf_printf(out, "<g class='txn near %s'>", mns_svg_type(bar->txn->type));
    write_tip(out, bar);
    mns_svg_rect(out, "bar", bar->box, 4);
    uint32_t cells = (uint32_t)((bar->box.width - 12) * 4 / 29);
    const char *line = mns_text_cut(arena, bar->line, cells);
    mns_svg_text(out, "text", bar->box.x + 6, bar->box.y + 15, line);
    mns_buf_str(out, "</g>\n");
}

/* The open end of a transaction of unknown outcome: it may take effect at any later time. */
static void write_open_end(mns_buf *out, const mns_bar *bar) {
    int32_t x = bar->box.x + bar->card.width, end = bar->box.x + bar->box.width;
    int32_t top = bar->box.y, bottom = top + bar->box.height;
    mns_buf_printf(out, "<path class='open' d='M%d %dH%dM%d %dH%d'/>", x, top, end, x, bottom, end);
}

static void write_txn(mns_buf *out, const mns_bar *bar) {
    mns_buf_printf(out, "<g class='txn %s' data-txn='%lu'>", mns_svg_type(bar->txn->type),
                   (unsigned long)bar->card.place);
    write_tip(out, bar);
    mns_box frame = bar->box;
    if (bar->goes_on) {
        frame.width = bar->card.width;
        write_open_end(out, bar);
    }
    mns_svg_card(out, &bar->card, frame);
    mns_buf_str(out, "</g>\n");
}

/* ---- The picture ---------------------------------------------------------------------------- */

static void write_picture(mns_buf *out, mns_arena *arena, const mns_timeline *timeline) {
    write_lanes(out, timeline);
    for (uint32_t i = 0; i < timeline->shade_count; i++) {
        write_shade(out, &timeline->shades[i]);
    }
    write_axis(out, timeline);
    for (uint32_t b = timeline->txn_count; b < timeline->bar_count; b++) {
        write_near(out, arena, &timeline->bars[b]);
    }
    for (uint32_t b = 0; b < timeline->txn_count; b++) {
        write_txn(out, &timeline->bars[b]);
    }
    mns_svg_arrows(out, timeline->arrows, timeline->arrow_count);
    if (timeline->note != NULL) {
        mns_svg_text(out, "dim", timeline->plot.x, timeline->height - 6, timeline->note);
    }
}

void mns_svg_timeline(const mns_document *document, const mns_doc_witness *witness,
                      mns_picture_use use, mns_buf *out) {
    if (witness->txn_count == 0) {
        return;
    }
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_timeline *timeline = mns_timeline_layout(&arena, document, witness);
    mns_buf text;
    mns_buf_init(&text);
    mns_svg_describe(witness, &text);
    if (timeline != NULL && !text.failed) {
        mns_svg_open(out,
                     &(mns_svg_head){.kind = "timeline",
                                     .width = timeline->width,
                                     .height = timeline->height,
                                     .label = "The transactions in time, a lane for each process",
                                     .text = text.data},
                     use);
        write_picture(out, &arena, timeline);
        mns_svg_close(out);
    }
    out->failed = out->failed || timeline == NULL || text.failed || arena.failed;
    mns_buf_release(&text);
    mns_arena_release(&arena);
}
