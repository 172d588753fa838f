/* json_text.c - see json_text.h. */
#include "run/system/json_text.h"

#define LIMIT_DEPTH 64
#define LIMIT_DIGITS 18

bool mns_json_text_fail(mns_json_text *json, const char *expected) {
    if (json->expected == NULL) {
        json->expected = expected;
    }
    return false;
}

static void skip_blanks(mns_json_text *json) {
    while (json->at < json->size &&
           (json->text[json->at] == ' ' || json->text[json->at] == '\t' ||
            json->text[json->at] == '\r' || json->text[json->at] == '\n')) {
        json->at++;
    }
}

/* The next character, blank or not; '\0' at the end. */
static char peek(const mns_json_text *json) {
    return json->at < json->size ? json->text[json->at] : '\0';
}

bool mns_json_text_next_is(mns_json_text *json, char c) {
    skip_blanks(json);
    return json->at < json->size && json->text[json->at] == c;
}

bool mns_json_text_try(mns_json_text *json, char c) {
    bool is = mns_json_text_next_is(json, c);
    json->at += is;
    return is;
}

bool mns_json_text_take(mns_json_text *json, char c, const char *expected) {
    return mns_json_text_try(json, c) || mns_json_text_fail(json, expected);
}

bool mns_json_text_end(mns_json_text *json) {
    skip_blanks(json);
    return json->at == json->size || mns_json_text_fail(json, "the end of the line");
}

/* ---- Strings --------------------------------------------------------------------------------- */

static void write_utf8(mns_buf *out, uint32_t c) {
    if (c < 0x80) {
        mns_buf_char(out, (char)c);
    } else if (c < 0x800) {
        mns_buf_char(out, (char)(0xC0 | c >> 6));
    } else if (c < 0x10000) {
        mns_buf_char(out, (char)(0xE0 | c >> 12));
    } else {
        mns_buf_char(out, (char)(0xF0 | c >> 18));
        mns_buf_char(out, (char)(0x80 | (c >> 12 & 0x3F)));
    }
    if (c >= 0x800) {
        mns_buf_char(out, (char)(0x80 | (c >> 6 & 0x3F)));
    }
    if (c >= 0x80) {
        mns_buf_char(out, (char)(0x80 | (c & 0x3F)));
    }
}

/* Four hexadecimal digits at `at`; UINT32_MAX if invalid. */
static uint32_t hex4(const mns_json_text *json, size_t at) {
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    uint32_t number = 0;
    if (json->size - at < 4) {
        return UINT32_MAX;
    }
    for (size_t i = at; i < at + 4; i++) {
        const char *digit = memchr(digits, json->text[i], sizeof digits - 1);
        if (digit == NULL) {
            return UINT32_MAX;
        }
        number = number * 16 + (uint32_t)(digit - digits) % 16;
    }
    return number;
}

/* After \u. */
static bool unicode_escape(mns_json_text *json, mns_buf *out) {
    uint32_t c = hex4(json, json->at);
    if (c == UINT32_MAX) {
        return mns_json_text_fail(json, "four hexadecimal digits");
    }
    json->at += 4;
    if (c >= 0xD800 && c < 0xE000) {
        bool pair = c < 0xDC00 && json->size - json->at >= 6 &&
                    memcmp(json->text + json->at, "\\u", 2) == 0;
        uint32_t low = pair ? hex4(json, json->at + 2) : 0;
        if (low >= 0xDC00 && low < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            json->at += 6;
        } else {
            c = 0xFFFD;
        }
    }
    if (out != NULL) {
        write_utf8(out, c);
    }
    return true;
}

