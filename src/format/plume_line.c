/*
 * plume_line.c - see plume_line.h.
 *
 * The fast path finds the digits of key and value, and parses session and transaction only if they
 * differ from those of the line before. It reports nothing: the slow path reads every line that it
 * declines, and reports what is wrong.
 */
#include "format/plume_line.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/digits.h"
#include "format/plume_txn.h"
#include "format/text_line.h"

/* So many digits always fit into 64 bits. */
#define FAST_DIGITS 19
/* The longest line of the fast path, and what it reads beyond it. */
#define FAST_MARGIN 128

#define SHAPE "each line must be r(KEY,VALUE,SESSION,TRANSACTION) or w(...), without spaces"

/* ---- Fast path ------------------------------------------------------------------------------ */

/* How many digits are at p, which begins with eight of them; 0 if there are too many. */
static unsigned long_digits(const char *p) {
    unsigned count = 8 + mns_digit_count(p + 8);
    count += count == 16 ? mns_digit_count(p + 16) : 0;
    return count > FAST_DIGITS || p[0] == '0' ? 0 : count;
}

/* How many digits are at p; 0 if there are none, too many, or a leading zero. */
static inline unsigned fast_digits(const char *p) {
    unsigned count = mns_digit_count(p);
    if (count == 8) {
        return long_digits(p);
    }
    return p[0] == '0' && count > 1 ? 0 : count;
}

/* Parses the number at p, which `delimiter` must follow; returns the end of both, or NULL. */
static inline const char *fast_number(const char *p, char delimiter, uint64_t *number) {
    uint32_t first;
    unsigned count = mns_digits(p, &first);
    *number = first;
    if (count == 8) {
        count = long_digits(p);
        for (unsigned i = 8; i < count; i++) {
            *number = *number * 10 + (uint64_t)(p[i] - '0');
        }
    }
    bool good = count > 0 && count < FAST_DIGITS && !(p[0] == '0' && count > 1);
    return good && p[count] == delimiter ? p + count + 1 : NULL;
}

/* The end of the line after its closing parenthesis, or NULL. */
static inline const char *fast_end(const char *p) {
    p += *p == '\r';
    return *p == '\n' ? p + 1 : NULL;
}

/* Finds the key and the value of the line at p; returns its tail, which begins with the session, or
 * NULL. */
static inline const char *fast_numbers(const char *p, mns_plume_op *op) {
    /* Without a branch on r or w, which nothing predicts. */
    if (((p[0] == 'r') | (p[0] == 'w')) == 0 || p[1] != '(') {
        return NULL;
    }
    const char *key = p + 2;
    unsigned key_size = fast_digits(key);
    const char *value = key + key_size + 1;
    unsigned value_size = key_size == 0 || value[-1] != ',' ? 0 : fast_digits(value);
    if (value_size == 0 || value[value_size] != ',') {
        return NULL;
    }
    op->line = p;
    op->function = p[0];
    op->initial = value[0] == '0';
    op->key = (mns_plume_digits){key, key_size};
    op->value = (mns_plume_digits){value, value_size};
    return value + value_size + 1;
}

/* True if the tail of the line before repeats at p. */
static inline bool is_same(const mns_plume_op *op, const char *p) {
    uint64_t word, differs = 0;
    for (size_t i = 0; i < MNS_PLUME_TAIL_WORDS; i++) {
        memcpy(&word, p + 8 * i, sizeof word);
        differs |= (word ^ op->tail[i]) & op->mask[i];
    }
    return differs == 0 && op->tail_size > 0;
}

static inline void keep_tail(mns_plume_op *op, const char *p, size_t size) {
    static const char ones[2 * sizeof op->mask] = /* as many as bytes of the mask */
        "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
        "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff";
    op->tail_size = size > sizeof op->tail ? 0 : (uint32_t)size;
    memcpy(op->tail, p, sizeof op->tail);
    memcpy(op->mask, ones + sizeof op->mask - op->tail_size, sizeof op->mask);
}

