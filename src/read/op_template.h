/*
 * op_template.h - recognises operations that differ from an earlier one only in their values.
 *
 * One program writes all operations of a history, so the text between the values repeats:
 *
 *     {:index 4, :time 92001, :type :ok, :process 1, :f :txn, :value [[:r 3 nil]]}
 *     --------  --------     ---------  -----------  ----------------            -
 *
 * A template is the text between the values, learnt from one operation by its tokens. An operation
 * that repeats it is read by comparing that text and scanning numbers. Any other operation does not
 * match and is read by its tokens (op_reader.h), where errors are reported.
 */
#ifndef MNS_OP_TEMPLATE_H
#define MNS_OP_TEMPLATE_H

#include "read/fast_scan.h"
#include "read/op_reader.h"

/* The field that follows a piece of text. */
typedef enum mns_field {
    MNS_FIELD_TYPE,    /* invoke, ok, fail or info; the colon or quote before it is text */
    MNS_FIELD_PROCESS, /* an integer, like the fields below except name and value */
    MNS_FIELD_NAME,    /* a process that is a string or keyword */
    MNS_FIELD_INDEX,   /* skipped, as the number of a node: explanations read it again */
    MNS_FIELD_TIME,
    MNS_FIELD_START_TS,
    MNS_FIELD_COMMIT_TS,
    MNS_FIELD_VALUE,
    MNS_FIELD_END /* no field: end of the operation */
} mns_field;

#define MNS_TEMPLATE_PIECES 12
#define MNS_HEAD_WORDS 16

/* The text before the value, for operations of one type whose numbers have the same widths as in an
 * earlier one. Only digits differ, so it is compared eight bytes at a time. */
typedef struct mns_head {
    uint64_t text[MNS_HEAD_WORDS];    /* with '0' for each digit */
    uint64_t fixed[MNS_HEAD_WORDS];   /* mask: all bits of bytes that are not digits */
    uint64_t digits[MNS_HEAD_WORDS];  /* mask: the top bit of each digit */
    uint32_t words, size;             /* size 0: not known yet */
    uint32_t number[4], number_count; /* offsets of numbers of several digits: no leading zero */
    uint32_t type;                    /* offset of the type */
    uint32_t process;                 /* offset of the process, whose digits end in a delimiter */
    uint32_t time, time_digits;       /* offset of the time; no digits: there is none */
    uint32_t piece;                   /* index of the value's piece */
} mns_head;

typedef struct mns_op_template {
    struct mns_template_piece {
        mns_literal text;
        mns_field field;
        uint32_t digits; /* of a number: how many the last one had */
    } pieces[MNS_TEMPLATE_PIECES];
    uint32_t count;
    const char *f; /* the :f field, which is part of the text; see mns_op */
    uint32_t f_size;
    mns_head invoke, ok; /* the two most frequent types */
} mns_op_template;

/* Learns from the operation at `at`. False if it cannot be a template: the type follows the value,
 * a process or number is not an integer, or there is too much text. */
bool mns_op_template_learn(mns_op_template *template, bool json, const mns_op *op, const char *at,
                           const char *end);

/* Reads the operation at p up to its value, if it matches. Returns the start of the value and its
 * *piece or, without a value, the end of the operation and *piece == count. NULL: no match. `limit`
 * is MNS_FAST_MARGIN before the end of the text. */
const char *mns_op_template_head(mns_op_template *template, const char *p, const char *limit,
                                 mns_op *op, uint32_t *piece);
/* Continues after the value; returns the end of the operation, or NULL. */
const char *mns_op_template_tail(mns_op_template *template, uint32_t piece, const char *p,
                                 const char *limit, mns_op *op);

#endif
