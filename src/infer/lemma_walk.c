/*
 * lemma_walk.c - one walk back along dependencies; see lemmas.h.
 *
 * Breadth first, so that each order is found on a shortest path. A place is a transaction and the
 * state of the path from there (mns_lemma_mode). Real time relates a transaction to all that
 * completed before it was invoked: these are one place, which leads to the last of them and to the
 * place of those before it.
 *
 * O(limit).
 */
#include "core/grow.h"
#include "infer/lemma_closure.h"

/* ---- Walking back --------------------------------------------------------------------------- */

static void put(mns_walker *w, const mns_visited *place) {
    if (w->count < w->limit) {
        w->places[w->count++] = *place;
    }
}

/* Whether a place was entered in this state, or in state 0, which allows as much. */
static bool is_stamped(const mns_walker *w, const uint32_t *stamp, uint32_t at, uint32_t state) {
    return stamp[2 * (size_t)at] == w->walk || stamp[2 * (size_t)at + state] == w->walk;
}

void mns_walk_visit(mns_walker *w, uint32_t txn, uint32_t place, mns_kind kind, uint32_t lemma) {
    w->steps++;
    if ((kind & w->kinds) == 0 || txn == w->places[place].txn ||
        w->o->history->txns.complete[txn] < w->horizon) {
        return;
    }
    uint32_t state = mns_lemma_state(w->mode, kind, w->places[place].state);
    if (state == MNS_NONE) {
        if (w->mode == MNS_PATHS_LISTED) {
            mns_closure_list(w, txn, kind, lemma);
        }
        return;
    }
    if (is_stamped(w, w->stamp, txn, state) ||
        (w->closing && !mns_closure_is_promising(w, txn, state))) {
        return;
    }
    assert(mns_txn_counts(w->o, txn)); /* paths use only transactions that count */
    w->stamp[2 * (size_t)txn + state] = w->walk;
    put(w, &(mns_visited){.txn = txn,
                          .next = place,
                          .lemma = lemma,
                          .kind = (uint32_t)kind,
                          .state = (uint8_t)state});
}

/* Enters the first `end` transactions of `completed` as predecessors of the one at `next`. */
static void visit_completed(mns_walker *w, uint32_t end, uint32_t next) {
    uint32_t state = mns_lemma_state(w->mode, MNS_REALTIME, w->places[next].state);
    w->steps++;
    if (end == 0 || is_stamped(w, w->time_stamp, end - 1, state) ||
        (w->closing && !mns_closure_is_promising(w, w->o->history->txns.count + end - 1, state))) {
        return;
    }
    w->time_stamp[2 * (size_t)(end - 1) + state] = w->walk;
    put(w, &(mns_visited){.txn = MNS_NONE, .next = next, .until = end - 1});
}

/* Enters the predecessors of a transaction in process or real-time order. */
static void visit_order(mns_walker *w, uint32_t place) {
    uint32_t txn = w->places[place].txn;
    if (w->order == MNS_ORDER_PROCESS && w->in_process[txn] != MNS_NONE) {
        mns_walk_visit(w, w->in_process[txn], place, MNS_PROCESS, MNS_NONE);
    } else if (w->order == MNS_ORDER_REALTIME) {
        visit_completed(w, w->before[txn], place);
    }
}

/* Enters the predecessors that were listed. */
static void visit_steps(mns_walker *w, uint32_t place) {
    const mns_closure *c = w->closure;
    uint32_t txn = w->places[place].txn;
    for (uint32_t i = c->first[txn]; i < c->first[txn + 1]; i++) {
        const mns_step_in *step = &c->steps[i];
        mns_walk_visit(w, step->txn, place, (mns_kind)step->kind, step->lemma);
    }
    if (w->order == MNS_ORDER_REALTIME) {
        visit_completed(w, w->before[txn], place);
    }
}

static void visit_readers(mns_walker *w, uint32_t version, uint32_t place, mns_kind kind,
                          uint32_t lemma) {
    uint32_t i = w->r->reader_first[version], end = w->r->reader_first[version + 1];
    for (; i < end && w->steps < w->limit; i++) {
        mns_walk_visit(w, w->reader[i], place, kind, lemma);
    }
}

void mns_walk_visit_edges(mns_walker *w, uint32_t version, uint32_t place) {
    const mns_version_graph *r = w->r;
    uint32_t i = w->into[version], end = w->into[version + 1];
    for (; i < end && w->steps < w->limit; i++) {
        mns_kept_edge kept = {.to = version, .why = w->in[i].why};
        mns_version_edge e = mns_version_edge_of(r, w->in[i].from, kept);
        if (r->writer[e.from] != MNS_NONE) {
            mns_walk_visit(w, mns_txn_of(w->o, r->writer[e.from]), place,
                           mns_version_edge_ww(w->o, &e), e.lemma);
        }
        if (w->mode != MNS_PATHS_WITHOUT_RW) {
            visit_readers(w, e.from, place, mns_version_edge_rw(&e), e.lemma);
        }
    }
}

