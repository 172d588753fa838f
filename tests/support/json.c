/*
 * json.c - see json.h. A value ends where its brackets close, outside strings; so finding one is
 * a single pass over its bytes, and finding a member passes over those before it.
 */
#include "support/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':';
}

static size_t skip_space(const char *text, size_t size, size_t at) {
    while (at < size && is_space(text[at])) {
        at++;
    }
    return at;
}

/* Just past the string that opens at `at`. */
static size_t skip_string(const char *text, size_t size, size_t at) {
    at++;
    while (at < size && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return at + 1;
}

static size_t skip_value(const char *text, size_t size, size_t at) {
    size_t depth = 0;
    do {
        char c = text[at];
        if (c == '"') {
            at = skip_string(text, size, at);
        } else if (c == '[' || c == '{') {
            depth++;
            at++;
        } else if (c == ']' || c == '}') {
            depth--;
            at++;
        } else if (is_space(c)) {
            at++;
        } else {
            while (at < size && !is_space(text[at]) && strchr("[]{}\"", text[at]) == NULL) {
                at++;
            }
        }
    } while (depth > 0 && at < size);
    return at < size ? at : size;
}

bool json_value(const char *text, size_t size, json *value) {
    size_t start = skip_space(text, size, 0);
    if (start >= size || text[start] == ']' || text[start] == '}') {
        return false;
    }
    size_t end = skip_value(text, size, start);
    *value = (json){text + start, end - start};
    return true;
}

bool json_next(json array, size_t *at, json *element) {
    if (array.size == 0 || (array.text[0] != '[' && array.text[0] != '{')) {
        return false;
    }
    size_t from = *at == 0 ? 1 : *at;
    if (!json_value(array.text + from, array.size - from, element)) {
        return false;
    }
    *at = (size_t)(element->text + element->size - array.text);
    return true;
}

bool json_get(json object, const char *name, json *member) {
    if (object.size == 0 || object.text[0] != '{') {
        return false;
    }
    size_t at = 0;
    size_t length = strlen(name);
    json key;
    while (json_next(object, &at, &key)) {
        bool found = key.size == length + 2 && memcmp(key.text + 1, name, length) == 0;
        if (!json_next(object, &at, member)) {
            return false;
        }
        if (found) {
            return true;
        }
    }
    return false;
}

bool json_is(json value, const char *literal) {
    return value.size == strlen(literal) && memcmp(value.text, literal, value.size) == 0;
}

/* Writes a code point below 0x10000 as UTF-8; test data has no surrogates. */
static size_t put_utf8(char *out, unsigned code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | (code >> 6));
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    out[0] = (char)(0xE0 | (code >> 12));
    out[1] = (char)(0x80 | ((code >> 6) & 0x3F));
    out[2] = (char)(0x80 | (code & 0x3F));
    return 3;
}

char *json_string(json value) {
    if (value.size < 2 || value.text[0] != '"') {
        return NULL;
    }
    char *out = malloc(value.size);
    if (out == NULL) {
        abort();
    }
    size_t n = 0;
    for (size_t i = 1; i + 1 < value.size; i++) {
        char c = value.text[i];
        if (c != '\\') {
            out[n++] = c;
            continue;
        }
        c = value.text[++i];
        const char *plain = strchr("n\nt\tr\rb\bf\f", c);
        if (c == 'u') {
            char digits[5] = {0};
            memcpy(digits, value.text + i + 1, 4);
            n += put_utf8(out + n, (unsigned)strtoul(digits, NULL, 16));
            i += 4;
        } else if (plain != NULL && c >= 'a') {
            out[n++] = plain[1];
        } else {
            out[n++] = c;
        }
    }
    out[n] = '\0';
    return out;
}
