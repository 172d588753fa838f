/* draft.c - see draft.h. */
#include "shrink/draft.h"

#include "core/grow.h"

void mns_draft_release(mns_draft *d) {
    free(d->txn);
    free(d->txn_first);
    free(d->has_txn);
    free(d->mop);
    free(d->mop_first);
    free(d->has_mop);
    free(d->lists);
    free(d->writer);
    free(d->value);
    free(d->has_element);
    free(d->ops);
    mns_buf_release(&d->frames);
    memset(d, 0, sizeof *d);
}

/* ---- Building ------------------------------------------------------------------------------- */

static bool allocate(mns_draft *d, const mns_selection *s) {
    const mns_history *h = d->history;
    size_t txns = 0, mops = 0;
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        txns += s->txn[txn];
    }
    for (uint32_t mop = 0; mop < h->tables.mops.count; mop++) {
        mops += s->mop[mop];
    }
    d->txn = MNS_NEW_ARRAY(uint32_t, txns);
    d->txn_first = MNS_NEW_ARRAY(uint32_t, txns + 1);
    d->has_txn = MNS_NEW_ARRAY(bool, txns);
    d->mop = MNS_NEW_ARRAY(uint32_t, mops);
    d->mop_first = MNS_NEW_ARRAY(size_t, mops + 1);
    d->has_mop = MNS_NEW_ARRAY(bool, mops);
    d->ops = MNS_NEW_ARRAY(mns_draft_op, 2 * txns);
    return d->txn != NULL && d->txn_first != NULL && d->has_txn != NULL && d->mop != NULL &&
           d->mop_first != NULL && d->has_mop != NULL && d->ops != NULL;
}

/* The id of an element of a key, made if it is new. */
static uint32_t element_id(mns_draft *d, mns_map *ids, uint32_t key, mns_value value) {
    uint64_t name = (uint64_t)key << 32 | value;
    uint32_t id = mns_map_get(ids, name);
    if (id != MNS_NONE) {
        return id;
    }
    id = d->element_count;
    if (id == d->element_capacity) { /* the three columns grow together */
        size_t capacity = d->element_capacity == 0 ? 64 : 2 * d->element_capacity, sizes[3] = {0};
        if (!mns_grow(&d->writer, &sizes[0], capacity, sizeof *d->writer) ||
            !mns_grow(&d->value, &sizes[1], capacity, sizeof *d->value) ||
            !mns_grow(&d->has_element, &sizes[2], capacity, sizeof *d->has_element)) {
            return MNS_NONE;
        }
        d->element_capacity = capacity;
    }
    if (!mns_map_add(ids, name, id)) {
        return MNS_NONE;
    }
    d->writer[id] = MNS_NONE;
    d->value[id] = value;
    d->has_element[id] = true;
    d->element_count++;
    return id;
}

static bool add_place(mns_draft *d, mns_map *ids, uint32_t key, mns_value value, uint32_t writer) {
    uint32_t id = element_id(d, ids, key, value);
    if (id == MNS_NONE || !MNS_GROW(d->lists, d->list_count, d->list_capacity, 1)) {
        return false;
    }
    d->writer[id] = writer == MNS_NONE ? d->writer[id] : writer;
    d->lists[d->list_count++] = id;
    return true;
}

static bool add_mop(mns_draft *d, const mns_selection *s, mns_map *ids, uint32_t mop) {
    const mns_tables *tables = &d->history->tables;
    uint32_t key = tables->mops.key[mop], at = d->mop_count++, length = 0;
    d->mop[at] = mop;
    d->has_mop[at] = true;
    d->mop_first[at] = d->list_count;
    bool added = true;
    if (tables->mops.function[mop] == MNS_APPEND) {
        added = add_place(d, ids, key, tables->mops.value[mop], d->txn_count);
    } else if (mns_mop_is_answered(&tables->mops, mop)) {
        const mns_value *list = mns_mop_list(tables, mop, &length);
        for (uint32_t i = 0; i < length && added; i++) {
            added =
                !mns_selection_has(s, key, list[i]) || add_place(d, ids, key, list[i], MNS_NONE);
        }
    }
    d->mop_first[at + 1] = d->list_count;
    return added;
}

