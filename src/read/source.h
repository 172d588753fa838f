/*
 * source.h - the bytes of a history or of a saved result: a file, stdin, an unpacked .gz or .zst, or
 * memory.
 *
 * A text in memory is just there. A file is not mapped, because whoever shortens a mapped file kills
 * the process that reads it (SIGBUS), and a library may not handle that signal. It has a range of
 * addresses of its own instead, into which it is read as it is needed (window.h): in order, a piece at
 * a time, and again where something was forgotten. So pointers into the text stay good, but may only be
 * followed where the text was read, or asked for with mns_source_need.
 */
#ifndef MNS_SOURCE_H
#define MNS_SOURCE_H

#include "core/base.h"
#include "read/problems.h"
#include "read/window.h"

typedef struct mns_source {
    char *name; /* as the user wrote it; of a folder, with the name of the file in it */
    const char *data;
    size_t size;        /* of an archive: what was unpacked so far */
    void *owned;        /* to be freed, or NULL */
    mns_window *window; /* what data is read through, or NULL: all of it is there */
} mns_source;

/* The file that a folder stands for: of a history, as Jepsen stores one, and of a report. */
#define MNS_HISTORY_FILE "history.edn"
#define MNS_RESULTS_FILE "results.json"

/* A folder stands for the file `inside` it; "-" is stdin. MINOS_EIO or MINOS_EINPUT (damaged archive)
 * with a problem added. max_unpacked: the most bytes an archive may become; 0: 1,000 times its own, but
 * at least 256 MB. Nothing but the beginning is read yet. */
minos_status mns_source_open(mns_source *source, const char *path, const char *inside,
                             uint64_t max_unpacked, mns_problems *problems);
minos_status mns_source_memory(mns_source *source, const char *name, const void *data, size_t size,
                               uint64_t max_unpacked, mns_problems *problems);
void mns_source_release(mns_source *source);

/* Reads on, if need be, until `upto` bytes from the start were read; *have: how many there are, fewer
 * only where the text ends. To be called by one thread at a time. A failure is told by
 * mns_source_explain. */
minos_status mns_source_read(const mns_source *source, size_t upto, size_t *have);
/* When all was read: sets the size of the text. */
void mns_source_end(mns_source *source);
/* Reads everything, forgotten or not, and keeps it; sets the size. */
minos_status mns_source_read_all(mns_source *source);
/* The same, with a problem where it fails: for what is not read in chunks. */
minos_status mns_source_load(mns_source *source, mns_problems *problems);
/* About how many bytes the text has. */
double mns_source_expected(const mns_source *source);
/* Adds what went wrong with reading, if something did. */
void mns_source_explain(const mns_source *source, mns_problems *problems);

/* Says that a stretch of the text will hardly be looked at again; it must be asked for then. One thread
 * at a time, but beside mns_source_read. */
void mns_source_forget(const mns_source *source, const char *from, const char *to);
/* Makes sure that a stretch of a text that was read whole can be looked at. False if it cannot be read
 * any more, which mns_source_failed remembers. */
bool mns_source_need(const mns_source *source, size_t from, size_t to);
bool mns_source_failed(const mns_source *source);

#endif
