/* workload.c - see workload.h. */
#include "generate/workload.h"

#include "core/grow.h"

enum { LARGEST_INCREMENT = 5 };

const char *mns_workload_name(size_t i) {
    static const char *const names[] = {"list-append", "rw-register", "set", "counter"};
    return i < MNS_COUNT_OF(names) ? names[i] : NULL;
}

bool mns_workload_init(mns_workload *workload, const mns_workload_shape *shape) {
    assert(shape->keys > 0 && shape->max_writes_per_key > 0);
    assert(shape->min_length > 0 && shape->min_length <= shape->max_length);
    *workload = (mns_workload){.shape = *shape,
                               .reads = mns_odds_of(shape->read_fraction),
                               .random = mns_random_of(shape->seed, 1)};
    workload->slots = MNS_NEW_ARRAY(struct mns_workload_slot, shape->keys);
    if (workload->slots == NULL ||
        !mns_chooser_init(&workload->chooser, shape->distribution, shape->keys)) {
        mns_workload_release(workload);
        return false;
    }
    for (uint32_t slot = 0; slot < shape->keys; slot++) {
        workload->slots[slot].key = workload->next_key++;
    }
    return true;
}

void mns_workload_release(mns_workload *workload) {
    mns_chooser_release(&workload->chooser);
    free(workload->slots);
    workload->slots = NULL;
}

uint32_t mns_workload_length(mns_workload *workload) {
    const mns_workload_shape *shape = &workload->shape;
    uint64_t choices = (uint64_t)shape->max_length - shape->min_length + 1;
    return shape->min_length + (uint32_t)mns_random_below(&workload->random, choices);
}

mns_wish mns_workload_next(mns_workload *workload) {
    mns_random *random = &workload->random;
    uint32_t slot = mns_choose(&workload->chooser, random);
    struct mns_workload_slot *chosen = &workload->slots[slot];
    mns_wish wish = {
        .write = !mns_random_hits(random, workload->reads), .slot = slot, .key = chosen->key};
    if (!wish.write) {
        return wish;
    }
    wish.value = ++chosen->writes;
    if (workload->shape.kind == MNS_COUNTER) {
        wish.value = 1 + (int64_t)mns_random_below(random, LARGEST_INCREMENT);
    }
    if (chosen->writes == workload->shape.max_writes_per_key) {
        chosen->key = workload->next_key++;
        chosen->writes = 0;
    }
    return wish;
}
