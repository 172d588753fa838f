/*
 * url_mask.c - hides the passwords in a target.
 *
 * Secrets are recognized in these forms:
 *
 *     scheme://user:SECRET@host          from the first ':' after "://" to the last '@' of all
 *     ?password=SECRET&..., PGPASSWORD=SECRET, password = 'SE CRET'    after a secret's name
 *     --password SECRET, -token 'SE CRET'    the word after an option with a secret's name
 *     -pSECRET    if the text has "mysql" or "mariadb", whose programs have this option; not digits
 *                 only, which may be a port
 *
 * The text need not be well-formed, and if it can be read in two ways the longer secret counts: an
 * unescaped '/', '?' or '@' in a password must not end it. So more may be hidden than necessary,
 * never less. Each secret becomes ***, adjacent ones become one. O(size), except for nested
 * secrets.
 */
#include <ctype.h>
#include <strings.h>

#include "run/system/url.h"

static const char *const secret_endings[] = {"password", "passwd", "passphrase", "pass",
                                             "pwd",      "secret", "token",      "auth"};

/* Characters that cannot be part of a name before '='. */
static bool ends_name(char c) { return strchr("?&;,/:'\"() \t\r\n", c) != NULL; }

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* The decoded character that ends at *at; moves *at before it. */
static char previous(const char *text, size_t *at) {
    if (*at >= 3 && text[*at - 3] == '%') {
        int high = mns_url_hex(text[*at - 2]);
        int low = mns_url_hex(text[*at - 1]);
        if (high >= 0 && low >= 0) {
            *at -= 3;
            return (char)(high * 16 + low);
        }
    }
    return text[--*at];
}

/* True if the text before `end` ends like the name of a secret. */
static bool is_secret_name(const char *text, size_t end) {
    for (size_t i = 0; i < MNS_COUNT_OF(secret_endings); i++) {
        size_t left = strlen(secret_endings[i]), at = end;
        while (left > 0 && at > 0 && !ends_name(text[at - 1]) &&
               tolower((unsigned char)previous(text, &at)) == secret_endings[i][left - 1]) {
            left--;
        }
        if (left == 0) {
            return true;
        }
    }
    return false;
}

static bool ends_value(char c, char quote, bool in_url) {
    if (quote != '\0') {
        return c == quote;
    }
    return in_url ? c == '&' : is_blank(c);
}

/* The end of the value that starts at `at`. In a URL only '&' ends it; elsewhere a blank, with
 * quotes and backslashes as in libpq. An unclosed quote extends to the end. */
static size_t value_end(const char *text, size_t at, bool in_url) {
    char quote = text[at] == '\'' || text[at] == '"' ? text[at] : '\0';
    size_t i = quote != '\0' ? at + 1 : at;
    for (; text[i] != '\0'; i++) {
        if (text[i] == '\\' && text[i + 1] != '\0') {
            i++;
        } else if (ends_value(text[i], quote, in_url)) {
            break;
        }
    }
    /* Text after a closing quote without a blank still belongs to the value. */
    while (quote != '\0' && text[i] != '\0' && text[i] != '&' && !is_blank(text[i])) {
        i++;
    }
    return i;
}

/* If the name before the '=' at `at` is a secret's: the range of its value. */
static void find_value(const char *text, size_t at, bool in_url, size_t *from, size_t *until) {
    size_t name_end = at;
    while (name_end > 0 && is_blank(text[name_end - 1])) {
        name_end--;
    }
    if (is_secret_name(text, name_end)) {
        *from = at + 1;
        while (is_blank(text[*from])) {
            ++*from;
        }
        *until = value_end(text, *from, in_url);
    }
}

static bool is_quote(char c) { return c == '\'' || c == '"'; }

/* If the word before the blank at `at` is an option with a secret's name: the range of the next
 * word, unless that is an option too. */
static void find_word(const char *text, size_t at, size_t *from, size_t *until) {
    size_t name_end = at, next = at + 1;
    if (is_blank(text[next]) || strchr("-=", text[next]) != NULL) { /* also at the end */
        return;
    }
    while (name_end > 0 && (is_blank(text[name_end - 1]) || is_quote(text[name_end - 1]))) {
        name_end--;
    }
    size_t name = name_end;
    while (name > 0 && !ends_name(text[name - 1])) {
        name--;
    }
    if (text[name] == '-' && is_secret_name(text, name_end)) {
        *from = next;
        *until = value_end(text, next, false);
    }
}

/* If a word -pSECRET begins at `at`: the range of the secret. */
static void find_short(const char *text, size_t at, size_t *from, size_t *until) {
    char before = at > 0 ? text[at - 1] : ' ';
    if (strncmp(text + at, "-p", 2) != 0 || !ends_name(before)) {
        return;
    }
    size_t end = value_end(text, is_quote(before) ? at - 1 : at + 2, false);
    if (at + 2 + strspn(text + at + 2, "0123456789'\"") < end) {
        *from = at + 2;
        *until = end;
    }
}

/* True if the text names a program with the option -pSECRET. */
static bool names_mysql(const char *text) {
    for (; *text != '\0'; text++) {
        if (strncasecmp(text, "mysql", 5) == 0 || strncasecmp(text, "mariadb", 7) == 0) {
            return true;
        }
    }
    return false;
}

/* The range of a secret that the character at i announces. */
static void find_secret(const char *text, size_t i, bool in_url, bool mysql, size_t *from,
                        size_t *until) {
    if (text[i] == '=') {
        find_value(text, i, in_url, from, until);
    } else if (is_blank(text[i])) {
        find_word(text, i, from, until);
    } else if (text[i] == '-' && mysql) {
        find_short(text, i, from, until);
    }
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

void mns_url_mask(const char *text, mns_buf *out) {
    const char *authority = strstr(text, "://");
    const char *colon = authority != NULL ? strchr(authority + 3, ':') : NULL;
    const char *last = colon != NULL ? strrchr(colon, '@') : NULL;
    size_t user_from = last != NULL ? (size_t)(colon - text) + 1 : SIZE_MAX;
    size_t value_from = SIZE_MAX, value_until = 0, hidden_until = 0;
    bool was_hidden = false, mysql = names_mysql(text);
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (i == user_from) {
            hidden_until = larger(hidden_until, (size_t)(last - text));
        }
        if (i == value_from) {
            hidden_until = larger(hidden_until, value_until);
        }
        bool hidden = i < hidden_until;
        if (!hidden) {
            mns_buf_char(out, text[i]);
        } else if (!was_hidden) {
            mns_buf_str(out, "***");
        }
        was_hidden = hidden;
        find_secret(text, i, authority != NULL, mysql, &value_from, &value_until);
    }
}
