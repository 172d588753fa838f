/*
 * test_unpack.c - src/read/unpack.c: archives give back what went in, or an error; never less.
 *
 * A build without zlib or libzstd has nothing to test for that format but the refusal.
 */
#include "core/grow.h"
#include "read/unpack.h"
#include "support/units.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef MNS_HAVE_ZSTD
#include <zstd.h>
#endif

#define ROOM ((size_t)1 << 20)

typedef size_t (*packer)(const char *data, size_t size, char *packed);

#ifdef MNS_HAVE_ZLIB
static size_t pack_gzip(const char *data, size_t size, char *packed) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (z_const Bytef *)(uintptr_t)data;
    stream.avail_in = (uInt)size;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)ROOM;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t written = ROOM - stream.avail_out;
    deflateEnd(&stream);
    return written;
}
#endif

#ifdef MNS_HAVE_ZSTD
static size_t pack_zstd(const char *data, size_t size, char *packed) {
    size_t written = ZSTD_compress(packed, ROOM, data, size, 3);
    assert_false(ZSTD_isError(written));
    return written;
}
#endif

static const packer packers[] = {
#ifdef MNS_HAVE_ZLIB
    pack_gzip,
#endif
#ifdef MNS_HAVE_ZSTD
    pack_zstd,
#endif
    NULL,
};

static char packed[2 * ROOM], plain[ROOM / 2];

static int fill_plain(void **state) {
    (void)state;
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof plain; i++) {
        plain[i] = (char)('a' + (int)unit_random(&random, 3));
    }
    return 0;
}

/* Unpacks in pieces of this size. */
static minos_status unpack_by(const char *data, size_t size, size_t room, char **text,
                              size_t *text_size) {
    mns_unpacker *u = mns_unpacker_new((mns_packed){.data = data, .size = size});
    assert_non_null(u);
    *text = malloc(ROOM + room);
    assert_non_null(*text);
    *text_size = 0;
    minos_status status;
    size_t got;
    do {
        status = mns_unpacker_read(u, *text + *text_size, room, &got);
        *text_size += got;
        assert_true(*text_size <= ROOM);
    } while (status == MINOS_OK && got == room);
    if (status == MINOS_OK) {
        assert_int_equal(mns_unpacker_used(u), size);
    } else {
        free(*text);
        *text = NULL;
    }
    mns_unpacker_free(u);
    return status;
}

static minos_status unpack(const char *data, size_t size, char **text, size_t *text_size) {
    static const size_t rooms[] = {1, 1000, 65536, 1 << 20};
    minos_status first = MINOS_OK;
    *text = NULL;
    for (size_t i = size > 100000 ? 1 : 0; i < MNS_COUNT_OF(rooms); i++) {
        free(*text);
        minos_status status = unpack_by(data, size, rooms[i], text, text_size);
        assert_true(i < 2 || status == first); /* for any size of pieces */
        first = status;
    }
    return first;
}

static void expect_unpacked(size_t size, const char *expected, size_t expected_size) {
    char *text;
    size_t text_size;
    assert_true(mns_is_packed(packed, size));
    assert_int_equal(unpack(packed, size, &text, &text_size), MINOS_OK);
    assert_int_equal(text_size, expected_size);
    assert_memory_equal(text, expected, expected_size);
    free(text);
}

/* Sizes around the steps in which room is made, too. */
static void what_went_in_comes_out(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 131072, sizeof plain};
    for (const packer *pack = packers; *pack != NULL; pack++) {
        for (size_t i = 0; i < MNS_COUNT_OF(sizes); i++) {
            expect_unpacked((*pack)(plain, sizes[i], packed), plain, sizes[i]);
        }
    }
}

static void several_members_are_one_text(void **state) {
    (void)state;
    for (const packer *pack = packers; *pack != NULL; pack++) {
        size_t size = (*pack)(plain, 100, packed);
        size += (*pack)(plain + 100, 0, packed + size);
        size += (*pack)(plain + 100, 70000, packed + size);
        expect_unpacked(size, plain, 70100);
    }
}

static void expect_damaged(size_t size) {
    char *text = NULL;
    size_t text_size;
    assert_int_equal(unpack(packed, size, &text, &text_size), MINOS_EINPUT);
    assert_null(text);
}

/* Cut anywhere, an archive is damaged, never shorter. */
static void cut_archives_are_damaged(void **state) {
    (void)state;
    for (const packer *pack = packers; *pack != NULL; pack++) {
        size_t size = (*pack)(plain, 1000, packed);
        for (size_t cut = 4; cut < size; cut++) {
            expect_damaged(cut);
        }
        size_t twice = size + (*pack)(plain, 1000, packed + size);
        for (size_t cut = size + 1; cut < twice; cut++) {
            expect_damaged(cut);
        }
    }
}

static void changed_archives_are_damaged(void **state) {
    (void)state;
    for (const packer *pack = packers; *pack != NULL; pack++) {
        size_t size = (*pack)(plain, 1000, packed);
        memcpy(packed + size, "more", 4); /* something else behind it */
        expect_damaged(size + 4);
    }
#ifdef MNS_HAVE_ZLIB
    size_t size = pack_gzip(plain, 1000, packed);
    for (size_t i = size - 8; i < size; i++) { /* checksum and length */
        packed[i] ^= 1;
        expect_damaged(size);
        packed[i] ^= 1;
    }
#endif
}

static void archives_are_known_by_their_first_bytes(void **state) {
    (void)state;
    assert_true(mns_is_packed("\x1F\x8B", 2));
    assert_true(mns_is_packed("\x28\xB5\x2F\xFD", 4));
    assert_false(mns_is_packed("\x1F", 1));
    assert_false(mns_is_packed("\x28\xB5\x2F", 3));
    assert_false(mns_is_packed("{:type", 6));
    assert_false(mns_is_packed("", 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_went_in_comes_out),
        cmocka_unit_test(several_members_are_one_text),
        cmocka_unit_test(cut_archives_are_damaged),
        cmocka_unit_test(changed_archives_are_damaged),
        cmocka_unit_test(archives_are_known_by_their_first_bytes),
    };
    return cmocka_run_group_tests(tests, fill_plain, NULL);
}
