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

typedef struct edge_in {
    uint32_t from, why; /* as in mns_kept_edge */
} edge_in;

/* Where a micro-operation leads back to: a read to the transaction that it read from, a write to
 * whatever there is. */
#define TRAIL_WRITE (1u << 31)
#define TRAIL_EDGES 1u   /* with TRAIL_WRITE: there are edges into its version */
#define TRAIL_INITIAL 2u /* with TRAIL_WRITE: somebody read the initial state of its key */

/* A key whose writers are looked for. */
typedef struct sought {
    uint32_t seeker; /* for whom: 1 + transaction */
    uint32_t target; /* the version that they precede */
    uint8_t hits;    /* how many were found */
    bool by_write;   /* the target is the seeker's own write */
} sought;

typedef struct walker {
    const mns_observation *o;
    mns_registers *r;
    uint32_t *into; /* by version, and one more: its edges in, as far as a rule goes along them */
    edge_in *in;
    uint32_t *trail; /* by mop; MNS_NONE: to nothing */
    uint32_t *stamp; /* by txn: the walk that visited it */
    uint32_t walk;
    visited *places; /* of the walk; MOST_STEPS of them at most */
    uint32_t count;
    uint32_t steps, limit;
    uint64_t total;
    uint8_t most_hits;       /* writers to find for each key */
    sought *sought;          /* by key */
    uint32_t seeker;         /* 1 + the transaction at hand */
    uint32_t open;           /* keys of which more writers are looked for */
    mns_map known;           /* pairs found in this round */
    mns_version_edge *found; /* and their edges */
    size_t found_count, found_capacity;
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

static void visit_readers(walker *w, uint32_t version, uint32_t place, mns_kind kind,
                          uint32_t lemma) {
    uint32_t i = w->r->reader_first[version], end = w->r->reader_first[version + 1];
    for (; i < end && w->steps < w->limit; i++) {
        visit(w, mns_txn_of(w->o, w->r->reader[i]), place, kind, lemma);
    }
}

/* Whoever met the versions that precede a version that the transaction at a place wrote. */
static void visit_edges(walker *w, uint32_t version, uint32_t place) {
    const mns_registers *r = w->r;
    uint32_t i = w->into[version], end = w->into[version + 1];
    for (; i < end && w->steps < w->limit; i++) {
        mns_kept_edge kept = {.to = version, .why = w->in[i].why};
        mns_version_edge e = mns_version_edge_of(r, w->in[i].from, kept);
        if (e.level > w->rule->most) {
            continue;
        }
        if (r->writer[e.from] != MNS_NONE) {
            visit(w, mns_txn_of(w->o, r->writer[e.from]), place, mns_version_edge_ww(w->o, &e),
                  e.lemma);
        }
        if (w->rule->rw) {
            visit_readers(w, e.from, place, mns_version_edge_rw(&e), e.lemma);
        }
    }
}

/* Whoever directly precedes a transaction by what it wrote with a mop. */
static void visit_overwritten(walker *w, uint32_t mop, uint32_t place) {
    const mns_registers *r = w->r;
    if ((w->trail[mop] & TRAIL_EDGES) != 0) {
        visit_edges(w, r->version[mop], place);
    }
    if ((w->trail[mop] & TRAIL_INITIAL) != 0 && w->rule->rw) {
        visit_readers(w, r->first[w->o->history->tables.mops.key[mop]], place, MNS_RW, MNS_NONE);
    }
}

/* Everybody who directly precedes the transaction at a place of the walk. */
static void visit_preceding(walker *w, uint32_t place) {
    const uint32_t *first_mop = w->o->history->txns.first_mop + w->places[place].txn;
    const uint32_t *trails = w->trail, limit = w->limit;
    for (uint32_t m = first_mop[0], end = first_mop[1]; m < end && w->steps < limit; m++) {
        uint32_t trail = trails[m];
        w->steps++;
        if (trail < TRAIL_WRITE) {
            visit(w, trail, place, MNS_WR, MNS_NONE);
        } else if (trail != MNS_NONE) {
            visit_overwritten(w, m, place);
        }
    }
}

/* ---- What is found -------------------------------------------------------------------------- */

/* Whether an edge between the two, of this level or a lower one, is there already. */
static bool is_known(const walker *w, uint32_t from, uint32_t to, mns_level level) {
    const mns_registers *r = w->r;
    uint32_t low = r->edge_first[from], high = r->edge_first[from + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (r->edges[middle].to < to) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool known = low < r->edge_first[from + 1] && r->edges[low].to == to &&
                 mns_version_edge_at(r, from, low).level <= (uint8_t)level;
    return known || mns_map_get(&w->known, (uint64_t)from << 32 | to) <= (uint32_t)level;
}

/* The transaction at a place wrote a version that precedes the target of its key. */
static bool add_lemma(walker *w, uint32_t place, uint32_t from, uint32_t to, mns_level level) {
    mns_registers *r = w->r;
    uint64_t pair = (uint64_t)from << 32 | to;
    if (!MNS_GROW(r->lemmas, r->lemma_count, r->lemma_capacity, 1) ||
        !MNS_GROW(w->found, w->found_count, w->found_capacity, 1) ||
        (mns_map_get(&w->known, pair) == MNS_NONE &&
         !mns_map_add(&w->known, pair, (uint32_t)level))) {
        return false;
    }
    mns_lemma *lemma = &r->lemmas[r->lemma_count];
    *lemma = (mns_lemma){
        .from = from, .to = to, .first = (uint32_t)r->path_count, .level = (uint8_t)level};
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
    w->found[w->found_count++] = (mns_version_edge){.from = from,
                                                    .to = to,
                                                    .lemma = (uint32_t)r->lemma_count++,
                                                    .level = (uint8_t)level,
                                                    .source = MNS_BY_LEMMA};
    return true;
}

/* The transaction at a place wrote a version of a key that is looked for. */
static void hit(walker *w, uint32_t place, sought *key, uint32_t version) {
    w->open -= ++key->hits == w->most_hits;
    mns_level level = key->by_write ? w->rule->by_write : w->rule->by_read;
    w->failed |= !is_known(w, version, key->target, level) &&
                 !add_lemma(w, place, version, key->target, level);
}

/* Looks at what the transaction at a place wrote. */
static void look_at(walker *w, uint32_t place) {
    const mns_mops *mops = &w->o->history->tables.mops;
    const uint32_t *first_mop = w->o->history->txns.first_mop + w->places[place].txn;
    uint32_t begin = first_mop[0], count = first_mop[1] - begin, left = w->limit - w->steps;
    uint32_t end = begin + (count < left ? count : left);
    w->steps += end - begin;
    for (uint32_t m = begin; m < end; m++) {
        if (w->trail[m] < TRAIL_WRITE || w->trail[m] == MNS_NONE) {
            continue;
        }
        sought *key = &w->sought[mops->key[m]];
        uint32_t version = w->r->version[m];
        if (key->seeker == w->seeker && version != key->target && key->hits < w->most_hits) {
            hit(w, place, key, version);
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
        if (w->trail[m] == MNS_NONE) {
            continue;
        }
        bool write = mops->function[m] == MNS_WRITE;
        uint32_t key = mops->key[m], read = write ? mns_partner(w->o, m) : MNS_NONE;
        if (read != MNS_NONE && !mns_version_is_initial(r, r->version[read])) {
            continue;
        }
        if (r->first[key + 1] - r->first[key] < 3) {
            continue; /* no other version */
        }
        w->sought[key] = (sought){.seeker = w->seeker, .target = r->version[m], .by_write = write};
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

/* Lists the edges into each version that some rule goes along. */
static bool list_edges_in(walker *w) {
    const mns_registers *r = w->r;
    free(w->into);
    free(w->in);
    w->in = NULL;
    w->into = MNS_NEW_ARRAY(uint32_t, (size_t)r->count + 2);
    if (w->into == NULL) {
        return false;
    }
    for (uint32_t v = 0; v < r->count; v++) {
        for (uint32_t e = r->edge_first[v]; e < r->edge_first[v + 1]; e++) {
            w->into[r->edges[e].to + 2] += mns_version_edge_at(r, v, e).level <= MNS_LEVEL_ITEM;
        }
    }
    for (uint32_t v = 0; v < r->count; v++) {
        w->into[v + 2] += w->into[v + 1];
    }
    w->in = MNS_NEW_ARRAY(edge_in, w->into[r->count + 1]);
    for (uint32_t v = 0; v < r->count && w->in != NULL; v++) {
        for (uint32_t e = r->edge_first[v]; e < r->edge_first[v + 1]; e++) {
            if (mns_version_edge_at(r, v, e).level <= MNS_LEVEL_ITEM) {
                w->in[w->into[r->edges[e].to + 1]++] = (edge_in){v, r->edges[e].why};
            }
        }
    }
    return w->in != NULL;
}

static uint32_t trail_of(const walker *w, uint32_t mop) {
    const mns_registers *r = w->r;
    const mns_mops *mops = &w->o->history->tables.mops;
    uint32_t version = r->version[mop];
    if (version == MNS_NONE) {
        return MNS_NONE;
    }
    if (mops->function[mop] == MNS_READ) {
        uint32_t writer = r->writer[version];
        return writer == MNS_NONE ? MNS_NONE : mns_txn_of(w->o, writer);
    }
    uint32_t initial = r->first[mops->key[mop]];
    bool edges = w->into[version] < w->into[version + 1];
    bool readers = r->reader_first[initial] < r->reader_first[initial + 1];
    return TRAIL_WRITE | (edges ? TRAIL_EDGES : 0) | (readers ? TRAIL_INITIAL : 0);
}

static bool run_round(walker *w) {
    const mns_txns *txns = &w->o->history->txns;
    mns_map_release(&w->known);
    mns_map_init(&w->known);
    w->found_count = 0;
    if (!list_edges_in(w)) {
        return false;
    }
    memset(w->sought, 0, w->o->history->tables.keys.count * sizeof *w->sought);
    for (uint32_t m = 0; m < w->o->history->tables.mops.count; m++) {
        w->trail[m] = trail_of(w, m);
    }
    for (uint32_t t = 0; t < txns->count && !w->failed; t++) {
        if (mns_txn_counts(w->o, t)) {
            walk_from(w, t);
        }
    }
    return !w->failed && mns_version_edges_merge(w->r, w->found, w->found_count);
}

static bool allocate(walker *w) {
    size_t txns = w->o->history->txns.count, keys = w->o->history->tables.keys.count;
    w->trail = MNS_NEW_ARRAY(uint32_t, w->o->history->tables.mops.count);
    w->stamp = MNS_NEW_ARRAY(uint32_t, txns);
    w->places = MNS_NEW_ARRAY(visited, MOST_STEPS);
    w->sought = MNS_NEW_ARRAY(sought, keys);
    return w->trail != NULL && w->stamp != NULL && w->places != NULL && w->sought != NULL;
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
    free(w.in);
    free(w.found);
    free(w.trail);
    free(w.stamp);
    free(w.places);
    free(w.sought);
    return good;
}
