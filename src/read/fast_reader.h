/*
 * fast_reader.h - reads operations one by one, by template where one matches: the fast path.
 *
 * Does what op_reader.h does, and for completions also what mop_reader.h does. Each operation is
 * first matched against the templates and read by its tokens if none matches, so an unusual
 * operation only costs time.
 */
#ifndef MNS_FAST_READER_H
#define MNS_FAST_READER_H

#include "read/fast_mops.h"
#include "read/op_template.h"

/* Few are needed: invocations, completions, and completions with an error may differ. */
#define MNS_TEMPLATES 4

typedef struct mns_fast_reader {
    mns_op_reader ops;
    mns_fast_mops *mops;
    const char *until;      /* operations that start here or later belong to the next chunk */
    const char *stopped_at; /* start of the first of those, once it is reached */
    mns_op_template templates[MNS_TEMPLATES];
    uint32_t template_count;
    uint32_t lessons; /* operations learnt from */
} mns_fast_reader;

/* Reads from `from` to `until`. */
void mns_fast_reader_init(mns_fast_reader *fast, const mns_op_reader *ops, mns_fast_mops *mops,
                          const char *from, const char *until);
/* As mns_op_next, but returns -1 without a problem if the tables contain something that is in no
 * operation: then the history must be read again on the slow path. If op->rows is set for a
 * completion, its micro-operations are the last rows of the table. *failed: out of memory. */
int mns_fast_next(mns_fast_reader *fast, mns_op *op, bool *failed);

#endif
