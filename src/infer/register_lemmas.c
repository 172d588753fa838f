/*
 * register_lemmas.c - transactions order versions, versions order transactions, until nothing is new.
 *
 * The paper, section 5.2: dependencies between transactions tell the order of versions, and that
 * makes new dependencies. Two rules, where a path of dependencies leads from T to R and T wrote x=1:
 *
 *     R wrote x=2      1 precedes 2. If it did not, R -ww-> T would close a cycle.
 *     R read x=2       1 precedes 2. If it did not, R -rw-> T would.
 *
 * Such a cycle is one of the classes that models forbid, so against a model that forbids it the order
 * is a fact. Its level says which class: a path of ww and wr makes a G1c by the first rule and a
 * G-single-item by the second; one that has rw, or rests on such an order itself, at most a G2-item.
 * Rules that a path of session or real-time order would give are in register_sources.c and
 * register_zones.c.
 *
 * Whether there is a path between any two transactions cannot be answered for all of them in linear
 * time. So from each transaction R the nearest ones that precede it are looked at, a number that is
 * the same for all and depends on the size of the history alone: all of them in a small history, some
 * tens in a large one, where further ones are mostly known through those in between. For each key the
 * nearest writers found are enough, as they have their own predecessors. What is not found is not
 * used: that makes the order less complete, never wrong. Rounds follow each other until one finds
 * nothing new, or a number of steps has been made.
 *
 * O(micro-operations).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

/* The steps of a round, in all and for each walk; and after how many no other round begins. */
#define STEPS_IN_ALL ((uint64_t)1 << 23)
#define STEPS_PER_MOP 2
#define LEAST_STEPS 12
#define MOST_STEPS 1024
#define STEPS_OF_ROUNDS ((uint64_t)1 << 24)
#define LIMIT_ROUNDS 64
/* Writers of a key that are taken from one walk: where walks are long, so many that it goes on to its
 * end; else the nearest. */
#define LONG_WALK 256
#define HITS_OF_LONG_WALK 8
#define HITS 1

/* What walks along which edges, and what its findings rest on. */
typedef struct rule {
    mns_level most;     /* version edges up to this level */
    bool rw;            /* also against rw edges */
    mns_level by_write; /* level of an order that R's write shows */
    mns_level by_read;  /* and R's read */
} rule;

static const rule rules[] = {
    {.most = MNS_LEVEL_WWR, .by_write = MNS_LEVEL_WWR, .by_read = MNS_LEVEL_SINGLE},
    {.most = MNS_LEVEL_ITEM, .rw = true, .by_write = MNS_LEVEL_ITEM, .by_read = MNS_LEVEL_ITEM},
};

typedef struct visited {
    uint32_t txn, next; /* next: place in the walk that its step leads to */
    uint32_t lemma;
    uint16_t kind;
} visited;

typedef struct walker {
    const mns_observation *o;
    mns_registers *r;
    uint64_t *into;  /* by version, and one more: its edges in, as places in from */
    uint32_t *from;  /* places in r->edges */
    uint32_t *stamp; /* by txn: the walk that visited it */
    uint32_t walk;
    visited *places; /* of the walk; MOST_STEPS of them at most */
    uint32_t count;
    uint32_t steps, limit;
    uint64_t total;
    uint8_t most_hits; /* writers to find for each key */
    uint32_t *sought;  /* by key: the seeker that looks for its writers */
    uint32_t seeker;   /* 1 + the transaction at hand */
    uint32_t *target;  /* by key: the version that they precede */
    uint8_t *hits;     /* by key: how many were found */
    uint8_t *by_write; /* by key: the target is R's own write */
    uint32_t open;     /* keys of which more writers are looked for */
    mns_map known;     /* pairs found in this round */
    const rule *rule;
    bool failed;
} walker;

/* ---- Walking back --------------------------------------------------------------------------- */

static void visit(walker *w, uint32_t txn, uint32_t next, mns_kind kind, uint32_t lemma) {
    w->steps++;
    if (w->stamp[txn] == w->walk || w->count >= w->limit) {
        return;
    }
    w->stamp[txn] = w->walk;
    w->places[w->count++] =
        (visited){.txn = txn, .next = next, .lemma = lemma, .kind = (uint16_t)kind};
}

/* Whoever met the version that an edge comes from. */
static void visit_edge(walker *w, const mns_version_edge *e, uint32_t place) {
    const mns_registers *r = w->r;
    if (e->level > w->rule->most) {
        return;
    }
    if (r->writer[e->from] != MNS_NONE) {
        visit(w, mns_txn_of(w->o, r->writer[e->from]), place, mns_version_edge_ww(w->o, e),
              e->lemma);
    }
    for (uint32_t i = r->reader_first[e->from];
         w->rule->rw && i < r->reader_first[e->from + 1] && w->steps < w->limit; i++) {
        visit(w, mns_txn_of(w->o, r->reader[i]), place, mns_version_edge_rw(e), e->lemma);
    }
}

