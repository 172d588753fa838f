/* values.c - see values.h. */
#include "read/values.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/grow.h"
#include "core/lexer.h"

/* 31-bit integers are stored in the reference. */
#define SMALL_LIMIT ((int64_t)1 << 30)

void mns_values_init(mns_values *values) {
    memset(values, 0, sizeof *values);
    mns_buf_init(&values->bytes);
    mns_map_init(&values->index);
}

void mns_values_release(mns_values *values) {
    free(values->items);
    mns_buf_release(&values->bytes);
    mns_map_release(&values->index);
    memset(values, 0, sizeof *values);
}

bool mns_value_small(mns_value value, int32_t *integer) {
    if ((value & 1) != 0) {
        return false;
    }
    /* Sign-extend the upper 31 bits without relying on the shift of a negative number. */
    uint32_t bits = value >> 1;
    *integer = bits < ((uint32_t)1 << 30)
                   ? (int32_t)bits
                   : (int32_t)(bits - ((uint32_t)1 << 30)) - ((int32_t)1 << 30);
    return true;
}

bool mns_value_integer(const mns_values *values, mns_value value, int64_t *integer) {
    int32_t small;
    if (mns_value_small(value, &small)) {
        *integer = small;
        return true;
    }
    if (value == MNS_VALUE_NONE || value == MNS_VALUE_INITIAL) {
        return false;
    }
    assert(value >> 1 < values->count);
    if (values->items[value >> 1].kind != MNS_VALUE_INTEGER) {
        return false;
    }
    mns_token token = {.kind = MNS_TOKEN_BIG};
    const char *digits = values->bytes.data + values->items[value >> 1].offset;
    mns_token_integer(&token, digits, digits + values->items[value >> 1].size);
    *integer = token.integer;
    return token.kind == MNS_TOKEN_INTEGER;
}

mns_value mns_values_integer(mns_values *values, int64_t integer) {
    if (integer >= -SMALL_LIMIT && integer < SMALL_LIMIT) {
        return (uint32_t)((uint64_t)integer << 1);
    }
    char digits[24];
    int size = snprintf(digits, sizeof digits, "%" PRId64, integer);
    return mns_values_intern(values, MNS_VALUE_INTEGER, digits, (size_t)size);
}

static const char *bytes_of(const mns_values *values, uint32_t id) {
    return values->bytes.data == NULL ? "" : values->bytes.data + values->items[id].offset;
}

mns_value mns_values_intern(mns_values *values, mns_value_kind kind, const char *bytes,
                            size_t size) {
    assert(kind != MNS_VALUE_INTEGER || size >= 10); /* smaller ones are their own reference */
    if (size > UINT32_MAX || values->count >= MNS_LIMIT_IDS) {
        return MNS_VALUE_NONE;
    }
    uint64_t hash = mns_hash_bytes(values->index.seed + (uint64_t)kind, bytes, size);
    size_t slot;
    for (uint32_t id = mns_map_first(&values->index, hash, &slot); id != MNS_NONE;
         id = mns_map_next(&values->index, hash, &slot)) {
        if (values->items[id].kind == kind && values->items[id].size == size &&
            memcmp(bytes_of(values, id), bytes, size) == 0) {
            return id << 1 | 1;
        }
    }
    uint64_t offset = values->bytes.size;
    mns_buf_bytes(&values->bytes, bytes, size);
    uint32_t id = (uint32_t)values->count;
    if (values->bytes.failed || !MNS_GROW(values->items, values->count, values->capacity, 1) ||
        !mns_map_add(&values->index, hash, id)) {
        return MNS_VALUE_NONE;
    }
    values->items[id].offset = offset;
    values->items[id].size = (uint32_t)size;
    values->items[id].kind = (uint8_t)kind;
    values->count++;
    assert(values->index.count == values->count && offset + size == values->bytes.size);
    return id << 1 | 1;
}

