/*
 * readings.h - one text read in several ways, for the tests that say they are the same.
 *
 * Reading quickly, in chunks and on several threads (history/chunks.h) must give what careful reading
 * gives: the same problems, or the same transactions. A reading is written down as text, so that two
 * are compared byte by byte and the first difference is a line that says what it is.
 */
#ifndef TEST_READINGS_H
#define TEST_READINGS_H

#include "core/buf.h"
#include "history/history.h"

/* How much of a history is written down. Ids are: they decide the order of what is reported. */
typedef enum reading_detail {
    READING_IDS, /* of everything but sets, which chunks may keep twice */
    READING_ALL
} reading_detail;

/* Reads the text and writes down the status, and the problems or everything that was read. To be
 * freed. */
char *reading_of(const char *text, size_t size, const mns_read_options *options,
                 reading_detail detail);

/* The first lines that differ, with what follows, into `out`; false if none does. */
bool readings_differ(const char *a, const char *b, mns_buf *out);

/* Whether reading in chunks of about this size, on each number of threads up to `threads` (1, 2, 4),
 * is careful reading. What is not is appended to `out`. */
bool readings_agree(const char *text, size_t size, mns_read_options options, unsigned threads,
                    mns_buf *out);

#endif
