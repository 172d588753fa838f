/*
 * datatype.h - what a key of a history in memory holds, and what a write does to it.
 *
 * Whatever the datatype, the contents of a key are a few numbers, none at first:
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
    const char *workload; /* as Minos calls it */
    const char *write;    /* the function of its writes */
    bool hides;           /* a write leaves nothing of what was there */
    bool named;           /* no write is made twice, so a read says whose writes it saw */
    /* What surrounds the numbers in EDN and JSON, and what stands there for none. */
    const char *open, *close, *json_open, *json_close, *none, *json_none;
    /* Makes a write; returns how many numbers there are then. */
    int (*apply)(int *contents, int length, int written);
} datatype_traits;

extern const datatype_traits datatypes[TYPE_COUNT];

bool contents_are_equal(const int *a, int a_length, const int *b, int b_length);

#endif
