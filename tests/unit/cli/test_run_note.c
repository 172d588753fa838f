/* test_run_note.c - what a database says of itself, as JSON. The file is included, because the
 * command line is a program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/run_command.c"
#include "cli/run_note.c"
#include <cmocka.h>

/* Of the parts of the command that are not tested here. */
char *run_path(const char *folder, const char *name) {
    (void)folder;
    return strdup(name);
}

bool run_faults_wanted(const run_settings *s) { return s->run.faults.kinds != NULL; }

const char *run_level_used(const char *target, const char *level) {
    (void)target;
    return level;
}

const char *program_commit(void) { return "1a2b3c"; }

char *run_most_frequent_error(const char *history) {
    (void)history;
    return NULL;
}

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
    run_settings s = {.target = "postgres://me:s3cret@h/x",
                      .shown = target,
                      .argc = 2,
                      .argv = arguments,
                      .server_options = options,
                      .server_option_count = 1};
    minos_run_options_init(&s.run);
    char *text = run_note_text(&s, NULL, NULL, "/nowhere");
    assert_non_null(strstr(text, "\"target\": \"postgres://me:***@h/x\", \"level\": null, "));
    assert_non_null(strstr(text,
                           "\"command\": [\"minos\", \"run\", \"-q\", \"postgres://me:***@h/x\"], "
                           "\"command_line\": \"minos run 'postgres://me:***@h/x' --seed 1\"}"));
    assert_non_null(strstr(text, "\"server_options\": [\"fsync=off\"]"));
    assert_null(strstr(text, "s3cret"));
    assert_null(strstr(text, "\"ended\""));
    free(text);
    const minos_run_summary summary = {
        .database = database, .isolation = level, .ended = MINOS_END_TIME, .ok = 7, .seconds = 1.5};
    text = run_note_text(&s, level, &summary, "/nowhere");
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
    run_settings s = {.target = target,
                      .shown = target,
                      .more = more,
                      .nodes = 3,
                      .processes = processes,
                      .process_count = 2};
    minos_run_options_init(&s.run);
    char *text = run_note_text(&s, NULL, NULL, "/nowhere");
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
    text = run_note_text(&s, NULL, &summary, "/nowhere");
    assert_non_null(strstr(text, "\"faults\": {\"kinds\": \"kill,pause\", \"on\": null, "
                                 "\"every_s\": 2.5, \"for_s\": 1, \"command\": "
                                 "\"PGPASSWORD=*** sh break.sh\", \"heal_command\": null, "
                                 "\"processes\": [17, 18]}"));
    assert_non_null(strstr(text, "\"fault_count\": 3, \"fault_kinds\": \"kill\""));
    assert_null(strstr(text, "s3cret"));
    free(text);
}

/* Long names, without the folder and --levels, quoted, with the seed. */
static void test_command(void **state) {
    (void)state;
    static const cli_option directory = {OPTION_RUN_DIRECTORY, 'o', "directory", "DIR", NULL};
    static const cli_option levels = {OPTION_RUN_LEVELS, 0, "levels", "A,B", NULL};
    static const cli_option time = {OPTION_RUN_TIME, 't', "time", "SECONDS", NULL};
    static const cli_option keep = {OPTION_RUN_KEEP, 0, "keep", NULL, NULL};
    static const cli_option server = {OPTION_RUN_SERVER_OPTION, 0, "server-option", "N=V", NULL};
    static const cli_option seed = {OPTION_GENERATOR_SEED, 's', "seed", "N", NULL};
    const char *more[] = {"postgres://b/it's", NULL};
    run_settings s = {.target = "postgres://me:s3cret@a/x", .more = more, .levels = "all"};
    minos_run_options_init(&s.run);
    assert_true(run_remember(&s, &directory, "out") && run_remember(&s, &time, "8") &&
                run_remember(&s, &levels, "all") && run_remember(&s, &keep, NULL) &&
                run_remember(&s, &server, "a password=x y"));
    char *line = run_command_line(&s, "read-committed");
    assert_string_equal(line,
                        "minos run 'postgres://me:***@a/x' 'postgres://b/it'\\''s' --time 8 "
                        "--keep --server-option 'a password=*** y' --isolation read-committed "
                        "--seed 1");
    free(line);
    s.levels = NULL;
    assert_true(run_remember(&s, &seed, "7"));
    line = run_command_line(&s, "read-committed");
    assert_non_null(strstr(line, " --seed 7"));
    assert_null(strstr(line, "--isolation"));
    free(line);
    free(s.given);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings), cmocka_unit_test(test_other_bytes),
        cmocka_unit_test(test_note),    cmocka_unit_test(test_faults),
        cmocka_unit_test(test_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
