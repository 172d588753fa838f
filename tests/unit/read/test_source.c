/*
 * test_source.c - src/read/source.c: the bytes of a history from files, archives, pipes and memory.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "read/source.h"
#include "support/units.h"
#include "unit/support/folder_support.h"

static void write_file(const char *name, const char *bytes, size_t size) {
    FILE *file = fopen(inside(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void expect_content(const char *path, const char *name, const char *bytes, size_t size) {
    mns_problems problems;
    mns_source source;
    mns_problems_init(&problems);
    assert_int_equal(mns_source_open(&source, path, MNS_HISTORY_FILE, 0, &problems), MINOS_OK);
    assert_int_equal(mns_source_load(&source, &problems), MINOS_OK);
    assert_string_equal(source.name, name);
    assert_int_equal(source.size, size);
    assert_non_null(source.data);
    assert_memory_equal(source.data, bytes, size);
    mns_source_release(&source);
    assert_int_equal(problems.total, 0);
}

static void files_are_read_whole(void **state) {
    (void)state;
    write_file("h.edn", "ab\0c\n", 5);
    expect_content(inside("h.edn"), inside("h.edn"), "ab\0c\n", 5);
    write_file("h.edn", "", 0); /* an empty file is an empty history, not an error */
    expect_content(inside("h.edn"), inside("h.edn"), "", 0);
    unlink(inside("h.edn"));
}

static void folders_stand_for_their_history(void **state) {
    (void)state;
    char with_slash[64];
    write_file("history.edn", "x", 1);
    expect_content(folder, inside("history.edn"), "x", 1);
    snprintf(with_slash, sizeof with_slash, "%s/", folder);
    expect_content(with_slash, inside("history.edn"), "x", 1);
    unlink(inside("history.edn"));
}

static void expect_no_source(const char *path) {
    mns_problems problems;
    mns_source source;
    mns_problems_init(&problems);
    assert_int_equal(mns_source_open(&source, path, MNS_HISTORY_FILE, 0, &problems), MINOS_EIO);
    assert_int_equal(problems.total, 1);
    assert_true(problems.items[0].offset == MNS_NO_OFFSET);
    assert_string_not_equal(source.name, "");
    mns_source_release(&source);
    mns_problems_release(&problems);
}

static void what_is_not_there_is_a_problem(void **state) {
    (void)state;
    expect_no_source(inside("absent.edn"));
    expect_no_source(folder); /* a folder without history.edn */
    mkdir(inside("history.edn"), 0700);
    expect_no_source(inside("history.edn"));
    rmdir(inside("history.edn"));
}

/* "-" reads a pipe to its end, in any number of pieces. */
static void standard_input_is_read(void **state) {
    (void)state;
    int ends[2], saved = dup(STDIN_FILENO);
    char bytes[30000];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)('a' + i % 26);
    }
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], bytes, sizeof bytes), sizeof bytes);
    close(ends[1]);
    assert_true(dup2(ends[0], STDIN_FILENO) >= 0);
    close(ends[0]);
    expect_content("-", "-", bytes, sizeof bytes);
    assert_true(fcntl(STDIN_FILENO, F_GETFD) >= 0); /* left open */
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void memory_is_not_copied(void **state) {
    (void)state;
    static const char bytes[] = "history";
    mns_problems problems;
    mns_source source;
    mns_problems_init(&problems);
    assert_int_equal(mns_source_memory(&source, "name", bytes, 7, 0, &problems), MINOS_OK);
    assert_ptr_equal(source.data, bytes);
    assert_int_equal(source.size, 7);
    mns_source_release(&source);
    assert_int_equal(mns_source_memory(&source, "name", NULL, 0, 0, &problems), MINOS_OK);
    assert_non_null(source.data);
    assert_int_equal(source.size, 0);
    mns_source_release(&source);
}

/* Archives are recognised by content, not by name. */
static void damaged_archives_are_rejected(void **state) {
    (void)state;
    static const char bytes[] = "\x1F\x8B not an archive";
    mns_problems problems;
    mns_source source;
    mns_problems_init(&problems);
    minos_status status = mns_source_memory(&source, "h.edn", bytes, sizeof bytes, 0, &problems);
    assert_true(status == MINOS_EINPUT || status == MINOS_EIO); /* without zlib */
    assert_int_equal(problems.total, 1);
    mns_source_release(&source);
    mns_problems_release(&problems);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_read_whole),
        cmocka_unit_test(folders_stand_for_their_history),
        cmocka_unit_test(what_is_not_there_is_a_problem),
        cmocka_unit_test(standard_input_is_read),
        cmocka_unit_test(memory_is_not_copied),
        cmocka_unit_test(damaged_archives_are_rejected),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
