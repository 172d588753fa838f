/*
 * lemma_closure.c - edges, components and rows; see lemma_closure.h.
 */
#include "infer/lemma_closure.h"

#include "core/grow.h"

/* A row for each node, in words; the edges of all nodes times the words of a row; the pairs of
 * versions that are compared. */
#define LIMIT_TXNS 4096
#define LIMIT_WORK ((uint64_t)1 << 23)

/* ---- Memory --------------------------------------------------------------------------------- */

static void components_release(mns_components_in *components) {
    free(components->of);
    free(components->nodes);
    free(components->first);
}

void mns_closure_release(mns_closure *c) {
    if (c == NULL) {
        return;
    }
    free(c->first);
    free(c->steps);
    components_release(&c->nodes);
    free(c->rows);
    free(c->sought);
    free(c->square_first);
    free(c->squares);
    free(c->versions);
    free(c);
}

static bool components_new(mns_components_in *components, size_t nodes) {
    components->of = MNS_NEW_ARRAY(uint32_t, nodes);
    components->nodes = MNS_NEW_ARRAY(uint32_t, nodes);
    components->first = MNS_NEW_ARRAY(uint32_t, nodes + 1);
    return components->of != NULL && components->nodes != NULL && components->first != NULL;
}

/* Nodes of a closure with so many states: real time doubles them. */
static uint32_t node_count(const mns_walker *w, uint32_t states) {
    return 2 * states * w->o->history->txns.count;
}

/* The words of a key's bit set of versions. */
static uint64_t version_words(const mns_version_graph *r, uint32_t key) {
    return ((uint64_t)(r->first[key + 1] - r->first[key]) + 63) / 64;
}

/* How many words are compared to find what all accesses of versions need. */
static uint64_t work_of_needs(const mns_walker *w) {
    const mns_history *h = w->o->history;
    uint64_t work = 0;
    for (uint32_t m = 0; m < h->tables.mops.count; m++) {
        uint32_t key = h->tables.mops.key[m];
        uint64_t versions = w->r->first[key + 1] - w->r->first[key];
        work += w->r->version[m] == MNS_NONE ? 0 : versions * (1 + version_words(w->r, key));
    }
    return work;
}

/* Squares start at words; the largest set of versions is the scratch. */
static bool squares_new(const mns_walker *w, mns_closure *c) {
    uint32_t keys = w->o->history->tables.keys.count;
    uint64_t words = 0, most = 0;
    c->square_first = MNS_NEW_ARRAY(uint64_t, (size_t)keys + 1);
    for (uint32_t key = 0; key < keys && c->square_first != NULL; key++) {
        uint64_t row = version_words(w->r, key);
        c->square_first[key] = words;
        words += row * (w->r->first[key + 1] - w->r->first[key]);
        most = row > most ? row : most;
    }
    c->squares = MNS_NEW_ARRAY(uint64_t, words);
    c->versions = MNS_NEW_ARRAY(uint64_t, 2 * most);
    return c->square_first != NULL && c->squares != NULL && c->versions != NULL;
}

bool mns_closure_open(mns_walker *w) {
    uint32_t txns = w->o->history->txns.count;
    if (w->r->walks_only || txns > LIMIT_TXNS || work_of_needs(w) > LIMIT_WORK) {
        return true;
    }
    mns_closure *c = calloc(1, sizeof *c);
    if (c == NULL) {
        return false;
    }
    w->closure = c;
    c->words = (txns + 63) / 64;
    c->most_steps = LIMIT_WORK / c->words;
    c->first = MNS_NEW_ARRAY(uint32_t, (size_t)txns + 1);
    c->rows = MNS_NEW_ARRAY(uint64_t, (size_t)node_count(w, 2) * c->words);
    c->sought = MNS_NEW_ARRAY(uint64_t, c->words);
    return c->first != NULL && c->rows != NULL && c->sought != NULL && squares_new(w, c) &&
           components_new(&c->nodes, node_count(w, 2));
}

/* ---- Edges ---------------------------------------------------------------------------------- */

