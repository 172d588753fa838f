/* unescape.c - see unescape.h. */
#include "read/unescape.h"

static void put_utf8(mns_buf *out, uint32_t code) {
    if (code < 0x80) {
        mns_buf_char(out, (char)code);
    } else if (code < 0x800) {
        mns_buf_char(out, (char)(0xC0 | code >> 6));
        mns_buf_char(out, (char)(0x80 | (code & 0x3F)));
    } else {
        if (code >= 0x10000) {
            mns_buf_char(out, (char)(0xF0 | code >> 18));
            mns_buf_char(out, (char)(0x80 | (code >> 12 & 0x3F)));
        } else {
            mns_buf_char(out, (char)(0xE0 | code >> 12));
        }
        mns_buf_char(out, (char)(0x80 | (code >> 6 & 0x3F)));
        mns_buf_char(out, (char)(0x80 | (code & 0x3F)));
    }
}

/* Four hexadecimal digits at p, or UINT32_MAX. */
static uint32_t hex4(const char *p, const char *end) {
    uint32_t code = 0;
    if (end - p < 4) {
        return UINT32_MAX;
    }
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit = p[i] == '\0' ? NULL : strchr(digits, p[i]);
        if (digit == NULL) {
            return UINT32_MAX;
        }
        code = code << 4 | (uint32_t)((digit - digits) & 15);
    }
    return code;
}

/* \uXXXX, or two of them for a surrogate pair. Returns its end. */
static const char *unescape_unicode(const char *p, const char *end, mns_buf *out) {
    uint32_t code = hex4(p, end);
    if (code == UINT32_MAX) {
        mns_buf_char(out, 'u');
        return p;
    }
    p += 4;
    if (code >= 0xD800 && code < 0xDC00 && end - p >= 6 && p[0] == '\\' && p[1] == 'u') {
        uint32_t low = hex4(p + 2, end);
        if (low >= 0xDC00 && low < 0xE000) {
            put_utf8(out, 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00));
            return p + 6;
        }
    }
    put_utf8(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
    return p;
}

/* Up to three octal digits, valid in EDN only: the JSON lexer rejects them. */
static const char *unescape_octal(const char *p, const char *end, mns_buf *out) {
    uint32_t code = 0;
    for (int i = 0; i < 3 && p < end && *p >= '0' && *p <= '7'; i++) {
        code = code << 3 | (uint32_t)(*p++ - '0');
    }
    put_utf8(out, code);
    return p;
}

void mns_unescape(const char *p, const char *end, mns_buf *out) {
    static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
    size_t most = out->size + (size_t)(end - p); /* no escape is shorter than its UTF-8 */
    while (p < end) {
        if (*p != '\\' || p + 1 == end) {
            mns_buf_char(out, *p++);
            continue;
        }
        p++;
        if (*p == 'u') {
            p = unescape_unicode(p + 1, end, out);
            continue;
        }
        if (*p >= '0' && *p <= '7') {
            p = unescape_octal(p, end, out);
            continue;
        }
        const char *known = *p == '\0' ? NULL : strchr(from, *p);
        mns_buf_char(out, known == NULL ? *p : to[known - from]);
        p++;
    }
    assert(out->size <= most);
    (void)most;
}
