/* observation_invariants.c - see observation_invariants.h. */
#include "infer/observation_invariants.h"

#ifndef NDEBUG

#include "infer/register_mops.h"

/* ---- Outcomes and repeated keys ---------------------------------------------------------------
 */

static void assert_outcomes(const mns_observation *o) {
    const mns_txns *txns = &o->history->txns;
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        assert((txns->type[txn] == MNS_TXN_OK) == (o->outcome[txn] == MNS_COMMITTED));
        assert((txns->type[txn] == MNS_TXN_FAIL) == (o->outcome[txn] == MNS_ABORTED));
    }
    for (uint32_t i = 1; i < o->repeated_keys.count; i++) {
        assert(o->repeated_keys.txn[i - 1] < o->repeated_keys.txn[i]);
    }
}

/* ---- Lists ------------------------------------------------------------------------------------
 */

static void assert_spine(const mns_observation *o, uint32_t s) {
    const mns_versions *v = &o->versions;
    const mns_spine *spine = &o->history->tables.spines.items[s];
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t main = v->main_spine[spine->key];
    assert(v->spine_first[s + 1] - v->spine_first[s] == spine->count);
    assert(v->seen[s] <= spine->count && v->shared[s] <= v->seen[s]);
    assert(main == MNS_NONE ? v->seen[s] == 0 : v->seen[s] <= v->seen[main]);
    assert((v->seen[s] == 0) == (v->seen_by[s] == MNS_NONE));
    assert(v->seen[s] == 0 ||
           (mops->content[v->seen_by[s]] == s && mops->value[v->seen_by[s]] == v->seen[s] &&
            mns_txn_counts(o, mns_txn_of(o, v->seen_by[s]))));
    assert(v->forked || v->shared[s] == v->seen[s]);
    for (uint64_t i = v->spine_first[s]; i < v->spine_first[s + 1]; i++) {
        assert(v->writer[i] == MNS_NONE ? v->garbage : mops->key[v->writer[i]] == spine->key);
    }
}

/* Each version has one writer, whose position is that version's. */
static void assert_list_order(const mns_observation *o, uint32_t key) {
    const mns_versions *v = &o->versions;
    uint32_t main = v->main_spine[key], count = v->version_count[key];
    assert(main == MNS_NONE ? count == 0 : count <= v->seen[main]);
    assert(main == MNS_NONE || o->history->tables.spines.items[main].key == key);
    assert(main == MNS_NONE || v->repeating || count == v->seen[main]);
    for (uint32_t p = 1; p <= count; p++) {
        uint32_t writer = mns_version_writer(o, key, p);
        assert(writer == MNS_NONE || v->position[writer] == p);
    }
}

static void assert_lists(const mns_observation *o) {
    const mns_tables *tables = &o->history->tables;
    for (uint32_t s = 0; s < tables->spines.count; s++) {
        assert_spine(o, s);
    }
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        assert_list_order(o, key);
    }
    for (uint32_t m = 0; m < tables->mops.count; m++) {
        uint32_t position = o->versions.position[m], key = tables->mops.key[m];
        if (position == MNS_NONE) {
            continue;
        }
        assert(position <= mns_version_count(o, key));
        if (tables->mops.function[m] == MNS_WRITE) {
            assert(mns_version_writer(o, key, position) == m);
        } else {
            assert(mns_txn_counts(o, mns_txn_of(o, m)));
        }
    }
}

/* ---- Registers, and unseen appends ------------------------------------------------------------
 */

static void assert_version(const mns_observation *o, uint32_t key, uint32_t version) {
    const mns_version_graph *r = &o->version_graph;
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t writer = r->writer[version];
    assert((writer == MNS_NONE) == (version == r->first[key]));
    assert(writer == MNS_NONE || (mops->key[writer] == key && r->version[writer] == version &&
                                  mns_txn_counts(o, mns_txn_of(o, writer))));
    assert(writer == MNS_NONE || version - 1 == r->first[key] || r->writer[version - 1] < writer);
    assert(r->reader_first[version] <= r->reader_first[version + 1]);
    for (uint32_t i = r->reader_first[version]; i < r->reader_first[version + 1]; i++) {
        assert(r->version[r->reader[i]] == version && mops->function[r->reader[i]] == MNS_READ);
        assert(i == r->reader_first[version] || r->reader[i - 1] < r->reader[i]);
        assert(mns_txn_counts(o, mns_txn_of(o, r->reader[i])));
    }
}

