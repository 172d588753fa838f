/*
 * picture.h - what Minos draws: a witness in time, its cycle, the lattice of models.
 *
 * Layout and drawing are apart: layout_*.c decide where everything is, in whole pixels and from the
 * document alone, svg_*.c write it down. Same document, same bytes. Widths are those of a fixed-width
 * font, so that nothing depends on the fonts of whoever looks.
 *
 * Elements carry what they stand for, so that the page can light them up together:
 *
 *   <g class="txn ok" data-txn="0">          a transaction of the witness (T1); neighbours: "txn near"
 *   <g class="mop" data-txn="0" data-mop="1">   a micro-operation, by its place in txn->mops
 *   <g class="step rw" data-step="0">        an arrow: a step, or of a case a link; and its label
 *   <g class="fault">                        a fault across all lanes
 *   <g class="model ruled-out" data-model="PL-SS">   states: ruled-out, holds, partly, not-judged
 */
#ifndef MNS_REPORT_PICTURE_PICTURE_H
#define MNS_REPORT_PICTURE_PICTURE_H

#include "report/model/document.h"

typedef enum mns_picture_use {
    MNS_PICTURE_FILE, /* a file of its own: with its style, light and dark */
    MNS_PICTURE_PAGE  /* inside the page, which has the style */
} mns_picture_use;

/* A lane for each process, a bar for each transaction, arrows; neighbours and faults around them.
 * Nothing for a witness without transactions. */
void mns_svg_timeline(const mns_document *document, const mns_doc_witness *witness,
                      mns_picture_use use, mns_buf *out);
/* The transactions of a cycle in a ring, or in rows if there are many; nothing for a case. Of long
 * cycles both show the beginning and the end. */
void mns_svg_cycle(const mns_document *document, const mns_doc_witness *witness,
                   mns_picture_use use, mns_buf *out);
/* The well-known models and the asked ones, or all of them, strongest at the top. In a page each can
 * be focused. */
void mns_svg_models(const mns_document *document, bool all, mns_picture_use use, mns_buf *out);

/* One cycle as a Graphviz graph (dot.c). */
void mns_report_dot(const mns_doc_witness *witness, mns_anomaly anomaly, mns_buf *out);

#endif
