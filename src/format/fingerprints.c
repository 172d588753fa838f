/* fingerprints.c - see fingerprints.h. Open addressing with linear probing, at most half full. */
#include "format/fingerprints.h"

#include "core/grow.h"

/* 0 marks empty slots. */
static uint64_t nonzero(uint64_t fingerprint) { return fingerprint == 0 ? 1 : fingerprint; }

/* The slot of the fingerprint, or the empty one where it belongs. */
static uint64_t *find(uint64_t *slots, size_t capacity, uint64_t fingerprint) {
    size_t at = (size_t)fingerprint & (capacity - 1);
    while (slots[at] != 0 && slots[at] != fingerprint) {
        at = (at + 1) & (capacity - 1);
    }
    return &slots[at];
}

void mns_fingerprints_release(mns_fingerprints *set) {
    free(set->slots);
    *set = (mns_fingerprints){.slots = NULL};
}

static bool grow(mns_fingerprints *set) {
    size_t capacity = set->capacity == 0 ? 64 : 2 * set->capacity;
    uint64_t *slots = MNS_NEW_ARRAY(uint64_t, capacity);
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < set->capacity; i++) {
        if (set->slots[i] != 0) {
            *find(slots, capacity, set->slots[i]) = set->slots[i];
        }
    }
    free(set->slots);
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

bool mns_fingerprints_add(mns_fingerprints *set, uint64_t fingerprint) {
    if (2 * (set->count + 1) > set->capacity && !grow(set)) {
        return false;
    }
    fingerprint = nonzero(fingerprint);
    uint64_t *slot = find(set->slots, set->capacity, fingerprint);
    set->count += *slot == 0;
    *slot = fingerprint;
    return true;
}

bool mns_fingerprints_have(const mns_fingerprints *set, uint64_t fingerprint) {
    fingerprint = nonzero(fingerprint);
    return set->count > 0 && *find(set->slots, set->capacity, fingerprint) == fingerprint;
}
