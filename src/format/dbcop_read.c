/*
 * dbcop_read.c - reads dbcop's binary histories (history.bincode).
 *
 *   u64 id, nodes, variables, transactions, events
 *   string info, start, end                           u64 length, bytes
 *   u64 sessions
 *     u64 transactions
 *       u64 events
 *         u8 write?  u64 variable  u64 value  u8 success
 *       u8 success
 *
 * Numbers are little endian. The counts of the header describe the generator, not the file: dbcop
 * writes transactions for each node and events for each transaction, PolySI and AWDIT write totals,
 * and AWDIT always writes one node. So no program checks them, nor does this reader. Booleans are 0
 * or 1, as in dbcop. dbcop ignores bytes after the history; here they are an error.
 */
#include <inttypes.h>

#include "format/dbcop_initial.h"

#define EVENT_BYTES 18
#define CUT_SHORT "the file may have been cut short while it was written"

typedef struct dbcop_state {
    mns_dbcop dbcop;
    bool begun;        /* the header was read */
    uint64_t session;  /* sessions that were begun */
    uint64_t sessions; /* of the file */
    uint64_t txn;      /* transactions of this session that were read */
    uint64_t txns;     /* of this session */
    mns_dbcop_initial initial;
} dbcop_state;

static uint64_t number_at(const char *p) {
    uint64_t number = 0;
    for (int i = 7; i >= 0; i--) {
        number = number << 8 | (unsigned char)p[i];
    }
    return number;
}

static int cut_short(mns_reading *reading, const mns_input *input, const char *what) {
    return mns_reading_fail(reading, mns_input_place(input, mns_input_bytes(input)), CUT_SHORT,
                            "the file ends in %s", what);
}

/* The next number; what: names it in messages. */
static bool read_number(mns_reading *reading, mns_input *input, const char *what,
                        uint64_t *number) {
    if (mns_input_need(reading, input, 8) < 8) {
        cut_short(reading, input, what);
        return false;
    }
    *number = number_at(mns_input_bytes(input));
    input->at += 8;
    return true;
}

static bool skip_string(mns_reading *reading, mns_input *input, const char *what) {
    uint64_t size = 0;
    size_t start = input->at;
    if (!read_number(reading, input, what, &size)) {
        return false;
    }
    for (uint64_t left = size; left > 0;) {
        size_t have = mns_input_need(reading, input, 1);
        if (have == 0) {
            input->at = start;
            mns_reading_fail(reading, mns_input_place(input, mns_input_bytes(input)), CUT_SHORT,
                             "%s has %" PRIu64 " bytes, but the file ends before that", what, size);
            return false;
        }
        have = have < left ? have : (size_t)left;
        input->at += have;
        left -= have;
    }
    return true;
}

/* Is the string that follows this text? */
static bool is_described(mns_reading *reading, mns_input *input, const char *text) {
    size_t size = strlen(text);
    return mns_input_need(reading, input, 8 + size) >= 8 + size &&
           number_at(mns_input_bytes(input)) == size &&
           memcmp(mns_input_bytes(input) + 8, text, size) == 0;
}

static int read_header(dbcop_state *state, mns_reading *reading, mns_input *input) {
    static const char *const counts[] = {"the identifier", "the number of nodes",
                                         "the number of variables", "the number of transactions",
                                         "the number of events"};
    static const char *const strings[] = {"the description", "the start time", "the end time"};
    uint64_t ignored;
    for (size_t i = 0; i < MNS_COUNT_OF(counts); i++) {
        if (!read_number(reading, input, counts[i], &ignored)) {
            return -1;
        }
    }
    state->initial.expected = is_described(reading, input, MNS_DBCOP_AWDIT);
    for (size_t i = 0; i < MNS_COUNT_OF(strings); i++) {
        if (!skip_string(reading, input, strings[i])) {
            return -1;
        }
    }
    state->begun = true;
    return read_number(reading, input, "the number of sessions", &state->sessions) ? 1 : -1;
}

/* ---- Transactions --------------------------------------------------------------------------- */

static bool is_boolean(mns_reading *reading, const mns_input *input, const char *p,
                       const char *what) {
    if (*p == 0 || *p == 1) {
        return true;
    }
    mns_reading_fail(reading, mns_input_place(input, p),
                     "the file may be damaged, or another format than dbcop",
                     "%s must be 0 or 1, but is %d", what, (unsigned char)*p);
    return false;
}

static bool read_event(dbcop_state *state, mns_reading *reading, const mns_input *input) {
    const char *p = mns_input_bytes(input);
    if (!is_boolean(reading, input, p, "the byte that says whether an event is a write") ||
        !is_boolean(reading, input, p + 17, "the byte that says whether an event succeeded")) {
        return false;
    }
    mns_dbcop_event event = {.offset = input->at,
                             .write = p[0] == 1,
                             .key = number_at(p + 1),
                             .value = number_at(p + 9),
                             .failed = p[17] == 0};
    return mns_dbcop_add(&state->dbcop, reading, &event);
}

static bool read_events(dbcop_state *state, mns_reading *reading, mns_input *input,
                        uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        if (mns_input_need(reading, input, EVENT_BYTES) < EVENT_BYTES) {
            mns_reading_fail(reading, mns_input_place(input, mns_input_bytes(input)), CUT_SHORT,
                             "the file ends in event %" PRIu64 " of %" PRIu64 " of a transaction",
                             i + 1, count);
            return false;
        }
        if (!read_event(state, reading, input)) {
            return false;
        }
        input->at += EVENT_BYTES;
    }
    return true;
}

