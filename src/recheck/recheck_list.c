/*
 * recheck_list.c - is a step a dependency between appends and reads of lists?
 *
 * With S the longest list of the key that a counting transaction read:
 *
 *   ww   the two elements are consecutive in S; or the earlier one is the last of S and the later
 *        one is not in S, so that it was appended after all of S; or neither is in S, and a
 *        derivation proves their order
 *   wr   the read ends with the element
 *   rw   the read is a prefix of S and the missed element is next in S; or the read is all of S,
 *        and the missed element is not in S
 *
 * If lists of the key contradict each other, or the order of a transaction's appends, S is only a
 * guess: then a ww is not part of a G0. An element that occurs twice in a list has the place of its
 * first occurrence. Cost: O(1) for a step, plus its lists if they repeat elements or are on
 * different spines.
 */
#include "recheck/recheck_rules.h"

/* A read that shows the order of a key: by a counting transaction, and equal to S. */
static bool shows_order(const mns_facts *facts, uint32_t mop, uint32_t key) {
    return mns_facts_reads(facts, mop, key) && mns_facts_counts(facts, mop) &&
           facts->history->tables.mops.value[mop] == facts->lists.longest[key] &&
           facts->lists.longest[key] > 0 &&
           facts->history->tables.mops.content[mop] == facts->lists.main[key];
}

/* A ww whose later append is not in the order assumes that this append took effect. If its
 * transaction is an info one, which may have been rolled back, the ww is not part of a G0; but if
 * it was rolled back, every read of its writes is a G1a. */
static bool follows_ww(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    if (!mns_facts_writes(facts, r->from_mop, r->key, r->value) ||
        !mns_facts_writes(facts, r->to_mop, r->key, r->next)) {
        return false;
    }
    if (r->lemma != MNS_NONE) {
        return !mns_facts_in_order(facts, r->key, r->value) &&
               !mns_facts_in_order(facts, r->key, r->next) &&
               mns_recheck_version_order(facts, r, least);
    }
    if (mns_facts_is_contested(facts, r->key)) {
        least->form = MNS_FORM_WWR;
    }
    if (r->shown_by == MNS_NONE) {
        uint32_t to = facts->history->txn_of_mop[r->to_mop];
        if (facts->history->txns.type[to] == MNS_TXN_INFO) {
            least->form = MNS_FORM_WWR;
        }
        return !mns_facts_in_order(facts, r->key, r->next) &&
               mns_facts_is_last(facts, r->key, r->value);
    }
    if (!shows_order(facts, r->shown_by, r->key)) {
        return false;
    }
    uint32_t spine = facts->history->tables.mops.content[r->shown_by];
    uint32_t earlier = mns_facts_rank(facts, spine, r->value);
    uint32_t later = mns_facts_rank(facts, spine, r->next);
    return earlier != MNS_NONE && later != MNS_NONE && later == earlier + 1;
}

/* The spine of S if the read is a prefix of it, or MNS_NONE. */
static uint32_t order_around(const mns_facts *facts, uint32_t read) {
    uint32_t spine = facts->lists.main[facts->history->tables.mops.key[read]];
    return spine != MNS_NONE && mns_facts_begins(facts, spine, read) ? spine : MNS_NONE;
}

/* True if the element is the last of the list that was read, not counting repeated ones. */
static bool ends_with(const mns_facts *facts, uint32_t read, mns_value element) {
    uint32_t count;
    const mns_value *list = mns_mop_list(&facts->history->tables, read, &count);
    if (count == 0) {
        return false;
    }
    if (list[count - 1] == element) {
        return true;
    }
    uint32_t spine = order_around(facts, read);
    return spine != MNS_NONE && mns_facts_rank(facts, spine, element) != MNS_NONE &&
           mns_facts_rank(facts, spine, element) == mns_facts_distinct(facts, spine, count);
}

static bool follows_wr(const mns_facts *facts, const mns_reason *r) {
    return mns_facts_writes(facts, r->from_mop, r->key, r->value) &&
           mns_facts_reads(facts, r->to_mop, r->key) && ends_with(facts, r->to_mop, r->value);
}

/* The missed element is not in the order: then the read must be the whole order. */
static bool missed_unread(const mns_facts *facts, const mns_reason *r) {
    if (mns_facts_in_order(facts, r->key, r->next)) {
        return false;
    }
    uint32_t count = facts->history->tables.mops.value[r->from_mop];
    if (facts->lists.main[r->key] == MNS_NONE) {
        return count == 0;
    }
    uint32_t spine = order_around(facts, r->from_mop);
    return spine != MNS_NONE &&
           mns_facts_distinct(facts, spine, count) == facts->lists.distinct[spine];
}

static bool follows_rw(const mns_facts *facts, const mns_reason *r) {
    if (!mns_facts_reads(facts, r->from_mop, r->key) ||
        !mns_facts_writes(facts, r->to_mop, r->key, r->next)) {
        return false;
    }
    uint32_t count = facts->history->tables.mops.value[r->from_mop];
    bool named = count == 0 ? r->value == MNS_VALUE_NONE : ends_with(facts, r->from_mop, r->value);
    if (!named) {
        return false;
    }
    if (r->shown_by == MNS_NONE) {
        return missed_unread(facts, r);
    }
    if (!shows_order(facts, r->shown_by, r->key)) {
        return false;
    }
    uint32_t spine = facts->history->tables.mops.content[r->shown_by];
    return mns_facts_begins(facts, spine, r->from_mop) &&
           mns_facts_rank(facts, spine, r->next) == mns_facts_distinct(facts, spine, count) + 1;
}

bool mns_recheck_list_step(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    switch (r->kind) {
    case MNS_WW: return follows_ww(facts, r, least);
    case MNS_WR: return follows_wr(facts, r);
    case MNS_RW: return follows_rw(facts, r);
    default: return false;
    }
}
