/*
 * timekiller_ops.h - reads the operations of a transaction of TimeKiller and translates them; see
 * timekiller_read.c for their form.
 */
#ifndef MNS_TIMEKILLER_OPS_H
#define MNS_TIMEKILLER_OPS_H

#include "core/map.h"
#include "format/json_input.h"

typedef struct mns_timekiller_ops {
    mns_json_input *json;
    bool surveying;      /* nothing is emitted; writes of 0 are noted */
    bool starting;       /* surveying: all operations so far are writes of the first transaction */
    bool first_precedes; /* by its timestamps the first transaction committed before all others */
    bool reads_null;     /* null is the initial value, so 0 is a value like others */
    mns_map zero_keys;   /* keys to which 0 is written; 1: by the first transaction, else 0 */
    uint64_t zero_reads; /* reads of 0 that are reads of the initial state */
    bool writes;         /* a register was written, */
    bool shows_list;     /* or a read showed a list; a history cannot have both */
    mns_buf list;        /* the list of the current read, as EDN */
} mns_timekiller_ops;

void mns_timekiller_ops_init(mns_timekiller_ops *ops, mns_json_input *json);
void mns_timekiller_ops_release(mns_timekiller_ops *ops);
/* Forgets what was translated, but not the survey. */
void mns_timekiller_ops_again(mns_timekiller_ops *ops);

/* Reads the array that `open` starts, whose text is readable, and leaves the lexer behind it. 1, or
 * -1 if the reading failed. */
int mns_timekiller_ops_read(mns_timekiller_ops *ops, const mns_token *open);

/* Looks for null in the text of operations, after its bracket, while surveying. */
void mns_timekiller_find_null(mns_timekiller_ops *ops, const char *p, const char *end);

/* Could the text of operations, after its bracket, contain a write of 0? Much faster than to read
 * it. */
bool mns_timekiller_may_write_zero(const char *p, const char *end);

#endif
