/*
 * file.h - a regular file that is read by offset, and may rest without a descriptor.
 *
 * A history may be a folder of thousands of logs, and a process may have few descriptors. A file
 * that rests is opened again by its path when it is read, and must be the same file as before.
 */
#ifndef MNS_FILE_H
#define MNS_FILE_H

#include <sys/types.h>

#include "core/base.h"

typedef struct mns_file mns_file;

/* Takes ownership of the descriptor, also when out of memory (NULL). */
mns_file *mns_file_new(int descriptor, const char *path);
void mns_file_free(mns_file *file);

/* As pread: the number of bytes read, 0 at the end, or -1 and errno. ESTALE: the path is another
 * file now. */
ssize_t mns_file_read(mns_file *file, void *out, size_t size, uint64_t offset);
/* Closes the descriptor until the next read. Not while another thread reads. */
void mns_file_rest(mns_file *file);

#endif
