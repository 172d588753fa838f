/*
 * test_window.c - src/read/window.c: files that are read as they are needed, forgotten and read
 * again.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "read/archive.h"
#include "read/source.h"
#include "support/units.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef MNS_HAVE_ZSTD
#include <zstd.h>
#endif

#define SIZE ((size_t)1 << 20)

static char text[SIZE];
static char path[] = "/tmp/minos-window-XXXXXX";

static int make_text(void **state) {
    (void)state;
    uint64_t random = 1;
    for (size_t i = 0; i < SIZE; i++) {
        text[i] = (char)('a' + (int)unit_random(&random, 20));
    }
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int drop_file(void **state) {
    (void)state;
    return unlink(path);
}

static void write_file(const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

typedef size_t (*packer)(const char *data, size_t size, char *packed, size_t room);

#ifdef MNS_HAVE_ZLIB
static size_t pack_gzip(const char *data, size_t size, char *packed, size_t room) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    assert_int_equal(deflateInit2(&stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (z_const Bytef *)(uintptr_t)data;
    stream.avail_in = (uInt)size;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t written = room - stream.avail_out;
    deflateEnd(&stream);
    return written;
}
#endif

#ifdef MNS_HAVE_ZSTD
static size_t pack_zstd(const char *data, size_t size, char *packed, size_t room) {
    size_t written = ZSTD_compress(packed, room, data, size, 1);
    assert_false(ZSTD_isError(written));
    return written;
}
#endif

static size_t pack_not(const char *data, size_t size, char *packed, size_t room) {
    assert_true(size <= room);
    memcpy(packed, data, size);
    return size;
}

static const packer packers[] = {
    pack_not,
#ifdef MNS_HAVE_ZLIB
    pack_gzip,
#endif
#ifdef MNS_HAVE_ZSTD
    pack_zstd,
#endif
};

/* Writes the text in one of these forms. */
static void write_packed(packer pack, const char *data, size_t size) {
    size_t room = size + size / 8 + 1024;
    char *packed = malloc(room);
    assert_non_null(packed);
    write_file(packed, pack(data, size, packed, room));
    free(packed);
}

static void open_source(mns_source *source, uint64_t max_unpacked) {
    mns_problems problems;
    mns_problems_init(&problems);
    assert_int_equal(mns_source_open(source, path, MNS_HISTORY_FILE, max_unpacked, &problems),
                     MINOS_OK);
    assert_non_null(source->window);
}

/* Reads everything in steps and discards what was read. */
static void read_and_forget(mns_source *source, size_t step) {
    size_t have = 0, upto = 0;
    do {
        size_t from = upto;
        upto += step;
        assert_int_equal(mns_source_read(source, upto, &have), MINOS_OK);
        assert_memory_equal(source->data + from, text + from, have - from);
        if (have == upto) {
            mns_source_discard(source, source->data + from, source->data + upto);
        }
    } while (have == upto);
    mns_source_end(source);
    assert_int_equal(source->size, SIZE);
}

static void what_was_forgotten_is_read_again(void **state) {
    (void)state;
    static const size_t steps[] = {1000, 65536, 100000, SIZE};
    for (size_t p = 0; p < MNS_COUNT_OF(packers); p++) {
        write_packed(packers[p], text, SIZE);
        for (size_t i = 0; i < MNS_COUNT_OF(steps); i++) {
            mns_source source;
            open_source(&source, 0);
            read_and_forget(&source, steps[i]);
            uint64_t random = 7;
            for (int look = 0; look < 200; look++) {
                size_t from = unit_random(&random, SIZE), to = from + unit_random(&random, 3000);
                to = to < SIZE ? to : SIZE;
                assert_true(mns_source_ensure(&source, from, to));
                assert_memory_equal(source.data + from, text + from, to - from);
            }
            assert_false(mns_source_failed(&source));
            assert_int_equal(mns_source_read_all(&source), MINOS_OK);
            assert_int_equal(source.size, SIZE);
            assert_memory_equal(source.data, text, SIZE);
            mns_source_release(&source);
        }
    }
}

static void expect_explained(const mns_source *source, const char *message) {
    mns_problems problems;
    mns_problems_init(&problems);
    mns_source_report(source, &problems);
    assert_int_equal(problems.count, 1);
    if (strstr(problems.items[0].message, message) == NULL) {
        fail_msg("%s", problems.items[0].message);
    }
    mns_problems_release(&problems);
}

/* Mapped, this would be SIGBUS. */
static void a_truncated_file_is_an_error(void **state) {
    (void)state;
    size_t have;
    mns_source source;
    write_file(text, SIZE);
    open_source(&source, 0);
    assert_int_equal(mns_source_read(&source, 100000, &have), MINOS_OK);
    assert_int_equal(truncate(path, 150000), 0);
    assert_int_equal(mns_source_read(&source, 200000, &have), MINOS_EIO);
    expect_explained(&source, "was truncated");
    mns_source_release(&source);

    write_file(text, SIZE);
    open_source(&source, 0);
    read_and_forget(&source, 100000);
    assert_int_equal(truncate(path, 300000), 0);
    assert_true(mns_source_ensure(&source, 100, 200000));
    assert_false(mns_source_ensure(&source, 400000, 400001));
    assert_true(mns_source_failed(&source));
    expect_explained(&source, "was truncated");
    mns_source_release(&source);
}

/* Growing is no error: the history is the text at the time of opening. */
static void a_file_that_grows_is_read_as_it_was(void **state) {
    (void)state;
    mns_source source;
    write_file(text, SIZE);
    open_source(&source, 0);
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    fputs("more", file);
    fclose(file);
    read_and_forget(&source, 100000);
    mns_source_release(&source);
}

static minos_status read_limited(uint64_t max_unpacked) {
    mns_source source;
    open_source(&source, max_unpacked);
    minos_status status = mns_source_read_all(&source);
    if (status != MINOS_OK) {
        expect_explained(&source, "unpacks to more than");
    }
    mns_source_release(&source);
    return status;
}

static void an_archive_may_not_grow_without_bound(void **state) {
    (void)state;
    for (size_t p = 1; p < MNS_COUNT_OF(packers); p++) {
        write_packed(packers[p], text, SIZE);
        assert_int_equal(read_limited(0), MINOS_OK);
        assert_int_equal(read_limited(SIZE), MINOS_OK);
        assert_int_equal(read_limited(SIZE + 1), MINOS_OK);
        assert_int_equal(read_limited(SIZE - 1), MINOS_EINPUT);
        assert_int_equal(read_limited(1), MINOS_EINPUT);
    }
    /* By default 256 MB, if that is more than 1,000 times the archive. */
    size_t size = (size_t)MNS_UNPACKED_LEAST;
    char *zeros = calloc(1, size + 1);
    assert_non_null(zeros);
#ifdef MNS_HAVE_ZSTD
    write_packed(pack_zstd, zeros, size);
    assert_int_equal(read_limited(0), MINOS_OK);
    write_packed(pack_zstd, zeros, size + 1);
    assert_int_equal(read_limited(0), MINOS_EINPUT);
    assert_int_equal(read_limited(size + 1), MINOS_OK);
#endif
    free(zeros);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_forgotten_is_read_again),
        cmocka_unit_test(a_truncated_file_is_an_error),
        cmocka_unit_test(a_file_that_grows_is_read_as_it_was),
        cmocka_unit_test(an_archive_may_not_grow_without_bound),
    };
    return cmocka_run_group_tests(tests, make_text, drop_file);
}