void mns_closure_list(mns_walker *w, uint32_t txn, mns_kind kind, uint32_t lemma) {
    mns_closure *c = w->closure;
    if (!MNS_GROW(c->steps, c->step_count, c->step_capacity, 1)) {
        w->failed = true;
        return;
    }
    c->steps[c->step_count++] = (mns_step_in){.txn = txn, .lemma = lemma, .kind = (uint32_t)kind};
}

static bool list_steps(mns_walker *w) {
    mns_closure *c = w->closure;
    uint32_t txns = w->o->history->txns.count;
    c->step_count = 0;
    mns_lemma_mode mode = w->mode;
    w->mode = MNS_PATHS_LISTED;
    w->limit = UINT32_MAX;
    w->horizon = 0;
    for (uint32_t txn = 0; txn < txns && !w->failed; txn++) {
        c->first[txn] = (uint32_t)c->step_count;
        w->steps = 0;
        w->places[0] = (mns_visited){.txn = txn, .lemma = MNS_NONE};
        if (mns_txn_counts(w->o, txn) && c->step_count <= c->most_steps) {
            w->visit_preceding(w, 0);
            if (w->order == MNS_ORDER_PROCESS && w->in_process[txn] != MNS_NONE) {
                mns_walk_visit(w, w->in_process[txn], 0, MNS_PROCESS, MNS_NONE);
            }
        }
    }
    c->first[txns] = (uint32_t)c->step_count;
    w->mode = mode;
    return !w->failed;
}

/* The next predecessor of a node, from step *at of its transaction; MNS_NONE: no more. */
static uint32_t next_node(const mns_walker *w, uint32_t node, uint32_t *at) {
    const mns_closure *c = w->closure;
    uint32_t txns = w->o->history->txns.count, states = c->states;
    uint32_t place = node / states, state = node % states;
    if (place >= txns) { /* all that completed up to one: this one, and those before it */
        uint32_t until = place - txns, n = (*at)++;
        if (n == 0) {
            return w->completed[until] * states + state;
        }
        return n == 1 && until > 0 ? node - states : MNS_NONE;
    }
    uint32_t count = c->first[place + 1] - c->first[place];
    while (*at < count) {
        const mns_step_in *step = &c->steps[c->first[place] + (*at)++];
        uint32_t before = mns_lemma_state(w->mode, (mns_kind)step->kind, state);
        if (before != MNS_NONE) {
            return step->txn * states + before;
        }
    }
    if (*at == count && w->order == MNS_ORDER_REALTIME && w->before[place] > 0) {
        ++*at;
        return (txns + w->before[place] - 1) * states +
               mns_lemma_state(w->mode, MNS_REALTIME, state);
    }
    return MNS_NONE;
}

/* ---- Components ----------------------------------------------------------------------------- */

typedef struct frame {
    uint32_t node, at;
} frame;

/* Tarjan's algorithm, without recursion. */
typedef struct tarjan {
    const mns_walker *w;
    mns_components_in *out;
    uint32_t *low;   /* by node: MNS_NONE until it is visited */
    uint32_t *stack; /* nodes without a component yet */
    frame *frames;
    uint32_t visited, stack_size, depth, placed;
} tarjan;

static void enter(tarjan *t, uint32_t node) {
    t->frames[t->depth++] = (frame){.node = node};
    t->out->of[node] = t->visited; /* for now: when it was visited */
    t->low[node] = t->visited++;
    t->stack[t->stack_size++] = node;
}

/* Moves a component from the stack to the output. Its nodes are marked by their low, which no
 * index reaches. */
static void leave(tarjan *t, uint32_t root) {
    uint32_t node;
    do {
        node = t->stack[--t->stack_size];
        t->low[node] = MNS_NONE - 1;
        t->out->of[node] = t->out->count;
        t->out->nodes[t->placed++] = node;
    } while (node != root);
    t->out->first[++t->out->count] = t->placed;
}

static void visit(tarjan *t, uint32_t root) {
    enter(t, root);
    while (t->depth > 0) {
        frame *f = &t->frames[t->depth - 1];
        uint32_t node = f->node, to = next_node(t->w, node, &f->at);
        if (to == MNS_NONE) {
            t->depth--;
            uint32_t low = t->low[node];
            if (low == t->out->of[node]) {
                leave(t, node);
            } else {
                uint32_t *parent = &t->low[t->frames[t->depth - 1].node];
                *parent = low < *parent ? low : *parent;
            }
        } else if (t->low[to] == MNS_NONE) {
            enter(t, to);
        } else if (t->low[to] != MNS_NONE - 1 && t->out->of[to] < t->low[node]) {
            t->low[node] = t->out->of[to]; /* on the stack */
        }
    }
}

