/*
 * cobra.h - the logs of Cobra (Tan et al., OSDI 2020): a folder of *.log, one for each client.
 *
 * All numbers are signed, 64 bits, big endian:
 *
 *   S txn [time]                   9 bytes [+ 8]   a transaction starts
 *   W write key value             25 bytes         it writes a value; the write id names this write
 *   R writer write key value      33 bytes         it reads what that transaction wrote by that id
 *   C txn [time]                   9 bytes [+ 8]   it commits
 *
 * A client appends a transaction to its log after the commit, so aborted transactions are missing,
 * and only the last transaction of a log may lack its C: then its outcome is unknown. In real logs
 * keys and values are 64-bit hashes, write ids hashes of 60 bits, and the times milliseconds of the
 * client's clock (Cobra's TIME_ORDER_ON). All logs of a folder have times or none has. The byte
 * after the first S and its transaction shows it: a record starts with a letter, a time with a byte
 * below them, also one in nanoseconds before the year 2116.
 *
 * Some ids are reserved. A read of the initial state has writer and write id INITIAL (the key was
 * loaded before the run) or NULL (the key does not exist). Reads of Cobra's garbage-collection flag
 * have writer INITIAL and write id GC_ON or GC_OFF: Cobra's verifier writes the flag, and no log
 * has these writes. Fence transactions are ordinary transactions on one more key.
 */
#ifndef MNS_COBRA_H
#define MNS_COBRA_H

#include "format/reader.h"

#define MNS_COBRA_INITIAL INT64_C(0xbebeebee)
#define MNS_COBRA_NULL INT64_C(0xdeadbeef)
#define MNS_COBRA_GC_ON INT64_C(0x23332333)
#define MNS_COBRA_GC_OFF INT64_C(0x66666666)
/* The write id of every delete. */
#define MNS_COBRA_DELETE INT64_C(0xabcdefab)

/* ---- Records -------------------------------------------------------------------------------- */

typedef struct mns_cobra_record {
    char type;     /* 'S', 'W', 'R' or 'C' */
    int64_t txn;   /* S, C: the transaction; R: the writer */
    int64_t write; /* W, R: the write id */
    int64_t key, value;
    mns_place place;
} mns_cobra_record;

typedef enum mns_cobra_source {
    MNS_COBRA_WRITTEN,
    MNS_COBRA_UNWRITTEN,
    MNS_COBRA_FLAG
} mns_cobra_source;

/* What a read saw: a write, the initial state, or the garbage-collection flag. */
static inline mns_cobra_source mns_cobra_read_source(const mns_cobra_record *read) {
    if (read->txn != MNS_COBRA_INITIAL && read->txn != MNS_COBRA_NULL) {
        return MNS_COBRA_WRITTEN;
    }
    bool initial = read->write == MNS_COBRA_INITIAL || read->write == MNS_COBRA_NULL;
    return initial ? MNS_COBRA_UNWRITTEN : MNS_COBRA_FLAG;
}

/* True for the first byte of a time, false for the first byte of a record. */
static inline bool mns_cobra_is_time(char first) { return (unsigned char)first < 0x40; }

/* ---- Faults of a log ------------------------------------------------------------------------ */

typedef enum mns_cobra_fault_kind {
    MNS_COBRA_UNREADABLE, /* reading the file failed, as reading->status says */
    MNS_COBRA_UNKNOWN_TYPE,
    MNS_COBRA_TORN,
    MNS_COBRA_NO_TIME,   /* of S or C, where logs have times */
    MNS_COBRA_NO_COMMIT, /* S in a transaction */
    MNS_COBRA_OUTSIDE,   /* W, R or C outside of one */
    MNS_COBRA_OTHER_COMMIT,
    MNS_COBRA_RESERVED_TXN,
    MNS_COBRA_RESERVED_WRITE,
    MNS_COBRA_DELETED,
    MNS_COBRA_BAD_INITIAL
} mns_cobra_fault_kind;

typedef struct mns_cobra_fault {
    mns_cobra_fault_kind kind;
    mns_cobra_record record;
    size_t left;    /* TORN: bytes of it */
    int64_t txn;    /* of the transaction it is in */
    uint64_t start; /* where that starts */
} mns_cobra_fault;

/* Ends the reading with the fault; returns -1. */
int mns_cobra_refuse(mns_reading *reading, const mns_cobra_fault *fault, bool timed);

/* ---- Logs ----------------------------------------------------------------------------------- */

/* A log that is read from its start. */
typedef struct mns_cobra_log {
    mns_input *input;
    bool timed;
    bool open;      /* in a transaction: */
    int64_t txn;    /* its id */
    uint64_t start; /* where it starts */
} mns_cobra_log;

/* The bytes of a record of this type; 0 if there is no such type. */
size_t mns_cobra_size(char type, bool timed);
/* The next record, checked by itself and against the ones before it. 1; 0 at the end of the log;
 * -1: *fault. */
int mns_cobra_next(mns_reading *reading, mns_cobra_log *log, mns_cobra_record *record,
                   mns_cobra_fault *fault);

/* ---- The check of a folder ------------------------------------------------------------------ */

/* A write that a read shows and that its log lacks (cobra_unlogged.h). */
typedef struct mns_cobra_unlogged {
    uint32_t file;         /* the log of the writer */
    mns_cobra_record read; /* the first read of it */
} mns_cobra_unlogged;

typedef struct mns_cobra_facts {
    bool timed;
    uint64_t flag_reads;
    uint64_t *open_at; /* by file: where its transaction without C starts, or MNS_NO_OFFSET */
    struct mns_cobra_open {
        int64_t txn;
        uint32_t file;
    } * open; /* the transactions without C, ascending */
    uint32_t open_count;
    mns_cobra_unlogged *unlogged; /* writes of transactions without C, by file */
    size_t unlogged_count, unlogged_capacity;
    uint64_t unknown_reads;         /* reads of transactions that are in no log, and */
    mns_cobra_record first_unknown; /* the first of them */
} mns_cobra_facts;

void mns_cobra_facts_release(mns_cobra_facts *facts);

/* Reads all logs and checks that they are well-formed and agree with each other. False: the reading
 * failed. Leaves the inputs at their ends. */
bool mns_cobra_check(mns_reading *reading, mns_cobra_facts *facts);

#endif
