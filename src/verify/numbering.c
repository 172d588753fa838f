/* numbering.c - see numbering.h. */
#include "verify/numbering.h"

#include "core/grow.h"

/* at[position]: the transaction that begins there; MNS_NONE: none. */
static void mark(const mns_txns *txns, uint32_t *at) {
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t begin = txns->invoke[txn] != MNS_NONE ? txns->invoke[txn] : txns->complete[txn];
        assert(at[begin] == MNS_NONE);
        at[begin] = txn;
    }
}

bool mns_numbering_make(mns_numbering *numbering, const mns_history *history) {
    size_t positions = (size_t)history->operations;
    uint32_t *at = MNS_NEW_ARRAY(uint32_t, positions);
    *numbering = (mns_numbering){.number = MNS_NEW_ARRAY(uint32_t, history->txns.count),
                                 .txn = MNS_NEW_ARRAY(uint32_t, history->txns.count)};
    bool good = at != NULL && numbering->number != NULL && numbering->txn != NULL;
    if (good) {
        memset(at, 0xFF, positions * sizeof *at);
        mark(&history->txns, at);
    }
    uint32_t count = 0;
    for (size_t position = 0; good && position < positions; position++) {
        uint32_t txn = at[position];
        if (txn != MNS_NONE) {
            numbering->txn[count] = txn;
            numbering->number[txn] = count++;
        }
    }
    assert(!good || count == history->txns.count);
    free(at);
    if (!good) {
        mns_numbering_release(numbering);
    }
    return good;
}

void mns_numbering_release(mns_numbering *numbering) {
    free(numbering->number);
    free(numbering->txn);
    *numbering = (mns_numbering){NULL, NULL};
}
