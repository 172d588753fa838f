/*
 * window.h - a file or a stream as a range of addresses that is filled on demand.
 *
 *     file or stream     |############|############|############|#####|
 *     addresses          |............|............|############|-----| reserved
 *                          discarded    discarded    in memory    not read yet
 *
 * The range is reserved for the whole text, which costs nothing, and filled by pread(). Discarded
 * pages are returned to the system. A discarded range of a file is read again by itself. The text
 * of a stream is made again from its beginning, once, and then kept. The first bytes, which every
 * report needs, are never discarded.
 *
 * It is an error if the file is truncated, or a stream makes another text, while it is open.
 */
#ifndef MNS_WINDOW_H
#define MNS_WINDOW_H

#include "read/file.h"
#include "read/stream.h"

/* The most bytes the text of a stream may have. */
#define MNS_LIMIT_SOURCE_BYTES ((uint64_t)1 << 40)
typedef struct mns_window mns_window;

/* Takes ownership of the file, also when out of memory (NULL). */
mns_window *mns_window_file(mns_file *file, size_t size);
/* Takes ownership of the stream, also when out of memory (NULL). limit: the most bytes it may make.
 */
mns_window *mns_window_stream(mns_stream *stream, uint64_t limit);
void mns_window_free(mns_window *window);
const char *mns_window_base(const mns_window *window);

/* See the functions of the same names in source.h. */
minos_status mns_window_read(mns_window *window, size_t upto, size_t *have);
minos_status mns_window_read_all(mns_window *window, size_t *size);
minos_status mns_window_rewind(mns_window *window);
double mns_window_expected(const mns_window *window);
void mns_window_report(const mns_window *window, mns_problems *problems);
void mns_window_discard(mns_window *window, size_t from, size_t to);
bool mns_window_ensure(mns_window *window, size_t from, size_t to);
bool mns_window_failed(const mns_window *window);
void mns_window_rest(mns_window *window);

#endif
