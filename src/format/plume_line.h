/*
 * plume_line.h - one line of a plume history: an operation.
 *
 *     r(36,0,8,6)        transaction 6 of session 8 read the initial state of key 36
 *     w(36,512,8,-1)     an aborted transaction of session 8 wrote 512 to key 36
 *
 * What the programs agree on (Plume, PolySI and IsoVista match a regular expression, AWDIT splits
 * the line): decimal numbers without a sign, leading zeros allowed, nothing before, between or
 * after the parts; a line may end in CR LF, the last one without a line end; an empty line is an
 * error. Only the transaction may be negative, and then it is -1. Keys and values have up to 64
 * bits in AWDIT and 63 in the others; here 64. Sessions and transactions have 63 everywhere.
 */
#ifndef MNS_PLUME_LINE_H
#define MNS_PLUME_LINE_H

#include "format/reader.h"

#define MNS_PLUME_ABORTED (-1)
/* The session and the transaction of most lines fit into so many words of eight bytes. */
#define MNS_PLUME_TAIL_WORDS 3

/* The parts of a line in their order. */
typedef enum mns_plume_part {
    MNS_PLUME_KEY,
    MNS_PLUME_VALUE,
    MNS_PLUME_SESSION,
    MNS_PLUME_TXN
} mns_plume_part;

/* The digits of a number without leading zeros, in the input or in a copy, valid until the next
 * line is read. MNS_PLUME_DIGITS bytes are readable, whatever the size. */
typedef struct mns_plume_digits {
    const char *data;
    uint32_t size;
} mns_plume_digits;
#define MNS_PLUME_DIGITS 24

typedef struct mns_plume_op {
    const char *line;                    /* in the input */
    mns_plume_digits key, value, number; /* number: of the transaction, unless it is aborted */
    uint64_t session;
    int64_t txn;   /* or MNS_PLUME_ABORTED */
    char function; /* r or w */
    bool initial;  /* the value is 0 */
    bool same;     /* of the same session and transaction as the line before */
    /* What followed the value of the line before, and a mask of its bytes: */
    uint64_t tail[MNS_PLUME_TAIL_WORDS], mask[MNS_PLUME_TAIL_WORDS];
    uint32_t tail_size;               /* 0: none */
    char copies[3][MNS_PLUME_DIGITS]; /* of the digits, on the slow path */
} mns_plume_op;

typedef struct mns_plume_txn mns_plume_txn;

/* Reads the next line. 1: *op is set; 0: the end of the file; -1: failed. *op must be that of the
 * line before, all zero at first. Lines that belong to the same transaction may be added to `txn`
 * instead, if it is not NULL and not empty. */
int mns_plume_line(mns_reading *reading, mns_input *input, mns_plume_op *op, mns_plume_txn *txn);

/* Where a part of a line begins. */
mns_place mns_plume_place(const mns_input *input, const mns_plume_op *op, mns_plume_part part);

#endif