/* Invisible characters are escaped, so that the text is safe on a terminal. */
void mns_edn_string(mns_buf *out, const char *bytes, size_t size) {
    mns_buf_char(out, '"');
    for (size_t i = 0, length; i < size; i += length) {
        length = mns_utf8_length(bytes + i, size - i);
        length = length == 0 ? 1 : length;
        switch (bytes[i]) {
        case '"': mns_buf_str(out, "\\\""); break;
        case '\\': mns_buf_str(out, "\\\\"); break;
        case '\n': mns_buf_str(out, "\\n"); break;
        case '\r': mns_buf_str(out, "\\r"); break;
        case '\t': mns_buf_str(out, "\\t"); break;
        default:
            if (mns_utf8_is_hidden(mns_utf8_code(bytes + i, length))) {
                mns_buf_unicode_escape(out, mns_utf8_code(bytes + i, length));
            } else {
                mns_buf_bytes(out, bytes + i, length);
            }
        }
    }
    mns_buf_char(out, '"');
}

/* A value that is not a small integer. */
static mns_value_kind look_up(const mns_values *values, mns_value value, const char **bytes,
                              size_t *size) {
    uint32_t id = value >> 1;
    assert(value != MNS_VALUE_NONE && id < values->count);
    *bytes = bytes_of(values, id);
    *size = values->items[id].size;
    return (mns_value_kind)values->items[id].kind;
}

void mns_value_edn(const mns_values *values, mns_value value, mns_buf *out) {
    int32_t integer;
    if (mns_value_small(value, &integer)) {
        mns_buf_integer(out, integer);
        return;
    }
    if (value == MNS_VALUE_INITIAL) {
        mns_buf_str(out, "nil");
        return;
    }
    const char *bytes;
    size_t size;
    switch (look_up(values, value, &bytes, &size)) {
    case MNS_VALUE_NIL: mns_buf_str(out, "nil"); return;
    case MNS_VALUE_TRUE: mns_buf_str(out, "true"); return;
    case MNS_VALUE_FALSE: mns_buf_str(out, "false"); return;
    case MNS_VALUE_STRING: mns_edn_string(out, bytes, size); return;
    case MNS_VALUE_KEYWORD: mns_buf_char(out, ':'); break;
    case MNS_VALUE_CHARACTER: mns_buf_char(out, '\\'); break;
    default: break;
    }
    mns_buf_bytes(out, bytes, size);
}

bool mns_is_json_number(const char *bytes, size_t size) {
    const char *dot = memchr(bytes, '.', size);
    const char *digits = bytes + (bytes[0] == '-');
    if (dot == NULL || dot == digits || dot + 1 == bytes + size || bytes[0] == '+' ||
        (digits[0] == '0' && dot != digits + 1) || dot[1] < '0' || dot[1] > '9') {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] == '\0' || strchr("0123456789.eE+-", bytes[i]) == NULL) {
            return false;
        }
    }
    return true;
}

void mns_value_json(const mns_values *values, mns_value value, mns_buf *out) {
    int32_t integer;
    if (mns_value_small(value, &integer)) {
        mns_buf_integer(out, integer);
        return;
    }
    if (value == MNS_VALUE_INITIAL) {
        mns_buf_str(out, "null");
        return;
    }
    const char *bytes;
    size_t size;
    mns_value_kind kind = look_up(values, value, &bytes, &size);
    if (kind == MNS_VALUE_NIL) {
        mns_buf_str(out, "null");
    } else if (kind == MNS_VALUE_TRUE || kind == MNS_VALUE_FALSE) {
        mns_buf_str(out, kind == MNS_VALUE_TRUE ? "true" : "false");
    } else if (kind == MNS_VALUE_INTEGER ||
               (kind == MNS_VALUE_NUMBER && mns_is_json_number(bytes, size))) {
        mns_buf_bytes(out, bytes, size);
    } else {
        mns_buf_json_string(out, bytes, size);
    }
}
