/* test_scratch.c - src/run/system/scratch.c: temporary folders that other users cannot enter, and
 * removal that does not follow links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/system/scratch.h"
#include <cmocka.h>

static const mns_launch_user ourselves;

static void make(mns_buf *path) {
    mns_buf message;
    mns_buf_init(&message);
    mns_buf_init(path);
    assert_true(mns_scratch_create("test", path, &message));
    mns_buf_release(&message);
}

static bool write_text(const char *folder, const char *name, const char *text) {
    mns_buf buf;
    mns_buf_init(&buf);
    mns_buf_str(&buf, text);
    bool written = mns_scratch_write(folder, name, &buf, &ourselves);
    mns_buf_release(&buf);
    return written;
}

static unsigned mode_of(const char *folder, const char *name) {
    char path[300];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(lstat(path, &about), 0);
    return (unsigned)about.st_mode & 07777;
}

static void is_private(void **state) {
    (void)state;
    mns_buf folder;
    make(&folder);
    mode_t before = umask(0);
    assert_int_equal(mode_of(folder.data, "."), 0700);
    assert_true(mns_scratch_mkdir(folder.data, "inside", &ourselves));
    assert_int_equal(mode_of(folder.data, "inside"), 0700);
    assert_true(write_text(folder.data, "secret", "x\n"));
    assert_int_equal(mode_of(folder.data, "secret"), 0600);
    umask(before);
    assert_false(write_text(folder.data, "secret", "y\n")); /* already exists */
    assert_int_equal(errno, EEXIST);
    assert_false(mns_scratch_mkdir(folder.data, "secret", &ourselves));
    assert_true(mns_scratch_remove(folder.data));
    mns_buf_release(&folder);
}

static void respects_tmpdir(void **state) {
    (void)state;
    mns_buf outer, inner, message;
    make(&outer);
    mns_buf_init(&inner);
    mns_buf_init(&message);
    setenv("TMPDIR", outer.data, 1);
    assert_true(mns_scratch_create("x", &inner, &message));
    assert_memory_equal(inner.data, outer.data, outer.size);
    setenv("TMPDIR", "/no/such/folder", 1);
    mns_buf_clear(&inner);
    assert_false(mns_scratch_create("x", &inner, &message));
    assert_string_equal(message.data,
                        "cannot create a folder in /no/such/folder: No such file or directory");
    setenv("TMPDIR", "here", 1); /* not absolute, so ignored */
    mns_buf_clear(&inner);
    assert_true(mns_scratch_create("x", &inner, &message));
    assert_memory_equal(inner.data, "/tmp/minos-x-", 13);
    unsetenv("TMPDIR");
    assert_true(mns_scratch_remove(inner.data));
    assert_true(mns_scratch_remove(outer.data));
    mns_buf_release(&outer);
    mns_buf_release(&inner);
    mns_buf_release(&message);
}

static void reads_the_end(void **state) {
    (void)state;
    mns_buf folder, text;
    make(&folder);
    mns_buf_init(&text);
    assert_true(write_text(folder.data, "log", "one two three"));
    assert_true(mns_scratch_read(folder.data, "log", 5, &text));
    assert_string_equal(text.data, "three");
    mns_buf_clear(&text);
    assert_true(mns_scratch_read(folder.data, "log", 500, &text));
    assert_string_equal(text.data, "one two three");
    assert_false(mns_scratch_read(folder.data, "none", 5, &text));
    char path[300];
    snprintf(path, sizeof path, "%s/pipe", folder.data);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(mns_scratch_read(folder.data, "pipe", 5, &text)); /* without blocking */
    snprintf(path, sizeof path, "%s/link", folder.data);
    assert_int_equal(symlink("log", path), 0);
    assert_false(mns_scratch_read(folder.data, "link", 5, &text));
    mns_scratch_unlink(folder.data, "log");
    mns_scratch_unlink(folder.data, "log");
    assert_false(mns_scratch_read(folder.data, "log", 5, &text));
    assert_true(mns_scratch_remove(folder.data));
    mns_buf_release(&folder);
    mns_buf_release(&text);
}

