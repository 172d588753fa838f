/*
 * markdown_words.c - escapes untrusted text for Markdown.
 *
 * In: any bytes. Out: text, code on one line, or a code block. In text every punctuation character
 * with a meaning gets a backslash, also the ':' of "://" and the '.' of "www.", which GitHub would
 * make links. In text with links a web address is an autolink, <https://...>, because GitHub takes
 * backslashes within an address for parts of it. Code on one line is in backticks; where its text
 * has a backtick, a pipe or a backslash, which behave differently in tables, it is a <code> element
 * of character references instead. The fence of a block is longer than any run of backticks in it.
 * O(size).
 */
#include <strings.h>

#include "report/markdown/markdown.h"

/* ---- Characters ----------------------------------------------------------------------------- */

/* Bytes of the character at p; *shown is false if it is broken or hidden. */
static size_t next_character(const char *p, size_t left, bool *shown) {
    size_t length = mns_utf8_length(p, left);
    *shown = length > 0 && !mns_utf8_is_hidden(mns_utf8_code(p, length));
    return length == 0 ? 1 : length;
}

/* The bytes to show, and whether some are omitted; never ends within a character. */
static size_t cut(const char *text, size_t size, bool *omitted) {
    *omitted = size > MNS_LIMIT_MARKDOWN_TEXT;
    if (*omitted) {
        size = MNS_LIMIT_MARKDOWN_TEXT;
        while (size > 0 && mns_utf8_continues(text[size])) {
            size--;
        }
    }
    return size;
}

static bool is_blank(char c) { return c == '\n' || c == '\t' || c == '\r'; }

/* ---- Text ----------------------------------------------------------------------------------- */

/* True if the character at i could begin a link, HTML, emphasis, a cell or a character reference.
 */
static bool is_special(const char *text, size_t size, size_t i) {
    bool tag = text[i] == '<' && (i + 1 == size || text[i + 1] != ' ');
    return tag || strchr("\\`*_[#|~$&@", text[i]) != NULL;
}

/* True if the character at i would begin a list, a quote or a rule. */
static bool begins_block(const char *text, size_t size, size_t i) {
    size_t digits = strspn(text, "0123456789");
    bool number = digits > 0 && i == digits && (text[i] == '.' || text[i] == ')') &&
                  (i + 1 == size || text[i + 1] == ' ');
    return (i == 0 && strchr("-+=>", text[0]) != NULL) || number;
}

/* True if the character at i makes a bare address, which GitHub would make a link. */
static bool makes_address(const char *text, size_t size, size_t i) {
    bool scheme = text[i] == ':' && size - i >= 3 && memcmp(text + i, "://", 3) == 0;
    bool www = text[i] == '.' && i >= 3 && strncasecmp(text + i - 3, "www", 3) == 0;
    return scheme || www;
}

static bool is_of_address(char c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || (c != '\0' && strchr("-._~:/?#=%+,;", c) != NULL);
}

/* Bytes of a web address at i that an autolink can hold; 0 if there is none. */
static size_t address_size(const char *text, size_t size, size_t i) {
    static const char scheme[] = "https://";
    size_t end = i;
    if (size - i <= strlen(scheme) || memcmp(text + i, scheme, strlen(scheme)) != 0) {
        return 0;
    }
    while (end < size && is_of_address(text[end])) {
        end++;
    }
    bool whole = end == size || strchr(" )\n", text[end]) != NULL;
    while (strchr(".,;:?", text[end - 1]) != NULL) {
        end--; /* of the sentence around it */
    }
    return whole && end - i > strlen(scheme) ? end - i : 0;
}

static void write_text(mns_buf *out, const char *text, size_t size, bool links) {
    bool omitted, shown;
    size = cut(text, size, &omitted);
    for (size_t i = 0; i < size;) {
        size_t address = links ? address_size(text, size, i) : 0;
        size_t length = address > 0 ? address : next_character(text + i, size - i, &shown);
        if (address > 0) {
            mns_buf_char(out, '<');
            mns_buf_bytes(out, text + i, address);
            mns_buf_char(out, '>');
        } else if (is_blank(text[i])) {
            mns_buf_char(out, ' ');
        } else if (!shown) {
            mns_buf_char(out, '?');
        } else {
            bool escaped = is_special(text, size, i) || begins_block(text, size, i) ||
                           makes_address(text, size, i);
            mns_buf_str(out, escaped ? "\\" : "");
            mns_buf_bytes(out, text + i, length);
        }
        i += length;
    }
    mns_buf_str(out, omitted ? "..." : "");
}

void mns_markdown_text(mns_buf *out, const char *text, size_t size) {
    write_text(out, text, size, false);
}

void mns_markdown_linked(mns_buf *out, const char *text, size_t size) {
    write_text(out, text, size, true);
}

/* ---- Code ----------------------------------------------------------------------------------- */

static void write_reference(mns_buf *out, const char *text, size_t length) {
    char c = text[0];
    bool plain = length > 1 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                 (c >= 'A' && c <= 'Z') || c == ' ';
    if (plain) {
        mns_buf_bytes(out, text, length);
    } else {
        mns_buf_printf(out, "&#%d;", (int)c);
    }
}

void mns_markdown_code(mns_buf *out, const char *text) {
    bool omitted, shown;
    size_t size = cut(text, strlen(text), &omitted);
    bool simple = size > 0 && memchr(text, '`', size) == NULL && memchr(text, '|', size) == NULL &&
                  memchr(text, '\\', size) == NULL;
    mns_buf_str(out, simple ? "`" : "<code>");
    for (size_t i = 0; i < size;) {
        size_t length = next_character(text + i, size - i, &shown);
        if (is_blank(text[i])) {
            mns_buf_char(out, ' ');
        } else if (!shown) {
            mns_buf_char(out, '?');
        } else if (simple) {
            mns_buf_bytes(out, text + i, length);
        } else {
            write_reference(out, text + i, length);
        }
        i += length;
    }
    mns_buf_str(out, omitted ? "..." : "");
    mns_buf_str(out, simple ? "`" : "</code>");
}

static size_t longest_run(const char *text, size_t size) {
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < size; i++) {
        run = text[i] == '`' ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    return longest;
}

void mns_markdown_block(mns_buf *out, const char *language, const char *text, size_t size) {
    size_t run = longest_run(text, size), fence = run < 3 ? 3 : run + 1;
    mns_buf_repeat(out, '`', fence);
    mns_buf_printf(out, "%s\n", language);
    for (size_t i = 0; i < size;) {
        bool shown;
        size_t length = next_character(text + i, size - i, &shown);
        if (shown || text[i] == '\n') {
            mns_buf_bytes(out, text + i, length);
        } else {
            mns_buf_char(out, text[i] == '\t' ? ' ' : '?');
        }
        i += length;
    }
    mns_buf_str(out, size > 0 && text[size - 1] == '\n' ? "" : "\n");
    mns_buf_repeat(out, '`', fence);
    mns_buf_char(out, '\n');
}
