/*
 * test_inputs.c - src/format/inputs.c: the format of a file or folder is recognised by content; two
 * that fit, or none, are an error that says what to do.
 */
#include "unit/support/tiny_format.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format/inputs.h"
#include "support/units.h"
#include "unit/support/folder_support.h"

static void write_file(const char *name, const char *text) {
    FILE *file = fopen(inside(name), "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void drop_file(const char *name) { assert_int_equal(unlink(inside(name)), 0); }

/* Opens a path and releases it; the format, or the message of the problem. */
static const char *open_as(const char *path, minos_format format, minos_status expected) {
    static char answer[300];
    mns_inputs inputs;
    mns_problems problems;
    mns_problems_init(&problems);
    minos_status status = mns_inputs_open(&inputs, path, &format, 0, &problems);
    assert_int_equal(status, expected);
    if (status == MINOS_OK) {
        assert_int_equal(problems.count, 0);
        snprintf(answer, sizeof answer, "%s %u", minos_format_name(format), inputs.count);
    } else {
        assert_int_equal(problems.count, 1);
        const mns_problem *problem = &problems.items[0];
        const char *file = problem->file == NULL ? "" : strrchr(problem->file, '/') + 1;
        snprintf(answer, sizeof answer, "%s%s%s | %s", file, file[0] == '\0' ? "" : ": ",
                 problem->message, problem->hint == NULL ? "" : problem->hint);
    }
    mns_inputs_release(&inputs);
    mns_problems_release(&problems);
    return answer;
}

static const char *open_text(const char *text, minos_format format, minos_status expected) {
    write_file("file", text);
    const char *answer = open_as(inside("file"), format, expected);
    drop_file("file");
    return answer;
}

static void one_file_is_recognised(void **state) {
    (void)state;
    assert_string_equal(open_text("tiny\n0 w1=1\n", MINOS_FORMAT_AUTO, MINOS_OK), "plume 1");
    assert_string_equal(open_text("", MINOS_FORMAT_AUTO, MINOS_OK), "auto 1");
    assert_string_equal(open_text("{:type :ok}", MINOS_FORMAT_AUTO, MINOS_OK), "auto 1");
    /* One log of a folder is no history. */
    assert_string_equal(open_text("logs\n0 w1=1\n", MINOS_FORMAT_AUTO, MINOS_EINPUT),
                        "this is one log of a history in the format cobra | name the folder "
                        "instead of the file");
    assert_string_equal(open_text("both\n0 w1=1\n", MINOS_FORMAT_AUTO, MINOS_EARGUMENT),
                        "the history may be plume or awdit | name the format: --format plume or "
                        "--format awdit (convert and shrink: --from)");
}

/* A format that is named is taken, whatever fits. */
static void a_format_that_is_named_is_taken(void **state) {
    (void)state;
    assert_string_equal(open_text("both\n0 w1=1\n", TINY_SECOND, MINOS_OK), "awdit 1");
    assert_string_equal(open_text("tiny\n0 w1=1\n", MINOS_FORMAT_EDN, MINOS_OK), "edn 1");
    assert_string_equal(open_text("logs\n", TINY_LOGS, MINOS_EARGUMENT),
                        "a history in the format cobra is a folder of files, not one file | ");
}

/* stdin is one file. */
static void a_folder_is_not_read_from_stdin(void **state) {
    (void)state;
    assert_string_equal(open_as("-", TINY_LOGS, MINOS_EARGUMENT),
                        "a history in the format cobra is a folder of files, not one file | ");
}

static void a_folder_is_recognised(void **state) {
    (void)state;
    assert_string_equal(
        open_as(folder, MINOS_FORMAT_AUTO, MINOS_EIO),
        "no format fits the files of the folder | expected history.edn, history.bincode, or "
        "the logs of Cobra (*.log) or Viper (J*.log)");
    assert_string_equal(open_as(folder, TINY_LOGS, MINOS_EIO),
                        "the folder has no logs in the format cobra | ");
    write_file("J1.log", "logs\n0 w1=1\n");
    write_file("x.log", "logs\n0 w1=1\n");
    write_file("readme.txt", "not a log");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_OK), "cobra 2");
    assert_string_equal(open_as(folder, TINY_SECOND_LOGS, MINOS_OK), "viper 1");
    write_file("J1.log", "same\n0 w1=1\n");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_EARGUMENT),
                        "the history may be cobra or viper | name the format: --format cobra or "
                        "--format viper (convert and shrink: --from)");
    write_file("x.log", "something else");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_EARGUMENT),
                        "the folder looks like viper, but has logs of another kind (2 files of the "
                        "folder were not read: x.log and others) | move other files out of the "
                        "folder, or pass --format viper to leave them out");
    assert_string_equal(open_as(folder, TINY_SECOND_LOGS, MINOS_OK), "viper 1");
    write_file("J1.log", "");
    write_file("x.log", "");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_EARGUMENT),
                        "the history may be cobra or viper | name the format: --format cobra or "
                        "--format viper (convert and shrink: --from)");
    drop_file("J1.log");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_OK), "cobra 1");
    drop_file("x.log");
    assert_string_equal(
        open_as(folder, MINOS_FORMAT_AUTO, MINOS_EIO),
        "no format fits the files of the folder | expected history.edn, history.bincode, or "
        "the logs of Cobra (*.log) or Viper (J*.log)");
    write_file("history.edn", "tiny\n0 w1=1\n");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_OK), "plume 1");
    drop_file("history.edn");
    drop_file("readme.txt");
}

