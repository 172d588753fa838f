/* order_file.c - see order_file.h. */
#include "read/order_file.h"

#include <inttypes.h>

#include "core/grow.h"
#include "core/lexer.h"

#define MAP_HINT "map the index of each completion to a number: {3 1, 7 2} or {\"3\": 1, \"7\": 2}"

void mns_order_file_release(mns_order_file *file) {
    free(file->entries);
    memset(file, 0, sizeof *file);
}

/* Names are strings in JSON, indices are never strings in EDN. Up to the first name both notations
 * have the same tokens. */
static bool is_json(const char *begin, const char *end) {
    mns_lexer probe;
    mns_token token;
    mns_lexer_init(&probe, begin, end, false);
    return mns_next(&probe, &token) && token.kind == MNS_TOKEN_MAP && mns_next(&probe, &token) &&
           token.kind == MNS_TOKEN_STRING;
}

static bool all_digits(const char *p, const char *end) {
    bool any = p < end;
    while (p < end && *p >= '0' && *p <= '9') {
        p++;
    }
    return any && p == end;
}

static bool read_index(mns_lexer *lexer, const mns_token *token, int64_t *index) {
    mns_token digits = *token;
    if (token->kind == MNS_TOKEN_STRING && lexer->json) {
        const char *start = token->start + 1, *end = token->end - 1;
        if (all_digits(start + (start < end && *start == '-'), end)) {
            mns_token_integer(&digits, start, end);
        }
    }
    *index = digits.integer;
    return digits.kind == MNS_TOKEN_INTEGER ||
           mns_lexer_fail(lexer, token->start, "an index must be a 64-bit integer", MAP_HINT);
}

static bool read_number(mns_lexer *lexer, const mns_token *token, int64_t *number) {
    *number = token->integer;
    return (token->kind == MNS_TOKEN_INTEGER && token->integer != MNS_NO_NUMBER) ||
           mns_lexer_fail(lexer, token->start,
                          "a position in the transaction order must be a 64-bit integer", MAP_HINT);
}

static minos_status read_entries(mns_order_file *file, mns_lexer *lexer, const char *begin) {
    mns_token token;
    if (!mns_next(lexer, &token)) {
        return MINOS_EINPUT;
    }
    if (token.kind != MNS_TOKEN_MAP) {
        mns_lexer_fail(lexer, token.start, "a transaction order must be a map", MAP_HINT);
        return MINOS_EINPUT;
    }
    mns_walk walk = mns_walk_begin(lexer, &token);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        mns_order_entry entry = {.offset = (uint64_t)(token.start - begin)};
        if (!read_index(lexer, &token, &entry.index) || !mns_walk_value(&walk, &token) ||
            !read_number(lexer, &token, &entry.number)) {
            return MINOS_EINPUT;
        }
        if (!MNS_GROW(file->entries, file->count, file->capacity, 1)) {
            return MINOS_ENOMEM;
        }
        file->entries[file->count++] = entry;
    }
    if (more == 0 && mns_next(lexer, &token) && token.kind != MNS_TOKEN_END) {
        mns_lexer_fail(lexer, token.start, "unexpected text after the transaction order", MAP_HINT);
    }
    return lexer->error == NULL ? MINOS_OK : MINOS_EINPUT;
}

static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int by_number(const void *a, const void *b) {
    const mns_order_entry *x = a, *y = b;
    int order = compare(x->number, y->number);
    return order != 0 ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

static int by_index(const void *a, const void *b) {
    const mns_order_entry *x = a, *y = b;
    int order = compare(x->index, y->index);
    return order != 0 ? order : (x->offset > y->offset) - (x->offset < y->offset);
}

/* Rejects duplicate indices and duplicate numbers. Leaves the entries sorted by index. */
static void reject_duplicates(mns_order_file *file, mns_problems *problems) {
    mns_order_entry *entries = file->entries;
    qsort(entries, file->count, sizeof *entries, by_number);
    for (size_t i = 1; i < file->count; i++) {
        if (entries[i].number == entries[i - 1].number) {
            mns_problems_add(problems, entries[i].offset,
                             "give each transaction a different number, or leave out transactions "
                             "whose position is unknown",
                             "the transactions %" PRId64 " and %" PRId64
                             " have the same number %" PRId64,
                             entries[i - 1].index, entries[i].index, entries[i].number);
        }
    }
    qsort(entries, file->count, sizeof *entries, by_index);
    for (size_t i = 1; i < file->count; i++) {
        assert(entries[i - 1].index <= entries[i].index);
        if (entries[i].index == entries[i - 1].index) {
            mns_problems_add(problems, entries[i].offset, MAP_HINT, "duplicate index %" PRId64,
                             entries[i].index);
        }
    }
}

minos_status mns_order_file_read(mns_order_file *file, const mns_source *source,
                                 mns_problems *problems) {
    const char *end = source->data + source->size;
    mns_lexer lexer;
    memset(file, 0, sizeof *file);
    mns_lexer_init(&lexer, source->data, end, is_json(source->data, end));
    uint64_t before = problems->total;
    minos_status status = read_entries(file, &lexer, source->data);
    if (status == MINOS_EINPUT) {
        mns_problems_add(problems, (uint64_t)(lexer.error_at - source->data), lexer.hint, "%s",
                         lexer.error);
    }
    if (status == MINOS_OK && file->count > 0) {
        reject_duplicates(file, problems);
    }
    return status == MINOS_OK && problems->total > before ? MINOS_EINPUT : status;
}

mns_order_entry *mns_order_file_find(const mns_order_file *file, int64_t index) {
    size_t low = 0, high = file->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (file->entries[middle].index < index) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low == 0 || file->entries[low - 1].index < index);
    return low < file->count && file->entries[low].index == index ? &file->entries[low] : NULL;
}
