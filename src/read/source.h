/*
 * source.h - the bytes of a history or of a saved result: a mapped file, stdin, an unpacked .gz or
 * .zst, or memory.
 */
#ifndef MNS_SOURCE_H
#define MNS_SOURCE_H

#include "core/base.h"
#include "read/problems.h"

/* The most bytes an unpacked or piped history may have. */
#define MNS_LIMIT_SOURCE_BYTES ((uint64_t)1 << 40)

typedef struct mns_source {
    char *name; /* as the user wrote it; of a folder, with the name of the file in it */
    const char *data;
    size_t size;
    void *mapped, *owned; /* what to give back: one of them, or neither for caller's memory */
    size_t mapped_size;
} mns_source;

/* The file that a folder stands for: of a history, as Jepsen stores one, and of a report. */
#define MNS_HISTORY_FILE "history.edn"
#define MNS_RESULTS_FILE "results.json"

/* A folder stands for the file `inside` it; "-" is stdin. MINOS_EIO or MINOS_EINPUT (damaged archive)
 * with a problem added. */
minos_status mns_source_open(mns_source *source, const char *path, const char *inside,
                             mns_problems *problems);
minos_status mns_source_memory(mns_source *source, const char *name, const void *data, size_t size,
                               mns_problems *problems);
void mns_source_release(mns_source *source);
/* Says that a stretch of the text will hardly be looked at again: a mapped file need not stay in
 * memory. It can still be read. */
void mns_source_forget(const mns_source *source, const char *from, const char *to);

#endif
