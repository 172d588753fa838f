/* cobra_prints.c - see cobra_prints.h. */
#include "format/cobra_prints.h"

#include "core/grow.h"
#include "core/map.h"

__extension__ typedef unsigned __int128 wide;

bool mns_prints_init(mns_prints *prints, uint64_t count, int64_t least, int64_t most) {
    *prints = (mns_prints){.least = least, .seed = mns_hash_seed(prints)};
    if (count >= SIZE_MAX / 4 / sizeof *prints->slots) {
        return false;
    }
    uint64_t range = (uint64_t)most - (uint64_t)least; /* one less than the ids in it */
    if (range < 3 * count) {
        prints->capacity = range + 1;
        prints->array = MNS_NEW_ARRAY(uint64_t, (size_t)prints->capacity);
        return prints->array != NULL;
    }
    prints->capacity = count + count / 2 + 1;
    prints->slots = MNS_NEW_ARRAY(struct mns_print_slot, (size_t)prints->capacity);
    return prints->slots != NULL;
}

void mns_prints_release(mns_prints *prints) {
    free(prints->array);
    free(prints->slots);
    memset(prints, 0, sizeof *prints);
}

uint64_t mns_print(const mns_prints *prints, int64_t a, int64_t b, int64_t c) {
    const int64_t numbers[] = {a, b, c};
    uint64_t print = mns_hash_bytes(prints->seed, numbers, sizeof numbers);
    return print == 0 ? 1 : print;
}

/* Where the search for an id starts in the hash table. */
static uint64_t home(const mns_prints *prints, int64_t id) {
    uint64_t hash = mns_hash_mix(mns_hash_mix((uint64_t)id, prints->seed), prints->seed);
    return (uint64_t)((wide)hash * prints->capacity >> 64);
}

/* The slot of the id, or the empty one where it belongs. */
static struct mns_print_slot *slot_of(const mns_prints *prints, int64_t id) {
    assert(prints->slots != NULL);
    uint64_t place = home(prints, id);
    while (prints->slots[place].print != 0 && prints->slots[place].id != id) {
        place = place + 1 == prints->capacity ? 0 : place + 1;
    }
    return &prints->slots[place];
}

uint64_t mns_prints_put(mns_prints *prints, int64_t id, uint64_t print) {
    assert(print != 0);
    uint64_t earlier;
    if (prints->array != NULL) {
        uint64_t place = (uint64_t)id - (uint64_t)prints->least;
        assert(place < prints->capacity);
        earlier = prints->array[place];
        prints->array[place] = earlier == 0 ? print : earlier;
    } else {
        struct mns_print_slot *slot = slot_of(prints, id);
        earlier = slot->print;
        *slot = (struct mns_print_slot){.id = id, .print = earlier == 0 ? print : earlier};
    }
    return earlier;
}

uint64_t mns_prints_get(const mns_prints *prints, int64_t id) {
    if (prints->array == NULL) {
        return slot_of(prints, id)->print;
    }
    uint64_t place = (uint64_t)id - (uint64_t)prints->least;
    return place < prints->capacity ? prints->array[place] : 0;
}

void mns_prints_prefetch(const mns_prints *prints, int64_t id) {
    uint64_t place = (uint64_t)id - (uint64_t)prints->least;
    if (prints->array == NULL) {
        __builtin_prefetch(&prints->slots[home(prints, id)]);
    } else if (place < prints->capacity) {
        __builtin_prefetch(&prints->array[place]);
    }
}
