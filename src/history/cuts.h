/*
 * cuts.h - the text of a history as parts, one after the other, each read before it is handed out.
 *
 * A part ends at a line that looks like the start of an operation, the first one after so many bytes.
 * Where that is depends on the text alone. Whether it was right to cut there is known when the part is
 * read to its end.
 */
#ifndef MNS_CUTS_H
#define MNS_CUTS_H

#include "read/op_reader.h"

typedef struct mns_cuts {
    const mns_source *source;
    size_t next;   /* where the next part begins */
    size_t bytes;  /* of a part, at the least */
    bool enclosed; /* the history is one vector: it has one part */
    bool ended;
} mns_cuts;

typedef struct mns_cut {
    const char *begin, *end;
    bool last;
    double before, expected; /* bytes up to its end, and of the whole text as far as it is known */
} mns_cut;

/* part_bytes 0: whatever suits the size of the text. */
void mns_cuts_init(mns_cuts *cuts, const mns_op_reader *ops, size_t part_bytes);
/* The next part; where begin is NULL, there is none. One caller at a time. */
minos_status mns_cuts_next(mns_cuts *cuts, mns_cut *cut);

#endif
