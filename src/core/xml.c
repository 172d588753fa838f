/*
 * xml.c - text for XML, HTML and SVG: the content of an element, or a quoted attribute.
 *
 * Any bytes go in, as histories quote them. What has a meaning in XML becomes an entity; so do line
 * feeds and tabs, which a parser would turn into spaces inside an attribute. What XML cannot hold
 * even as an entity (control characters, broken UTF-8, U+FFFE and U+FFFF) becomes U+FFFD, and so do
 * hidden characters (utf8.h), which would make a text read otherwise than it is. O(size).
 */
#include "core/xml.h"

/* How an ASCII character is written; NULL: as it is. */
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

/* True of what is broken or hidden, and of U+FFFE and U+FFFF, which are no characters of XML. */
static bool is_lost(const char *text, size_t length) {
    bool noncharacter =
        length == 3 && memcmp(text, "\xEF\xBF", 2) == 0 && (unsigned char)text[2] >= 0xBE;
    return length == 0 || noncharacter || mns_utf8_is_hidden(mns_utf8_code(text, length));
}

void mns_buf_xml(mns_buf *out, const char *text, size_t size) {
    size_t plain = 0; /* where what can be copied as it is begins */
    for (size_t i = 0; i < size;) {
        size_t length = mns_utf8_length(text + i, size - i);
        const char *instead = length == 1                 ? entity((unsigned char)text[i])
                              : is_lost(text + i, length) ? "\xEF\xBF\xBD"
                                                          : NULL;
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