/* Parses the tail at p; returns the end of the line, or NULL. */
static const char *fast_tail(const char *p, mns_plume_op *op) {
    uint64_t txn = 0;
    const char *number = fast_number(p, ',', &op->session), *end;
    if (number == NULL) {
        return NULL;
    }
    if (number[0] == '-') {
        op->txn = MNS_PLUME_ABORTED;
        end = number[1] == '1' && number[2] == ')' ? number + 3 : NULL;
    } else {
        end = fast_number(number, ')', &txn);
        op->txn = (int64_t)txn;
        op->number = (mns_plume_digits){number, end == NULL ? 0 : (uint32_t)(end - 1 - number)};
    }
    end = end == NULL ? NULL : fast_end(end);
    op->tail_size = 0; /* an aborted operation is a transaction of its own */
    if (end != NULL && op->txn != MNS_PLUME_ABORTED) {
        keep_tail(op, p, (size_t)(end - p));
    }
    return end;
}

/* Reads the lines at *p that belong to txn, and the first that does not, as mns_plume_line. Returns
 * the end of that one, or NULL if the line at *p needs the slow path. */
static inline const char *fast_lines(const char **p, const char *limit, mns_plume_op *op,
                                     mns_plume_txn *txn) {
    while (*p < limit) {
        const char *tail = fast_numbers(*p, op);
        if (tail == NULL) {
            return NULL;
        }
        op->same = is_same(op, tail);
        if (!op->same) {
            return fast_tail(tail, op);
        }
        const char *end = tail + op->tail_size;
        if (txn == NULL || (op->initial && op->function == 'w') || !mns_plume_txn_has_room(txn)) {
            return end;
        }
        mns_plume_txn_put(txn, op->function, op->key, op->value);
        *p = end;
    }
    return NULL;
}

/* ---- Slow path ------------------------------------------------------------------------------ */

/* The words of messages. */
static const char *const part_words[] = {[MNS_PLUME_KEY] = "the key",
                                         [MNS_PLUME_VALUE] = "the value",
                                         [MNS_PLUME_SESSION] = "the session",
                                         [MNS_PLUME_TXN] = "the transaction"};

static mns_plume_digits copy(uint64_t number, char *to) {
    int size = snprintf(to, MNS_PLUME_DIGITS, "%" PRIu64, number);
    assert(size > 0 && size < MNS_PLUME_DIGITS);
    return (mns_plume_digits){to, (uint32_t)size};
}

/* -1, or a number. */
static int txn_number(mns_line *line, mns_plume_op *op) {
    const char *start = line->p;
    uint64_t number;
    bool negative = mns_line_at(line, '-');
    line->p += negative;
    if (mns_line_number(line, part_words[MNS_PLUME_TXN], INT64_MAX, &number) < 0) {
        return -1;
    }
    op->txn = negative ? MNS_PLUME_ABORTED : (int64_t)number;
    op->number = copy(number, op->copies[2]);
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
    op->key = copy(number[MNS_PLUME_KEY], op->copies[0]);
    op->value = copy(number[MNS_PLUME_VALUE], op->copies[1]);
    return txn_number(line, op);
}

static int slow_line(mns_line *line, mns_plume_op *op) {
    op->line = line->p;
    op->same = false;
    op->tail_size = 0;
    op->function = mns_line_at(line, 'w') ? 'w' : 'r';
    if (!mns_line_at(line, op->function)) {
        return line->p == line->end
                   ? mns_line_fail(line, NULL, "this line is empty")
                   : mns_line_fail(line, NULL, "this line does not begin with r or w");
    }
    line->p++;
    if (mns_line_expect(line, '(', op->function == 'w' ? "w" : "r") < 0 || numbers(line, op) < 0 ||
        mns_line_expect(line, ')', part_words[MNS_PLUME_TXN]) < 0) {
        return -1;
    }
    return line->p == line->end ? 1
                                : mns_line_fail(line, NULL, "unexpected text after the operation");
}

/* ---- Both ----------------------------------------------------------------------------------- */

int mns_plume_line(mns_reading *reading, mns_input *input, mns_plume_op *op, mns_plume_txn *txn) {
    size_t have = mns_input_need(reading, input, FAST_MARGIN);
    if (have > FAST_MARGIN) {
        const char *start = mns_input_bytes(input), *p = start;
        const char *end =
            fast_lines(&p, start + have - FAST_MARGIN, op, txn == NULL || txn->empty ? NULL : txn);
        input->at += (size_t)((end == NULL ? p : end) - start);
        if (end != NULL) {
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
