/*
 * json_form.c - json_well_formed of json.h: one pass, by the grammar of RFC 8259.
 *
 * Open brackets are on a stack of DEPTH, more than any report needs. UTF-8 is
 * checked only for its form.
 */
#include <string.h>

#include "support/json.h"

#define DEPTH 64

typedef struct cursor {
    const unsigned char *at, *end;
} cursor;

static void skip_space(cursor *c) {
    while (c->at < c->end && memchr(" \t\r\n", *c->at, 4) != NULL) {
        c->at++;
    }
}

static bool take(cursor *c, const char *word) {
    size_t size = strlen(word);
    bool is = (size_t)(c->end - c->at) >= size && memcmp(c->at, word, size) == 0;
    c->at += is ? size : 0;
    return is;
}

static bool is_digit(const cursor *c) { return c->at < c->end && *c->at >= '0' && *c->at <= '9'; }

static bool take_digits(cursor *c) {
    const unsigned char *start = c->at;
    while (is_digit(c)) {
        c->at++;
    }
    return c->at > start;
}

static bool take_number(cursor *c) {
    take(c, "-");
    if (!take(c, "0") && !take_digits(c)) {
        return false;
    }
    if (take(c, ".") && !take_digits(c)) {
        return false;
    }
    if (take(c, "e") || take(c, "E")) {
        if (!take(c, "+")) {
            take(c, "-");
        }
        return take_digits(c);
    }
    return true;
}

static bool take_escape(cursor *c) {
    if (c->at == c->end) {
        return false;
    }
    unsigned char letter = *c->at++;
    if (letter != 'u') {
        return letter != '\0' && strchr("\"\\/bfnrt", letter) != NULL;
    }
    for (int i = 0; i < 4; i++, c->at++) {
        if (c->at == c->end || *c->at == '\0' || strchr("0123456789abcdefABCDEF", *c->at) == NULL) {
            return false;
        }
    }
    return true;
}

static bool take_character(cursor *c) {
    unsigned char lead = *c->at++;
    int more = lead < 0x80 ? 0 : lead < 0xC2 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (lead < 0x20 || more < 0 || lead > 0xF4) {
        return false;
    }
    for (; more > 0; more--, c->at++) {
        if (c->at == c->end || (*c->at & 0xC0) != 0x80) {
            return false;
        }
    }
    return true;
}

static bool take_string(cursor *c) {
    if (!take(c, "\"")) {
        return false;
    }
    while (c->at < c->end && *c->at != '"') {
        bool well = take(c, "\\") ? take_escape(c) : take_character(c);
        if (!well) {
            return false;
        }
    }
    return take(c, "\"");
}

static bool take_name(cursor *c) {
    skip_space(c);
    bool is = take_string(c);
    skip_space(c);
    return is && take(c, ":");
}

static bool take_scalar(cursor *c) {
    return take(c, "null") || take(c, "true") || take(c, "false") ||
           (c->at < c->end && *c->at == '"' ? take_string(c) : take_number(c));
}

/* Opens brackets up to the next scalar or empty pair; false if there is no value. */
static bool take_value(cursor *c, char *open, size_t *depth) {
    for (;;) {
        skip_space(c);
        bool object = take(c, "{");
        if (!object && !take(c, "[")) {
            return take_scalar(c);
        }
        if (*depth == DEPTH) {
            return false;
        }
        open[(*depth)++] = object ? '}' : ']';
        skip_space(c);
        if (c->at < c->end && *c->at == (unsigned char)open[*depth - 1]) {
            return true; /* empty: what follows closes it */
        }
        if (object && !take_name(c)) {
            return false;
        }
    }
}

bool json_well_formed(const char *text, size_t size) {
    cursor c = {(const unsigned char *)text, (const unsigned char *)text + size};
    char open[DEPTH];
    size_t depth = 0;
    do {
        if (!take_value(&c, open, &depth)) {
            return false;
        }
        skip_space(&c);
        while (depth > 0 && c.at < c.end && *c.at == (unsigned char)open[depth - 1]) {
            depth--;
            c.at++;
            skip_space(&c);
        }
        if (depth > 0 && (!take(&c, ",") || (open[depth - 1] == '}' && !take_name(&c)))) {
            return false;
        }
    } while (depth > 0);
    return c.at == c.end;
}
