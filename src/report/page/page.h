/*
 * page.h - a document as the JSON value of the report page.
 *
 *     document ──page.c──► {"headline": ..., "models": [...], "anomalies": [...], ...}
 *                 │ page_models.c, page_witness.c, page_context.c: its parts
 *
 * Its strings are text for people, except the pictures ("ladder", "lattice", "timeline", "ring"),
 * which are SVG. Every `<` is escaped (\u003c), so that the value can be put into an HTML page. Its
 * size is bounded for every document; what did not fit is counted.
 *
 * A part is first written as plain JSON and then sealed (mns_page_seal), which escapes it; limits
 * apply to the sealed bytes.
 */
#ifndef MNS_REPORT_PAGE_PAGE_H
#define MNS_REPORT_PAGE_PAGE_H

#include "report/model/document.h"

/* Bytes of a whole page. */
#define MNS_LIMIT_PAGE 2000000

/* The value, of at most `budget` bytes if that is at least a million. O(budget). */
void mns_page_write(const mns_document *document, size_t budget, mns_buf *out);

/* Appends the plain text with each < as \u003c, and empties it. */
void mns_page_seal(mns_buf *out, mns_buf *plain);
/* Appends an item to an array if `out` then has at most `limit` bytes; else returns false and
 * appends nothing. Empties the item. */
bool mns_page_append(mns_buf *out, mns_buf *item, size_t limit);

/* ---- Parts ---------------------------------------------------------------------------------- */

/* An array of all models of the catalog. `shown`: the anomalies that have a witness on the page. */
void mns_page_standings(const mns_document *document, const bool shown[MNS_ANOMALY_COUNT],
                        mns_buf *out);

/* How much of a witness is shown. */
typedef enum mns_page_detail {
    MNS_PAGE_WHOLE,
    MNS_PAGE_SHORT /* no pictures, no complete lists, the beginning of a long cycle and proof */
} mns_page_detail;

typedef struct mns_page_room {
    mns_page_detail detail;
    size_t size;        /* bytes for it */
    uint32_t key_count; /* how many of the document's keys are on the page */
} mns_page_room;

/* A witness, by its place among those of the anomaly. False if it is larger: then the output is
 * incomplete and only a little larger than the limit. */
bool mns_page_witness(const mns_document *document, const mns_doc_anomaly *anomaly, size_t place,
                      const mns_page_room *room, mns_buf *out);

/* Sealed arrays of at most `limit` bytes; they return the number of items. */
uint32_t mns_page_keys(const mns_document *document, size_t limit, mns_buf *out);
uint32_t mns_page_faults(const mns_document *document, size_t limit, mns_buf *out);
/* An object, or null. */
void mns_page_run(const mns_document *document, mns_buf *out);

/* ---- Words ---------------------------------------------------------------------------------- */

/* "name":"1.234 s" or "12.345 ms", null for MNS_NO_TIME. */
void mns_page_time(mns_buf *out, const char *name, int64_t time_ns);
/* A string in an array. */
void mns_page_string(mns_buf *out, const char *string, size_t size);

#endif
