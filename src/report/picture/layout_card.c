/*
 * layout_card.c - transactions as cards, and which transactions and arrows of a witness are drawn.
 *
 *     T1 ok                 title
 *     r 9 [1 2 ... 5]       a row for each micro-operation that is shown
 *     append 8 4
 *     … 3 more              the number of omitted ones
 *
 * Of many micro-operations the relevant ones are shown, then the first others, in their order.
 */
#include "report/picture/picture_layout.h"

/* Longer rows are cut. */
#define ROW_CELLS 40

/* ---- Which transactions --------------------------------------------------------------------- */

mns_drawn mns_drawn_of(uint32_t total, uint32_t most, uint32_t head, uint32_t tail) {
    assert(head + tail <= most);
    if (total <= most) {
        return (mns_drawn){.head = total, .tail = 0, .total = total};
    }
    return (mns_drawn){.head = head, .tail = tail, .total = total};
}

uint32_t mns_drawn_place(const mns_drawn *drawn, uint32_t position) {
    if (position < drawn->head) {
        return position;
    }
    uint32_t first = drawn->total - drawn->tail;
    return position >= first && position < drawn->total ? drawn->head + position - first : MNS_NONE;
}

uint32_t mns_drawn_position(const mns_drawn *drawn, uint32_t place) {
    assert(place < drawn->head + drawn->tail);
    return place < drawn->head ? place : drawn->total - drawn->tail + place - drawn->head;
}

uint32_t mns_witness_txn_at(const mns_doc_witness *witness, uint32_t position) {
    return witness->step_count > 0 ? witness->steps[position].from : position;
}

const mns_doc_step *mns_witness_arrows(const mns_doc_witness *witness, uint32_t *count) {
    *count = witness->step_count > 0 ? witness->step_count : witness->link_count;
    return witness->step_count > 0 ? witness->steps : witness->links;
}

mns_arrow_ends mns_drawn_ends(const mns_drawn *drawn, const mns_doc_witness *witness,
                              uint32_t arrow) {
    bool cycle = witness->step_count > 0;
    uint32_t from = cycle ? arrow : witness->links[arrow].from;
    uint32_t to = cycle ? (arrow + 1) % witness->step_count : witness->links[arrow].to;
    return (mns_arrow_ends){mns_drawn_place(drawn, from), mns_drawn_place(drawn, to)};
}

const char *mns_arrow_text(mns_arena *arena, const mns_doc_step *step, const mns_drawn *drawn) {
    if (step != NULL) {
        return mns_text_cut(arena, step->label, MNS_LABEL_CELLS);
    }
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "… ");
    mns_buf_thousands(&out, (uint64_t)drawn->total - drawn->head - drawn->tail);
    mns_buf_str(&out, " transactions more");
    return mns_text_take(arena, &out);
}

/* ---- Cards ---------------------------------------------------------------------------------- */

/* Marks the micro-operations to show; returns how many. */
static uint32_t choose_mops(const mns_doc_txn *txn, uint32_t most, bool only_matters, bool *shown) {
    uint32_t count = 0, matter = 0;
    for (uint32_t m = 0; m < txn->mop_count && count < most; m++) {
        shown[m] = txn->mops[m].matters;
        count += shown[m] ? 1 : 0;
    }
    matter = count;
    for (uint32_t m = 0; m < txn->mop_count && count < most; m++) {
        if (!shown[m] && !(only_matters && matter > 0)) {
            shown[m] = true;
            count++;
        }
    }
    return count;
}

static const char *title_of(mns_arena *arena, uint32_t place, mns_txn_type type) {
    static const char *const words[] = {"ok", "info", "fail"};
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_printf(&out, "T%lu %s", (unsigned long)place + 1, words[type]);
    return mns_text_take(arena, &out);
}

static const char *more_of(mns_arena *arena, uint32_t count) {
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_printf(&out, "… %lu more", (unsigned long)count);
    return mns_text_take(arena, &out);
}

/* The row for omitted micro-operations replaces at least two. */
static uint32_t rows_that_fit(const mns_doc_txn *txn, uint32_t rows, bool only_matters) {
    return txn->mops_total <= rows && !only_matters ? rows : rows - 1;
}

mns_card mns_card_of(mns_arena *arena, const mns_doc_witness *witness, uint32_t txn, uint32_t rows,
                     bool only_matters) {
    const mns_doc_txn *of = &witness->txns[txn];
    mns_card card = {.txn = of, .place = txn, .title = title_of(arena, txn, of->type)};
    bool *shown = MNS_ARENA_ARRAY(arena, bool, of->mop_count + 1);
    card.rows = MNS_ARENA_ARRAY(arena, mns_card_row, rows + 1);
    if (arena->failed) {
        return card;
    }
    int32_t width = mns_text_width(card.title);
    uint32_t count = choose_mops(of, rows_that_fit(of, rows, only_matters), only_matters, shown);
    for (uint32_t m = 0; m < of->mop_count; m++) {
        if (shown[m]) {
            const char *text = mns_text_cut(arena, of->mops[m].label, ROW_CELLS);
            bool cut = text != of->mops[m].label || strstr(text, "...") != NULL;
            card.rows[card.row_count++] = (mns_card_row){.mop = m, .text = text, .cut = cut};
        }
    }
    if (of->mops_total > count) {
        const char *text = more_of(arena, of->mops_total - count);
        card.rows[card.row_count++] = (mns_card_row){.mop = MNS_NONE, .text = text};
    }
    for (uint32_t r = 0; r < card.row_count; r++) {
        int32_t needed = mns_text_width(card.rows[r].text);
        width = needed > width ? needed : width;
    }
    card.width = width + 2 * MNS_CARD_PADDING + 8;
    card.height = MNS_ROW_HEIGHT * (int32_t)(card.row_count + 1) + 10;
    return card;
}

mns_box mns_card_row_box(const mns_card *card, uint32_t mop) {
    uint32_t r = 0;
    while (r < card->row_count && (mop == MNS_NONE || card->rows[r].mop != mop)) {
        r++;
    }
    int32_t row = r < card->row_count ? (int32_t)r + 1 : 0;
    return (mns_box){card->box.x + MNS_CARD_PADDING, card->box.y + 5 + row * MNS_ROW_HEIGHT,
                     card->width - 2 * MNS_CARD_PADDING, MNS_ROW_HEIGHT - 2};
}
