/*
 * plume_line.c - see plume_line.h.
 *
 * The fast path copies the digits of key and value and parses only session and transaction. It
 * reports nothing: the slow path reads every line that it declines, and reports what is wrong.
 */
#include "format/plume_line.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/digits.h"
#include "format/text_line.h"

/* Digits that the fast path copies: so many always fit into 64 bits. The next word is copied too.
 */
#define FAST_DIGITS 19
#define COPIED 24
/* The longest line of the fast path, and what it reads beyond it. */
#define FAST_MARGIN 128

#define SHAPE "each line must be r(KEY,VALUE,SESSION,TRANSACTION) or w(...), without spaces"

/* ---- Fast path ------------------------------------------------------------------------------ */

/* How many digits are at p; 0 if there are none, too many, or a leading zero. */
static inline unsigned fast_digits(const char *p) {
    unsigned count = mns_digit_count(p);
    if (count == 8) {
        count += mns_digit_count(p + 8);
        count += count == 16 ? mns_digit_count(p + 16) : 0;
    }
    return count > FAST_DIGITS || (p[0] == '0' && count > 1) ? 0 : count;
}

/* Parses the number at p, which `delimiter` must follow; returns the end of both, or NULL. */
static inline const char *fast_number(const char *p, char delimiter, uint64_t *number) {
    unsigned count = fast_digits(p);
    uint32_t first;
    mns_digits(p, &first);
    *number = first;
    for (unsigned i = 8; i < count; i++) {
        *number = *number * 10 + (uint64_t)(p[i] - '0');
    }
    return count > 0 && count < FAST_DIGITS && p[count] == delimiter ? p + count + 1 : NULL;
}

/* The end of the line after its closing parenthesis, or NULL. */
static inline const char *fast_end(const char *p) {
    p += *p == '\r';
    return *p == '\n' ? p + 1 : NULL;
}

/* Copies the parts of the line at p that are text; returns the session, or NULL. */
static inline const char *fast_text(const char *p, mns_plume_op *op) {
    if ((p[0] != 'r' && p[0] != 'w') || p[1] != '(') {
        return NULL;
    }
    const char *key = p + 2;
    unsigned key_size = fast_digits(key);
    const char *value = key + key_size + 1;
    unsigned value_size = key_size == 0 || value[-1] != ',' ? 0 : fast_digits(value);
    if (value_size == 0 || value[value_size] != ',') {
        return NULL;
    }
    op->write = p[0] == 'w';
    op->initial = value[0] == '0';
    char *out = op->text;
    memcpy(out, op->write ? " [:w " : " [:r ", 5);
    memcpy(out + 5, key, COPIED);
    out += 5 + key_size;
    *out++ = ' ';
    bool nil = op->initial && !op->write;
    memcpy(out, nil ? "nil                     " : value, COPIED);
    out += nil ? 3 : value_size;
    *out++ = ']';
    op->size = (uint32_t)(out - op->text);
    assert(op->size <= sizeof op->text);
    return value + value_size + 1;
}

/* The end of the line at p, or NULL if it needs the slow path. FAST_MARGIN bytes are readable. */
static const char *fast_line(const char *p, mns_plume_op *op) {
    uint64_t txn;
    const char *end = fast_text(p, op);
    end = end == NULL ? NULL : fast_number(end, ',', &op->session);
    if (end == NULL) {
        return NULL;
    }
    if (end[0] == '-') {
        op->txn = MNS_PLUME_ABORTED;
        return end[1] == '1' && end[2] == ')' ? fast_end(end + 3) : NULL;
    }
    end = fast_number(end, ')', &txn);
    op->txn = (int64_t)txn;
    return end == NULL ? NULL : fast_end(end);
}

/* ---- Slow path ------------------------------------------------------------------------------ */

/* The words of messages. */
static const char *const part_words[] = {[MNS_PLUME_KEY] = "the key",
                                         [MNS_PLUME_VALUE] = "the value",
                                         [MNS_PLUME_SESSION] = "the session",
                                         [MNS_PLUME_TXN] = "the transaction"};

/* -1, or a number. */
static int txn_number(mns_line *line, int64_t *txn) {
    const char *start = line->p;
    uint64_t number;
    bool negative = mns_line_at(line, '-');
    line->p += negative;
    if (mns_line_number(line, part_words[MNS_PLUME_TXN], INT64_MAX, &number) < 0) {
        return -1;
    }
    *txn = negative ? MNS_PLUME_ABORTED : (int64_t)number;
    if (negative && number != 1) {
        line->p = start;
        return mns_line_fail(line, "-1 marks an operation of an aborted transaction",
                             "the transaction must be -1 or not negative");
    }
    return 1;
}

/* Reads the numbers between the parentheses. */
static int numbers(mns_line *line, mns_plume_op *op) {
    static const uint64_t most[] = {UINT64_MAX, UINT64_MAX, INT64_MAX};
    uint64_t number[3];
    for (mns_plume_part part = MNS_PLUME_KEY; part < MNS_PLUME_TXN; part++) {
        if (mns_line_number(line, part_words[part], most[part], &number[part]) < 0 ||
            mns_line_expect(line, ',', part_words[part]) < 0) {
            return -1;
        }
    }
    op->session = number[MNS_PLUME_SESSION];
    op->initial = number[MNS_PLUME_VALUE] == 0;
    int size = op->initial && !op->write
                   ? snprintf(op->text, sizeof op->text, " [:r %" PRIu64 " nil]", number[0])
                   : snprintf(op->text, sizeof op->text, " [:%c %" PRIu64 " %" PRIu64 "]",
                              op->write ? 'w' : 'r', number[0], number[1]);
    assert(size > 0 && (size_t)size < sizeof op->text);
    op->size = (uint32_t)size;
    return txn_number(line, &op->txn);
}

static int slow_line(mns_line *line, mns_plume_op *op) {
    op->line = line->p;
    op->write = mns_line_at(line, 'w');
    if (!op->write && !mns_line_at(line, 'r')) {
        return line->p == line->end
                   ? mns_line_fail(line, NULL, "this line is empty")
                   : mns_line_fail(line, NULL, "this line does not begin with r or w");
    }
    line->p++;
    if (mns_line_expect(line, '(', op->write ? "w" : "r") < 0 || numbers(line, op) < 0 ||
        mns_line_expect(line, ')', part_words[MNS_PLUME_TXN]) < 0) {
        return -1;
    }
    return line->p == line->end ? 1
                                : mns_line_fail(line, NULL, "unexpected text after the operation");
}

/* ---- Both ----------------------------------------------------------------------------------- */

int mns_plume_line(mns_reading *reading, mns_input *input, mns_plume_op *op) {
    if (mns_input_need(reading, input, FAST_MARGIN) >= FAST_MARGIN) {
        const char *p = mns_input_bytes(input), *end = fast_line(p, op);
        if (end != NULL) {
            op->line = p;
            input->at += (size_t)(end - p);
            return 1;
        }
    }
    mns_line line;
    int found = mns_line_next(reading, input, SHAPE, &line);
    return found <= 0 ? found : slow_line(&line, op);
}

mns_place mns_plume_place(const mns_input *input, const mns_plume_op *op, mns_plume_part part) {
    const char *p = op->line + 2;
    while (part > MNS_PLUME_KEY) {
        part -= *p++ == ',';
    }
    return mns_input_place(input, p);
}
