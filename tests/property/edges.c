/*
 * edges.c - every edge rule is in the graph, in the topological order and in the reasons.
 *
 * In: small simulations of each datatype, of every level, alone and with every bug, with crashes
 * and aborts, with and without invocations, lists with unseen appends; registers under every
 * assumption. Out: 0 if for every two transactions the kinds of edges from one to the other are the
 * same
 *
 *     by the rules of depend/edges_*.h, asked of every pair of micro-operations
 *     in the graph, its virtual vertices expanded
 *     by mns_reason_find
 *     in the topological order (lists and registers; it does not tell the kinds of one pair apart)
 *
 * and if enough edges were compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "depend/edges_counter.h"
#include "depend/edges_list.h"
#include "depend/edges_order.h"
#include "depend/edges_register.h"
#include "depend/edges_set.h"
#include "depend/ordering.h"
#include "property/sim_history.h"
#include "support/graphs.h"
#include "support/model.h"

enum { SEEDS = 6, TXNS = 48, KINDS = 27 };

/* The kinds of the edges from one transaction to another, as a bit set. */
typedef struct edge_sets {
    uint32_t count;
    unsigned kinds[TXNS][TXNS];
} edge_sets;

typedef struct tally {
    unsigned histories, edges;
    unsigned expanded; /* graphs with tails through virtual vertices */
    unsigned ordered;  /* edges in topological orders */
} tally;

static unsigned wrong;

/* ---- By rule -------------------------------------------------------------------------------- */

static void add(edge_sets *sets, const mns_observation *o, uint32_t from_mop, uint32_t to_mop,
                mns_kind kind) {
    uint32_t from = mns_txn_of(o, from_mop), to = mns_txn_of(o, to_mop);
    if (from != to) {
        sets->kinds[from][to] |= (unsigned)kind;
    }
}

/* Reads of the version that an append replaced, found from the append. */
static void add_list_readers(edge_sets *sets, const mns_observation *o, uint32_t append) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t version = mns_list_in_edges(o, append).version;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (mops->function[m] == MNS_READ && mops->key[m] == mops->key[append] &&
            mns_txn_counts(o, mns_txn_of(o, m)) && mns_list_version_read(o, m) == version) {
            add(sets, o, m, append, MNS_RW);
        }
    }
}

static void add_list(edge_sets *sets, const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t m = 0; m < mops->count; m++) {
        if (!mns_txn_counts(o, mns_txn_of(o, m))) {
            continue;
        }
        mns_in_edges in = mns_list_in_edges(o, m);
        if (in.write != MNS_NONE) {
            add(sets, o, in.write, m, mns_list_in_kind(o, m));
        }
        if (mops->function[m] == MNS_WRITE) {
            add_list_readers(sets, o, m);
        }
    }
}

static void add_register(edge_sets *sets, const mns_observation *o) {
    const mns_version_graph *r = &o->version_graph;
    mns_version_edge step;
    for (uint32_t v = 0; v < r->count; v++) {
        uint32_t first = r->reader_first[v], end = r->reader_first[v + 1];
        for (uint32_t i = first; i < end && r->writer[v] != MNS_NONE; i++) {
            add(sets, o, mns_register_read_edges(r, v).write, r->reader[i], MNS_WR);
        }
        for (uint32_t s = 0; mns_register_step(r, v, s, &step); s++) {
            mns_in_edges in = mns_register_write_edges(r, step.from);
            uint32_t to = r->writer[step.to];
            if (to != MNS_NONE && in.write != MNS_NONE) {
                add(sets, o, in.write, to, mns_register_out_kind(o, &step, true));
            }
            for (uint32_t i = first; i < end && to != MNS_NONE; i++) {
                add(sets, o, r->reader[i], to, mns_register_out_kind(o, &step, false));
            }
        }
    }
}

static void add_set(edge_sets *sets, const mns_observation *o) {
    const mns_mops *mops = &o->history->tables.mops;
    for (uint32_t read = 0; read < mops->count; read++) {
        for (uint32_t a = 0; a < mops->count && o->sets.informative[read]; a++) {
            if (mops->key[a] == mops->key[read] && o->sets.position[a] != MNS_NONE) {
                mns_kind kind = mns_set_edge(o, read, a);
                add(sets, o, kind == MNS_WR ? a : read, kind == MNS_WR ? read : a, kind);
            }
        }
    }
}

