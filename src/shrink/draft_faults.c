/*
 * draft_faults.c - the faults that overlap the transactions of a draft; see draft.h.
 *
 * In: a draft whose marks are final. Out: the operations that record these faults, begin and end,
 * at their places in the history. They are copied as they are. If the output has another format,
 * their value becomes a string. Cost: O(history).
 */
#include "history/fault_names.h"
#include "history/faults.h"
#include "history/op_fields.h"
#include "shrink/draft.h"

static bool is_plain(mns_fault_name name) {
    bool plain = name.size > 0;
    for (size_t i = 0; i < name.size && plain; i++) {
        char c = name.text[i];
        plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
                (c >= '0' && c <= '9' && i > 0);
    }
    return plain;
}

/* A field as a keyword or string; its name has no colon. */
static void write_name(const mns_history *history, uint32_t position, const char *field, bool json,
                       mns_buf *out) {
    mns_fault_name form = {"", 0};
    mns_op_field(history, position, field, &form.text, &form.size);
    mns_fault_name name = mns_fault_name_of(form.text, form.size);
    mns_buf_printf(out, json ? ",\"%s\":" : ", :%s ", field);
    if (!json && is_plain(name)) {
        mns_buf_char(out, ':');
        mns_buf_bytes(out, name.text, name.size);
    } else {
        mns_buf_json_string(out, name.text, name.size);
    }
}

static void write_number(const char *field, int64_t number, bool json, mns_buf *out) {
    mns_buf_printf(out, json ? "\"%s\":%lld," : ":%s %lld, ", field, (long long)number);
}

/* The operation in the other notation. */
static void convert(const mns_history *history, uint32_t position, bool json, mns_buf *out) {
    mns_op_details details = mns_history_details(history, position);
    mns_fault_name value = {"", 0};
    mns_buf_char(out, '{');
    if (mns_op_field(history, position, "index", &value.text, &value.size)) {
        write_number("index", details.index, json, out);
    }
    if (details.time_ns >= 0) {
        write_number("time", details.time_ns, json, out);
    }
    mns_buf_str(out, json ? "\"type\":\"info\"" : ":type :info");
    write_name(history, position, "process", json, out);
    write_name(history, position, "f", json, out);
    mns_buf_str(out, json ? ",\"value\":" : ", :value ");
    bool given = mns_op_field(history, position, "value", &value.text, &value.size);
    if (given && !mns_fault_name_is(value, (mns_fault_name){json ? "nil" : "null", json ? 3 : 4})) {
        mns_buf_json_string(out, value.text, value.size);
    } else {
        mns_buf_str(out, json ? "null" : "nil");
    }
    mns_buf_char(out, '}');
}

static void add_operation(mns_draft *d, uint32_t position) {
    const char *text;
    size_t size;
    if (position == MNS_NONE || !mns_op_text(d->history, position, &text, &size)) {
        return;
    }
    uint32_t at = d->fault_count;
    while (at > 0 && d->faults[at - 1].position > position) {
        at--;
    }
    if (at > 0 && d->faults[at - 1].position == position) {
        return; /* an action may end several faults */
    }
    assert(d->fault_count < MNS_COUNT_OF(d->faults));
    memmove(&d->faults[at + 1], &d->faults[at], (d->fault_count - at) * sizeof d->faults[0]);
    size_t start = d->frames.size;
    if (d->json == d->history->json) {
        mns_buf_bytes(&d->frames, text, size);
    } else {
        convert(d->history, position, d->json, &d->frames);
    }
    d->faults[at] = (mns_draft_fault){position, start, d->frames.size - start};
    d->fault_count++;
}

minos_status mns_draft_add_faults(mns_draft *d) {
    uint32_t first = MNS_NONE, last = 0, places[MNS_LIMIT_DRAFT_FAULTS];
    for (uint32_t i = 0; i < d->op_count; i++) {
        if (d->has_txn[d->ops[i].txn]) {
            first = d->ops[i].position < first ? d->ops[i].position : first;
            last = d->ops[i].position > last ? d->ops[i].position : last;
        }
    }
    mns_faults faults;
    bool more, found = mns_faults_find(d->history, &faults);
    uint32_t count = 0;
    if (found && first <= last) {
        count = mns_faults_during(&faults, first, last, places, MNS_LIMIT_DRAFT_FAULTS, &more);
    }
    for (uint32_t i = 0; i < count; i++) {
        const mns_fault_span *span = &faults.spans[places[i]];
        const uint32_t positions[] = {span->begin, span->begun, span->end, span->ended};
        for (size_t j = 0; j < MNS_COUNT_OF(positions); j++) {
            add_operation(d, positions[j]);
        }
    }
    mns_faults_release(&faults);
    return found && !d->frames.failed ? MINOS_OK : MINOS_ENOMEM;
}
