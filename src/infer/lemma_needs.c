/*
 * lemma_needs.c - which orders the current walk must prove; see lemma_closure.h.
 *
 * All versions whose writers lead to the seeker precede the versions that it accessed. Those that
 * precede another one of them are left out, because their order follows, and those whose writers
 * are on a cycle with the seeker. What remains and is not known yet is needed.
 *
 * O(versions of the key + the square of these / 64) for each target.
 */
#include "core/grow.h"
#include "infer/lemma_closure.h"

/* The versions that precede a target and no other one of these, as bits. */
static const uint64_t *find_nearest(const mns_walker *w, const mns_target *target, uint32_t key,
                                    const uint64_t *leading, uint32_t words) {
    const mns_closure *c = w->closure;
    const mns_version_graph *r = w->r;
    uint32_t base = r->first[key], count = r->first[key + 1] - base;
    uint64_t *nearest = c->versions, *farther = c->versions + words;
    memset(c->versions, 0, 2 * (size_t)words * sizeof *nearest);
    for (uint32_t v = 1; v < count; v++) {
        uint32_t writer = mns_txn_of(w->o, r->writer[base + v]);
        const uint64_t *square = c->squares + c->square_first[key] + (size_t)v * words;
        if (base + v == target->version || !mns_bit(leading, writer) ||
            mns_closure_are_joined(c, writer, w->seeker) ||
            (target->by_write && mns_bit(square, target->version - base))) {
            continue;
        }
        mns_bit_set(nearest, v);
        for (uint32_t word = 0; word < words; word++) {
            farther[word] |= square[word];
        }
    }
    for (uint32_t word = 0; word < words; word++) {
        nearest[word] &= ~farther[word];
    }
    return nearest;
}

static bool add_need(mns_walker *w, uint32_t version) {
    if (!MNS_GROW(w->needs, w->need_count, w->need_capacity, 1)) {
        w->failed = true;
        return false;
    }
    w->needs[w->need_count++] = (mns_need){.version = version};
    mns_bit_set(w->closure->sought, mns_txn_of(w->o, w->r->writer[version]));
    return true;
}

static bool add_needs(mns_walker *w, const mns_target *target, const uint64_t *leading) {
    const mns_version_graph *r = w->r;
    uint32_t key = w->o->history->tables.mops.key[r->writer[target->version]];
    uint32_t base = r->first[key], count = r->first[key + 1] - base;
    mns_order_class level = mns_lemma_level(w, target);
    const uint64_t *nearest = find_nearest(w, target, key, leading, (count + 63) / 64);
    for (uint32_t v = 1; v < count; v++) {
        if (mns_bit(nearest, v) && !mns_lemma_is_timely(w, base + v, target->version) &&
            !mns_lemma_is_known(w, base + v, target->version, level) &&
            !mns_lemma_follows_from_read(w, target, base + v, level) && !add_need(w, base + v)) {
            return false;
        }
    }
    return true;
}

bool mns_lemma_needs(mns_walker *w, uint32_t start) {
    const mns_closure *c = w->closure;
    const uint64_t *leading = mns_closure_row(c, mns_closure_node(c, w->seeker, start));
    memset(c->sought, 0, c->words * sizeof *c->sought);
    w->need_count = 0;
    for (size_t t = 0; t < w->target_count; t++) {
        mns_target *target = &w->targets[t];
        target->need_first = (uint32_t)w->need_count;
        if (target->wanted && !add_needs(w, target, leading)) {
            return false;
        }
        target->need_end = (uint32_t)w->need_count;
    }
    w->open = (uint32_t)w->need_count;
    return true;
}

bool mns_closure_is_promising(const mns_walker *w, uint32_t place, uint32_t state) {
    const mns_closure *c = w->closure;
    if (place < w->o->history->txns.count && mns_bit(c->sought, place)) {
        return true;
    }
    const uint64_t *row = mns_closure_row(c, mns_closure_node(c, place, state));
    for (uint32_t i = 0; i < c->words; i++) {
        if ((row[i] & c->sought[i]) != 0) {
            return true;
        }
    }
    return false;
}

mns_need *mns_lemma_need(mns_walker *w, const mns_target *target, uint32_t version) {
    uint32_t low = target->need_first, high = target->need_end;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (w->needs[middle].version < version) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < target->need_end && w->needs[low].version == version ? &w->needs[low] : NULL;
}
