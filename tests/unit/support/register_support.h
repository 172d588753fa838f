/*
 * register_support.h - small histories of registers with what is assumed of them, and what was
 * inferred, as text.
 *
 * The notation is that of units.h; wx1@3 and rx1@3 reveal version 3 as well. A version is called by
 * its key and value: x1; the initial state of x is x_. Assumptions are words: "wfr sequential
 * linearizable"; "ambiguous" lets a value be written twice.
 */
#ifndef TEST_REGISTER_SUPPORT_H
#define TEST_REGISTER_SUPPORT_H

#include <stdio.h>

#include "core/buf.h"
#include "infer/register_orders.h"
#include "support/units.h"

/* ---- Histories ------------------------------------------------------------------------------ */

/* The text of a notation, "1@3]" having become "1 {:version 3}]". To be freed. */
static inline char *register_text(const char *notation) {
    char *plain = unit_text(notation, false);
    mns_buf out;
    mns_buf_init(&out);
    for (const char *p = plain; *p != '\0'; p++) {
        if (*p != '@') {
            mns_buf_char(&out, *p);
            continue;
        }
        size_t digits = strspn(p + 1, "0123456789");
        const char *value = p[-1] == ' ' ? "nil" : ""; /* rx@3: a read of nothing */
        mns_buf_printf(&out, "%s {:version %.*s}", value, (int)digits, p + 1);
        p += digits;
    }
    free(plain);
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

/* Reads, and infers what it takes to see whether there is any cycle (mns_infer). order: what the
 * database said of each transaction, or NULL; must stay in place. */
static inline void register_infer(unit *u, const char *notation, const char *words,
                                  const int64_t *order) {
    memset(u, 0, sizeof *u);
    mns_read_options options = {.format = MINOS_FORMAT_EDN,
                                .workload = MNS_RW_REGISTER,
                                .ambiguous = strstr(words, "ambiguous") != NULL};
    mns_assumptions assumptions = {.wfr = strstr(words, "wfr") != NULL,
                                   .sequential = strstr(words, "sequential") != NULL,
                                   .linearizable = strstr(words, "linearizable") != NULL,
                                   .transaction_order = order};
    u->text = register_text(notation);
    assert_int_equal(
        mns_source_memory(&u->source, "unit", u->text, strlen(u->text), 0, &u->problems), MINOS_OK);
    u->status = mns_history_read(&u->history, &u->source, &options, &u->problems);
    if (u->status != MINOS_OK) {
        fail_msg("%s: %s", notation, u->problems.count > 0 ? u->problems.items[0].message : "?");
    }
    assert_int_equal(mns_infer(&u->observation, &u->history, &assumptions, 1), MINOS_OK);
}

/* The same, and everything that mns_infer_orders adds. */
static inline void register_open_ordered(unit *u, const char *notation, const char *words,
                                         const int64_t *order) {
    register_infer(u, notation, words, order);
    assert_int_equal(mns_infer_orders(&u->observation), MINOS_OK);
}

static inline void register_open(unit *u, const char *notation, const char *words) {
    register_open_ordered(u, notation, words, NULL);
}

/* ---- What was inferred ---------------------------------------------------------------------- */

static inline uint32_t register_key(const mns_version_graph *r, uint32_t version) {
    uint32_t key = 0;
    while (r->first[key + 1] <= version) {
        key++;
    }
    return key;
}

/* The i-th of all edges. */
static inline mns_version_edge register_edge(const mns_version_graph *r, size_t i) {
    uint32_t from = 0;
    while (r->edge_first[from + 1] <= i) {
        from++;
    }
    return mns_version_edge_at(r, from, (uint32_t)i);
}

/* Replaces all edges by those of one source. */
static inline void register_order_by(unit *u, bool (*source)(mns_key_orders *, mns_order_class),
                                     mns_order_class level) {
    mns_accesses meetings = {NULL, NULL};
    mns_key_orders k;
    assert_true(mns_accesses_list(&u->observation, &meetings));
    assert_true(mns_key_orders_init(&k, &u->observation));
    u->observation.version_graph.edge_count = 0;
    for (uint32_t key = 0; key < u->history.tables.keys.count; key++) {
        assert_true(mns_key_orders_open(&k, &meetings, key));
        assert_true(source(&k, level));
        assert_true(mns_version_edges_keep(&k, &u->observation.version_graph));
    }
    mns_key_orders_release(&k);
    mns_accesses_release(&meetings);
}

/* ---- As text -------------------------------------------------------------------------------- */

/* "x1", in a static buffer that lives until the eighth next call. */
static inline const char *register_name(const unit *u, uint32_t version) {
    static char shown[8][32];
    static unsigned next;
    const mns_version_graph *r = &u->observation.version_graph;
    const mns_tables *tables = &u->history.tables;
    char *text = shown[next++ % 8];
    const char *key = unit_value(&tables->values, tables->keys.name[register_key(r, version)]) + 1;
    const char *value =
        mns_version_is_initial(r, version)
            ? "_"
            : unit_value(&tables->values, mns_version_value(&u->observation, version));
    snprintf(text, sizeof shown[0], "%s%s", key, value);
    return text;
}

/* The version of this name. */
static inline uint32_t register_version(const unit *u, const char *name) {
    for (uint32_t v = 0; v < u->observation.version_graph.count; v++) {
        if (strcmp(register_name(u, v), name) == 0) {
            return v;
        }
    }
    fail_msg("there is no version %s", name);
    return MNS_NONE;
}

static const char *const register_levels[MNS_CLASS_COUNT] = {
    "given",        "wwr",          "single",   "nonadjacent",
    "item",         "wwr-process",  "process",  "nonadjacent-process",
    "item-process", "wwr-realtime", "realtime", "nonadjacent-realtime",
    "item-realtime"};
static const char *const register_sources[] = {"initial", "versions", "transactions", "wfr",
                                               "process", "realtime", "lemma"};

/* The kinds of dependency between transactions of registers. */
static const struct {
    mns_kind kind;
    const char *name;
} register_kinds[] = {{MNS_WW, "ww"},
                      {MNS_WR, "wr"},
                      {MNS_RW, "rw"},
                      {MNS_WW_OPEN, "ww-open"},
                      {MNS_WW_SINGLE, "ww-single"},
                      {MNS_WW_NONADJACENT, "ww-nonadjacent"},
                      {MNS_RW_NONADJACENT, "rw-nonadjacent"},
                      {MNS_WW_ITEM, "ww-item"},
                      {MNS_RW_ITEM, "rw-item"},
                      {MNS_WW_OPEN_PROCESS, "ww-open-process"},
                      {MNS_WW_PROCESS, "ww-process"},
                      {MNS_RW_PROCESS, "rw-process"},
                      {MNS_WW_NONADJACENT_PROCESS, "ww-nonadjacent-process"},
                      {MNS_RW_NONADJACENT_PROCESS, "rw-nonadjacent-process"},
                      {MNS_WW_ITEM_PROCESS, "ww-item-process"},
                      {MNS_RW_ITEM_PROCESS, "rw-item-process"},
                      {MNS_WW_OPEN_REALTIME, "ww-open-realtime"},
                      {MNS_WW_REALTIME, "ww-realtime"},
                      {MNS_RW_REALTIME, "rw-realtime"},
                      {MNS_WW_NONADJACENT_REALTIME, "ww-nonadjacent-realtime"},
                      {MNS_RW_NONADJACENT_REALTIME, "rw-nonadjacent-realtime"},
                      {MNS_WW_ITEM_REALTIME, "ww-item-realtime"},
                      {MNS_RW_ITEM_REALTIME, "rw-item-realtime"}};

/* "x1<x2 wwr wfr, x2<x3 item lemma": the edges of these levels (a bit set). To be freed. */
static inline char *register_edges(const unit *u, unsigned levels) {
    const mns_version_graph *r = &u->observation.version_graph;
    mns_buf out;
    mns_buf_init(&out);
    for (size_t i = 0; i < r->edge_count; i++) {
        mns_version_edge e = register_edge(r, i);
        if ((levels & 1u << e.order_class) != 0) {
            mns_buf_printf(&out, "%s%s<%s %s %s", out.size > 0 ? ", " : "",
                           register_name(u, e.from), register_name(u, e.to),
                           register_levels[e.order_class], register_sources[e.source]);
        }
    }
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

#define REGISTER_ALL_LEVELS ((1u << MNS_CLASS_COUNT) - 1)

/* Takes the unit. */
static inline void register_expect_text(unit *u, const char *notation, unsigned levels,
                                        const char *expected) {
    char *text = register_edges(u, levels);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    unit_close(u);
}

static inline void register_expect_edges(const char *notation, const char *words, unsigned levels,
                                         const char *expected) {
    unit u;
    register_open(&u, notation, words);
    register_expect_text(&u, notation, levels, expected);
}

/* The same for what the sources of a key say by themselves, before lemmas say anything better. */
static inline void register_expect_sources(const char *notation, const char *words, unsigned levels,
                                           const char *expected) {
    unit u;
    register_infer(&u, notation, words, NULL);
    register_expect_text(&u, notation, levels, expected);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

/* What a detector finds, as unit_expect_cases has it; cases of given orders also have "by" and
 * their sources. */
static inline void register_expect_cases(unit_detector detector, const char *notation,
                                         const char *words, const char *expected) {
    unit u;
    mns_cases cases;
    mns_buf out;
    register_open(&u, notation, words);
    mns_cases_init(&cases, 100);
    mns_buf_init(&out);
    detector(&u.observation, &cases);
    assert_false(cases.failed);
    for (size_t i = 0; i < cases.count; i++) {
        const mns_case *c = &cases.items[i];
        const mns_tables *tables = &u.history.tables;
        mns_buf_printf(&out, "%s%s %s (", i > 0 ? " " : "",
                       unit_value(&tables->values, tables->keys.name[c->key]),
                       c->element == MNS_VALUE_NONE ? "-"
                                                    : unit_value(&tables->values, c->element));
        for (uint32_t m = 0; m < c->mop_count; m++) {
            uint32_t mop = cases.mops[c->first_mop + m], txn = u.history.txn_of_mop[mop];
            mns_buf_printf(&out, "%s%u.%u", m > 0 ? " " : "", (unsigned)txn,
                           (unsigned)(mop - u.history.txns.first_mop[txn]));
        }
        mns_buf_char(&out, ')');
        for (size_t s = 0; s < MNS_COUNT_OF(register_sources) && c->sources != 0; s++) {
            mns_buf_printf(&out, (c->sources & 1u << s) != 0 ? " by %s" : "%.0s",
                           register_sources[s]);
        }
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    mns_cases_release(&cases);
    unit_close(&u);
}

/* ---- Relations of versions, by definition -----------------------------------------------------
 */

/* has[u * count + v]: version u precedes v. */
typedef struct register_relation {
    uint32_t count;
    bool *has;
} register_relation;

static inline register_relation register_relation_of(const mns_version_graph *r) {
    register_relation relation = {.count = r->count,
                                  .has = calloc((size_t)r->count * r->count + 1, sizeof(bool))};
    assert_non_null(relation.has);
    return relation;
}

static inline bool *register_precedes(const register_relation *relation, uint32_t u, uint32_t v) {
    return &relation->has[(size_t)u * relation->count + v];
}

/* Adds what follows through others. */
static inline void register_close(register_relation *relation) {
    for (uint32_t k = 0; k < relation->count; k++) {
        for (uint32_t u = 0; u < relation->count; u++) {
            for (uint32_t v = 0; v < relation->count && *register_precedes(relation, u, k); v++) {
                *register_precedes(relation, u, v) |= *register_precedes(relation, k, v);
            }
        }
    }
}

/* Adds that the initial state of each key precedes its other versions. */
static inline void register_add_initial(register_relation *relation, const mns_version_graph *r) {
    for (uint32_t v = 0; v < r->count; v++) {
        *register_precedes(relation, r->first[register_key(r, v)], v) |=
            !mns_version_is_initial(r, v);
    }
}

static inline void register_add_edges(register_relation *relation, const mns_version_graph *r) {
    for (size_t e = 0; e < r->edge_count; e++) {
        mns_version_edge edge = register_edge(r, e);
        *register_precedes(relation, edge.from, edge.to) = true;
    }
}

/* The versions of a key that a transaction meets first and last (register_orders.h); MNS_NONE if it
 * meets none. */
static inline void register_met(const mns_observation *o, uint32_t txn, uint32_t key,
                                uint32_t *first, uint32_t *last) {
    const mns_version_graph *r = &o->version_graph;
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t read = MNS_NONE, written = MNS_NONE;
    for (uint32_t m = o->history->txns.first_mop[txn]; m < o->history->txns.first_mop[txn + 1];
         m++) {
        if (mops->key[m] == key && r->version[m] != MNS_NONE && r->apart[m] != MNS_NOT_EXTERNAL) {
            *(mops->function[m] == MNS_READ ? &read : &written) = r->version[m];
        }
    }
    bool says_more = read != MNS_NONE && (read != r->first[key] || written == MNS_NONE);
    *first = says_more ? read : written;
    *last = written != MNS_NONE ? written : read;
}

/* ---- Chance --------------------------------------------------------------------------------- */

#define REGISTER_KEYS 4
#define REGISTER_PROCESSES 8
#define REGISTER_VALUES 256

typedef struct register_store {
    uint32_t value[REGISTER_KEYS][REGISTER_VALUES];
    uint32_t count[REGISTER_KEYS];
    uint32_t next; /* the next value */
    uint32_t rough;
} register_store;

static inline void register_install(register_store *s, uint32_t key, uint32_t value) {
    assert_true(s->count[key] < REGISTER_VALUES);
    s->value[key][s->count[key]++] = value;
}

static inline bool register_is_odd(uint64_t *random, const register_store *s) {
    return unit_random(random, 100) < s->rough;
}

/* What a read returns: 0 for the initial state. */
static inline uint32_t register_read(uint64_t *random, const register_store *s, uint32_t key) {
    uint32_t back = register_is_odd(random, s) ? unit_random(random, 3) : 0;
    return s->count[key] > back ? s->value[key][s->count[key] - 1 - back] : 0;
}

/* One transaction, done at once: what it asks and what it is told. */
static inline void register_random_txn(uint64_t *random, register_store *s, uint32_t keys,
                                       bool fails, mns_buf *asked, mns_buf *told) {
    uint32_t own[REGISTER_KEYS] = {0};
    mns_buf_clear(asked);
    mns_buf_clear(told);
    for (uint32_t mops = 1 + unit_random(random, 4); mops > 0; mops--) {
        uint32_t key = unit_random(random, keys);
        char letter = (char)('a' + (int)key);
        if (unit_random(random, 2) == 0) {
            own[key] = ++s->next;
            mns_buf_printf(asked, " w%c%u", letter, (unsigned)own[key]);
            mns_buf_printf(told, " w%c%u", letter, (unsigned)own[key]);
            continue;
        }
        bool mine = own[key] != 0 && !register_is_odd(random, s);
        uint32_t value = mine ? own[key] : register_read(random, s, key);
        mns_buf_printf(asked, " r%c", letter);
        mns_buf_printf(told, value == 0 ? " r%c" : " r%c%u", letter, (unsigned)value);
    }
    for (uint32_t key = 0; key < keys; key++) {
        if (own[key] != 0 && fails == register_is_odd(random, s)) {
            register_install(s, key, own[key]);
        }
    }
}

/* A history of `txns` transactions over a few keys and processes, of all outcomes; of a hundred
 * reads and writes, `rough` go wrong: with 0 it is strict-serializable. To be freed. */
static inline char *register_random_history(uint64_t *random, uint32_t txns, uint32_t keys,
                                            uint32_t processes, uint32_t rough) {
    static const char *const ends[] = {"ok", "ok", "ok", "ok", "ok", "ok", "info", "fail"};
    assert_true(keys <= REGISTER_KEYS && processes <= REGISTER_PROCESSES);
    register_store s = {.rough = rough};
    mns_buf out, asked, told[REGISTER_PROCESSES];
    const char *end[REGISTER_PROCESSES] = {NULL};
    mns_buf_init(&out);
    mns_buf_init(&asked);
    for (uint32_t p = 0; p < processes; p++) {
        mns_buf_init(&told[p]);
    }
    for (uint32_t begun = 0; begun < txns;) {
        uint32_t p = unit_random(random, processes);
        const char *separator = out.size > 0 ? " / " : "";
        if (end[p] != NULL) {
            mns_buf_printf(&out, "%s%s %u:%s", separator, end[p], (unsigned)p, told[p].data);
            end[p] = NULL;
            continue;
        }
        end[p] = ends[unit_random(random, MNS_COUNT_OF(ends))];
        register_random_txn(random, &s, keys, end[p][0] == 'f', &asked, &told[p]);
        mns_buf_printf(&out, "%s%u:%s", separator, (unsigned)p, asked.data);
        begun++;
    }
    for (uint32_t p = 0; p < processes; p++) {
        mns_buf_release(&told[p]);
    }
    mns_buf_release(&asked);
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

#endif
