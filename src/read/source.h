/*
 * source.h - the bytes of a history or of a saved result: a file, stdin, an unpacked .gz or .zst,
 * memory, or the translation of another format.
 *
 * A file is not mapped: if another program truncates a mapped file, its readers get SIGBUS, and a
 * library must not handle that signal. Instead the file has its own range of addresses, into which
 * it is read on demand (window.h): in order, piece by piece, and again where text was discarded.
 * Pointers into the text stay valid, but may only be followed where the text was read and not
 * discarded, or after mns_source_ensure.
 */
#ifndef MNS_SOURCE_H
#define MNS_SOURCE_H

#include "core/base.h"
#include "read/problems.h"
#include "read/window.h"

typedef struct mns_source {
    char *name; /* as given by the user; of a folder, with the name of the file in it */
    const char *data;
    size_t size;        /* of a stream: what was read so far */
    void *owned;        /* freed with the source, or NULL */
    mns_window *window; /* of a file or stream; NULL: all of data is in memory */
} mns_source;

/* The file that a folder stands for: of a history, as Jepsen stores one, and of a report. */
#define MNS_HISTORY_FILE "history.edn"
#define MNS_RESULTS_FILE "results.json"

/* Opens the file, or the file `inside` if path is a folder ("": none); "-" is stdin. MINOS_EIO or
 * MINOS_EINPUT (damaged archive) with a problem added. max_unpacked: the most bytes that an archive
 * may unpack to; 0: 1,000 times its size, but at least 256 MB. Reads only the beginning. */
minos_status mns_source_open(mns_source *source, const char *path, const char *inside,
                             uint64_t max_unpacked, mns_problems *problems);
minos_status mns_source_memory(mns_source *source, const char *name, const void *data, size_t size,
                               uint64_t max_unpacked, mns_problems *problems);
/* The text of a stream, which the source owns from then on, also after a failure. limit: the most
 * bytes it may make. */
minos_status mns_source_stream(mns_source *source, const char *name, mns_stream *stream,
                               uint64_t limit, mns_problems *problems);
void mns_source_release(mns_source *source);

/* Reads on until the first `upto` bytes were read; *have: how many there are, fewer only at the end
 * of the text. One thread at a time. mns_source_report reports a failure. */
minos_status mns_source_read(const mns_source *source, size_t upto, size_t *have);
/* Sets the size of the text, after all of it was read. */
void mns_source_end(mns_source *source);
/* Reads and keeps the whole text, including discarded ranges; sets the size. */
minos_status mns_source_read_all(mns_source *source);
/* Starts again from the beginning: nothing counts as read. */
minos_status mns_source_rewind(mns_source *source);
/* Reads and keeps the whole text, and adds a problem if it fails: for files that are not read in
 * chunks. */
minos_status mns_source_load(mns_source *source, mns_problems *problems);
/* The estimated size of the text in bytes. */
double mns_source_expected(const mns_source *source);
/* Adds the failure of reading, if there was one, as a problem. */
void mns_source_report(const mns_source *source, mns_problems *problems);

/* Releases the memory of a range of the text; mns_source_ensure reads it again. One thread at a
 * time, but may run concurrently with mns_source_read. */
void mns_source_discard(const mns_source *source, const char *from, const char *to);
/* Makes a range of a text that was read to its end available again. False if it can no longer be
 * read; then mns_source_failed is true from then on. */
bool mns_source_ensure(const mns_source *source, size_t from, size_t to);
bool mns_source_failed(const mns_source *source);
/* Closes the descriptor of a file until the next read, which opens it again. Not while another
 * thread reads. */
void mns_source_rest(const mns_source *source);

#endif
