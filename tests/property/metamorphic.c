/*
 * metamorphic.c - what says nothing about the database changes nothing in the verdict.
 *
 * In: histories of simulated databases, a third of them with reads spoilt at random, a third with
 * reads that contradict each other, and each of them written in another way: keys, elements and
 * processes renamed; EDN, JSON lines or one JSON array; with indices, times, comments, fields and
 * processes of no meaning; packed by gzip; neighbouring invocations, or neighbouring completions,
 * exchanged. Out: 0 if the verdict, the anomalies and the models ruled out are the same; and if
 * without its invocations a history shows nothing that it does not show with them.
 *
 * Neighbours commute: real-time order asks only which completions come before which invocations,
 * and two neighbours of a kind belong to two processes. Where reads contradict each other, the
 * first of the longest lists is taken as the order, so other cycles may be found there; but the
 * models ruled out must be the same. These are looked for in histories of their own, with many such
 * reads.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif

#include "property/model_database.h"
#include "support/support.h"

enum { HISTORIES = 1500, NEWEST = 900 };

static const char *const requests[] = {"strict-serializable",    "serializable",
                                       "snapshot-isolation",     "strong-session-serializable",
                                       "read-committed",         "read-uncommitted",
                                       "strong-read-uncommitted"};

/* ---- What is compared ----------------------------------------------------------------------- */

typedef struct judgement {
    verdict v;
    names also_not;
} judgement;

static judgement judge(const void *text, size_t size, const char *request) {
    minos_options options;
    minos_options_init(&options);
    options.models = request;
    options.threads = 1;
    judgement j = {.v = verdict_of_memory("history", text, size, &options)};
    json also;
    if (json_get(j.v.root, "also_not", &also)) {
        j.also_not = names_from_json(also);
    }
    return j;
}

static void judgement_release(judgement *j) {
    names_release(&j->also_not);
    verdict_release(&j->v);
}

static bool is_within(const names *a, const names *b) {
    for (size_t i = 0; i < a->count; i++) {
        if (!names_has(b, a->items[i])) {
            return false;
        }
    }
    return true;
}

/* True if whatever the one rules out the other rules out too. */
static bool rules_out_no_more(const judgement *a, const judgement *b) {
    const names *ruled_out[] = {&a->v.not_models, &a->also_not};
    bool within = true;
    for (size_t set = 0; set < TEST_COUNT_OF(ruled_out); set++) {
        for (size_t i = 0; i < ruled_out[set]->count; i++) {
            const char *name = ruled_out[set]->items[i];
            within &= names_has(&b->v.not_models, name) || names_has(&b->also_not, name);
        }
    }
    return within;
}

/* The same verdict and the same models, whatever shows it. */
static bool is_as_bad(const judgement *a, const judgement *b) {
    return strcmp(a->v.valid, b->v.valid) == 0 && rules_out_no_more(a, b) &&
           rules_out_no_more(b, a);
}

static bool is_same(const judgement *a, const judgement *b) {
    return strcmp(a->v.valid, b->v.valid) == 0 && names_equal(&a->v.not_models, &b->v.not_models) &&
           names_equal(&a->also_not, &b->also_not) &&
           names_equal(&a->v.anomaly_types, &b->v.anomaly_types);
}

/* ---- Ways to write a history ---------------------------------------------------------------- */

static style draw_style(dice *d) {
    style s = {.json = dice_percent(d, 50),
               .array = dice_percent(d, 40),
               .elements = dice_below(d, 3),
               .processes = dice_percent(d, 50),
               .named = dice_percent(d, 50),
               .spread = dice_percent(d, 30)};
    s.keys = dice_below(d, s.json ? 3 : 4);
    return s;
}

