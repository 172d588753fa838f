/*
 * document_label.c - the labels of bars and arrows in pictures.
 *
 *     append 5 3      r 5 [1 2 ... 7 8]      rw 5: 2, 3      wr "a rather l...: 1
 *
 * In: micro-operations and arrows. Out: text in the notation of the history, a few dozen characters
 * at most: long lists are shortened around the focus, more strongly if still too long, and at last
 * cut between two characters. Cost: linear in the uncut text.
 */
#include "report/model/document_builder.h"

#include "explain/transaction.h"

/* Elements in the middle of a list that a label keeps, at most. */
#define MIDDLE_SHOWN 3
/* The value of a read without an answer. */
#define UNANSWERED "?"

/* The start of the character after p. In broken UTF-8 at most four bytes are one character. */
static const char *next_character(const char *p, const char *end) {
    const char *last = end - p > 4 ? p + 4 : end;
    do {
        p++;
    } while (p < last && mns_utf8_continues(*p));
    return p;
}

/* The number of characters since `from`. */
static size_t characters_since(const mns_buf *text, size_t from) {
    size_t count = 0;
    if (!text->failed && text->size > from) {
        const char *end = text->data + text->size;
        for (const char *p = text->data + from; p < end; p = next_character(p, end)) {
            count++;
        }
    }
    return count;
}

void mns_label_cut(mns_buf *text, size_t from, size_t limit) {
    assert(limit > 3);
    if (characters_since(text, from) <= limit) {
        return;
    }
    const char *p = text->data + from;
    for (size_t i = 0; i < limit - 3; i++) {
        p = next_character(p, text->data + text->size);
    }
    mns_buf_truncate(text, (size_t)(p - text->data));
    mns_buf_str(text, "...");
}

static void write_value(const mns_history *history, mns_value value, size_t limit, mns_buf *out) {
    size_t from = out->size;
    mns_value_show(history, value, out);
    mns_label_cut(out, from, limit);
}

/* ---- Micro-operations ----------------------------------------------------------------------- */

/* Only the first element, those in the focus, and the last. */
static void write_few(const mns_history *history, const mns_value *elements, uint32_t count,
                      const mns_focus *focus, mns_buf *out) {
    const char *separator = history->json ? ", " : " ";
    bool braces = history->workload == MNS_SET && !history->json;
    uint32_t middle = 0, shown = MNS_NONE;
    mns_buf_str(out, braces ? "#{" : "[");
    for (uint32_t i = 0; i < count; i++) {
        bool end = i == 0 || i + 1 == count;
        bool matters = !end && middle < MIDDLE_SHOWN && mns_focus_has(focus, elements[i], i);
        if (!end && !matters) {
            continue;
        }
        middle += matters;
        mns_buf_str(out, i == 0 ? "" : separator);
        if (i > 0 && shown + 1 != i) {
            mns_buf_str(out, "...");
            mns_buf_str(out, separator);
        }
        write_value(history, elements[i], MNS_LIMIT_LABEL_VALUE, out);
        shown = i;
    }
    mns_buf_char(out, braces ? '}' : ']');
}

static bool has_elements(const mns_history *history) {
    return history->workload == MNS_LIST_APPEND || history->workload == MNS_SET;
}

static void write_read(const mns_history *history, uint32_t mop, const mns_focus *focus,
                       size_t limit, mns_buf *out) {
    const mns_tables *tables = &history->tables;
    size_t from = out->size;
    if (!mns_mop_is_answered(&tables->mops, mop)) {
        mns_buf_str(out, UNANSWERED);
        return;
    }
    mns_read_show(history, mop, focus, out);
    if (characters_since(out, from) > limit && has_elements(history)) {
        uint32_t count;
        const mns_value *elements = history->workload == MNS_SET
                                        ? mns_mop_set(tables, mop, &count)
                                        : mns_mop_list(tables, mop, &count);
        mns_buf_truncate(out, from);
        write_few(history, elements, count, focus, out);
    }
    mns_label_cut(out, from, limit);
}

void mns_label_mop(const mns_history *history, uint32_t mop, const mns_focus *focus, mns_buf *out) {
    const mns_mops *mops = &history->tables.mops;
    bool read = mns_mop_is_read(mops, mop);
    size_t from = out->size;
    mns_buf_str(out, read ? "r" : mns_workload_write(history->workload));
    mns_buf_char(out, ' ');
    write_value(history, history->tables.keys.name[mops->key[mop]], MNS_LIMIT_LABEL_KEY, out);
    mns_buf_char(out, ' ');
    size_t used = characters_since(out, from);
    if (read) {
        write_read(history, mop, focus, MNS_LIMIT_LABEL - used, out);
    } else {
        write_value(history, mops->value[mop], MNS_LIMIT_LABEL - used, out);
    }
}

/* ---- Arrows --------------------------------------------------------------------------------- */

/* Lists and registers without a write are at "init". */
static void write_version(const mns_history *history, mns_value value, mns_buf *out) {
    if (value == MNS_VALUE_NONE || value == MNS_VALUE_INITIAL) {
        mns_buf_str(out, "init");
    } else {
        write_value(history, value, MNS_LIMIT_LABEL_VALUE, out);
    }
}

void mns_label_arrow(const mns_history *history, mns_kind kind, uint32_t key, mns_value value,
                     mns_value next, mns_buf *out) {
    if ((kind == MNS_PROCESS || kind == MNS_REALTIME) && key != MNS_NONE) {
        write_version(history, value, out);
        mns_buf_str(out, " missing");
        return;
    }
    mns_buf_str(out, mns_kind_name(kind));
    if (key == MNS_NONE) {
        return;
    }
    mns_buf_char(out, ' ');
    write_value(history, history->tables.keys.name[key], MNS_LIMIT_LABEL_KEY, out);
    mns_buf_str(out, ": ");
    /* Of sets and counters there may be nothing but what was missed. */
    bool versions = history->workload == MNS_LIST_APPEND || history->workload == MNS_RW_REGISTER;
    bool missed = !versions && value == MNS_VALUE_NONE;
    if (!missed) {
        write_version(history, value, out);
    }
    if (next != MNS_VALUE_NONE) {
        mns_buf_str(out, missed ? "" : ", ");
        write_version(history, next, out);
    }
}
