/* cobra_prints.c - see cobra_prints.h. */
#include "format/cobra_prints.h"

#include "core/map.h"

bool mns_prints_init(mns_prints *prints, uint64_t count) {
    prints->capacity = count + count / 2 + 1; /* wraps only above the limit below */
    prints->seed = mns_hash_seed(prints);
    prints->slots = count >= SIZE_MAX / 2 / sizeof *prints->slots
                        ? NULL
                        : calloc((size_t)prints->capacity, sizeof *prints->slots);
    return prints->slots != NULL;
}

void mns_prints_release(mns_prints *prints) {
    free(prints->slots);
    memset(prints, 0, sizeof *prints);
}

uint64_t mns_print(const mns_prints *prints, int64_t a, int64_t b, int64_t c) {
    const int64_t numbers[] = {a, b, c};
    uint64_t print = mns_hash_bytes(prints->seed, numbers, sizeof numbers);
    return print == 0 ? 1 : print;
}

/* The slot of the id, or the empty one where it belongs. */
static struct mns_print_slot *slot_of(const mns_prints *prints, int64_t id) {
    assert(prints->slots != NULL);
    uint64_t hash = mns_hash_mix(mns_hash_mix((uint64_t)id, prints->seed), prints->seed);
    uint64_t place = hash % prints->capacity;
    while (prints->slots[place].print != 0 && prints->slots[place].id != id) {
        place = place + 1 == prints->capacity ? 0 : place + 1;
    }
    return &prints->slots[place];
}

uint64_t mns_prints_put(mns_prints *prints, int64_t id, uint64_t print) {
    assert(print != 0);
    struct mns_print_slot *slot = slot_of(prints, id);
    uint64_t earlier = slot->print;
    if (earlier == 0) {
        *slot = (struct mns_print_slot){.id = id, .print = print};
    }
    return earlier;
}

uint64_t mns_prints_get(const mns_prints *prints, int64_t id) { return slot_of(prints, id)->print; }
