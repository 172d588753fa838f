/*
 * page_keys.c - the versions of keys, for the page.
 *
 *     {"key":"9","order":"...","total":23,
 *      "versions":[{"place":1,"value":"4","writer":{...}|null,"readers":[{...}],"reader_total":7,
 *                   "matters":true}],
 *      "disputed":[{"value":"[1 2 3]","full":null,"agrees":2,"length":3,"reader":{...},
 *                   "reader_total":1}],"disputed_total":1}
 *
 * Keys are known by their place, so those on the page are the first ones. O(what is written).
 */
#include "report/json_write.h"
#include "report/page.h"

/* Bytes of a name or value of the history, of a list that was read, and of the whole of one. */
#define NAME_SHOWN 200
#define READ_SHOWN 1000
#define FULL_SHOWN 10000
/* A key that takes more than this is shown without whole lists. */
#define KEY_WHOLE 40000

static void write_ref(mns_buf *out, const mns_doc_ref *ref) {
    mns_buf_char(out, '{');
    mns_json_number_field(out, "index", ref->index);
    mns_json_number_field(out, "process", ref->process);
    mns_json_type_field(out, "type", ref->type);
    mns_buf_char(out, '}');
}

static void write_version(mns_buf *out, const mns_doc_version *version) {
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_json_count_field(out, "place", version->place);
    mns_page_cut_field(out, "value", version->value, NAME_SHOWN);
    if (version->written) {
        mns_json_field(out, "writer");
        write_ref(out, &version->writer);
    } else {
        mns_json_raw_field(out, "writer", "null");
    }
    mns_page_open(out, "readers", '[');
    for (uint32_t i = 0; i < version->reader_count; i++) {
        mns_json_next(out);
        write_ref(out, &version->readers[i]);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "reader_total", version->reader_total);
    mns_json_bool_field(out, "matters", version->matters);
    mns_buf_char(out, '}');
}

static void write_read(mns_buf *out, const mns_doc_read *read, bool whole) {
    bool full = whole && read->full != NULL && strlen(read->full) <= FULL_SHOWN;
    mns_json_next(out);
    mns_buf_char(out, '{');
    mns_page_cut_field(out, "value", read->value, READ_SHOWN);
    mns_json_text_field(out, "full", full ? read->full : NULL);
    mns_json_count_field(out, "agrees", read->agrees);
    mns_json_count_field(out, "length", read->length);
    mns_json_field(out, "reader");
    write_ref(out, &read->reader);
    mns_json_count_field(out, "reader_total", read->reader_total);
    mns_buf_char(out, '}');
}

static void write_key(mns_buf *out, const mns_doc_key *key, bool whole) {
    mns_buf_char(out, '{');
    mns_page_cut_field(out, "key", key->key, NAME_SHOWN);
    mns_page_cut_field(out, "order", key->order, NAME_SHOWN);
    mns_json_count_field(out, "total", key->version_total);
    mns_page_open(out, "versions", '[');
    for (uint32_t i = 0; i < key->version_count; i++) {
        write_version(out, &key->versions[i]);
    }
    mns_buf_char(out, ']');
    mns_page_open(out, "disputed", '[');
    for (uint32_t i = 0; i < key->disputed_count; i++) {
        write_read(out, &key->disputed[i], whole);
    }
    mns_buf_char(out, ']');
    mns_json_count_field(out, "disputed_total", key->disputed_total);
    mns_buf_char(out, '}');
}

uint32_t mns_page_keys(const mns_document *document, size_t limit, mns_buf *out) {
    mns_buf item;
    mns_buf_init(&item);
    mns_buf_char(out, '[');
    uint32_t count = 0;
    bool fits = true;
    while (fits && count < document->key_count) {
        write_key(&item, &document->keys[count], true);
        if (item.size > KEY_WHOLE) {
            mns_buf_clear(&item);
            write_key(&item, &document->keys[count], false);
        }
        fits = mns_page_append(out, &item, limit);
        count += fits ? 1 : 0;
    }
    mns_buf_char(out, ']');
    mns_buf_release(&item);
    return count;
}
