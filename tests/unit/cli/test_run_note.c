/* test_run_note.c - what a database says of itself, as JSON. The file is included, because the
 * command line is a program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/run_note.c"
#include <cmocka.h>

/* Of the parts of the command that are not tested here. */
char *run_path(const char *folder, const char *name) {
    (void)folder;
    (void)name;
    return NULL;
}

bool run_faults_wanted(const run_settings *s) { return s->run.faults.kinds != NULL; }

int out_of_memory(void) { return EXIT_ERROR; }

int file_write(const char *path, const char *text, size_t size) {
    (void)path;
    (void)text;
    (void)size;
    return GO_ON;
}

static void expect_json(const char *text, const char *expected) {
    char *written = NULL;
    size_t size = 0;
    note n = {.out = open_memstream(&written, &size)};
    assert_non_null(n.out);
    write_string(&n, text);
    assert_int_equal(fclose(n.out), 0);
    assert_false(n.failed);
    assert_string_equal(written, expected);
    free(written);
}

static void test_strings(void **state) {
    (void)state;
    expect_json(NULL, "null");
    expect_json("", "\"\"");
    expect_json("a \"b\" \\ c", "\"a \\\"b\\\" \\\\ c\"");
    expect_json("a\n\t\x1b[0m\x7f", "\"a\\n\\t\\u001b[0m\\u007f\"");
    expect_json("ä € 𝄞", "\"ä € 𝄞\"");
}

/* What is no UTF-8: alone, cut short, overlong, a surrogate, beyond the last character. */
static void test_other_bytes(void **state) {
    (void)state;
    expect_json("\x80", "\"\xef\xbf\xbd\"");
    expect_json("\xC3", "\"\xef\xbf\xbd\"");
    expect_json("\xE2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    expect_json("\xC0\xAF", "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    expect_json("\xE0\x80\xAF", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    expect_json("\xED\xA0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    expect_json("\xF4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    expect_json("\xFFq", "\"\xef\xbf\xbd"
                         "q\"");
}

/* No password of any argument, and what came of it only once it has. */
static void test_note(void **state) {
    (void)state;
    char target[] = "postgres://me:***@h/x", database[] = "Postgre\"SQL", level[] = "serializable";
    char *arguments[] = {(char[]){"-q"}, (char[]){"postgres://me:s3cret@h/x"}};
    const char *options[] = {"fsync=off", NULL};
    run_settings s = {.shown = target,
                      .argc = 2,
                      .argv = arguments,
                      .server_options = options,
                      .server_option_count = 1};
    minos_run_options_init(&s.run);
    char *text = run_note_text(&s, NULL, NULL);
    assert_non_null(strstr(text, "\"target\": \"postgres://me:***@h/x\", \"level\": null, "));
    assert_non_null(
        strstr(text, "\"command\": [\"minos\", \"run\", \"-q\", \"postgres://me:***@h/x\"]}"));
    assert_non_null(strstr(text, "\"server_options\": [\"fsync=off\"]"));
    assert_null(strstr(text, "s3cret"));
    assert_null(strstr(text, "\"ended\""));
    free(text);
    const minos_run_summary summary = {
        .database = database, .isolation = level, .ended = MINOS_END_TIME, .ok = 7, .seconds = 1.5};
    text = run_note_text(&s, level, &summary);
    assert_non_null(
        strstr(text, "\"database\": \"Postgre\\\"SQL\", \"isolation\": \"serializable\""));
    assert_non_null(
        strstr(text, "\"ended\": \"time\", \"seconds\": 1.500, \"ok\": 7, \"fail\": 0"));
    free(text);
}

/* Nodes and faults, without passwords wherever they may be. */
static void test_faults(void **state) {
    (void)state;
    char target[] = "postgres://a/";
    const char *more[] = {"postgres://me:s3cret@b/", "postgres://c/", NULL};
    long processes[] = {17, 18, 0};
    run_settings s = {
        .shown = target, .more = more, .nodes = 3, .processes = processes, .process_count = 2};
    minos_run_options_init(&s.run);
    char *text = run_note_text(&s, NULL, NULL);
    assert_non_null(strstr(text, "\"nodes\": 3, \"more\": [\"postgres://me:***@b/\", "
                                 "\"postgres://c/\"], \"sync\": false, \"namespaces\": false"));
    assert_non_null(strstr(text, "\"faults\": null"));
    free(text);
    s.run.faults = (minos_fault_options){.kinds = "kill,pause",
                                         .every_s = 2.5,
                                         .for_s = 1,
                                         .command = "PGPASSWORD=s3cret sh break.sh",
                                         .processes = processes};
    char kinds[] = "kill";
    const minos_run_summary summary = {.faults = 3, .fault_kinds = kinds};
    text = run_note_text(&s, NULL, &summary);
    assert_non_null(strstr(text, "\"faults\": {\"kinds\": \"kill,pause\", \"on\": null, "
                                 "\"every_s\": 2.5, \"for_s\": 1, \"command\": "
                                 "\"PGPASSWORD=*** sh break.sh\", \"heal_command\": null, "
                                 "\"processes\": [17, 18]}"));
    assert_non_null(strstr(text, "\"fault_count\": 3, \"fault_kinds\": \"kill\""));
    assert_null(strstr(text, "s3cret"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_other_bytes),
        cmocka_unit_test(test_note),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
