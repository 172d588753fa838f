/* draft.c - see draft.h. */
#include "shrink/draft.h"

#include "core/grow.h"
#include "shrink/elements.h"

void mns_draft_release(mns_draft *d) {
    free(d->txn);
    free(d->txn_first);
    free(d->has_txn);
    free(d->mop);
    free(d->mop_first);
    free(d->has_mop);
    free(d->shows_mop);
    free(d->lists);
    free(d->value);
    free(d->has_element);
    free(d->shows_element);
    free(d->ops);
    mns_buf_release(&d->frames);
    mns_sums_release(&d->sums);
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
    d->shows_mop = MNS_NEW_ARRAY(bool, mops);
    d->ops = MNS_NEW_ARRAY(mns_draft_op, 2 * txns);
    return d->txn != NULL && d->txn_first != NULL && d->has_txn != NULL && d->mop != NULL &&
           d->mop_first != NULL && d->has_mop != NULL && d->shows_mop != NULL && d->ops != NULL;
}

static uint32_t new_element(mns_draft *d, mns_value value) {
    uint32_t id = d->element_count;
    if (id == d->element_capacity) { /* the three columns grow together */
        size_t capacity = d->element_capacity == 0 ? 64 : 2 * d->element_capacity, sizes[3] = {0};
        if (!mns_grow(&d->value, &sizes[0], capacity, sizeof *d->value) ||
            !mns_grow(&d->has_element, &sizes[1], capacity, sizeof *d->has_element) ||
            !mns_grow(&d->shows_element, &sizes[2], capacity, sizeof *d->shows_element)) {
            return MNS_NONE;
        }
        d->element_capacity = capacity;
    }
    d->value[id] = value;
    d->has_element[id] = true;
    d->element_count++;
    return id;
}

/* The id of an element of a key, made if it is new. */
static uint32_t element_id(mns_draft *d, mns_map *ids, uint32_t key, mns_value value) {
    uint64_t name = (uint64_t)key << 32 | value;
    uint32_t id = mns_map_get(ids, name);
    if (id == MNS_NONE) {
        id = new_element(d, value);
        id = id != MNS_NONE && mns_map_add(ids, name, id) ? id : MNS_NONE;
    }
    return id;
}

static bool add_place(mns_draft *d, uint32_t element) {
    if (element == MNS_NONE || !MNS_GROW(d->lists, d->list_count, d->list_capacity, 1)) {
        return false;
    }
    d->lists[d->list_count++] = element;
    return true;
}

static bool add_write(mns_draft *d, mns_map *ids, uint32_t mop) {
    const mns_mops *mops = &d->history->tables.mops;
    return add_place(d, d->history->workload == MNS_COUNTER
                            ? new_element(d, mops->value[mop])
                            : element_id(d, ids, mops->key[mop], mops->value[mop]));
}

static bool add_read(mns_draft *d, const mns_selection *s, mns_map *ids, uint32_t mop) {
    const mns_tables *tables = &d->history->tables;
    uint32_t key = tables->mops.key[mop], count;
    const mns_value *elements = mns_elements_read(d->history, mop, &count);
    bool single = d->history->workload == MNS_RW_REGISTER; /* nothing to leave out */
    for (uint32_t i = 0; i < count; i++) {
        if ((single || mns_selection_has(s, key, elements[i])) &&
            !add_place(d, element_id(d, ids, key, elements[i]))) {
            return false;
        }
    }
    bool set = d->history->workload == MNS_SET && count > 0;
    mns_value twice =
        set ? tables->sets.items[tables->mops.content[mop]].duplicated : MNS_VALUE_NONE;
    return twice == MNS_VALUE_NONE || !mns_selection_has(s, key, twice) ||
           add_place(d, element_id(d, ids, key, twice));
}

static bool add_mop(mns_draft *d, const mns_selection *s, mns_map *ids, uint32_t mop) {
    const mns_mops *mops = &d->history->tables.mops;
    uint32_t at = d->mop_count++;
    d->mop[at] = mop;
    d->has_mop[at] = true;
    d->mop_first[at] = d->list_count;
    bool added = true;
    if (!mns_mop_is_read(mops, mop)) {
        added = add_write(d, ids, mop);
    } else if (mns_mop_is_answered(mops, mop)) {
        added = add_read(d, s, ids, mop);
    }
    d->mop_first[at + 1] = d->list_count;
    return added;
}

