/*
 * duplicate_elements.c - a committed read shows an element twice.
 *
 *     T1 ok    append x 1
 *     T2 ok    r x [1 1]
 *
 * Every append has a unique element, so an append took effect twice. The first repetition of a
 * spine decides for all its reads: those that are longer show it. If no main spine has one, and
 * every read is a prefix of a main spine, there is nothing to search for.
 */
#include "core/grow.h"
#include "core/map.h"
#include "detect/detect.h"

/* The first index of a spine that repeats an earlier element, or its length. Elements are
 * identified by their append (stamp), those without one by a map. */
static bool first_repetition(const mns_observation *o, uint32_t spine, uint32_t *stamp,
                             mns_map *garbage, uint32_t *place) {
    for (uint32_t i = 0; i < o->versions.seen[spine]; i++) {
        uint32_t writer = mns_spine_writer(o, spine, i);
        bool repeated;
        if (writer != MNS_NONE) {
            repeated = stamp[writer] == spine + 1;
            stamp[writer] = spine + 1;
        } else {
            mns_value element = o->history->tables.spines.items[spine].elements[i];
            uint64_t name = (uint64_t)spine << 32 | element;
            repeated = mns_map_get(garbage, name) != MNS_NONE;
            if (!repeated && !mns_map_add(garbage, name, 0)) {
                return false;
            }
        }
        if (repeated) {
            *place = i;
            return true;
        }
    }
    *place = o->versions.seen[spine];
    return true;
}

/* Whether a spine is a prefix of a main spine without repetitions: then its elements are its
 * versions. */
static bool is_free_of_repetitions(const mns_observation *o, uint32_t spine) {
    const mns_versions *v = &o->versions;
    uint32_t key = o->history->tables.spines.items[spine].key, main = v->main_spine[key];
    return v->shared[spine] == v->seen[spine] &&
           (main == MNS_NONE || mns_version_count(o, key) == v->seen[main]);
}

/* By spine: the first repetition. NULL when out of memory. */
static uint32_t *find_repetitions(const mns_observation *o) {
    size_t spines = o->history->tables.spines.count;
    uint32_t *place = MNS_NEW_ARRAY(uint32_t, spines);
    uint32_t *stamp = MNS_NEW_ARRAY(uint32_t, o->history->tables.mops.count);
    mns_map garbage;
    mns_map_init(&garbage);
    bool good = place != NULL && stamp != NULL;
    for (uint32_t s = 0; s < spines && good; s++) {
        place[s] = o->versions.seen[s];
        good = is_free_of_repetitions(o, s) || first_repetition(o, s, stamp, &garbage, &place[s]);
    }
    mns_map_release(&garbage);
    free(stamp);
    if (!good) {
        free(place);
        return NULL;
    }
    return place;
}

void mns_detect_duplicate_elements(const mns_observation *o, mns_cases *cases) {
    const mns_mops *mops = &o->history->tables.mops;
    if (!o->versions.repeating && !o->versions.forked) {
        return;
    }
    uint32_t *place = find_repetitions(o);
    if (place == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mns_mop_is_answered(mops, m) && mops->value[m] > 0 &&
            mops->value[m] > place[mops->content[m]] && mns_txn_counts(o, mns_txn_of(o, m))) {
            const mns_spine *spine = &o->history->tables.spines.items[mops->content[m]];
            mns_cases_add(cases, MNS_A_DUPLICATE_ELEMENTS, mops->key[m],
                          spine->elements[place[mops->content[m]]], &m, 1);
        }
    }
    free(place);
}
