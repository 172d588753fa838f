/*
 * url.c - parses URLs. See url.h; url_mask.c hides passwords.
 *
 * The text is split at its delimiters first and decoded afterwards, so that escaped delimiters do
 * not split. Messages never repeat any part of the text: an unescaped '/' or '@' in a password
 * makes another part look wrong, and showing that part would show the password. O(size).
 */
#include "run/system/url.h"

#define HINT                                                                                       \
    "; in a user or password write %40 for @, %2F for /, %3A for :, %3F for ? and %23 for #"

static bool fail(mns_buf *message, const char *why) {
    mns_buf_str(message, why);
    return false;
}

int mns_url_hex(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The byte that %XY at text stands for, or -1. */
static int escaped_byte(const char *text, const char *end) {
    if (end - text < 3 || mns_url_hex(text[1]) < 0 || mns_url_hex(text[2]) < 0) {
        return -1;
    }
    return mns_url_hex(text[1]) * 16 + mns_url_hex(text[2]);
}

/* NULL when out of memory. Invalid escapes are kept. */
static char *decode(const char *text, const char *end) {
    mns_buf out;
    mns_buf_init(&out);
    while (text < end) {
        int byte = *text == '%' ? escaped_byte(text, end) : -1;
        mns_buf_char(&out, byte < 0 ? *text : (char)byte);
        text += byte < 0 ? 1 : 3;
    }
    return mns_buf_take(&out, NULL);
}

/* Decodes a part into *into, which stays NULL if the part is empty. */
static bool keep(char **into, const char *text, const char *end, mns_buf *message) {
    if (text == end) {
        return true;
    }
    *into = decode(text, end);
    return *into != NULL || fail(message, "out of memory");
}

/* Rejects bytes that a URL must not contain. */
static bool check_bytes(const char *text, mns_buf *message) {
    const char *end = text + strlen(text);
    for (const char *p = text; p < end; p++) {
        if (*p == '#') {
            return fail(message, "a '#' in a URL must be escaped as %23");
        }
        int byte = *p == '%' ? escaped_byte(p, end) : 1;
        if (byte < 0) {
            return fail(message,
                        "a '%' in a URL must be followed by two hexadecimal digits; a literal '%' "
                        "is written %25");
        }
        if (byte == 0) {
            return fail(message, "a URL must not contain %00");
        }
    }
    return true;
}

static bool read_scheme(mns_url *url, const char *text, const char **rest, mns_buf *message) {
    size_t size = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    if (size == 0 || strncmp(text + size, "://", 3) != 0) {
        return fail(message, "expected a URL: SCHEME://[USER[:PASSWORD]@]HOST[:PORT]/[NAME]");
    }
    *rest = text + size + 3;
    return keep(&url->scheme, text, text + size, message);
}

static bool read_port(mns_url *url, const char *text, const char *end, mns_buf *message) {
    unsigned port = 0;
    for (const char *p = text; p < end; p++) {
        if (*p < '0' || *p > '9' || port > 6553) {
            return fail(message, "the port must be a number from 1 to 65535" HINT);
        }
        port = port * 10 + (unsigned)(*p - '0');
    }
    if (text < end && (port == 0 || port > 65535)) {
        return fail(message, "the port must be a number from 1 to 65535" HINT);
    }
    url->port = port;
    return true;
}

/* [::1]:port; the colons of the address do not start the port. */
static bool read_bracketed(mns_url *url, const char *text, const char *end, mns_buf *message) {
    const char *close = memchr(text, ']', (size_t)(end - text));
    if (close == NULL || close == text + 1) {
        return fail(message, "malformed address in brackets; expected the form [::1]");
    }
    if (close + 1 < end && close[1] != ':') {
        return fail(message, "only :PORT may follow an address in brackets" HINT);
    }
    return keep(&url->host, text + 1, close, message) &&
           (close + 1 == end || read_port(url, close + 2, end, message));
}

static bool read_host(mns_url *url, const char *text, const char *end, mns_buf *message) {
    if (text < end && *text == '[') {
        return read_bracketed(url, text, end, message);
    }
    const char *colon = text < end ? memchr(text, ':', (size_t)(end - text)) : NULL;
    const char *host_end = colon != NULL ? colon : end;
    return keep(&url->host, text, host_end, message) &&
           (colon == NULL || read_port(url, colon + 1, end, message));
}

/* [user[:password]@]host[:port]. The last '@' counts, which tolerates an unescaped one in a
 * password. */
static bool read_authority(mns_url *url, const char *text, const char *end, mns_buf *message) {
    const char *host = end;
    while (host > text && host[-1] != '@') {
        host--;
    }
    if (host > text) {
        const char *user_end = memchr(text, ':', (size_t)(host - 1 - text));
        if (user_end == NULL) {
            user_end = host - 1;
        } else if (!keep(&url->password, user_end + 1, host - 1, message)) {
            return false;
        }
        if (!keep(&url->user, text, user_end, message)) {
            return false;
        }
    }
    return read_host(url, host, end, message);
}

bool mns_url_read(mns_url *url, const char *text, mns_buf *message) {
    *url = (mns_url){0};
    const char *at;
    if (!read_scheme(url, text, &at, message) || !check_bytes(text, message)) {
        return false;
    }
    const char *authority_end = at + strcspn(at, "/?");
    if (!read_authority(url, at, authority_end, message)) {
        return false;
    }
    at = authority_end;
    const char *path_end = at + strcspn(at, "?");
    if (*at == '/' && !keep(&url->path, at + 1, path_end, message)) {
        return false;
    }
    if (*path_end == '?') {
        url->query = strdup(path_end + 1);
        return url->query != NULL || fail(message, "out of memory");
    }
    return true;
}

void mns_url_release(mns_url *url) {
    free(url->scheme);
    free(url->user);
    free(url->password);
    free(url->host);
    free(url->path);
    free(url->query);
    *url = (mns_url){0};
}

char *mns_url_query(const mns_url *url, const char *name) {
    for (const char *at = url->query; at != NULL && *at != '\0';) {
        const char *end = at + strcspn(at, "&");
        const char *equals = memchr(at, '=', (size_t)(end - at));
        const char *name_end = equals != NULL ? equals : end;
        char *decoded = decode(at, name_end);
        bool same = decoded != NULL && strcmp(decoded, name) == 0;
        free(decoded);
        if (same) {
            return decode(equals != NULL ? equals + 1 : end, end);
        }
        at = *end == '&' ? end + 1 : end;
    }
    return NULL;
}
