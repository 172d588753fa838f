/*
 * fuzz_rows.c - libFuzzer target: any bytes as the values that SQL databases return.
 *
 * The bytes are the text of a column, as one list, as one number, and as elements one by one (split
 * at newlines). Each can be recorded. The value that --append=rmw computes from an old one is
 * rejected or can be recorded too.
 */
#include "fuzz/answers.h"
#include "run/driver/sql.h"

static void answer_elements(mns_run_txn *txn, size_t i, const char *text, size_t size) {
    mns_answer_begin(txn, i);
    for (size_t at = 0; at <= size;) {
        const char *newline = size == at ? NULL : memchr(text + at, '\n', size - at);
        size_t length = newline == NULL ? size - at : (size_t)(newline - text) - at;
        mns_answer_element(txn, i, text + at, length);
        at += length + 1;
    }
    mns_answer_end(txn, i);
}

/* The next read shows what was written back. */
static void modify(mns_run_txn *txn, const char *text, size_t size) {
    mns_buf out;
    mns_buf_init(&out);
    bool good = mns_sql_modify(txn->kind, text, size, 7, &out);
    if (good && txn->kind == MNS_GENERATE_LIST_APPEND) {
        mns_answer_list(txn, 2, out.data, out.size);
    } else {
        mns_answer_nil(txn, 2);
    }
    mns_buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = size == 0 ? "" : (const char *)data;
    for (unsigned kind = 0; kind < MNS_GENERATOR_KIND_COUNT; kind++) {
        mns_run_txn txn;
        fuzz_txn_init(&txn, kind);
        if (kind == MNS_GENERATE_LIST_APPEND) {
            mns_answer_list(&txn, 1, text, size);
        } else if (kind == MNS_GENERATE_SET) {
            answer_elements(&txn, 1, text, size);
        } else {
            mns_answer_text(&txn, 1, text, size);
        }
        modify(&txn, text, size);
        fuzz_recorded(&txn);
        mns_run_txn_release(&txn);
    }
    return 0;
}
