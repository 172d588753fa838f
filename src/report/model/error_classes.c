/*
 * error_classes.c - see error_classes.h.
 *
 * A class is identified by outcome and text: :fail with "timeout after # ms" and :info with the
 * same text are two. Classes are found by a hash and compared in full. They are listed by
 * frequency; ties keep the order of first occurrence.
 */
#include "report/model/error_classes.h"

#include "core/grow.h"
#include "core/map.h"
#include "history/op_fields.h"
#include "report/model/context.h"

/* The approximate number of transactions whose errors are sampled. */
#define LIMIT_LOOKED 50000
/* Bytes of a class, and of a string in quotes within one. */
#define LABEL_BYTES 100
#define STRING_BYTES 40
/* Strings up to this length are codes, such as "40001", and keep their digits. */
#define CODE_BYTES 8

/* ---- The class of one error ----------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The end of the string that starts at `start`, including its quotes. */
static size_t string_end(const char *text, size_t size, size_t start) {
    size_t end = start + 1;
    while (end < size && text[end] != '"') {
        end += text[end] == '\\' ? 2 : 1;
    }
    return end < size ? end + 1 : size;
}

/* Writes bytes with "#" for each run of digits, until the class is long enough. */
static void write_run(const char *text, size_t size, mns_buf *out) {
    for (size_t i = 0; i < size && out->size <= LABEL_BYTES && !out->failed; i++) {
        if (!is_digit(text[i])) {
            mns_buf_char(out, text[i]);
        } else if (i == 0 || !is_digit(text[i - 1])) {
            mns_buf_char(out, '#');
        }
    }
}

void mns_error_class(const char *text, size_t size, mns_buf *out) {
    mns_buf_clear(out);
    for (size_t i = 0, end; i < size && out->size <= LABEL_BYTES && !out->failed; i = end) {
        bool quoted = text[i] == '"';
        const char *quote = quoted ? NULL : memchr(text + i, '"', size - i);
        end = quote == NULL ? size : (size_t)(quote - text);
        end = quoted ? string_end(text, size, i) : end;
        if (end - i <= CODE_BYTES && (quoted || size <= CODE_BYTES)) {
            mns_buf_bytes(out, text + i, end - i);
        } else if (quoted && end - i > STRING_BYTES + 2) {
            write_run(text + i, mns_utf8_cut(text + i, end - i, STRING_BYTES + 1), out);
            mns_buf_str(out, "...\"");
        } else {
            write_run(text + i, end - i, out);
        }
    }
    if (out->size > LABEL_BYTES) {
        size_t kept = mns_utf8_cut(out->data, out->size, LABEL_BYTES);
        out->data[kept] = '\0';
        out->size = kept;
        mns_buf_str(out, "...");
    }
}

/* ---- All errors ----------------------------------------------------------------------------- */

typedef struct classes {
    mns_arena *arena;
    mns_doc_error *items; /* in the order of first occurrence */
    size_t count, capacity;
    mns_map index; /* hash of outcome and label -> place in items */
} classes;

static uint32_t find(const classes *c, uint64_t hash, mns_txn_type type, const char *label) {
    size_t slot;
    uint32_t id = mns_map_first(&c->index, hash, &slot);
    while (id != MNS_NONE &&
           (c->items[id].type != type || strcmp(c->items[id].label, label) != 0)) {
        id = mns_map_next(&c->index, hash, &slot);
    }
    return id;
}

/* Counts an error. Beyond the limit there is one further class for each outcome. */
static void count_class(classes *c, mns_txn_type type, const char *label, uint64_t times) {
    static const char others[] = "other errors";
    for (;; label = others) {
        uint64_t hash = mns_hash_mix(mns_hash_bytes(c->index.seed, label, strlen(label)), type);
        uint32_t id = find(c, hash, type, label);
        if (id == MNS_NONE && c->count >= MNS_LIMIT_ERROR_CLASSES && label != others) {
            continue;
        }
        if (id == MNS_NONE) {
            id = (uint32_t)c->count;
            if (!MNS_GROW(c->items, c->count, c->capacity, 1) ||
                !mns_map_add(&c->index, hash, id)) {
                c->arena->failed = true;
                return;
            }
            c->items[c->count++] =
                (mns_doc_error){.label = mns_arena_str(c->arena, label), .type = type};
        }
        c->items[id].count += times;
        return;
    }
}

static void look_at(classes *c, const mns_history *history) {
    const mns_txns *txns = &history->txns;
    uint64_t every = 1 + (history->fail + history->info) / LIMIT_LOOKED, met = 0;
    mns_buf label;
    mns_buf_init(&label);
    for (uint32_t txn = 0; txn < txns->count && !c->arena->failed; txn++) {
        const char *text;
        size_t size;
        bool wanted =
            txns->type[txn] != MNS_TXN_OK && txns->complete[txn] != MNS_NONE && met++ % every == 0;
        if (wanted && mns_op_field(history, txns->complete[txn], "error", &text, &size) &&
            !mns_context_is_nil(text, size)) {
            mns_error_class(text, size, &label);
            c->arena->failed = c->arena->failed || label.failed;
            count_class(c, (mns_txn_type)txns->type[txn], label.failed ? "" : label.data, every);
        }
    }
    mns_buf_release(&label);
}

/* Moves the most frequent classes into the run, most frequent first. */
static void list(classes *c, mns_doc_run *run) {
    run->error_kinds = c->count;
    run->error_count =
        (uint32_t)(c->count < MNS_LIMIT_DOC_ERRORS ? c->count : MNS_LIMIT_DOC_ERRORS);
    run->errors =
        run->error_count == 0 ? NULL : MNS_ARENA_ARRAY(c->arena, mns_doc_error, run->error_count);
    for (uint32_t i = 0; i < run->error_count && run->errors != NULL; i++) {
        size_t best = 0;
        for (size_t k = 1; k < c->count; k++) {
            best = c->items[k].count > c->items[best].count ? k : best;
        }
        run->errors[i] = c->items[best];
        c->items[best].count = 0;
    }
}

void mns_error_classes(mns_doc_run *run, const mns_history *history, mns_arena *arena) {
    classes c = {.arena = arena};
    mns_map_init(&c.index);
    look_at(&c, history);
    list(&c, run);
    mns_map_release(&c.index);
    free(c.items);
}
