/* test_new_folder.c - a folder of files appears complete or not at all. The files are included,
 * because the command line is a program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/beside.c"
#include "cli/new_folder.c"
#include <cmocka.h>

static char complaint[512];

int complain(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(complaint, sizeof complaint, format, args);
    va_end(args);
    return EXIT_ARGUMENTS;
}

/* ---- A place for each test ------------------------------------------------------------------ */

typedef struct place {
    char folder[64], target[128];
} place;

static int make_place(void **state) {
    place *p = calloc(1, sizeof *p);
    snprintf(p->folder, sizeof p->folder, "/tmp/minos-new-folder-XXXXXX");
    assert_non_null(mkdtemp(p->folder));
    snprintf(p->target, sizeof p->target, "%s/out.cobra", p->folder);
    complaint[0] = '\0';
    *state = p;
    return 0;
}

static void remove_all(const char *path) {
    DIR *dir = opendir(path);
    const struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char inside[512];
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        if (!is_dots(entry->d_name) && unlink(inside) != 0) {
            remove_all(inside);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
    rmdir(path);
}

static int remove_place(void **state) {
    place *p = *state;
    remove_all(p->folder);
    free(p);
    return 0;
}

static unsigned count_files(const char *path) {
    unsigned count = 0;
    DIR *dir = opendir(path);
    assert_non_null(dir);
    const struct dirent *entry;
    while ((entry = readdir(dir)) != NULL) {
        count += !is_dots(entry->d_name);
    }
    closedir(dir);
    return count;
}

static void expect_file(const place *p, const char *name, const char *text) {
    char path[256], found[64] = "";
    snprintf(path, sizeof path, "%s/%s", p->target, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(found, 1, sizeof found - 1, file);
    assert_int_equal(size, strlen(text));
    assert_string_equal(found, text);
    fclose(file);
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void files_appear_together(void **state) {
    const place *p = *state;
    new_folder folder;
    struct stat there;
    assert_int_equal(new_folder_open(&folder, p->target), GO_ON);
    assert_int_equal(new_folder_write(&folder, "T0.log", "ab", 2), MINOS_OK);
    assert_int_equal(new_folder_write(&folder, "T0.log", "c", 1), MINOS_OK);
    assert_int_equal(new_folder_write(&folder, "T1.log", "", 0), MINOS_OK);
    assert_int_equal(new_folder_write(&folder, "T2.log", "d", 1), MINOS_OK);
    assert_int_equal(lstat(p->target, &there), -1);
    assert_int_equal(new_folder_close(&folder, true), GO_ON);
    expect_file(p, "T0.log", "abc");
    expect_file(p, "T1.log", "");
    expect_file(p, "T2.log", "d");
    assert_int_equal(count_files(p->target), 3);
    assert_int_equal(count_files(p->folder), 1);
    assert_string_equal(complaint, "");
}

static void an_empty_folder_is_replaced(void **state) {
    place *p = *state;
    char path[160];
    new_folder folder;
    assert_int_equal(mkdir(p->target, 0777), 0);
    snprintf(path, sizeof path, "%s///", p->target);
    assert_int_equal(new_folder_open(&folder, path), GO_ON);
    assert_int_equal(new_folder_write(&folder, "T0.log", "ab", 2), MINOS_OK);
    assert_int_equal(new_folder_close(&folder, true), GO_ON);
    expect_file(p, "T0.log", "ab");
    assert_int_equal(count_files(p->folder), 1);
}

static void nothing_remains_of_what_is_not_kept(void **state) {
    const place *p = *state;
    new_folder folder;
    assert_int_equal(new_folder_open(&folder, p->target), GO_ON);
    assert_int_equal(new_folder_write(&folder, "T0.log", "ab", 2), MINOS_OK);
    assert_int_equal(new_folder_close(&folder, false), GO_ON);
    assert_int_equal(count_files(p->folder), 0);
    assert_string_equal(complaint, "");
}

static void refuse(const place *p, const char *why) {
    char expected[512];
    new_folder folder;
    assert_int_equal(new_folder_open(&folder, p->target), EXIT_ERROR);
    assert_int_equal(new_folder_close(&folder, false), GO_ON);
    snprintf(expected, sizeof expected, "cannot write %s: %s", p->target, why);
    assert_string_equal(complaint, expected);
}

static void what_exists_is_not_touched(void **state) {
    const place *p = *state;
    char inside[256];
    assert_int_equal(symlink("/nowhere", p->target), 0);
    refuse(p, "it exists and is not a folder");
    assert_int_equal(unlink(p->target), 0);
    assert_int_equal(mkdir(p->target, 0777), 0);
    snprintf(inside, sizeof inside, "%s/.kept", p->target);
    assert_int_equal(mkdir(inside, 0777), 0);
    refuse(p, "the folder is not empty");
    assert_int_equal(count_files(p->folder), 1);
    assert_int_equal(count_files(p->target), 1);
}

/* Another program fills the folder while this one writes. */
static void a_folder_that_was_filled_is_not_replaced(void **state) {
    const place *p = *state;
    char inside[256];
    new_folder folder;
    assert_int_equal(new_folder_open(&folder, p->target), GO_ON);
    assert_int_equal(new_folder_write(&folder, "T0.log", "ab", 2), MINOS_OK);
    snprintf(inside, sizeof inside, "%s/theirs", p->target);
    assert_int_equal(mkdir(p->target, 0777), 0);
    assert_int_equal(mkdir(inside, 0777), 0);
    assert_int_equal(new_folder_close(&folder, true), EXIT_ERROR);
    assert_non_null(strstr(complaint, "out.cobra: "));
    assert_int_equal(count_files(p->folder), 1);
    assert_int_equal(count_files(p->target), 1);
}

/* A file that was left would lose its first part. */
static void a_file_is_written_once(void **state) {
    const place *p = *state;
    new_folder folder;
    assert_int_equal(new_folder_open(&folder, p->target), GO_ON);
    assert_int_equal(new_folder_write(&folder, "T0.log", "ab", 2), MINOS_OK);
    assert_int_equal(new_folder_write(&folder, "T1.log", "ab", 2), MINOS_OK);
    assert_int_equal(new_folder_write(&folder, "T0.log", "ab", 2), MINOS_EIO);
    assert_int_equal(new_folder_write(&folder, "T2.log", "ab", 2), MINOS_EIO);
    assert_int_equal(new_folder_close(&folder, true), EXIT_ERROR);
    assert_int_equal(count_files(p->folder), 0);
}

static void the_parent_must_exist(void **state) {
    place *p = *state;
    snprintf(p->target, sizeof p->target, "%s/missing/out.cobra", p->folder);
    refuse(p, strerror(ENOENT));
    assert_int_equal(count_files(p->folder), 0);
}

#define PLACED(test) cmocka_unit_test_setup_teardown(test, make_place, remove_place)

int main(void) {
    const struct CMUnitTest tests[] = {
        PLACED(files_appear_together),
        PLACED(an_empty_folder_is_replaced),
        PLACED(nothing_remains_of_what_is_not_kept),
        PLACED(what_exists_is_not_touched),
        PLACED(a_folder_that_was_filled_is_not_replaced),
        PLACED(a_file_is_written_once),
        PLACED(the_parent_must_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