/* Everybody who directly precedes the transaction at a place of the walk. */
static void visit_preceding(walker *w, uint32_t place) {
    const mns_registers *r = w->r;
    const mns_txns *txns = &w->o->history->txns;
    const mns_mops *mops = &w->o->history->tables.mops;
    uint32_t txn = w->places[place].txn;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1] && w->steps < w->limit;
         m++) {
        uint32_t version = r->version[m];
        w->steps++;
        if (version == MNS_NONE) {
            continue;
        }
        if (mops->function[m] == MNS_READ) {
            if (r->writer[version] != MNS_NONE) {
                visit(w, mns_txn_of(w->o, r->writer[version]), place, MNS_WR, MNS_NONE);
            }
            continue;
        }
        for (uint64_t i = w->into[version]; i < w->into[version + 1] && w->steps < w->limit; i++) {
            visit_edge(w, &r->edges[w->from[i]], place);
        }
        uint32_t initial = r->first[r->key[version]];
        for (uint32_t i = r->reader_first[initial];
             w->rule->rw && i < r->reader_first[initial + 1] && w->steps < w->limit; i++) {
            visit(w, mns_txn_of(w->o, r->reader[i]), place, MNS_RW, MNS_NONE);
        }
    }
}

/* ---- What is found -------------------------------------------------------------------------- */

/* Whether an edge between the two, of this level or a lower one, is there already. */
static bool is_known(const walker *w, uint32_t from, uint32_t to, mns_level level) {
    const mns_registers *r = w->r;
    uint64_t low = r->edge_first[from], high = r->edge_first[from + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (r->edges[middle].to < to) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool known = low < r->edge_first[from + 1] && r->edges[low].to == to &&
                 r->edges[low].level <= (uint8_t)level;
    return known || mns_map_get(&w->known, (uint64_t)from << 32 | to) <= (uint32_t)level;
}

/* The transaction at a place wrote a version that precedes the target of its key. */
static bool add_lemma(walker *w, uint32_t place, uint32_t from, uint32_t to, mns_level level) {
    mns_registers *r = w->r;
    uint64_t pair = (uint64_t)from << 32 | to;
    if (!MNS_GROW(r->lemmas, r->lemma_count, r->lemma_capacity, 1) ||
        !mns_version_edge_add(r, from, to, level, MNS_BY_LEMMA) ||
        (mns_map_get(&w->known, pair) == MNS_NONE &&
         !mns_map_add(&w->known, pair, (uint32_t)level))) {
        return false;
    }
    mns_lemma *lemma = &r->lemmas[r->lemma_count];
    *lemma = (mns_lemma){.from = from, .to = to, .first = (uint32_t)r->path_count};
    for (uint32_t p = place;; p = w->places[p].next) {
        if (!MNS_GROW(r->path, r->path_count, r->path_capacity, 1)) {
            return false;
        }
        r->path[r->path_count++] = (mns_lemma_place){
            .txn = w->places[p].txn, .lemma = w->places[p].lemma, .kind = w->places[p].kind};
        lemma->count++;
        if (p == 0) {
            break;
        }
    }
    r->edges[r->edge_count - 1].lemma = (uint32_t)r->lemma_count++;
    return true;
}

/* Looks at what the transaction at a place wrote. */
static void look_at(walker *w, uint32_t place) {
    const mns_registers *r = w->r;
    const mns_txns *txns = &w->o->history->txns;
    uint32_t txn = w->places[place].txn;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1] && w->steps < w->limit;
         m++) {
        uint32_t version = r->version[m];
        w->steps++;
        if (version == MNS_NONE || r->writer[version] != m) {
            continue;
        }
        uint32_t key = r->key[version], target = w->target[key];
        if (w->sought[key] != w->seeker || version == target || w->hits[key] >= w->most_hits) {
            continue;
        }
        w->open -= ++w->hits[key] == w->most_hits;
        mns_level level = w->by_write[key] ? w->rule->by_write : w->rule->by_read;
        if (!is_known(w, version, target, level) && !add_lemma(w, place, version, target, level)) {
            w->failed = true;
            return;
        }
    }
}

/* ---- One transaction ------------------------------------------------------------------------ */

/* What to look for: writers of the keys that it read or wrote. Where it did both, what precedes the
 * read precedes the write as well. What it read as never written has no writer before it. */