static void add_counter(edge_sets *sets, const mns_observation *o) {
    for (uint32_t a = 0; a < o->history->tables.mops.count; a++) {
        for (uint32_t b = 0; b < o->history->tables.mops.count; b++) {
            if (mns_counter_edge(o, a, b)) {
                add(sets, o, a, b, MNS_RW_SEEN);
            }
        }
    }
}

static void add_orders(edge_sets *sets, const mns_observation *o) {
    for (uint32_t a = 0; a < sets->count; a++) {
        for (uint32_t b = 0; b < sets->count; b++) {
            bool both = a != b && mns_txn_counts(o, a) && mns_txn_counts(o, b);
            sets->kinds[a][b] |= both && mns_order_edge(o, a, b, MNS_PROCESS) ? MNS_PROCESS : 0;
            sets->kinds[a][b] |= both && mns_order_edge(o, a, b, MNS_REALTIME) ? MNS_REALTIME : 0;
        }
    }
}

static void sets_by_rule(const mns_observation *o, edge_sets *sets) {
    memset(sets, 0, sizeof *sets);
    sets->count = o->history->txns.count;
    switch (o->history->workload) {
    case MNS_SET: add_set(sets, o); break;
    case MNS_COUNTER: add_counter(sets, o); break;
    case MNS_LIST_APPEND:
        add_list(sets, o); /* and the order of unseen appends: */
    /* fall through */
    default: add_register(sets, o); break;
    }
    add_orders(sets, o);
}

/* ---- In the graph --------------------------------------------------------------------------- */

/* Process order is stored as steps; the rule has all pairs. */
static void close_process_order(edge_sets *sets) {
    for (uint32_t k = 0; k < sets->count; k++) {
        for (uint32_t a = 0; a < sets->count; a++) {
            for (uint32_t b = 0; b < sets->count; b++) {
                sets->kinds[a][b] |= sets->kinds[a][k] & sets->kinds[k][b] & MNS_PROCESS;
            }
        }
    }
}

static void sets_of_graph(const mns_observation *o, edge_sets *sets, tally *t) {
    mns_graph graph, folded;
    memset(sets, 0, sizeof *sets);
    if (mns_graph_build(o, &graph) != MINOS_OK) {
        abort();
    }
    graph_fold(&graph, &folded);
    sets->count = graph.txn_count;
    t->expanded += (graph.kinds & MNS_TAIL) != 0;
    for (uint32_t v = 0; v < folded.txn_count; v++) {
        for (uint64_t e = folded.offset[v]; e < folded.offset[v + 1]; e++) {
            sets->kinds[v][folded.target[e]] |= folded.kind[e];
        }
    }
    close_process_order(sets);
    mns_graph_release(&folded);
    mns_graph_release(&graph);
}

/* ---- By reasons ----------------------------------------------------------------------------- */

static void sets_of_reasons(const mns_observation *o, edge_sets *sets) {
    memset(sets, 0, sizeof *sets);
    sets->count = o->history->txns.count;
    for (uint32_t a = 0; a < sets->count; a++) {
        for (uint32_t b = 0; b < sets->count; b++) {
            for (unsigned k = 0; k < KINDS && a != b; k++) {
                mns_reason reason;
                if (1u << k != MNS_TAIL && mns_txn_counts(o, a) && mns_txn_counts(o, b) &&
                    mns_reason_find(o, a, b, (mns_kind)(1u << k), &reason)) {
                    sets->kinds[a][b] |= 1u << k;
                }
            }
        }
    }
}

/* ---- In the topological order --------------------------------------------------------------- */

static bool prepare(mns_ordering *ordering, const mns_observation *o) {
    uint32_t count = o->history->txns.count;
    *ordering = (mns_ordering){.o = o, .progress = calloc((size_t)count + 1, 1)};
    for (uint32_t t = 0; t < count && ordering->progress != NULL; t++) {
        ordering->progress[t] = mns_txn_counts(o, t) ? MNS_NOT_VISITED : MNS_EXCLUDED;
    }
    return ordering->progress != NULL &&
           (o->history->workload == MNS_LIST_APPEND
                ? mns_ordering_prepare_list(ordering)
                : mns_ordering_prepare_register(ordering)) == MINOS_OK;
}

