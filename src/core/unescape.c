/* unescape.c - see unescape.h. */
#include "core/unescape.h"

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

/* Four hexadecimal digits. */
static bool hex4(const char *p, const char *end, uint32_t *code) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    if (end - p < 4) {
        return false;
    }
    *code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digit = memchr(digits, p[i], sizeof digits - 1);
        if (digit == NULL) {
            return false;
        }
        *code = *code << 4 | (uint32_t)((digit - digits) & 15);
    }
    return true;
}

size_t mns_unicode_escape_read(const char *p, const char *end, uint32_t *code) {
    uint32_t low;
    if (!hex4(p, end, code)) {
        return 0;
    }
    if (*code < 0xD800 || *code > 0xDFFF) {
        return 4;
    }
    bool high = *code < 0xDC00;
    if (high && end - p >= 10 && p[4] == '\\' && p[5] == 'u' && hex4(p + 6, end, &low) &&
        low >= 0xDC00 && low <= 0xDFFF) {
        *code = 0x10000 + ((*code - 0xD800) << 10) + (low - 0xDC00);
        return 10;
    }
    *code = MNS_LONE_SURROGATE;
    return 4;
}

static const char *unescape_unicode(const char *p, const char *end, mns_buf *out) {
    uint32_t code;
    size_t size = mns_unicode_escape_read(p, end, &code);
    if (size == 0) {
        mns_buf_char(out, 'u');
    } else {
        put_utf8(out, code == MNS_LONE_SURROGATE ? 0xFFFD : code);
    }
    return p + size;
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
