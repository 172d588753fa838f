/*
 * datatype.h - the contents of a key in a history in memory, and the effect of a write.
 *
 * For every datatype, the contents of a key are a list of numbers, empty at first:
 *
 *   list       its elements, in order                [:append k 1]  [:r k [1 2]]
 *   register   what it holds, if anything            [:w k 1]       [:r k 1]
 *   set        its elements, ascending               [:add k 1]     [:r k #{1 2}]
 *   counter    its sum, unless that is 0             [:inc k 1]     [:r k 3]
 *
 * So two contents are the same exactly if their numbers are.
 */
#ifndef TEST_DATATYPE_H
#define TEST_DATATYPE_H

#include <stdbool.h>

typedef enum datatype { TYPE_LIST, TYPE_REGISTER, TYPE_SET, TYPE_COUNTER, TYPE_COUNT } datatype;

typedef struct datatype_traits {
    const char *workload; /* Minos's name for it */
    const char *write;    /* the function of its writes */
    bool hides;           /* a write replaces the contents */
    bool named;           /* every write is unique, so a read shows whose writes it saw */
    /* What surrounds the numbers in EDN and JSON, and the notation for none. */
    const char *open, *close, *json_open, *json_close, *none, *json_none;
    /* Applies a write; returns the new count of numbers. */
    int (*apply)(int *contents, int length, int written);
} datatype_traits;

extern const datatype_traits datatypes[TYPE_COUNT];

bool contents_are_equal(const int *a, int a_length, const int *b, int b_length);

#endif
