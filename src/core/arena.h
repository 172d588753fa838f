/*
 * arena.h - allocates many small objects that are freed together.
 *
 * Out of memory sets `failed`, and every later allocation returns NULL, so callers check once at
 * the end. Functions that return strings then return "" instead of NULL.
 */
#ifndef MNS_ARENA_H
#define MNS_ARENA_H

#include "core/buf.h"

typedef struct mns_arena {
    struct mns_arena_block *blocks; /* newest first */
    size_t used, capacity;          /* of the newest */
    bool failed;
} mns_arena;

void mns_arena_init(mns_arena *arena);
void mns_arena_release(mns_arena *arena);
/* Zeroed, aligned for any type; NULL when out of memory. O(size). */
void *mns_arena_alloc(mns_arena *arena, size_t count, size_t size);
#define MNS_ARENA_ARRAY(arena, type, count)                                                        \
    ((type *)mns_arena_alloc((arena), (count), sizeof(type)))
/* A copy, followed by a NUL. */
const char *mns_arena_bytes(mns_arena *arena, const char *bytes, size_t size);
const char *mns_arena_str(mns_arena *arena, const char *string);
/* A copy of the buffer's content; releases the buffer. A failed buffer fails the arena. */
const char *mns_arena_take(mns_arena *arena, mns_buf *text);

#endif
