/*
 * page.h - a document as the one JSON value that the report page shows.
 *
 *     document ──page.c──► {"headline": ..., "models": [...], "anomalies": [...], ...}
 *                 │ page_models.c, page_witness.c, page_context.c: its parts
 *
 * All strings of it are text for people, except those of pictures ("ladder", "lattice", "timeline",
 * "ring"), which are SVG. No `<` is left in it (\u003c), so that it can stand in an HTML page as it is,
 * and its size is bounded whatever the document holds: what did not fit is counted.
 *
 * A part is written plainly first and then sealed (mns_page_seal), so that what is counted are the
 * bytes of the page.
 */
#ifndef MNS_REPORT_PAGE_PAGE_H
#define MNS_REPORT_PAGE_PAGE_H

#include "report/model/document.h"

/* Bytes of a whole page. */
#define MNS_LIMIT_PAGE 2000000

/* The value, of at most `budget` bytes if that is at least a million. O(budget). */
void mns_page_write(const mns_document *document, size_t budget, mns_buf *out);

/* Appends what was written with each < as \u003c, and empties it. */
void mns_page_seal(mns_buf *out, mns_buf *plain);
/* The next item of an array, if it fits below `limit` bytes of `out`: false if not, and then nothing
 * is appended. Empties the item. */
bool mns_page_append(mns_buf *out, mns_buf *item, size_t limit);

/* ---- Parts ---------------------------------------------------------------------------------- */

/* Every model of the catalog, an array. `shown` says which anomalies have a witness on the page. */
void mns_page_standings(const mns_document *document, const bool shown[MNS_ANOMALY_COUNT],
                        mns_buf *out);

/* How much of a witness is shown. */
typedef enum mns_page_detail {
    MNS_PAGE_WHOLE,
    MNS_PAGE_SHORT /* no pictures, no whole lists, the beginning of a long cycle and proof */
} mns_page_detail;

typedef struct mns_page_room {
    mns_page_detail detail;
    size_t size;        /* bytes for it */
    uint32_t key_count; /* the document's keys that are on the page */
} mns_page_room;

/* A witness, by its place among those of the anomaly. False if it takes more room: then what was
 * written, which is little more than the room, is no whole value. */
bool mns_page_witness(const mns_document *document, const mns_doc_anomaly *anomaly, size_t place,
                      const mns_page_room *room, mns_buf *out);

/* Sealed arrays of at most `limit` bytes; each returns how many items are in it. */
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
