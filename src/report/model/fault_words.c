/* fault_words.c - see fault_words.h. */
#include "report/model/fault_words.h"

#include "core/utf8.h"
#include "report/model/document.h"
#include "report/model/duration.h"
#include "report/model/fault_value.h"

/* Bytes of a value and of a name that are quoted. */
#define VALUE_BYTES 120
#define NAME_BYTES 40

/* How a kind of fault is described. */
typedef struct kind {
    const char *function;
    enum { NODES, CLOCKS, DISKS, NETWORK, CONNECTIONS, COMMAND } subject;
    const char *did;  /* after the subject; further words are added for some kinds */
    const char *back; /* what ended it */
    bool foreign;     /* also of other programs, if the value lists nodes */
} kind;

static const kind kinds[] = {
    {"kill", NODES, "killed (SIGKILL)", "restarted", false},
    {"pause", NODES, "paused (SIGSTOP)", "resumed", false},
    {"restart", NODES, "shut down and restarted", "", false},
    {"revive", NODES, "found stopped and restarted", "", false},
    {"start-partition", NETWORK, "cut", "restored", false},
    {"start-delay", NETWORK, "", "restored", false},
    {"reset", CONNECTIONS, "", "", false},
    {"start-clock-skew", CLOCKS, "set", "corrected", false},
    {"start-disk-full", DISKS, "filled", "emptied", false},
    {"start-command", COMMAND, "run", "reverted", false},
    {"kill", NODES, "killed", "restarted", true},
    {"crash", NODES, "crashed", "restarted", true},
    {"pause", NODES, "paused", "resumed", true},
    {"restart", NODES, "restarted", "", true},
};

/* NULL: quote it. */
static const kind *kind_of(const mns_fault_record *fault, const mns_fault_value *value) {
    mns_fault_name name = mns_fault_name_of(fault->function.text, fault->function.size);
    bool known = value->ours || value->node_count > 0;
    for (size_t i = 0; i < MNS_COUNT_OF(kinds) && known; i++) {
        mns_fault_name other = {kinds[i].function, strlen(kinds[i].function)};
        if (kinds[i].foreign != value->ours && mns_fault_name_is(name, other)) {
            return &kinds[i];
        }
    }
    return NULL;
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* On one line, cut between characters. */
static void quote(mns_fault_name form, size_t limit, mns_buf *out) {
    size_t size = form.size > limit ? mns_utf8_cut(form.text, form.size, limit) : form.size;
    for (size_t i = 0; i < size; i++) {
        bool space = form.text[i] == '\n' || form.text[i] == '\r' || form.text[i] == '\t';
        mns_buf_char(out, space ? ' ' : form.text[i]);
    }
    mns_buf_str(out, size < form.size ? "..." : "");
}

static bool is(mns_fault_name name, const char *word) {
    return mns_fault_name_is(name, (mns_fault_name){word, strlen(word)});
}

/* "n1", "n1 and n3", "n1, n2 and n3". */
static void write_names(const mns_fault_name *names, uint32_t count, mns_buf *out) {
    uint32_t kept = count < MNS_LIMIT_FAULT_NODES ? count : MNS_LIMIT_FAULT_NODES;
    for (uint32_t i = 0; i < kept; i++) {
        const char *between = i + 1 == count ? " and " : ", ";
        mns_buf_str(out, i == 0 ? "" : between);
        quote(names[i], NAME_BYTES, out);
    }
    if (kept < count) {
        mns_buf_printf(out, " and %lu more", (unsigned long)(count - kept));
    }
}

/* Nodes, and processes that the user named. */
static void write_victims(const mns_fault_value *value, mns_buf *out) {
    write_names(value->nodes, value->node_count, out);
    if (value->process_count > 0) {
        mns_buf_str(out, value->node_count > 0 ? " and " : "");
        mns_buf_str(out, value->process_count > 1 ? "processes " : "process ");
        write_names(value->processes, value->process_count, out);
    }
}

static bool is_plural(const kind *k, const mns_fault_value *value) {
    bool counted = k->subject == NODES || k->subject == CLOCKS || k->subject == DISKS;
    return k->subject == CONNECTIONS || (counted && value->node_count + value->process_count != 1);
}

static void write_subject(const kind *k, const mns_fault_value *value, bool sentence,
                          mns_buf *out) {
    static const char *const nouns[] = {
        [CLOCKS] = "clock", [DISKS] = "disk", [COMMAND] = "fault command", [NETWORK] = "network"};
    bool plural = is_plural(k, value);
    switch (k->subject) {
    case NODES: write_victims(value, out); break;
    case CONNECTIONS: mns_buf_str(out, sentence ? "Connections" : "connections"); break;
    case CLOCKS:
    case DISKS:
        mns_buf_printf(out, "%s%s%s of ", sentence ? "The " : "", nouns[k->subject],
                       plural ? "s" : "");
        write_victims(value, out);
        break;
    case NETWORK:
    case COMMAND: mns_buf_printf(out, "%s%s", sentence ? "The " : "", nouns[k->subject]); break;
    }
}

/* ---- What happened -------------------------------------------------------------------------- */

/* The pairs of schedule.h, as fault_edn.c names them. */
static void write_between(const mns_fault_value *value, mns_buf *out) {
    static const struct {
        const char *name, *before, *after;
    } pairs[] = {{"clients", " between clients and ", ""},
                 {"answers", " from ", " to clients"},
                 {"everybody", " between ", " and all clients and other nodes"},
                 {"nodes", " between ", " and the other nodes"},
                 {"hearing", " from the other nodes to ", ""},
                 {"speaking", " from ", " to the other nodes"}};
    if (is(value->between, "client")) {
        mns_buf_printf(out, " between client %lld and all nodes", (long long)value->client);
        return;
    }
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        if (is(value->between, pairs[i].name)) {
            mns_buf_str(out, pairs[i].before);
            write_victims(value, out);
            mns_buf_str(out, pairs[i].after);
        }
    }
}

