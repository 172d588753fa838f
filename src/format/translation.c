/* translation.c - see translation.h. */
#include "format/translation.h"

#include <inttypes.h>

#include "core/grow.h"
#include "format/places.h"

/* EDN that is made before it is handed over. */
#define PIECE ((size_t)1 << 16)
/* The most bytes of EDN for a byte of input, and for each history: every reader stays below that.
 * Only addresses are reserved. */
#define LONGEST 128
#define LONGEST_LEAST ((uint64_t)1 << 20)

struct mns_translation {
    mns_stream stream;
    minos_format format;
    const mns_reader *reader;
    mns_inputs inputs;
    mns_reading reading;
    void *state;
    bool begun, ended;
    bool checked; /* begin has succeeded */
    size_t given; /* bytes of reading.emit.out that were handed over */
    mns_buf notes;
};

/* ---- The stream ----------------------------------------------------------------------------- */

static void clear_failure(mns_reading *r) {
    free(r->message);
    free(r->hint);
    r->message = r->hint = NULL;
    r->status = MINOS_OK;
}

static void stop(mns_translation *t) {
    if (t->begun && t->reader->end != NULL) {
        t->reader->end(t->state);
    }
    t->begun = t->checked = false;
}

/* Prepares the reader; it checks the inputs the first time only. */
static void begin(mns_translation *t) {
    if (t->checked && t->reader->again != NULL) {
        t->reader->again(t->state);
        return;
    }
    stop(t);
    memset(t->state, 0, t->reader->state_size);
    t->begun = true;
    t->checked = t->reader->begin == NULL || t->reader->begin(t->state, &t->reading);
}

/* Puts everything back to the beginning of the inputs. */
static minos_status start(mns_translation *t) {
    mns_reading *r = &t->reading;
    clear_failure(r);
    mns_buf_clear(&r->emit.out);
    r->emit.before = 0;
    r->emit.next_target = 0;
    r->emit.last = (mns_place){0, 0};
    t->given = 0;
    t->ended = false;
    for (uint32_t i = 0; i < t->inputs.count && r->status == MINOS_OK; i++) {
        t->inputs.items[i].text = !mns_format_is_binary(t->format);
        mns_input_rewind(r, &t->inputs.items[i]);
    }
    if (r->status == MINOS_OK) {
        begin(t);
    }
    return r->status;
}

/* The notes of an earlier translation stay until this one is complete. A second one may end before
 * the reader does: when all its text was handed over. */
static void write_notes(mns_translation *t) {
    mns_buf_clear(&t->notes);
    if (t->inputs.note != NULL) {
        mns_buf_str(&t->notes, t->inputs.note);
        mns_buf_char(&t->notes, '\n');
    }
    if (t->reader->notes != NULL) {
        t->reader->notes(t->state, &t->notes);
    }
}

/* Translates the next piece; the buffer is empty. */
static void make_piece(mns_translation *t) {
    mns_reading *r = &t->reading;
    r->emit.before += r->emit.out.size;
    mns_buf_clear(&r->emit.out);
    t->given = 0;
    while (r->status == MINOS_OK && !t->ended && r->emit.out.size < PIECE) {
        t->ended = t->reader->next(t->state, r) == 0;
        if (t->ended && r->status == MINOS_OK) {
            write_notes(t);
        }
        if (r->emit.out.failed || t->notes.failed) {
            r->status = MINOS_ENOMEM;
        }
    }
}

static minos_status read_translation(mns_stream *stream, char *out, size_t room, size_t *got) {
    mns_translation *t = (mns_translation *)stream;
    mns_reading *r = &t->reading;
    *got = 0;
    while (*got < room) {
        size_t left = r->emit.out.size - t->given;
        size_t piece = left < room - *got ? left : room - *got;
        if (piece > 0) {
            memcpy(out + *got, r->emit.out.data + t->given, piece);
        }
        *got += piece;
        t->given += piece;
        if (*got == room || (left == piece && (t->ended || r->status != MINOS_OK))) {
            break;
        }
        make_piece(t);
    }
    /* A failure counts once all text before it was handed over. */
    return *got == room ? MINOS_OK : r->status;
}

static minos_status rewind_translation(mns_stream *stream) {
    return start((mns_translation *)stream);
}

static double expected_size(const mns_stream *stream, uint64_t made) {
    const mns_translation *t = (const mns_translation *)stream;
    double used = 0, all = 0;
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        used += (double)t->inputs.items[i].at;
        all += mns_source_expected(&t->inputs.items[i].source);
    }
    return used <= 0 ? 0 : (double)made * (all < used ? 1 : all / used);
}

/* ---- Places --------------------------------------------------------------------------------- */

