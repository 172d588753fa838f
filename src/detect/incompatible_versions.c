/*
 * incompatible_versions.c - version numbers that the database revealed contradict the values.
 *
 *     T1 ok    w x 1 {:version 3}
 *     T2 ok    r x 2 {:version 3}      one version, two values
 *     T3 ok    r x 1 {:version 4}      one value, two versions
 *
 * A value is written once, so it has one version, and a version has one value. At most one case per
 * key and kind of contradiction: the first. The inference of version orders has found the keys that
 * have one. O(micro-operations), and sorting those of these keys.
 */
#include "core/grow.h"
#include "detect/detect.h"
#include "infer/register_mops.h"

typedef struct revealed {
    uint32_t key, version; /* version of version_graph.h */
    int64_t number;
    uint32_t mop;
} revealed;

static int by_number(const void *a, const void *b) {
    const revealed *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    return (x->mop > y->mop) - (x->mop < y->mop);
}

static int by_version(const void *a, const void *b) {
    const revealed *x = a, *y = b;
    if (x->version != y->version) {
        return x->version < y->version ? -1 : 1;
    }
    return (x->mop > y->mop) - (x->mop < y->mop);
}

/* By key: does it have a contradiction? NULL when out of memory. */
static bool *mark_keys(const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    bool *marked = MNS_NEW_ARRAY(bool, o->history->tables.keys.count);
    for (size_t i = 0; i < r->contradictory_count && marked != NULL; i++) {
        marked[r->contradictory[i]] = true;
    }
    return marked;
}

/* What was revealed of the marked keys; false when out of memory. */
static bool list_revealed(const mns_observation *o, const bool *marked, revealed **items,
                          size_t *count) {
    const mns_mops *mops = &o->history->tables.mops;
    const mns_version_graph *r = &o->version_graph;
    size_t capacity = 0;
    for (uint32_t m = 0; m < mops->count; m++) {
        int64_t number = marked[mops->key[m]] ? mns_revealed_version(o, m) : MNS_NO_VERSION;
        if (r->version[m] == MNS_NONE || r->apart[m] == MNS_NOT_EXTERNAL ||
            number == MNS_NO_VERSION) {
            continue;
        }
        if (!MNS_GROW(*items, *count, capacity, 1)) {
            return false;
        }
        (*items)[(*count)++] =
            (revealed){.key = mops->key[m], .version = r->version[m], .number = number, .mop = m};
    }
    if (!MNS_GROW(*items, *count, capacity, r->numbered_count)) {
        return false;
    }
    for (size_t i = 0; i < r->numbered_count; i++) {
        const mns_numbered_read *n = &r->numbered[i];
        uint32_t key = mops->key[n->read];
        if (marked[key]) {
            (*items)[(*count)++] = (revealed){.key = key,
                                              .version = n->version,
                                              .number = mns_revealed_version(o, n->read),
                                              .mop = n->read};
        }
    }
    return true;
}

static void report(const mns_observation *o, const revealed *a, const revealed *b,
                   mns_cases *cases) {
    uint32_t named[2] = {a->mop, b->mop};
    mns_cases_add(cases, MNS_A_INCOMPATIBLE_VERSIONS, a->key, mns_version_value(o, a->version),
                  named, 2);
}

static void find_cases(const mns_observation *o, revealed *items, size_t count, mns_cases *cases) {
    uint32_t reported = MNS_NONE; /* key */
    if (count == 0) {
        return;
    }
    qsort(items, count, sizeof *items, by_number);
    for (size_t i = 1; i < count; i++) {
        if (items[i].key == items[i - 1].key && items[i].number == items[i - 1].number &&
            items[i].version != items[i - 1].version && reported != items[i].key) {
            report(o, &items[i - 1], &items[i], cases);
            reported = items[i].key;
        }
    }
    reported = MNS_NONE;
    qsort(items, count, sizeof *items, by_version);
    for (size_t i = 1; i < count; i++) {
        if (items[i].version == items[i - 1].version && items[i].number != items[i - 1].number &&
            reported != items[i].key) {
            report(o, &items[i - 1], &items[i], cases);
            reported = items[i].key;
        }
    }
}

void mns_detect_incompatible_versions(const mns_observation *o, mns_cases *cases) {
    if (o->version_graph.contradictory_count == 0) {
        return;
    }
    bool *marked = mark_keys(o);
    revealed *items = NULL;
    size_t count = 0;
    if (marked != NULL && list_revealed(o, marked, &items, &count)) {
        assert(count > 0);
        find_cases(o, items, count, cases);
    } else {
        cases->failed = true;
    }
    free(items);
    free(marked);
}
