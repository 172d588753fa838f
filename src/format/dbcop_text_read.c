/*
 * dbcop_text_read.c - reads dbcop's text histories (.hist).
 *
 *   // a comment, from the beginning of a line
 *   [x:=1 y==2] [z==?]      a session: transactions on any number of lines
 *   [y:=3]!                 not committed
 *   ---                     the next session
 *
 * x:=1 writes, x==1 reads, x==? reads the initial state. As in dbcop's parser, events are separated
 * by spaces or tabs, brackets touch their events, a transaction has an event, versions have no
 * leading zero, a name is letters, digits and underscores of any script, and the last line ends
 * with a newline, without which a lost ! would go unnoticed. Lines may end with \r\n, which dbcop's
 * lexer accepts and its parser rejects. Here any character beyond ASCII is a letter.
 */
#include "core/utf8.h"
#include "format/dbcop.h"

#define EVENT_HINT "an event is x:=1, x==1 or x==?; one space or more between two events"

typedef struct text_state {
    mns_dbcop dbcop;
    uint64_t session;
    bool in_line; /* after a transaction */
} text_state;

static bool is_space(char c) { return c == ' ' || c == '\t'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_name(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           ((unsigned char)c & 0x80) != 0;
}

static int fail_at(mns_reading *reading, const mns_input *input, const char *p, const char *hint,
                   const char *message) {
    return mns_reading_fail(reading, mns_input_place(input, p), hint, "%s", message);
}

static int fail_here(mns_reading *reading, const mns_input *input, const char *hint,
                     const char *message) {
    return fail_at(reading, input, mns_input_bytes(input), hint, message);
}

/* The next byte; -1 at the end of the file. */
static int peek(mns_reading *reading, mns_input *input) {
    return mns_input_need(reading, input, 1) == 0 ? -1 : (unsigned char)*mns_input_bytes(input);
}

static void skip_spaces(mns_reading *reading, mns_input *input) {
    for (int c = peek(reading, input); c == ' ' || c == '\t'; c = peek(reading, input)) {
        input->at++;
    }
}

/* A newline must follow. */
static int end_line(mns_reading *reading, mns_input *input) {
    size_t have = mns_input_need(reading, input, 2);
    const char *p = mns_input_bytes(input);
    size_t size = have > 1 && p[0] == '\r' && p[1] == '\n' ? 2 : have > 0 && p[0] == '\n';
    input->at += size;
    if (size > 0) {
        return 1;
    }
    return have == 0
               ? fail_here(reading, input, "the file may have been cut short while it was written",
                           "the last line does not end with a newline")
               : fail_here(reading, input, "a line of dashes ends a session",
                           "expected the end of the line");
}

static int skip_comment(mns_reading *reading, mns_input *input) {
    for (;;) {
        size_t have = mns_input_need(reading, input, 1);
        const char *p = mns_input_bytes(input);
        const char *newline = have == 0 ? NULL : memchr(p, '\n', have);
        input->at += newline == NULL ? have : (size_t)(newline - p);
        if (newline != NULL || have == 0) {
            return end_line(reading, input);
        }
    }
}

/* ---- Transactions --------------------------------------------------------------------------- */

/* The size of the text up to the ']' that ends the transaction, from its '['; 0 if there is none on
 * the line. At least one byte more is readable, unless the file ends there. */
static size_t find_end(mns_reading *reading, mns_input *input) {
    size_t searched = 0;
    size_t have = mns_input_need(reading, input, 1);
    while (have > searched) {
        const char *p = mns_input_bytes(input);
        for (; searched < have && p[searched] != '\n'; searched++) {
            if (p[searched] == ']') {
                mns_input_need(reading, input, searched + 2);
                return searched;
            }
        }
        if (searched < have) {
            break;
        }
        have = mns_input_need(reading, input, 2 * have);
    }
    return 0;
}

/* Reads digits without leading zeros; *end: just after them. */
static bool read_version(mns_reading *reading, const mns_input *input, const char *p,
                         const char *limit, const char **end, uint64_t *version) {
    const char *start = p;
    *version = 0;
    for (; p < limit && is_digit(*p); p++) {
        uint64_t digit = (uint64_t)(*p - '0');
        if (p - start >= 19 && *version > (UINT64_MAX - digit) / 10) { /* 19 digits always fit */
            fail_at(reading, input, start, "versions are 64-bit numbers",
                    "this version is larger than 2^64 - 1");
            return false;
        }
        *version = *version * 10 + digit;
    }
    *end = p;
    if (p == start || (*start == '0' && p > start + 1)) {
        fail_at(reading, input, start, "a version is a number without leading zeros",
                "expected a version");
        return false;
    }
    return true;
}

/* The end of the name at p. */
static const char *name_end(mns_reading *reading, const mns_input *input, const char *p,
                            const char *limit) {
    const char *end = p;
    bool ascii = true;
    for (; end < limit && is_name(*end); end++) {
        ascii &= ((unsigned char)*end & 0x80) == 0;
    }
    const char *invalid = ascii ? NULL : mns_utf8_invalid(p, (size_t)(end - p));
    if (end == p) {
        fail_at(reading, input, p, EVENT_HINT, "expected the name of a variable");
    } else if (invalid != NULL) {
        fail_at(reading, input, invalid, "names are UTF-8", "this byte is not UTF-8");
    }
    return end;
}

/* A name of at most 19 digits, without a leading zero, is the number of the key. Longer ones are
 * too, but do not fit 64 bits. */
static bool is_short_number(const char *name, size_t size, uint64_t *number) {
    bool digits = size <= 19 && (name[0] != '0' || size == 1);
    *number = 0;
    for (size_t i = 0; i < size && digits; i++) {
        digits = is_digit(name[i]);
        *number = *number * 10 + (uint64_t)(name[i] - '0');
    }
    return digits;
}

/* Reads the event at p; returns its end, or NULL. */
static const char *read_event(text_state *state, mns_reading *reading, const mns_input *input,
                              const char *p, const char *limit) {
    mns_dbcop_event event = {.offset = mns_input_place(input, p).offset};
    const char *end = name_end(reading, input, p, limit);
    if (reading->status != MINOS_OK) {
        return NULL;
    }
    event.name_size = (size_t)(end - p);
    event.name = is_short_number(p, event.name_size, &event.key) ? NULL : p;
    event.write = limit - end >= 2 && end[0] == ':' && end[1] == '=';
    if (!event.write && (limit - end < 2 || end[0] != '=' || end[1] != '=')) {
        fail_at(reading, input, end, EVENT_HINT, "expected := or ==");
        return NULL;
    }
    p = end + 2;
    event.initial = !event.write && p < limit && *p == '?';
    end = p + 1;
    if (!event.initial && !read_version(reading, input, p, limit, &end, &event.value)) {
        return NULL;
    }
    return mns_dbcop_add(&state->dbcop, reading, &event) ? end : NULL;
}

static bool read_events(text_state *state, mns_reading *reading, const mns_input *input,
                        const char *p, const char *limit) {
    while ((p = read_event(state, reading, input, p, limit)) != NULL && p < limit) {
        const char *word = p;
        while (p < limit && is_space(*p)) {
            p++;
        }
        if (p == word) {
            fail_at(reading, input, p, EVENT_HINT, "expected a space or ]");
            return false;
        }
    }
    return p != NULL;
}

/* The input is at '['. */
static int read_txn(text_state *state, mns_reading *reading, mns_input *input) {
    const char *open = mns_input_bytes(input);
    mns_dbcop_txn txn = {.start = input->at,
                         .place = mns_input_place(input, open),
                         .session = state->session,
                         .committed = true};
    size_t size = find_end(reading, input);
    if (size == 0) {
        return fail_here(reading, input, "a transaction ends with ] on the same line",
                         "this transaction is never closed");
    }
    if (!read_events(state, reading, input, open + 1, open + size)) {
        return -1;
    }
    input->at += size + 1;
    if (peek(reading, input) == '!') {
        txn.committed = false;
        input->at++;
    }
    bool again;
    int more = mns_dbcop_finish(&state->dbcop, reading, &mns_dbcop_text_reader, &txn, &again);
    state->in_line |= !again;
    return more;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static int read_separator(text_state *state, mns_reading *reading, mns_input *input) {
    while (peek(reading, input) == '-') {
        input->at++;
    }
    skip_spaces(reading, input);
    state->session++;
    return end_line(reading, input);
}

static bool is_comment(mns_reading *reading, mns_input *input) {
    const char *p = mns_input_bytes(input);
    return mns_input_need(reading, input, 2) >= 2 && p[0] == '/' && p[1] == '/';
}

static int next(void *opaque, mns_reading *reading) {
    text_state *state = opaque;
    mns_input *input = &reading->inputs[0];
    if (!state->in_line && is_comment(reading, input)) {
        return skip_comment(reading, input);
    }
    skip_spaces(reading, input);
    int c = peek(reading, input);
    if (c < 0 && !state->in_line) {
        return reading->status == MINOS_OK ? 0 : -1;
    }
    switch (c) {
    case '[': return read_txn(state, reading, input);
    case '\r':
    case '\n':
    case -1: state->in_line = false; return end_line(reading, input);
    case '/':
        return fail_here(reading, input, "move the comment to a line of its own",
                         "a comment must start with // at the beginning of a line");
    case '-':
        if (!state->in_line) {
            return read_separator(state, reading, input);
        }
        /* fall through */
    default:
        return fail_here(reading, input,
                         "a line has transactions, [x:=1 y==2]; a line of dashes ends a session",
                         "expected a transaction");
    }
}

/* ---- Recognition ---------------------------------------------------------------------------- */

/* Is this "[x:=" or "[x=="? */
static bool fits_txn(const char *p, const char *end) {
    const char *name = ++p;
    while (p < end && is_name(*p)) {
        p++;
    }
    return p > name && end - p >= 2 && (*p == ':' || *p == '=') && p[1] == '=';
}

static bool fits(const char *data, size_t size, bool whole) {
    (void)whole;
    const char *p = data, *end = data + size;
    while (p < end && *p != '[') {
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        bool comment = end - p >= 2 && p[0] == '/' && p[1] == '/';
        if (!comment && !is_space(*p) && *p != '-' && *p != '\r' && *p != '\n') {
            return false;
        }
        p = !comment ? p + 1 : newline == NULL ? end : newline + 1;
    }
    return p < end && fits_txn(p, end);
}

const mns_reader mns_dbcop_text_reader = {.state_size = sizeof(text_state),
                                          .begin = mns_dbcop_begin,
                                          .next = next,
                                          .end = mns_dbcop_end,
                                          .notes = mns_dbcop_notes,
                                          .fits = fits};
