/*
 * failing.h - an allocator whose n-th allocation fails, alone or with all after it.
 *
 * The linker redirects every allocation of the program to these wrappers (--wrap). Included by one
 * file of each program. Counters are atomic: a check may use several threads.
 */
#ifndef FAILING_H
#define FAILING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *pointer, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *pointer, size_t size);

static atomic_ulong allocations;
static atomic_ulong fails_at; /* 0: never */
static atomic_bool fails_on;  /* and every one after it */

static bool is_to_fail(void) {
    unsigned long n = ++allocations;
    return fails_at != 0 && (n == fails_at || (fails_on && n > fails_at));
}

void *__wrap_malloc(size_t size) { return is_to_fail() ? NULL : __real_malloc(size); }

void *__wrap_calloc(size_t count, size_t size) {
    return is_to_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *pointer, size_t size) {
    return is_to_fail() ? NULL : __real_realloc(pointer, size);
}

#endif
