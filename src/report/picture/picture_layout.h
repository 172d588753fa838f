/*
 * layout.h - what the layouts of pictures share: text in pixels, boxes, curves, cards, labels.
 *
 * Everything is in whole pixels. Text is measured in cells of a fixed-width font, wide characters
 * being two cells, so that a picture is the same wherever it is made. What a layout makes lives in the
 * arena that is passed to it; when memory runs out arena.failed says so, and there is nothing to draw.
 */
#ifndef MNS_REPORT_PICTURE_PICTURE_LAYOUT_H
#define MNS_REPORT_PICTURE_PICTURE_LAYOUT_H

#include "report/model/document.h"

typedef struct mns_point {
    int32_t x, y;
} mns_point;

typedef struct mns_box {
    int32_t x, y, width, height;
} mns_box;

/* A cubic Bézier curve: both ends are corners 0 and 3. */
typedef struct mns_curve {
    mns_point at[4];
} mns_curve;

/* ---- Text ------------------------------------------------------------------------------------- */

/* A line of text, and from its top to its baseline. */
#define MNS_LINE_HEIGHT 16
#define MNS_BASELINE 12
/* Whatever a history calls a key, a label in a picture is no longer than this. */
#define MNS_LABEL_CELLS 44

uint32_t mns_text_cells(const char *text);
int32_t mns_cells_width(uint32_t cells);
int32_t mns_text_width(const char *text);
/* The text, or as much of it as leaves room for an ellipsis in so many cells. */
const char *mns_text_cut(mns_arena *arena, const char *text, uint32_t cells);
/* What was written into a buffer, which is released. */
const char *mns_text_take(mns_arena *arena, mns_buf *text);
/* 99988 as 99,988. */
void mns_write_thousands(mns_buf *out, uint64_t number);
/* A duration as people say it: 350 ns, 1.25 ms, 12.4 s. */
void mns_write_duration(mns_buf *out, uint64_t ns);

/* ---- Boxes and curves ------------------------------------------------------------------------- */

/* How many pixels two boxes have in common, with so much space around the first. */
int64_t mns_box_common(mns_box a, mns_box b, int32_t space);
/* The smallest box around both. */
mns_box mns_box_around(mns_box a, mns_box b);
/* The point at sixty-fourths of a curve, rounded. */
mns_point mns_curve_at(const mns_curve *curve, int32_t sixty_fourths);
/* The part of a curve between two such places. */
mns_curve mns_curve_part(const mns_curve *curve, int32_t from, int32_t to);
mns_box mns_curve_box(const mns_curve *curve);

/* ---- Which transactions ----------------------------------------------------------------------- */

/* Of many transactions only the first and the last are drawn. */
typedef struct mns_drawn {
    uint32_t head, tail, total; /* head + tail <= total */
} mns_drawn;

mns_drawn mns_drawn_of(uint32_t total, uint32_t most, uint32_t head, uint32_t tail);
/* Between a transaction's place in the witness and its place among the drawn; MNS_NONE: not drawn. */
uint32_t mns_drawn_place(const mns_drawn *drawn, uint32_t txn);
uint32_t mns_drawn_txn(const mns_drawn *drawn, uint32_t place);

/* The arrows of a witness: the steps of a cycle, the links of a case. */
const mns_doc_step *mns_witness_arrows(const mns_doc_witness *witness, uint32_t *count);

/* ---- Cards ------------------------------------------------------------------------------------ */

typedef struct mns_card_row {
    uint32_t mop;     /* its place in txn->mops, or MNS_NONE: the row says how many are left out */
    const char *text; /* cut to fit */
    bool cut;         /* it does not show all of the micro-operation */
} mns_card_row;

/* A transaction as a title and a column of micro-operations. */
typedef struct mns_card {
    const mns_doc_txn *txn;
    uint32_t place; /* in the witness's txns */
    const char *title;
    mns_card_row *rows;
    uint32_t row_count;
    int32_t width, height; /* with its padding */
    mns_box box;           /* where it is */
} mns_card;

#define MNS_CARD_PADDING 8
#define MNS_ROW_HEIGHT 18

/* With at most `rows` micro-operations, those that matter first; with only_matters no others if there
 * are such. O(micro-operations shown). */
mns_card mns_card_of(mns_arena *arena, const mns_doc_witness *witness, uint32_t txn, uint32_t rows,
                     bool only_matters);
/* The box of a row, or of the title for MNS_NONE and for a micro-operation that is not shown. */
mns_box mns_card_row_box(const mns_card *card, uint32_t mop);

/* ---- Arrows ----------------------------------------------------------------------------------- */

typedef struct mns_arrow {
    const mns_doc_step *step; /* NULL: over transactions that are not drawn */
    uint32_t place;           /* of the step */
    mns_curve curve;
    const char *text;
    mns_box label;
} mns_arrow;

/* A label's size; its middle is at a point. */
mns_box mns_label_box(const char *text, mns_point middle);
/* What an arrow says: the label of its step, cut; or how many transactions are left out. */
const char *mns_arrow_text(mns_arena *arena, const mns_doc_step *step, const mns_drawn *drawn);

#endif