static minos_status add_op(mns_draft *d, uint64_t offset, uint32_t position, bool completes) {
    if (offset == MNS_NO_OFFSET) {
        return MINOS_OK;
    }
    mns_draft_op *op = &d->ops[d->op_count++];
    *op = (mns_draft_op){.position = position, .txn = d->txn_count, .completes = completes};
    return mns_frame_write(d->history, offset, d->json, &d->frames, op);
}

static minos_status add_txn(mns_draft *d, const mns_selection *s, mns_map *ids, uint32_t txn) {
    const mns_txns *txns = &d->history->txns;
    d->txn[d->txn_count] = txn;
    d->has_txn[d->txn_count] = true;
    d->txn_first[d->txn_count] = d->mop_count;
    for (uint32_t mop = txns->first_mop[txn]; mop < txns->first_mop[txn + 1]; mop++) {
        if (s->mop[mop] && !add_mop(d, s, ids, mop)) {
            return MINOS_ENOMEM;
        }
    }
    minos_status status = add_op(d, txns->invoke_offset[txn], txns->invoke[txn], false);
    if (status == MINOS_OK) {
        status = add_op(d, txns->complete_offset[txn], txns->complete[txn], true);
    }
    d->txn_first[++d->txn_count] = d->mop_count;
    return status;
}

static int by_position(const void *a, const void *b) {
    uint32_t x = ((const mns_draft_op *)a)->position, y = ((const mns_draft_op *)b)->position;
    return (x > y) - (x < y);
}

minos_status mns_draft_init(mns_draft *d, const mns_selection *s, bool json) {
    memset(d, 0, sizeof *d);
    d->history = s->o->history;
    d->json = json;
    mns_buf_init(&d->frames);
    mns_map ids;
    mns_map_init(&ids);
    minos_status status = allocate(d, s) ? MINOS_OK : MINOS_ENOMEM;
    for (uint32_t txn = 0; txn < d->history->txns.count && status == MINOS_OK; txn++) {
        if (s->txn[txn]) {
            status = add_txn(d, s, &ids, txn);
        }
    }
    mns_map_release(&ids);
    if (status == MINOS_OK) {
        qsort(d->ops, d->op_count, sizeof *d->ops, by_position);
    }
    return status;
}

/* ---- Marks ---------------------------------------------------------------------------------- */

bool mns_draft_shows_element(const mns_draft *d, uint32_t element) {
    assert(element < d->element_count);
    return d->has_element[element] &&
           (d->writer[element] == MNS_NONE || d->has_txn[d->writer[element]]);
}

bool mns_draft_shows_mop(const mns_draft *d, uint32_t txn, uint32_t mop) {
    assert(mop >= d->txn_first[txn] && mop < d->txn_first[txn + 1]);
    bool appends = d->history->tables.mops.function[d->mop[mop]] == MNS_APPEND;
    return d->has_txn[txn] && d->has_mop[mop] &&
           (!appends || d->has_element[d->lists[d->mop_first[mop]]]);
}

void mns_draft_settle(mns_draft *d) {
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            d->has_mop[mop] = mns_draft_shows_mop(d, txn, mop);
        }
    }
    for (uint32_t element = 0; element < d->element_count; element++) {
        d->has_element[element] = mns_draft_shows_element(d, element);
    }
}

mns_draft_size mns_draft_measure(const mns_draft *d) {
    mns_draft_size size = {0, 0, 0};
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        size.txns += d->has_txn[txn];
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            if (!mns_draft_shows_mop(d, txn, mop)) {
                continue;
            }
            size.mops++;
            for (size_t i = d->mop_first[mop]; i < d->mop_first[mop + 1]; i++) {
                size.elements += mns_draft_shows_element(d, d->lists[i]);
            }
        }
    }
    return size;
}