static void write_time(uint64_t number, uint64_t unit_ns, mns_buf *out) {
    mns_write_duration(out, number * unit_ns);
}

static void write_delay(const mns_fault_value *value, mns_buf *out) {
    if (value->bytes_per_s >= 0) {
        mns_buf_printf(out, "limited to %lld bytes per second", (long long)value->bytes_per_s);
        return;
    }
    mns_buf_str(out, "delayed by ");
    write_time(value->delay_us < 0 ? 0 : (uint64_t)value->delay_us, 1000, out);
    if (value->jitter_us > 0) {
        mns_buf_str(out, " and up to ");
        write_time((uint64_t)value->jitter_us, 1000, out);
        mns_buf_str(out, " more");
    }
}

static void write_did(const kind *k, const mns_fault_value *value, mns_buf *out) {
    mns_buf_str(out, k->did);
    switch (k->subject) {
    case NETWORK:
        if (k->did[0] == '\0') {
            write_delay(value, out);
        }
        write_between(value, out);
        break;
    case CONNECTIONS:
        mns_buf_str(out, is(value->how, "half-open") ? "left half-open" : "reset");
        write_between(value, out);
        break;
    case CLOCKS:
        mns_buf_char(out, ' ');
        write_time((uint64_t)(value->ahead_ms < 0 ? -value->ahead_ms : value->ahead_ms), 1000000,
                   out);
        mns_buf_str(out, value->ahead_ms < 0 ? " behind" : " ahead");
        break;
    case COMMAND:
        if (value->node_count > 0) {
            mns_buf_str(out, " for ");
            write_victims(value, out);
        }
        break;
    case NODES:
    case DISKS: break;
    }
}

static void write_failure(const mns_fault_value *value, mns_buf *out) {
    if (value->outcome.size > 0 && !is(value->outcome, ":done") &&
        !is(value->outcome, "\"done\"")) {
        mns_buf_str(out, ", with the error ");
        quote(value->outcome, VALUE_BYTES, out);
    }
}

/* ---- Other programs' faults ----------------------------------------------------------------- */

static bool is_nil(mns_fault_name value) {
    return value.size == 0 || is(value, "nil") || is(value, "null");
}

static void write_quoted(const mns_fault_record *fault, mns_buf *out) {
    mns_fault_name process = mns_fault_name_of(fault->process.text, fault->process.size);
    if (!is(process, "nemesis") && process.size > 0) {
        quote(process, NAME_BYTES, out);
        mns_buf_str(out, ": ");
    }
    quote(mns_fault_name_of(fault->function.text, fault->function.size), NAME_BYTES, out);
    if (!is_nil(fault->value)) {
        mns_buf_char(out, ' ');
        quote(fault->value, VALUE_BYTES, out);
    }
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void write_words(const mns_fault_record *fault, bool sentence, mns_buf *out) {
    mns_fault_value value;
    mns_fault_value_read(fault->value.text, fault->value.size, fault->json, &value);
    const kind *k = kind_of(fault, &value);
    if (k == NULL) {
        mns_buf_str(out, sentence ? "The fault " : "");
        write_quoted(fault, out);
        mns_buf_str(out, sentence ? " was injected" : "");
        return;
    }
    const char *was = is_plural(k, &value) ? " were " : " was ";
    write_subject(k, &value, sentence, out);
    mns_buf_str(out, sentence ? was : " ");
    write_did(k, &value, out);
    write_failure(&value, out);
}

void mns_fault_words(const mns_fault_record *fault, mns_buf *out) {
    write_words(fault, false, out);
}

void mns_fault_sentence(const mns_fault_record *fault, mns_buf *out) {
    write_words(fault, true, out);
}

void mns_fault_words_end(const mns_fault_record *fault, mns_buf *out) {
    mns_fault_value value;
    mns_fault_value_read(fault->value.text, fault->value.size, fault->json, &value);
    const kind *k = kind_of(fault, &value);
    const char *back = k != NULL && k->back[0] != '\0' ? k->back : "ended";
    if (!fault->lasts) {
        return;
    }
    mns_buf_printf(out, "%s%s", fault->over ? "" : "never ", back);
    if (fault->over && fault->duration_ns >= 0) {
        mns_buf_str(out, " after ");
        mns_write_duration(out, (uint64_t)fault->duration_ns);
    }
}