/* After a backslash. */
static bool escape(mns_json_text *json, mns_buf *out) {
    static const char names[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    char c = peek(json);
    const char *name = memchr(names, c, sizeof names - 1);
    if (name == NULL && c != 'u') {
        return mns_json_text_fail(json, "a JSON escape");
    }
    json->at++;
    if (c == 'u') {
        return unicode_escape(json, out);
    }
    if (out != NULL) {
        mns_buf_char(out, meanings[name - names]);
    }
    return true;
}

bool mns_json_text_string(mns_json_text *json, mns_buf *out) {
    if (!mns_json_text_take(json, '"', "a string")) {
        return false;
    }
    while (json->at < json->size && (unsigned char)json->text[json->at] >= ' ') {
        char c = json->text[json->at++];
        if (c == '"') {
            return out == NULL || !out->failed || mns_json_text_fail(json, "enough memory");
        }
        if (c == '\\') {
            if (!escape(json, out)) {
                return false;
            }
        } else if (out != NULL) {
            mns_buf_char(out, c);
        }
    }
    return mns_json_text_fail(json, "the end of a string");
}

/* ---- Numbers and words ----------------------------------------------------------------------- */

static size_t digits(mns_json_text *json) {
    size_t from = json->at;
    while (peek(json) >= '0' && peek(json) <= '9') {
        json->at++;
    }
    return json->at - from;
}

static bool number(mns_json_text *json) {
    json->at += peek(json) == '-';
    bool zero = peek(json) == '0';
    size_t count = digits(json);
    if (count == 0 || (zero && count > 1)) {
        return mns_json_text_fail(json, "a number");
    }
    if (peek(json) == '.') {
        json->at++;
        if (digits(json) == 0) {
            return mns_json_text_fail(json, "a digit");
        }
    }
    if (peek(json) == 'e' || peek(json) == 'E') {
        json->at++;
        json->at += peek(json) == '+' || peek(json) == '-';
        if (digits(json) == 0) {
            return mns_json_text_fail(json, "a digit");
        }
    }
    return true;
}

bool mns_json_text_integer(mns_json_text *json, const char **text, size_t *size) {
    static const char expected[] = "an integer of at most 18 digits";
    skip_blanks(json);
    size_t from = json->at;
    json->at += peek(json) == '-';
    bool negative = json->at > from, zero = peek(json) == '0';
    size_t count = digits(json);
    char after = peek(json);
    if (count == 0 || count > LIMIT_DIGITS || (zero && (negative || count > 1)) || after == '.' ||
        after == 'e' || after == 'E') {
        json->at = from;
        return mns_json_text_fail(json, expected);
    }
    *text = json->text + from;
    *size = json->at - from;
    return true;
}

static bool word(mns_json_text *json, const char *name) {
    size_t size = strlen(name);
    if (json->size - json->at < size || memcmp(json->text + json->at, name, size) != 0) {
        return false;
    }
    json->at += size;
    return true;
}

bool mns_json_text_null(mns_json_text *json) {
    skip_blanks(json);
    return word(json, "null") || mns_json_text_fail(json, "null");
}

/* ---- Anything -------------------------------------------------------------------------------- */

static bool name_and_colon(mns_json_text *json) {
    return mns_json_text_string(json, NULL) && mns_json_text_take(json, ':', "':'");
}

static bool scalar(mns_json_text *json) {
    skip_blanks(json);
    char c = peek(json);
    if (c == '"') {
        return mns_json_text_string(json, NULL);
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
        return number(json);
    }
    return word(json, "null") || word(json, "true") || word(json, "false") ||
           mns_json_text_fail(json, "a value");
}

/* After a value: reads the closing brackets until another value must follow, or none. */
static bool close_nests(mns_json_text *json, const bool *object, size_t *depth) {
    while (*depth > 0) {
        bool in_object = object[*depth - 1];
        if (mns_json_text_try(json, ',')) {
            return !in_object || name_and_colon(json);
        }
        if (!mns_json_text_take(json, in_object ? '}' : ']',
                                in_object ? "',' or '}'" : "',' or ']'")) {
            return false;
        }
        --*depth;
    }
    return true;
}

bool mns_json_text_skip(mns_json_text *json) {
    bool object[LIMIT_DEPTH];
    size_t depth = 0;
    do {
        bool opens_object = mns_json_text_next_is(json, '{');
        if (!opens_object && !mns_json_text_next_is(json, '[')) {
            if (!scalar(json) || !close_nests(json, object, &depth)) {
                return false;
            }
            continue;
        }
        if (depth == LIMIT_DEPTH) {
            return mns_json_text_fail(json, "less nesting");
        }
        json->at++;
        object[depth++] = opens_object;
        if (mns_json_text_next_is(json, opens_object ? '}' : ']')) {
            if (!close_nests(json, object, &depth)) {
                return false;
            }
        } else if (opens_object && !name_and_colon(json)) {
            return false;
        }
    } while (depth > 0);
    return true;
}
