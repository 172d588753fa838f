/*
 * window.h - a file as a range of addresses that is filled in as it is needed.
 *
 *     file or archive    |############|############|############|#####|
 *     addresses          |............|............|############|-----| reserved
 *                          forgotten    forgotten    here         not read yet
 *
 * The range is reserved for the whole text, which costs nothing, and filled by read(). What is
 * forgotten goes back to the system. Of a file a forgotten stretch is read again by itself; an archive
 * must be unpacked from its beginning, so then all of it is, once, and kept. The first bytes,
 * which every report looks at, are never forgotten.
 *
 * A file that becomes shorter meanwhile is an error.
 */
#ifndef MNS_WINDOW_H
#define MNS_WINDOW_H

#include "read/problems.h"
#include "read/unpack.h"

/* The most bytes an unpacked or piped history may have. */
#define MNS_LIMIT_SOURCE_BYTES ((uint64_t)1 << 40)
/* An archive may become this many times its size, or this large. */
#define MNS_UNPACKED_TIMES 1000
#define MNS_UNPACKED_LEAST ((uint64_t)256 << 20)

typedef struct mns_window mns_window;

/* Takes over the file, and memory that is to be freed (or NULL). max_unpacked as in source.h. NULL when
 * out of memory; then neither is taken. */
mns_window *mns_window_file(int file, size_t size);
mns_window *mns_window_archive(mns_packed packed, void *owned, uint64_t max_unpacked);
void mns_window_free(mns_window *window);
const char *mns_window_base(const mns_window *window);

/* As those of source.h. */
minos_status mns_window_read(mns_window *window, size_t upto, size_t *have);
minos_status mns_window_read_all(mns_window *window, size_t *size);
double mns_window_expected(const mns_window *window);
void mns_window_explain(const mns_window *window, mns_problems *problems);
void mns_window_forget(mns_window *window, size_t from, size_t to);
bool mns_window_need(mns_window *window, size_t from, size_t to);
bool mns_window_failed(const mns_window *window);

#endif
