/*
 * key_page.c - incompatible-order/<key>.html: the disagreeing reads of a list as a table.
 *
 *     read by                     | #3| #4| #5|
 *     version order               | 7 | 8 | 9 |
 *     index 10, process 1         | 7 | 8 |   |      a read that agrees
 *     index 12, process 3         | 7 | 5 |   |      5 is marked: it deviates from the order
 *
 *     element | written by        | read as the last element by
 *     8       | index 4, process 0| index 10, process 1
 *
 * A column for each position, from shortly before the first difference; elements that agree are
 * dimmed. The second table says which transactions wrote and read these elements: with it a list of
 * one element shows both sides of the contradiction. The page has no script, and the style and
 * policy of the report page. Everything that quotes the history is escaped and cut. O(reads ×
 * COLUMNS), and O(elements before them) in each read.
 */
#include "core/xml.h"
#include "explain/notation.h"
#include "report/assets/assets.h"
#include "report/folder/folder.h"
#include "report/folder/list_text.h"
#include "report/picture/picture.h"
#include "report/picture/svg.h"

/* Columns shown, and how many of them are before the first difference. */
#define COLUMNS 40
#define COLUMNS_BEFORE 4
/* Bytes of an element, of a name, and of a read that is not split into elements. */
#define ELEMENT_SHOWN 60
#define NAME_SHOWN 200
#define READ_SHOWN 1000

const char mns_key_page_start[] = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                                  "<meta charset=\"utf-8\">\n"
                                  "<meta name=\"generator\" content=\"Minos, reads of a key\">\n";

static void write_cut(mns_buf *out, const char *text, size_t size, size_t limit) {
    size_t shown = mns_utf8_cut(text, size, limit);
    mns_buf_xml(out, text, shown);
    mns_buf_str(out, shown < size ? "..." : "");
}

