/*
 * quick_mops.c - see quick_mops.h.
 *
 * Places below the limit may be looked at up to MNS_QUICK_MARGIN bytes on, so between two checks
 * against it there are a literal, a few separators or a number at most. O(bytes), far less of them
 * where lists repeat what was read before (spines.h).
 */
#include "read/quick_mops.h"

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

void mns_quick_mops_init(mns_quick_mops *quick, mns_mop_reader *reader, const char *begin) {
    assert(begin <= reader->end);
    memset(quick, 0, sizeof *quick);
    quick->reader = reader;
    quick->json = reader->json;
    set_open(&quick->read, "r", reader->json);
    set_open(&quick->write, mns_workload_write(reader->workload), reader->json);
    mns_literal_set(&quick->nil, reader->json ? "null" : "nil", reader->json ? 4 : 3);
    quick->usable = reader->workload != MNS_SET;
    size_t size = (size_t)(reader->end - begin);
    quick->limit = begin + (size > MNS_QUICK_MARGIN ? size - MNS_QUICK_MARGIN : 0);
}

static inline const char *separator(const mns_quick_mops *quick, const char *p) {
    return mns_quick_separator(p, quick->limit, quick->json);
}

void mns_quick_mops_release(mns_quick_mops *quick) { free(quick->seen); }

/* From the opening bracket to where the third part starts: function and key. */
static inline const char *function_and_key(const mns_quick_mops *quick, const char *p,
                                           mns_function *function, mns_value *key) {
    bool reads = mns_literal_at(&quick->read, p);
    if (!reads && !mns_literal_at(&quick->write, p)) {
        return NULL;
    }
    *function = reads ? MNS_READ : MNS_WRITE;
    p = mns_quick_spaces(p + (reads ? quick->read.size : quick->write.size), quick->limit);
    p = p == NULL ? NULL : mns_quick_small(p, key);
    return p == NULL ? NULL : separator(quick, p);
}

/* What a read saw. */
static inline const char *content_of_read(const mns_quick_mops *quick, const char *p,
                                          mns_reading reading, uint32_t key, uint32_t *value,
                                          uint32_t *content, bool *failed) {
    mns_tables *tables = quick->reader->tables;
    mns_workload workload = quick->reader->workload;
    if (mns_literal_at(&quick->nil, p)) {
        uint32_t initial = workload == MNS_RW_REGISTER ? MNS_VALUE_INITIAL : 0;
        *value = reading == MNS_READING_OK ? initial : MNS_VALUE_NONE;
        return p + quick->nil.size;
    }
    if (reading == MNS_READING_INVOKED) {
        return NULL;
    }
    if (workload != MNS_LIST_APPEND) {
        return mns_quick_small(p, value);
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
    p = mns_list_read_quick(&tables->spines, p, quick->limit, quick->json, key, first, value,
                            failed);
    *content = *first;
    return p;
}

/* Remembers what a read saw; false when out of memory. */
static inline bool keep_seen(mns_quick_mops *quick, const char *from, const char *to) {
    if (!MNS_GROW(quick->seen, quick->seen_count, quick->seen_capacity, 1)) {
        return false;
    }
    quick->seen[quick->seen_count++] = (struct mns_seen_text){.from = from, .to = to};
    return true;
}

static inline const char *read_one(mns_quick_mops *quick, const char *p, mns_reading reading,
                                   bool *failed) {
    mns_tables *tables = quick->reader->tables;
    mns_function function;
    mns_value name;
    uint32_t value, content = MNS_NONE;
    p = function_and_key(quick, p, &function, &name);
    if (p == NULL) {
        return NULL;
    }
    uint32_t key = mns_keys_intern(&tables->keys, name);
    if (key == MNS_NONE) {
        *failed = true;
        return NULL;
    }
    const char *from = p;
    p = function == MNS_WRITE ? mns_quick_small(p, &value)
                              : content_of_read(quick, p, reading, key, &value, &content, failed);
    if (p == NULL || *p != ']') {
        return NULL;
    }
    bool seen = function == MNS_READ && !mns_literal_at(&quick->nil, from);
    *failed = (seen && !keep_seen(quick, from, p)) ||
              !mns_mops_add(&tables->mops, function, key, value, content);
    return *failed ? NULL : p + 1;
}

const char *mns_quick_mops_read(mns_quick_mops *quick, const char *p, mns_reading reading,
                                uint32_t *count, bool *failed) {
    mns_mops *mops = &quick->reader->tables->mops;
    uint32_t before = mops->count;
    *failed = false;
    quick->begin = p;
    quick->seen_count = 0;
    const char *at = p < quick->limit && *p == '[' ? p + 1 : NULL;
    while (at != NULL && at < quick->limit) {
        at = read_one(quick, at, reading, failed);
        if (at != NULL && *at == ']') {
            assert(at < quick->reader->end && mops->count > before);
            *count = mops->count - before;
            quick->end = at + 1;
            return at + 1;
        }
        at = at == NULL ? NULL : separator(quick, at);
    }
    mops->count = before;
    return NULL;
}

bool mns_quick_mops_begin(const mns_quick_mops *quick, const char *p) {
    return p < quick->limit &&
           (mns_literal_at(&quick->read, p + 1) || mns_literal_at(&quick->write, p + 1));
}

bool mns_quick_mops_repeat(const mns_quick_mops *quick, const char *p) {
    const char *from = quick->begin, *end = quick->reader->end;
    for (size_t i = 0; i < quick->seen_count; i++) {
        assert(from <= quick->seen[i].from && quick->seen[i].from < quick->seen[i].to);
        size_t size = (size_t)(quick->seen[i].from - from);
        if (p >= quick->limit || (size_t)(end - p) < size || memcmp(p, from, size) != 0 ||
            p + size >= quick->limit || !mns_literal_at(&quick->nil, p + size)) {
            return false;
        }
        p += size + quick->nil.size;
        from = quick->seen[i].to;
    }
    assert(from < quick->end);
    size_t size = (size_t)(quick->end - from);
    return (size_t)(end - p) >= size && memcmp(p, from, size) == 0;
}

/* EDN writes functions as keywords, so brackets can be counted; JSON's are strings, and each
 * micro-operation is looked at. */
const char *mns_quick_mops_end(const mns_quick_mops *quick, const char *p) {
    if (!quick->json) {
        return mns_scan_balanced(p + 1, quick->reader->end);
    }
    for (p++; p != NULL && p < quick->limit; p = separator(quick, p)) {
        mns_function function;
        mns_value name, value;
        p = function_and_key(quick, p, &function, &name);
        if (p == NULL) {
            return NULL;
        }
        p = mns_literal_at(&quick->nil, p) ? p + quick->nil.size : mns_quick_small(p, &value);
        if (p == NULL || *p++ != ']') {
            return NULL;
        }
        if (*p == ']') {
            return p + 1;
        }
    }
    return NULL;
}