static void assert_versions(const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    uint32_t keys = o->history->tables.keys.count;
    assert(r->first[0] == 0 && r->first[keys] == r->count);
    for (uint32_t key = 0; key < keys; key++) {
        assert(r->first[key] < r->first[key + 1]); /* each key has an initial state */
        for (uint32_t v = r->first[key]; v < r->first[key + 1]; v++) {
            assert_version(o, key, v);
        }
    }
}

/* A read and the last write of its transaction to the key find each other. */
static void assert_partners(const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t partner = mns_partner(o, m);
        assert(partner == MNS_NONE || mns_partner(o, partner) == m);
        assert(partner == MNS_NONE ||
               (mns_txn_of(o, partner) == mns_txn_of(o, m) && mops->key[partner] == mops->key[m] &&
                mops->function[partner] != mops->function[m]));
    }
}

static void assert_notes(const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    for (size_t i = 1; i < r->unversioned_count; i++) {
        assert(r->unversioned[i - 1].read < r->unversioned[i].read);
    }
    for (size_t i = 1; i < r->numbered_count; i++) {
        assert(r->numbered[i - 1].version <= r->numbered[i].version);
    }
    for (size_t i = 1; i < r->contradictory_count; i++) {
        assert(r->contradictory[i - 1] < r->contradictory[i]);
    }
    for (size_t i = 0; i < r->cyclic_count; i++) {
        const struct mns_cyclic_key *c = &r->cyclic[i];
        assert(c->count >= 2 && c->first + c->count <= r->cycle_count);
        for (uint32_t j = c->first; j < c->first + c->count; j++) {
            assert(r->cycle[j] >= r->first[c->key] && r->cycle[j] < r->first[c->key + 1]);
        }
    }
}

static uint32_t key_of(const mns_observation *o, uint32_t version) {
    return o->history->tables.mops.key[o->version_graph.writer[version]];
}

/* Given orders that lead back to the initial state make a cycle, and were dropped. */
static void assert_edge(const mns_observation *o, const mns_version_edge *edge) {
    const mns_version_graph *r = &o->version_graph;
    assert(edge->to < r->count && edge->from != edge->to && edge->order_class < MNS_CLASS_COUNT);
    assert(!mns_version_is_initial(r, edge->from) && !mns_version_is_initial(r, edge->to));
    assert(key_of(o, edge->from) == key_of(o, edge->to));
    assert((edge->source == MNS_BY_LEMMA) == (edge->lemma != MNS_NONE));
    assert(edge->lemma == MNS_NONE ||
           (edge->lemma < r->lemma_count && r->lemmas[edge->lemma].from == edge->from &&
            r->lemmas[edge->lemma].to == edge->to && edge->order_class != MNS_CLASS_GIVEN));
}

/* The path leads from the writer of `from` to a transaction that wrote or read `to`. */
static void assert_lemma(const mns_observation *o, uint32_t id) {
    const mns_version_graph *r = &o->version_graph;
    const mns_lemma *lemma = &r->lemmas[id];
    const mns_lemma_place *path = r->path + lemma->first;
    assert(lemma->count >= 2 && lemma->first + lemma->count <= r->path_count);
    assert(path[0].txn == mns_txn_of(o, r->writer[lemma->from]));
    uint32_t last = path[lemma->count - 1].txn, met = 0;
    for (uint32_t m = o->history->txns.first_mop[last]; m < o->history->txns.first_mop[last + 1];
         m++) {
        met += r->version[m] == lemma->to;
    }
    assert(met > 0);
    for (uint32_t i = 0; i < lemma->count; i++) {
        assert(path[i].lemma == MNS_NONE || path[i].lemma < id);
        assert((path[i].kind == 0) == (i + 1 == lemma->count));
    }
}

