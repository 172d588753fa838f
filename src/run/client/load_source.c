/* wishes.c - see wishes.h. */
#include "run/client/load_source.h"

#include "core/grow.h"

bool mns_wishes_init(mns_wishes *wishes, const mns_generator_shape *shape, unsigned nodes) {
    *wishes = (mns_wishes){.nodes = nodes, .read = MNS_NEW_ARRAY(uint64_t, nodes)};
    if (wishes->read == NULL || !mns_generator_init(&wishes->generator, shape)) {
        free(wishes->read);
        return false;
    }
    pthread_mutex_init(&wishes->lock, NULL);
    return true;
}

void mns_wishes_release(mns_wishes *wishes) {
    pthread_mutex_destroy(&wishes->lock);
    mns_generator_release(&wishes->generator);
    free(wishes->read);
}

bool mns_wishes_draw(mns_wishes *wishes, mns_run_txn *txn) {
    mns_run_txn_clear(txn);
    pthread_mutex_lock(&wishes->lock);
    uint32_t length = mns_generator_length(&wishes->generator);
    bool kept = true;
    for (uint32_t i = 0; i < length && kept; i++) {
        mns_wish wish = mns_generator_next(&wishes->generator);
        kept = mns_run_txn_push(txn, wish.write, wish.key, wish.value);
    }
    pthread_mutex_unlock(&wishes->lock);
    return kept;
}

bool mns_wishes_draw_reads(mns_wishes *wishes, mns_run_txn *txn) {
    mns_run_txn_clear(txn);
    pthread_mutex_lock(&wishes->lock);
    uint32_t length = mns_generator_length(&wishes->generator);
    bool kept = true;
    for (uint32_t i = 0; i < length && kept; i++) {
        kept = mns_run_txn_push(txn, false, mns_generator_key(&wishes->generator), 0);
    }
    pthread_mutex_unlock(&wishes->lock);
    return kept;
}

bool mns_wishes_draw_final(mns_wishes *wishes, unsigned node, mns_run_txn *txn) {
    mns_run_txn_clear(txn);
    txn->final = true;
    pthread_mutex_lock(&wishes->lock);
    bool kept = true;
    while (kept && txn->count < wishes->generator.shape.max_length &&
           wishes->read[node] < wishes->generator.next_key) {
        kept = mns_run_txn_push(txn, false, wishes->read[node]++, 0);
    }
    pthread_mutex_unlock(&wishes->lock);
    return kept;
}

bool mns_wishes_all_read(mns_wishes *wishes) {
    bool all = true;
    pthread_mutex_lock(&wishes->lock);
    for (unsigned i = 0; i < wishes->nodes; i++) {
        all = all && wishes->read[i] == wishes->generator.next_key;
    }
    pthread_mutex_unlock(&wishes->lock);
    return all;
}

uint64_t mns_wishes_keys(mns_wishes *wishes) {
    pthread_mutex_lock(&wishes->lock);
    uint64_t keys = wishes->generator.next_key;
    pthread_mutex_unlock(&wishes->lock);
    return keys;
}