static void write_text(mns_buf *out, const char *text) {
    write_cut(out, text, strlen(text), NAME_SHOWN);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

typedef struct columns {
    uint32_t first, end; /* positions from 0 */
} columns;

static uint32_t read_count(const mns_doc_key *key) {
    return key->disputed_count < MNS_LIMIT_DOC_READS ? key->disputed_count : MNS_LIMIT_DOC_READS;
}

static columns columns_of(const mns_doc_key *key) {
    uint32_t least = UINT32_MAX, longest = 0;
    for (uint32_t i = 0; i < read_count(key); i++) {
        const mns_doc_read *read = &key->disputed[i];
        least = read->agrees < least ? read->agrees : least;
        longest = read->length > longest ? read->length : longest;
    }
    columns window = {.first = least > COLUMNS_BEFORE ? least - COLUMNS_BEFORE : 0};
    window.first = window.first < longest ? window.first : longest;
    uint32_t left = longest - window.first;
    window.end = window.first + (left < COLUMNS ? left : COLUMNS);
    return window;
}

static void write_head(mns_buf *out, columns window) {
    mns_buf_str(out, "<caption>Reads, element by element</caption>\n"
                     "<thead><tr><th scope=\"col\">read by</th>");
    for (uint32_t i = window.first; i < window.end; i++) {
        mns_buf_printf(out, "<th scope=\"col\">#%lu</th>", (unsigned long)i + 1);
    }
    mns_buf_str(out, "</tr></thead>\n");
}

static bool has_elements(const mns_doc_read *read) {
    return read->length <= MNS_LIMIT_LIST_REPORTED; /* longer ones lack their middle */
}

static const char *open_elements(const mns_doc_read *read) {
    return mns_list_open(read->full == NULL ? read->value : read->full);
}

/* The read with the longest agreement, or NULL: it has versions that the document omits. */
static const mns_doc_read *guide_of(const mns_doc_key *key) {
    const mns_doc_read *guide = NULL;
    for (uint32_t i = 0; i < read_count(key); i++) {
        const mns_doc_read *read = &key->disputed[i];
        if (has_elements(read) && (guide == NULL || read->agrees > guide->agrees)) {
            guide = read;
        }
    }
    return guide;
}

/* The version at each position, from the document or from a read; empty if neither has it. Only the
 * first `length` are written. */
static void write_order(mns_buf *out, const mns_doc_key *key, columns window, uint32_t length,
                        const char *cell) {
    const mns_doc_read *guide = guide_of(key);
    const char *rest = guide == NULL ? "" : open_elements(guide);
    uint32_t next = 0;
    for (uint32_t i = 0; i < window.end; i++) {
        const char *element = NULL;
        size_t size = 0;
        bool told = guide != NULL && i < guide->agrees && mns_list_next(&rest, &element, &size);
        while (next < key->version_count && key->versions[next].place < i + 1) {
            next++;
        }
        if (i < window.first) {
            continue;
        }
        mns_buf_str(out, cell);
        if (i < length && next < key->version_count && key->versions[next].place == i + 1) {
            write_cut(out, key->versions[next].value, strlen(key->versions[next].value),
                      ELEMENT_SHOWN);
        } else if (i < length && told) {
            write_cut(out, element, size, ELEMENT_SHOWN);
        }
        mns_buf_str(out, "</td>");
    }
}

static void write_ref(mns_buf *out, const mns_doc_ref *ref, uint64_t others) {
    mns_buf_printf(out, "index %lld, process ", (long long)ref->index);
    mns_svg_process(out, &ref->process);
    if (others > 0) {
        mns_buf_printf(out, " and %llu more", (unsigned long long)others);
    }
}

/* The longest version with a reader that the columns show: the other side of the contradiction. */
static const mns_doc_version *longest_agreed(const mns_doc_key *key, columns window) {
    const mns_doc_version *longest = NULL;
    for (uint32_t i = 0; i < key->version_count && key->versions[i].place <= window.end; i++) {
        bool read = key->versions[i].reader_count > 0 && key->versions[i].place > 0;
        longest = read ? &key->versions[i] : longest;
    }
    return longest;
}

static void write_agreed(mns_buf *out, const mns_doc_key *key, columns window) {
    mns_buf_str(out, "<tr><th scope=\"row\">version order</th>");
    write_order(out, key, window, window.end, "<td>");
    mns_buf_str(out, "</tr>\n");
    const mns_doc_version *version = longest_agreed(key, window);
    if (version != NULL) {
        mns_buf_str(out, "<tr><th scope=\"row\">");
        write_ref(out, &version->readers[0], version->reader_total - 1);
        mns_buf_str(out, "</th>");
        write_order(out, key, window, version->place, "<td class=\"common\">");
        mns_buf_str(out, "</tr>\n");
    }
}

static void write_elements(mns_buf *out, const mns_doc_read *read, columns window) {
    const char *rest = open_elements(read);
    const char *element;
    size_t size;
    uint32_t i = 0;
    for (; i < window.end && mns_list_next(&rest, &element, &size); i++) {
        if (i < window.first) {
            continue;
        }
        bool agrees = i < read->agrees;
        mns_buf_str(out, agrees ? "<td class=\"common\">" : "<td><mark>");
        write_cut(out, element, size, ELEMENT_SHOWN);
        mns_buf_str(out, agrees ? "</td>" : "</mark></td>");
    }
    for (i = i < window.first ? window.first : i; i < window.end; i++) {
        mns_buf_str(out, "<td></td>");
    }
}

static void write_read(mns_buf *out, const mns_doc_read *read, columns window) {
    mns_buf_str(out, "<tr><th scope=\"row\">");
    write_ref(out, &read->reader, read->reader_total > 0 ? read->reader_total - 1 : 0);
    mns_buf_str(out, "</th>");
    if (!has_elements(read)) {
        mns_buf_printf(out, "<td colspan=\"%lu\">", (unsigned long)(window.end - window.first));
        write_cut(out, read->value, strlen(read->value), READ_SHOWN);
        mns_buf_str(out, "</td>");
    } else {
        write_elements(out, read, window);
    }
    mns_buf_str(out, "</tr>\n");
}

/* ---- Elements ------------------------------------------------------------------------------- */

static void write_version(mns_buf *out, const mns_doc_version *version) {
    mns_buf_str(out, "<tr><th scope=\"row\">");
    write_cut(out, version->value, strlen(version->value), ELEMENT_SHOWN);
    mns_buf_str(out, "</th><td>");
    if (version->written) {
        write_ref(out, &version->writer, 0);
    } else {
        mns_buf_str(out, "unknown");
    }
    mns_buf_str(out, "</td><td>");
    if (version->reader_count > 0) {
        write_ref(out, &version->readers[0], version->reader_total - 1);
    } else {
        mns_buf_str(out, "no read that agrees");
    }
    mns_buf_str(out, "</td></tr>\n");
}

/* Those in the columns, and those that a witness refers to. */
static void write_versions(mns_buf *out, const mns_doc_key *key, columns window) {
    mns_buf_str(out, "<div class=\"scroll\"><table class=\"compact\">\n"
                     "<caption>Elements, in the version order</caption>\n"
                     "<thead><tr><th scope=\"col\">element</th><th scope=\"col\">written by</th>"
                     "<th scope=\"col\">read as the last element by</th></tr></thead>\n<tbody>\n");
    for (uint32_t i = 0; i < key->version_count; i++) {
        const mns_doc_version *version = &key->versions[i];
        bool inside = version->place > window.first && version->place <= window.end;
        if (inside || (version->matters && version->place > 0)) {
            write_version(out, version);
        }
    }
    mns_buf_str(out, "</tbody>\n</table></div>\n");
}

/* ---- The page ------------------------------------------------------------------------------- */

static void write_start(mns_buf *out, const mns_document *document, const mns_doc_key *key) {
    mns_buf_str(out, mns_key_page_start);
    mns_buf_str(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    mns_buf_bytes(out, mns_asset_still_policy, mns_asset_still_policy_size);
    mns_buf_str(out, "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\">\n<title>Reads of ");
    write_text(out, key->key);
    mns_buf_str(out, " - Minos</title>\n<style>");
    mns_buf_bytes(out, mns_asset_style, mns_asset_style_size);
    mns_buf_str(out, "</style>\n</head>\n<body>\n<main>\n<section>\n<h1>Reads of <code>");
    write_text(out, key->key);
    mns_buf_str(out, "</code> that disagree</h1>\n<p>In <code>");
    write_text(out, document->name);
    mns_buf_str(out, "</code>. A list grows only at its end, so of any two reads one must be a "
                     "prefix of the other. Version order: ");
    write_text(out, key->order);
    mns_buf_str(out, ". Elements that deviate from it are marked.</p>\n");
}

void mns_report_key_page(const mns_document *document, uint32_t place, mns_buf *out) {
    assert(place < document->key_count);
    const mns_doc_key *key = &document->keys[place];
    columns window = columns_of(key);
    write_start(out, document, key);
    mns_buf_str(out, "<div class=\"scroll\"><table class=\"compact\">\n");
    write_head(out, window);
    mns_buf_str(out, "<tbody>\n");
    write_agreed(out, key, window);
    for (uint32_t i = 0; i < read_count(key); i++) {
        write_read(out, &key->disputed[i], window);
    }
    mns_buf_str(out, "</tbody>\n</table></div>\n");
    write_versions(out, key, window);
    mns_buf_str(out, "</section>\n</main>\n<footer><p>");
    if (key->disputed_total > read_count(key)) {
        mns_buf_printf(out, "%llu more reads disagree. ",
                       (unsigned long long)(key->disputed_total - read_count(key)));
    }
    mns_buf_printf(out, "<a href=\"../index.html#key-%lu\">The whole report</a></p></footer>\n",
                   (unsigned long)place);
    mns_buf_str(out, "</body>\n</html>\n");
}