/* The text packed, or as it is where the library cannot unpack. To be freed. */
static unsigned char *pack(const char *text, size_t *size) {
    *size = strlen(text);
    unsigned char *packed = malloc(*size + 1024);
    if (packed == NULL) {
        abort();
    }
    memcpy(packed, text, *size);
#ifdef MNS_HAVE_ZLIB
    z_stream z;
    memset(&z, 0, sizeof z);
    char *copy = strdup(text);
    if (copy == NULL || deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        abort();
    }
    z.next_in = (unsigned char *)copy;
    z.avail_in = (unsigned)*size;
    z.next_out = packed;
    z.avail_out = (unsigned)*size + 1024;
    if (deflate(&z, Z_FINISH) != Z_STREAM_END) {
        abort();
    }
    *size = z.total_out;
    deflateEnd(&z);
    free(copy);
#endif
    return packed;
}

/* Exchanges neighbouring events of one kind, here and there. */
static void exchange(model *m, dice *d, bool completions) {
    int *at_invoke[MAX_TXNS * 2] = {NULL};
    int *at_complete[MAX_TXNS * 2] = {NULL};
    for (int t = 0; t < m->txn_count; t++) {
        at_invoke[m->txns[t].invoke] = &m->txns[t].invoke;
        if (m->txns[t].outcome != OUTCOME_NONE) {
            at_complete[m->txns[t].complete] = &m->txns[t].complete;
        }
    }
    int **at = completions ? at_complete : at_invoke;
    for (int e = 0; e + 1 < m->event_count; e++) {
        if (at[e] != NULL && at[e + 1] != NULL && dice_percent(d, 50)) {
            int *first = at[e];
            *first = e + 1;
            *at[e + 1] = e;
            at[e] = at[e + 1];
            at[e + 1] = first;
        }
    }
}

/* The longest list of a key that a transaction that is ok read, or NULL. */
static const mop *longest_read(const model *m, int key) {
    const mop *longest = NULL;
    for (int t = 0; t < m->txn_count; t++) {
        const txn *x = &m->txns[t];
        for (int i = 0; x->outcome == OUTCOME_OK && i < x->mop_count; i++) {
            const mop *o = &x->mops[i];
            if (model_shows(x, o) && o->key == key &&
                (longest == NULL || o->length > longest->length)) {
                longest = o;
            }
        }
    }
    return longest;
}

/* What a reader sees of a key: the longest list and the newest element, sometimes with neighbours
 * exchanged. */
static mop draw_read(const model *m, int key, dice *d) {
    const mop *longest = longest_read(m, key);
    mop o = {.is_read = true, .answered = true, .key = key};
    if (longest != NULL) {
        o = *longest;
    }
    o.list[o.length++] = NEWEST + key;
    for (int swaps = dice_below(d, 3); swaps > 0 && o.length > 1; swaps--) {
        int i = dice_below(d, o.length - 1);
        int element = o.list[i];
        o.list[i] = o.list[i + 1];
        o.list[i + 1] = element;
    }
    return o;
}

/* Three more transactions of processes of their own: the first appends to every key; then two run
 * at the same time, complete one after the other and read every key. Nobody else saw as much, so
 * these two decide on the order, and they contradict each other. */
static void contradict(model *m, dice *d) {
    int at = m->event_count;
    if (m->txn_count + 3 > MAX_TXNS) {
        return;
    }
    txn *added = &m->txns[m->txn_count];
    added[0] = (txn){.process = 1000, .invoke = at, .complete = at + 1, .mop_count = MAX_KEYS};
    added[1] = (txn){.process = 1001, .invoke = at + 2, .complete = at + 4, .mop_count = MAX_KEYS};
    added[2] = (txn){.process = 1002, .invoke = at + 3, .complete = at + 5, .mop_count = MAX_KEYS};
    for (int key = 0; key < MAX_KEYS; key++) {
        added[0].mops[key] = (mop){.key = key, .element = NEWEST + key};
        mop first = draw_read(m, key, d), second = draw_read(m, key, d);
        added[1].mops[key] = first;
        added[2].mops[key] = second;
    }
    m->txn_count += 3;
    m->event_count = at + 6;
}

/* Everything that a completion needs to stand for itself. */
static void complete_all(model *m) {
    for (int t = 0; t < m->txn_count; t++) {
        txn *x = &m->txns[t];
        x->bare = false;
        if (x->outcome == OUTCOME_NONE) {
            x->outcome = OUTCOME_INFO;
            x->complete = m->event_count++;
        }
    }
}

