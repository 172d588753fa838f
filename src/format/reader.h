/*
 * reader.h - what a reader of another format is: it translates a history into EDN, transaction by
 * transaction.
 *
 * A reader has a state of its own and works through the inputs: one file, or the files of a folder
 * in ascending order of their names. Each call of `next` reads some bytes, about one transaction,
 * and appends EDN to reading->emit. Memory must not grow with the history, except by a few bytes
 * for each transaction where a format allows them in any order.
 *
 *     bytes --mns_input--> next() --mns_emit--> {:type :ok, :process 3, :f :txn, :value [[:w 1 2]]}
 */
#ifndef MNS_READER_H
#define MNS_READER_H

#include "format/emit.h"
#include "format/input.h"

typedef struct mns_reading {
    mns_input *inputs;
    uint32_t input_count;
    uint32_t recent[MNS_INPUTS_OPEN]; /* inputs that may be open, by their place, plus one */
    uint32_t next_recent;             /* the next one to close */
    mns_emit emit;
    minos_status status;  /* of the first failure; sticky */
    mns_place place;      /* of the failure, if it is MINOS_EINPUT */
    mns_place earlier;    /* which MNS_EARLIER in the message stands for, */
    bool has_earlier;     /* if it is there */
    char *message, *hint; /* of it */
} mns_reading;

typedef struct mns_reader {
    size_t state_size; /* bytes; the state is zeroed before begin */
    /* Prepares the state. False: mns_reading_fail or mns_reading_no_memory was called. Or NULL. */
    bool (*begin)(void *state, mns_reading *reading);
    /* Puts the state back to where begin left it, to translate the same inputs once more without
     * another check of them. Or NULL: end and begin do that. */
    void (*again)(void *state);
    /* Translates the next transactions. 1: there may be more; 0: the end of the history; -1: failed
     * as above. */
    int (*next)(void *state, mns_reading *reading);
    /* Frees what the state refers to. Or NULL. Also after a failure of begin. */
    void (*end)(void *state);
    /* After the whole history was translated: appends a sentence, without a full stop, and a
     * newline for everything that the translation leaves out ("3 range reads were ..."). Or NULL.
     */
    void (*notes)(const void *state, mns_buf *out);
    /* Does a file that starts with these bytes look like this format? whole: they are all of it. Of
     * a folder format: a file in the folder. Must be false for valid EDN and JSON histories. */
    bool (*fits)(const char *data, size_t size, bool whole);
    /* Of a folder format: is this whole file a log without transactions? It does not decide the
     * format. Or NULL: only a file without bytes is one. */
    bool (*is_empty)(const char *data, size_t size);
    /* Of a folder format: does a file of this name belong to the history? */
    bool (*is_log)(const char *name);
} mns_reader;

/* Ends the reading with an error at a place of the input; returns -1. hint may be NULL. */
int mns_reading_fail(mns_reading *reading, mns_place place, const char *hint, const char *message,
                     ...) MNS_PRINTF(4, 5);
/* The same for a message that refers to an earlier place, as MNS_EARLIER (read/problems.h). */
int mns_reading_fail_second(mns_reading *reading, mns_place place, mns_place earlier,
                            const char *hint, const char *message, ...) MNS_PRINTF(5, 6);
/* The same when out of memory. */
int mns_reading_no_memory(mns_reading *reading);

extern const mns_reader mns_plume_reader, mns_dbcop_reader, mns_dbcop_json_reader,
    mns_dbcop_text_reader, mns_cobra_reader, mns_awdit_reader, mns_timekiller_reader,
    mns_viper_reader;

#endif
