/* test_pack.c - src/read/pack.c: what is packed unpacks to the same bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "core/buf.h"
#include "read/pack.h"
#include "read/unpack.h"
#include <cmocka.h>

static minos_status take(void *context, const void *data, size_t size) {
    mns_buf_bytes(context, data, size);
    return MINOS_OK;
}

static minos_status refuse(void *context, const void *data, size_t size) {
    (void)context;
    (void)data;
    (void)size;
    return MINOS_EIO;
}

/* Bytes that do not pack well, so that several chunks are written. */
static void fill(mns_buf *text, size_t size) {
    uint32_t random = 1;
    for (size_t i = 0; i < size; i++) {
        random = random * 1664525u + 1013904223u;
        mns_buf_char(text, (char)(random >> 24));
    }
}

static void pack(mns_packing packing, const mns_buf *text, size_t piece, mns_buf *packed) {
    mns_packer *packer = mns_packer_new(packing, take, packed);
    assert_non_null(packer);
    for (size_t at = 0; at < text->size; at += piece) {
        size_t size = text->size - at < piece ? text->size - at : piece;
        assert_int_equal(mns_packer_add(packer, text->data + at, size), MINOS_OK);
    }
    assert_int_equal(mns_packer_finish(packer), MINOS_OK);
    mns_packer_free(packer);
}

static void expect_same(mns_packing packing, size_t size) {
    mns_buf text, packed, again;
    mns_buf_init(&text);
    mns_buf_init(&packed);
    mns_buf_init(&again);
    fill(&text, size);
    pack(packing, &text, 1000, &packed);
    pack(packing, &text, 70000, &again);
    assert_int_equal(packed.size, again.size);
    assert_memory_equal(packed.data, again.data, packed.size);
    assert_true(mns_is_packed(packed.data, packed.size));
    mns_unpacker *unpacker =
        mns_unpacker_new((mns_packed){.data = packed.data, .size = packed.size});
    char *out = malloc(size + 1);
    size_t got = 0;
    assert_true(unpacker != NULL && out != NULL);
    assert_int_equal(mns_unpacker_read(unpacker, out, size + 1, &got), MINOS_OK);
    assert_int_equal(got, size);
    assert_true(size == 0 || memcmp(out, text.data, size) == 0);
    free(out);
    mns_unpacker_free(unpacker);
    mns_buf_release(&text);
    mns_buf_release(&packed);
    mns_buf_release(&again);
}

static void archives(void **state) {
    (void)state;
    const mns_packing packings[] = {MNS_PACK_GZIP, MNS_PACK_ZSTD};
    for (size_t i = 0; i < 2; i++) {
        if (mns_packing_works(packings[i])) {
            expect_same(packings[i], 0);
            expect_same(packings[i], 1);
            expect_same(packings[i], 300000);
        }
    }
}

static void without_packing(void **state) {
    (void)state;
    mns_buf out;
    mns_buf_init(&out);
    mns_packer *packer = mns_packer_new(MNS_PACK_NONE, take, &out);
    assert_int_equal(mns_packer_add(packer, "abc", 3), MINOS_OK);
    assert_int_equal(mns_packer_finish(packer), MINOS_OK);
    assert_string_equal(out.data, "abc");
    mns_packer_free(packer);
    mns_buf_release(&out);
}

static void a_failed_write(void **state) {
    (void)state;
    for (int i = MNS_PACK_NONE; i <= MNS_PACK_ZSTD; i++) {
        if (mns_packing_works((mns_packing)i)) {
            mns_packer *packer = mns_packer_new((mns_packing)i, refuse, NULL);
            minos_status status = mns_packer_add(packer, "abc", 3);
            status = status == MINOS_OK ? mns_packer_finish(packer) : status;
            assert_int_equal(status, MINOS_EIO);
            mns_packer_free(packer);
        }
    }
}

static void names(void **state) {
    (void)state;
    assert_int_equal(mns_packing_of_name("a.gz"), MNS_PACK_GZIP);
    assert_int_equal(mns_packing_of_name("a.json.zst"), MNS_PACK_ZSTD);
    assert_int_equal(mns_packing_of_name(".gz"), MNS_PACK_NONE);
    assert_int_equal(mns_packing_of_name("a.gz.json"), MNS_PACK_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(archives),
                                       cmocka_unit_test(without_packing),
                                       cmocka_unit_test(a_failed_write), cmocka_unit_test(names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
