/*
 * grow.c - see grow.h.
 *
 * Large arrays use huge pages: page faults of small pages cost about a hundred instructions for
 * each transaction. madvise is only advice, so its failure is ignored.
 */
#define _DEFAULT_SOURCE /* madvise */
#include "core/grow.h"

#include <sys/mman.h>
#include <unistd.h>

#define HUGE_FROM ((size_t)4 << 20)

/* Advises all pages, not only those that can be huge: mremap cannot move a partly advised mapping.
 */
static void advise(void *items, size_t bytes) {
#if defined(MADV_HUGEPAGE)
    if (items == NULL || bytes < HUGE_FROM) {
        return;
    }
    size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (uintptr_t)items % page;
    madvise((char *)items - before, (before + bytes + page - 1) / page * page, MADV_HUGEPAGE);
#else
    (void)items, (void)bytes;
#endif
}

bool mns_grow(void *items_field, size_t *capacity, size_t need, size_t item_size) {
    assert(item_size > 0 && need > *capacity); /* an array never shrinks */
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
    advise(items, wanted * item_size);
    memcpy(items_field, &items, sizeof items);
    *capacity = wanted;
    return true;
}

bool mns_resize(void *items_field, size_t capacity, size_t item_size) {
    size_t none = 0;
    return mns_grow(items_field, &none, capacity, item_size);
}

void *mns_new_array(size_t count, size_t item_size) {
    void *items = calloc(count == 0 ? 1 : count, item_size);
    advise(items, count * item_size);
    return items;
}
