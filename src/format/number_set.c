/* number_set.c - see number_set.h. */
#include "format/number_set.h"

#include "core/grow.h"

void mns_number_set_init(mns_number_set *set) {
    memset(set, 0, sizeof *set);
    mns_index_init(&set->index);
}

void mns_number_set_release(mns_number_set *set) {
    mns_index_release(&set->index);
    free(set->words);
    memset(set, 0, sizeof *set);
}

/* The new word of a group of numbers; MNS_NONE when out of memory. */
static uint32_t add_word(mns_number_set *set, uint64_t group) {
    if (set->count == MNS_LIMIT_IDS || !MNS_GROW(set->words, set->count, set->capacity, 1) ||
        !mns_index_add(&set->index, group, set->count)) {
        return MNS_NONE;
    }
    set->words[set->count] = 0;
    return set->count++;
}

bool mns_number_set_add(mns_number_set *set, uint64_t number, bool *added) {
    uint64_t group = number / 64, bit = (uint64_t)1 << (number % 64);
    uint32_t word = mns_index_get(&set->index, group);
    word = word == MNS_NONE ? add_word(set, group) : word;
    if (word == MNS_NONE) {
        return false;
    }
    *added = (set->words[word] & bit) == 0;
    set->words[word] |= bit;
    return true;
}

bool mns_number_set_has(const mns_number_set *set, uint64_t number) {
    uint32_t word = mns_index_get(&set->index, number / 64);
    return word != MNS_NONE && (set->words[word] >> (number % 64) & 1) != 0;
}
