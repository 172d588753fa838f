/* test_run_errors.c - the error that clients had most often. The file is included, because the
 * command line is a program and no library to link with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include "cli/run_errors.c"
#include <cmocka.h>

/* Of the parts of the command that are not tested here. */
void run_make_plain(char *text) { (void)text; }

#define FAIL "{:index 1, :type :fail, :process 0, :f :txn, :value [[:r 1 nil]], :error "

static void expect(const char *history, const char *expected) {
    char path[] = "/tmp/minos-errors-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, history, strlen(history)), strlen(history));
    close(file);
    char *error = run_most_frequent_error(path);
    unlink(path);
    if (expected == NULL) {
        assert_null(error);
    } else {
        assert_non_null(error);
        assert_string_equal(error, expected);
    }
    free(error);
}

static void test_most_frequent(void **state) {
    (void)state;
    expect("", NULL);
    expect("{:type :ok, :process 0, :value [[:r 1 nil]]}\n", NULL);
    expect(FAIL "[:deadlock \"40P01\" \"deadlock detected\"]}\n",
           "deadlock \"40P01\" \"deadlock detected\"");
    /* counted without their messages, shown with the first of them */
    expect(FAIL "[:deadlock \"40P01\" \"of 1\"]}\n" FAIL "[:busy \"5\" \"row 1\"]}\n" FAIL
                "[:busy \"5\" \"row 2\"]}\n",
           "busy \"5\" \"row 1\"");
    /* another code is another error */
    expect(FAIL "[:busy \"5\" \"a\"]}\n" FAIL "[:busy \"6\" \"b\"]}\n" FAIL
                "[:busy \"6\" \"c\"]}\n",
           "busy \"6\" \"b\"");
}

/* Any bytes: no end, no strings, longer than what is shown, more kinds than are counted. */
static void test_strange(void **state) {
    (void)state;
    expect(FAIL, "");
    expect(FAIL "[:timeout]}\n", "timeout");
    expect(FAIL "[:a \"1", "a \"1");
    static char large[20000];
    snprintf(large, sizeof large, "%s[:long \"%0*d\"", FAIL, 9000, 7);
    char cut[SHOWN] = "";
    memcpy(cut, large + strlen(FAIL), SHOWN - 1);
    expect(large, cut + 2);
    large[0] = '\0';
    for (int i = 0; i < 2 * KINDS; i++) {
        snprintf(large + strlen(large), sizeof large - strlen(large), "%s[:e%d \"\" \"\"]}\n", FAIL,
                 i);
    }
    expect(large, "e0 \"\" \"\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_most_frequent),
        cmocka_unit_test(test_strange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
