/* test_history_file.c - src/run/record/history_file.c: the file always ends with a complete line.
 *
 * A file size limit simulates a disk that is full at exactly this byte: tested at every byte of
 * some lines, with the signal blocked as in the recorder's thread. In child processes, since the
 * limit is permanent. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/record/history_file.h"
#include "support/support.h"
#include <cmocka.h>

static char *new_path(void) {
    char *path = temporary_write("", 0);
    assert_int_equal(unlink(path), 0);
    return path;
}

static void expect_text(const char *path, const char *expected) {
    size_t size;
    char *text = file_load(path, &size);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static void lines_are_appended(void **state) {
    (void)state;
    char *path = new_path();
    mns_history_file file;
    assert_true(mns_history_file_create(&file, path));
    assert_true(mns_history_file_append(&file, "one\ntwo\n", 8, 2));
    expect_text(path, "one\ntwo\n"); /* at once */
    assert_true(mns_history_file_append(&file, "", 0, 0));
    assert_true(mns_history_file_append(&file, "three\n", 6, 1));
    assert_true(mns_history_file_close(&file));
    assert_int_equal(file.lines, 3);
    assert_int_equal(file.size, 14);
    mns_history_file_release(&file);
    expect_text(path, "one\ntwo\nthree\n");
    temporary_remove(path);
}

static void it_must_be_new(void **state) {
    (void)state;
    char *path = temporary_write("mine", 4);
    mns_history_file file;
    assert_false(mns_history_file_create(&file, path));
    assert_int_equal(file.error, EEXIST);
    mns_history_file_release(&file);
    assert_false(mns_history_file_create(&file, "/nowhere/at/all"));
    assert_int_equal(file.error, ENOENT);
    mns_history_file_release(&file);
    expect_text(path, "mine");
    temporary_remove(path);
}

/* In a child: writes "0\n", then two batches of lines, of which `limit` bytes fit. Status 0 on
 * success. */
static int fill(const char *path, size_t limit) {
    static const char lines[] = "1\n333\n\n4444\n";
    static const struct { size_t size, lines; } whole[] = {{2, 1}, {4, 2}, {8, 3}, {9, 4}, {14, 5}};
    size_t fits = 0;
    while (fits + 1 < TEST_COUNT_OF(whole) && whole[fits + 1].size <= limit) {
        fits++;
    }
    struct rlimit most = {.rlim_cur = limit, .rlim_max = limit};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    mns_history_file file;
    if (setrlimit(RLIMIT_FSIZE, &most) != 0 || sigprocmask(SIG_BLOCK, &signals, NULL) != 0 ||
        !mns_history_file_create(&file, path) || !mns_history_file_append(&file, "0\n", 2, 1)) {
        return 1;
    }
    bool all = limit >= 2 + sizeof lines - 1;
    if (mns_history_file_append(&file, lines, sizeof lines - 1, 4) != all) {
        return 2;
    }
    if (!all && mns_history_file_append(&file, "5\n", 2, 1)) {
        return 3; /* never again, even if it would fit */
    }
    bool good = file.size == whole[fits].size && file.lines == whole[fits].lines && !file.torn &&
                file.error == (all ? 0 : EFBIG) && mns_history_file_close(&file) == all;
    mns_history_file_release(&file);
    return good ? 0 : 4;
}

static void a_full_disk_leaves_whole_lines(void **state) {
    (void)state;
    for (size_t limit = 2; limit <= 16; limit++) {
        char *path = new_path();
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            _exit(fill(path, limit));
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        size_t size;
        char *text = file_load(path, &size);
        assert_true(size >= 2 && size <= limit && text[size - 1] == '\n');
        assert_memory_equal(text, "0\n1\n333\n\n4444\n", size);
        free(text);
        temporary_remove(path);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_appended),
        cmocka_unit_test(it_must_be_new),
        cmocka_unit_test(a_full_disk_leaves_whole_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
