/*
 * text_pass.h - reads the text of a history a second time, in order, and discards it after use.
 */
#ifndef MNS_TEXT_PASS_H
#define MNS_TEXT_PASS_H

#include "history/history.h"

typedef struct mns_text_pass {
    mns_source *source;
    size_t size;      /* of the whole text */
    size_t have;      /* read so far */
    size_t discarded; /* text before this is no longer in memory */
} mns_text_pass;

/* Starts at the beginning of a source that was read to its end. */
minos_status mns_text_pass_begin(mns_text_pass *pass, mns_source *source);
/* Makes the text from..to readable; what is before `from` may be discarded. */
minos_status mns_text_pass_read(mns_text_pass *pass, size_t from, size_t to);
/* The text of an operation, with the space after it, by ascending position. */
minos_status mns_text_pass_op(mns_text_pass *pass, const mns_history *history, uint32_t position,
                              const char **text, const char **end);

#endif
