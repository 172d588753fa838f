/*
 * minimize.c - see minimize.h.
 *
 * Delta debugging (Zeller and Hildebrandt, TSE 2002), in its simplest form: leave out half of the
 * things that still show, then quarters, and so on down to one at a time; what is not needed stays
 * out. First transactions, then reads, then elements with their writes, and again until nothing
 * more can be left out: removing an element may make a transaction superfluous.
 *
 * Each try is a full check of what is left. Of n things of which k are needed, each kind takes
 * about k log n tries. A cycle of thousands of transactions needs all of them, and the cost of a
 * try grows with their number. So the work has a limit, counted in bytes and not in seconds, so
 * that the same history always shrinks to the same result.
 */
#include "shrink/minimize.h"

#include "core/grow.h"

static bool meets(const mns_goal *goal, const bool found[MNS_ANOMALY_COUNT]) {
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (found[a] && !goal->allowed[a]) {
            return false;
        }
    }
    return found[goal->anomaly];
}

/* The fixed cost of a check. */
#define WORK_OF_TRY 4096

/* The revealed order of the transactions that show, which the check reads in the same order; NULL
 * when out of memory. */
static int64_t *order_of(const mns_goal *goal, const mns_draft *draft) {
    int64_t *order = MNS_NEW_ARRAY(int64_t, draft->txn_count);
    uint32_t count = 0;
    for (uint32_t txn = 0; txn < draft->txn_count && order != NULL; txn++) {
        if (draft->has_txn[txn]) {
            order[count++] = goal->observation->transaction_order[draft->txn[txn]];
        }
    }
    return order;
}

/* True if the text is recognised as the same workload without an option. */
static bool is_told(const mns_draft *draft, const mns_buf *text, minos_format format) {
    const mns_source source = {.data = text->data == NULL ? "" : text->data, .size = text->size};
    return mns_workload_recognise(&source, format) == draft->history->workload;
}

static minos_status check(const mns_goal *goal, const mns_draft *draft, const mns_buf *text,
                          bool *met) {
    mns_part part = {.text = text,
                     .format = draft->json ? MINOS_FORMAT_JSON : MINOS_FORMAT_EDN,
                     .workload = draft->history->workload,
                     .ambiguous = draft->history->ambiguous != NULL,
                     .assumptions = goal->assumptions};
    if (goal->observation->transaction_order != NULL) {
        part.transaction_order = order_of(goal, draft);
        if (part.transaction_order == NULL) {
            return MINOS_ENOMEM;
        }
    }
    bool found[MNS_ANOMALY_COUNT] = {false};
    minos_status status = goal->check(&part, found);
    *met = status == MINOS_OK && meets(goal, found) &&
           (!goal->told || is_told(draft, text, part.format));
    /* Keys that differ in EDN may be equal in JSON: such a draft is rejected as input, so it does
     * not meet the goal. */
    return status == MINOS_EINPUT ? MINOS_OK : status;
}

minos_status mns_goal_met(mns_goal *goal, mns_draft *draft, bool *met) {
    *met = false;
    goal->work += WORK_OF_TRY + draft->mop_count;
    if (!mns_draft_resolve(draft)) {
        return MINOS_OK;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_draft_write(draft, &text);
    goal->work += text.size;
    minos_status status = text.failed ? MINOS_ENOMEM : check(goal, draft, &text, met);
    mns_buf_release(&text);
    return status;
}

/* One kind of thing: its marks. */
typedef struct kind {
    bool *marks;
    uint32_t count;
} kind;

typedef struct search {
    mns_draft *draft;
    mns_goal *goal;
    uint32_t *items; /* those of one kind that still show */
    uint32_t count;
    bool changed;
} search;

static void mark(const search *s, const kind *k, uint32_t from, uint32_t to, bool there) {
    for (uint32_t i = from; i < to; i++) {
        k->marks[s->items[i]] = there;
    }
}

/* Tries to leave out each run of `size` items in turn; those that are not needed leave the list. */
static minos_status leave_out(search *s, const kind *k, uint32_t size) {
    uint32_t kept = 0;
    for (uint32_t from = 0, to; from < s->count && s->goal->work < s->goal->limit; from = to) {
        bool met = false;
        to = s->count - from > size ? from + size : s->count;
        mark(s, k, from, to, false);
        minos_status status = mns_goal_met(s->goal, s->draft, &met);
        if (status != MINOS_OK) {
            return status;
        }
        assert(kept <= from);
        s->changed |= met;
        if (!met) {
            mark(s, k, from, to, true);
            memmove(s->items + kept, s->items + from, (to - from) * sizeof *s->items);
            kept += to - from;
        }
    }
    s->count = kept;
    return MINOS_OK;
}

/* skip: items to ignore, or NULL. */
static minos_status minimize_kind(search *s, const kind *k, const bool *skip) {
    s->count = 0;
    for (uint32_t i = 0; i < k->count; i++) {
        if (k->marks[i] && (skip == NULL || !skip[i])) {
            s->items[s->count++] = i;
        }
    }
    minos_status status = MINOS_OK;
    for (uint32_t size = (s->count + 1) / 2; size > 0 && status == MINOS_OK; size /= 2) {
        status = leave_out(s, k, size);
    }
    mns_draft_settle(s->draft);
    return status;
}

static minos_status minimize_all(search *s, const bool *writes) {
    mns_draft *d = s->draft;
    const kind txns = {d->has_txn, d->txn_count};
    const kind mops = {d->has_mop, d->mop_count};
    const kind elements = {d->has_element, d->element_count};
    minos_status status = MINOS_OK;
    do {
        s->changed = false;
        status = minimize_kind(s, &txns, NULL);
        if (status == MINOS_OK) {
            status = minimize_kind(s, &mops, writes);
        }
        if (status == MINOS_OK) {
            status = minimize_kind(s, &elements, NULL);
        }
    } while (s->changed && status == MINOS_OK);
    return status;
}

minos_status mns_draft_minimize(mns_draft *draft, mns_goal *goal) {
    uint32_t most = draft->txn_count > draft->mop_count ? draft->txn_count : draft->mop_count;
    most = most > draft->element_count ? most : draft->element_count;
    search s = {.draft = draft, .goal = goal};
    s.items = MNS_NEW_ARRAY(uint32_t, most);
    bool *writes = MNS_NEW_ARRAY(bool, draft->mop_count);
    minos_status status = MINOS_ENOMEM;
    if (s.items != NULL && writes != NULL) {
        for (uint32_t mop = 0; mop < draft->mop_count; mop++) {
            writes[mop] = !mns_mop_is_read(&draft->history->tables.mops, draft->mop[mop]);
        }
        status = minimize_all(&s, writes);
    }
    free(s.items);
    free(writes);
    return status;
}