static int read_txn(dbcop_state *state, mns_reading *reading, mns_input *input) {
    mns_dbcop_txn txn = {.start = input->at,
                         .place = mns_input_place(input, mns_input_bytes(input)),
                         .session = state->session - 1};
    uint64_t count = 0;
    if (!read_number(reading, input, "the number of events of a transaction", &count) ||
        !read_events(state, reading, input, count)) {
        return -1;
    }
    if (mns_input_need(reading, input, 1) < 1) {
        return cut_short(reading, input, "a transaction: whether it succeeded is missing");
    }
    const char *success = mns_input_bytes(input);
    if (!is_boolean(reading, input, success,
                    "the byte that says whether a transaction succeeded")) {
        return -1;
    }
    txn.committed = *success == 1;
    input->at++;
    bool initial;
    if (!mns_dbcop_initial_check(&state->initial, reading, &state->dbcop, &txn, state->txns == 1,
                                 &initial)) {
        return -1;
    }
    if (initial) {
        state->dbcop.count = 0;
        state->txn++;
        return 1;
    }
    bool again;
    int more = mns_dbcop_finish(&state->dbcop, reading, &mns_dbcop_reader, &txn, &again);
    state->txn += !again;
    return more;
}

static int read_end(mns_reading *reading, mns_input *input) {
    if (mns_input_need(reading, input, 1) > 0) {
        return mns_reading_fail(reading, mns_input_place(input, mns_input_bytes(input)),
                                "a count of sessions, transactions or events may be too small",
                                "the history ends here, but the file goes on");
    }
    return reading->status == MINOS_OK ? 0 : -1;
}

static int next(void *opaque, mns_reading *reading) {
    dbcop_state *state = opaque;
    mns_input *input = &reading->inputs[0];
    if (!state->begun) {
        return read_header(state, reading, input);
    }
    if (state->txn < state->txns) {
        return read_txn(state, reading, input);
    }
    if (state->session == state->sessions) {
        return read_end(reading, input);
    }
    state->session++;
    state->txn = 0;
    return read_number(reading, input, "the number of transactions of a session", &state->txns)
               ? 1
               : -1;
}

/* Every read of 0 shows the initial state, so nothing needs to be looked up. */
static bool begin(void *opaque, mns_reading *reading) {
    dbcop_state *state = opaque;
    bool begun = mns_dbcop_begin(opaque, reading);
    state->dbcop.scanned = true;
    mns_dbcop_initial_init(&state->initial);
    return begun;
}

static void end(void *opaque) {
    dbcop_state *state = opaque;
    mns_dbcop_initial_release(&state->initial);
    mns_dbcop_end(opaque);
}

static void notes(const void *opaque, mns_buf *out) {
    const dbcop_state *state = opaque;
    mns_dbcop_notes(opaque, out);
    uint64_t writes = state->initial.writes;
    if (writes > 0) {
        mns_buf_printf(out,
                       "the transaction that sets all keys to 0, the initial state (%" PRIu64
                       " write%s), is left out\n",
                       writes, writes == 1 ? "" : "s");
    }
}

/* ---- Recognition ---------------------------------------------------------------------------- */

/* The bytes that are left to look at. */
typedef struct look {
    const char *p;
    size_t left;
} look;

static bool look_number(look *at, uint64_t *number) {
    if (at->left < 8) {
        return false;
    }
    *number = number_at(at->p);
    at->p += 8;
    at->left -= 8;
    return true;
}

/* The strings must end within the bytes and have no control characters. A text file does not look
 * like this: four or more of its characters as a length are more than any file has. */
static bool look_string(look *at) {
    uint64_t size = 0;
    if (!look_number(at, &size) || size > at->left) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        if ((unsigned char)at->p[i] < ' ') {
            return false;
        }
    }
    at->p += size;
    at->left -= (size_t)size;
    return true;
}

/* Is a first event plausible, as far as the bytes go? One of its two booleans may be damaged: the
 * reader says where. */
static bool look_event(look *at, bool whole) {
    uint64_t sessions = 0, txns = 0, events = 0;
    if (!look_number(at, &sessions)) {
        return true;
    }
    if (sessions == 0) {
        return whole && at->left == 0; /* a file of zeros is not a history */
    }
    if (!look_number(at, &txns) || txns == 0 || !look_number(at, &events) || events == 0) {
        return true;
    }
    return at->left < EVENT_BYTES ||
           ((unsigned char)at->p[0] <= 1 || (unsigned char)at->p[17] <= 1);
}

static bool fits(const char *data, size_t size, bool whole) {
    look at = {data, size};
    uint64_t ignored;
    for (int i = 0; i < 5; i++) {
        if (!look_number(&at, &ignored)) {
            return false;
        }
    }
    return look_string(&at) && look_string(&at) && look_string(&at) && look_event(&at, whole);
}

const mns_reader mns_dbcop_reader = {.state_size = sizeof(dbcop_state),
                                     .begin = begin,
                                     .next = next,
                                     .end = end,
                                     .notes = notes,
                                     .fits = fits};