static minos_status add_op(mns_draft *d, uint32_t position) {
    if (position == MNS_NONE) {
        return MINOS_OK;
    }
    mns_draft_op *op = &d->ops[d->op_count++];
    *op = (mns_draft_op){.position = position, .txn = d->txn_count};
    return mns_frame_write(d, mns_op_offsets_get(&d->history->op_offsets, position), op);
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
    uint32_t first = d->op_count;
    minos_status status = add_op(d, txns->invoke[txn]);
    if (status == MINOS_OK) {
        status = add_op(d, txns->complete[txn]);
    }
    if (d->op_count > first) { /* the completion, unless it left that to the invocation */
        d->ops[d->ops[d->op_count - 1].has_value ? d->op_count - 1 : first].reveals = true;
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
    d->numbered = s->o->transaction_order != NULL;
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
    if (status == MINOS_OK && d->history->workload == MNS_COUNTER && !mns_sums_init(d, s->sums)) {
        status = MINOS_ENOMEM;
    }
    if (status == MINOS_OK) {
        qsort(d->ops, d->op_count, sizeof *d->ops, by_position);
        assert(d->txn_first[d->txn_count] == d->mop_count);
        assert(d->mop_count == 0 || d->mop_first[d->mop_count] == d->list_count);
        for (uint32_t i = 0; i < d->op_count; i++) {
            assert(d->ops[i].txn < d->txn_count);
            assert(i == 0 || d->ops[i - 1].position < d->ops[i].position);
        }
        for (size_t i = 0; i < d->list_count; i++) {
            assert(d->lists[i] < d->element_count);
        }
    }
    return status;
}

/* ---- Marks ---------------------------------------------------------------------------------- */

static bool all_show(const mns_draft *d, uint32_t mop) {
    bool all = true;
    for (size_t i = d->mop_first[mop]; i < d->mop_first[mop + 1] && all; i++) {
        all = d->shows_element[d->lists[i]];
    }
    return all;
}

bool mns_draft_resolve(mns_draft *d) {
    const mns_mops *mops = &d->history->tables.mops;
    if (d->element_count > 0) {
        memcpy(d->shows_element, d->has_element, d->element_count * sizeof *d->has_element);
    }
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            if (!d->has_txn[txn] && !mns_mop_is_read(mops, d->mop[mop])) {
                assert(d->mop_first[mop] + 1 ==
                       d->mop_first[mop + 1]); /* a write has one element */
                d->shows_element[d->lists[d->mop_first[mop]]] = false;
            }
        }
    }
    bool registers = d->history->workload == MNS_RW_REGISTER;
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            bool whole = registers || !mns_mop_is_read(mops, d->mop[mop]); /* or not at all */
            d->shows_mop[mop] = d->has_txn[txn] && d->has_mop[mop] && (!whole || all_show(d, mop));
        }
    }
    return d->history->workload != MNS_COUNTER || mns_sums_resolve(d);
}

void mns_draft_settle(mns_draft *d) {
    mns_draft_resolve(d);
    if (d->mop_count > 0) {
        memcpy(d->has_mop, d->shows_mop, d->mop_count * sizeof *d->has_mop);
    }
    if (d->element_count > 0) {
        memcpy(d->has_element, d->shows_element, d->element_count * sizeof *d->has_element);
    }
}

mns_draft_size mns_draft_measure(mns_draft *d) {
    mns_draft_size size = {0, 0, 0};
    mns_draft_resolve(d);
    for (uint32_t txn = 0; txn < d->txn_count; txn++) {
        size.txns += d->has_txn[txn];
        for (uint32_t mop = d->txn_first[txn]; mop < d->txn_first[txn + 1]; mop++) {
            size.mops += d->shows_mop[mop];
            for (size_t i = d->mop_first[mop]; i < d->mop_first[mop + 1]; i++) {
                size.elements += d->shows_mop[mop] && d->shows_element[d->lists[i]];
            }
        }
    }
    return size;
}
