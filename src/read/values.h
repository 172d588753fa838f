/*
 * values.h - keys and elements as 32-bit references.
 *
 * A small integer is the reference itself: value << 1. Everything else is interned once and
 * referred to as id << 1 | 1: other 64-bit integers by their number (some histories have hashes for
 * keys and values), and the rest by kind and canonical bytes. So equality of values is equality of
 * references, and most histories intern nothing. As in Clojure, :a, "a" and a are three values,
 * 5 and 5N are one, 0.5 and 5e-1 are one, 1 and 1.0 are two, [1 2] and (1 2) are one.
 */
#ifndef MNS_VALUES_H
#define MNS_VALUES_H

#include "core/base.h"
#include "core/buf.h"
#include "core/map.h"

typedef uint32_t mns_value;

#define MNS_VALUE_NONE UINT32_MAX /* no value at all; not the value nil */
/* The value of a register before its first write, nil in histories. No interned value has this
 * reference: ids stay below MNS_LIMIT_IDS. */
#define MNS_VALUE_INITIAL (UINT32_MAX - 2)

typedef enum mns_value_kind {
    MNS_VALUE_NIL,
    MNS_VALUE_TRUE,
    MNS_VALUE_FALSE,
    MNS_VALUE_INTEGER, /* 64 bits, and not inline; no bytes */
    MNS_VALUE_BIG,     /* bytes: canonical decimal digits of an integer of more than 64 bits */
    MNS_VALUE_NUMBER,  /* bytes: floats, ratios, decimals in canonical text (numbers.h) */
    MNS_VALUE_STRING,  /* bytes: unescaped */
    MNS_VALUE_KEYWORD, /* bytes: without the colon */
    MNS_VALUE_SYMBOL,
    MNS_VALUE_CHARACTER, /* bytes: after the backslash */
    MNS_VALUE_VECTOR,    /* bytes: canonical EDN text */
    MNS_VALUE_TAGGED     /* bytes: canonical EDN text, tag included */
} mns_value_kind;

typedef struct mns_values {
    struct {
        union {
            uint64_t offset; /* of its bytes */
            int64_t integer; /* MNS_VALUE_INTEGER */
        };
        uint32_t size;
        uint8_t kind;
    } * items; /* by id */
    size_t count, capacity;
    mns_buf bytes;
    mns_map index; /* of values with bytes */
    struct mns_integer_slot {
        uint32_t hash;
        mns_value value; /* 0: empty */
    } * integers;        /* hash table with linear probing, at most half full */
    size_t integer_count, integer_capacity;
} mns_values;

void mns_values_init(mns_values *values);
void mns_values_release(mns_values *values);

/* The reference of an integer or of another value; MNS_VALUE_NONE when out of memory. */
mns_value mns_values_integer(mns_values *values, int64_t integer);
mns_value mns_values_intern(mns_values *values, mns_value_kind kind, const char *bytes,
                            size_t size);
/* The reference, in `values`, of the value with this id in another table. */
mns_value mns_values_adopt(mns_values *values, const mns_values *from, uint32_t id);
/* Before each of many adoptions, in order: starts to load what the next ones will look at into the
 * cache. */
void mns_values_prefetch(const mns_values *values, const mns_values *from, uint32_t id);

/* The reference of a 30-bit integer, which needs no table. */
static inline mns_value mns_value_of_small(uint32_t integer) {
    assert(integer < (uint32_t)1 << 30);
    return integer << 1;
}

/* True for a small integer, stored in *integer. */
bool mns_value_small(mns_value value, int32_t *integer);
/* True for a 64-bit integer, small or not, stored in *integer. */
bool mns_value_integer(const mns_values *values, mns_value value, int64_t *integer);

/* Prints a value as EDN (:x, "x", 3) or as JSON (keywords and symbols become strings). */
void mns_value_edn(const mns_values *values, mns_value value, mns_buf *out);
void mns_value_json(const mns_values *values, mns_value value, mns_buf *out);

/* The bytes as a quoted EDN string. */
void mns_edn_string(mns_buf *out, const char *bytes, size_t size);
/* True if the text of an EDN number is also a JSON number: a decimal point between digits and
 * optionally an exponent; no ratio, no M, no plus sign, no ##Inf. */
bool mns_is_json_number(const char *bytes, size_t size);

#endif
