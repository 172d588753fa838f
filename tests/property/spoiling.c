/* spoiling.c - damages the texts of history_spelling.c; see history_spelling.h. */
#include <stdlib.h>
#include <string.h>

#include "property/history_spelling.h"

static const char *const words[] = {"nil",
                                    "null",
                                    ":ok",
                                    "\"info\"",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    "(",
                                    ")",
                                    "\n",
                                    "\n{",
                                    "\r\n",
                                    ";",
                                    "#_",
                                    "#",
                                    "#{",
                                    "\"",
                                    "\\",
                                    ",",
                                    " ",
                                    ":",
                                    "-",
                                    "0",
                                    "00",
                                    "12345678",
                                    "9999999999999999",
                                    "N",
                                    ".5",
                                    "e3",
                                    ":type",
                                    "value",
                                    ":value",
                                    "[[",
                                    "]]",
                                    "{:version 3}",
                                    "[:r 1",
                                    ":process",
                                    "\t",
                                    "\xEF\xBB\xBF",
                                    "/2",
                                    "+1",
                                    "\x01",
                                    ":start-ts 7"};

/* Replaces `old` bytes at `at` by others. */
static char *splice(char *text, size_t *size, size_t at, size_t old, const char *by, size_t count) {
    char *out = malloc(*size - old + count + 1);
    if (out == NULL) {
        abort();
    }
    memcpy(out, text, at);
    memcpy(out + at, by, count);
    memcpy(out + at + count, text + at + old, *size - at - old);
    *size = *size - old + count;
    out[*size] = '\0';
    free(text);
    return out;
}

static size_t line_start(const char *text, size_t at) {
    while (at > 0 && text[at - 1] != '\n') {
        at--;
    }
    return at;
}

static size_t line_size(const char *text, size_t size, size_t at) {
    const char *newline = memchr(text + at, '\n', size - at);
    return newline == NULL ? size - at : (size_t)(newline - text) + 1 - at;
}

/* One change at a random place. */
static char *spoil_once(dice *d, char *text, size_t *size) {
    size_t at = *size == 0 ? 0 : (size_t)dice_below(d, (int)*size);
    size_t left = *size - at, some = (size_t)dice_below(d, 6);
    size_t line = line_start(text, at), length = line_size(text, *size, line);
    const char *word = words[dice_below(d, (int)(sizeof words / sizeof *words))];
    char byte = (char)dice_below(d, 256);
    switch (dice_below(d, 9)) {
    case 0: return splice(text, size, at, left > 0, &byte, 1);
    case 1: return splice(text, size, at, left < some ? left : some, "", 0);
    case 2:
    case 3: return splice(text, size, at, 0, word, strlen(word));
    case 4: return splice(text, size, at, left > 0, word, strlen(word));
    case 5: return splice(text, size, line, length, "", 0);
    case 6: { /* a line again somewhere else, and sometimes no longer here */
        char *copy = malloc(length + 1);
        if (copy == NULL) {
            abort();
        }
        memcpy(copy, text + line, length);
        if (dice_percent(d, 60)) {
            text = splice(text, size, line, length, "", 0);
        }
        size_t to = *size == 0 ? 0 : line_start(text, (size_t)dice_below(d, (int)*size));
        text = splice(text, size, to, 0, copy, length);
        free(copy);
        return text;
    }
    case 7: return splice(text, size, at, dice_percent(d, 20) ? left : 0, "", 0); /* cut short */
    default:
        for (size_t i = at; i < *size; i++) { /* another number */
            if (text[i] >= '0' && text[i] <= '9') {
                text[i] = (char)('0' + dice_below(d, 10));
                break;
            }
        }
        return text;
    }
}

char *spelling_spoil(dice *d, const char *text, size_t size, size_t *spoilt_size) {
    char *out = malloc(size + 1);
    if (out == NULL) {
        abort();
    }
    memcpy(out, text, size);
    out[size] = '\0';
    *spoilt_size = size;
    for (int changes = 1 + dice_below(d, 3); changes > 0; changes--) {
        out = spoil_once(d, out, spoilt_size);
    }
    return out;
}
