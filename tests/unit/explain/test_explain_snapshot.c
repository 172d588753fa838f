/* test_explain_snapshot.c - the words for what revealed times do not allow. */
#include "unit/support/explained_support.h"

#define AT(process, start, commit, mops)                                                           \
    "{:type :ok, :process " #process ", :start-ts " #start ", :commit-ts " #commit                 \
    ", :value [" mops "]}\n"

static void test_whole_text(void **state) {
    (void)state;
    explained e;
    explain_all(&e, AT(0, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:r :x 1]"), (mns_assumptions){0});
    assert_string_equal(
        find(&e, MNS_A_G_SIA)->text,
        "Let:\n"
        "  T1 = {:index 0, :process 0, :type :ok, :start-ts 1, :commit-ts 3, :value "
        "[[:w :x 1]]}\n"
        "  T2 = {:index 1, :process 1, :type :ok, :start-ts 2, :commit-ts 4, :value "
        "[[:r :x 1]]}\n"
        "\n"
        "Then:\n"
        "  - T1 set :x to 1, and committed at 3 (:commit-ts).\n"
        "  - T2 started at 2 (:start-ts).\n"
        "  - However, T2 read T1's write of 1 to :x: a contradiction!\n");
    explained_close(&e);
}

static void test_missed(void **state) {
    (void)state;
    expect_then(AT(0, 1, 2, "[:append :x 1]") AT(1, 3, 4, "[:r :x []]"), MNS_A_G_SIB,
                "  - T1 appended 1 to :x, and committed at 2 (:commit-ts).\n"
                "  - T2 started at 3 (:start-ts).\n"
                "  - However, T2 read :x as [], without T1's append of 1: a contradiction!\n");
    expect_then(AT(0, 1, 2, "[:add :x 1]") AT(1, 3, 4, "[:r :x #{}]"), MNS_A_G_SIB,
                "  - T1 added 1 to :x, and committed at 2 (:commit-ts).\n"
                "  - T2 started at 3 (:start-ts).\n"
                "  - However, T2 read :x as #{}, without T1's add of 1: a contradiction!\n");
    expect_then(
        AT(0, 1, 2, "[:w :x 1]") AT(1, 3, 4, "[:w :x 2]") AT(2, 5, 6, "[:r :x 1]"), MNS_A_G_SIA,
        "  - T1 set :x to 1, and committed at 2 (:commit-ts).\n"
        "  - T2 set :x to 2, and committed at 4 (:commit-ts).\n"
        "  - T3 started at 5 (:start-ts).\n"
        "  - However, T3 read :x as 1, which T2 had overwritten with 2: a contradiction!\n");
}

static void test_overlap(void **state) {
    (void)state;
    expect_then(AT(0, 1, 3, "[:w :x 1]") AT(1, 2, 4, "[:w :x 2]"), MNS_A_G_SIA,
                "  - T1 set :x to 1, started at 1 (:start-ts) and committed at 3 (:commit-ts).\n"
                "  - T2 set :x to 2, started at 2 (:start-ts) and committed at 4 (:commit-ts).\n"
                "  - However, neither had committed when the other started: a "
                "contradiction!\n");
}

static void test_sums(void **state) {
    (void)state;
    expect_then(AT(0, 1, 2, "[:inc :x 1]") AT(1, 1, 9, "[:inc :x -1]") AT(2, 3, 4, "[:r :x 0]"),
                MNS_A_G_SIA,
                "  - T3 started at 3 (:start-ts).\n"
                "  - T1 added 1 to :x, and committed at 2 (:commit-ts).\n"
                "  - T2 added -1 to :x, and committed at 9 (:commit-ts).\n"
                "  - However, T3 read :x as 0, which is impossible unless it missed increments "
                "committed before it started or saw increments committed after it started: a "
                "contradiction!\n");
    expect_then(AT(0, 1, 2, "[:inc :x 1]") AT(1, 3, 4, "[:r :x 0]"), MNS_A_G_SIB,
                "  - T2 started at 3 (:start-ts).\n"
                "  - T1 added 1 to :x, and committed at 2 (:commit-ts).\n"
                "  - However, T2 read :x as 0, which is impossible unless it missed increments "
                "committed before it started: a contradiction!\n");
}

static void test_json(void **state) {
    (void)state;
    expect_then("{\"type\":\"ok\",\"process\":0,\"start-ts\":1,\"commit-ts\":3,"
                "\"value\":[[\"add\",\"x\",1]]}\n"
                "{\"type\":\"ok\",\"process\":1,\"start-ts\":2,\"commit-ts\":4,"
                "\"value\":[[\"r\",\"x\",[1]]]}\n",
                MNS_A_G_SIA,
                "  - T1 added 1 to \"x\", and committed at 3 (commit-ts).\n"
                "  - T2 started at 2 (start-ts).\n"
                "  - However, T2 saw T1's add of 1 to \"x\": a contradiction!\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_text), cmocka_unit_test(test_missed),
        cmocka_unit_test(test_overlap),    cmocka_unit_test(test_sums),
        cmocka_unit_test(test_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
