/*
 * html.c - the report as one self-contained page.
 *
 * The template (report/assets/page.html) has placeholders in double braces, each once. The values
 * are safe: the title is escaped; script, style and policy are embedded assets; the data has no <
 * (page.h). So text from a history cannot end or begin an element. The data may use the rest of
 * MNS_LIMIT_PAGE. O(size of the page).
 */
#include "report/page/html.h"
#include "core/xml.h"
#include "report/assets/assets.h"
#include "report/page/page.h"
#include "report/picture/picture.h"

/* Bytes of a file name in the title, before escaping. */
#define TITLE_SHOWN 200
/* Bytes reserved for the title. */
#define TITLE_SHARE 2000

static void write_title(const mns_document *document, mns_buf *out) {
    size_t size = strlen(document->name);
    mns_buf_xml(out, document->name, size < TITLE_SHOWN ? size : TITLE_SHOWN);
    mns_buf_str(out, " - Minos");
}

static void write_data(const mns_document *document, mns_buf *out) {
    size_t taken = mns_asset_page_size + mns_asset_policy_size + mns_asset_style_size +
                   mns_asset_script_size + TITLE_SHARE;
    assert(taken < MNS_LIMIT_PAGE / 2);
    mns_page_write(document, MNS_LIMIT_PAGE - taken, out);
}

/* The value of the placeholder with this name. */
static void write_place(const mns_document *document, const char *name, size_t size, mns_buf *out) {
    if (size == 5 && memcmp(name, "TITLE", size) == 0) {
        write_title(document, out);
    } else if (size == 6 && memcmp(name, "POLICY", size) == 0) {
        mns_buf_bytes(out, mns_asset_policy, mns_asset_policy_size);
    } else if (size == 5 && memcmp(name, "STYLE", size) == 0) {
        mns_buf_bytes(out, mns_asset_style, mns_asset_style_size);
    } else if (size == 6 && memcmp(name, "SCRIPT", size) == 0) {
        mns_buf_bytes(out, mns_asset_script, mns_asset_script_size);
    } else {
        assert(size == 4 && memcmp(name, "DATA", size) == 0);
        mns_buf data;
        mns_buf_init(&data);
        write_data(document, &data);
        out->failed |= data.failed;
        mns_buf_bytes(out, data.data, data.failed ? 0 : data.size);
        mns_buf_release(&data);
    }
}

void mns_report_html(const mns_document *document, mns_buf *out) {
    const char *rest = mns_asset_page;
    const char *place;
    while ((place = strstr(rest, "{{")) != NULL) {
        const char *name = place + 2;
        const char *end = strstr(name, "}}");
        assert(end != NULL);
        mns_buf_bytes(out, rest, (size_t)(place - rest));
        write_place(document, name, (size_t)(end - name), out);
        rest = end + 2;
    }
    mns_buf_str(out, rest);
}
