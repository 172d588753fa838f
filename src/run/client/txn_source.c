/* txn_source.c - see txn_source.h. */
#include "run/client/txn_source.h"

#include "core/grow.h"

bool mns_txn_source_init(mns_txn_source *source, const mns_generator_shape *shape, unsigned nodes) {
    *source = (mns_txn_source){.nodes = nodes, .read = MNS_NEW_ARRAY(uint64_t, nodes)};
    if (source->read == NULL || !mns_generator_init(&source->generator, shape)) {
        free(source->read);
        return false;
    }
    pthread_mutex_init(&source->lock, NULL);
    return true;
}

void mns_txn_source_release(mns_txn_source *source) {
    pthread_mutex_destroy(&source->lock);
    mns_generator_release(&source->generator);
    free(source->read);
    free(source->answered);
}

bool mns_txn_source_draw(mns_txn_source *source, mns_run_txn *txn) {
    mns_run_txn_clear(txn);
    pthread_mutex_lock(&source->lock);
    uint32_t length = mns_generator_length(&source->generator);
    bool kept = true;
    for (uint32_t i = 0; i < length && kept; i++) {
        mns_generated_mop mop = mns_generator_next(&source->generator);
        kept = mns_run_txn_push(txn, mop.write, mop.key, mop.value);
    }
    pthread_mutex_unlock(&source->lock);
    return kept;
}

bool mns_txn_source_draw_reads(mns_txn_source *source, mns_run_txn *txn) {
    mns_run_txn_clear(txn);
    pthread_mutex_lock(&source->lock);
    uint32_t length = mns_generator_length(&source->generator);
    bool kept = true;
    for (uint32_t i = 0; i < length && kept; i++) {
        kept = mns_run_txn_push(txn, false, mns_generator_key(&source->generator), 0);
    }
    pthread_mutex_unlock(&source->lock);
    return kept;
}

bool mns_txn_source_draw_final(mns_txn_source *source, unsigned node, mns_run_txn *txn) {
    mns_run_txn_clear(txn);
    txn->final = true;
    pthread_mutex_lock(&source->lock);
    uint64_t keys = source->generator.next_key;
    if (source->answered == NULL) {
        source->answered = MNS_NEW_ARRAY(bool, keys);
    }
    bool kept = source->answered != NULL;
    while (kept && txn->count < source->generator.shape.max_length && source->read[node] < keys) {
        kept = mns_run_txn_push(txn, false, source->read[node]++, 0);
    }
    source->final_running += txn->count > 0 ? 1 : 0;
    pthread_mutex_unlock(&source->lock);
    return kept;
}

void mns_txn_source_final_done(mns_txn_source *source, const mns_run_txn *txn, bool answered) {
    pthread_mutex_lock(&source->lock);
    assert(source->final_running > 0);
    source->final_running--;
    for (size_t i = 0; i < txn->count && answered; i++) {
        assert(txn->mops[i].key < source->generator.next_key);
        source->answered[txn->mops[i].key] = true;
    }
    pthread_mutex_unlock(&source->lock);
}

uint64_t mns_txn_source_unread(mns_txn_source *source) {
    pthread_mutex_lock(&source->lock);
    uint64_t unread = 0;
    for (uint64_t key = 0; key < source->generator.next_key; key++) {
        unread += source->answered == NULL || !source->answered[key] ? 1 : 0;
    }
    pthread_mutex_unlock(&source->lock);
    return unread;
}

bool mns_txn_source_all_read(mns_txn_source *source) {
    pthread_mutex_lock(&source->lock);
    bool all = source->final_running == 0;
    for (unsigned i = 0; i < source->nodes; i++) {
        all = all && source->read[i] == source->generator.next_key;
    }
    pthread_mutex_unlock(&source->lock);
    return all;
}

uint64_t mns_txn_source_keys(mns_txn_source *source) {
    pthread_mutex_lock(&source->lock);
    uint64_t keys = source->generator.next_key;
    pthread_mutex_unlock(&source->lock);
    return keys;
}
