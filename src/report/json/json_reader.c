/* json_reader.c - see json_reader.h. */
#include "report/json/json_reader.h"

#include "core/unescape.h"

void mns_json_reader_init(mns_json_reader *reader, const char *data, size_t size,
                          mns_arena *arena) {
    mns_lexer_init(&reader->lexer, data, data + size, true);
    reader->arena = arena;
    mns_buf_init(&reader->text);
    mns_buf_init(&reader->piece);
}

void mns_json_reader_release(mns_json_reader *reader) {
    mns_buf_release(&reader->text);
    mns_buf_release(&reader->piece);
}

bool mns_read_fail(mns_json_reader *reader, const char *at, const char *hint, const char *message,
                   ...) {
    mns_buf text;
    mns_buf_init(&text);
    va_list args;
    va_start(args, message);
    mns_buf_vprintf(&text, message, args);
    va_end(args);
    mns_lexer_fail(&reader->lexer, at, mns_arena_take(reader->arena, &text),
                   hint == NULL ? MNS_RESULTS_HINT : hint);
    return false;
}

/* ---- Strings -------------------------------------------------------------------------------- */

/* Line feeds and tabs are allowed. Other control characters could be terminal commands, and a NUL
 * would end the string; Minos never writes them. */
static bool is_control(char c) {
    return ((unsigned char)c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
}

static bool is_plain(const char *p, const char *end) {
    while (p < end && *p != '\\' && !is_control(*p)) {
        p++;
    }
    return p == end;
}

static const char *decode(mns_json_reader *reader, const mns_token *token) {
    const char *start = token->start + 1, *end = token->end - 1;
    if (is_plain(start, end)) {
        return mns_arena_bytes(reader->arena, start, (size_t)(end - start));
    }
    mns_buf *piece = &reader->piece;
    mns_buf_clear(piece);
    mns_unescape(start, end, piece);
    for (size_t i = 0; i < piece->size; i++) {
        if (is_control(piece->data[i])) {
            mns_buf_str(&reader->text, "\xEF\xBF\xBD");
        } else {
            mns_buf_char(&reader->text, piece->data[i]);
        }
    }
    reader->arena->failed = reader->arena->failed || piece->failed;
    return mns_arena_take(reader->arena, &reader->text);
}

bool mns_read_text(mns_json_reader *reader, const mns_token *token, void *into) {
    if (token->kind != MNS_TOKEN_STRING) {
        return mns_read_fail(reader, token->start, NULL, "expected a string");
    }
    *(const char **)into = decode(reader, token);
    return !reader->arena->failed;
}

/* ---- Forms ---------------------------------------------------------------------------------- */

/* The position after the string that starts at p; the lexer has checked that it is closed. */
static const char *string_end(const char *p) {
    for (p++; *p != '"'; p++) {
        p += *p == '\\' ? 1 : 0;
    }
    return p + 1;
}

static void copy_string(mns_json_reader *reader, const char *start, const char *end) {
    mns_buf_clear(&reader->piece);
    mns_unescape(start + 1, end - 1, &reader->piece);
    reader->text.failed = reader->text.failed || reader->piece.failed;
    mns_buf_json_string(&reader->text, reader->piece.size == 0 ? "" : reader->piece.data,
                        reader->piece.size);
}

/* Copies a form as JSON. Strings are decoded and escaped again, as Minos escapes them. */
bool mns_read_form(mns_json_reader *reader, const mns_token *token, void *into) {
    if (!mns_skip_rest(&reader->lexer, token)) {
        return false;
    }
    const char *end = reader->lexer.p;
    for (const char *p = token->start; p < end;) {
        if (*p == '"') {
            const char *past = string_end(p);
            copy_string(reader, p, past);
            p = past;
            continue;
        }
        if (*p != ' ' && *p != '\n' && *p != '\r' && *p != '\t') {
            mns_buf_char(&reader->text, *p);
        }
        p++;
    }
    *(const char **)into = mns_arena_take(reader->arena, &reader->text);
    return !reader->arena->failed;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static bool read_integer(mns_json_reader *reader, const mns_token *token, int64_t least,
                         int64_t most, int64_t *number) {
    if (token->kind != MNS_TOKEN_INTEGER && token->kind != MNS_TOKEN_BIG) {
        return mns_read_fail(reader, token->start, NULL, "expected an integer");
    }
    if (token->kind == MNS_TOKEN_BIG || token->integer < least || token->integer > most) {
        return mns_read_fail(reader, token->start, NULL, "this number is out of range");
    }
    *number = token->integer;
    return true;
}

bool mns_read_uint32(mns_json_reader *reader, const mns_token *token, void *into) {
    int64_t number = 0;
    if (!read_integer(reader, token, 0, (int64_t)MNS_NONE - 1, &number)) {
        return false;
    }
    *(uint32_t *)into = (uint32_t)number;
    return true;
}

static bool read_uint64(mns_json_reader *reader, const mns_token *token, uint64_t *into) {
    int64_t number = 0;
    if (!read_integer(reader, token, 0, INT64_MAX, &number)) {
        return false;
    }
    *into = (uint64_t)number;
    return true;
}

static bool read_bool(mns_json_reader *reader, const mns_token *token, bool *into) {
    if (token->kind != MNS_TOKEN_TRUE && token->kind != MNS_TOKEN_FALSE) {
        return mns_read_fail(reader, token->start, NULL, "expected true or false");
    }
    *into = token->kind == MNS_TOKEN_TRUE;
    return true;
}

/* ---- Arrays --------------------------------------------------------------------------------- */

#define FIRST_ITEMS 4

/* Grows an array. The old one stays in the arena; together they are at most twice the last. */
static char *grow(mns_json_reader *reader, char *items, size_t *capacity, size_t size) {
    size_t more = *capacity == 0 ? FIRST_ITEMS : *capacity * 2;
    char *grown = mns_arena_alloc(reader->arena, more, size);
    if (grown != NULL && items != NULL) {
        memcpy(grown, items, *capacity * size);
    }
    *capacity = more;
    return grown;
}

bool mns_read_array(mns_json_reader *reader, const mns_token *token, const mns_read_items *kind,
                    void **items, size_t *count) {
    if (token->kind != MNS_TOKEN_VECTOR) {
        return mns_read_fail(reader, token->start, NULL, "expected an array");
    }
    mns_walk walk = mns_walk_begin(&reader->lexer, token);
    mns_token item;
    char *array = NULL;
    size_t capacity = 0;
    int more;
    *count = 0;
    while ((more = mns_walk_next(&walk, &item)) > 0) {
        if (*count == kind->limit) {
            return mns_read_fail(reader, item.start, NULL,
                                 "too many items; at most %zu are allowed", kind->limit);
        }
        if (*count == capacity) {
            array = grow(reader, array, &capacity, kind->size);
        }
        if (array == NULL || !kind->read(reader, &item, array + *count * kind->size)) {
            return false;
        }
        ++*count;
    }
    *items = array;
    return more == 0;
}

/* ---- Objects -------------------------------------------------------------------------------- */

static bool read_items(mns_json_reader *reader, const mns_token *token, const mns_field *field,
                       void *object) {
    void *items = NULL;
    size_t count = 0;
    assert(field->items->limit <= MNS_LIMIT_IDS);
    if (!mns_read_array(reader, token, field->items, &items, &count)) {
        return false;
    }
    uint32_t short_count = (uint32_t)count;
    memcpy((char *)object + field->offset, &items, sizeof items);
    memcpy((char *)object + field->count_offset, &short_count, sizeof short_count);
    return true;
}

static bool read_field(mns_json_reader *reader, const mns_token *token, const mns_field *field,
                       void *object) {
    void *into = (char *)object + field->offset;
    if (token->kind == MNS_TOKEN_NIL && field->optional && field->kind != MNS_FIELD_FORM) {
        return true;
    }
    switch (field->kind) {
    case MNS_FIELD_TEXT: return mns_read_text(reader, token, into);
    case MNS_FIELD_FORM: return mns_read_form(reader, token, into);
    case MNS_FIELD_BOOL: return read_bool(reader, token, into);
    case MNS_FIELD_INT64: return read_integer(reader, token, INT64_MIN, INT64_MAX, into);
    case MNS_FIELD_NS: return read_integer(reader, token, 0, INT64_MAX, into);
    case MNS_FIELD_UINT64: return read_uint64(reader, token, into);
    case MNS_FIELD_UINT32: return mns_read_uint32(reader, token, into);
    case MNS_FIELD_ARRAY: return read_items(reader, token, field, object);
    case MNS_FIELD_OTHER: break;
    }
    return field->read(reader, token, into);
}

/* The field with this name in the table, or `count`. Minos writes names without escapes. */
static size_t find_field(const mns_token *name, const mns_field *fields, size_t count) {
    size_t i = 0;
    while (i < count && !mns_token_spells(name, fields[i].name, strlen(fields[i].name))) {
        i++;
    }
    return i;
}

static bool expect_object(mns_json_reader *reader, const mns_token *token) {
    return token->kind == MNS_TOKEN_MAP ||
           mns_read_fail(reader, token->start, NULL, "expected an object");
}

static bool check_needed(mns_json_reader *reader, const mns_token *open, const mns_field *fields,
                         size_t count, uint64_t seen) {
    for (size_t i = 0; i < count; i++) {
        if (!fields[i].optional && (seen >> i & 1) == 0) {
            return mns_read_fail(reader, open->start, NULL, "missing field \"%s\"", fields[i].name);
        }
    }
    return true;
}

bool mns_read_object(mns_json_reader *reader, const mns_token *token, const mns_field *fields,
                     size_t count, void *object) {
    assert(count <= MNS_LIMIT_FIELDS);
    if (!expect_object(reader, token)) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&reader->lexer, token);
    mns_token name, value;
    uint64_t seen = 0;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        size_t i = find_field(&name, fields, count);
        if (i == count) {
            if (!mns_skip_rest(&reader->lexer, &value)) {
                return false;
            }
            continue;
        }
        if ((seen >> i & 1) != 0) {
            return mns_read_fail(reader, name.start, NULL, "duplicate field \"%s\"",
                                 fields[i].name);
        }
        seen |= (uint64_t)1 << i;
        if (!read_field(reader, &value, &fields[i], object)) {
            return false;
        }
    }
    return more == 0 && check_needed(reader, token, fields, count, seen);
}

bool mns_read_entries(mns_json_reader *reader, const mns_token *token, mns_read_entry read,
                      void *context) {
    if (!expect_object(reader, token)) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&reader->lexer, token);
    mns_token name, value;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        const char *text = decode(reader, &name);
        if (reader->arena->failed || !read(reader, &value, text, context)) {
            return false;
        }
    }
    return more == 0;
}

bool mns_parse_thousandths(const char *p, const char *end, uint64_t *thousandths) {
    static const uint64_t most = (uint64_t)1 << 50;
    unsigned behind = 0;
    bool point = false;
    *thousandths = 0;
    for (; p < end && behind < 3 && *thousandths < most; p++) {
        if (*p == '.') {
            point = true;
        } else if (*p >= '0' && *p <= '9') {
            *thousandths = *thousandths * 10 + (uint64_t)(*p - '0');
            behind += point ? 1 : 0;
        } else {
            return false;
        }
    }
    for (; behind < 3; behind++) {
        *thousandths *= 10;
    }
    return p == end;
}
