/*
 * lost_write.c - an acknowledged add that no later read shows, although there are such reads.
 *
 *     T1 ok    add x 1
 *     T2 ok    r x #{}          T2 began after T1 had completed, and no read of x that did shows 1
 *
 * Each of these reads missed something that was complete before it began, so this is the stale read
 * of each of them; that there is none which shows it says more to whoever looks for the cause.
 * Reads by a transaction that adds to the key itself are as good as others: they show what was
 * there besides. Histories of completions only have no real time.
 *
 * O(elements read + micro-operations), and sorting the reads if something was lost.
 */
#include "core/grow.h"
#include "detect/detect.h"

/* How many reads are named, at most. */
#define LIMIT_NAMED 8

typedef struct read_at {
    uint32_t key, began, mop; /* began: position of the invocation */
} read_at;

typedef struct scan {
    const mns_observation *o;
    const mns_mops *mops;
    /* 1 + when the last read began, 0 for none: */
    uint32_t *shown; /* by mop: that shows the add */
    uint32_t *last;  /* by key */
    read_at *reads;  /* by key, then by when they began; made when something was lost */
    uint32_t count;
} scan;

static bool is_counted(const scan *s, uint32_t mop) {
    return mns_mop_is_answered(s->mops, mop) && mns_txn_counts(s->o, mns_txn_of(s->o, mop));
}

static uint32_t began(const scan *s, uint32_t mop) {
    return s->o->history->txns.invoke[mns_txn_of(s->o, mop)];
}

static void raise_to(uint32_t *time, uint32_t least) { *time = *time < least ? least : *time; }

static void look_through(scan *s) {
    for (uint32_t m = 0; m < s->mops->count; m++) {
        if (!is_counted(s, m)) {
            continue;
        }
        uint32_t count, time = began(s, m) + 1;
        const uint32_t *writers = mns_set_writers(&s->o->sets, &s->o->history->tables, m, &count);
        raise_to(&s->last[s->mops->key[m]], time);
        for (uint32_t i = 0; i < count; i++) {
            if (mns_writer_is_known(writers[i])) {
                raise_to(&s->shown[writers[i]], time);
            }
        }
    }
}

static uint32_t completed(const scan *s, uint32_t add) {
    return s->o->history->txns.complete[mns_txn_of(s->o, add)];
}

static bool is_lost(const scan *s, uint32_t mop) {
    return s->mops->function[mop] == MNS_WRITE && mns_write_is_unique(s->o->history, mop) &&
           s->o->history->txns.type[mns_txn_of(s->o, mop)] == MNS_TXN_OK &&
           s->shown[mop] <= completed(s, mop) && s->last[s->mops->key[mop]] > completed(s, mop);
}

static int by_key_and_time(const void *a, const void *b) {
    const read_at *x = a, *y = b;
    if (x->key != y->key) {
        return x->key < y->key ? -1 : 1;
    }
    if (x->began != y->began) {
        return x->began < y->began ? -1 : 1;
    }
    return (x->mop > y->mop) - (x->mop < y->mop);
}

static bool sort_reads(scan *s) {
    s->reads = MNS_NEW_ARRAY(read_at, s->mops->count);
    if (s->reads == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < s->mops->count; m++) {
        if (is_counted(s, m)) {
            s->reads[s->count++] =
                (read_at){.key = s->mops->key[m], .began = began(s, m), .mop = m};
        }
    }
    qsort(s->reads, s->count, sizeof *s->reads, by_key_and_time);
    return true;
}

/* The first read of the key that began after a position; there is one. */
static uint32_t first_after(const scan *s, uint32_t key, uint32_t position) {
    uint32_t low = 0, high = s->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const read_at *r = &s->reads[middle];
        if (r->key < key || (r->key == key && r->began < position)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    assert(low < s->count && s->reads[low].key == key);
    return low;
}

static void add_case(scan *s, uint32_t add, mns_cases *cases) {
    uint32_t named[1 + LIMIT_NAMED] = {add}, count = 1, key = s->mops->key[add];
    if (s->reads == NULL && !sort_reads(s)) {
        cases->failed = true;
        return;
    }
    for (uint32_t r = first_after(s, key, completed(s, add));
         r < s->count && s->reads[r].key == key && count <= LIMIT_NAMED; r++) {
        if (s->reads[r].began != began(s, named[count - 1])) { /* one for each transaction */
            named[count++] = s->reads[r].mop;
        }
    }
    mns_cases_add(cases, MNS_A_LOST_WRITE, key, s->mops->value[add], named, count);
}

void mns_detect_lost_write(const mns_observation *o, mns_cases *cases) {
    const mns_tables *tables = &o->history->tables;
    if (o->history->completions_only) {
        return;
    }
    scan s = {.o = o,
              .mops = &tables->mops,
              .shown = MNS_NEW_ARRAY(uint32_t, tables->mops.count),
              .last = MNS_NEW_ARRAY(uint32_t, tables->keys.count)};
    cases->failed |= s.shown == NULL || s.last == NULL;
    if (!cases->failed) {
        look_through(&s);
    }
    for (uint32_t m = 0; m < tables->mops.count && !cases->failed; m++) {
        if (is_lost(&s, m)) {
            add_case(&s, m, cases);
        }
    }
    free(s.shown);
    free(s.last);
    free(s.reads);
}