void mns_assert_version_edges(const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    if (r->edge_first == NULL) {
        return; /* sets and counters have none */
    }
    assert_versions(o);
    assert(r->edge_first[0] == 0 && r->edge_first[r->count] == r->edge_count);
    for (uint32_t v = 0; v < r->count; v++) {
        assert(r->edge_first[v] <= r->edge_first[v + 1]);
        for (uint32_t e = r->edge_first[v]; e < r->edge_first[v + 1]; e++) {
            mns_version_edge edge = mns_version_edge_at(r, v, e);
            assert_edge(o, &edge);
            assert(e == r->edge_first[v] || r->edges[e - 1].to <= r->edges[e].to);
        }
    }
    for (uint32_t id = 0; id < r->lemma_count; id++) {
        assert_lemma(o, id);
    }
}

/* ---- Sets -------------------------------------------------------------------------------------
 */

static void assert_sets(const mns_observation *o) {
    const mns_set_orders *orders = &o->sets;
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t key = 0; key < o->history->tables.keys.count; key++) {
        assert(orders->add_first[key] <= orders->add_first[key + 1]);
        assert(orders->reader_first[key] <= orders->reader_first[key + 1]);
        for (uint32_t i = orders->add_first[key]; i < orders->add_first[key + 1]; i++) {
            assert(orders->position[orders->add[i]] == i - orders->add_first[key]);
            assert(mops->key[orders->add[i]] == key);
        }
        for (uint32_t i = orders->reader_first[key]; i < orders->reader_first[key + 1]; i++) {
            assert(orders->informative[orders->reader[i]] && mops->key[orders->reader[i]] == key);
        }
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        uint32_t next = orders->next_add[m];
        assert(next == MNS_NONE ||
               (mops->function[next] == MNS_WRITE && mns_txn_of(o, next) == mns_txn_of(o, m) &&
                (next > m || mops->function[m] == MNS_READ)));
        assert(!orders->external[m] || orders->informative[m]);
    }
}

/* Runs of one set are ascending and apart from each other. */
static void assert_runs(const mns_observation *o) {
    const mns_set_orders *orders = &o->sets;
    size_t sets = o->history->tables.sets.count;
    assert(orders->run_first[sets] == orders->run_count);
    for (size_t set = 0; set < sets; set++) {
        for (uint64_t i = orders->run_first[set]; i < orders->run_first[set + 1]; i++) {
            assert(orders->run[i].begin < orders->run[i].end);
            assert(i == orders->run_first[set] || orders->run[i - 1].end < orders->run[i].begin);
        }
    }
}

/* ---- Counters ---------------------------------------------------------------------------------
 */

static void assert_counters(const mns_observation *o) {
    const mns_counters *c = &o->counters;
    const mns_tables *tables = &o->history->tables;
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        assert(c->all[key].low <= c->not_aborted[key].low && c->not_aborted[key].low <= 0);
        assert(c->all[key].high >= c->not_aborted[key].high && c->not_aborted[key].high >= 0);
        assert(!c->grows[key] || c->all[key].low == 0);
        assert(c->read_first[key] <= c->read_first[key + 1]);
        for (uint32_t i = c->read_first[key]; i < c->read_first[key + 1]; i++) {
            assert(tables->mops.key[c->read[i]] == key && c->role[c->read[i]] >= MNS_ROLE_OWN);
            assert(i == c->read_first[key] ||
                   mns_mop_number(tables, c->read[i - 1]) <= mns_mop_number(tables, c->read[i]));
        }
    }
}

void mns_assert_observation(const mns_observation *o) {
    assert_outcomes(o);
    switch (o->history->workload) {
    case MNS_RW_REGISTER:
        assert_partners(o);
        assert_notes(o);
        mns_assert_version_edges(o);
        break;
    case MNS_SET:
        assert_sets(o);
        assert_runs(o);
        break;
    case MNS_COUNTER: assert_counters(o); break;
    default: assert_lists(o);
    }
}

#endif
