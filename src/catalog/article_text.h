/*
 * article_text.h - paragraphs, headings and lists for the texts of the catalog.
 *
 * Text is ASCII and wrapped at MNS_ARTICLE_WIDTH columns; a newline in it ends a paragraph.
 */
#ifndef MNS_ARTICLE_TEXT_H
#define MNS_ARTICLE_TEXT_H

#include "catalog/catalog.h"

#define MNS_ARTICLE_WIDTH 84

/* A heading on a line of its own, with an empty line before it; bold with MINOS_COLOR. */
void mns_article_heading(mns_buf *out, const char *text, unsigned flags);
/* The text, bold with MINOS_COLOR. */
void mns_article_bold(mns_buf *out, const char *text, unsigned flags);
/* Paragraphs, each line indented. */
void mns_article_text(mns_buf *out, size_t indent, const char *text);
/* "label text", with further lines indented below the text. */
void mns_article_item(mns_buf *out, size_t indent, const char *label, size_t label_width,
                      const char *text);
/* The same with the names of a set as a comma-separated list, in the catalog's order; nothing for
 * an empty set. */
void mns_article_models(mns_buf *out, const char *label, const bool set[MNS_MODEL_COUNT]);
void mns_article_anomalies(mns_buf *out, const char *label, const bool set[MNS_ANOMALY_COUNT]);
/* Unwrapped lines, indented. */
void mns_article_lines(mns_buf *out, size_t indent, const char *lines);

#endif
