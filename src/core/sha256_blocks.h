/*
 * sha256_blocks.h - the step of SHA-256 that depends on the processor; only for src/core/sha256*.c.
 */
#ifndef MNS_SHA256_BLOCKS_H
#define MNS_SHA256_BLOCKS_H

#include "core/base.h"

#define MNS_SHA256_BLOCK 64

extern const uint32_t mns_sha256_constants[64];

/* Adds whole blocks to the state. */
typedef void (*mns_sha256_blocks)(uint32_t state[8], const uint8_t *data, size_t blocks);

void mns_sha256_plain(uint32_t state[8], const uint8_t *data, size_t blocks);
/* With the instructions of the processor for SHA-256; NULL if it has none. */
mns_sha256_blocks mns_sha256_native(void);

#endif
