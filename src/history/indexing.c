/* indexing.c - see indexing.h. O(micro-operations + keys + elements of spines). */
#include "history/indexing.h"

#include "core/grow.h"
#include "core/parallel.h"

typedef struct indexing {
    mns_history *history;
    bool marks, repeated;
    unsigned threads;
    minos_status writes, mops, spines;
} indexing;

static minos_status index_writes(indexing *x) {
    mns_history *history = x->history;
    const mns_tables *tables = &history->tables;
    if (history->workload == MNS_COUNTER) {
        return MINOS_OK; /* increments have no identity */
    }
    uint8_t *ambiguous = x->marks ? MNS_NEW_ARRAY(uint8_t, tables->mops.count) : NULL;
    if (x->marks && ambiguous == NULL) {
        return MINOS_ENOMEM;
    }
    minos_status status = mns_writes_build(&history->writes, &tables->mops, tables->keys.count,
                                           x->threads, ambiguous, &x->repeated);
    if (x->repeated) {
        history->ambiguous = ambiguous;
    } else {
        free(ambiguous);
    }
    return status;
}

static minos_status index_mops(mns_history *history) {
    const mns_txns *txns = &history->txns;
    history->txn_of_mop = MNS_NEW_ARRAY(uint32_t, history->tables.mops.count);
    if (history->txn_of_mop == NULL) {
        return MINOS_ENOMEM;
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        assert(txns->first_mop[txn + 1] <= history->tables.mops.count);
        for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
            history->txn_of_mop[mop] = txn;
        }
    }
    return MINOS_OK;
}

/* The three tasks write different tables. */
static void run(void *context, uint32_t task) {
    indexing *x = context;
    switch (task) {
    case 0: x->writes = index_writes(x); break;
    case 1: x->mops = index_mops(x->history); break;
    default:
        x->spines = mns_spines_trim(&x->history->tables.spines) ? MINOS_OK : MINOS_ENOMEM;
        break;
    }
}

minos_status mns_history_index(mns_history *history, bool marks, unsigned threads, bool *regular) {
    indexing x = {.history = history, .marks = marks, .threads = threads};
    mns_parallel(threads, 3, run, &x);
    *regular = marks || !x.repeated;
    if (x.writes != MINOS_OK) {
        return x.writes;
    }
    return x.mops != MINOS_OK ? x.mops : x.spines;
}
