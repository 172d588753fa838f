/* txn.c - see txn.h. */
#include "run/driver/txn.h"

#include "core/grow.h"

void mns_run_txn_init(mns_run_txn *txn, mns_generator_kind kind) {
    *txn = (mns_run_txn){.kind = kind};
    mns_buf_init(&txn->answers);
}

void mns_run_txn_release(mns_run_txn *txn) {
    free(txn->mops);
    mns_buf_release(&txn->answers);
    *txn = (mns_run_txn){.kind = txn->kind};
}

void mns_run_txn_clear(mns_run_txn *txn) {
    txn->count = 0;
    txn->final = false;
    mns_buf_clear(&txn->answers);
}

void mns_run_txn_forget_answers(mns_run_txn *txn) {
    for (size_t i = 0; i < txn->count; i++) {
        mns_run_mop *mop = &txn->mops[i];
        *mop = (mns_run_mop){.write = mop->write, .key = mop->key, .value = mop->value};
    }
    mns_buf_clear(&txn->answers);
}

bool mns_run_txn_push(mns_run_txn *txn, bool write, uint64_t key, int64_t value) {
    if (!MNS_GROW(txn->mops, txn->count, txn->capacity, 1)) {
        return false;
    }
    txn->mops[txn->count++] = (mns_run_mop){.write = write, .key = key, .value = value};
    return true;
}

/* ---- Answers --------------------------------------------------------------------------------- */

static void begin(mns_run_txn *txn, size_t i) {
    assert(i < txn->count && !txn->mops[i].write && !txn->mops[i].answered);
    txn->mops[i].answer_at = txn->answers.size;
}

static void end(mns_run_txn *txn, size_t i) {
    txn->mops[i].answer_size = txn->answers.size - txn->mops[i].answer_at;
    txn->mops[i].answered = true;
}

/* What EDN and the checker read as the same integer: no sign but -, no leading zeros, at most 18
 * digits. */
static bool is_integer(const char *text, size_t size) {
    size_t sign = size > 0 && text[0] == '-' ? 1 : 0;
    size_t digits = size - sign;
    if (digits == 0 || digits > 18 || (text[sign] == '0' && size > 1)) {
        return false;
    }
    for (size_t i = sign; i < size; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
    }
    return true;
}

/* An integer unchanged, anything else as a string; JSON strings are valid EDN. */
static void write_scalar(mns_buf *out, const char *text, size_t size) {
    if (is_integer(text, size)) {
        mns_buf_bytes(out, text, size);
    } else {
        mns_buf_json_string(out, text, size);
    }
}

void mns_answer_nil(mns_run_txn *txn, size_t i) {
    begin(txn, i);
    mns_buf_str(&txn->answers, txn->kind == MNS_GENERATE_COUNTER ? "0" : "nil");
    end(txn, i);
}

void mns_answer_text(mns_run_txn *txn, size_t i, const char *text, size_t size) {
    begin(txn, i);
    write_scalar(&txn->answers, text, size);
    end(txn, i);
}

void mns_answer_begin(mns_run_txn *txn, size_t i) {
    begin(txn, i);
    mns_buf_str(&txn->answers, txn->kind == MNS_GENERATE_SET ? "#{" : "[");
}

void mns_answer_element(mns_run_txn *txn, size_t i, const char *text, size_t size) {
    char last = txn->answers.failed ? '[' : txn->answers.data[txn->answers.size - 1];
    assert(!txn->mops[i].answered);
    (void)i;
    if (last != '[' && last != '{') {
        mns_buf_char(&txn->answers, ' ');
    }
    write_scalar(&txn->answers, text, size);
}

void mns_answer_end(mns_run_txn *txn, size_t i) {
    mns_buf_char(&txn->answers, txn->kind == MNS_GENERATE_SET ? '}' : ']');
    end(txn, i);
}

static bool separates(char c) { return c == ' ' || c == ',' || c == '{' || c == '}'; }

void mns_answer_list(mns_run_txn *txn, size_t i, const char *text, size_t size) {
    mns_answer_begin(txn, i);
    for (size_t at = 0, until; at < size; at = until) {
        until = at;
        while (until < size && !separates(text[until])) {
            until++;
        }
        if (until > at) {
            mns_answer_element(txn, i, text + at, until - at);
        } else {
            until++;
        }
    }
    mns_answer_end(txn, i);
}

void mns_answer_version(mns_run_txn *txn, size_t i, uint64_t version) {
    assert(i < txn->count && version != 0);
    txn->mops[i].version = version;
}

/* ---- As EDN ---------------------------------------------------------------------------------- */

static const char *const write_names[] = {"[:append ", "[:w ", "[:add ", "[:inc "};

void mns_run_txn_write(const mns_run_txn *txn, bool answered, mns_buf *out) {
    mns_buf_char(out, '[');
    for (size_t i = 0; i < txn->count; i++) {
        const mns_run_mop *mop = &txn->mops[i];
        mns_buf_str(out, i == 0 ? "" : " ");
        mns_buf_str(out, mop->write ? write_names[txn->kind] : "[:r ");
        mns_buf_unsigned(out, mop->key);
        mns_buf_char(out, ' ');
        if (mop->write) {
            mns_buf_integer(out, mop->value);
        } else if (answered && mop->answered && !txn->answers.failed) {
            mns_buf_bytes(out, txn->answers.data + mop->answer_at, mop->answer_size);
        } else {
            mns_buf_str(out, "nil");
        }
        if (answered && mop->version != 0) {
            mns_buf_str(out, " {:version ");
            mns_buf_unsigned(out, mop->version);
            mns_buf_char(out, '}');
        }
        mns_buf_char(out, ']');
    }
    mns_buf_char(out, ']');
}
