/*
 * recheck_support.h - holding witnesses made by hand against the re-checker.
 *
 * A test holds a witness that is right, then bends it in one place at a time: another
 * micro-operation, element, kind, evidence, transaction, class. Every bent one must be rejected.
 */
#ifndef RECHECK_SUPPORT_H
#define RECHECK_SUPPORT_H

#include "recheck/recheck.h"
#include "unit/support/explain_support.h"

static inline bool accepts(const sketch *s) {
    mns_witness copy = s->witness;
    mns_witnesses all = {.items = &copy, .count = 1, .capacity = 1};
    size_t rejected = 99;
    minos_status status = mns_recheck(s->history, &s->assumptions, &all, &rejected);
    assert_true(status == MINOS_OK || status == MINOS_EINTERNAL);
    assert_int_equal(rejected, status == MINOS_OK ? 99 : 0);
    return status == MINOS_OK;
}

/* Bends one field, expects a rejection, and puts it back. */
#define REJECTS_WITH(s, field, bent)                                                               \
    do {                                                                                           \
        __typeof__(field) kept = (field);                                                          \
        (field) = (bent);                                                                          \
        assert_false(accepts(s));                                                                  \
        (field) = kept;                                                                            \
        assert_true(accepts(s));                                                                   \
    } while (0)

#define CASE(s, f, anomaly, element, ...)                                                          \
    sketch_case((s), (f), (anomaly), (element), (const uint32_t[]){__VA_ARGS__},                   \
                (uint32_t)MNS_COUNT_OF(((const uint32_t[]){__VA_ARGS__})))

/* A read skew: T2 missed T1's append to x and saw its append to y. */
#define READ_SKEW                                                                                  \
    OK(0, "[:append :x 1] [:append :y 1]") /* mops 0 1 */                                          \
    OK(1, "[:r :x []] [:r :y [1]]")        /* 2 3 */                                               \
    OK(2, "[:r :x [1 2]]")                 /* 4 */                                                 \
    OK(3, "[:append :x 2] [:r :x [1 2]]")  /* 5 6 */                                               \
    OK(4, "[:r :x [1]]")                   /* 7 */

static inline void sketch_read_skew(sketch *s, const fixture *f) {
    sketch_begin(s, f, MNS_A_G_SINGLE_ITEM);
    sketch_step(s, MNS_RW, 2, 0, 4);
    sketch_step(s, MNS_WR, 1, 3, MNS_NONE);
}

#endif
