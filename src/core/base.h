/*
 * base.h - included everywhere: ids, limits, attributes, banned functions.
 *
 * Ids of transactions, micro-operations, keys, spines and vertices are dense uint32_t; MNS_NONE is
 * no id. Unsafe functions (unbounded copies, hidden state) are compile errors.
 */
#ifndef MNS_BASE_H
#define MNS_BASE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "minos.h"

#define MNS_NONE UINT32_MAX

/* The most transactions, micro-operations, keys or vertices one history may have. Vertices include
 * the virtual ones, so a history's own ids stay well below MNS_NONE. */
#define MNS_LIMIT_IDS 1000000000u

#define MNS_COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define MNS_PRINTF(at, first) __attribute__((format(printf, at, first)))

#define MNS_BANNED(function) do_not_use_##function
#undef strcpy
#undef strcat
#undef strncpy
#undef strncat
#undef sprintf
#undef vsprintf
#undef strtok
#undef gets
#define strcpy(d, s) MNS_BANNED(strcpy)
#define strcat(d, s) MNS_BANNED(strcat)
#define strncpy(d, s, n) MNS_BANNED(strncpy)
#define strncat(d, s, n) MNS_BANNED(strncat)
#define sprintf(...) MNS_BANNED(sprintf)
#define vsprintf(d, f, a) MNS_BANNED(vsprintf)
#define strtok(s, d) MNS_BANNED(strtok)
#define gets(s) MNS_BANNED(gets)

#endif
