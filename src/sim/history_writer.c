/*
 * history_writer.c - the history as EDN or JSON, one operation a line, as Jepsen records it.
 *
 *     {:index 1, :time 5231, :type :ok, :process 0, :f :txn, :value [[:append 3 1] [:r 4 [1 2]]]}
 *
 * The text between the numbers comes from a table of 32-byte pieces, because a copy of fixed size
 * is two instructions. A read of a list copies the key's text. Only operations of type ok have
 * results of reads and, if requested, version numbers and timestamps:
 *
 *     {... :value [[:w 3 1 {:version 7}]], :start-ts 40, :commit-ts 45}
 *
 * A set is one object here, so each operation on sets has :sets :objects (history/sets_field.h).
 */
#include "core/grow.h"
#include "sim/sim.h"

enum { PIECE = 32, NUMBER = 20, FLUSH_BYTES = 1 << 18 };

typedef struct piece {
    char bytes[PIECE];
    uint8_t size;
} piece;

#define TEXT(text)                                                                                 \
    { text, sizeof(text) - 1 }

typedef struct syntax {
    piece index, time, type[4], value, value_end, start, commit, final, objects, end;
    piece write[MNS_GENERATOR_KIND_COUNT], read, between, close;
    piece nothing, list, list_end, set, set_end, gap, version, version_end;
} syntax;

static const syntax edn = {
    .index = TEXT("{:index "),
    .time = TEXT(", :time "),
    .type = {TEXT(", :type :invoke, :process "), TEXT(", :type :ok, :process "),
             TEXT(", :type :fail, :process "), TEXT(", :type :info, :process ")},
    .value = TEXT(", :f :txn, :value ["),
    .value_end = TEXT("]"),
    .start = TEXT(", :start-ts "),
    .commit = TEXT(", :commit-ts "),
    .final = TEXT(", :final true"),
    .objects = TEXT(", :sets :objects"),
    .end = TEXT("}\n"),
    .write = {TEXT("[:append "), TEXT("[:w "), TEXT("[:add "), TEXT("[:inc ")},
    .read = TEXT("[:r "),
    .between = TEXT(" "),
    .close = TEXT("]"),
    .nothing = TEXT("nil"),
    .list = TEXT("["),
    .list_end = TEXT("]"),
    .set = TEXT("#{"),
    .set_end = TEXT("}"),
    .gap = TEXT(" "),
    .version = TEXT(" {:version "),
    .version_end = TEXT("}"),
};

static const syntax json = {
    .index = TEXT("{\"index\":"),
    .time = TEXT(",\"time\":"),
    .type = {TEXT(",\"type\":\"invoke\",\"process\":"), TEXT(",\"type\":\"ok\",\"process\":"),
             TEXT(",\"type\":\"fail\",\"process\":"), TEXT(",\"type\":\"info\",\"process\":")},
    .value = TEXT(",\"f\":\"txn\",\"value\":["),
    .value_end = TEXT("]"),
    .start = TEXT(",\"start-ts\":"),
    .commit = TEXT(",\"commit-ts\":"),
    .final = TEXT(",\"final\":true"),
    .objects = TEXT(",\"sets\":\"objects\""),
    .end = TEXT("}\n"),
    .write = {TEXT("[\"append\","), TEXT("[\"w\","), TEXT("[\"add\","), TEXT("[\"inc\",")},
    .read = TEXT("[\"r\","),
    .between = TEXT(","),
    .close = TEXT("]"),
    .nothing = TEXT("null"),
    .list = TEXT("["),
    .list_end = TEXT("]"),
    .set = TEXT("["),
    .set_end = TEXT("]"),
    .gap = TEXT(","),
    .version = TEXT(",{\"version\":"),
    .version_end = TEXT("}"),
};

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* The callers of put_* reserve room. */
static char *put_piece(char *at, const piece *p) {
    memcpy(at, p->bytes, PIECE);
    return at + p->size;
}

size_t mns_writer_number(char *place, int64_t number) {
    char digits[NUMBER];
    size_t at = NUMBER;
    bool negative = number < 0;
    uint64_t rest = negative ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (negative) {
        digits[--at] = '-';
    }
    memcpy(place, digits + at, NUMBER - at);
    return NUMBER - at;
}

static char *put_number(char *at, uint64_t number) {
    return at + mns_writer_number(at, (int64_t)number);
}

static bool reserve(mns_sim *sim, size_t size) {
    if (!MNS_GROW(sim->out, sim->out_size, sim->out_capacity, size)) {
        sim->status = MINOS_ENOMEM;
        return false;
    }
    return true;
}

void mns_writer_flush(mns_sim *sim) {
    if (sim->out_size > 0 && sim->status == MINOS_OK &&
        sim->history(sim->history_context, sim->out, sim->out_size) != 0) {
        sim->status = MINOS_EIO;
    }
    sim->out_size = 0;
}

/* ---- Results of reads ----------------------------------------------------------------------- */

/* Iterates over the values that a read returns besides the versions of its key: its transaction's
 * own writes, then those added by a bug or a dirty read. *cursor starts at 0. */
static bool next_other(const mns_session *session, size_t at, size_t *cursor, int64_t *value) {
    const mns_sim_step *step = &session->steps[at];
    for (; *cursor < at; (*cursor)++) {
        const mns_sim_step *earlier = &session->steps[*cursor];
        if (step->own && earlier->write && earlier->key == step->key) {
            *value = earlier->value;
            (*cursor)++;
            return true;
        }
    }
    size_t extra = *cursor - at;
    if (extra >= step->extra_count) {
        return false;
    }
    *value = session->extras[step->extra_at + extra];
    (*cursor)++;
    return true;
}

