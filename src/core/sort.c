/* sort.c - see sort.h: insertion sort while items move little, else qsort. */
#include "core/sort.h"

/* The average distance an item may move before insertion sort gives up. */
#define MOVES_PER_ITEM 8

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void sort_numbers(uint64_t *items, size_t count) {
    size_t moves = 0, most = MOVES_PER_ITEM * count;
    for (size_t i = 1; i < count; i++) {
        uint64_t item = items[i];
        size_t at = i;
        for (; at > 0 && items[at - 1] > item; at--) {
            items[at] = items[at - 1];
        }
        items[at] = item;
        moves += i - at;
        if (moves > most) {
            qsort(items, count, sizeof *items, ascending);
            return;
        }
    }
}

void mns_sort_u64(uint64_t *items, size_t count) {
    sort_numbers(items, count);
    for (size_t i = 1; i < count; i++) {
        assert(items[i - 1] <= items[i]);
    }
}
