/*
 * quick_reader.h - operations one after the other, quickly where they look like others before them.
 *
 * Does what op_reader.h does, and for completions also what mop_reader.h does. Each operation is
 * tried by its layout first and read by its tokens if that fails, so whatever is out of the ordinary
 * costs time and nothing else.
 */
#ifndef MNS_QUICK_READER_H
#define MNS_QUICK_READER_H

#include "read/layout.h"
#include "read/quick_mops.h"

/* A history has few layouts: invocations and completions may differ, and those with an error. */
#define MNS_LAYOUTS 4

typedef struct mns_quick_reader {
    mns_op_reader ops;
    mns_quick_mops *mops;
    const char *until;      /* operations that start here or later belong to somebody else */
    const char *stopped_at; /* where the first of those starts, when they are reached */
    mns_layout layouts[MNS_LAYOUTS];
    uint32_t layout_count;
    uint32_t lessons; /* how many operations were learnt from */
} mns_quick_reader;

/* Reads from `from` to `until`. */
void mns_quick_reader_init(mns_quick_reader *quick, const mns_op_reader *ops, mns_quick_mops *mops,
                           const char *from, const char *until);
/* As mns_op_next. Of a completion op->rows may be set: then its micro-operations are the last rows
 * of the table. *failed: out of memory. */
int mns_quick_next(mns_quick_reader *quick, mns_op *op, bool *failed);

#endif
