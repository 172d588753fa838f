/*
 * document_statements.c - the statements that clients sent for the transactions of witnesses.
 *
 * In: minos_options.statements, which knows the database; the checker does not. Only transactions
 * of witnesses are described, at most MNS_LIMIT_DESCRIBED of each, and only if all keys and values
 * are integers, as in every recorded run. Cost: linear in these transactions.
 */
#include "core/grow.h"
#include "history/op_fields.h"
#include "report/model/context.h"
#include "report/model/document_make.h"

/* Bytes of :failed-at and of :error; longer ones are ignored. */
#define AT_BYTES 20
#define ERROR_BYTES 2000

typedef struct describer {
    const mns_check_result *check;
    mns_arena *arena;
    minos_operation *operations; /* of one transaction; grows */
    size_t count, capacity;
} describer;

/* False when out of memory; *known is false if a key or value is not an integer. */
static bool read_operations(describer *d, uint32_t txn, bool *known) {
    const mns_history *history = d->check->observation->history;
    const mns_tables *tables = &history->tables;
    *known = true;
    d->count = 0;
    for (uint32_t m = history->txns.first_mop[txn]; m < history->txns.first_mop[txn + 1]; m++) {
        if (!MNS_GROW(d->operations, d->count, d->capacity, 1)) {
            return false;
        }
        minos_operation *operation = &d->operations[d->count++];
        *operation = (minos_operation){.write = !mns_mop_is_read(&tables->mops, m)};
        mns_value key = tables->keys.name[tables->mops.key[m]];
        *known = *known && mns_value_integer(&tables->values, key, &operation->key) &&
                 (!operation->write ||
                  mns_value_integer(&tables->values, tables->mops.value[m], &operation->value));
    }
    return true;
}

/* A field of the completion, without the colon of a keyword; NULL if there is none. */
static const char *read_field(const describer *d, uint32_t txn, const char *name, size_t limit) {
    const mns_history *history = d->check->observation->history;
    uint32_t complete = history->txns.complete[txn];
    const char *text;
    size_t size;
    if (complete == MNS_NONE || !mns_op_field(history, complete, name, &text, &size) ||
        size > limit) {
        return NULL;
    }
    bool keyword = size > 0 && text[0] == ':';
    return mns_arena_bytes(d->arena, text + keyword, size - keyword);
}

static bool is_final(const describer *d, uint32_t txn) {
    const char *final = read_field(d, txn, "final", AT_BYTES);
    return final != NULL && strcmp(final, "true") == 0;
}

/* Splits the text into lines. */
static void set_statements(mns_arena *arena, const char *text, mns_doc_txn *out) {
    uint32_t count = 0;
    for (const char *p = text; *p != '\0'; p += strcspn(p, "\n"), p += *p == '\n') {
        count++;
    }
    out->statements = count == 0 ? NULL : MNS_ARENA_ARRAY(arena, const char *, count);
    for (const char *p = text; out->statements != NULL && *p != '\0';) {
        size_t size = strcspn(p, "\n");
        out->statements[out->statement_count++] = mns_arena_bytes(arena, p, size);
        p += size + (p[size] == '\n');
    }
}

static void describe(describer *d, uint32_t txn, mns_doc_txn *out) {
    bool known;
    char *text = NULL;
    if (!read_operations(d, txn, &known)) {
        d->arena->failed = true;
    }
    if (d->arena->failed || !known) {
        return;
    }
    const minos_transaction transaction = {.operations = d->operations,
                                           .count = d->count,
                                           .node = out->node,
                                           .final_read = is_final(d, txn),
                                           .error = read_field(d, txn, "error", ERROR_BYTES),
                                           .failed_at = read_field(d, txn, "failed-at", AT_BYTES)};
    if (d->check->statements(d->check->live, &transaction, &text) != MINOS_OK) {
        d->arena->failed = true;
    } else if (text != NULL) {
        set_statements(d->arena, text, out);
    }
    free(text);
}

void mns_document_statements(mns_document *document, const mns_check_result *check) {
    describer d = {.check = check, .arena = &document->arena};
    bool known = check->statements != NULL && check->live != NULL;
    for (size_t a = 0; a < document->anomaly_count && known; a++) {
        const mns_doc_anomaly *anomaly = &document->anomalies[a];
        const mns_witness *witnesses = mns_context_witnesses(check, anomaly);
        for (size_t i = 0; i < anomaly->witness_count; i++) {
            const mns_doc_witness *witness = &anomaly->witnesses[i];
            for (uint32_t t = 0;
                 t < witness->txn_count && t < MNS_LIMIT_DESCRIBED && !document->arena.failed;
                 t++) {
                describe(&d, witnesses[i].txns[t], &witness->txns[t]);
            }
        }
    }
    free(d.operations);
}
