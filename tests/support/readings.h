/*
 * readings.h - one text read in several ways, for tests that compare the results.
 *
 * The fast path, in chunks and on several threads (history/chunks.h), must give what the slow path
 * gives: the same problems, or the same transactions. A reading is printed as text, so two readings
 * are compared byte by byte, and the first line that differs names the difference.
 */
#ifndef TEST_READINGS_H
#define TEST_READINGS_H

#include "core/buf.h"
#include "history/history.h"

/* How much of a history is printed. Ids are included: they determine the order of reports. */
typedef enum reading_detail {
    READING_IDS, /* of everything but sets, which chunks may keep twice */
    READING_ALL
} reading_detail;

/* Reads the text and prints the status and the problems or everything that was read. The caller
 * frees the string. */
char *reading_of(const char *text, size_t size, const mns_read_options *options,
                 reading_detail detail);

/* The first lines that differ, with what follows, into `out`; false if none does. */
bool readings_differ(const char *a, const char *b, mns_buf *out);

/* Whether reading in chunks of about this size, on each number of threads up to `threads` (1, 2,
 * 4), equals the slow path. Differences are appended to `out`. */
bool readings_agree(const char *text, size_t size, mns_read_options options, unsigned threads,
                    mns_buf *out);

#endif
