/*
 * xml.c - escapes text for XML, HTML and SVG, as content of an element or a quoted attribute.
 *
 * Accepts any bytes. Markup characters become entities, as do line feeds and tabs, which a parser
 * would turn into spaces inside an attribute. Bytes that XML cannot represent (control characters,
 * invalid UTF-8, U+FFFE and U+FFFF) become U+FFFD, and so do hidden characters (utf8.h), which
 * could disguise the text. O(size).
 */
#include "core/xml.h"

/* The replacement of an ASCII character, or NULL. */
static const char *entity(unsigned char c) {
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    case '\t': return "&#9;";
    case '\n': return "&#10;";
    case '\r': return "&#13;";
    default: return c < 0x20 || c == 0x7F ? "\xEF\xBF\xBD" : NULL;
    }
}

/* True for invalid UTF-8, hidden characters, and U+FFFE and U+FFFF, which XML does not allow. */
static bool is_lost(const char *text, size_t length) {
    bool noncharacter =
        length == 3 && memcmp(text, "\xEF\xBF", 2) == 0 && (unsigned char)text[2] >= 0xBE;
    return length == 0 || noncharacter || mns_utf8_is_hidden(mns_utf8_code(text, length));
}

void mns_buf_xml(mns_buf *out, const char *text, size_t size) {
    size_t plain = 0; /* start of the bytes that are copied unchanged */
    for (size_t i = 0; i < size;) {
        size_t length = mns_utf8_length(text + i, size - i);
        const char *instead = NULL;
        if (length == 1) {
            instead = entity((unsigned char)text[i]);
        } else if (is_lost(text + i, length)) {
            instead = "\xEF\xBF\xBD";
        }
        length = length == 0 ? 1 : length;
        if (instead != NULL) {
            mns_buf_bytes(out, text + plain, i - plain);
            mns_buf_str(out, instead);
            plain = i + length;
        }
        i += length;
    }
    mns_buf_bytes(out, text + plain, size - plain);
}