/* ---- What is found -------------------------------------------------------------------------- */

bool mns_lemma_is_known(const mns_walker *w, uint32_t from, uint32_t to, mns_order_class level) {
    const mns_version_graph *r = w->r;
    uint32_t low = r->edge_first[from], high = r->edge_first[from + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (r->edges[middle].to < to) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < r->edge_first[from + 1] && r->edges[low].to == to; low++) {
        if (mns_order_class_covers((mns_order_class)mns_version_edge_at(r, from, low).order_class,
                                   level)) {
            return true;
        }
    }
    uint32_t found = mns_map_get(&w->known, (uint64_t)from << 32 | to);
    return found != MNS_NONE && mns_order_class_covers((mns_order_class)found, level);
}

/* Registers: a transaction that accessed `from` completed before one that accessed `to` was
 * invoked. Real-time edges between versions imply this order already (register_realtime.c). */
bool mns_lemma_is_timely(const mns_walker *w, uint32_t from, uint32_t to) {
    return w->order == MNS_ORDER_REALTIME && w->form >= MNS_FORM_SINGLE && w->ended != NULL &&
           w->ended[from] < w->begun[to];
}

/* Keeps the path from a place to the seeker. */
static bool keep_path(mns_walker *w, uint32_t place, mns_lemma *lemma) {
    mns_version_graph *r = w->r;
    for (uint32_t p = place;; p = w->places[p].next) {
        assert(w->places[p].txn != MNS_NONE);
        assert(p == 0 ? w->places[p].txn == w->seeker : w->places[p].next < p);
        if (!MNS_GROW(r->path, r->path_count, r->path_capacity, 1)) {
            return false;
        }
        r->path[r->path_count++] = (mns_lemma_place){
            .txn = w->places[p].txn, .lemma = w->places[p].lemma, .kind = w->places[p].kind};
        lemma->count++;
        if (p == 0) {
            return true;
        }
    }
}

static bool add_lemma(mns_walker *w, uint32_t place, uint32_t from, uint32_t to,
                      mns_order_class level) {
    mns_version_graph *r = w->r;
    if (!MNS_GROW(r->lemmas, r->lemma_count, r->lemma_capacity, 1) ||
        !MNS_GROW(w->found, w->found_count, w->found_capacity, 1) ||
        !mns_map_put(&w->known, (uint64_t)from << 32 | to, (uint32_t)level)) {
        return false;
    }
    mns_lemma *lemma = &r->lemmas[r->lemma_count];
    *lemma = (mns_lemma){
        .from = from, .to = to, .first = (uint32_t)r->path_count, .order_class = (uint8_t)level};
    if (!keep_path(w, place, lemma)) {
        return false;
    }
    w->found[w->found_count++] = (mns_version_edge){.from = from,
                                                    .to = to,
                                                    .lemma = (uint32_t)r->lemma_count++,
                                                    .order_class = (uint8_t)level,
                                                    .source = MNS_BY_LEMMA};
    return true;
}

/* Whether the order follows from the read of an update: what precedes the version that it read
 * precedes the one that it wrote. */
bool mns_lemma_follows_from_read(const mns_walker *w, const mns_target *target, uint32_t version,
                                 mns_order_class level) {
    uint32_t read = target->by_write && w->o->history->workload == MNS_RW_REGISTER
                        ? mns_partner(w->o, w->r->writer[target->version])
                        : MNS_NONE;
    return read != MNS_NONE && (w->r->version[read] == version ||
                                mns_lemma_is_known(w, version, w->r->version[read], level));
}

/* Where paths have two states, a version may be found twice. */
static bool finds_once(const mns_walker *w) {
    return w->mode == MNS_PATHS_WITHOUT_RW || w->mode == MNS_PATHS_ANY;
}

/* Whether every other version of the key was found. */
static bool is_last(const mns_walker *w, const mns_target *target) {
    return finds_once(w) && target->hits == target->others;
}

/* The transaction at a place wrote a version of a key of which the seeker accessed another. */
static void hit(mns_walker *w, uint32_t place, uint32_t version, mns_target *target) {
    mns_order_class level = mns_lemma_level(w, target);
    if (!target->wanted || target->version == version || target->hits == w->most_hits ||
        (!target->by_write &&
         w->places[place].state != 0) || /* an rw may not close the cycle here */
        mns_lemma_is_timely(w, version, target->version)) {
        return;
    }
    target->hits++;
    assert(w->open > 0 && (target->hits <= target->others || !finds_once(w)));
    w->open -= target->hits == w->most_hits || is_last(w, target);
    if (!mns_lemma_is_known(w, version, target->version, level) &&
        !mns_lemma_follows_from_read(w, target, version, level)) {
        w->failed |= !add_lemma(w, place, version, target->version, level);
    }
}

