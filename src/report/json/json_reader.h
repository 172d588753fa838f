/*
 * json_reader.h - JSON of a known shape, straight into structs.
 *
 * What an object may hold is a table of fields: the name of each, what it must be, and where in the
 * struct it goes. Unknown fields are skipped, but checked to be JSON. A field that is optional may be
 * missing or null; the struct then keeps what it held before, so whoever reads sets that first.
 *
 *     static const mns_field fields[] = {MNS_FIELD("index", NEEDED, INT64, thing, index), ...};
 *     mns_read_object(reader, &token, fields, MNS_COUNT_OF(fields), &thing)
 *
 * Everything lives in the arena. Each reading function is given the first token of its form and is
 * false on an error, of which the lexer keeps the first; running out of memory is one as well
 * (arena->failed). The text is untrusted: nesting follows the tables, never the input. O(size).
 */
#ifndef MNS_REPORT_JSON_JSON_READER_H
#define MNS_REPORT_JSON_JSON_READER_H

#include "core/arena.h"
#include "read/lexer.h"

#define MNS_RESULTS_HINT "is this a results.json that minos wrote?"

typedef struct mns_json_reader {
    mns_lexer lexer;
    mns_arena *arena;
    mns_buf text, piece; /* what is being put together */
} mns_json_reader;

void mns_json_reader_init(mns_json_reader *reader, const char *data, size_t size, mns_arena *arena);
/* Frees what is its own; the arena keeps what was read. */
void mns_json_reader_release(mns_json_reader *reader);

/* Always false. hint: static, or NULL for MNS_RESULTS_HINT. */
bool mns_read_fail(mns_json_reader *reader, const char *at, const char *hint, const char *message,
                   ...) MNS_PRINTF(4, 5);

/* Reads a form into *into; the token is its first. */
typedef bool (*mns_read_function)(mns_json_reader *reader, const mns_token *token, void *into);

typedef enum mns_field_kind {
    MNS_FIELD_TEXT,   /* const char *: what a string stands for; controls become U+FFFD */
    MNS_FIELD_FORM,   /* const char *: anything, as JSON without blanks */
    MNS_FIELD_BOOL,   /* bool */
    MNS_FIELD_INT64,  /* int64_t */
    MNS_FIELD_NS,     /* int64_t, not negative: the difference of two is no overflow */
    MNS_FIELD_UINT64, /* uint64_t, up to INT64_MAX */
    MNS_FIELD_UINT32, /* uint32_t, up to UINT32_MAX - 1 */
    MNS_FIELD_ARRAY,  /* a pointer to items, and at count_offset a uint32_t */
    MNS_FIELD_OTHER   /* read by a function of its own, which is given the member */
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
/* Read by a function that is given the whole struct. */
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

/* *items is NULL where there are none. */
bool mns_read_array(mns_json_reader *reader, const mns_token *token, const mns_read_items *kind,
                    void **items, size_t *count);

/* One field of each kind, for those who have no struct to fill. */
bool mns_read_text(mns_json_reader *reader, const mns_token *token, void *into);
bool mns_read_form(mns_json_reader *reader, const mns_token *token, void *into);
bool mns_read_uint32(mns_json_reader *reader, const mns_token *token, void *into);

#endif
