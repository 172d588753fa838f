/* grow.c - see grow.h. */
#include "core/grow.h"

bool mns_grow(void *items_field, size_t *capacity, size_t need, size_t item_size) {
    assert(item_size > 0);
    size_t wanted = *capacity < 8 ? 8 : *capacity * 2;
    if (wanted < need) {
        wanted = need;
    }
    if (wanted > SIZE_MAX / 2 / item_size) {
        return false;
    }
    void *old;
    memcpy(&old, items_field, sizeof old); /* the field is T *, whatever T is */
    void *items = realloc(old, wanted * item_size);
    if (items == NULL) {
        return false;
    }
    memcpy(items_field, &items, sizeof items);
    *capacity = wanted;
    return true;
}

void *mns_new_array(size_t count, size_t item_size) {
    return calloc(count == 0 ? 1 : count, item_size);
}
