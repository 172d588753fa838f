/*
 * layout.h - operations that are laid out like one before them.
 *
 * The operations of a history were written by one program, so they differ in their values only:
 *
 *     {:index 4, :time 92001, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}
 *     --------  --------     ---------  -----------  ----------------            -
 *
 * A layout is the text between the values, learnt from one operation by its tokens. An operation
 * that repeats it is read by comparing that text and scanning numbers. Whatever departs from it is
 * refused here, and then read by its tokens (op_reader.h), which decide what is an error.
 */
#ifndef MNS_LAYOUT_H
#define MNS_LAYOUT_H

#include "read/op_reader.h"
#include "read/quick.h"

/* What a layout has after a piece of text. */
typedef enum mns_field {
    MNS_FIELD_TYPE,    /* invoke, ok, fail or info; the colon or quote before it is text */
    MNS_FIELD_PROCESS, /* an integer, as all below but the value */
    MNS_FIELD_NAME,    /* a process that is a string or keyword */
    MNS_FIELD_INDEX,   /* only explanations want it, and read it again */
    MNS_FIELD_TIME,
    MNS_FIELD_START_TS,
    MNS_FIELD_COMMIT_TS,
    MNS_FIELD_VALUE,
    MNS_FIELD_END /* nothing */
} mns_field;

#define MNS_LAYOUT_PIECES 12
#define MNS_HEAD_WORDS 16

/* What comes before the value in operations of one type whose numbers have as many digits as in one
 * before: a text in which only digits differ, so it is compared in one go, eight bytes at a time. */
typedef struct mns_head {
    uint64_t text[MNS_HEAD_WORDS];    /* with '0' for each digit */
    uint64_t fixed[MNS_HEAD_WORDS];   /* all bits of the bytes that are no digits */
    uint64_t digits[MNS_HEAD_WORDS];  /* the top bits of those that are */
    uint32_t words, size;             /* size 0: not known yet */
    uint32_t number[4], number_count; /* where numbers of several digits start: not with a zero */
    uint32_t type;                    /* where the type starts */
    uint32_t process;                 /* where the process starts; its digits end in a delimiter */
    uint32_t time, time_digits;       /* where the time starts; no digits: it has none */
    uint32_t piece;                   /* of the value */
} mns_head;

typedef struct mns_layout {
    struct mns_layout_piece {
        mns_literal text;
        mns_field field;
        uint32_t digits; /* of a number: how many it had when it was read last */
    } pieces[MNS_LAYOUT_PIECES];
    uint32_t count;
    const char *f; /* part of the text: what the operation does, as mns_op has it */
    uint32_t f_size;
    mns_head invoke, ok; /* of the two types that most operations have */
} mns_layout;

/* Learns from an operation, which is the text at `at`; false if it is not one that could be repeated: a type that
 * follows the value, a process or number that is no integer, too much text. */
bool mns_layout_learn(mns_layout *layout, bool json, const mns_op *op, const char *at,
                      const char *end);

/* Reads the operation at p up to its value, if it is laid out so: returns where that starts and
 * the piece it belongs to (or, where it has none, where the operation ends, with *piece behind the
 * last). NULL: it is not. `limit` is MNS_QUICK_MARGIN before the end of the text. */
const char *mns_layout_head(mns_layout *layout, const char *p, const char *limit, mns_op *op,
                            uint32_t *piece);
/* Goes on behind the value; returns where the operation ends, or NULL. */
const char *mns_layout_tail(mns_layout *layout, uint32_t piece, const char *p, const char *limit,
                            mns_op *op);

#endif
