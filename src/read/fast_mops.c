/*
 * fast_mops.c - see fast_mops.h.
 *
 * From a position below the limit, MNS_FAST_MARGIN bytes may be read without a check, so between
 * two checks at most a literal, a few separators or a number are read. O(bytes), and fast for lists
 * that repeat an earlier one (spines.h).
 */
#include "read/fast_mops.h"

#include <stdio.h>

#include "core/grow.h"
#include "core/scan.h"
#include "read/list_reader.h"

static void set_open(mns_literal *literal, const char *function, bool json) {
    char text[32];
    int size = snprintf(text, sizeof text, json ? "[\"%s\"," : "[:%s ", function);
    bool fits = mns_literal_set(literal, text, (size_t)size);
    assert(fits);
    (void)fits;
}

void mns_fast_mops_init(mns_fast_mops *fast, mns_mop_reader *reader, const char *begin) {
    assert(begin <= reader->end);
    memset(fast, 0, sizeof *fast);
    fast->reader = reader;
    fast->json = reader->json;
    set_open(&fast->read, "r", reader->json);
    set_open(&fast->write, mns_workload_write(reader->workload), reader->json);
    mns_literal_set(&fast->nil, reader->json ? "null" : "nil", reader->json ? 4 : 3);
    fast->usable = reader->workload != MNS_SET;
    size_t size = (size_t)(reader->end - begin);
    fast->limit = begin + (size > MNS_FAST_MARGIN ? size - MNS_FAST_MARGIN : 0);
}

static inline const char *separator(const mns_fast_mops *fast, const char *p) {
    return mns_fast_separator(p, fast->limit, fast->json);
}

void mns_fast_mops_release(mns_fast_mops *fast) { free(fast->seen); }

/* ---- Integers ------------------------------------------------------------------------------- */

/* Reads an integer of 64 bits without leading zeros; NULL for anything else. */
static const char *any_integer(const char *p, int64_t *number) {
    static const uint32_t powers[] = {1,      10,      100,      1000,     10000,
                                      100000, 1000000, 10000000, 100000000};
    bool negative = *p == '-';
    const char *first = p + negative, *end = first;
    uint64_t whole = 0;
    for (unsigned digits = 8; digits == 8 && end < first + 24; end += digits) {
        uint32_t part;
        digits = mns_digits(end, &part);
        whole = whole * powers[digits] + part; /* overflows after 19 digits only */
    }
    uint64_t most = (uint64_t)INT64_MAX + negative;
    bool ends = *end == ']' || *end == ' ' || *end == ','; /* 1.5 and 1N start with an integer */
    if (end == first || *first == '0' || end > first + 19 || whole > most || !ends) {
        return NULL;
    }
    *number = (int64_t)(negative ? 0 - whole : whole);
    return end;
}

/* The same; NULL also when out of memory (*failed). Not inlined, because most are small. */
static __attribute__((noinline)) const char *large_value(const mns_fast_mops *fast, const char *p,
                                                         mns_value *value, bool *failed) {
    int64_t number;
    const char *end = any_integer(p, &number);
    if (end != NULL) {
        *value = mns_values_integer(&fast->reader->tables->values, number);
        *failed = *value == MNS_VALUE_NONE;
    }
    return end == NULL || *failed ? NULL : end;
}

static inline const char *read_integer(const mns_fast_mops *fast, const char *p, mns_value *value,
                                       bool *failed) {
    const char *end = mns_fast_small(p, value);
    return end != NULL ? end : large_value(fast, p, value, failed);
}