/* Places the predecessors of a transaction one by one, as acyclic.c does, and counts how often each
 * is found. Returns the bases of their edges. */
static unsigned predecessors(const mns_observation *o, uint32_t of, unsigned found[TXNS]) {
    mns_ordering ordering;
    if (!prepare(&ordering, o)) {
        abort();
    }
    mns_cursor cursor = {.txn = of, .mop = o->history->txns.first_mop[of]};
    ordering.progress[of] = MNS_ON_STACK;
    for (;;) {
        uint32_t before = o->history->workload == MNS_LIST_APPEND
                              ? mns_ordering_before_list(&ordering, &cursor)
                              : mns_ordering_before_register(&ordering, &cursor);
        if (before == MNS_NONE) {
            break;
        }
        found[before]++;
        ordering.progress[before] = MNS_PLACED;
    }
    unsigned kinds = ordering.kinds;
    mns_ordering_release(&ordering);
    return kinds;
}

static bool ordering_agrees(const mns_observation *o, const edge_sets *rules, tally *t) {
    unsigned data = ~(unsigned)(MNS_PROCESS | MNS_REALTIME);
    for (uint32_t b = 0; b < rules->count; b++) {
        unsigned found[TXNS] = {0}, bases = 0;
        if (!mns_txn_counts(o, b)) {
            continue;
        }
        unsigned kinds = predecessors(o, b, found);
        for (uint32_t a = 0; a < rules->count; a++) {
            unsigned expected = rules->kinds[a][b] & data;
            for (unsigned k = 0; k < KINDS; k++) {
                bases |= (expected >> k & 1) != 0 ? mns_kind_base((mns_kind)(1u << k)) : 0;
            }
            t->ordered += found[a];
            if (found[a] != (expected != 0)) {
                printf("topological order: %u -> %u found %u times, kinds by rule %x\n", a, b,
                       found[a], expected);
                return false;
            }
        }
        if (kinds != bases) {
            printf("topological order: kinds %x into %u, by rule %x\n", kinds, b, bases);
            return false;
        }
    }
    return true;
}

/* ---- All of them ---------------------------------------------------------------------------- */

static bool same(const char *what, const edge_sets *rules, const edge_sets *other) {
    for (uint32_t a = 0; a < rules->count; a++) {
        for (uint32_t b = 0; b < rules->count; b++) {
            if (rules->kinds[a][b] != other->kinds[a][b]) {
                printf("%s: %u -> %u has kinds %x, by rule %x\n", what, a, b, other->kinds[a][b],
                       rules->kinds[a][b]);
                return false;
            }
        }
    }
    return true;
}

static bool agree(mns_observation *o, tally *t) {
    static edge_sets rules, other;
    sets_by_rule(o, &rules);
    bool ordered =
        o->history->workload == MNS_LIST_APPEND || o->history->workload == MNS_RW_REGISTER;
    if (ordered && !ordering_agrees(o, &rules, t)) {
        return false;
    }
    if (mns_infer_orders(o) != MINOS_OK) {
        abort();
    }
    sets_by_rule(o, &rules);
    for (uint32_t i = 0; i < rules.count * TXNS; i++) {
        t->edges += rules.kinds[i / TXNS][i % TXNS] != 0;
    }
    sets_of_graph(o, &other, t);
    if (!same("graph", &rules, &other)) {
        return false;
    }
    sets_of_reasons(o, &other);
    return same("reasons", &rules, &other);
}

static bool agree_about(const char *text, const mns_assumptions *assumed, tally *t) {
    mns_source source;
    mns_problems problems = {0};
    mns_history history = {0};
    mns_observation o = {0};
    mns_read_options options = {.format = MINOS_FORMAT_AUTO, .recognise = true};
    if (mns_source_memory(&source, "h", text, strlen(text), 0, &problems) != MINOS_OK) {
        abort();
    }
    bool good = true;
    if (mns_history_read(&history, &source, &options, &problems) == MINOS_OK &&
        history.txns.count <= TXNS) {
        if (mns_infer(&o, &history, assumed, 1) != MINOS_OK) {
            abort();
        }
        t->histories++;
        good = agree(&o, t);
    }
    mns_observation_release(&o);
    mns_history_release(&history);
    mns_source_release(&source);
    mns_problems_release(&problems);
    return good;
}

