/*
 * recheck_register.c - the dependencies and anomalies of registers, by definition.
 *
 *   wr                     a read of the last write of another transaction
 *   ww                     two last writes, and an order of the two values (recheck_version.c)
 *   rw                     a read and a last write, and an order of the two values
 *   G1b                    a read of a value that its writer, another transaction, overwrote itself
 *   internal               a read of another value than its transaction read or wrote last
 *   incompatible-versions  one version number for two values of a key, or two for one
 *   cyclic-versions        a cycle of values, each of which precedes the next by revealed data or
 *                          the user's assumptions
 *
 * A value is a version only if it is the last write of exactly one counting transaction. A read of
 * the transaction's own write does not count as a read of a version. Cost: the transactions of a
 * step or case.
 */
#include "recheck/recheck_rules.h"

static uint32_t txn_of(const mns_facts *facts, uint32_t mop) {
    return facts->history->txn_of_mop[mop];
}

static bool is_last_write(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value) {
    return mns_facts_writes(facts, mop, key, value) && mns_facts_is_final(facts, mop);
}

/* A read of the initial state, or of the last write of another counting transaction. It need not be
 * external: whatever its transaction read or wrote before, this is the version that it read. */
static bool is_read_of_version(const mns_facts *facts, uint32_t mop, uint32_t key,
                               mns_value value) {
    if (!mns_facts_reads(facts, mop, key) || facts->history->tables.mops.value[mop] != value) {
        return false;
    }
    if (value == MNS_VALUE_INITIAL) {
        return true;
    }
    uint32_t writer = mns_history_writer(facts->history, key, value);
    return writer != MNS_NONE && writer != MNS_AMBIGUOUS && mns_facts_counts(facts, writer) &&
           mns_facts_is_final(facts, writer) && txn_of(facts, writer) != txn_of(facts, mop);
}

bool mns_recheck_accesses(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value) {
    return mns_facts_counts(facts, mop) &&
           (is_last_write(facts, mop, key, value) || is_read_of_version(facts, mop, key, value));
}

/* A read of its own transaction's last write to the key. */
static bool is_read_of_own(const mns_facts *facts, uint32_t mop, uint32_t key, mns_value value) {
    if (!mns_facts_reads(facts, mop, key) || !mns_facts_counts(facts, mop) ||
        facts->history->tables.mops.value[mop] != value) {
        return false;
    }
    uint32_t writer = mns_history_writer(facts->history, key, value);
    return writer < mop && txn_of(facts, writer) == txn_of(facts, mop) &&
           mns_facts_is_final(facts, writer);
}

bool mns_recheck_shows_version(const mns_facts *facts, uint32_t mop, uint32_t key,
                               mns_value value) {
    return mns_recheck_accesses(facts, mop, key, value) || is_read_of_own(facts, mop, key, value);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* A version that an info transaction wrote and no other transaction read: if the transaction was
 * rolled back, the version does not exist, and a read of another of its writes is a G1a. */
static bool is_open(const mns_facts *facts, uint32_t write) {
    const mns_mops *mops = &facts->history->tables.mops;
    return facts->history->txns.type[txn_of(facts, write)] == MNS_TXN_INFO &&
           !mns_questions_answer(&facts->seen, mops->key[write], mops->value[write], false);
}

bool mns_recheck_register_step(const mns_facts *facts, const mns_reason *r, mns_condition *least) {
    switch (r->kind) {
    case MNS_WR:
        return is_last_write(facts, r->from_mop, r->key, r->value) &&
               is_read_of_version(facts, r->to_mop, r->key, r->value);
    case MNS_WW:
        if (!is_last_write(facts, r->from_mop, r->key, r->value) ||
            !is_last_write(facts, r->to_mop, r->key, r->next)) {
            return false;
        }
        if (is_open(facts, r->from_mop) || is_open(facts, r->to_mop)) {
            least->form = MNS_FORM_WWR;
        }
        return mns_recheck_version_order(facts, r, least);
    case MNS_RW:
        return is_read_of_version(facts, r->from_mop, r->key, r->value) &&
               is_last_write(facts, r->to_mop, r->key, r->next) &&
               mns_recheck_version_order(facts, r, least);
    default: return false;
    }
}

/* ---- Cases ---------------------------------------------------------------------------------- */

bool mns_recheck_register_g1b(const mns_facts *facts, const mns_witness *w) {
    return w->mop_count == 2 && mns_recheck_is_evidence(facts, w, w->mops[0]) &&
           mns_facts_shows(facts, w->mops[0], w->element) &&
           mns_facts_writes(facts, w->mops[1], w->key, w->element) &&
           !mns_facts_is_final(facts, w->mops[1]) &&
           txn_of(facts, w->mops[0]) != txn_of(facts, w->mops[1]);
}

bool mns_recheck_register_internal(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    return w->mop_count == 2 && mns_recheck_is_evidence(facts, w, w->mops[0]) &&
           mns_recheck_leads_up(facts, w) && mops->value[w->mops[0]] != mops->value[w->mops[1]];
}

bool mns_recheck_incompatible_versions(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    for (uint32_t i = 0; i < 2; i++) {
        if (w->mop_count != 2 ||
            !mns_recheck_shows_version(facts, w->mops[i], w->key, mops->value[w->mops[i]]) ||
            mns_mop_version(mops, w->mops[i]) == MNS_NO_VERSION) {
            return false;
        }
    }
    bool one_value = mops->value[w->mops[0]] == mops->value[w->mops[1]];
    bool one_number = mops->version[w->mops[0]] == mops->version[w->mops[1]];
    return one_value != one_number && w->element == mops->value[w->mops[0]];
}

/* True if one of the given sources proves that the first of two micro-operations accessed an
 * earlier version than the second. */
static bool is_ordered(const mns_facts *facts, const mns_witness *w, uint32_t first,
                       uint32_t second) {
    const mns_mops *mops = &facts->history->tables.mops;
    mns_reason r = {.key = w->key,
                    .value = mops->value[first],
                    .next = mops->value[second],
                    .shown_by = first,
                    .shown_also = second,
                    .lemma = MNS_NONE};
    for (int source = MNS_BY_INITIAL; source < MNS_BY_LEMMA; source++) {
        mns_condition least = {MNS_FORM_WW, MNS_ORDER_NONE};
        r.source = (mns_source_of_order)source;
        if ((w->sources & 1u << source) != 0 && mns_recheck_version_order(facts, &r, &least) &&
            least.form == MNS_FORM_WW && least.order == MNS_ORDER_NONE) {
            return true;
        }
    }
    return false;
}

bool mns_recheck_cyclic_versions(const mns_facts *facts, const mns_witness *w) {
    const mns_mops *mops = &facts->history->tables.mops;
    if (w->mop_count < 4 || w->mop_count % 2 != 0) {
        return false;
    }
    for (uint32_t i = 0; i < w->mop_count; i += 2) {
        uint32_t first = w->mops[i], second = w->mops[i + 1];
        uint32_t next = w->mops[(i + 2) % w->mop_count];
        if (!mns_recheck_shows_version(facts, first, w->key, mops->value[first]) ||
            !mns_recheck_shows_version(facts, second, w->key, mops->value[second]) ||
            mops->value[second] != mops->value[next] || !is_ordered(facts, w, first, second)) {
            return false;
        }
    }
    return true;
}
