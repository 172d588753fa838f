/*
 * cobra_read.c - translates the logs of Cobra (cobra.h).
 *
 *   S 17, W 900 3 5, R 16 800 4 7, C 17    {:type :ok, :process 2, :f :txn, :index 17,
 *                                           :value [[:w 3 900] [:r 4 800]]}
 *
 * The value of a write is its id, because values may repeat. The process is the number in the name
 * of the log, as in T2.log. A read of the initial state is nil; the transaction without a commit at
 * the end of a log is info. The times are the clocks of several clients, so they are not used.
 */
#include <inttypes.h>

#include "format/cobra.h"

typedef struct cobra {
    mns_cobra_facts facts;
    mns_cobra_log log;
    uint32_t file;           /* that is read now */
    bool started;            /* the file was */
    bool numbered;           /* all names have different numbers */
    size_t unlogged;         /* of facts.unlogged, the next one */
    const mns_input *inputs; /* for the names of logs */
} cobra;

/* ---- Sessions ------------------------------------------------------------------------------- */

#define DIGITS_MOST 9

/* The number before .log in a name such as T12.log or T12.log.gz. */
static bool number_of(const mns_input *input, uint64_t *number) {
    const char *path = input->source.name, *end = NULL;
    for (const char *p = strstr(path, ".log"); p != NULL; p = strstr(p + 1, ".log")) {
        end = p;
    }
    const char *first = end;
    while (first != NULL && first > path && first[-1] >= '0' && first[-1] <= '9') {
        first--;
    }
    size_t digits = first == NULL ? 0 : (size_t)(end - first);
    if (digits == 0 || digits > DIGITS_MOST) {
        return false;
    }
    *number = strtoull(first, NULL, 10);
    return true;
}

