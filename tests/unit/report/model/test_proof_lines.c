/* test_proof_lines.c - the text of a witness in lines, and whom each is about. */
#include "report/model/proof_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const char cycle[] = "Let:\n"
                            "  T1 = {:index 1, :value [[:r T2 1]]}\n"
                            "  T2 = {:index 2}\n"
                            "\n"
                            "Then:\n"
                            "  - T1 < T2, because T1 did not observe T2's write.\n"
                            "  - However, T2 < T1, because it did: a contradiction!\n"
                            "\n"
                            "Evidence:\n"
                            "  - 1 precedes 2 in x: T2 wrote it.\n"
                            "\n"
                            "Either the database is wrong,\n"
                            "or the client is.\n";

static void expect_line(mns_proof *proof, mns_line_kind kind, const char *text, uint32_t step) {
    mns_proof_line line;
    assert_true(mns_proof_next(proof, &line));
    assert_string_equal(mns_line_kind_name(line.kind), mns_line_kind_name(kind));
    assert_int_equal(line.size, strlen(text));
    assert_memory_equal(line.text, text, line.size);
    assert_int_equal(line.step, step);
}

static void test_cycle(void **state) {
    (void)state;
    mns_proof proof = mns_proof_begin(cycle, 2);
    expect_line(&proof, MNS_LINE_HEADING, "Let:", MNS_NONE);
    expect_line(&proof, MNS_LINE_LET, "T1 = {:index 1, :value [[:r T2 1]]}", MNS_NONE);
    expect_line(&proof, MNS_LINE_LET, "T2 = {:index 2}", MNS_NONE);
    expect_line(&proof, MNS_LINE_HEADING, "Then:", MNS_NONE);
    expect_line(&proof, MNS_LINE_STEP, "T1 < T2, because T1 did not observe T2's write.", 0);
    expect_line(&proof, MNS_LINE_STEP, "However, T2 < T1, because it did: a contradiction!", 1);
    expect_line(&proof, MNS_LINE_HEADING, "Evidence:", MNS_NONE);
    expect_line(&proof, MNS_LINE_EVIDENCE, "1 precedes 2 in x: T2 wrote it.", MNS_NONE);
    expect_line(&proof, MNS_LINE_PLAIN, "Either the database is wrong,\nor the client is.",
                MNS_NONE);
    mns_proof_line line;
    assert_false(mns_proof_next(&proof, &line));
}

/* Of a case the sentences are no steps; and there are never more steps than the cycle has. */
static void test_case(void **state) {
    (void)state;
    static const char text[] = "Then:\n  - a\n  - b\n";
    mns_proof proof = mns_proof_begin(text, 0);
    expect_line(&proof, MNS_LINE_HEADING, "Then:", MNS_NONE);
    expect_line(&proof, MNS_LINE_PLAIN, "a", MNS_NONE);
    proof = mns_proof_begin(text, 1);
    expect_line(&proof, MNS_LINE_HEADING, "Then:", MNS_NONE);
    expect_line(&proof, MNS_LINE_STEP, "a", 0);
    expect_line(&proof, MNS_LINE_PLAIN, "b", MNS_NONE);
}

static void test_empty(void **state) {
    (void)state;
    mns_proof_line line;
    mns_proof proof = mns_proof_begin("", 0);
    assert_false(mns_proof_next(&proof, &line));
    proof = mns_proof_begin("\n\n", 0);
    assert_false(mns_proof_next(&proof, &line));
    proof = mns_proof_begin("no newline", 0);
    expect_line(&proof, MNS_LINE_PLAIN, "no newline", MNS_NONE);
    assert_false(mns_proof_next(&proof, &line));
    proof = mns_proof_begin("  \n", 0);
    expect_line(&proof, MNS_LINE_PLAIN, "", MNS_NONE);
}

static void expect_named(const char *text, const char *expected) {
    mns_proof_line line = {.text = text, .size = strlen(text)};
    char named[128] = "";
    size_t at = 0;
    uint32_t place;
    while ((place = mns_proof_named(&line, &at)) != MNS_NONE) {
        size_t size = strlen(named);
        snprintf(named + size, sizeof named - size, "%lu ", (unsigned long)place);
    }
    assert_string_equal(named, expected);
}

static void test_named(void **state) {
    (void)state;
    expect_named("T1 < T12, because T1's write", "0 11 0 ");
    expect_named("after T3. And T4: no", "2 3 ");
    expect_named("wrote \"T1 \\\" T2\" to T3", "2 ");
    expect_named("\"T1", "");
    expect_named("\"T1\\", "");
    expect_named("aT1 :T1 T1x T1-y T T0 Tx T99999999999999 t1", "");
    expect_named("(T7)", "6 ");
    expect_named("T2", "1 ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_case),
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