/* The files that could not be read. */
static void report_inputs(const mns_translation *t, mns_problems *problems) {
    for (uint32_t i = 0; i < t->inputs.count; i++) {
        uint32_t before = problems->count;
        mns_source_report(&t->inputs.items[i].source, problems);
        if (problems->count > before) {
            mns_place_in_file(&t->inputs, i, &problems->items[before], &problems->failed);
        }
    }
}

static void report(const mns_stream *stream, uint64_t limit, mns_problems *problems) {
    const mns_translation *t = (const mns_translation *)stream;
    const mns_reading *r = &t->reading;
    uint32_t before = problems->count;
    if (limit > 0) {
        mns_problems_add(problems, MNS_NO_OFFSET, NULL,
                         "the history is longer than %" PRIu64 " bytes as EDN", limit);
    } else if (r->message == NULL) {
        report_inputs(t, problems);
    } else {
        mns_problems_add(problems, MNS_NO_OFFSET, r->hint, "%s", r->message);
        if (problems->count > before && r->has_earlier) {
            mns_place_earlier(&t->inputs, t->format, r->earlier, &problems->items[before],
                              &problems->failed);
        }
        if (problems->count > before) {
            mns_place_problem(&t->inputs, t->format, r->place, &problems->items[before],
                              &problems->failed);
        }
    }
}

