/*
 * pack.h - packs bytes as gzip or zstd, piece by piece, if built with zlib and libzstd: the reverse
 * of unpack.h.
 *
 * The same bytes are packed to the same archive, whatever the pieces: no name and no time is in it.
 */
#ifndef MNS_PACK_H
#define MNS_PACK_H

#include "core/base.h"

typedef enum mns_packing { MNS_PACK_NONE, MNS_PACK_GZIP, MNS_PACK_ZSTD } mns_packing;

/* By the suffix of a file name: .gz, .zst, or none of them. */
mns_packing mns_packing_of_name(const char *name);
/* Whether this build can pack so. */
bool mns_packing_works(mns_packing packing);

/* Takes the next bytes of the archive. */
typedef minos_status (*mns_pack_write)(void *context, const void *data, size_t size);

typedef struct mns_packer mns_packer;

/* For a packing that works. NULL when out of memory. */
mns_packer *mns_packer_new(mns_packing packing, mns_pack_write write, void *context);
void mns_packer_free(mns_packer *packer);
/* MINOS_ENOMEM, or what the function that writes returned. */
minos_status mns_packer_add(mns_packer *packer, const void *data, size_t size);
minos_status mns_packer_finish(mns_packer *packer);

#endif
