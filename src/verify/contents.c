/* contents.c - see contents.h. */
#include "verify/contents.h"

#include "core/grow.h"

#define ALL_COMMITTED MNS_NONE

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Counts the writes of the execution in at[key], or stores their values at elements[at[key]++]. */
static void walk_writes(const mns_replay *r, uint32_t *at, mns_value *elements) {
    const mns_txns *txns = &r->history->txns;
    const mns_mops *mops = &r->history->tables.mops;
    for (uint32_t n = 0; n < r->execution->count; n++) {
        uint32_t txn = r->execution->order[n];
        for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
            if (!mns_mop_is_read(mops, m)) {
                uint32_t place = at[mops->key[m]]++;
                if (elements != NULL) {
                    elements[place] = mops->value[m];
                }
            }
        }
    }
}

static void compare_spines(const mns_contents *c, const uint32_t *end, const mns_value *elements) {
    const mns_spines *spines = &c->r->history->tables.spines;
    for (size_t s = 0; s < spines->count; s++) {
        const mns_spine *spine = &spines->items[s];
        uint32_t at = spine->key == 0 ? 0 : end[spine->key - 1];
        uint32_t agreed = 0;
        while (agreed < spine->count && at < end[spine->key] &&
               spine->elements[agreed] == elements[at]) {
            agreed++;
            at++;
        }
        c->agreed[s] = agreed;
    }
}

/* Whatever a model of this folder lets a transaction read of a key is a beginning of everything
 * that the execution ever appends to it: the length of a read then says the rest. */
static bool init_lists(mns_contents *c) {
    const mns_tables *tables = &c->r->history->tables;
    uint32_t *end = MNS_NEW_ARRAY(uint32_t, (size_t)tables->keys.count + 1);
    mns_value *elements = MNS_NEW_ARRAY(mns_value, tables->mops.count);
    c->agreed = MNS_NEW_ARRAY(uint32_t, tables->spines.count);
    bool good = end != NULL && elements != NULL && c->agreed != NULL;
    if (good) {
        walk_writes(c->r, end + 1, NULL);
        for (uint32_t key = 0; key < tables->keys.count; key++) {
            end[key + 1] += end[key];
        }
        walk_writes(c->r, end, elements); /* end[key] was where the key begins */
        compare_spines(c, end, elements);
    }
    free(end);
    free(elements);
    return good;
}

/* ---- Sets ----------------------------------------------------------------------------------- */

static bool init_sets(mns_contents *c) {
    const mns_tables *tables = &c->r->history->tables;
    c->added = MNS_NEW_ARRAY(struct mns_added, tables->mops.count);
    c->checked = MNS_NEW_ARRAY(uint32_t, tables->sets.count);
    return c->added != NULL && c->checked != NULL;
}

/* Of all adds of an element, the first in the history stands for it. NULL: none adds it. */
static struct mns_added *added(const mns_contents *c, uint32_t key, mns_value element) {
    const mns_history *h = c->r->history;
    uint32_t mop = mns_writes_find(&h->writes, &h->tables.mops, key, element);
    return mop == MNS_NONE ? NULL : &c->added[mop];
}

static bool elements_are_added(mns_contents *c, uint32_t read, uint32_t stamp, uint32_t own) {
    const mns_tables *tables = &c->r->history->tables;
    uint32_t set = tables->mops.content[read], count;
    const mns_value *elements = mns_mop_set(tables, read, &count);
    if (count == 0 || c->checked[set] == ALL_COMMITTED ||
        (c->checked[set] == stamp && own == MNS_NONE)) {
        return true;
    }
    if (tables->sets.items[set].duplicated != MNS_VALUE_NONE) {
        return false; /* the element stands in the set twice */
    }
    bool committed = true;
    for (uint32_t i = 0; i < count; i++) {
        const struct mns_added *a = added(c, tables->mops.key[read], elements[i]);
        if (a == NULL || !(a->committed || (a->stamp == stamp && a->rank < own))) {
            return false;
        }
        committed = committed && a->committed;
    }
    if (committed || own == MNS_NONE) {
        c->checked[set] = committed ? ALL_COMMITTED : stamp;
    }
    return true;
}