static void seek(walker *w, uint32_t txn) {
    const mns_registers *r = w->r;
    const mns_txns *txns = &w->o->history->txns;
    const mns_mops *mops = &w->o->history->tables.mops;
    w->open = 0;
    w->seeker = txn + 1;
    for (uint32_t m = txns->first_mop[txn]; m < txns->first_mop[txn + 1]; m++) {
        uint32_t version = r->version[m];
        bool write = mops->function[m] == MNS_WRITE;
        if (version == MNS_NONE || mns_version_is_initial(r, version) ||
            (write && r->partner[m] != MNS_NONE &&
             !mns_version_is_initial(r, r->version[r->partner[m]]))) {
            continue;
        }
        uint32_t key = r->key[version];
        if (r->first[key + 1] - r->first[key] < 3) {
            continue; /* no other version */
        }
        w->sought[key] = w->seeker;
        w->target[key] = version;
        w->by_write[key] = write;
        w->hits[key] = 0;
        w->open++;
    }
}

/* Walks back until every key has a writer, first along ww and wr, then for those that are left along
 * rw as well. */
static void walk_from(walker *w, uint32_t txn) {
    seek(w, txn);
    for (size_t i = 0; i < MNS_COUNT_OF(rules) && w->open > 0; i++) {
        w->rule = &rules[i];
        w->walk++;
        w->steps = w->count = 0;
        visit(w, txn, 0, (mns_kind)0, MNS_NONE);
        for (uint32_t place = 0;
             place < w->count && w->open > 0 && w->steps < w->limit && !w->failed; place++) {
            if (place > 0) {
                look_at(w, place);
            }
            visit_preceding(w, place);
        }
        w->total += w->steps;
    }
}

/* ---- Rounds --------------------------------------------------------------------------------- */

/* Lists the edges into each version. */
static bool list_edges_in(walker *w) {
    mns_registers *r = w->r;
    free(w->into);
    free(w->from);
    w->into = MNS_NEW_ARRAY(uint64_t, (size_t)r->count + 2);
    w->from = MNS_NEW_ARRAY(uint32_t, r->edge_count);
    if (w->into == NULL || w->from == NULL || r->edge_count >= MNS_NONE) {
        return false;
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        w->into[r->edges[e].to + 2]++;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        w->into[v + 2] += w->into[v + 1];
    }
    for (size_t e = 0; e < r->edge_count; e++) {
        w->from[w->into[r->edges[e].to + 1]++] = (uint32_t)e;
    }
    return true;
}

static bool run_round(walker *w) {
    const mns_txns *txns = &w->o->history->txns;
    mns_map_release(&w->known);
    mns_map_init(&w->known);
    if (!list_edges_in(w)) {
        return false;
    }
    memset(w->sought, 0, w->o->history->tables.keys.count * sizeof *w->sought);
    for (uint32_t t = 0; t < txns->count && !w->failed; t++) {
        if (mns_txn_counts(w->o, t)) {
            walk_from(w, t);
        }
    }
    return !w->failed && mns_version_edges_index(w->r);
}

static bool allocate(walker *w) {
    size_t txns = w->o->history->txns.count, keys = w->o->history->tables.keys.count;
    w->stamp = MNS_NEW_ARRAY(uint32_t, txns);
    w->places = MNS_NEW_ARRAY(visited, MOST_STEPS);
    w->sought = MNS_NEW_ARRAY(uint32_t, keys);
    w->target = MNS_NEW_ARRAY(uint32_t, keys);
    w->hits = MNS_NEW_ARRAY(uint8_t, keys);
    w->by_write = MNS_NEW_ARRAY(uint8_t, keys);
    return w->stamp != NULL && w->places != NULL && w->sought != NULL && w->target != NULL &&
           w->hits != NULL && w->by_write != NULL;
}

bool mns_order_by_lemmas(const mns_observation *o, mns_registers *r) {
    walker w = {.o = o, .r = r};
    mns_map_init(&w.known);
    uint64_t steps = STEPS_IN_ALL + (uint64_t)STEPS_PER_MOP * o->history->tables.mops.count;
    uint64_t each = steps / ((uint64_t)o->history->txns.count + 1);
    w.limit = (uint32_t)(each < LEAST_STEPS ? LEAST_STEPS : each > MOST_STEPS ? MOST_STEPS : each);
    w.most_hits = w.limit >= LONG_WALK ? HITS_OF_LONG_WALK : HITS;
    bool good = allocate(&w);
    for (uint32_t round = 0; round < LIMIT_ROUNDS && good && w.total < STEPS_OF_ROUNDS; round++) {
        size_t had = r->lemma_count;
        good = run_round(&w);
        if (r->lemma_count == had) {
            break;
        }
    }
    mns_map_release(&w.known);
    free(w.into);
    free(w.from);
    free(w.stamp);
    free(w.places);
    free(w.sought);
    free(w.target);
    free(w.hits);
    free(w.by_write);
    return good;
}
