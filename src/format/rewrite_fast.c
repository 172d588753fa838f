/*
 * rewrite_fast.c - the fast path of rewrite.h, without tokens.
 *
 * Recorded operations have one form: a map of fields whose values are integers, names or vectors of
 * them, with one separator between elements. Such text is translated byte by byte; at the first
 * byte that does not fit, the output is taken back and the slow path translates the operation.
 * About a nanosecond per byte.
 */
#include "format/rewrite.h"

typedef struct fast {
    const char *p, *end;
    char *out; /* has room for what any byte may become */
    bool from_json, to_json;
} fast;

/* Room for the output: a byte becomes at most this many ("," becomes ", ", ":" two quotes). */
#define LONGEST 2

enum { LETTER = 1, DIGIT = 2, MIDDLE = 4 }; /* MIDDLE: may follow in a name */

/* clang-format off */
static const unsigned char classes[256] = {
    ['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT,
    ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT,
    ['a'] = LETTER, ['b'] = LETTER, ['c'] = LETTER, ['d'] = LETTER, ['e'] = LETTER,
    ['f'] = LETTER, ['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER,
    ['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER, ['o'] = LETTER,
    ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER, ['s'] = LETTER, ['t'] = LETTER,
    ['u'] = LETTER, ['v'] = LETTER, ['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER,
    ['z'] = LETTER, ['-'] = MIDDLE, ['_'] = MIDDLE, ['?'] = MIDDLE,
};
/* clang-format on */

static unsigned class_at(const fast *f) { return f->p < f->end ? classes[(uint8_t)*f->p] : 0; }

static bool take(fast *f, char c) {
    bool is = f->p < f->end && *f->p == c;
    f->p += is;
    return is;
}

static void put(fast *f, const char *bytes, size_t size) {
    memcpy(f->out, bytes, size);
    f->out += size;
}

/* The letters of a name, which start here; false if there are none. */
static bool word(fast *f, const char **start, size_t *size) {
    *start = f->p;
    if (class_at(f) != LETTER) {
        return false;
    }
    do {
        f->p++;
    } while (class_at(f) != 0);
    *size = (size_t)(f->p - *start);
    return true;
}

/* An integer without a plus and leading zeros, or 0. */
static bool integer(fast *f) {
    const char *start = f->p;
    f->p += *f->p == '-';
    if (class_at(f) != DIGIT || (*f->p == '0' && f->p > start)) {
        return false;
    }
    bool zero = *f->p == '0';
    do {
        f->p++;
    } while (class_at(f) == DIGIT);
    put(f, start, (size_t)(f->p - start));
    return !zero || f->p == start + 1;
}

/* :name or "name": a keyword in EDN, a string in JSON. */
static bool name(fast *f, const char **start, size_t *size) {
    char quote = f->from_json ? '"' : ':';
    if (!take(f, quote) || !word(f, start, size) || (f->from_json && !take(f, '"'))) {
        return false;
    }
    put(f, f->to_json ? "\"" : ":", 1);
    put(f, *start, *size);
    put(f, "\"", f->to_json ? 1 : 0);
    return true;
}

static bool nil(fast *f) {
    const char *word = f->from_json ? "null" : "nil";
    size_t size = f->from_json ? 4 : 3;
    bool is = (size_t)(f->end - f->p) > size && memcmp(f->p, word, size) == 0;
    if (is) {
        f->p += size;
        put(f, f->to_json ? "null" : "nil", f->to_json ? 4 : 3);
    }
    return is;
}

/* A string without escapes, which is the same in both notations. */
static bool string(fast *f) {
    const char *start = f->p++;
    while (f->p < f->end && *f->p != '"') {
        if (*f->p == '\\' || (uint8_t)*f->p < 0x20 || *f->p == 0x7F) {
            return false;
        }
        f->p++;
    }
    bool closed = take(f, '"');
    put(f, start, (size_t)(f->p - start));
    return closed;
}

/* A scalar; keyword: a JSON string here is a keyword in EDN. */
static bool scalar(fast *f, bool keyword) {
    const char *start;
    size_t size;
    if (f->p == f->end) {
        return false;
    }
    if (*f->p == ':' || (*f->p == '"' && f->from_json && keyword)) {
        return name(f, &start, &size);
    }
    if (*f->p == '"') {
        return string(f);
    }
    return *f->p == 'n' ? nil(f) : integer(f);
}

/* The separator of elements, and an element after it. */
static bool separator(fast *f) {
    if (!take(f, f->from_json ? ',' : ' ')) {
        return false;
    }
    if (f->from_json) {
        take(f, ' ');
    }
    put(f, f->to_json ? "," : " ", 1);
    return f->p < f->end && *f->p != ']';
}

/* A function of micro-operations. */
static bool is_function(const char *p) {
    static const char *const names[] = {"\"r\"", "\"w\"", "\"append\"", "\"add\"", "\"inc\""};
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        if (strncmp(p, names[i], strlen(names[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* A vector; mops: it is the value of an operation. */
static bool vector(fast *f, bool mops) {
    unsigned depth = 0;
    bool first = true; /* in the innermost vector */
    do {
        if (!first && f->p < f->end && *f->p != ']' && !separator(f)) {
            return false;
        }
        if (take(f, '[')) {
            put(f, "[", 1);
            depth++;
            first = true;
        } else if (take(f, ']')) {
            put(f, "]", 1);
            depth--;
            first = false;
        } else {
            bool function = mops && first && depth == 2 && f->from_json && f->end - f->p > 9 &&
                            is_function(f->p);
            if (!scalar(f, function)) {
                return false;
            }
            first = false;
        }
    } while (depth > 0);
    return true;
}

static bool is_name(const char *start, size_t size, const char *literal) {
    return strlen(literal) == size && memcmp(start, literal, size) == 0;
}

/* ":name value" or "\"name\":value". */
static bool field(fast *f) {
    const char *start;
    size_t size;
    if (!name(f, &start, &size)) {
        return false;
    }
    if (!take(f, f->from_json ? ':' : ' ')) {
        return false;
    }
    if (f->from_json) {
        take(f, ' ');
    }
    put(f, f->to_json ? ":" : " ", 1);
    if (f->p < f->end && *f->p == '[') {
        return vector(f, is_name(start, size, "value"));
    }
    if (is_name(start, size, "process")) { /* names of processes have rules of their own */
        return f->p < f->end && integer(f);
    }
    return scalar(f, is_name(start, size, "type") || is_name(start, size, "f") ||
                         is_name(start, size, "sets"));
}

static bool operation(fast *f) {
    if (!take(f, '{')) {
        return false;
    }
    put(f, "{", 1);
    bool more = true;
    while (more) {
        if (!field(f)) {
            return false;
        }
        more = take(f, ',');
        if (more) {
            put(f, ", ", f->to_json ? 1 : 2);
            bool space = take(f, ' ');
            if (!space && !f->from_json) {
                return false;
            }
        }
    }
    bool closed = take(f, '}');
    put(f, "}", 1);
    return closed;
}

bool mns_rewrite_fast(mns_rewrite rewrite, const char *text, const char *end, mns_buf *out) {
    size_t before = out->size, most = LONGEST * (size_t)(end - text);
    if (!mns_buf_reserve(out, most)) {
        return true;
    }
    fast f = {.p = text,
              .end = end,
              .out = out->data + before,
              .from_json = rewrite.from_json,
              .to_json = rewrite.to_json};
    if (!operation(&f)) {
        mns_buf_truncate(out, before);
        return false;
    }
    out->size = (size_t)(f.out - out->data);
    out->data[out->size] = '\0';
    assert(out->size - before <= most);
    return true;
}
