/*
 * unpack.h - gzip and zstd archives, where the libraries were there at build time.
 */
#ifndef MNS_UNPACK_H
#define MNS_UNPACK_H

#include "core/base.h"
#include "read/problems.h"

bool mns_is_packed(const char *data, size_t size);
/* Unpacks everything (several members or frames too) into one allocated text. */
minos_status mns_unpack(const char *data, size_t size, char **text, size_t *text_size,
                        mns_problems *problems);

#endif
