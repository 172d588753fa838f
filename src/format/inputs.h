/*
 * inputs.h - opens the files of a history, and recognises their format by content.
 */
#ifndef MNS_INPUTS_H
#define MNS_INPUTS_H

#include "format/format.h"

typedef struct mns_inputs {
    mns_input *items;
    uint32_t count;
    bool folder;       /* the history is the folder, not one file */
    char *note;        /* a sentence about files of the folder that are not read, or NULL */
    bool other_is_log; /* one of them is called a log */
} mns_inputs;

void mns_inputs_release(mns_inputs *inputs);

/* Opens the path: one file, or the logs of a folder. *format: if AUTO, set to what was recognised;
 * EDN and JSON are not told apart and become AUTO. Failures as mns_history_open. */
minos_status mns_inputs_open(mns_inputs *inputs, const char *path, minos_format *format,
                             uint64_t max_unpacked, mns_problems *problems);
/* The same for a source that is open, which the inputs own from then on. */
minos_status mns_inputs_take(mns_inputs *inputs, mns_source *source, minos_format *format,
                             mns_problems *problems);

#endif