/* A damaged log does not hide the format of the others: its reader names the place. */
static void one_log_that_fits_names_the_format(void **state) {
    (void)state;
    write_file("x.log", "logs\n0 w1=1\n");
    write_file("y.log", "damaged");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_OK), "cobra 2");
    write_file("x.log", "");
    assert_string_equal(
        open_as(folder, MINOS_FORMAT_AUTO, MINOS_EIO),
        "no format fits the files of the folder | expected history.edn, history.bincode, or "
        "the logs of Cobra (*.log) or Viper (J*.log)");
    drop_file("y.log");
    drop_file("x.log");
}

/* An empty file is no archive: it was cut short. */
static void an_empty_archive_is_no_log(void **state) {
    (void)state;
    write_file("x.log", "logs\n0 w1=1\n");
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? "y.log.gz" : "y.log.zst";
        char expected[128];
        write_file(name, "");
        snprintf(expected, sizeof expected,
                 "%s: the archive is empty | the file may have been cut short while it was written",
                 name);
        assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_EINPUT), expected);
        drop_file(name);
    }
    drop_file("x.log");
}

static void a_log_that_cannot_be_read_is_named(void **state) {
    (void)state;
    write_file("J1.log", "logs\n0 w1=1\n");
    assert_int_equal(mkdir(inside("x.log"), 0700), 0);
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_EIO),
                        "x.log: a log must be a regular file | ");
    assert_int_equal(rmdir(inside("x.log")), 0);
    assert_int_equal(mkfifo(inside("x.log"), 0600), 0); /* opening it would block */
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_EIO),
                        "x.log: a log must be a regular file | ");
    drop_file("x.log");
    drop_file("J1.log");
}

/* No file of a folder is left out in silence. */
static void every_file_of_a_folder_is_read_or_named(void **state) {
    (void)state;
    static const char *const strange[] = {"y.LOG", "y.log.1", "y.log.bak", ".y.log", ".y.log.gz"};
    write_file("J1.log", "logs\n0 w1=1\n");
    for (size_t i = 0; i < MNS_COUNT_OF(strange); i++) {
        write_file(strange[i], "logs\n0 w1=2\n");
        const char *answer = open_as(folder, MINOS_FORMAT_AUTO, MINOS_EARGUMENT);
        assert_non_null(strstr(answer, "the folder looks like cobra"));
        assert_non_null(strstr(answer, strange[i]));
        assert_string_equal(open_as(folder, TINY_LOGS, MINOS_OK), "cobra 1");
        drop_file(strange[i]);
    }
    /* An archive is read by its content; the name needs no particular one. */
    write_file("y.log.gz", "logs\n0 w1=2\n");
    write_file("z.log.zst", "logs\n0 w1=3\n");
    write_file(".y.log.swp", "hidden");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_OK), "cobra 3");
    drop_file(".y.log.swp");
    drop_file("z.log.zst");
    drop_file("y.log.gz");
    drop_file("J1.log");
}

static void a_file_format_is_no_folder(void **state) {
    (void)state;
    assert_string_equal(
        open_as(folder, MINOS_FORMAT_PLUME, MINOS_EARGUMENT),
        "a history in the format plume is one file, not a folder | name the file in "
        "the folder");
    write_file("history.bincode", "tiny\n0 w1=1\n");
    assert_string_equal(open_as(folder, MINOS_FORMAT_AUTO, MINOS_OK), "plume 1");
    drop_file("history.bincode");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_is_recognised),
        cmocka_unit_test(a_format_that_is_named_is_taken),
        cmocka_unit_test(a_folder_is_not_read_from_stdin),
        cmocka_unit_test(a_folder_is_recognised),
        cmocka_unit_test(one_log_that_fits_names_the_format),
        cmocka_unit_test(an_empty_archive_is_no_log),
        cmocka_unit_test(a_log_that_cannot_be_read_is_named),
        cmocka_unit_test(every_file_of_a_folder_is_read_or_named),
        cmocka_unit_test(a_file_format_is_no_folder),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
