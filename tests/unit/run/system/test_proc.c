/* test_proc.c - src/run/system/proc.c: words of lines and fields of processes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "run/system/proc.h"
#include <cmocka.h>

static void words_of_lines(void **state) {
    (void)state;
    assert_string_equal(mns_proc_word("  a b\tc", 0), "a b\tc");
    assert_string_equal(mns_proc_word("  a b\tc", 2), "c");
    assert_string_equal(mns_proc_word("  a b\tc", 3), "");
    assert_string_equal(mns_proc_word("a\n", 9), "");
}

static void expect_field(const char *line, unsigned field, const char *expected) {
    char path[] = "/tmp/minos-proc-XXXXXX", word[32];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, line, strlen(line)), strlen(line));
    close(fd);
    mns_proc_field(path, field, word);
    unlink(path);
    assert_string_equal(word, expected);
}

static void names_may_be_anything(void **state) {
    (void)state;
    expect_field("42 (a) b) S 1) T 7 8\n", MNS_PROC_STATE, "T");
    expect_field("42 (a) S 7 8\n", MNS_PROC_PARENT, "7");
    expect_field("42 (a) S\n", MNS_PROC_PARENT, "");
    expect_field("", MNS_PROC_STATE, "");
    expect_field("no parenthesis", MNS_PROC_STATE, "");
    expect_field("1 (a) 0123456789012345678901234567890123456789 7", MNS_PROC_STATE,
                 "0123456789012345678901234567890");
}

static void processes(void **state) {
    (void)state;
    if (access("/proc/self/stat", R_OK) != 0) {
        print_message("no /proc here: nothing is known of processes\n");
        skip();
    }
    assert_int_equal(mns_proc_number((long)getpid(), MNS_PROC_PARENT), getppid());
    assert_true(mns_proc_number((long)getpid(), MNS_PROC_START_TIME) > 0);
    assert_int_equal(mns_proc_number(-7, MNS_PROC_PARENT), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_lines),
        cmocka_unit_test(names_may_be_anything),
        cmocka_unit_test(processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
