/* json_fields.c - see json_fields.h. */
#include "report/json_fields.h"

/* Digits of a 64-bit number, its sign and a NUL. */
#define NUMBER_SIZE 24

void mns_json_next(mns_buf *out) {
    if (out->size > 0 && strchr("[{", out->data[out->size - 1]) == NULL) {
        mns_buf_char(out, ',');
    }
}

void mns_json_name(mns_buf *out, const char *name) {
    mns_json_next(out);
    mns_buf_json_string(out, name, strlen(name));
    mns_buf_char(out, ':');
}

void mns_json_open(mns_buf *out, const char *name, char bracket) {
    mns_json_name(out, name);
    mns_buf_char(out, bracket);
}

/* ---- Strings -------------------------------------------------------------------------------- */

void mns_json_text(mns_buf *out, const char *name, const char *string) {
    mns_json_cut(out, name, string, SIZE_MAX);
}

void mns_json_cut(mns_buf *out, const char *name, const char *string, size_t limit) {
    if (string == NULL) {
        mns_json_null(out, name);
        return;
    }
    mns_json_name(out, name);
    size_t size = strlen(string);
    if (size <= limit) {
        mns_buf_json_string(out, string, size);
        return;
    }
    size = limit;
    while (size > 0 && ((unsigned char)string[size] & 0xC0) == 0x80) {
        size--;
    }
    mns_buf_json_string(out, string, size);
    out->size -= out->failed ? 0 : 1; /* the closing quote */
    mns_buf_str(out, "...\"");
}

void mns_json_item(mns_buf *out, const char *string, size_t size) {
    mns_json_next(out);
    mns_buf_json_string(out, string, size);
}

/* ---- Numbers -------------------------------------------------------------------------------- */

/* Where vsnprintf would be most of what a large report costs. */
static void write_number(mns_buf *out, uint64_t number, bool negative) {
    char digits[NUMBER_SIZE];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    if (negative) {
        digits[--at] = '-';
    }
    mns_buf_bytes(out, digits + at, sizeof digits - at);
}

void mns_json_count(mns_buf *out, const char *name, uint64_t number) {
    mns_json_name(out, name);
    write_number(out, number, false);
}

void mns_json_integer(mns_buf *out, const char *name, int64_t number) {
    mns_json_name(out, name);
    write_number(out, number < 0 ? 0 - (uint64_t)number : (uint64_t)number, number < 0);
}

void mns_json_bool(mns_buf *out, const char *name, bool value) {
    mns_json_name(out, name);
    mns_buf_str(out, value ? "true" : "false");
}

void mns_json_null(mns_buf *out, const char *name) {
    mns_json_name(out, name);
    mns_buf_str(out, "null");
}

void mns_json_place(mns_buf *out, const char *name, uint32_t place) {
    if (place == MNS_NONE) {
        mns_json_null(out, name);
    } else {
        mns_json_count(out, name, place);
    }
}