/* The same, if it is known what the walk must find. */
static void hit_needed(mns_walker *w, uint32_t place, uint32_t version, const mns_target *target) {
    mns_need *need = target->wanted ? mns_lemma_need(w, target, version) : NULL;
    if (need == NULL || need->found || (!target->by_write && w->places[place].state != 0)) {
        return;
    }
    need->found = true;
    w->open--;
    w->failed |= !add_lemma(w, place, version, target->version, mns_lemma_level(w, target));
}

/* Compares the writes of the transaction at a place with the targets. */
static void look_at(mns_walker *w, uint32_t place) {
    const mns_mops *mops = &w->o->history->tables.mops;
    uint32_t txn = w->places[place].txn;
    const uint32_t *first_mop = w->o->history->txns.first_mop + txn;
    if (txn == w->seeker) {
        return;
    }
    for (uint32_t m = first_mop[0]; m < first_mop[1] && w->steps < w->limit; m++, w->steps++) {
        uint32_t key = mops->key[m], version = w->r->version[m];
        if (mops->function[m] != MNS_WRITE || version == MNS_NONE ||
            w->sought_by[key] != w->seeker) {
            continue;
        }
        for (uint32_t t = w->sought[key]; t != MNS_NONE; t = w->targets[t].next) {
            if (w->closing) {
                hit_needed(w, place, version, &w->targets[t]);
            } else {
                hit(w, place, version, &w->targets[t]);
            }
        }
    }
}

/* ---- One transaction ------------------------------------------------------------------------ */

/* Collects the targets: the versions that the transaction accessed, of keys with other versions.
 * The initial state has no predecessor. */
static bool seek(mns_walker *w, uint32_t txn) {
    const mns_version_graph *r = w->r;
    const mns_txns *txns = &w->o->history->txns;
    const mns_mops *mops = &w->o->history->tables.mops;
    w->seeker = txn;
    w->target_count = 0;
    w->horizon = w->small || w->closing || w->key_begun == NULL ? 0 : MNS_NONE;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        uint32_t key = mops->key[m], version = r->version[m];
        if (version == MNS_NONE || mns_version_is_initial(r, version) ||
            r->first[key + 1] - r->first[key] < 3) {
            continue;
        }
        if (!MNS_GROW(w->targets, w->target_count, w->target_capacity, 1)) {
            w->failed = true;
            return false;
        }
        if (w->horizon > 0 && w->key_begun[key] < w->horizon) {
            w->horizon = w->key_begun[key];
        }
        uint32_t other = w->sought_by[key] == txn ? w->sought[key] : MNS_NONE;
        w->targets[w->target_count] = (mns_target){.version = version,
                                                   .next = other,
                                                   .others = r->first[key + 1] - r->first[key] - 2,
                                                   .by_write = mops->function[m] == MNS_WRITE};
        w->sought[key] = (uint32_t)w->target_count++;
        w->sought_by[key] = txn;
    }
    return w->target_count > 0;
}

/* Selects the targets that the seeker read, wrote, or all; returns how many. */
static uint32_t want(mns_walker *w, bool reads, bool writes) {
    w->open = 0;
    for (size_t t = 0; t < w->target_count; t++) {
        w->targets[t].wanted = w->targets[t].by_write ? writes : reads;
        w->targets[t].hits = 0;
        w->open += w->targets[t].wanted;
    }
    return w->open;
}

static void walk(mns_walker *w, uint8_t state) {
    w->walk++;
    w->steps = w->count = 0;
    put(w, &(mns_visited){.txn = w->seeker, .lemma = MNS_NONE, .state = state});
    w->stamp[2 * (size_t)w->seeker + state] = w->walk;
    for (uint32_t place = 0; place < w->count && w->open > 0 && w->steps < w->limit && !w->failed;
         place++) {
        mns_visited at = w->places[place];
        if (at.txn == MNS_NONE) {
            mns_walk_visit(w, w->completed[at.until], at.next, MNS_REALTIME, MNS_NONE);
            visit_completed(w, at.until, at.next);
            continue;
        }
        if (place > 0) {
            look_at(w, place);
        }
        if (w->closing) {
            visit_steps(w, place);
        } else {
            w->visit_preceding(w, place);
            visit_order(w, place);
        }
    }
    w->total += w->steps;
}

/* If no two rw may be adjacent, it matters whether an rw would close the cycle. */
void mns_walk_from(mns_walker *w, uint32_t txn) {
    if (!seek(w, txn)) {
        return;
    }
    if (w->mode != MNS_PATHS_NONADJACENT) {
        want(w, true, true);
        walk(w, 0);
        return;
    }
    if (want(w, true, false) > 0) {
        walk(w, 1);
    }
    if (want(w, false, true) > 0) {
        walk(w, 0);
    }
}

void mns_walk_needed(mns_walker *w, uint32_t txn, bool reads, bool writes, uint8_t start) {
    assert(w->closing);
    if (seek(w, txn) && want(w, reads, writes) > 0 && mns_lemma_needs(w, start) && w->open > 0) {
        walk(w, start);
        assert(w->open == 0 || w->failed); /* the closure is exact */
    }
}