/* A list or a set: all values. */
static char *put_all(char *to, const syntax *s, const mns_session *session, size_t at, bool set) {
    const mns_sim_step *step = &session->steps[at];
    to = put_piece(to, set ? &s->set : &s->list);
    if (step->prefix > 0) {
        size_t size = step->key->versions[step->prefix - 1].end;
        memcpy(to, step->key->text, size);
        to += size;
    }
    bool first = step->prefix == 0;
    int64_t value;
    for (size_t cursor = 0; next_other(session, at, &cursor, &value);) {
        if (!first) {
            to = put_piece(to, &s->gap);
        }
        first = false;
        to += mns_writer_number(to, value);
    }
    return put_piece(to, set ? &s->set_end : &s->list_end);
}

/* A register: the last value. */
static char *put_last(char *to, const syntax *s, const mns_session *session, size_t at) {
    const mns_sim_step *step = &session->steps[at];
    int64_t last = step->prefix > 0 ? step->key->versions[step->prefix - 1].value : 0;
    bool any = step->prefix > 0;
    int64_t value;
    for (size_t cursor = 0; next_other(session, at, &cursor, &value);) {
        last = value;
        any = true;
    }
    return any ? to + mns_writer_number(to, last) : put_piece(to, &s->nothing);
}

/* A counter: the sum. */
static char *put_sum(char *to, const mns_session *session, size_t at) {
    const mns_sim_step *step = &session->steps[at];
    int64_t sum = 0;
    int64_t value;
    for (size_t i = 0; i < step->prefix; i++) {
        sum += step->key->versions[i].value;
    }
    for (size_t cursor = 0; next_other(session, at, &cursor, &value);) {
        sum += value;
    }
    return to + mns_writer_number(to, sum);
}

static char *put_answer(char *to, const mns_sim *sim, const syntax *s, const mns_session *session,
                        size_t at) {
    if (session->steps[at].nil) {
        return put_piece(to, &s->nothing);
    }
    switch (sim->config.shape.kind) {
    case MNS_GENERATE_RW_REGISTER: return put_last(to, s, session, at);
    case MNS_GENERATE_COUNTER: return put_sum(to, session, at);
    default: return put_all(to, s, session, at, sim->config.shape.kind == MNS_GENERATE_SET);
    }
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* The most bytes that a micro-operation may take. */
static size_t room_for(const mns_session *session, size_t at) {
    const mns_sim_step *step = &session->steps[at];
    size_t others = step->extra_count + (step->own ? at : 0);
    return step->key->text_size + (others + 11) * PIECE;
}

static char *put_version(char *to, const syntax *s, const mns_sim_step *step) {
    if (step->version == MNS_UNNUMBERED) {
        return to;
    }
    to = put_piece(to, &s->version);
    return put_piece(put_number(to, step->version), &s->version_end);
}

static bool put_step(mns_sim *sim, const syntax *s, const mns_session *session, size_t at,
                     bool answered) {
    if (!reserve(sim, room_for(session, at))) {
        return false;
    }
    const mns_sim_step *step = &session->steps[at];
    char *to = sim->out + sim->out_size;
    if (at > 0) {
        to = put_piece(to, &s->between);
    }
    to = put_piece(to, step->write ? &s->write[sim->config.shape.kind] : &s->read);
    to = put_number(to, step->key->id);
    to = put_piece(to, &s->gap);
    if (step->write) {
        to += mns_writer_number(to, step->value);
    } else if (answered) {
        to = put_answer(to, sim, s, session, at);
    } else {
        to = put_piece(to, &s->nothing);
    }
    if (answered && sim->config.versions) {
        to = put_version(to, s, step);
    }
    to = put_piece(to, &s->close);
    sim->out_size = (size_t)(to - sim->out);
    return true;
}

static void put_end(mns_sim *sim, const syntax *s, const mns_session *session, bool answered) {
    if (!reserve(sim, (size_t)7 * PIECE)) {
        return;
    }
    char *to = put_piece(sim->out + sim->out_size, &s->value_end);
    if (sim->config.shape.kind == MNS_GENERATE_SET) {
        to = put_piece(to, &s->objects);
    }
    if (answered && sim->config.timestamps) {
        to = put_number(put_piece(to, &s->start), session->start_ts);
        to = put_number(put_piece(to, &s->commit), session->commit_ts);
    }
    if (session->final) {
        to = put_piece(to, &s->final);
    }
    to = put_piece(to, &s->end);
    sim->out_size = (size_t)(to - sim->out);
}

uint64_t mns_writer_operation(mns_sim *sim, const mns_session *session, mns_event event) {
    const syntax *s = sim->config.json ? &json : &edn;
    if (!reserve(sim, (size_t)8 * PIECE)) {
        return sim->index++;
    }
    char *to = put_piece(sim->out + sim->out_size, &s->index);
    to = put_piece(put_number(to, sim->index), &s->time);
    to = put_piece(put_number(to, sim->time_ns), &s->type[event]);
    to = put_piece(put_number(to, session->process), &s->value);
    sim->out_size = (size_t)(to - sim->out);
    for (size_t i = 0; i < session->step_count; i++) {
        if (!put_step(sim, s, session, i, event == MNS_OK)) {
            return sim->index++;
        }
    }
    put_end(sim, s, session, event == MNS_OK);
    if (sim->out_size >= FLUSH_BYTES) {
        mns_writer_flush(sim);
    }
    return sim->index++;
}
