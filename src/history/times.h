/*
 * times.h - counts operations whose :time is before that of the previous one.
 *
 * Verdicts depend on the order of operations alone. But latencies and charts use times, and times
 * that go backwards may mean that operations were recorded in the wrong order.
 *
 * Most times have as many digits as the one before, so they are compared as text, eight bytes at a
 * time, without conversion to numbers.
 */
#ifndef MNS_TIMES_H
#define MNS_TIMES_H

#include "read/op_reader.h"

typedef struct mns_times {
    bool known; /* some operation had a time */
    /* The last time as text: its digits (8 or more), and the first and last eight of them as
     * numbers that compare like the text. digits 0: only `last` is set. */
    uint32_t digits;
    uint64_t high, low;
    int64_t first, last; /* last: only if digits is 0 */
    uint64_t first_offset;
    uint64_t backwards;       /* operations with a time before that of the previous one */
    uint64_t backward_offset; /* offset of the first of them */
} mns_times;

/* Adds a time with another number of digits than the last one, or before it. */
void mns_times_add_slowly(mns_times *times, const mns_op *op);

/* Eight bytes as a number that compares like memcmp. */
static inline uint64_t mns_times_word(const char *p) {
    uint64_t word;
    memcpy(&word, p, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline void mns_times_add(mns_times *times, const mns_op *op) {
    uint32_t digits = op->time_digits;
    if (digits == times->digits && digits > 0) {
        uint64_t high = mns_times_word(op->time_at), low = mns_times_word(op->time_at + digits - 8);
        if (high > times->high || (high == times->high && low >= times->low)) {
            times->high = high;
            times->low = low;
            return;
        }
    }
    if (digits > 0 || op->has_time) {
        mns_times_add_slowly(times, op);
    }
}

/* The last time as a number. */
int64_t mns_times_last(const mns_times *times);
/* Adds the times of operations that follow. */
void mns_times_append(mns_times *times, const mns_times *more);

#endif
