/*
 * lemmas.c - which rules are run, in which order, and within which bounds; see lemmas.h.
 *
 * Classes of cycle are processed from the least: orders found for one class are used for the
 * classes that it implies. Each class runs rounds until one finds nothing new.
 *
 * Reachability between all pairs of transactions cannot be decided in linear time. So there are
 * three ways, chosen by the size of the history:
 *
 *     small     each walk visits all predecessors of a transaction
 *     medium    registers: a closure says which orders are missing, and walks find their proofs
 *               (lemma_closure.h)
 *     large     each walk visits the nearest predecessors, a number that depends on the size alone;
 *               farther ones mostly follow by transitivity
 *
 * An order that is not found is not used: that makes the order less complete, never wrong. What is
 * found does not depend on the order of lines, because walks follow lemma_sequence.c.
 *
 * Most histories have no cycle at all. To decide only that, the strictest class is enough: its
 * paths include those of all others.
 *
 * O(micro-operations + edges between versions).
 */
#include "infer/lemmas.h"

#include "core/grow.h"
#include "infer/lemma_closure.h"

/* The steps of a round, in total and for each walk, and the number after which a rule begins no new
 * round. If all twelve rules are run, each gets fewer steps than the strictest alone; those with
 * process or real-time order get the fewest, because separate sources find most of these orders. */
#define STEPS_STRICTEST ((uint64_t)1 << 21)
#define STEPS_WITHOUT_ORDER ((uint64_t)1 << 18)
#define STEPS_WITH_ORDER ((uint64_t)1 << 16)
#define STEPS_PER_MOP 2
#define LISTS_SHARE 16 /* few versions of lists are unordered */
#define LEAST_STEPS 12
#define MOST_STEPS 8192
/* The steps of a rule with a closure. */
#define STEPS_BY_CLOSURE ((uint64_t)1 << 24)
#define STEPS_BY_CLOSURE_WITH_ORDER ((uint64_t)1 << 22)
#define ROUNDS_OF_RULE 2 /* in units of the steps of a full round */
#define LIMIT_ROUNDS 64
/* Predecessors of a version taken from one walk: all in small histories; several if walks are long;
 * otherwise the nearest one. */
#define SMALL_HISTORY 128
#define SMALL_HISTORY_MOPS 4096
#define LONG_WALK 256
#define HITS_OF_SMALL_HISTORY UINT8_MAX
#define HITS_OF_LONG_WALK 8
#define HITS 1

/* ---- Orders besides dependencies ------------------------------------------------------------ */

/* Only ok transactions precede others in process or real-time order (depend/edges_order.h). */
static void list_process_order(mns_walker *w, uint32_t *last) {
    const mns_history *h = w->o->history;
    memset(last, 0xFF, h->process_count * sizeof *last); /* MNS_NONE */
    for (uint32_t txn = 0; txn < h->txns.count; txn++) {
        uint32_t before = last[h->txns.process[txn]];
        uint32_t begins = h->completions_only ? h->txns.complete[txn] : h->txns.invoke[txn];
        bool ordered =
            before != MNS_NONE && begins != MNS_NONE && h->txns.complete[before] < begins;
        w->in_process[txn] = ordered ? before : MNS_NONE;
        if (h->txns.type[txn] == MNS_TXN_OK) {
            last[h->txns.process[txn]] = txn;
        }
    }
}

