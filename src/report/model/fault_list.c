/*
 * fault_list.c - the faults injected during the run, as plain data and in words.
 *
 * In: the faults of the history (history/faults.h). Out: document->faults, ordered by start.
 */
#include "report/model/fault_list.h"
#include "history/op_fields.h"
#include "report/model/context.h"
#include "report/model/document_make.h"

/* Bytes of a quoted value. */
#define NAME_BYTES 60
#define VALUE_BYTES 200

static mns_fault_name field(const mns_history *history, uint32_t position, const char *name) {
    mns_fault_name form = {"", 0};
    mns_op_field(history, position, name, &form.text, &form.size);
    return form;
}

/* The completion of an action has its result as its value. */
static mns_fault_name value_of(const mns_history *history, const mns_fault_span *span) {
    mns_fault_name value = {"", 0};
    if (span->begun != MNS_NONE) {
        value = field(history, span->begun, "value");
    }
    if (value.size == 0 || mns_context_is_nil(value.text, value.size)) {
        value = field(history, span->begin, "value");
    }
    return value;
}

mns_fault_record mns_fault_record_of(const mns_history *history, const mns_fault_span *span) {
    mns_fault_record record = {.process = field(history, span->begin, "process"),
                               .function = field(history, span->begin, "f"),
                               .value = value_of(history, span),
                               .json = history->json,
                               .lasts = span->lasts,
                               .over = span->end != MNS_NONE,
                               .duration_ns = MNS_NO_TIME};
    uint32_t until = mns_fault_until(span);
    if (until != MNS_NONE) {
        int64_t from_ns = mns_context_time(history, span->begin);
        int64_t until_ns = mns_context_time(history, until);
        bool known = from_ns != MNS_NO_TIME && until_ns != MNS_NO_TIME && until_ns >= from_ns;
        record.duration_ns = known ? until_ns - from_ns : MNS_NO_TIME;
    }
    return record;
}

static void set_words(mns_arena *arena, const mns_fault_record *record, mns_buf *text,
                      mns_doc_fault *out) {
    mns_fault_words(record, text);
    size_t brief = text->size;
    out->brief = mns_arena_bytes(arena, text->size == 0 ? "" : text->data, brief);
    mns_buf_str(text, ", ");
    size_t before = text->size;
    mns_fault_words_end(record, text);
    if (text->size == before) {
        mns_buf_truncate(text, brief);
    }
    out->words = mns_arena_take(arena, text);
}

static void make_fault(mns_document *document, const mns_history *history,
                       const mns_fault_span *span, mns_buf *text, mns_doc_fault *out) {
    mns_arena *arena = &document->arena;
    mns_fault_record record = mns_fault_record_of(history, span);
    uint32_t until = mns_fault_until(span);
    const char *nil = history->json ? "null" : "nil";
    bool none = record.value.size == 0;
    *out = (mns_doc_fault){
        .position = span->begin,
        .time_ns = mns_context_time(history, span->begin),
        .process = mns_context_quote(arena, record.process.text, record.process.size, NAME_BYTES),
        .function =
            mns_context_quote(arena, record.function.text, record.function.size, NAME_BYTES),
        .value = none ? nil
                      : mns_context_quote(arena, record.value.text, record.value.size, VALUE_BYTES),
        .until = until == MNS_NONE ? MNS_NO_POSITION : until,
        .until_ns = until == MNS_NONE ? MNS_NO_TIME : mns_context_time(history, until)};
    set_words(arena, &record, text, out);
}

void mns_document_faults(mns_document *document, const mns_check_result *check) {
    const mns_history *history = check->observation->history;
    mns_faults faults;
    mns_buf text;
    mns_buf_init(&text);
    bool found = mns_faults_find(history, &faults);
    uint32_t kept = faults.count < MNS_LIMIT_DOC_FAULTS ? faults.count : MNS_LIMIT_DOC_FAULTS;
    document->faults = MNS_ARENA_ARRAY(&document->arena, mns_doc_fault, MNS_LIMIT_DOC_FAULTS);
    document->arena.failed |= !found;
    for (; document->fault_count < kept && !document->arena.failed; document->fault_count++) {
        make_fault(document, history, &faults.spans[document->fault_count], &text,
                   &document->faults[document->fault_count]);
    }
    document->fault_total = faults.count;
    mns_buf_release(&text);
    mns_faults_release(&faults);
}
