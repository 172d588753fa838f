/*
 * awdit_read.c - reads AWDIT's own text, which AWDIT calls the test format.
 *
 *     w 0 0        a line is an operation: r or w, key, value
 *     w 1 0
 *     =====        the next session
 *     r 0 0
 *     -----        the next transaction
 *     w 1 1
 *
 * As in AWDIT: spaces around the parts and empty lines are ignored, a separator is one or more
 * signs, a transaction without operations does not exist, every transaction committed, and numbers
 * have 64 bits. AWDIT also takes separators inside a line, and ignores text after the value; here
 * that is an error.
 *
 * There is no initial state: AWDIT reports a read of a value that nobody wrote as a thin-air read,
 * whatever the value, and the transaction that sets all keys to 0 is one like the others, which may
 * come after them. So 0 is an ordinary value here.
 */
#include "format/text_line.h"

#define SHAPE "each line must be r KEY VALUE or w KEY VALUE, or ----- or ===== between transactions"

/* Text is handed over in pieces of about this many bytes, also within a transaction. */
#define PIECE 4096

typedef struct awdit_state {
    uint64_t session;
    bool in_session; /* the session has a transaction */
    bool in_txn;
    bool torn; /* the last operation has no line feed: nothing shows that its value is complete */
} awdit_state;

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n'); }

static void skip_spaces(mns_line *line) {
    while (line->p < line->end && is_space(*line->p)) {
        line->p++;
    }
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* Reads spaces and a number. */
static int number(mns_line *line, const char *word, uint64_t *result) {
    if (line->p < line->end && !is_space(*line->p)) {
        return mns_line_fail(line, NULL, "expected a space before %s", word);
    }
    skip_spaces(line);
    return mns_line_number(line, word, UINT64_MAX, result);
}

static void begin_txn(awdit_state *awdit, mns_reading *reading, mns_place place) {
    mns_emit_begin(&reading->emit, place, MNS_OP_OK, awdit->session);
    mns_emit_value(&reading->emit);
    awdit->in_txn = true;
    awdit->in_session = true;
}

static int operation(awdit_state *awdit, mns_line *line) {
    mns_place place = mns_input_place(line->input, line->p);
    char function = *line->p++;
    uint64_t key, value;
    if (number(line, "the key", &key) < 0 || number(line, "the value", &value) < 0) {
        return -1;
    }
    skip_spaces(line);
    if (line->p < line->end) {
        return mns_line_fail(line, NULL, "unexpected text after the value");
    }
    awdit->torn |= line->last;
    if (!awdit->in_txn) {
        begin_txn(awdit, line->reading, place);
    }
    if (function == 'w') {
        mns_emit_write(&line->reading->emit, place, key, value);
    } else {
        mns_emit_read(&line->reading->emit, place, key, value, false);
    }
    return 1;
}

/* ---- Separators ----------------------------------------------------------------------------- */

static void end_txn(awdit_state *awdit, mns_reading *reading) {
    if (awdit->in_txn) {
        mns_emit_end(&reading->emit);
        awdit->in_txn = false;
    }
}

static int separator(awdit_state *awdit, mns_line *line) {
    char sign = *line->p;
    while (mns_line_at(line, sign)) {
        line->p++;
    }
    skip_spaces(line);
    if (line->p < line->end) {
        return mns_line_fail(line, NULL, "unexpected text after the separator");
    }
    end_txn(awdit, line->reading);
    if (sign == '=' && awdit->in_session) {
        awdit->session++;
        awdit->in_session = false;
    }
    return 1;
}

/* ---- The reader ----------------------------------------------------------------------------- */

static int one_line(awdit_state *awdit, mns_line *line) {
    skip_spaces(line);
    if (line->p == line->end) {
        return 1;
    }
    if (*line->p == '-' || *line->p == '=') {
        return separator(awdit, line);
    }
    return *line->p == 'r' || *line->p == 'w'
               ? operation(awdit, line)
               : mns_line_fail(line, NULL, "this line does not begin with r or w");
}

static int awdit_next(void *state, mns_reading *reading) {
    awdit_state *awdit = state;
    size_t enough = reading->emit.out.size + PIECE;
    mns_line line;
    while (reading->emit.out.size < enough && !reading->emit.out.failed) {
        int found = mns_line_next(reading, reading->inputs, SHAPE, &line);
        if (found == 0) {
            end_txn(awdit, reading);
            return 0;
        }
        if (found < 0 || one_line(awdit, &line) < 0) {
            return -1;
        }
    }
    return 1;
}

static void awdit_notes(const void *state, mns_buf *out) {
    if (((const awdit_state *)state)->torn) {
        mns_buf_str(out,
                    "the last line has no line feed; if the file was cut short, its last value "
                    "is incomplete\n");
    }
}

static bool is_blank(char c) { return is_space(c) || c == '\n'; }

/* After empty lines and separators, which dbcop's text has too, an operation and its key. */
static bool awdit_fits(const char *data, size_t size, bool whole) {
    (void)whole;
    size_t at = 0;
    bool separator = false;
    while (at < size && (is_blank(data[at]) || data[at] == '-' || data[at] == '=')) {
        separator |= !is_blank(data[at++]);
    }
    if (at == size) {
        return separator;
    }
    return at + 3 <= size && (data[at] == 'r' || data[at] == 'w') && is_space(data[at + 1]) &&
           (is_space(data[at + 2]) || (data[at + 2] >= '0' && data[at + 2] <= '9'));
}

const mns_reader mns_awdit_reader = {.state_size = sizeof(awdit_state),
                                     .next = awdit_next,
                                     .notes = awdit_notes,
                                     .fits = awdit_fits};
