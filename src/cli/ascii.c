/*
 * ascii.c - text for terminals that cannot show UTF-8.
 *
 * In: UTF-8 text. Out: the same text in ASCII, if the locale's character set is not UTF-8. Marks
 * and lines of Minos have a replacement in the table; a character of the history or of a name
 * becomes an escape, as in JSON: \u00e9, \ud83d\ude00, or \xff for a byte that is not UTF-8. A
 * replacement may be wider than its character; blanks that follow on the line make up for it, so
 * that columns stay aligned. O(size).
 *
 * The locale is found by its name, as POSIX orders the variables. setlocale is not called: it fails
 * where the named locale is not installed, and would translate the messages of client libraries.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/cli.h"

/* ---- Locale ---------------------------------------------------------------------------------- */

/* Whether the name of a locale ends with UTF-8: "C.UTF-8", "de_DE.utf8@euro", "UTF-8". */
static bool names_utf8(const char *locale) {
    const char *dot = strchr(locale, '.');
    const char *set = dot != NULL ? dot + 1 : locale;
    size_t size = strcspn(set, "@");
    return (size == 5 && strncasecmp(set, "UTF-8", size) == 0) ||
           (size == 4 && strncasecmp(set, "UTF8", size) == 0);
}

bool locale_is_utf8(void) {
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            return names_utf8(value);
        }
    }
    return false; /* the C locale */
}

/* ---- Characters ------------------------------------------------------------------------------ */

static const struct replacement {
    uint32_t character;
    const char *ascii;
} replacements[] = {
    {0x00b5, "u"},  {0x00b7, "-"},  {0x00d7, "x"},  {0x2013, "-"},   {0x2014, "--"}, {0x2018, "'"},
    {0x2019, "'"},  {0x201c, "\""}, {0x201d, "\""}, {0x2026, "..."}, {0x2190, "<-"}, {0x2192, "->"},
    {0x2260, "!="}, {0x2264, "<="}, {0x2265, ">="}, {0x2500, "-"},   {0x2502, "|"},  {0x251c, "|"},
    {0x2524, "|"},  {0x254c, "."},  {0x2592, "#"},  {0x25cf, "*"},   {0x2713, "+"},  {0x2717, "x"},
};

/* Decodes the character at `text` into *character and returns its size; 0: not UTF-8. */
static size_t decode(const unsigned char *text, size_t left, uint32_t *character) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t size = 0;
    if ((text[0] & 0xE0) == 0xC0) {
        size = 2;
    } else if ((text[0] & 0xF0) == 0xE0) {
        size = 3;
    } else if ((text[0] & 0xF8) == 0xF0) {
        size = 4;
    }
    if (size == 0 || size > left) {
        return 0;
    }
    *character = text[0] & (0xFFu >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
        *character = *character << 6 | (text[i] & 0x3Fu);
    }
    bool surrogate = *character >= 0xD800 && *character < 0xE000;
    return *character >= least[size] && *character <= 0x10FFFF && !surrogate ? size : 0;
}

/* The ASCII text for a character, at most 12 bytes; `room` holds escapes. */
enum { MOST = 24 }; /* two escapes; gcc counts eight digits each */

static const char *replace(uint32_t character, char room[MOST]) {
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++) {
        if (replacements[i].character == character) {
            return replacements[i].ascii;
        }
    }
    if (character < 0x10000) {
        snprintf(room, MOST, "\\u%04x", (unsigned)character);
    } else {
        unsigned rest = (unsigned)character - 0x10000;
        snprintf(room, MOST, "\\u%04x\\u%04x", 0xD800 + (rest >> 10), 0xDC00 + (rest & 0x3FF));
    }
    return room;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static bool is_ascii(const char *text, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)text[i] >= 0x80) {
            return false;
        }
    }
    return true;
}

char *ascii_copy(const char *text, size_t size, size_t *copied) {
    /* Each byte becomes at most four: \xff, or \ud83d\ude00 for four bytes. */
    char *copy = is_ascii(text, size) || size > SIZE_MAX / 8 ? NULL : malloc(4 * size + 1);
    size_t used = 0, wider = 0; /* columns by which this line is too wide */
    for (size_t i = 0; copy != NULL && i < size;) {
        unsigned char byte = (unsigned char)text[i];
        uint32_t character = byte;
        char room[MOST];
        if (byte < 0x80) {
            bool spare = byte == ' ' && wider > 0 && i + 1 < size && text[i + 1] == ' ';
            wider = byte == '\n' ? 0 : wider - (spare ? 1 : 0);
            copy[used] = (char)byte;
            used += spare ? 0 : 1;
            i++;
            continue;
        }
        size_t taken = decode((const unsigned char *)text + i, size - i, &character);
        const char *ascii = room;
        if (taken == 0) {
            snprintf(room, sizeof room, "\\x%02x", byte);
        } else {
            ascii = replace(character, room);
        }
        wider += strlen(ascii) - 1;
        for (const char *p = ascii; *p != '\0'; p++) {
            copy[used++] = *p;
        }
        i += taken == 0 ? 1 : taken;
    }
    *copied = used;
    return copy;
}