/* ---- All datatypes -------------------------------------------------------------------------- */

minos_status mns_contents_init(mns_contents *c, const mns_replay *r) {
    const mns_tables *tables = &r->history->tables;
    *c = (mns_contents){.r = r, .keys = MNS_NEW_ARRAY(struct mns_key_content, tables->keys.count)};
    bool good = c->keys != NULL;
    if (good && r->history->workload == MNS_RW_REGISTER) {
        for (uint32_t key = 0; key < tables->keys.count; key++) {
            c->keys[key].committed.number = MNS_VALUE_INITIAL;
        }
    }
    good = good && (r->history->workload != MNS_LIST_APPEND || init_lists(c));
    good = good && (r->history->workload != MNS_SET || init_sets(c));
    return good ? MINOS_OK : MINOS_ENOMEM;
}

void mns_contents_release(mns_contents *c) {
    free(c->keys);
    free(c->agreed);
    free(c->added);
    free(c->checked);
}

/* Except for sets. */
static mns_number after_write(const mns_contents *c, uint32_t mop, mns_number before) {
    const mns_tables *tables = &c->r->history->tables;
    switch (c->r->history->workload) {
    case MNS_RW_REGISTER: return tables->mops.value[mop];
    case MNS_COUNTER: return before + mns_mop_number(tables, mop);
    default: return before + 1;
    }
}

void mns_contents_write(mns_contents *c, uint32_t mop, uint32_t stamp) {
    const mns_mops *mops = &c->r->history->tables.mops;
    struct mns_key_content *k = &c->keys[mops->key[mop]];
    if (k->stamp != stamp) {
        k->stamp = stamp;
        k->own = k->committed;
    }
    bool adds = true;
    if (c->added != NULL) {
        struct mns_added *a = added(c, mops->key[mop], mops->value[mop]);
        adds = !a->committed && a->stamp != stamp;
        if (adds) {
            a->stamp = stamp;
            a->rank = k->own.version - k->committed.version;
        }
    }
    k->own.number = adds ? after_write(c, mop, k->own.number) : k->own.number;
    k->own.version++;
}

void mns_contents_commit(mns_contents *c, uint32_t mop) {
    const mns_mops *mops = &c->r->history->tables.mops;
    mns_content *content = &c->keys[mops->key[mop]].committed;
    bool adds = true;
    if (c->added != NULL) {
        struct mns_added *a = added(c, mops->key[mop], mops->value[mop]);
        adds = !a->committed;
        a->committed = true;
    }
    content->number = adds ? after_write(c, mop, content->number) : content->number;
    content->version++;
}

mns_number mns_contents_number(const mns_contents *c, uint32_t read) {
    const mns_tables *tables = &c->r->history->tables;
    assert(mns_mop_is_answered(&tables->mops, read));
    return c->r->history->workload == MNS_COUNTER ? mns_mop_number(tables, read)
                                                  : (mns_number)tables->mops.value[read];
}

bool mns_contents_shown(mns_contents *c, uint32_t read, const mns_content *content, uint32_t stamp,
                        uint32_t own) {
    const mns_mops *mops = &c->r->history->tables.mops;
    bool any_rows = c->r->rows && c->r->law == MNS_LAW_REPEATABLE;
    if (!any_rows && mns_contents_number(c, read) != content->number) {
        return false;
    }
    switch (c->r->history->workload) {
    case MNS_LIST_APPEND:
        return mops->value[read] == 0 || mops->value[read] <= c->agreed[mops->content[read]];
    case MNS_SET: return elements_are_added(c, read, stamp, own);
    default: return true;
    }
}