static inline const char *skip_integer(const char *p) {
    mns_value small;
    int64_t number;
    const char *end = mns_fast_small(p, &small);
    return end != NULL ? end : any_integer(p, &number);
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

static inline const char *read_function(const mns_fast_mops *fast, const char *p,
                                        mns_function *function) {
    bool reads = mns_literal_at(&fast->read, p);
    if (!reads && !mns_literal_at(&fast->write, p)) {
        return NULL;
    }
    *function = reads ? MNS_READ : MNS_WRITE;
    return mns_fast_spaces(p + (reads ? fast->read.size : fast->write.size), fast->limit);
}

/* Reads function and key, from the opening bracket to the start of the value. */
static inline const char *function_and_key(const mns_fast_mops *fast, const char *p,
                                           mns_function *function, mns_value *key, bool *failed) {
    p = read_function(fast, p, function);
    p = p == NULL ? NULL : read_integer(fast, p, key, failed);
    return p == NULL ? NULL : separator(fast, p);
}

static inline const char *read_result(const mns_fast_mops *fast, const char *p, mns_reading reading,
                                      uint32_t key, uint32_t *value, uint32_t *content,
                                      bool *failed) {
    mns_tables *tables = fast->reader->tables;
    mns_workload workload = fast->reader->workload;
    if (mns_literal_at(&fast->nil, p)) {
        uint32_t initial = workload == MNS_RW_REGISTER ? MNS_VALUE_INITIAL : 0;
        *value = reading == MNS_READING_OK ? initial : MNS_VALUE_NONE;
        return p + fast->nil.size;
    }
    if (reading == MNS_READING_INVOKED) {
        return NULL;
    }
    if (workload != MNS_LIST_APPEND) {
        return read_integer(fast, p, value, failed);
    }
    if (*p++ != '[') {
        return NULL;
    }
    if (*p == ']') {
        *value = 0;
        return p + 1;
    }
    assert(key < tables->keys.count);
    uint32_t *first = &tables->keys.first_spine[key];
    p = mns_list_read_fast(&tables->spines, p, fast->limit, fast->json, key, first, value, failed);
    *content = *first;
    return p;
}

/* Keeps the text of a read's result; false when out of memory. */
static inline bool keep_seen(mns_fast_mops *fast, const char *from, const char *to) {
    if (!MNS_GROW(fast->seen, fast->seen_count, fast->seen_capacity, 1)) {
        return false;
    }
    fast->seen[fast->seen_count++] = (struct mns_seen_text){.from = from, .to = to};
    return true;
}

static inline const char *read_one(mns_fast_mops *fast, const char *p, mns_reading reading,
                                   bool *failed) {
    mns_tables *tables = fast->reader->tables;
    mns_function function;
    mns_value name;
    uint32_t value, content = MNS_NONE;
    p = function_and_key(fast, p, &function, &name, failed);
    if (p == NULL) {
        return NULL;
    }
    uint32_t key = mns_keys_intern(&tables->keys, name);
    if (key == MNS_NONE) {
        *failed = true;
        return NULL;
    }
    const char *from = p;
    p = function == MNS_WRITE ? read_integer(fast, p, &value, failed)
                              : read_result(fast, p, reading, key, &value, &content, failed);
    if (p == NULL || *p != ']') {
        return NULL;
    }
    bool seen = function == MNS_READ && !mns_literal_at(&fast->nil, from);
    *failed = (seen && !keep_seen(fast, from, p)) ||
              !mns_mops_add(&tables->mops, function, key, value, content);
    return *failed ? NULL : p + 1;
}

const char *mns_fast_mops_read(mns_fast_mops *fast, const char *p, mns_reading reading,
                               uint32_t *count, bool *failed) {
    mns_mops *mops = &fast->reader->tables->mops;
    uint32_t before = mops->count;
    *failed = false;
    fast->begin = p;
    fast->seen_count = 0;
    const char *at = p < fast->limit && *p == '[' ? p + 1 : NULL;
    while (at != NULL && at < fast->limit) {
        at = read_one(fast, at, reading, failed);
        if (at != NULL && *at == ']') {
            assert(at < fast->reader->end && mops->count > before);
            *count = mops->count - before;
            fast->end = at + 1;
            return at + 1;
        }
        at = at == NULL ? NULL : separator(fast, at);
    }
    mops->count = before;
    return NULL;
}

bool mns_fast_mops_begin(const mns_fast_mops *fast, const char *p) {
    return p < fast->limit &&
           (mns_literal_at(&fast->read, p + 1) || mns_literal_at(&fast->write, p + 1));
}

bool mns_fast_mops_repeat(const mns_fast_mops *fast, const char *p) {
    const char *from = fast->begin, *end = fast->reader->end;
    for (size_t i = 0; i < fast->seen_count; i++) {
        assert(from <= fast->seen[i].from && fast->seen[i].from < fast->seen[i].to);
        size_t size = (size_t)(fast->seen[i].from - from);
        if (p >= fast->limit || (size_t)(end - p) < size || memcmp(p, from, size) != 0 ||
            p + size >= fast->limit || !mns_literal_at(&fast->nil, p + size)) {
            return false;
        }
        p += size + fast->nil.size;
        from = fast->seen[i].to;
    }
    assert(from < fast->end);
    size_t size = (size_t)(fast->end - from);
    return (size_t)(end - p) >= size && memcmp(p, from, size) == 0;
}

/* Functions are keywords in EDN, so counting brackets is enough. In JSON they are strings, so each
 * micro-operation is scanned. */
const char *mns_fast_mops_end(const mns_fast_mops *fast, const char *p) {
    if (!fast->json) {
        return mns_scan_balanced(p + 1, fast->reader->end);
    }
    for (p++; p != NULL && p < fast->limit; p = separator(fast, p)) {
        mns_function function;
        p = read_function(fast, p, &function);
        p = p == NULL ? NULL : skip_integer(p);
        p = p == NULL ? NULL : separator(fast, p);
        if (p == NULL) {
            return NULL;
        }
        p = mns_literal_at(&fast->nil, p) ? p + fast->nil.size : skip_integer(p);
        if (p == NULL || *p++ != ']') {
            return NULL;
        }
        if (*p == ']') {
            return p + 1;
        }
    }
    return NULL;
}
