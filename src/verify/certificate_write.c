/*
 * certificate_write.c - writes a certificate; see certificate.h for its form.
 *
 * Text is written in pieces, so memory does not grow with the file. Lines of numbers are short
 * enough for an editor, and for an error that names a line and a column.
 */
#include "core/buf.h"
#include "read/pack.h"
#include "verify/certificate.h"
#include "verify/history_hash.h"
#include "verify/numbering.h"

#define PIECE ((size_t)1 << 16)
#define NUMBERS_PER_LINE 16

typedef struct writer {
    const mns_history *history;
    mns_numbering numbering;
    mns_packer *packer;
    mns_buf out;
    minos_status status;
} writer;

static void flush(writer *w, bool all) {
    if (w->out.failed && w->status == MINOS_OK) {
        w->status = MINOS_ENOMEM;
    }
    if (w->status == MINOS_OK && (all || w->out.size >= PIECE)) {
        w->status = mns_packer_add(w->packer, w->out.data, w->out.size);
        mns_buf_clear(&w->out);
    }
}

static void write_string(writer *w, const char *text) {
    mns_buf_json_string(&w->out, text, strlen(text));
}

/* ---- Head ----------------------------------------------------------------------------------- */

size_t mns_certificate_assumptions(const mns_assumptions *a,
                                   const char *names[MNS_ASSUMPTION_COUNT]) {
    const struct {
        bool is_made;
        const char *name;
    } all[MNS_ASSUMPTION_COUNT] = {{a->wfr, "wfr-keys"},
                                   {a->sequential, "sequential-keys"},
                                   {a->linearizable, "linearizable-keys"},
                                   {a->sets_are_objects, "sets-are-objects"},
                                   {a->transaction_order != NULL, "transaction-order"}};
    size_t count = 0;
    for (size_t i = 0; i < MNS_ASSUMPTION_COUNT; i++) {
        if (all[i].is_made) {
            names[count++] = all[i].name;
        }
    }
    return count;
}

static void write_assumptions(writer *w, const mns_assumptions *assumptions) {
    const char *names[MNS_ASSUMPTION_COUNT];
    size_t count = mns_certificate_assumptions(assumptions, names);
    mns_buf_str(&w->out, ", \"assumptions\": [");
    for (size_t i = 0; i < count; i++) {
        mns_buf_str(&w->out, i == 0 ? "" : ", ");
        write_string(w, names[i]);
    }
    mns_buf_str(&w->out, "],\n");
}

static void write_head(writer *w, const uint8_t hash[MNS_SHA256_BYTES],
                       const mns_assumptions *assumptions) {
    char digits[MNS_SHA256_DIGITS + 1];
    mns_sha256_digits(hash, digits);
    mns_buf_printf(&w->out,
                   "{\"certificate\": 1, \"workload\": \"%s\",\n"
                   "\"history\": {\"transactions\": %u, \"sha256\": \"%s\"}",
                   mns_workload_name(w->history->workload), (unsigned)w->history->txns.count,
                   digits);
    write_assumptions(w, assumptions);
}

/* ---- Entries -------------------------------------------------------------------------------- */

/* The i-th number of a column of an execution. */
static uint32_t number_at(const writer *w, const mns_execution *e, const uint32_t *column,
                          uint32_t i) {
    return column == e->order ? w->numbering.number[column[i]] : column[i];
}

static void write_column(writer *w, const char *name, const mns_execution *e,
                         const uint32_t *column) {
    mns_buf_printf(&w->out, ",\n\"%s\": [", name);
    for (uint32_t i = 0; i < e->count; i++) {
        const char *line = i % NUMBERS_PER_LINE == 0 ? ",\n" : ",";
        mns_buf_str(&w->out, i == 0 ? "" : line);
        mns_buf_unsigned(&w->out, number_at(w, e, column, i));
        flush(w, false);
    }
    mns_buf_char(&w->out, ']');
}

