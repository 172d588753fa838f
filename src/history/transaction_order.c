/* transaction_order.c - see transaction_order.h. */
#include "history/transaction_order.h"

#include <inttypes.h>

#include "core/grow.h"

static void reject(mns_problems *problems, const mns_order_entry *entry, const char *what) {
    mns_problems_add(problems, entry->offset,
                     "use the :index of the completion, or, without one, its position among all "
                     "operations, from 0",
                     "%s the index %" PRId64, what, entry->index);
}

/* Sets the number of each transaction; used[] marks the entries that have a transaction. */
static void look_up(const mns_history *history, const mns_order_file *file, uint8_t *used,
                    int64_t *order, mns_problems *problems) {
    const mns_txns *txns = &history->txns;
    for (uint32_t t = 0; t < txns->count; t++) {
        order[t] = MNS_NO_NUMBER;
        if (txns->complete[t] == MNS_NONE) {
            continue; /* never completed, so it has no index */
        }
        int64_t index = mns_history_details(history, txns->complete[t]).index;
        const mns_order_entry *entry = mns_order_file_find(file, index);
        if (entry == NULL) {
            continue;
        }
        if (used[entry - file->entries]) {
            reject(problems, entry, "several completions have");
        }
        assert(entry->number != MNS_NO_NUMBER);
        used[entry - file->entries] = 1;
        order[t] = entry->number;
    }
    for (size_t i = 0; i < file->count; i++) {
        if (!used[i]) {
            reject(problems, &file->entries[i], "no completion has");
        }
    }
}

static minos_status match(const mns_history *history, const mns_order_file *file, int64_t *order,
                          mns_problems *problems) {
    uint8_t *used = MNS_NEW_ARRAY(uint8_t, file->count);
    if (used == NULL) {
        return MINOS_ENOMEM;
    }
    look_up(history, file, used, order, problems);
    free(used);
    return problems->total > 0 ? MINOS_EINPUT : MINOS_OK;
}

minos_status mns_transaction_order_read(const mns_history *history, const char *path,
                                        mns_problems *problems, int64_t **order) {
    assert(problems->total == 0);
    mns_source source;
    mns_order_file file = {.entries = NULL};
    *order = MNS_NEW_ARRAY(int64_t, history->txns.count);
    minos_status status = mns_source_open(&source, path, MNS_HISTORY_FILE, 0, problems);
    status = status == MINOS_OK ? mns_source_load(&source, problems) : status;
    if (status == MINOS_OK) {
        status = *order == NULL ? MINOS_ENOMEM : mns_order_file_read(&file, &source, problems);
    }
    if (status == MINOS_OK) {
        status = match(history, &file, *order, problems);
    }
    if (status != MINOS_OK) { /* lines and columns need the text of this file */
        mns_problems_locate(problems, source.data == NULL ? "" : source.data, source.size);
        problems->file = source.name;
        source.name = NULL;
    }
    mns_order_file_release(&file);
    mns_source_release(&source);
    return status;
}