static int compare_targets(const void *a, const void *b) {
    const mns_target *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static const mns_target *find_target(const mns_target *targets, uint32_t count, uint64_t offset) {
    uint32_t i = 0;
    while (i + 1 < count && targets[i].offset != offset) {
        i++;
    }
    return &targets[i];
}

/* Translates the history again, until every target has its place. It may fail after the text that
 * has the targets, as it did before. */
static minos_status find_places(mns_translation *t, mns_target *targets, uint32_t count) {
    mns_emit *emit = &t->reading.emit;
    qsort(targets, count, sizeof *targets, compare_targets);
    emit->targets = targets;
    emit->target_count = count;
    minos_status status = start(t);
    while (status == MINOS_OK && !t->ended && emit->next_target < count) {
        make_piece(t);
        status = t->reading.status;
    }
    while (emit->next_target < count) {
        targets[emit->next_target++].place = emit->last;
    }
    emit->targets = NULL;
    emit->target_count = emit->next_target = 0;
    return status;
}

/* True if the problem has an offset of the translated text, and no position yet. A problem of
 * another file, such as a transaction order, was located there. */
static bool needs_place(const mns_problem *problem) {
    return problem->offset != MNS_NO_OFFSET && problem->source_line == NULL;
}

/* Two writes of a value: the translation may have them in another order than the file. */
static void put_in_order(mns_place *first, mns_place *second) {
    if (second->file == first->file && second->offset < first->offset) {
        mns_place swapped = *first;
        *first = *second;
        *second = swapped;
    }
}

void mns_translation_locate(mns_translation *t, mns_problems *problems) {
    mns_target targets[2 * MNS_LIMIT_PROBLEMS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < problems->count; i++) {
        const mns_problem *problem = &problems->items[i];
        if (needs_place(problem)) {
            targets[count++].offset = problem->offset;
        }
        if (needs_place(problem) && problem->earlier != MNS_NO_OFFSET) {
            targets[count++].offset = problem->earlier;
        }
    }
    if (count == 0) {
        return;
    }
    problems->failed |= find_places(t, targets, count) == MINOS_ENOMEM;
    for (uint32_t i = 0; i < problems->count; i++) {
        mns_problem *problem = &problems->items[i];
        bool *failed = &problems->failed;
        if (!needs_place(problem)) {
            continue;
        }
        mns_place place = find_target(targets, count, problem->offset)->place;
        if (problem->earlier != MNS_NO_OFFSET) {
            mns_place first = find_target(targets, count, problem->earlier)->place;
            if (problem->earlier < problem->offset) {
                put_in_order(&first, &place);
            }
            mns_place_earlier(&t->inputs, t->format, first, problem, failed);
        }
        mns_place_problem(&t->inputs, t->format, place, problem, failed);
    }
}

const char *mns_translation_notes(const mns_translation *t) {
    return t->notes.size == 0 ? NULL : t->notes.data;
}

/* ---- Opening -------------------------------------------------------------------------------- */

static void free_translation(mns_stream *stream) {
    mns_translation *t = (mns_translation *)stream;
    stop(t);
    clear_failure(&t->reading);
    mns_inputs_release(&t->inputs);
    mns_buf_release(&t->reading.emit.out);
    mns_buf_release(&t->notes);
    free(t->state);
    free(t);
}

/* Takes over the inputs. NULL when out of memory. */
static mns_translation *translation_new(mns_inputs *inputs, minos_format format) {
    static const mns_stream_type type = {
        read_translation, rewind_translation, expected_size, report, NULL, free_translation};
    const mns_reader *reader = mns_format_get(format)->reader;
    mns_translation *t = MNS_NEW_ARRAY(mns_translation, 1);
    void *state = mns_new_array(reader->state_size + 1, 1);
    if (t == NULL || state == NULL) {
        free(t);
        free(state);
        mns_inputs_release(inputs);
        return NULL;
    }
    t->stream.type = &type;
    t->format = format;
    t->reader = reader;
    t->inputs = *inputs;
    t->state = state;
    t->reading.inputs = t->inputs.items;
    t->reading.input_count = t->inputs.count;
    mns_buf_init(&t->reading.emit.out);
    mns_buf_init(&t->notes);
    return t;
}

/* The most bytes that the EDN may have. */
static uint64_t longest(const mns_inputs *inputs) {
    uint64_t bytes = LONGEST_LEAST;
    for (uint32_t i = 0; i < inputs->count; i++) {
        const mns_source *source = &inputs->items[i].source;
        bool archive = source->window != NULL && source->size == 0;
        if (archive || source->size > MNS_LIMIT_SOURCE_BYTES / LONGEST) {
            return MNS_LIMIT_SOURCE_BYTES;
        }
        bytes += LONGEST * (uint64_t)source->size;
    }
    return bytes;
}

static minos_status translate(mns_source *source, const char *name, mns_inputs *inputs,
                              minos_format format, mns_translation **translation,
                              mns_problems *problems) {
    name = inputs->folder ? name : inputs->items[0].source.name; /* the file in a folder */
    uint64_t limit = longest(inputs);
    mns_translation *t = translation_new(inputs, format);
    minos_status status = t == NULL ? MINOS_ENOMEM : start(t);
    if (t == NULL) {
        return status;
    }
    if (status != MINOS_OK) {
        report(&t->stream, 0, problems);
        free_translation(&t->stream);
        return status;
    }
    status = mns_source_stream(source, name, &t->stream, limit, problems);
    if (source->name == NULL) { /* out of memory */
        mns_source_release(source);
    }
    *translation = source->window == NULL ? NULL : t;
    return status;
}

/* Turns inputs into the source of a history; takes them over. */
static minos_status use_inputs(mns_source *source, const char *name, mns_inputs *inputs,
                               minos_format format, mns_translation **translation,
                               mns_problems *problems) {
    bool foreign = format != MINOS_FORMAT_AUTO && mns_format_get(format)->reader != NULL;
    if (foreign) {
        return translate(source, name, inputs, format, translation, problems);
    }
    *source = inputs->items[0].source;
    memset(&inputs->items[0].source, 0, sizeof inputs->items[0].source);
    mns_inputs_release(inputs);
    return MINOS_OK;
}

/* A failed source still has the name for messages. */
static minos_status failed(mns_source *source, const char *name, mns_translation **translation,
                           minos_status status) {
    if (source->name == NULL) {
        mns_source_release(source); /* it may own the translation */
        *translation = NULL;
        mns_problems ignored;
        mns_problems_init(&ignored);
        minos_status named = mns_source_memory(source, name, "", 0, 0, &ignored);
        mns_problems_release(&ignored);
        status = named == MINOS_ENOMEM ? MINOS_ENOMEM : status;
    }
    return status;
}

minos_status mns_history_open(mns_source *source, const char *path, minos_format *format,
                              uint64_t max_unpacked, mns_translation **translation,
                              mns_problems *problems) {
    mns_inputs inputs;
    memset(source, 0, sizeof *source);
    *translation = NULL;
    minos_status status = mns_inputs_open(&inputs, path, format, max_unpacked, problems);
    if (status == MINOS_OK) {
        status = use_inputs(source, path, &inputs, *format, translation, problems);
    } else {
        mns_inputs_release(&inputs);
    }
    return status == MINOS_OK ? status : failed(source, path, translation, status);
}

minos_status mns_history_open_memory(mns_source *source, const char *name, const void *data,
                                     size_t size, minos_format *format, uint64_t max_unpacked,
                                     mns_translation **translation, mns_problems *problems) {
    mns_inputs inputs = {.items = NULL};
    mns_source raw;
    memset(source, 0, sizeof *source);
    *translation = NULL;
    minos_status status = mns_source_memory(&raw, name, data, size, max_unpacked, problems);
    if (status != MINOS_OK) {
        mns_source_release(&raw);
        return failed(source, name, translation, status);
    }
    status = mns_inputs_take(&inputs, &raw, format, problems);
    if (status == MINOS_OK) {
        status = use_inputs(source, name, &inputs, *format, translation, problems);
    } else {
        mns_inputs_release(&inputs);
    }
    return status == MINOS_OK ? status : failed(source, name, translation, status);
}
