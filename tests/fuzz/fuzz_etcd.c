/*
 * fuzz_etcd.c - libFuzzer target: any bytes as an answer of etcd's JSON gateway.
 *
 * Accepted values lie within the answer's own buffers, and each can be recorded.
 */
#include "fuzz/answers.h"
#include "run/driver/etcd/etcd_answer.h"

static void use_item(const mns_etcd_answer *answer, const mns_etcd_item *item) {
    fuzz_must(item->at <= answer->values.size && item->size <= answer->values.size - item->at,
              "a value lies within the values");
    const char *value = item->size == 0 ? "" : answer->values.data + item->at;
    for (unsigned kind = 0; kind < MNS_GENERATOR_KIND_COUNT; kind++) {
        mns_run_txn txn;
        fuzz_txn_init(&txn, kind);
        if (kind == MNS_GENERATE_LIST_APPEND || kind == MNS_GENERATE_SET) {
            mns_answer_list(&txn, 1, value, item->size);
        } else {
            mns_answer_text(&txn, 1, value, item->size);
        }
        if (item->revision != 0) {
            mns_answer_version(&txn, 1, item->revision);
        }
        mns_answer_nil(&txn, 2);
        fuzz_recorded(&txn);
        mns_run_txn_release(&txn);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mns_etcd_answer answer;
    const char *why = NULL;
    mns_etcd_answer_init(&answer);
    bool good = mns_etcd_answer_read(&answer, size == 0 ? "" : (const char *)data, size, &why);
    fuzz_must(good == (why == NULL), "a refusal, and only that, has a reason");
    for (size_t i = 0; good && i < answer.count && i < 4; i++) {
        use_item(&answer, &answer.items[i]);
    }
    if (good) {
        use_item(&answer, &answer.single);
    }
    mns_etcd_answer_release(&answer);
    return 0;
}