/* Those of unknown outcome that committed, ascending. */
static void write_info(writer *w, const mns_execution *e) {
    const uint8_t *type = w->history->txns.type;
    uint8_t *taken = calloc((size_t)w->history->txns.count + 1, 1);
    if (taken == NULL) {
        w->status = MINOS_ENOMEM;
        return;
    }
    for (uint32_t i = 0; i < e->count; i++) {
        taken[w->numbering.number[e->order[i]]] = type[e->order[i]] == MNS_TXN_INFO;
    }
    const char *before = "";
    mns_buf_str(&w->out, ", \"info\": [");
    for (uint32_t number = 0; number < w->history->txns.count; number++) {
        if (taken[number] != 0) {
            mns_buf_str(&w->out, before);
            mns_buf_unsigned(&w->out, number);
            before = ",";
            flush(w, false);
        }
    }
    mns_buf_char(&w->out, ']');
    free(taken);
}

const char *mns_certificate_model_name(mns_model model) {
    return model == MNS_M_PL_SS ? "strict-serializable" : mns_model_friendly(model);
}

/* The models of the entries from i on that share its execution. */
static void write_certified(writer *w, const mns_certificate_entry *entries, size_t count,
                            size_t i) {
    const mns_execution *e = entries[i].execution;
    const char *before = "";
    mns_buf_str(&w->out, "\"certified\", \"also\": [");
    for (size_t j = i + 1; j < count; j++) {
        if (entries[j].execution == e) {
            mns_buf_str(&w->out, before);
            write_string(w, mns_certificate_model_name(entries[j].model));
            before = ", ";
        }
    }
    mns_buf_char(&w->out, ']');
    write_info(w, e);
    write_column(w, "order", e, e->order);
    if (e->sees != NULL) {
        write_column(w, "sees", e, e->sees);
    }
}

static bool is_written(const mns_certificate_entry *entries, size_t i) {
    bool found = false;
    for (size_t j = 0; j < i && entries[i].execution != NULL; j++) {
        found |= entries[j].execution == entries[i].execution;
    }
    return found;
}

static void write_entries(writer *w, const mns_certificate_entry *entries, size_t count) {
    const char *before = "\n";
    mns_buf_str(&w->out, "\"entries\": [");
    for (size_t i = 0; i < count && w->status == MINOS_OK; i++) {
        if (is_written(entries, i)) {
            continue;
        }
        mns_buf_str(&w->out, before);
        mns_buf_str(&w->out, "{\"model\": ");
        write_string(w, mns_certificate_model_name(entries[i].model));
        mns_buf_str(&w->out, ", \"verdict\": ");
        if (entries[i].execution != NULL) {
            write_certified(w, entries, count, i);
        } else {
            mns_buf_str(&w->out, "\"ruled out\", \"anomaly\": ");
            write_string(w, mns_anomaly_name(entries[i].anomaly));
        }
        mns_buf_char(&w->out, '}');
        before = ",\n";
    }
    mns_buf_str(&w->out, "\n]}\n");
    flush(w, true);
}

minos_status mns_certificate_write(const mns_history *history, mns_source *source,
                                   const mns_assumptions *assumptions,
                                   const mns_certificate_entry *entries, size_t count,
                                   const mns_certificate_output *output) {
    mns_packing packing = mns_packing_of_name(output->name);
    if (!mns_packing_works(packing)) {
        return MINOS_EARGUMENT;
    }
    uint8_t hash[MNS_SHA256_BYTES];
    writer w = {.history = history, .status = mns_history_hash(source, hash)};
    mns_buf_init(&w.out);
    if (w.status == MINOS_OK) {
        w.packer = mns_packer_new(packing, output->write, output->context);
        bool numbered = w.packer != NULL && mns_numbering_make(&w.numbering, history);
        w.status = numbered ? MINOS_OK : MINOS_ENOMEM;
    }
    if (w.status == MINOS_OK) {
        write_head(&w, hash, assumptions);
        write_entries(&w, entries, count);
    }
    if (w.status == MINOS_OK) {
        w.status = mns_packer_finish(w.packer);
    }
    mns_packer_free(w.packer);
    mns_numbering_release(&w.numbering);
    mns_buf_release(&w.out);
    return w.status;
}
