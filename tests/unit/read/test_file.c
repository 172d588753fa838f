/*
 * test_file.c - src/read/file.c: a file that rests is opened again, and must be the same one.
 */
#include "read/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "support/units.h"
#include "unit/support/folder_support.h"

static void write_text(const char *path, const char *text) {
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

static mns_file *open_text(const char *path, const char *text) {
    write_text(path, text);
    mns_file *file = mns_file_new(open(path, O_RDONLY), path);
    assert_non_null(file);
    return file;
}

static void a_file_that_rests_is_opened_again(void **state) {
    (void)state;
    char path[256], bytes[8] = "";
    snprintf(path, sizeof path, "%s", inside("log"));
    mns_file *file = open_text(path, "abcdef");
    for (int i = 0; i < 3; i++) {
        memset(bytes, 0, sizeof bytes);
        assert_int_equal(mns_file_read(file, bytes, 3, 2), 3);
        assert_string_equal(bytes, "cde");
        assert_int_equal(mns_file_read(file, bytes, 3, 6), 0);
        mns_file_rest(file);
        mns_file_rest(file);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mns_file_read(file, bytes, 3, 2), -1);
    assert_int_equal(errno, ENOENT);
    mns_file_free(file);
}

static void another_file_is_not_read(void **state) {
    (void)state;
    char path[256], old[256], bytes[8];
    snprintf(path, sizeof path, "%s", inside("log"));
    snprintf(old, sizeof old, "%s", inside("old"));
    mns_file *file = open_text(path, "abcdef");
    assert_int_equal(rename(path, old), 0); /* keeps the inode in use */
    write_text(path, "uvwxyz");
    assert_int_equal(mns_file_read(file, bytes, 3, 2), 3); /* it is still open */
    mns_file_rest(file);
    assert_int_equal(mns_file_read(file, bytes, 3, 2), -1);
    assert_int_equal(errno, ESTALE);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0); /* opening it must not block */
    assert_int_equal(mns_file_read(file, bytes, 3, 2), -1);
    assert_int_equal(errno, ESTALE);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(old, path), 0);
    assert_int_equal(mns_file_read(file, bytes, 3, 2), 3);
    mns_file_free(file);
    assert_int_equal(unlink(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_rests_is_opened_again),
        cmocka_unit_test(another_file_is_not_read),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
