/*
 * plume_line.h - one line of a plume history, as a micro-operation in EDN.
 *
 *     r(36,0,8,6)        -->   [:r 36 nil]   of transaction 6 in session 8
 *     w(36,512,8,-1)     -->   [:w 36 512]   of an aborted transaction in session 8
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

/* The parts of a line in their order. */
typedef enum mns_plume_part {
    MNS_PLUME_KEY,
    MNS_PLUME_VALUE,
    MNS_PLUME_SESSION,
    MNS_PLUME_TXN
} mns_plume_part;

typedef struct mns_plume_op {
    char text[64]; /* " [:w 36 1]", the space included */
    uint32_t size;
    bool write, initial; /* initial: the value is 0 */
    uint64_t session;
    int64_t txn;      /* or MNS_PLUME_ABORTED */
    const char *line; /* in the input, until the next line is read */
} mns_plume_op;

/* Reads the next line. 1: *op is set; 0: the end of the file; -1: failed. */
int mns_plume_line(mns_reading *reading, mns_input *input, mns_plume_op *op);

/* Where a part of a line begins. */
mns_place mns_plume_place(const mns_input *input, const mns_plume_op *op, mns_plume_part part);

#endif
