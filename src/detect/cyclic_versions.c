/*
 * cyclic_versions.c - given orders of a key's versions that contain cycles.
 *
 *     T1, T2, T3 of one process:  w x 1,  w x 2,  r x 1        (--sequential-keys)
 *
 * infer/register_cycles.c found them; here each step of the cycle gets the two micro-operations
 * that show it, found again among the accesses of the two versions. The paper, section 5.2.
 */
#include "core/grow.h"
#include "detect/detect.h"
#include "infer/register_orders.h"

static void add_cycle(const mns_observation *o, const struct mns_cyclic_key *c, uint32_t *named,
                      mns_cases *cases) {
    const mns_version_graph *r = &o->version_graph;
    for (uint32_t s = 0; s < c->count; s++) {
        uint32_t from = r->cycle[c->first + s], to = r->cycle[c->first + (s + 1) % c->count];
        bool shown = mns_order_shown(o, from, to, c->sources, &named[2 * (size_t)s],
                                     &named[2 * (size_t)s + 1]);
        assert(shown);
        (void)shown;
    }
    mns_cases_add(cases, MNS_A_CYCLIC_VERSIONS, c->key, MNS_VALUE_NONE, named, 2 * c->count);
    if (!cases->failed) {
        cases->items[cases->count - 1].sources = c->sources;
    }
}

void mns_detect_cyclic_versions(const mns_observation *o, mns_cases *cases) {
    const mns_version_graph *r = &o->version_graph;
    for (size_t i = 0; i < r->cyclic_count; i++) {
        if (!mns_cases_wants(cases, MNS_A_CYCLIC_VERSIONS)) {
            cases->total[MNS_A_CYCLIC_VERSIONS]++;
            continue;
        }
        uint32_t *named = MNS_NEW_ARRAY(uint32_t, 2 * (size_t)r->cyclic[i].count);
        if (named == NULL) {
            cases->failed = true;
            return;
        }
        add_cycle(o, &r->cyclic[i], named, cases);
        free(named);
    }
}
