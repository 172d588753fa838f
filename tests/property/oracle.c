/*
 * oracle.c - see oracle.h.
 *
 * Transactions are placed one by one (depth first) behind those placed already. The state is the
 * sequence of commits so far; what a snapshot after the first n of them shows of a key is the
 * appends of those n to it, in order. A serial execution is one in which every snapshot is the
 * newest possible.
 */
#include "property/oracle.h"

enum { MOST = 8 };

typedef struct search {
    const model *m;
    law law;
    bool chosen[MOST]; /* takes part in the execution */
    bool placed[MOST];
    int sequence[MOST];
    int snapshot[MOST]; /* by place in the sequence: how many commits it saw */
    int count, wanted;
} search;

const char *law_model(law l) {
    static const char *const models[LAW_COUNT] = {
        "serializable",       "strong-session-serializable",       "strict-serializable",
        "snapshot-isolation", "strong-session-snapshot-isolation", "strong-snapshot-isolation"};
    return models[l];
}

/* True if the law orders a before b whatever they did. */
static bool ordered(law l, const txn *a, const txn *b) {
    bool before = a->outcome == OUTCOME_OK && a->complete < b->invoke;
    switch (l) {
    case LAW_SESSION_SERIALIZABLE:
    case LAW_SESSION_SNAPSHOT: return before && a->process == b->process;
    case LAW_STRICT_SERIALIZABLE:
    case LAW_STRONG_SNAPSHOT: return before;
    default: return false;
    }
}

static int read_state(const search *s, const txn *t, int place, int snapshot, int *list) {
    int key = t->mops[place].key;
    int length = 0;
    for (int i = 0; i < snapshot; i++) {
        const txn *other = &s->m->txns[s->sequence[i]];
        for (int j = 0; j < other->mop_count; j++) {
            if (!other->mops[j].is_read && other->mops[j].key == key) {
                list[length++] = other->mops[j].element;
            }
        }
    }
    for (int j = 0; j < place; j++) {
        if (!t->mops[j].is_read && t->mops[j].key == key) {
            list[length++] = t->mops[j].element;
        }
    }
    return length;
}

static bool reads_explained(const search *s, const txn *t, int snapshot) {
    for (int i = 0; i < t->mop_count; i++) {
        const mop *read = &t->mops[i];
        if (!read->is_read || !read->answered || t->bare || t->outcome == OUTCOME_NONE) {
            continue;
        }
        int list[MOST * MAX_MOPS];
        int length = read_state(s, t, i, snapshot, list);
        if (length != read->length) {
            return false;
        }
        for (int j = 0; j < length; j++) {
            if (list[j] != read->list[j]) {
                return false;
            }
        }
    }
    return true;
}

static bool write_the_same_key(const txn *a, const txn *b) {
    for (int i = 0; i < a->mop_count; i++) {
        for (int j = 0; j < b->mop_count; j++) {
            if (!a->mops[i].is_read && !b->mops[j].is_read && a->mops[i].key == b->mops[j].key) {
                return true;
            }
        }
    }
    return false;
}

/* The snapshot must hold every transaction ordered before t, and every one that wrote what t
 * writes. */
static bool snapshot_is_allowed(const search *s, const txn *t, int snapshot) {
    for (int i = snapshot; i < s->count; i++) {
        const txn *missed = &s->m->txns[s->sequence[i]];
        if (ordered(s->law, missed, t) || write_the_same_key(missed, t)) {
            return false;
        }
    }
    return true;
}

/* Nothing that must come before t is still to be placed. */
static bool may_be_next(const search *s, int t) {
    for (int other = 0; other < s->m->txn_count; other++) {
        if (s->chosen[other] && !s->placed[other] && other != t &&
            ordered(s->law, &s->m->txns[other], &s->m->txns[t])) {
            return false;
        }
    }
    return true;
}

static bool place_rest(search *s);

static bool place(search *s, int t) {
    const txn *next = &s->m->txns[t];
    int oldest = s->law >= LAW_SNAPSHOT ? 0 : s->count;
    for (int snapshot = s->count; snapshot >= oldest; snapshot--) {
        if (!snapshot_is_allowed(s, next, snapshot) || !reads_explained(s, next, snapshot)) {
            continue;
        }
        s->placed[t] = true;
        s->sequence[s->count++] = t;
        bool explained = place_rest(s);
        s->count--;
        s->placed[t] = false;
        if (explained) {
            return true;
        }
    }
    return false;
}

/* Depth is the number of transactions, which is at most MOST. */
static bool place_rest(search *s) {
    if (s->count == s->wanted) {
        return true;
    }
    for (int t = 0; t < s->m->txn_count; t++) {
        if (s->chosen[t] && !s->placed[t] && may_be_next(s, t) && place(s, t)) {
            return true;
        }
    }
    return false;
}

bool law_allows(law l, const model *m) {
    for (unsigned choice = 0; choice < 1u << m->txn_count; choice++) {
        search s = {.m = m, .law = l};
        bool possible = m->txn_count <= MOST;
        for (int t = 0; t < m->txn_count; t++) {
            s.chosen[t] = (choice >> t & 1) != 0;
            s.wanted += s.chosen[t] ? 1 : 0;
            outcome o = m->txns[t].outcome;
            possible &= o == OUTCOME_OK ? s.chosen[t] : o == OUTCOME_FAIL ? !s.chosen[t] : true;
        }
        if (possible && place_rest(&s)) {
            return true;
        }
    }
    return false;
}
