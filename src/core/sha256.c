/*
 * sha256.c - see sha256.h. The names a to h, and the constants, are those of FIPS 180-4.
 */
#include "core/sha256.h"

#include "core/sha256_blocks.h"

const uint32_t mns_sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by) { return x >> by | x << (32 - by); }

static uint32_t load(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static void store(uint8_t *p, uint32_t word) {
    for (int i = 0; i < 4; i++) {
        p[i] = (uint8_t)(word >> (24 - 8 * i));
    }
}

/* The schedule of a block: its 16 words, and 48 made from them. */
static void expand(const uint8_t *block, uint32_t w[64]) {
    for (size_t i = 0; i < 16; i++) {
        w[i] = load(block + 4 * i);
    }
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
}

static void add_block(uint32_t state[8], const uint8_t *block) {
    uint32_t w[64];
    expand(block, w);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int i = 0; i < 64; i++) {
        uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
        uint32_t one = h + s1 + ((e & f) ^ (~e & g)) + mns_sha256_constants[i] + w[i];
        uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
        uint32_t two = s0 + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + one;
        d = c;
        c = b;
        b = a;
        a = one + two;
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) {
        state[i] += sums[i];
    }
}

void mns_sha256_plain(uint32_t state[8], const uint8_t *data, size_t blocks) {
    for (; blocks > 0; blocks--, data += MNS_SHA256_BLOCK) {
        add_block(state, data);
    }
}

void mns_sha256_begin(mns_sha256 *hash) {
    *hash = (mns_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                   0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
    mns_sha256_blocks native = mns_sha256_native();
    hash->add_blocks = native != NULL ? native : mns_sha256_plain;
}

void mns_sha256_add(mns_sha256 *hash, const void *data, size_t size) {
    const uint8_t *p = data;
    size_t held = (size_t)(hash->size % sizeof hash->block);
    hash->size += size;
    if (held > 0) {
        size_t taken = sizeof hash->block - held < size ? sizeof hash->block - held : size;
        memcpy(hash->block + held, p, taken);
        if (held + taken < sizeof hash->block) {
            return;
        }
        hash->add_blocks(hash->state, hash->block, 1);
        p += taken;
        size -= taken;
    }
    size_t blocks = size / sizeof hash->block;
    hash->add_blocks(hash->state, p, blocks);
    size -= blocks * sizeof hash->block;
    if (size > 0) {
        memcpy(hash->block, p + blocks * sizeof hash->block, size);
    }
}

void mns_sha256_end(mns_sha256 *hash, uint8_t out[MNS_SHA256_BYTES]) {
    static const uint8_t padding[64] = {0x80};
    uint64_t bits = hash->size * 8;
    size_t held = (size_t)(hash->size % sizeof hash->block);
    uint8_t length[8];
    store(length, (uint32_t)(bits >> 32));
    store(length + 4, (uint32_t)bits);
    mns_sha256_add(hash, padding, held < 56 ? 56 - held : 120 - held);
    mns_sha256_add(hash, length, sizeof length);
    assert(hash->size % sizeof hash->block == 0);
    for (size_t i = 0; i < 8; i++) {
        store(out + 4 * i, hash->state[i]);
    }
}

void mns_sha256_digits(const uint8_t hash[MNS_SHA256_BYTES], char out[MNS_SHA256_DIGITS + 1]) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < MNS_SHA256_BYTES; i++) {
        out[2 * i] = digits[hash[i] >> 4];
        out[2 * i + 1] = digits[hash[i] & 15];
    }
    out[MNS_SHA256_DIGITS] = '\0';
}
