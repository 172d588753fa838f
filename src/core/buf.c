/* buf.c - see buf.h. */
#include "core/buf.h"

#include <stdio.h>

#include "core/grow.h"

void mns_buf_init(mns_buf *buf) { memset(buf, 0, sizeof *buf); }

void mns_buf_release(mns_buf *buf) {
    free(buf->data);
    mns_buf_init(buf);
}

void mns_buf_clear(mns_buf *buf) { mns_buf_truncate(buf, 0); }

void mns_buf_truncate(mns_buf *buf, size_t size) {
    assert(size <= buf->size);
    buf->size = size;
    if (buf->data != NULL) {
        buf->data[size] = '\0';
    }
}

bool mns_buf_reserve(mns_buf *buf, size_t extra) {
    if (!buf->failed && (extra >= SIZE_MAX - buf->size - 1 ||
                         !MNS_GROW(buf->data, buf->size, buf->capacity, extra + 1))) {
        buf->failed = true;
    }
    return !buf->failed;
}

void mns_buf_bytes(mns_buf *buf, const char *bytes, size_t size) {
    assert(buf->data == NULL || buf->size < buf->capacity);
    if (mns_buf_reserve(buf, size)) {
        if (size > 0) {
            memcpy(buf->data + buf->size, bytes, size);
        }
        buf->size += size;
        buf->data[buf->size] = '\0';
    }
}

void mns_buf_str(mns_buf *buf, const char *string) { mns_buf_bytes(buf, string, strlen(string)); }

void mns_buf_char(mns_buf *buf, char c) { mns_buf_bytes(buf, &c, 1); }

static const char pairs[] = /* of digits */
    "0001020304050607080910111213141516171819"
    "2021222324252627282930313233343536373839"
    "4041424344454647484950515253545556575859"
    "6061626364656667686970717273747576777879"
    "8081828384858687888990919293949596979899";

static void write_digits(mns_buf *buf, uint64_t number, bool negative) {
    char digits[21];
    char *first = digits + sizeof digits;
    for (; number >= 100; number /= 100) { /* a division is slow, so two digits at a time */
        first -= 2;
        memcpy(first, pairs + 2 * (number % 100), 2);
    }
    if (number >= 10) {
        first -= 2;
        memcpy(first, pairs + 2 * number, 2);
    } else {
        *--first = (char)('0' + number);
    }
    if (negative) {
        *--first = '-';
    }
    mns_buf_bytes(buf, first, (size_t)(digits + sizeof digits - first));
}

void mns_buf_unsigned(mns_buf *buf, uint64_t number) { write_digits(buf, number, false); }

void mns_buf_integer(mns_buf *buf, int64_t number) {
    write_digits(buf, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0);
}

void mns_buf_thousands(mns_buf *buf, uint64_t number) {
    if (number >= 1000) {
        uint64_t power = 1000;
        while (number / power >= 1000) {
            power *= 1000;
        }
        mns_buf_printf(buf, "%llu", (unsigned long long)(number / power));
        for (; power > 1; power /= 1000) {
            mns_buf_printf(buf, ",%03llu", (unsigned long long)(number % power / (power / 1000)));
        }
    } else {
        mns_buf_printf(buf, "%llu", (unsigned long long)number);
    }
}

void mns_buf_repeat(mns_buf *buf, char c, size_t times) {
    if (mns_buf_reserve(buf, times)) {
        memset(buf->data + buf->size, c, times);
        buf->size += times;
        buf->data[buf->size] = '\0';
    }
}

void mns_buf_vprintf(mns_buf *buf, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size < 0) {
        buf->failed = true;
    } else if (mns_buf_reserve(buf, (size_t)size)) {
        vsnprintf(buf->data + buf->size, (size_t)size + 1, format, again);
        buf->size += (size_t)size;
        assert(buf->data[buf->size] == '\0');
    }
    va_end(again);
}

