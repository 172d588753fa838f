/* json_fast.c - see json_fast.h. */
#include "format/json_fast.h"

enum { PLAIN, OPEN, CLOSE, QUOTE };

static const unsigned char kinds[256] = {
    ['['] = OPEN, ['{'] = OPEN, [']'] = CLOSE, ['}'] = CLOSE, ['"'] = QUOTE};

/* Just past the closing quote, or the end of the text. p is past the opening one. */
static const char *string_end(const char *p, const char *end) {
    while (p < end && *p != '"') {
        p += *p == '\\' && p + 1 < end ? 2 : 1;
    }
    return p < end ? p + 1 : end;
}

const char *mns_json_skip_array(const char *p, const char *end) {
    uint64_t depth = 1;
    while (p < end) {
        switch (kinds[(unsigned char)*p++]) {
        case OPEN: depth++; break;
        case CLOSE:
            if (--depth == 0) {
                return p[-1] == ']' ? p : NULL;
            }
            break;
        case QUOTE: p = string_end(p, end); break;
        default: break;
        }
    }
    return NULL;
}
