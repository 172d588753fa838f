/*
 * svg.h - writes the elements of pictures as SVG.
 *
 * Attributes are in single quotes, because pictures are put into JSON; all text is escaped. There
 * are no external references and no ids, so that many pictures fit into one page; arrow heads are
 * separate paths. Classes are those of assets/picture.css.
 */
#ifndef MNS_REPORT_PICTURE_SVG_H
#define MNS_REPORT_PICTURE_SVG_H

#include "report/picture/picture.h"
#include "report/picture/picture_layout.h"

/* The beginning and the end of a picture: `label` is its title, `text` its description. A picture
 * with focusable parts is a group, any other an image. */
typedef struct mns_svg_head {
    const char *kind; /* its class */
    int32_t width, height;
    const char *label, *text;
    bool parts;
} mns_svg_head;

void mns_svg_open(mns_buf *out, const mns_svg_head *head, mns_picture_use use);
void mns_svg_close(mns_buf *out);

void mns_svg_rect(mns_buf *out, const char *kind, mns_box box, int32_t radius);
/* A line of text that begins at x, on the baseline y. */
void mns_svg_text(mns_buf *out, const char *kind, int32_t x, int32_t y, const char *text);
/* The tooltip of the enclosing group. */
void mns_svg_tip(mns_buf *out, const char *text);
void mns_svg_line(mns_buf *out, const char *kind, mns_point from, mns_point to);

/* Title and rows of a card, in a frame that may be wider. */
void mns_svg_card(mns_buf *out, const mns_card *card, mns_box frame);
/* All curves with their heads, then all labels, so that no curve crosses a label; a group each. */
void mns_svg_arrows(mns_buf *out, const mns_arrow *arrows, uint32_t count);
/* The arrows of a witness as text for screen readers: at most a few dozen. */
void mns_svg_describe(const mns_doc_witness *witness, mns_buf *out);
/* "ok", "info", "fail": the class and the word. */
const char *mns_svg_type(mns_txn_type type);
/* A process as XML text: 3 or :alice. */
void mns_svg_process(mns_buf *out, const mns_doc_process *process);
/* "process 3 on n2", or without the node if it is unknown. */
void mns_svg_txn_process(mns_buf *out, const mns_doc_txn *txn);

#endif
