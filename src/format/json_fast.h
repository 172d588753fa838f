/*
 * json_fast.h - reads JSON without tokens, where it has the form that programs write.
 *
 * A fast path gives up with NULL wherever the text has another form or ends. The slow path, by
 * tokens (json_input.h), then reads it again and finds the errors.
 */
#ifndef MNS_JSON_FAST_H
#define MNS_JSON_FAST_H

#include "format/emit.h"

static inline const char *mns_json_skip_space(const char *p, const char *end) {
    while (p < end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) {
        p++;
    }
    return p;
}

/* An integer of up to 18 digits; just past it, or NULL. */
static inline const char *mns_json_fast_integer(const char *p, const char *end, mns_text *text,
                                                int64_t *number) {
    const char *start = p;
    p += p < end && *p == '-';
    const char *digits = p;
    int64_t value = 0;
    while (p < end && *p >= '0' && *p <= '9' && p - digits < 18) {
        value = value * 10 + (*p++ - '0');
    }
    if (p == digits || (*digits == '0' && p - digits > 1)) {
        return NULL;
    }
    *text = (mns_text){start, (size_t)(p - start)};
    *number = *start == '-' ? -value : value;
    return p;
}

/* After a value in a collection: at the comma or the closing character; NULL if neither follows. */
static inline const char *mns_json_fast_more(const char *p, const char *end, char close) {
    p = p == NULL ? NULL : mns_json_skip_space(p, end);
    return p == NULL || p == end || (*p != ',' && *p != close) ? NULL : p;
}

/* Just past the bracket that closes the array whose opening one ends before p, or NULL. Any text
 * inside, which is not checked. */
const char *mns_json_skip_array(const char *p, const char *end);

#endif