static bool find_components(const mns_walker *w, mns_components_in *out) {
    uint32_t nodes = node_count(w, w->closure->states);
    tarjan t = {.w = w, .out = out};
    t.low = MNS_NEW_ARRAY(uint32_t, nodes);
    t.stack = MNS_NEW_ARRAY(uint32_t, nodes);
    t.frames = MNS_NEW_ARRAY(frame, nodes);
    bool good = t.low != NULL && t.stack != NULL && t.frames != NULL;
    out->count = 0;
    if (good) {
        memset(t.low, 0xFF, nodes * sizeof *t.low); /* MNS_NONE */
    }
    for (uint32_t node = 0; node < nodes / 2 && good; node++) { /* the transactions */
        if (t.low[node] == MNS_NONE) {
            visit(&t, node);
        }
    }
    free(t.low);
    free(t.stack);
    free(t.frames);
    return good;
}

bool mns_closure_prepare(mns_walker *w, bool *usable) {
    mns_closure *c = w->closure;
    bool layered = w->mode == MNS_PATHS_SINGLE || w->mode == MNS_PATHS_NONADJACENT;
    if (!list_steps(w)) {
        return false;
    }
    *usable = c->step_count <= c->most_steps;
    c->states = layered ? 2 : 1;
    return !*usable || find_components(w, &c->nodes);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

/* Adds what leads to the nodes of a component: its predecessors, and what leads to them. */
static void fill_row(const mns_walker *w, uint32_t component, unsigned counted) {
    const mns_closure *c = w->closure;
    uint32_t txns = w->o->history->txns.count;
    uint64_t *row = c->rows + (size_t)component * c->words;
    memset(row, 0, c->words * sizeof *row);
    for (uint32_t i = c->nodes.first[component]; i < c->nodes.first[component + 1]; i++) {
        uint32_t at = 0, from;
        while ((from = next_node(w, c->nodes.nodes[i], &at)) != MNS_NONE) {
            if (from / c->states < txns && (counted & 1u << from % c->states) != 0) {
                mns_bit_set(row, from / c->states);
            }
            const uint64_t *other = mns_closure_row(c, from);
            for (uint32_t word = 0; word < c->words && other != row; word++) {
                row[word] |= other[word];
            }
        }
    }
}

/* The versions of a key that precede one of them: their writers lead to its writer in state 0, and
 * not the other way round. State 0 is the start of a walk for a version that was written, so the
 * writer's own walk finds these orders. They have no cycle: they follow the order of components. */
static void fill_square(const mns_walker *w, uint32_t key, uint32_t start) {
    const mns_closure *c = w->closure;
    const mns_version_graph *r = w->r;
    uint32_t base = r->first[key], count = r->first[key + 1] - base;
    uint64_t words = version_words(r, key), *row = c->squares + c->square_first[key];
    memset(row, 0, words * count * sizeof *row);
    for (uint32_t v = 1; v < count; v++) {
        uint32_t writer = mns_txn_of(w->o, r->writer[base + v]);
        const uint64_t *leading = mns_closure_row(c, mns_closure_node(c, writer, start));
        for (uint32_t u = 1; u < count; u++) {
            uint32_t other = mns_txn_of(w->o, r->writer[base + u]);
            if (mns_bit(leading, other) && !mns_closure_are_joined(c, other, writer)) {
                mns_bit_set(row + v * words, u);
            }
        }
    }
}

void mns_closure_fill(mns_walker *w, unsigned counted, uint32_t start) {
    for (uint32_t component = 0; component < w->closure->nodes.count; component++) {
        fill_row(w, component, counted);
    }
    bool whole = counted != 1u << 0;
    for (uint32_t key = 0; key < w->o->history->tables.keys.count && !whole; key++) {
        if (w->r->first[key + 1] - w->r->first[key] > 2) {
            fill_square(w, key, start);
        }
    }
}