/* ---- The properties ------------------------------------------------------------------------- */

typedef enum property {
    WRITTEN_OTHERWISE,
    PACKED,
    EXCHANGED,
    COMPLETIONS_ONLY,
    PROPERTIES
} property;

typedef struct trial {
    property property;
    uint64_t seed;
    const char *request;
} trial;

static const char *const property_names[PROPERTIES] = {
    "written otherwise", "packed", "with neighbours exchanged", "without invocations"};

static judgement judge_model(const model *m, const style *how, const char *request) {
    char *text = model_print(m, how);
    judgement j = judge(text, strlen(text), request);
    free(text);
    return j;
}

static judgement judge_packed(const model *m, const char *request) {
    size_t size;
    char *text = model_edn(m);
    unsigned char *packed = pack(text, &size);
    judgement j = judge(packed, size, request);
    free(packed);
    free(text);
    return j;
}

/* The history changed as the trial says; *first is how it is judged unchanged. */
static judgement judge_changed(model *m, const trial *t, judgement *first) {
    static const style plain;
    dice d = {t->seed * 97};
    if (t->property == COMPLETIONS_ONLY) {
        complete_all(m);
    }
    *first = judge_model(m, &plain, t->request);
    switch (t->property) {
    case WRITTEN_OTHERWISE: {
        style how = draw_style(&d);
        return judge_model(m, &how, t->request);
    }
    case PACKED: return judge_packed(m, t->request);
    case EXCHANGED:
        exchange(m, &d, false);
        exchange(m, &d, true);
        break;
    default: m->completions_only = true; break;
    }
    return judge_model(m, &plain, t->request);
}

static unsigned violated;      /* how many of the histories break what was asked for */
static unsigned contradicting; /* how many have reads that contradict each other */

static bool is_broken(const model *m, const void *context) {
    static model changed;
    const trial *t = context;
    judgement first;
    changed = *m;
    judgement second = judge_changed(&changed, t, &first);
    bool contradictory = names_has(&first.v.anomaly_types, "incompatible-order");
    bool good = t->property == COMPLETIONS_ONLY
                    ? is_within(&second.v.anomaly_types, &first.v.anomaly_types)
                : t->property == EXCHANGED && contradictory ? is_as_bad(&first, &second)
                                                            : is_same(&first, &second);
    contradicting += t->property == EXCHANGED && contradictory ? 1 : 0;
    good &= strcmp(first.v.valid, "error") != 0 && strcmp(second.v.valid, "error") != 0;
    violated += strcmp(first.v.valid, "false") == 0 ? 1 : 0;
    judgement_release(&first);
    judgement_release(&second);
    return !good;
}

int main(void) {
    static model m;
    unsigned wrong = 0;
    for (uint64_t seed = 1; seed <= HISTORIES && wrong < 3; seed++) {
        dice d = {seed * 7919};
        int sort = dice_below(&d, 3);
        database_run(&m, (strength)(seed % DB_STRENGTHS), seed,
                     3 + dice_below(&d, sort == 1 ? 12 : 40));
        if (sort == 0) {
            model_spoil(&m, &d);
        } else if (sort == 1) {
            contradict(&m, &d);
        }
        for (int p = 0; p < PROPERTIES; p++) {
            trial t = {(property)p, seed, requests[seed % TEST_COUNT_OF(requests)]};
            if (is_broken(&m, &t)) {
                model_shrink(&m, is_broken, &t);
                char *edn = model_edn(&m);
                printf("; seed %llu, %s, %s:\n%s\n", (unsigned long long)seed, t.request,
                       property_names[p], edn);
                free(edn);
                wrong++;
                break;
            }
        }
    }
    printf("%d histories in %d ways, %u of all violated, %u contradict themselves, %u wrong\n",
           HISTORIES, (int)PROPERTIES, violated, contradicting, wrong);
    return wrong == 0 && violated > HISTORIES / 2 && violated < 3 * HISTORIES &&
                   contradicting > HISTORIES / 5
               ? 0
               : 1;
}
