/*
 * window.h - a file as a range of addresses that is filled on demand.
 *
 *     file or archive    |############|############|############|#####|
 *     addresses          |............|............|############|-----| reserved
 *                          discarded    discarded    in memory    not read yet
 *
 * The range is reserved for the whole text, which costs nothing, and filled by pread(). Discarded
 * pages are returned to the system. A discarded range of a file is read again by itself. An archive
 * is unpacked again from its beginning, once, and then kept. The first bytes, which every report
 * needs, are never discarded.
 *
 * It is an error if the file is truncated while it is open.
 */
#ifndef MNS_WINDOW_H
#define MNS_WINDOW_H

#include "read/problems.h"
#include "read/unpack.h"

/* The most bytes an unpacked or piped history may have. */
#define MNS_LIMIT_SOURCE_BYTES ((uint64_t)1 << 40)
/* An archive may unpack to this many times its size, or to this many bytes if that is more. */
#define MNS_UNPACKED_TIMES 1000
#define MNS_UNPACKED_LEAST ((uint64_t)256 << 20)

typedef struct mns_window mns_window;

/* Take ownership of the file and of `owned` (or NULL). max_unpacked: see source.h. NULL when out of
 * memory; then the caller keeps both. */
mns_window *mns_window_file(int file, size_t size);
mns_window *mns_window_archive(mns_packed packed, void *owned, uint64_t max_unpacked);
void mns_window_free(mns_window *window);
const char *mns_window_base(const mns_window *window);

/* See the functions of the same names in source.h. */
minos_status mns_window_read(mns_window *window, size_t upto, size_t *have);
minos_status mns_window_read_all(mns_window *window, size_t *size);
double mns_window_expected(const mns_window *window);
void mns_window_report(const mns_window *window, mns_problems *problems);
void mns_window_discard(mns_window *window, size_t from, size_t to);
bool mns_window_ensure(mns_window *window, size_t from, size_t to);
bool mns_window_failed(const mns_window *window);

#endif