static void removes_links_and_not_what_they_lead_to(void **state) {
    (void)state;
    mns_buf outside, folder;
    make(&outside);
    make(&folder);
    assert_true(write_text(outside.data, "precious", "x"));
    assert_true(mns_scratch_mkdir(folder.data, "a", &ourselves));
    assert_true(mns_scratch_mkdir(folder.data, "a/b", &ourselves));
    assert_true(write_text(folder.data, "a/b/c", "x"));
    char path[300], target[300];
    snprintf(path, sizeof path, "%s/a/folder", folder.data);
    assert_int_equal(symlink(outside.data, path), 0);
    snprintf(path, sizeof path, "%s/file", folder.data);
    snprintf(target, sizeof target, "%s/precious", outside.data);
    assert_int_equal(symlink(target, path), 0);
    assert_true(mns_scratch_remove(folder.data));
    assert_int_not_equal(access(folder.data, F_OK), 0);
    assert_int_equal(access(target, F_OK), 0);

    /* The same for a folder that is itself a link. */
    assert_int_equal(symlink(outside.data, folder.data), 0);
    assert_false(mns_scratch_remove(folder.data));
    assert_int_equal(access(target, F_OK), 0);
    assert_int_equal(unlink(folder.data), 0);
    assert_true(mns_scratch_remove(folder.data)); /* missing: success */
    assert_true(mns_scratch_remove(outside.data));
    mns_buf_release(&outside);
    mns_buf_release(&folder);
}

static void goes_only_so_deep(void **state) {
    (void)state;
    mns_buf folder, path;
    make(&folder);
    mns_buf_init(&path);
    mns_buf_str(&path, "d");
    for (unsigned i = 0; i < 40; i++) {
        assert_true(mns_scratch_mkdir(folder.data, path.data, &ourselves));
        mns_buf_str(&path, "/d");
    }
    assert_false(mns_scratch_remove(folder.data));
    assert_int_equal(errno, ELOOP);
    for (size_t size = path.size - 2; size > 0; size -= size > 1 ? 2 : 1) {
        mns_buf_truncate(&path, size);
        char whole[300];
        snprintf(whole, sizeof whole, "%s/%s", folder.data, path.data);
        assert_int_equal(rmdir(whole), 0);
    }
    assert_true(mns_scratch_remove(folder.data));
    mns_buf_release(&folder);
    mns_buf_release(&path);
}

static void replaces_files(void **state) {
    (void)state;
    mns_buf folder, message, text, first, second;
    mns_buf *all[] = {&folder, &message, &text, &first, &second};
    for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
        mns_buf_init(all[i]);
    }
    const mns_launch_user user = {0};
    mns_buf_str(&first, "one");
    mns_buf_str(&second, "another");
    assert_true(mns_scratch_create("test", &folder, &message));
    assert_true(mns_scratch_replace(folder.data, "file", &first, &user)); /* creates it */
    assert_false(mns_scratch_write(folder.data, "file", &second, &user)); /* never replaces */
    assert_true(mns_scratch_replace(folder.data, "file", &second, &user));
    assert_true(mns_scratch_read(folder.data, "file", 100, &text));
    assert_string_equal(text.data, "another");
    second.failed = true;
    assert_false(mns_scratch_replace(folder.data, "file", &second, &user));
    assert_true(mns_scratch_remove(folder.data));
    for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
        mns_buf_release(all[i]);
    }
}

int main(void) {
    unsetenv("TMPDIR");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_private),
        cmocka_unit_test(respects_tmpdir),
        cmocka_unit_test(reads_the_end),
        cmocka_unit_test(removes_links_and_not_what_they_lead_to),
        cmocka_unit_test(goes_only_so_deep),
        cmocka_unit_test(replaces_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
