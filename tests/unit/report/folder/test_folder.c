/* test_folder.c - the report folder, and that foreign files are never touched. */
#include <sys/stat.h>
#include <unistd.h>

#include "report/edn/edn_result.h"
#include "report/folder/folder.h"
#include "unit/support/page_fixture.h"
#include "unit/support/report_fixture.h"

static char base[] = "/tmp/minos-report-XXXXXX";
static char path[256];
static fixture f;

static bool exists(const char *name) {
    char full[512];
    snprintf(full, sizeof full, "%s/%s", path, name);
    return access(full, F_OK) == 0;
}

static void make_file(const char *name) {
    char full[512];
    snprintf(full, sizeof full, "%s/%s", path, name);
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    fclose(file);
}

/* The beginning of what Minos itself writes. */
static void make_results(const char *text) {
    char full[512];
    snprintf(full, sizeof full, "%s/results.json", path);
    FILE *file = fopen(full, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    fclose(file);
}

#define OUR_RESULTS "{\"schema\":1,\"minos\":\"0.1.0\",\"file\":\"h.edn\"}\n"

static void remove_file(const char *name) {
    char full[512];
    snprintf(full, sizeof full, "%s/%s", path, name);
    assert_int_equal(unlink(full), 0);
}

static int setup(void **state) {
    (void)state;
    snprintf(base, sizeof base, "/tmp/minos-report-XXXXXX");
    assert_non_null(mkdtemp(base));
    snprintf(path, sizeof path, "%s/report", base);
    fixture_open(&f, fixture_edn, "serializable", NULL);
    return 0;
}

/* Fails if anything is left beside the report: an unfinished or an old folder. */
static int teardown(void **state) {
    (void)state;
    fixture_close(&f);
    mns_folder_remove(path);
    assert_int_equal(rmdir(base), 0);
    return 0;
}

static void write_report(minos_status expected, const char *part) {
    char *message = NULL;
    mns_buf_clear(&f.out);
    mns_report_edn(&f.report, &f.out);
    assert_int_equal(mns_report_folder(fixture_document(&f), &f.out, path, &message), expected);
    assert_int_equal(message != NULL, part != NULL);
    if (part != NULL) {
        assert_non_null(strstr(message, part));
    }
    free(message);
}

static void test_new(void **state) {
    (void)state;
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write_report(MINOS_OK, NULL);
    assert_true(exists("results.json") && exists("results.edn") && exists("report.txt"));
    assert_true(exists("G-single-item.txt") && exists("G-single-item/1.dot"));
    assert_false(exists("G-single-item/2.dot"));
    assert_true(exists("index.html") && exists("models.svg"));
    assert_true(exists("G-single-item/1.svg") && exists("G-single-item/1-timeline.svg"));
}

static void test_replace(void **state) {
    (void)state;
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write_report(MINOS_OK, NULL);
    f.witnesses.count = 0;
    memset(f.witnesses.total, 0, sizeof f.witnesses.total);
    fixture_judge(&f, true);
    write_report(MINOS_OK, NULL);
    assert_true(exists("results.json"));
    assert_false(exists("G-single-item.txt") || exists("G-single-item"));
}

static void test_empty(void **state) {
    (void)state;
    fixture_judge(&f, true);
    assert_int_equal(mkdir(path, 0777), 0);
    write_report(MINOS_OK, NULL);
    assert_true(exists("results.json"));
}

static void test_foreign(void **state) {
    (void)state;
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    write_report(MINOS_OK, NULL);
    make_file("notes.txt");
    write_report(MINOS_EIO, "notes.txt");
    assert_true(exists("notes.txt") && exists("G-single-item/1.dot"));
    remove_file("notes.txt");
    make_file("G-single-item/plan.svg");
    write_report(MINOS_EIO, "plan.svg");
    assert_true(exists("G-single-item/plan.svg"));
    remove_file("G-single-item/plan.svg");
}

/* A page for each key whose reads disagree, and none is taken for ours that is not. */
static void test_keys(void **state) {
    (void)state;
    const page_sizes sizes = {"../<k>", MNS_A_INCOMPATIBLE_ORDER + 1, 1, 2, 1, 2, 0};
    mns_document document;
    page_document(&document, &sizes);
    char *message = NULL;
    assert_int_equal(mns_report_folder(&document, NULL, path, &message), MINOS_OK);
    assert_true(exists("incompatible-order/%2E.%2F%3Ck%3E.html"));
    assert_true(exists("incompatible-order/%2E.%2F%3Ck%3E-2.html"));
    make_file("incompatible-order/mine.html");
    assert_int_equal(mns_report_folder(&document, NULL, path, &message), MINOS_EIO);
    assert_non_null(strstr(message, "mine.html"));
    free(message);
    mns_folder_remove(path);
    assert_true(exists("incompatible-order/mine.html"));
    assert_false(exists("incompatible-order/%2E.%2F%3Ck%3E.html"));
    remove_file("incompatible-order/mine.html");
    make_results(OUR_RESULTS); /* so that what is left is a report again */
    assert_int_equal(mns_report_folder(&document, NULL, path, &message), MINOS_OK);
    mns_document_release(&document);
}

static ino_t file_id(const char *name) {
    char full[512];
    struct stat info;
    snprintf(full, sizeof full, "%s/%s", path, name);
    assert_int_equal(lstat(full, &info), 0);
    assert_int_equal(info.st_nlink, 1);
    return info.st_ino;
}

/* A report in the folder of its history, and its replacement. */
static void test_history(void **state) {
    (void)state;
    fixture_read_skew(&f);
    fixture_judge(&f, true);
    assert_int_equal(mkdir(path, 0777), 0);
    make_file("history.edn");
    make_file("run.json");
    ino_t history = file_id("history.edn"), run = file_id("run.json");
    for (int i = 0; i < 2; i++) {
        write_report(MINOS_OK, NULL);
        assert_true(exists("results.json") && exists("G-single-item/1.svg"));
        assert_true(file_id("history.edn") == history && file_id("run.json") == run);
    }
    mns_folder_remove(path); /* what has no other name is never removed */
    assert_true(exists("history.edn") && exists("run.json") && !exists("results.json"));
    remove_file("history.edn");
    remove_file("run.json");
}

/* What only looks like a history is foreign: a folder, or a link that leads elsewhere. */
static void test_not_history(void **state) {
    (void)state;
    fixture_judge(&f, true);
    write_report(MINOS_OK, NULL);
    char full[512];
    snprintf(full, sizeof full, "%s/history.edn", path);
    assert_int_equal(mkdir(full, 0777), 0);
    write_report(MINOS_EIO, "history.edn");
    assert_int_equal(rmdir(full), 0);
    assert_int_equal(symlink("/etc/passwd", full), 0);
    write_report(MINOS_EIO, "history.edn");
    assert_int_equal(unlink(full), 0);
    make_file("history.edn.bak");
    write_report(MINOS_EIO, "history.edn.bak");
    remove_file("history.edn.bak");
}

/* Where there are no links the files are moved, and those that were linked stay as they are. */
static void test_moved(void **state) {
    (void)state;
    char other[512], from[1024], to[1024];
    snprintf(other, sizeof other, "%s/other", base);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(mkdir(other, 0777), 0);
    make_file("history.edn");
    make_file("run.json");
    snprintf(from, sizeof from, "%s/run.json", path);
    snprintf(to, sizeof to, "%s/run.json", other);
    assert_int_equal(link(from, to), 0);
    char *message = NULL;
    assert_int_equal(mns_folder_move_kept(path, other, &message), MINOS_OK);
    assert_true(!exists("history.edn") && exists("run.json"));
    assert_int_equal(mns_folder_move_kept("/nowhere", other, &message), MINOS_EIO);
    assert_non_null(strstr(message, "/nowhere"));
    free(message);
    remove_file("run.json");
    snprintf(from, sizeof from, "%s/history.edn", other);
    assert_int_equal(unlink(from), 0);
    assert_int_equal(unlink(to), 0);
    assert_int_equal(rmdir(other), 0);
}

/* A report of a version that drew no pictures is replaced too. */
static void test_older(void **state) {
    (void)state;
    fixture_judge(&f, true);
    assert_int_equal(mkdir(path, 0777), 0);
    make_results(OUR_RESULTS);
    make_file("results.edn");
    make_file("report.txt");
    make_file("G1a.txt");
    write_report(MINOS_OK, NULL);
    assert_true(exists("index.html") && !exists("G1a.txt"));
}

static void test_no_results(void **state) {
    (void)state;
    fixture_judge(&f, true);
    assert_int_equal(mkdir(path, 0777), 0);
    make_file("report.txt"); /* a name of ours, but not a report */
    write_report(MINOS_EIO, "results.json");
    assert_true(exists("report.txt"));
}

/* Many programs write a results.json. */
static void test_foreign_results(void **state) {
    (void)state;
    static const char *const texts[] = {
        "",
        "{}",
        "[1, 2]\n",
        "{\"valid\": true}\n",
        "{\"schema\":1}",
        "{\"schema\":,\"minos\":\"0.1.0\"}",
        "{\"schema\":\"https://example.org/\",\"minos\":\"0.1.0\"}",
        "{\"schema\":1,\"file\":\"h.edn\",\"error\":{}}",
    };
    fixture_judge(&f, true);
    assert_int_equal(mkdir(path, 0777), 0);
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        make_results(texts[i]);
        write_report(MINOS_EIO, "not part of a report: results.json");
        assert_true(exists("results.json") && !exists("index.html"));
    }
    make_results("{\"schema\":12,\"minos\":\"3.4\"}");
    write_report(MINOS_OK, NULL);
    assert_true(exists("index.html"));
}

static void test_file_in_the_way(void **state) {
    (void)state;
    fixture_judge(&f, true);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    write_report(MINOS_EIO, "is not a folder");
    assert_int_equal(unlink(path), 0);
}

/* A saved result has no EDN. */
static void test_without_edn(void **state) {
    (void)state;
    fixture_judge(&f, true);
    char *message = NULL;
    assert_int_equal(mns_report_folder(fixture_document(&f), NULL, path, &message), MINOS_OK);
    assert_null(message);
    assert_true(exists("results.json") && !exists("results.edn"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_new, setup, teardown),
        cmocka_unit_test_setup_teardown(test_replace, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_foreign, setup, teardown),
        cmocka_unit_test_setup_teardown(test_keys, setup, teardown),
        cmocka_unit_test_setup_teardown(test_history, setup, teardown),
        cmocka_unit_test_setup_teardown(test_not_history, setup, teardown),
        cmocka_unit_test_setup_teardown(test_moved, setup, teardown),
        cmocka_unit_test_setup_teardown(test_older, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_results, setup, teardown),
        cmocka_unit_test_setup_teardown(test_foreign_results, setup, teardown),
        cmocka_unit_test_setup_teardown(test_file_in_the_way, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_edn, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