static void drop_invocations(char *text) {
    char *out = text;
    for (char *line = text; *line != '\0';) {
        size_t size = strcspn(line, "\n");
        size += line[size] == '\n';
        char *end = line + size, kept = *end;
        *end = '\0';
        bool invocation = strstr(line, ":type :invoke") != NULL;
        *end = kept;
        if (!invocation) {
            memmove(out, line, size);
            out += size;
        }
        line = end;
    }
    *out = '\0';
}

/* Makes every list that was read empty, so that all appends are unseen: simulations have few of
 * these. */
static void empty_lists(char *text) {
    char *out = text;
    for (char *p = text; *p != '\0';) {
        char *read = strstr(p, "[:r "), *open = read == NULL ? NULL : strchr(read + 1, '[');
        char *end = read == NULL ? NULL : strchr(read, ']');
        bool list = open != NULL && open < end;
        size_t kept = list ? (size_t)(open + 1 - p) : end != NULL ? (size_t)(end - p) : strlen(p);
        memmove(out, p, kept);
        out += kept;
        p = list ? end : p + kept;
    }
    *out = '\0';
}

static minos_sim_options shape(const char *workload, const char *level, const char *bug,
                               uint64_t seed) {
    dice d = {seed * 7919 + 1};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.workload = workload;
    o.isolation = level;
    o.bugs = bug;
    o.seed = seed;
    o.transactions = 6 + (uint64_t)dice_below(&d, TXNS - 12);
    o.processes = 1 + (unsigned)dice_below(&d, 12);
    o.keys = 1 + (unsigned)dice_below(&d, 3);
    o.max_length = o.min_length + (unsigned)dice_below(&d, 5);
    o.max_writes_per_key = 2 + (unsigned)dice_below(&d, 40);
    o.read_fraction = 0.1 * (1 + dice_below(&d, 8));
    o.abort_rate = dice_percent(&d, 50) ? 0.1 : 0;
    o.crash_rate = dice_percent(&d, 50) ? 0.1 : 0;
    o.versions = dice_percent(&d, 30) ? 1 : 0;
    return o;
}

static void check_simulations(const char *workload, const char *level, const char *bug, tally *t) {
    for (uint64_t seed = 1; seed <= SEEDS && wrong < 3; seed++) {
        minos_sim_options options = shape(workload, level, bug, seed + 1000 * t->histories);
        mns_assumptions assumed = {
            .wfr = seed % 2 == 0, .sequential = seed % 3 == 0, .linearizable = seed % 5 == 0};
        simulated s = simulated_run(&options);
        if (seed == 4) {
            drop_invocations(s.history);
        }
        if (seed == 5 && strcmp(workload, "list-append") == 0) {
            empty_lists(s.history);
        }
        if (!agree_about(s.history, &assumed, t)) {
            simulated_print_options(&options);
            wrong++;
        }
        simulated_release(&s);
    }
}

static bool check_workload(const char *workload, bool ordered) {
    tally t = {0, 0, 0, 0};
    for (size_t l = 0; minos_sim_level_name(l) != NULL; l++) {
        check_simulations(workload, minos_sim_level_name(l), NULL, &t);
        for (size_t b = 0; minos_sim_bug_name(b) != NULL; b++) {
            check_simulations(workload, minos_sim_level_name(l), minos_sim_bug_name(b), &t);
        }
    }
    printf("%s: %u histories, %u related pairs, %u of topological orders, %u graphs with "
           "tails\n",
           workload, t.histories, t.edges, t.ordered, t.expanded);
    return t.histories > 500 && t.edges > 20000 && t.expanded > 30 &&
           (!ordered || t.ordered > 10000);
}

int main(void) {
    bool enough = check_workload("list-append", true);
    enough = check_workload("rw-register", true) && enough;
    enough = check_workload("set", false) && enough;
    enough = check_workload("counter", false) && enough;
    printf("%u wrong\n", wrong);
    return wrong == 0 && enough ? 0 : 1;
}
