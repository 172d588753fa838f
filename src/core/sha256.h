/*
 * sha256.h - the hash SHA-256 of FIPS 180-4, which names a history in its certificates.
 */
#ifndef MNS_SHA256_H
#define MNS_SHA256_H

#include "core/base.h"

#define MNS_SHA256_BYTES 32
#define MNS_SHA256_DIGITS 64

typedef struct mns_sha256 {
    uint32_t state[8];
    uint64_t size; /* bytes so far */
    uint8_t block[64];
    void (*add_blocks)(uint32_t state[8], const uint8_t *data, size_t blocks);
} mns_sha256;

void mns_sha256_begin(mns_sha256 *hash);
/* Adds bytes, in pieces of any size. O(size). */
void mns_sha256_add(mns_sha256 *hash, const void *data, size_t size);
/* The hash of all bytes; `hash` must be begun again afterwards. */
void mns_sha256_end(mns_sha256 *hash, uint8_t out[MNS_SHA256_BYTES]);

/* In hexadecimal, with a NUL. */
void mns_sha256_digits(const uint8_t hash[MNS_SHA256_BYTES], char out[MNS_SHA256_DIGITS + 1]);

#endif
