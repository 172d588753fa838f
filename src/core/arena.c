/*
 * arena.c - blocks that double in size; a larger object gets its own block.
 *
 * Cost: one allocation for each block, so O(log n) allocations for n bytes of small objects.
 */
#include "core/arena.h"

#define FIRST_BLOCK 4096
#define LARGEST_BLOCK ((size_t)1 << 20)
#define ALIGNMENT _Alignof(max_align_t)

struct mns_arena_block {
    struct mns_arena_block *next;
    max_align_t data[];
};

void mns_arena_init(mns_arena *arena) { *arena = (mns_arena){.blocks = NULL}; }

void mns_arena_release(mns_arena *arena) {
    while (arena->blocks != NULL) {
        struct mns_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    mns_arena_init(arena);
}

/* A new block for at least `size` bytes; false when out of memory. */
static bool add_block(mns_arena *arena, size_t size) {
    size_t capacity = arena->capacity == 0 ? FIRST_BLOCK : arena->capacity * 2;
    capacity = capacity > LARGEST_BLOCK ? LARGEST_BLOCK : capacity;
    capacity = capacity < size ? size : capacity;
    struct mns_arena_block *block = calloc(1, sizeof *block + capacity);
    if (block == NULL) {
        arena->failed = true;
        return false;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    arena->capacity = capacity;
    arena->used = 0;
    return true;
}

void *mns_arena_alloc(mns_arena *arena, size_t count, size_t size) {
    assert(size > 0);
    if (arena->failed || count > (SIZE_MAX / 2 - ALIGNMENT) / size) {
        arena->failed = true;
        return NULL;
    }
    size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    bool full = arena->blocks == NULL || arena->capacity - arena->used < bytes;
    if (full && !add_block(arena, bytes)) {
        return NULL;
    }
    void *start = (char *)arena->blocks->data + arena->used;
    arena->used += bytes;
    assert(arena->used <= arena->capacity && (uintptr_t)start % ALIGNMENT == 0);
    return start;
}

const char *mns_arena_bytes(mns_arena *arena, const char *bytes, size_t size) {
    char *copy = size == SIZE_MAX ? NULL : mns_arena_alloc(arena, size + 1, 1);
    if (copy == NULL) {
        return "";
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

const char *mns_arena_str(mns_arena *arena, const char *string) {
    return mns_arena_bytes(arena, string, strlen(string));
}

const char *mns_arena_take(mns_arena *arena, mns_buf *text) {
    arena->failed = arena->failed || text->failed;
    const char *copy = mns_arena_bytes(arena, text->data, text->failed ? 0 : text->size);
    mns_buf_release(text);
    return copy;
}
