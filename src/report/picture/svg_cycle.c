/*
 * svg_cycle.c - the layout of a cycle as SVG, cards first. Linear in the output.
 */
#include "report/picture/layout_cycle.h"
#include "report/picture/svg.h"

static void write_gap(mns_buf *out, const mns_card *card) {
    mns_buf_str(out, "<g class='gap'>");
    mns_svg_rect(out, "bar", card->box, 6);
    mns_svg_text(out, "text dim", card->box.x + (card->box.width - mns_text_width(card->title)) / 2,
                 card->box.y + 5 + MNS_BASELINE, card->title);
    mns_buf_str(out, "</g>\n");
}

static void write_card(mns_buf *out, const mns_card *card) {
    if (card->txn == NULL) {
        write_gap(out, card);
        return;
    }
    mns_buf_printf(out, "<g class='txn %s' data-txn='%lu'><title>%s, index %lld, ",
                   mns_svg_type(card->txn->type), (unsigned long)card->place, card->title,
                   (long long)card->txn->index);
    mns_svg_txn_process(out, card->txn);
    mns_buf_str(out, "</title>");
    mns_svg_card(out, card, card->box);
    mns_buf_str(out, "</g>\n");
}

void mns_svg_cycle(const mns_document *document, const mns_doc_witness *witness,
                   mns_picture_use use, mns_buf *out) {
    (void)document;
    if (witness->txn_count < 2 || witness->step_count != witness->txn_count) {
        return;
    }
    mns_arena arena;
    mns_arena_init(&arena);
    const mns_cycle *cycle = mns_cycle_layout(&arena, witness);
    mns_buf text;
    mns_buf_init(&text);
    mns_svg_describe(witness, &text);
    if (cycle != NULL && !text.failed) {
        mns_svg_open(out,
                     &(mns_svg_head){.kind = "cycle",
                                     .width = cycle->width,
                                     .height = cycle->height,
                                     .label = "The cycle: each transaction and the next",
                                     .text = text.data},
                     use);
        for (uint32_t c = 0; c < cycle->card_count; c++) {
            write_card(out, &cycle->cards[c]);
        }
        mns_svg_arrows(out, cycle->arrows, cycle->card_count);
        mns_svg_close(out);
    }
    out->failed = out->failed || cycle == NULL || text.failed;
    mns_buf_release(&text);
    mns_arena_release(&arena);
}