static int compare_numbers(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* *numbered: every name has a number, and no two have the same. False when out of memory. */
static bool number_sessions(const mns_reading *reading, bool *numbered) {
    uint32_t count = reading->input_count;
    uint64_t *numbers = calloc(count, sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    *numbered = true;
    for (uint32_t i = 0; i < count && *numbered; i++) {
        *numbered = number_of(&reading->inputs[i], &numbers[i]);
    }
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (uint32_t i = 1; i < count && *numbered; i++) {
        *numbered = numbers[i - 1] != numbers[i];
    }
    free(numbers);
    return true;
}

static uint64_t session_of(const cobra *state) {
    uint64_t number = state->file;
    if (state->numbered) {
        number_of(state->log.input, &number);
    }
    return number;
}

/* ---- Translation ---------------------------------------------------------------------------- */

static bool begin(void *memory, mns_reading *reading) {
    cobra *state = memory;
    if (!number_sessions(reading, &state->numbered)) {
        return mns_reading_no_memory(reading) > 0;
    }
    state->inputs = reading->inputs;
    return mns_cobra_check(reading, &state->facts);
}

static void again(void *memory) {
    cobra *state = memory;
    state->file = 0;
    state->unlogged = 0;
    state->started = false;
}

static void end(void *memory) {
    cobra *state = memory;
    mns_cobra_facts_release(&state->facts);
}

/* Goes to the start of the next log. */
static bool start_log(cobra *state, mns_reading *reading) {
    mns_input *input = &reading->inputs[state->file];
    state->log = (mns_cobra_log){.input = input, .timed = state->facts.timed};
    state->started = true;
    return mns_input_rewind(reading, input);
}

static void begin_txn(const cobra *state, mns_emit *emit, const mns_cobra_record *record) {
    bool open = record->place.offset == state->facts.open_at[state->file];
    mns_emit_begin(emit, record->place, open ? MNS_OP_INFO : MNS_OP_OK, session_of(state));
    mns_emit_field(emit, "index", record->txn);
    mns_emit_value(emit);
}

/* Many times faster than printf; half of all hashes are negative. */
static mns_text number_text(char *text, size_t size, int64_t number) {
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    char *p = text + size;
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        *--p = '-';
    }
    return (mns_text){p, (size_t)(text + size - p)};
}

static void emit_mop(mns_emit *emit, const mns_cobra_record *record) {
    char key[24], value[24];
    bool read = record->type == 'R';
    bool initial = read && mns_cobra_read_source(record) == MNS_COBRA_UNWRITTEN;
    if (record->key < 0 || record->write < 0) {
        mns_text name = number_text(key, sizeof key, record->key);
        mns_text written = number_text(value, sizeof value, record->write);
        mns_emit_mop(emit, record->place, read ? 'r' : 'w', name,
                     initial ? MNS_TEXT("nil") : written);
    } else if (read) {
        mns_emit_read(emit, record->place, (uint64_t)record->key, (uint64_t)record->write, initial);
    } else {
        mns_emit_write(emit, record->place, (uint64_t)record->key, (uint64_t)record->write);
    }
}

/* Ends a transaction; one without a commit has also the writes that only reads show. */
static void end_txn(cobra *state, mns_emit *emit) {
    const mns_cobra_facts *facts = &state->facts;
    while (state->log.open && state->unlogged < facts->unlogged_count &&
           facts->unlogged[state->unlogged].file == state->file) {
        mns_cobra_record write = facts->unlogged[state->unlogged++].read;
        write.type = 'W';
        emit_mop(emit, &write);
    }
    mns_emit_end(emit);
}

static int next(void *memory, mns_reading *reading) {
    cobra *state = memory;
    mns_emit *emit = &reading->emit;
    if (state->file == reading->input_count) {
        return 0;
    }
    if (!state->started && !start_log(state, reading)) {
        return -1;
    }
    mns_cobra_record record;
    mns_cobra_fault fault;
    int more;
    while ((more = mns_cobra_next(reading, &state->log, &record, &fault)) > 0 &&
           record.type != 'C') {
        if (record.type == 'S') {
            begin_txn(state, emit, &record);
        } else if (record.type == 'W' || mns_cobra_read_source(&record) != MNS_COBRA_FLAG) {
            emit_mop(emit, &record);
        }
    }
    if (more < 0) { /* the file changed since the check */
        return mns_cobra_refuse(reading, &fault, state->facts.timed);
    }
    if (more > 0 || state->log.open) {
        end_txn(state, emit);
    }
    if (more == 0) {
        state->file++;
        state->started = false;
    }
    return 1;
}

/* Where a record is: "byte 9 of T1.log". */
static void note_place(const cobra *state, mns_place place, mns_buf *out) {
    const char *path = state->inputs[place.file].source.name, *slash = strrchr(path, '/');
    const char *name = slash == NULL ? path : slash + 1;
    mns_buf_printf(out, "byte %" PRIu64 " of ", place.offset);
    mns_buf_escaped(out, name, strlen(name));
}

/* About writes that no log has. */
static void note_unlogged(const cobra *state, mns_buf *out) {
    const mns_cobra_facts *facts = &state->facts;
    bool one = facts->unknown_reads == 1;
    if (facts->unknown_reads > 0) {
        mns_buf_printf(out, "%" PRIu64 " %s in no log (%stransaction %" PRId64 ", at ",
                       facts->unknown_reads,
                       one ? "read saw a write of a transaction that is"
                           : "reads saw writes of transactions that are",
                       one ? "" : "the first of ", facts->first_unknown.txn);
        note_place(state, facts->first_unknown.place, out);
        mns_buf_printf(out, "): %s aborted, or a log of the folder is missing\n",
                       one ? "it" : "they");
    }
    if (facts->unlogged_count > 0) {
        const mns_cobra_record *read = &facts->unlogged[0].read;
        one = facts->unlogged_count == 1;
        mns_buf_printf(out,
                       "%zu %s known only from reads, because the log ends before %s (%s "
                       "transaction %" PRId64 ", read at ",
                       facts->unlogged_count, one ? "write is" : "writes are", one ? "it" : "them",
                       one ? "of" : "the first of", read->txn);
        note_place(state, read->place, out);
        mns_buf_str(out, "): a log may be cut short\n");
    }
}

static void notes(const void *memory, mns_buf *out) {
    const cobra *state = memory;
    note_unlogged(state, out);
    if (state->facts.flag_reads > 0) {
        bool one = state->facts.flag_reads == 1;
        mns_buf_printf(out, "%" PRIu64 " %s of Cobra's garbage-collection flag %s left out\n",
                       state->facts.flag_reads, one ? "read" : "reads", one ? "is" : "are");
    }
    if (state->facts.timed) {
        mns_buf_str(out, "the times of the transactions are not used, because they are from the "
                         "clocks of several clients\n");
    }
}

/* ---- Recognition ---------------------------------------------------------------------------- */

/* Also an abort, which the check rejects with a better message. */
static bool is_type(char c) { return c != '\0' && strchr("SWRCA", c) != NULL; }

/* Only the first two records are looked at, so that the check finds what is wrong with the others:
 * S, then another record, after its time or without one. */
static bool fits(const char *data, size_t size, bool whole) {
    (void)whole;
    if (size == 0 || data[0] != 'S') {
        return false;
    }
    size_t plain = mns_cobra_size('S', false), timed = mns_cobra_size('S', true);
    return size <= plain || is_type(data[plain]) || size <= timed || is_type(data[timed]);
}

static bool is_log(const char *name) {
    size_t size = strlen(name);
    return name[0] != '.' && size > 4 && strcmp(name + size - 4, ".log") == 0;
}

const mns_reader mns_cobra_reader = {
    .state_size = sizeof(cobra),
    .begin = begin,
    .again = again,
    .next = next,
    .end = end,
    .notes = notes,
    .fits = fits,
    .is_log = is_log,
};
