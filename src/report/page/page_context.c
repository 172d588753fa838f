/*
 * page_context.c - the context for the page: versions of keys, faults, the run.
 *
 * The fields are those of results.json (json_context.c), with long strings cut; a fault also has
 * its times as text: "from":"3.100 s", "to":"8.000 s" or null. Keys are referred to by place, so
 * the page has the first ones. O(size of the output).
 */
#include "report/json/json_write.h"
#include "report/page/page.h"

/* A key with more bytes than this is written without complete lists. */
#define KEY_WHOLE 40000

static const mns_json_cuts page_cuts = {.name = 300, .read = 1000, .full = 10000};
static const mns_json_cuts page_cuts_short = {.name = 300, .read = 1000, .full = 0};

static void write_key(const mns_document *document, uint32_t place, mns_buf *item) {
    mns_json_key(&document->keys[place], &page_cuts, item);
    if (item->size > KEY_WHOLE) {
        mns_buf_clear(item);
        mns_json_key(&document->keys[place], &page_cuts_short, item);
    }
}

static void write_fault(const mns_document *document, uint32_t place, mns_buf *item) {
    const mns_doc_fault *fault = &document->faults[place];
    mns_buf_char(item, '{');
    mns_json_fault(fault, &page_cuts, item);
    mns_page_time(item, "from", fault->time_ns);
    mns_page_time(item, "to", fault->until_ns);
    mns_buf_char(item, '}');
}

/* An array of as many items as fit into the limit. */
static uint32_t write_array(const mns_document *document, uint32_t count, size_t limit,
                            void (*write)(const mns_document *, uint32_t, mns_buf *),
                            mns_buf *out) {
    mns_buf item;
    mns_buf_init(&item);
    mns_buf_char(out, '[');
    uint32_t written = 0;
    bool fits = true;
    while (fits && written < count) {
        write(document, written, &item);
        fits = mns_page_append(out, &item, limit);
        written += fits ? 1 : 0;
    }
    mns_buf_char(out, ']');
    mns_buf_release(&item);
    return written;
}

uint32_t mns_page_keys(const mns_document *document, size_t limit, mns_buf *out) {
    return write_array(document, document->key_count, limit, write_key, out);
}

uint32_t mns_page_faults(const mns_document *document, size_t limit, mns_buf *out) {
    return write_array(document, document->fault_count, limit, write_fault, out);
}

void mns_page_run(const mns_document *document, mns_buf *out) {
    if (document->run == NULL) {
        mns_buf_str(out, "null");
    } else {
        mns_json_run(document->run, &page_cuts, out);
    }
}
