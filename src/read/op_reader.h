/*
 * op_reader.h - reads the operations of a history one by one, from tokens: the slow path.
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
    /* The process is an integer, or a string or keyword and this operation has micro-operations.
     * Other operations of a named client cannot be recognised alone; pairing.c decides. */
    bool client;
    int64_t process;
    const char *name; /* the process as written where it is a string or keyword, else NULL */
    uint32_t name_size;
    uint32_t f_size;
    const char *f;     /* the :f field as written, if it is a scalar; else NULL */
    const char *value; /* start of the value, or NULL if it is nil or absent */
    uint32_t rows;     /* its micro-operations already in the table; MNS_NONE: not read yet */
    bool has_index, has_time;
    bool has_start_ts, has_commit_ts; /* revealed by the database */
    bool has_other;                   /* a field that is not read; set by the slow path */
    uint32_t time_digits; /* above 0: the time is this many digits at time_at, without leading */
    const char *time_at;  /* zeros, and has_time and time are not set */
    int64_t index, time;
    int64_t start_ts, commit_ts;
} mns_op;

typedef struct mns_op_reader {
    mns_lexer lexer;
    const mns_source *source;
    mns_problems *problems;
    bool enclosed; /* the whole history is one vector, list or array, */
    mns_walk walk; /* which this iterates over */
    bool ended;
    uint32_t malformed; /* operations so far */
    bool other_fields;  /* a client's operation has a field that is not read (op_names.h) */
} mns_op_reader;

/* MINOS_FORMAT_AUTO recognises the format by content. */
void mns_op_reader_init(mns_op_reader *reader, const mns_source *source, minos_format format,
                        mns_problems *problems);
/* 1: *op is the next operation; 0: end of the history; -1: a problem was added, and the next call
 * continues after the malformed operation. */
int mns_op_next(mns_op_reader *reader, mns_op *op);
/* The two steps of mns_op_next: the first token of the next operation, then its fields. */
int mns_op_start(mns_op_reader *reader, mns_token *token);
int mns_op_read(mns_op_reader *reader, mns_token *token, mns_op *op);

/* Reads an operation again, at an offset where one was read before; *end is its end. False if the
 * text can no longer be read. */
bool mns_op_at(const mns_source *source, bool json, uint64_t offset, mns_op *op, const char **end);

#endif
