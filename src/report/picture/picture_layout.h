/*
 * picture_layout.h - shared by the layouts of pictures: text in pixels, boxes, curves, cards,
 * labels.
 *
 * Everything is in whole pixels. Text is measured in cells of a fixed-width font, with two cells
 * for wide characters, so that a picture is the same on every machine. Layouts are allocated in the
 * arena that is passed to them; arena.failed: out of memory, nothing can be drawn.
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

/* A cubic Bézier curve; its ends are the control points 0 and 3. */
typedef struct mns_curve {
    mns_point at[4];
} mns_curve;

/* ---- Text ----------------------------------------------------------------------------------- */

/* The height of a line of text, and the distance from its top to its baseline. */
#define MNS_LINE_HEIGHT 16
#define MNS_BASELINE 12
/* The maximal length of a label. */
#define MNS_LABEL_CELLS 44

uint32_t mns_text_cells(const char *text);
int32_t mns_cells_width(uint32_t cells);
int32_t mns_text_width(const char *text);
/* The text, cut to so many cells, including an ellipsis. */
const char *mns_text_cut(mns_arena *arena, const char *text, uint32_t cells);
/* Moves the text of a buffer into the arena and releases the buffer. */
const char *mns_text_take(mns_arena *arena, mns_buf *text);

/* ---- Boxes and curves ----------------------------------------------------------------------- */

/* The number of pixels that two boxes have in common, with a margin around the first. */
int64_t mns_box_common(mns_box a, mns_box b, int32_t space);
/* The smallest box around both. */
mns_box mns_box_around(mns_box a, mns_box b);
/* The point at sixty-fourths of a curve, rounded. */
mns_point mns_curve_at(const mns_curve *curve, int32_t sixty_fourths);
/* The part of a curve between two such places. */
mns_curve mns_curve_part(const mns_curve *curve, int32_t from, int32_t to);
mns_box mns_curve_box(const mns_curve *curve);

/* ---- Which transactions --------------------------------------------------------------------- */

/* The first `head` and the last `tail` transactions are drawn. */
typedef struct mns_drawn {
    uint32_t head, tail, total; /* head + tail <= total */
} mns_drawn;

mns_drawn mns_drawn_of(uint32_t total, uint32_t most, uint32_t head, uint32_t tail);
/* Convert between the order of the witness and places among the drawn ones; MNS_NONE: not drawn.
 * The order is that of the steps for a cycle, so that drawn transactions are connected, and that of
 * time for a case. */
uint32_t mns_drawn_place(const mns_drawn *drawn, uint32_t position);
uint32_t mns_drawn_position(const mns_drawn *drawn, uint32_t place);
/* The place in witness->txns of the transaction at a position of that order. */
uint32_t mns_witness_txn_at(const mns_doc_witness *witness, uint32_t position);

/* The arrows of a witness: the steps of a cycle, the links of a case. */
const mns_doc_step *mns_witness_arrows(const mns_doc_witness *witness, uint32_t *count);

/* The drawn places where an arrow begins and ends, or MNS_NONE. */
typedef struct mns_arrow_ends {
    uint32_t from, to;
} mns_arrow_ends;
mns_arrow_ends mns_drawn_ends(const mns_drawn *drawn, const mns_doc_witness *witness,
                              uint32_t arrow);

/* ---- Cards ---------------------------------------------------------------------------------- */

typedef struct mns_card_row {
    uint32_t mop;     /* its place in txn->mops, or MNS_NONE: the number of omitted ones */
    const char *text; /* cut to fit */
    bool cut;         /* the text is incomplete */
} mns_card_row;

/* A transaction as a title and a column of micro-operations. */
typedef struct mns_card {
    const mns_doc_txn *txn;
    uint32_t place; /* in the witness's txns */
    const char *title;
    mns_card_row *rows;
    uint32_t row_count;
    int32_t width, height; /* with padding */
    mns_box box;           /* its position */
} mns_card;

#define MNS_CARD_PADDING 8
#define MNS_ROW_HEIGHT 18

/* With at most `rows` micro-operations, relevant ones first; with only_matters no others, unless
 * none are relevant. O(micro-operations shown). */
mns_card mns_card_of(mns_arena *arena, const mns_doc_witness *witness, uint32_t txn, uint32_t rows,
                     bool only_matters);
/* The box of a row, or of the title for MNS_NONE and for a micro-operation that is not shown. */
mns_box mns_card_row_box(const mns_card *card, uint32_t mop);

/* ---- Arrows --------------------------------------------------------------------------------- */

typedef struct mns_arrow {
    const mns_doc_step *step; /* NULL: a gap for transactions that are not drawn */
    uint32_t place;           /* of the step */
    mns_curve curve;
    const char *text;
    mns_box label;
} mns_arrow;

/* The box of a label centred at a point. */
mns_box mns_label_box(const char *text, mns_point middle);
/* The text of an arrow: the label of its step, cut; or how many transactions are omitted. */
const char *mns_arrow_text(mns_arena *arena, const mns_doc_step *step, const mns_drawn *drawn);

#endif
