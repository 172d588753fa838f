/*
 * arena.h - many small things that live and die together.
 *
 * Memory comes from blocks that are freed all at once. Running out of it is remembered in `failed`, and
 * from then on every allocation is NULL, so that who builds something checks once at the end; strings
 * are then "" rather than NULL, so that they can be passed on.
 */
#ifndef MNS_ARENA_H
#define MNS_ARENA_H

#include "core/buf.h"

typedef struct mns_arena {
    struct mns_arena_block *blocks; /* the newest first */
    size_t used, capacity;          /* of the newest */
    bool failed;
} mns_arena;

void mns_arena_init(mns_arena *arena);
void mns_arena_release(mns_arena *arena);
/* Zeroed, aligned for anything; NULL when out of memory. O(size). */
void *mns_arena_alloc(mns_arena *arena, size_t count, size_t size);
#define MNS_ARENA_ARRAY(arena, type, count)                                                        \
    ((type *)mns_arena_alloc((arena), (count), sizeof(type)))
/* A copy with a NUL after it. */
const char *mns_arena_bytes(mns_arena *arena, const char *bytes, size_t size);
const char *mns_arena_str(mns_arena *arena, const char *string);
/* What was written into the buffer, which is released; a buffer that failed fails the arena. */
const char *mns_arena_take(mns_arena *arena, mns_buf *text);

#endif
