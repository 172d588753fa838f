/*
 * op_reader.h - operations, one after the other, from the text of a history.
 */
#ifndef MNS_OP_READER_H
#define MNS_OP_READER_H

#include "core/lexer.h"
#include "read/problems.h"
#include "read/source.h"

/* The longest name of a process, in bytes. */
#define MNS_LIMIT_PROCESS_NAME 1000

typedef enum mns_op_type { MNS_OP_INVOKE, MNS_OP_OK, MNS_OP_FAIL, MNS_OP_INFO } mns_op_type;

typedef struct mns_op {
    uint64_t offset; /* of its first byte */
    mns_op_type type;
    /* It is part of a transaction: its process is an integer, or a string or keyword that carries
     * micro-operations here. Other operations of such a process are too, but are not known by
     * themselves: pairing.h decides about them. */
    bool client;
    int64_t process;
    const char *name; /* the process as written where it is a string or keyword, else NULL */
    uint32_t name_size;
    uint32_t f_size;
    const char *f;     /* what the operation does, as written, if it is a scalar; else NULL */
    const char *value; /* where its value starts, or NULL if it is nil or absent */
    uint32_t rows; /* micro-operations of it that are in the table already, or MNS_NONE: not read */
    bool has_index, has_time;
    bool has_start_ts, has_commit_ts; /* what the database revealed */
    uint32_t time_digits; /* not 0: the time is these digits, without leading zeros, at */
    const char *time_at;  /* this place, instead of has_time and time */
    int64_t index, time;
    int64_t start_ts, commit_ts;
} mns_op;

typedef struct mns_op_reader {
    mns_lexer lexer;
    const mns_source *source;
    mns_problems *problems;
    bool enclosed; /* the whole history is one vector, list or array */
    mns_walk walk; /* over it */
    bool ended;
    uint32_t malformed; /* operations that could not be read so far */
} mns_op_reader;

/* Looks at the content where format is auto. Text that is not UTF-8 is a problem. */
void mns_op_reader_init(mns_op_reader *reader, const mns_source *source, minos_format format,
                        mns_problems *problems);
/* 1: *op is the next operation; 0: there are no more; -1: there was a problem, which is written
 * down, and reading can go on with the next call. */
int mns_op_next(mns_op_reader *reader, mns_op *op);
/* The two halves of that: the first token of the next operation, and what it starts. */
int mns_op_start(mns_op_reader *reader, mns_token *token);
int mns_op_read(mns_op_reader *reader, mns_token *token, mns_op *op);

/* The operation at an offset where one was read before, and where it ends. False if the text cannot be
 * read any more. */
bool mns_op_at(const mns_source *source, bool json, uint64_t offset, mns_op *op, const char **end);

#endif
