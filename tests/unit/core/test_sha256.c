/* test_sha256.c - src/core/sha256.c: the vectors of FIPS 180-4 and of NIST, in pieces of any size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/sha256.h"
#include "core/sha256_blocks.h"
#include <cmocka.h>

static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
static const char two_blocks_hash[] =
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";

static void expect(const void *data, size_t size, size_t piece, const char *expected) {
    mns_sha256 hash;
    uint8_t out[MNS_SHA256_BYTES];
    char digits[MNS_SHA256_DIGITS + 1];
    mns_sha256_begin(&hash);
    for (size_t at = 0; at < size; at += piece) {
        mns_sha256_add(&hash, (const char *)data + at, size - at < piece ? size - at : piece);
    }
    mns_sha256_end(&hash, out);
    mns_sha256_digits(out, digits);
    assert_string_equal(digits, expected);
}

static void known_hashes(void **state) {
    (void)state;
    expect("", 0, 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect("abc", 3, 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(two_blocks, 56, 56, two_blocks_hash);
    expect("\xbd", 1, 1, "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
}

static void a_million_letters(void **state) {
    (void)state;
    char *letters = malloc(1000000);
    assert_non_null(letters);
    memset(letters, 'a', 1000000);
    const char *expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    expect(letters, 1000000, 1000000, expected);
    expect(letters, 1000000, 65537, expected);
    free(letters);
}

static void pieces_of_any_size(void **state) {
    (void)state;
    for (size_t piece = 1; piece <= 56; piece++) {
        expect(two_blocks, 56, piece, two_blocks_hash);
    }
}

/* The padding needs another block from 56 bytes on. */
static void sizes_around_a_block(void **state) {
    (void)state;
    uint8_t zeros[64] = {0};
    expect(zeros, 55, 55, "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7");
    expect(zeros, 56, 56, "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb");
    expect(zeros, 57, 57, "65a16cb7861335d5ace3c60718b5052e44660726da4cd13bb745381b235a1785");
    expect(zeros, 64, 64, "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b");
}

/* The instructions of the processor, if it has them, do the same as plain C. */
static void variants_agree(void **state) {
    (void)state;
    mns_sha256_blocks native = mns_sha256_native();
    uint8_t data[64 * 9];
    uint32_t random = 7;
    if (native == NULL) {
        skip();
    }
    for (size_t blocks = 0; blocks <= 9; blocks++) {
        uint32_t one[8];
        uint32_t two[8];
        for (size_t i = 0; i < sizeof data; i++) {
            random = random * 1664525u + 1013904223u;
            data[i] = (uint8_t)(random >> 24);
            one[i % 8] = two[i % 8] = random;
        }
        mns_sha256_plain(one, data, blocks);
        native(two, data, blocks);
        assert_memory_equal(one, two, sizeof one);
    }
}

static void plain(void **state) {
    (void)state;
    mns_sha256 hash;
    uint8_t out[MNS_SHA256_BYTES];
    char digits[MNS_SHA256_DIGITS + 1];
    mns_sha256_begin(&hash);
    hash.add_blocks = mns_sha256_plain;
    mns_sha256_add(&hash, two_blocks, 56);
    mns_sha256_end(&hash, out);
    mns_sha256_digits(out, digits);
    assert_string_equal(digits, two_blocks_hash);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_hashes),       cmocka_unit_test(a_million_letters),
        cmocka_unit_test(pieces_of_any_size), cmocka_unit_test(sizes_around_a_block),
        cmocka_unit_test(variants_agree),     cmocka_unit_test(plain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
