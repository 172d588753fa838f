/* own_versions.c - see own_versions.h. */
#include "verify/own_versions.h"

#include "core/grow.h"

void mns_own_versions_release(mns_own_versions *v) {
    free(v->notes);
    free(v->reads);
}

void mns_own_versions_clear(mns_own_versions *v) { v->note_count = v->read_count = 0; }

static uint32_t own_count(const mns_contents *c, uint32_t key) {
    return c->keys[key].own.version - c->keys[key].committed.version;
}

bool mns_own_versions_note(mns_own_versions *v, const mns_contents *c, uint32_t key) {
    if (!MNS_GROW(v->notes, v->note_count, v->note_capacity, 1)) {
        return false;
    }
    v->notes[v->note_count++] = (struct mns_own_version){
        .number = c->keys[key].own.number, .key = key, .own = own_count(c, key)};
    return true;
}

bool mns_own_versions_keep(mns_own_versions *v, const mns_contents *c, uint32_t read) {
    if (!MNS_GROW(v->reads, v->read_count, v->read_capacity, 1)) {
        return false;
    }
    v->reads[v->read_count++] = (struct mns_own_read){
        .mop = read, .own = own_count(c, c->r->history->tables.mops.key[read])};
    return true;
}

static int compare(const void *a, const void *b) {
    const struct mns_own_version *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    return (x->own > y->own) - (x->own < y->own);
}

/* The greatest note that is not above this one, or NULL. */
static const struct mns_own_version *find(const mns_own_versions *v,
                                          const struct mns_own_version *wanted) {
    size_t low = 0, high = v->note_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&v->notes[middle], wanted) <= 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low == 0 ? NULL : &v->notes[low - 1];
}

/* How many own writes the read shows; MNS_NONE: nothing explains it. */
static uint32_t shown(const mns_own_versions *v, mns_contents *c, const struct mns_own_read *read,
                      uint32_t stamp) {
    uint32_t key = c->r->history->tables.mops.key[read->mop];
    const struct mns_own_version wanted = {
        .number = mns_contents_number(c, read->mop), .key = key, .own = read->own};
    const struct mns_own_version *note = find(v, &wanted);
    if (note != NULL && note->key == key && note->number == wanted.number) {
        const mns_content content = {.number = note->number};
        if (mns_contents_shown(c, read->mop, &content, stamp, note->own)) {
            return note->own;
        }
    }
    return mns_contents_shown(c, read->mop, &c->keys[key].committed, stamp, 0) ? 0 : MNS_NONE;
}

void mns_own_versions_explain(mns_own_versions *v, mns_contents *c, uint32_t stamp,
                              uint32_t *version, uint32_t *read) {
    *read = MNS_NONE;
    if (v->read_count > 0) {
        qsort(v->notes, v->note_count, sizeof *v->notes, compare);
    }
    for (size_t i = 0; i < v->read_count && *read == MNS_NONE; i++) {
        uint32_t mop = v->reads[i].mop, own = shown(v, c, &v->reads[i], stamp);
        if (own == MNS_NONE) {
            *read = mop;
        } else if (version != NULL) {
            version[mop] = c->keys[c->r->history->tables.mops.key[mop]].committed.version + own;
        }
    }
}
