/*
 * json_reader.h - reads JSON of a known shape into structs.
 *
 * A table lists the fields of an object: name, type, and offset in the struct. Unknown fields are
 * skipped, but must be valid JSON. An optional field may be missing or null; the member then keeps
 * its value, so the caller must set a default first.
 *
 *     static const mns_field fields[] = {MNS_FIELD("index", NEEDED, INT64, thing, index), ...};
 *     mns_read_object(reader, &token, fields, MNS_COUNT_OF(fields), &thing)
 *
 * All memory is from the arena. Each function is passed the first token of its form and returns
 * false on an error; the lexer keeps the first. Out of memory is an error too (arena->failed). The
 * text is untrusted: recursion depth depends on the tables, never on the input. O(size).
 */
#ifndef MNS_REPORT_JSON_JSON_READER_H
#define MNS_REPORT_JSON_JSON_READER_H

#include "core/arena.h"
#include "core/lexer.h"

#define MNS_RESULTS_HINT "expected a results.json written by minos"

typedef struct mns_json_reader {
    mns_lexer lexer;
    mns_arena *arena;
    mns_buf text, piece; /* scratch */
} mns_json_reader;

void mns_json_reader_init(mns_json_reader *reader, const char *data, size_t size, mns_arena *arena);
/* Frees the scratch buffers; the arena keeps what was read. */
void mns_json_reader_release(mns_json_reader *reader);

/* Always false. hint: static, or NULL for MNS_RESULTS_HINT. */
bool mns_read_fail(mns_json_reader *reader, const char *at, const char *hint, const char *message,
                   ...) MNS_PRINTF(4, 5);

/* Reads a form into *into; the token is its first. */
typedef bool (*mns_read_function)(mns_json_reader *reader, const mns_token *token, void *into);

typedef enum mns_field_kind {
    MNS_FIELD_TEXT,   /* const char *: a decoded string; control characters become U+FFFD */
    MNS_FIELD_FORM,   /* const char *: any value, as JSON without blanks */
    MNS_FIELD_BOOL,   /* bool */
    MNS_FIELD_INT64,  /* int64_t */
    MNS_FIELD_NS,     /* int64_t, not negative, so that differences do not overflow */
    MNS_FIELD_UINT64, /* uint64_t, up to INT64_MAX */
    MNS_FIELD_UINT32, /* uint32_t, up to UINT32_MAX - 1 */
    MNS_FIELD_ARRAY,  /* a pointer to items, and at count_offset a uint32_t */
    MNS_FIELD_OTHER   /* read by a function, which is passed the member */
} mns_field_kind;

/* Up to `limit` items of `size` bytes each, zeroed before they are read. */
typedef struct mns_read_items {
    size_t size, limit;
    mns_read_function read;
} mns_read_items;

typedef struct mns_field {
    const char *name;
    bool optional;
    mns_field_kind kind;
    size_t offset;
    mns_read_function read;      /* of MNS_FIELD_OTHER */
    const mns_read_items *items; /* of MNS_FIELD_ARRAY */
    size_t count_offset;
} mns_field;

/* Rows of a table; `has` is NEEDED or OPTIONAL. */
#define MNS_NEEDED false
#define MNS_OPTIONAL true
#define MNS_FIELD(name, has, kind, type, member)                                                   \
    { name, MNS_##has, MNS_FIELD_##kind, offsetof(type, member), NULL, NULL, 0 }
#define MNS_FIELD_ITEMS(name, has, items, type, member, count)                                     \
    { name, MNS_##has, MNS_FIELD_ARRAY, offsetof(type, member), NULL, items, offsetof(type, count) }
#define MNS_FIELD_BY(name, has, read, type, member)                                                \
    { name, MNS_##has, MNS_FIELD_OTHER, offsetof(type, member), read, NULL, 0 }
/* Read by a function that is passed the whole struct. */
#define MNS_FIELD_WHOLE(name, has, read)                                                           \
    { name, MNS_##has, MNS_FIELD_OTHER, 0, read, NULL, 0 }

#define MNS_LIMIT_FIELDS 64

bool mns_read_object(mns_json_reader *reader, const mns_token *token, const mns_field *fields,
                     size_t count, void *object);

/* Calls `read` for the value of each field of an object, with its name in `name`, decoded. */
typedef bool (*mns_read_entry)(mns_json_reader *reader, const mns_token *token, const char *name,
                               void *context);
bool mns_read_entries(mns_json_reader *reader, const mns_token *token, mns_read_entry read,
                      void *context);

/* *items is NULL if the array is empty. */
bool mns_read_array(mns_json_reader *reader, const mns_token *token, const mns_read_items *kind,
                    void **items, size_t *count);

/* Single values, for callers without a table. */
bool mns_read_text(mns_json_reader *reader, const mns_token *token, void *into);
bool mns_read_form(mns_json_reader *reader, const mns_token *token, void *into);
bool mns_read_uint32(mns_json_reader *reader, const mns_token *token, void *into);

/* A decimal number as thousandths, in every locale; false if it is malformed. */
bool mns_parse_thousandths(const char *p, const char *end, uint64_t *thousandths);

#endif
