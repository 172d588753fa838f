/*
 * picture.h - the pictures: the timeline of a witness, its cycle, the lattice of models.
 *
 * Layout and output are separate: layout_*.c compute all positions, in whole pixels and from the
 * document alone, svg_*.c write them. The same document gives the same bytes. Text is measured in
 * cells of a fixed-width font, so that layouts do not depend on installed fonts.
 *
 * Attributes name the part that an element represents, so that the page can highlight related
 * parts:
 *
 *   <g class="txn ok" data-txn="0">          a transaction of the witness (T1); a neighbour: "near"
 *   <g class="mop" data-txn="0" data-mop="1">   a micro-operation, by its place in txn->mops
 *   <g class="step rw" data-step="0">        an arrow: a step, or of a case a link; and its label
 *   <g class="fault">                        a fault across all lanes
 *   <g class="model ruled-out" data-model="PL-SS">   states: ruled-out, holds, partly, not-judged
 */
#ifndef MNS_REPORT_PICTURE_PICTURE_H
#define MNS_REPORT_PICTURE_PICTURE_H

#include "report/model/document.h"

typedef enum mns_picture_use {
    MNS_PICTURE_FILE, /* a separate file: with its style, light and dark */
    MNS_PICTURE_PAGE  /* inside the page, which has the style */
} mns_picture_use;

/* A lane for each process, a bar for each transaction, arrows; neighbours and faults around them.
 * Nothing for a witness without transactions. */
void mns_svg_timeline(const mns_document *document, const mns_doc_witness *witness,
                      mns_picture_use use, mns_buf *out);
/* The transactions of a cycle in a ring, or in rows if there are many; nothing for a case. Of a
 * long cycle the beginning and the end are drawn. */
void mns_svg_cycle(const mns_document *document, const mns_doc_witness *witness,
                   mns_picture_use use, mns_buf *out);
/* The well-known and the requested models, or all models, strongest at the top. In a page each can
 * be focused. */
void mns_svg_models(const mns_document *document, bool all, mns_picture_use use, mns_buf *out);

/* One cycle as a Graphviz graph (dot.c). */
void mns_report_dot(const mns_doc_witness *witness, mns_anomaly anomaly, mns_buf *out);

#endif
