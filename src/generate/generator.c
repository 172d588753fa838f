/* generator.c - see generator.h. */
#include "generate/generator.h"

#include "core/grow.h"

const char *mns_generator_kind_name(size_t i) {
    static const char *const names[] = {"list-append", "rw-register", "set", "counter"};
    return i < MNS_COUNT_OF(names) ? names[i] : NULL;
}

bool mns_generator_init(mns_generator *generator, const mns_generator_shape *shape) {
    assert(shape->keys > 0 && shape->max_writes_per_key > 0);
    assert(shape->min_length > 0 && shape->min_length <= shape->max_length);
    assert(shape->min_increment <= shape->max_increment);
    *generator = (mns_generator){.shape = *shape,
                                 .reads = mns_odds_of(shape->read_fraction),
                                 .random = mns_random_of(shape->seed, 1)};
    generator->slots = MNS_NEW_ARRAY(struct mns_generator_slot, shape->keys);
    if (generator->slots == NULL ||
        !mns_chooser_init(&generator->chooser, shape->distribution, shape->keys)) {
        mns_generator_release(generator);
        return false;
    }
    for (uint32_t slot = 0; slot < shape->keys; slot++) {
        generator->slots[slot].key = generator->next_key++;
    }
    return true;
}

void mns_generator_release(mns_generator *generator) {
    mns_chooser_release(&generator->chooser);
    free(generator->slots);
    generator->slots = NULL;
}

uint32_t mns_generator_length(mns_generator *generator) {
    const mns_generator_shape *shape = &generator->shape;
    uint64_t choices = (uint64_t)shape->max_length - shape->min_length + 1;
    return shape->min_length + (uint32_t)mns_random_below(&generator->random, choices);
}

static int64_t increment(mns_generator *generator) {
    int64_t least = generator->shape.min_increment;
    int64_t choices = generator->shape.max_increment - least + 1;
    return least + (int64_t)mns_random_below(&generator->random, (uint64_t)choices);
}

mns_generated_mop mns_generator_next(mns_generator *generator) {
    mns_random *random = &generator->random;
    uint32_t slot = mns_chooser_next(&generator->chooser, random);
    struct mns_generator_slot *chosen = &generator->slots[slot];
    mns_generated_mop mop = {
        .write = !mns_random_hits(random, generator->reads), .slot = slot, .key = chosen->key};
    if (!mop.write) {
        return mop;
    }
    mop.value = ++chosen->writes;
    if (generator->shape.kind == MNS_GENERATE_COUNTER) {
        mop.value = increment(generator);
    }
    if (chosen->writes == generator->shape.max_writes_per_key) {
        chosen->key = generator->next_key++;
        chosen->writes = 0;
    }
    return mop;
}

uint64_t mns_generator_key(mns_generator *generator) {
    return generator->slots[mns_chooser_next(&generator->chooser, &generator->random)].key;
}
