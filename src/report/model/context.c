/* context.c - see context.h. */
#include "report/model/context.h"

#include "explain/transaction.h"
#include "report/model/check_result.h"
#include "report/model/document_builder.h"

int64_t mns_context_time(const mns_history *history, uint32_t position) {
    int64_t time = mns_history_details(history, position).time_ns;
    return time < 0 ? MNS_NO_TIME : time;
}

mns_doc_ref mns_context_ref(mns_arena *arena, const mns_history *history, uint32_t txn) {
    mns_buf text;
    mns_buf_init(&text);
    mns_doc_ref ref = {.index = mns_txn_index(history, txn),
                       .process = mns_document_process(arena, history, txn, &text),
                       .type = (mns_txn_type)history->txns.type[txn]};
    mns_buf_release(&text);
    return ref;
}

bool mns_context_is_nil(const char *text, size_t size) {
    return (size == 3 && memcmp(text, "nil", 3) == 0) ||
           (size == 4 && memcmp(text, "null", 4) == 0);
}

const char *mns_context_quote(mns_arena *arena, const char *text, size_t size, size_t limit) {
    if (size <= limit) {
        return mns_arena_bytes(arena, text, size);
    }
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_bytes(&out, text, mns_utf8_cut(text, size, limit));
    mns_buf_str(&out, "...");
    const char *quote = mns_arena_take(arena, &out);
    mns_buf_release(&out);
    return quote;
}

const mns_witness *mns_context_witnesses(const mns_check_result *check,
                                         const mns_doc_anomaly *anomaly) {
    size_t first;
    size_t count = mns_witnesses_of(check->witnesses, anomaly->anomaly, &first);
    assert(anomaly->witness_count <= count);
    (void)count;
    return check->witnesses->items + first;
}