static void list_completed(mns_walker *w) {
    const mns_txns *txns = &w->o->history->txns;
    uint32_t count = 0;
    for (uint32_t i = 0; i < txns->count;
         i++) { /* in order of completion, if invocations are known */
        if (txns->type[w->sequence[i]] == MNS_TXN_OK) {
            w->completed[count++] = w->sequence[i];
        }
    }
    for (uint32_t txn = 0; txn < txns->count; txn++) {
        uint32_t low = 0, high = txns->invoke[txn] == MNS_NONE ? 0 : count;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (txns->complete[w->completed[middle]] < txns->invoke[txn]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        w->before[txn] = low;
    }
}

static bool prepare_orders(mns_walker *w) {
    const mns_history *h = w->o->history;
    uint32_t *last = MNS_NEW_ARRAY(uint32_t, h->process_count);
    w->in_process = MNS_NEW_ARRAY(uint32_t, h->txns.count);
    w->completed = MNS_NEW_ARRAY(uint32_t, h->txns.count);
    w->before = MNS_NEW_ARRAY(uint32_t, h->txns.count);
    bool good = last != NULL && w->in_process != NULL && w->completed != NULL && w->before != NULL;
    if (good) {
        list_process_order(w, last);
        list_completed(w);
    }
    free(last);
    return good;
}

/* ---- Rounds --------------------------------------------------------------------------------- */

/* Whether paths of the current rule may use edges of this class. */
static bool is_within(const mns_walker *w, mns_order_class level) {
    return mns_order_class_covers(level, mns_order_class_of(w->form, w->order));
}

/* Lists the edges into each version that the rule may use. */
static bool list_edges_in(mns_walker *w) {
    const mns_version_graph *r = w->r;
    free(w->into);
    free(w->in);
    w->in = NULL;
    w->into = MNS_NEW_ARRAY(uint32_t, (size_t)r->count + 2);
    if (w->into == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        for (uint32_t e = r->edge_first[v]; e < r->edge_first[v + 1]; e++) {
            mns_order_class level = (mns_order_class)mns_version_edge_at(r, v, e).order_class;
            w->into[r->edges[e].to + 2] += is_within(w, level);
        }
    }
    for (uint32_t v = 0; v < r->count; v++) {
        w->into[v + 2] += w->into[v + 1];
    }
    w->in = MNS_NEW_ARRAY(mns_edge_in, w->into[r->count + 1]);
    for (uint32_t i = 0; i < w->version_count && w->in != NULL; i++) {
        uint32_t v = w->versions[i];
        for (uint32_t e = r->edge_first[v]; e < r->edge_first[v + 1]; e++) {
            if (is_within(w, (mns_order_class)mns_version_edge_at(r, v, e).order_class)) {
                w->in[w->into[r->edges[e].to + 1]++] = (mns_edge_in){v, r->edges[e].why};
            }
        }
    }
    return w->in != NULL;
}

static bool may_go_on(const mns_walker *w) {
    return w->small || w->total < (w->closure != NULL ? w->most_closing : w->most_steps);
}

/* Walks from every transaction. */
static void walk_all(mns_walker *w) {
    memset(w->sought_by, 0xFF, w->o->history->tables.keys.count * sizeof *w->sought_by);
    for (uint32_t i = 0; i < w->seeker_count && !w->failed; i++) {
        mns_walk_from(w, w->seekers[i]);
    }
}

/* Walks from the transactions that lack an order: for versions that they read, wrote, or both. */
static void walk_needed(mns_walker *w, bool reads, bool writes, unsigned counted, uint8_t start) {
    mns_closure_fill(w, counted, start);
    memset(w->sought_by, 0xFF, w->o->history->tables.keys.count * sizeof *w->sought_by);
    for (uint32_t i = 0; i < w->seeker_count && !w->failed && may_go_on(w); i++) {
        mns_walk_needed(w, w->seekers[i], reads, writes, start);
    }
}

/* Where paths have two states, only state 0 leads to an order of a version that was read. */
static void walk_by_closure(mns_walker *w) {
    if (w->mode == MNS_PATHS_WITHOUT_RW || w->mode == MNS_PATHS_ANY) {
        walk_needed(w, true, true, 1u << 0, 0);
    } else {
        walk_needed(w, true, false, 1u << 0, w->mode == MNS_PATHS_NONADJACENT ? 1 : 0);
        walk_needed(w, false, true, 1u << 0 | 1u << 1, 0);
    }
}

/* Decides whether the closure is used in this round. Once there are too many edges for it, this
 * rule and all later ones do without. */
static bool close_round(mns_walker *w) {
    w->closing = false;
    if (w->closure != NULL && !mns_closure_prepare(w, &w->closing)) {
        return false;
    }
    if (w->closure != NULL && !w->closing) {
        w->r->walks_only = true;
        mns_closure_release(w->closure);
        w->closure = NULL;
    }
    w->limit = w->closing ? UINT32_MAX : w->bound;
    return true;
}

static bool run_round(mns_walker *w) {
    mns_map_release(&w->known);
    mns_map_init(&w->known);
    w->found_count = 0;
    if (!list_edges_in(w)) {
        return false;
    }
    if (w->trail != NULL) {
        mns_lemma_register_round(w);
    }
    w->total += w->o->history->tables.mops.count; /* the cost of a round besides its walks */
    if (!close_round(w)) {
        return false;
    }
    if (w->closing) {
        walk_by_closure(w);
    } else {
        walk_all(w);
    }
    return !w->failed && mns_version_edges_merge(w->r, w->found, w->found_count);
}

static bool run_rule(mns_walker *w, mns_form form, mns_order order) {
    static const mns_lemma_mode modes[MNS_FORM_COUNT] = {
        [MNS_FORM_SINGLE] = MNS_PATHS_SINGLE,
        [MNS_FORM_NONADJACENT] = MNS_PATHS_NONADJACENT,
        [MNS_FORM_ITEM] = MNS_PATHS_ANY}; /* WWR and below: without rw */
    bool good = true;
    w->form = form;
    w->order = order;
    w->mode = modes[form];
    w->kinds = mns_kinds_within(form, order);
    w->total = 0;
    for (uint32_t round = 0; round < LIMIT_ROUNDS && good && may_go_on(w); round++) {
        size_t had = w->r->lemma_count;
        good = run_round(w);
        if (w->r->lemma_count == had) {
            break;
        }
    }
    return good;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static void set_bounds(mns_walker *w, uint64_t steps) {
    w->most_closing = steps == STEPS_WITH_ORDER ? STEPS_BY_CLOSURE_WITH_ORDER : STEPS_BY_CLOSURE;
    const mns_history *h = w->o->history;
    steps += (uint64_t)STEPS_PER_MOP * h->tables.mops.count;
    steps /= h->workload == MNS_LIST_APPEND ? LISTS_SHARE : 1;
    uint64_t each = steps / ((uint64_t)w->seeker_count + 1);
    w->most_steps = ROUNDS_OF_RULE * steps;
    if (each < LEAST_STEPS) {
        w->bound = LEAST_STEPS;
    } else {
        w->bound = each > MOST_STEPS ? MOST_STEPS : (uint32_t)each;
    }
    w->most_hits = w->bound >= LONG_WALK ? HITS_OF_LONG_WALK : HITS;
    if (w->small) {
        w->bound = UINT32_MAX;
        w->most_hits = HITS_OF_SMALL_HISTORY;
    }
}

/* Whether a transaction accessed a version of a key with at least two versions besides the initial
 * state. */
static bool is_seeker(const mns_observation *o, uint32_t txn) {
    const mns_version_graph *r = &o->version_graph;
    const uint32_t *first_mop = o->history->txns.first_mop + txn;
    for (uint32_t m = first_mop[0]; m < first_mop[1]; m++) {
        uint32_t key = o->history->tables.mops.key[m];
        if (r->version[m] != MNS_NONE && r->first[key + 1] - r->first[key] > 2) {
            return true;
        }
    }
    return false;
}

static bool list_seekers(mns_walker *w) {
    uint32_t txns = w->o->history->txns.count;
    w->seekers = MNS_NEW_ARRAY(uint32_t, txns);
    for (uint32_t txn = 0; txn < txns && w->seekers != NULL; txn++) {
        if (is_seeker(w->o, txn)) { /* only transactions that count access versions */
            w->seekers[w->seeker_count++] = txn;
        }
    }
    return w->seekers != NULL;
}

/* Puts the seekers, and the versions that they wrote, into the sequence of transactions. Versions
 * with edges were written by seekers. */
static bool put_in_sequence(mns_walker *w) {
    const mns_history *h = w->o->history;
    bool *seeks = MNS_NEW_ARRAY(bool, h->txns.count);
    w->versions = MNS_NEW_ARRAY(uint32_t, w->r->count);
    if (seeks == NULL || w->versions == NULL) {
        free(seeks);
        return false;
    }
    for (uint32_t i = 0; i < w->seeker_count; i++) {
        seeks[w->seekers[i]] = true;
    }
    w->seeker_count = 0;
    for (uint32_t i = 0; i < h->txns.count; i++) {
        const uint32_t *first_mop = h->txns.first_mop + w->sequence[i];
        if (!seeks[w->sequence[i]]) {
            continue;
        }
        w->seekers[w->seeker_count++] = w->sequence[i];
        for (uint32_t m = first_mop[0]; m < first_mop[1]; m++) {
            uint32_t version = w->r->version[m];
            if (version != MNS_NONE && w->r->writer[version] == m) {
                w->versions[w->version_count++] = version;
            }
        }
    }
    free(seeks);
    return true;
}

/* The places that a walk may enter: each transaction, and each place in `completed`, in both
 * states. Walks of large histories are cut short. */
static bool make_places(mns_walker *w) {
    size_t all = 4 * (size_t)w->o->history->txns.count + 1;
    w->places =
        MNS_NEW_ARRAY(mns_visited, all < MOST_STEPS || w->closure != NULL ? all : MOST_STEPS);
    return w->places != NULL;
}

static bool prepare(mns_walker *w) {
    size_t txns = w->o->history->txns.count, keys = w->o->history->tables.keys.count;
    bool lists = w->o->history->workload == MNS_LIST_APPEND;
    w->stamp = MNS_NEW_ARRAY(uint32_t, 2 * txns);
    w->time_stamp = MNS_NEW_ARRAY(uint32_t, 2 * txns);
    w->sought = MNS_NEW_ARRAY(uint32_t, keys);
    w->sought_by = MNS_NEW_ARRAY(uint32_t, keys);
    w->visit_preceding = lists ? mns_lemma_list_preceding : mns_lemma_register_preceding;
    w->small = txns <= SMALL_HISTORY && w->o->history->tables.mops.count <= SMALL_HISTORY_MOPS;
    return w->stamp != NULL && w->time_stamp != NULL && w->sought != NULL && w->sought_by != NULL &&
           mns_lemma_sequence(w) && put_in_sequence(w) && prepare_orders(w) &&
           (lists || w->small || mns_closure_open(w)) && make_places(w) &&
           (lists ? mns_lemma_list_prepare(w) : mns_lemma_register_prepare(w));
}

static void release(mns_walker *w) {
    mns_map_release(&w->known);
    free(w->into);
    free(w->in);
    free(w->sequence);
    free(w->versions);
    free(w->needs);
    mns_closure_release(w->closure);
    free(w->in_process);
    free(w->completed);
    free(w->before);
    free(w->ended);
    free(w->begun);
    free(w->trail);
    free(w->reader_slot);
    free(w->reader_first);
    free(w->reader);
    free(w->key_begun);
    free(w->places);
    free(w->stamp);
    free(w->time_stamp);
    free(w->sought);
    free(w->sought_by);
    free(w->seekers);
    free(w->targets);
    free(w->found);
}

bool mns_order_by_lemmas(const mns_observation *o, mns_version_graph *r, mns_lemma_scope scope) {
    mns_walker w = {.o = o, .r = r};
    mns_map_init(&w.known);
    mns_order last = o->history->completions_only ? MNS_ORDER_PROCESS : MNS_ORDER_REALTIME;
    bool good = list_seekers(&w);
    if (w.seeker_count == 0) { /* nothing to order */
        free(w.seekers);
        return good;
    }
    good = prepare(&w);
    if (scope == MNS_LEMMAS_STRICTEST) {
        set_bounds(&w, STEPS_STRICTEST);
        good = good && run_rule(&w, MNS_FORM_ITEM, last);
    }
    for (int form = MNS_FORM_WWR; form <= MNS_FORM_ITEM && scope == MNS_LEMMAS_ALL; form++) {
        for (int order = MNS_ORDER_NONE; order <= (int)last && good; order++) {
            set_bounds(&w, order == MNS_ORDER_NONE ? STEPS_WITHOUT_ORDER : STEPS_WITH_ORDER);
            good = run_rule(&w, (mns_form)form, (mns_order)order);
        }
    }
    release(&w);
    return good;
}
