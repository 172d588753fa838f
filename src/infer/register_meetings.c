/*
 * register_meetings.c - who met each key of a register history, key by key. O(micro-operations).
 */
#include "core/grow.h"
#include "infer/register_orders.h"

/* One mop for each transaction and key: a write after an external read is met by way of that, and
 * what a later read of the key shows is left to the lemmas. */
static bool is_meeting(const mns_observation *o, uint32_t mop) {
    uint8_t apart = o->registers.apart[mop];
    return o->registers.version[mop] != MNS_NONE && apart != MNS_AGAIN &&
           (apart == 0 || o->history->tables.mops.function[mop] == MNS_READ);
}

bool mns_meetings_list(const mns_observation *o, mns_meetings *meetings) {
    const mns_mops *mops = &o->history->tables.mops;
    uint32_t keys = o->history->tables.keys.count;
    uint32_t *first = meetings->first = MNS_NEW_ARRAY(uint32_t, (size_t)keys + 2);
    if (first == NULL) {
        return false;
    }
    for (uint32_t m = 0; m < mops->count; m++) {
        first[mops->key[m] + 2] += is_meeting(o, m);
    }
    for (uint32_t k = 0; k < keys; k++) {
        first[k + 2] += first[k + 1];
    }
    meetings->mop = MNS_NEW_ARRAY(uint32_t, first[keys + 1]);
    for (uint32_t m = 0; m < mops->count && meetings->mop != NULL; m++) {
        if (is_meeting(o, m)) {
            meetings->mop[first[mops->key[m] + 1]++] = m;
        }
    }
    return meetings->mop != NULL;
}

void mns_meetings_release(mns_meetings *meetings) {
    free(meetings->first);
    free(meetings->mop);
    memset(meetings, 0, sizeof *meetings);
}

static mns_meeting meeting_at(const mns_observation *o, uint32_t mop) {
    const mns_registers *r = &o->registers;
    uint32_t version = r->version[mop], partner = mns_partner(o, mop);
    uint32_t last = partner == MNS_NONE ? version : r->version[partner];
    return (mns_meeting){.mop = mop,
                         .txn = mns_txn_of(o, mop),
                         .first = mns_version_is_initial(r, version) ? last : version,
                         .last = last};
}

bool mns_key_orders_init(mns_key_orders *k, const mns_observation *o) {
    memset(k, 0, sizeof *k);
    k->o = o;
    k->by_process = MNS_NEW_ARRAY(uint32_t, o->history->process_count);
    return k->by_process != NULL;
}

void mns_key_orders_release(mns_key_orders *k) {
    free(k->meetings);
    free(k->edges);
    free(k->sorted);
    free(k->listed);
    free(k->zones);
    free(k->by_process);
    memset(k, 0, sizeof *k);
}

bool mns_key_orders_open(mns_key_orders *k, const mns_meetings *meetings, uint32_t key) {
    uint32_t first = meetings->first[key], end = meetings->first[key + 1];
    k->key = key;
    k->base = k->o->registers.first[key];
    k->end = k->o->registers.first[key + 1];
    k->meeting_count = k->edge_count = 0;
    k->contradictory = false;
    if (!MNS_GROW(k->meetings, k->meeting_count, k->meeting_capacity, end - first)) {
        return false;
    }
    for (uint32_t i = first; i < end; i++) {
        k->meetings[k->meeting_count++] = meeting_at(k->o, meetings->mop[i]);
    }
    return true;
}

bool mns_version_edge_add(mns_key_orders *k, uint32_t from, uint32_t to, mns_level level,
                          mns_source_of_order source) {
    assert(from >= k->base && from < k->end && to >= k->base && to < k->end);
    if (from == to || from == k->base) {
        return true;
    }
    if (!MNS_GROW(k->edges, k->edge_count, k->edge_capacity, 1)) {
        return false;
    }
    k->edges[k->edge_count++] = (mns_version_edge){.from = from,
                                                   .to = to,
                                                   .lemma = MNS_NONE,
                                                   .level = (uint8_t)level,
                                                   .source = (uint8_t)source};
    return true;
}
