/*
 * load.c - see load.h.
 */
#include <string.h>

/* First, as its functions call their arguments what model.h calls types. */
#include "history/history.h"

#include "oracle/load.h"

static void load_read(mop *o, const mns_tables *tables, uint32_t m) {
    o->is_read = true;
    o->answered = mns_mop_is_answered(&tables->mops, m);
    if (o->answered) {
        uint32_t count;
        const mns_value *list = mns_mop_list(tables, m, &count);
        for (uint32_t i = 0; i < count; i++) {
            o->list[o->length++] = (int)list[i];
        }
    }
}

static bool load_txn(txn *x, const mns_history *history, uint32_t t) {
    const mns_mops *mops = &history->tables.mops;
    uint32_t first = history->txns.first_mop[t];
    uint32_t end = history->txns.first_mop[t + 1];
    static const outcome outcomes[] = {
        [MNS_TXN_OK] = OUTCOME_OK, [MNS_TXN_INFO] = OUTCOME_INFO, [MNS_TXN_FAIL] = OUTCOME_FAIL};
    memset(x, 0, sizeof *x);
    x->process = (int)history->txns.process[t];
    x->outcome =
        history->txns.complete[t] == MNS_NONE ? OUTCOME_NONE : outcomes[history->txns.type[t]];
    x->invoke = (int)history->txns.invoke[t];
    x->complete = (int)history->txns.complete[t];
    for (uint32_t m = first; m < end; m++) {
        mop *o = &x->mops[x->mop_count];
        if (x->mop_count == MAX_MOPS || mops->key[m] >= MAX_KEYS ||
            (mns_mop_is_answered(mops, m) && mops->value[m] > MAX_LIST)) {
            return false;
        }
        x->mop_count++;
        o->key = (int)mops->key[m];
        if (mns_mop_is_read(mops, m)) {
            load_read(o, &history->tables, m);
        } else {
            o->element = (int)mops->value[m];
        }
    }
    return true;
}

static bool load_txns(model *m, const mns_history *history) {
    m->txn_count = 0;
    m->event_count = (int)history->operations;
    m->completions_only = history->completions_only;
    for (uint32_t t = 0; t < history->txns.count; t++) {
        if (m->txn_count == ORACLE_MOST || !load_txn(&m->txns[m->txn_count++], history, t)) {
            return false;
        }
    }
    return true;
}

bool model_load(model *m, const char *text, size_t size) {
    mns_problems problems;
    mns_source source;
    mns_history history;
    mns_read_options options = {.format = MINOS_FORMAT_AUTO};
    mns_problems_init(&problems);
    bool good = mns_source_memory(&source, "history", text, size, &problems) == MINOS_OK;
    if (good) {
        good = mns_history_read(&history, &source, &options, &problems) == MINOS_OK &&
               load_txns(m, &history);
        mns_history_release(&history);
        mns_source_release(&source);
    }
    mns_problems_release(&problems);
    return good;
}
