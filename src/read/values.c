/* values.c - see values.h. */
#include "read/values.h"

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
    free(values->integers);
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
    *integer = values->items[value >> 1].integer;
    return true;
}

/* ---- Integers ------------------------------------------------------------------------------- */

static uint32_t hash_integer(const mns_values *values, int64_t integer) {
    uint64_t seed = values->index.seed;
    return (uint32_t)(mns_hash_mix(mns_hash_mix((uint64_t)integer, seed), seed) >> 32);
}

/* The slot of the integer, or the empty one where it belongs. Equal hashes are rare, so most
 * searches look at one item at most. */
static struct mns_integer_slot *slot_of(const mns_values *values, int64_t integer, uint32_t hash) {
    assert(values->integer_count < values->integer_capacity); /* an empty slot ends the search */
    size_t at = hash & (values->integer_capacity - 1);
    while (values->integers[at].value != 0 &&
           (values->integers[at].hash != hash ||
            values->items[values->integers[at].value >> 1].integer != integer)) {
        at = (at + 1) & (values->integer_capacity - 1);
    }
    return &values->integers[at];
}

static bool enlarge_integers(mns_values *values) {
    size_t capacity = values->integer_capacity == 0 ? 64 : 2 * values->integer_capacity;
    assert((capacity & (capacity - 1)) == 0 && capacity <= (size_t)UINT32_MAX + 1);
    struct mns_integer_slot *slots = MNS_NEW_ARRAY(struct mns_integer_slot, capacity);
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < values->integer_capacity; i++) {
        size_t at = values->integers[i].hash & (capacity - 1);
        while (values->integers[i].value != 0 && slots[at].value != 0) {
            at = (at + 1) & (capacity - 1);
        }
        if (values->integers[i].value != 0) {
            slots[at] = values->integers[i];
        }
    }
    free(values->integers);
    values->integers = slots;
    values->integer_capacity = capacity;
    return true;
}

static mns_value intern_integer(mns_values *values, int64_t integer) {
    if (2 * (values->integer_count + 1) > values->integer_capacity && !enlarge_integers(values)) {
        return MNS_VALUE_NONE;
    }
    uint32_t hash = hash_integer(values, integer), id = (uint32_t)values->count;
    struct mns_integer_slot *slot = slot_of(values, integer, hash);
    if (slot->value != 0) {
        return slot->value;
    }
    if (id >= MNS_LIMIT_IDS || !MNS_GROW(values->items, values->count, values->capacity, 1)) {
        return MNS_VALUE_NONE;
    }
    values->items[id].integer = integer;
    values->items[id].size = 0;
    values->items[id].kind = MNS_VALUE_INTEGER;
    values->count++;
    values->integer_count++;
    *slot = (struct mns_integer_slot){.hash = hash, .value = id << 1 | 1};
    return slot->value;
}

mns_value mns_values_integer(mns_values *values, int64_t integer) {
    bool small = integer >= -SMALL_LIMIT && integer < SMALL_LIMIT;
    return small ? (uint32_t)((uint64_t)integer << 1) : intern_integer(values, integer);
}

/* ---- Values with bytes ---------------------------------------------------------------------- */

static const char *bytes_of(const mns_values *values, uint32_t id) {
    return values->bytes.data == NULL ? "" : values->bytes.data + values->items[id].offset;
}

mns_value mns_values_intern(mns_values *values, mns_value_kind kind, const char *bytes,
                            size_t size) {
    assert(kind != MNS_VALUE_INTEGER && (kind != MNS_VALUE_BIG || size >= 19));
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
    assert(values->index.count + values->integer_count == values->count);
    assert(offset + size == values->bytes.size);
    return id << 1 | 1;
}

mns_value mns_values_adopt(mns_values *values, const mns_values *from, uint32_t id) {
    assert(id < from->count);
    mns_value_kind kind = (mns_value_kind)from->items[id].kind;
    return kind == MNS_VALUE_INTEGER
               ? intern_integer(values, from->items[id].integer)
               : mns_values_intern(values, kind, bytes_of(from, id), from->items[id].size);
}

/* How many adoptions ahead the slot of an integer is loaded, and then the item it refers to. */
#define AHEAD_SLOT 24
#define AHEAD_ITEM 12

/* Where the search for an integer of another table starts; NULL if it is not one. */
static const struct mns_integer_slot *home_of(const mns_values *values, const mns_values *from,
                                              uint32_t id) {
    if (id >= from->count || from->items[id].kind != MNS_VALUE_INTEGER ||
        values->integers == NULL) {
        return NULL;
    }
    size_t hash = hash_integer(values, from->items[id].integer);
    return &values->integers[hash & (values->integer_capacity - 1)];
}

void mns_values_prefetch(const mns_values *values, const mns_values *from, uint32_t id) {
    const struct mns_integer_slot *slot = home_of(values, from, id + AHEAD_SLOT);
    const struct mns_integer_slot *loaded = home_of(values, from, id + AHEAD_ITEM);
    if (slot != NULL) {
        __builtin_prefetch(slot);
    }
    if (loaded != NULL) {
        __builtin_prefetch(&values->items[loaded->value >> 1]);
    }
}

/* ---- Text ----------------------------------------------------------------------------------- */

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

/* A value that is not a small integer. One without bytes has none. */
static mns_value_kind look_up(const mns_values *values, mns_value value, const char **bytes,
                              size_t *size) {
    uint32_t id = value >> 1;
    assert(value != MNS_VALUE_NONE && id < values->count);
    mns_value_kind kind = (mns_value_kind)values->items[id].kind;
    *bytes = kind == MNS_VALUE_INTEGER ? "" : bytes_of(values, id);
    *size = values->items[id].size;
    return kind;
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
    case MNS_VALUE_INTEGER: mns_buf_integer(out, values->items[value >> 1].integer); return;
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
    } else if (kind == MNS_VALUE_INTEGER) {
        mns_buf_integer(out, values->items[value >> 1].integer);
    } else if (kind == MNS_VALUE_BIG ||
               (kind == MNS_VALUE_NUMBER && mns_is_json_number(bytes, size))) {
        mns_buf_bytes(out, bytes, size);
    } else {
        mns_buf_json_string(out, bytes, size);
    }
}
