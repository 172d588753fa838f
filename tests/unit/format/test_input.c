/*
 * test_input.c - src/format/input.c: lines and pieces of every size, of memory, of files and of
 * archives, are the same bytes; what was read is discarded.
 */
#include "format/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "format/reader.h"
#include "support/units.h"

#ifdef MNS_HAVE_ZLIB
#include <zlib.h>
#endif

/* More than two pieces of a file (input.c). */
#define SIZE ((size_t)5 << 19)

static char text[SIZE];
static char path[] = "/tmp/minos-input-XXXXXX";

static int make_file(void **state) {
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int drop_file(void **state) {
    (void)state;
    return unlink(path);
}

/* Lines of random sizes, up to this many bytes. */
static void make_text(uint32_t longest) {
    uint64_t random = longest;
    size_t left = 0;
    for (size_t i = 0; i < SIZE; i++) {
        text[i] = left == 0 ? '\n' : (char)('a' + (int)unit_random(&random, 20));
        left = left == 0 ? unit_random(&random, longest + 1) : left - 1;
    }
}

typedef enum place { MEMORY, A_FILE, AN_ARCHIVE, PLACES } place;

static void write_archive(size_t size) {
#ifdef MNS_HAVE_ZLIB
    gzFile file = gzopen(path, "wb1");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned)size), (int)size);
    assert_int_equal(gzclose(file), Z_OK);
#else
    (void)size;
#endif
}

static void write_text(size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* False if this build cannot. */
static bool open_input(mns_input *input, place where, size_t size) {
    mns_problems problems;
    mns_problems_init(&problems);
    memset(input, 0, sizeof *input);
    input->file = 7;
    if (where == MEMORY) {
        assert_int_equal(mns_source_memory(&input->source, "m", text, size, 0, &problems),
                         MINOS_OK);
        return true;
    }
    if (where == A_FILE) {
        write_text(size);
    } else {
#ifndef MNS_HAVE_ZLIB
        return false;
#endif
        write_archive(size);
    }
    assert_int_equal(mns_source_open(&input->source, path, "", 0, &problems), MINOS_OK);
    return true;
}

/* Reads the lines, and compares each with the text. */
static void expect_lines(mns_input *input, size_t size) {
    mns_reading reading = {.inputs = input, .input_count = 1};
    const char *line;
    size_t length, at = 0;
    bool ended = false;
    while (mns_input_line(&reading, input, &line, &length, &ended)) {
        const char *newline = memchr(text + at, '\n', size - at);
        size_t expected = newline == NULL ? size - at : (size_t)(newline - text) - at;
        assert_int_equal(length, expected);
        assert_memory_equal(line, text + at, length);
        assert_int_equal(ended, newline == NULL);
        mns_place where = mns_input_place(input, line);
        assert_int_equal(where.file, 7);
        assert_int_equal(where.offset, at);
        at += length + !ended;
    }
    assert_int_equal(reading.status, MINOS_OK);
    assert_int_equal(at, size);
}

static void every_line_is_found(void **state) {
    (void)state;
    static const uint32_t longest[] = {0, 1, 10, 5000, 3 << 19};
    for (size_t i = 0; i < MNS_COUNT_OF(longest); i++) {
        make_text(longest[i]);
        static const size_t sizes[] = {0, 1, 2, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, SIZE};
        for (size_t k = 0; k < MNS_COUNT_OF(sizes); k++) {
            for (place where = MEMORY; where < PLACES; where++) {
                mns_input input;
                if (open_input(&input, where, sizes[k])) {
                    expect_lines(&input, sizes[k]);
                    mns_source_release(&input.source);
                }
            }
        }
    }
}

/* Reads pieces of random sizes. mns_input_need promises at least as many bytes as were asked for,
 * fewer only at the end. */
static void expect_pieces(mns_input *input, uint32_t largest) {
    mns_reading reading = {.inputs = input, .input_count = 1};
    uint64_t random = largest;
    size_t at = 0;
    for (;;) {
        size_t least = 1 + unit_random(&random, largest);
        size_t have = mns_input_need(&reading, input, least);
        assert_int_equal(reading.status, MINOS_OK);
        assert_true(have >= least || at + have == SIZE);
        size_t piece = have < least ? have : least;
        assert_memory_equal(mns_input_bytes(input), text + at, piece);
        if (have == 0) {
            break;
        }
        input->at += piece;
        at += piece;
    }
    assert_int_equal(at, SIZE);
}

static void every_piece_is_found(void **state) {
    (void)state;
    static const uint32_t largest[] = {1000, 100000, 1 << 21, 1 << 23};
    make_text(100);
    for (size_t i = 0; i < MNS_COUNT_OF(largest); i++) {
        for (place where = MEMORY; where < PLACES; where++) {
            mns_input input;
            if (open_input(&input, where, SIZE)) {
                expect_pieces(&input, largest[i]);
                mns_source_release(&input.source);
            }
        }
    }
}

/* After the whole file was read, the bytes from an earlier place on are the same again. */
static void earlier_bytes_are_read_again(void **state) {
    (void)state;
    static const size_t places[] = {0, 1, 5000, (1 << 20) - 1, 1 << 20, SIZE - 1, SIZE};
    make_text(100);
    for (place where = MEMORY; where < PLACES; where++) {
        mns_input input;
        if (!open_input(&input, where, SIZE)) {
            continue;
        }
        mns_reading reading = {.inputs = &input, .input_count = 1};
        for (size_t i = 0; i < MNS_COUNT_OF(places); i++) {
            while (mns_input_need(&reading, &input, 1) > 0) {
                input.at = input.have;
            }
            assert_true(mns_input_back(&reading, &input, places[i]));
            assert_int_equal(input.at, places[i]);
            size_t have = mns_input_need(&reading, &input, 100);
            assert_true(have >= 100 || places[i] + have == SIZE);
            assert_memory_equal(mns_input_bytes(&input), text + places[i], have < 100 ? have : 100);
        }
        reading.status = MINOS_EIO;
        assert_false(mns_input_back(&reading, &input, 0));
        mns_source_release(&input.source);
    }
}

/* No byte of a truncated file is taken for text, and the failure stays. */
static void a_truncated_file_ends_the_reading(void **state) {
    (void)state;
    make_text(100);
    mns_input input;
    assert_true(open_input(&input, A_FILE, SIZE));
    mns_reading reading = {.inputs = &input, .input_count = 1};
    assert_int_equal(truncate(path, SIZE / 2), 0);
    const char *line;
    size_t length;
    bool ended = false;
    while (mns_input_line(&reading, &input, &line, &length, &ended)) {
        assert_memory_equal(line, text + mns_input_place(&input, line).offset, length);
    }
    assert_int_equal(reading.status, MINOS_EIO);
    assert_int_equal(mns_input_need(&reading, &input, 1), 0);
    assert_int_equal(mns_reading_fail(&reading, (mns_place){0, 0}, NULL, "truncated"), -1);
    assert_int_equal(reading.status, MINOS_EIO);
    assert_null(reading.message);
    mns_source_release(&input.source);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_found),
        cmocka_unit_test(every_piece_is_found),
        cmocka_unit_test(earlier_bytes_are_read_again),
        cmocka_unit_test(a_truncated_file_ends_the_reading),
    };
    return cmocka_run_group_tests(tests, make_file, drop_file);
}