void mns_buf_printf(mns_buf *buf, const char *format, ...) {
    va_list args;
    va_start(args, format);
    mns_buf_vprintf(buf, format, args);
    va_end(args);
}

static void json_escape(mns_buf *buf, unsigned char c) {
    static const char letters[] = "btn?fr";
    if (c == '"' || c == '\\') {
        mns_buf_char(buf, '\\');
        mns_buf_char(buf, (char)c);
    } else if (c >= 8 && c <= 13 && c != 11) {
        mns_buf_char(buf, '\\');
        mns_buf_char(buf, letters[c - 8]);
    } else {
        mns_buf_printf(buf, "\\u%04x", c);
    }
}

/* ASCII that needs no escape in a JSON string: most of any text, so it is copied in runs. */
static bool is_plain(unsigned char c) { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

void mns_buf_json_string(mns_buf *buf, const char *bytes, size_t size) {
    const unsigned char *p = (const unsigned char *)bytes;
    mns_buf_char(buf, '"');
    for (size_t i = 0; i < size;) {
        size_t plain = i;
        while (i < size && is_plain(p[i])) {
            i++;
        }
        mns_buf_bytes(buf, bytes + plain, i - plain);
        if (i == size) {
            break;
        }
        size_t length = mns_utf8_length(bytes + i, size - i);
        if (length == 0) {
            mns_buf_str(buf, "\xEF\xBF\xBD");
            length = 1;
        } else if (p[i] < 0x80) {
            json_escape(buf, p[i]);
        } else if (mns_utf8_is_hidden(mns_utf8_code(bytes + i, length))) {
            mns_buf_unicode_escape(buf, mns_utf8_code(bytes + i, length));
        } else {
            mns_buf_bytes(buf, bytes + i, length);
        }
        i += length;
    }
    mns_buf_char(buf, '"');
}

void mns_buf_unicode_escape(mns_buf *buf, uint32_t code) {
    assert(code <= 0x10FFFF);
    if (code < 0x10000) {
        mns_buf_printf(buf, "\\u%04x", (unsigned)code);
    } else {
        code -= 0x10000;
        mns_buf_printf(buf, "\\u%04x\\u%04x", 0xD800 + (unsigned)(code >> 10),
                       0xDC00 + (unsigned)(code & 0x3FF));
    }
}

void mns_buf_escaped(mns_buf *buf, const char *bytes, size_t size) {
    static const char from[] = "\n\r\t", *const to[] = {"\\n", "\\r", "\\t"};
    size_t plain = 0; /* start of the bytes that are copied unchanged */
    for (size_t i = 0, length; i < size; i += length == 0 ? 1 : length) {
        length = mns_utf8_length(bytes + i, size - i);
        uint32_t code = length == 0 ? 0 : mns_utf8_code(bytes + i, length);
        if (length > 0 && !mns_utf8_is_hidden(code)) {
            continue;
        }
        mns_buf_bytes(buf, bytes + plain, i - plain);
        plain = i + (length == 0 ? 1 : length);
        const char *known = length == 1 && code != 0 ? strchr(from, (int)code) : NULL;
        if (known != NULL) {
            mns_buf_str(buf, to[known - from]);
        } else if (length == 0) {
            mns_buf_printf(buf, "\\x%02x", (unsigned)(unsigned char)bytes[i]);
        } else {
            mns_buf_unicode_escape(buf, code);
        }
    }
    mns_buf_bytes(buf, bytes + plain, size - plain);
}

char *mns_buf_take(mns_buf *buf, size_t *size) {
    mns_buf_bytes(buf, "", 0); /* data is NULL if nothing was written */
    assert(buf->failed || buf->data[buf->size] == '\0');
    char *data = buf->failed ? NULL : buf->data;
    if (buf->failed) {
        free(buf->data);
    }
    if (size != NULL) {
        *size = data == NULL ? 0 : buf->size;
    }
    mns_buf_init(buf);
    return data;
}
