/* test_precedence.c - session order and real time, each with a near miss. */
#include "unit/verify/trial.h"

/* T0 completed before T1 began, in another process. */
#define STALE "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]"
/* They overlap. */
#define OVERLAP "0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx[]"
/* The same in one process. */
#define OWN "0: ax1 / ok 0: ax1 / 0: rx / ok 0: rx[]"
/* The outcome of the first is unknown, and it took effect later. */
#define LATE "0: ax1 / info 0: ax1 / 0: rx / ok 0: rx[]"

static void test_real_time(void **state) {
    (void)state;
    REJECTS("1", "completed before it began", STALE, "PL-SS", "1 0");
    ACCEPTS(STALE, "strong-session-serializable", "1 0");
    ACCEPTS(STALE, "PL-3", "1 0");
    ACCEPTS(OVERLAP, "PL-SS", "1 0");
    REJECTS("1", "completed before it began", STALE, "strong-snapshot-isolation", "0 1",
            .sees = "0 0");
    ACCEPTS(OVERLAP, "strong-snapshot-isolation", "0 1", .sees = "0 0");
    ACCEPTS(STALE, "strong-session-snapshot-isolation", "0 1", .sees = "0 0");
}

static void test_sessions(void **state) {
    (void)state;
    REJECTS("1", "its process had completed", OWN, "strong-session-serializable", "1 0");
    REJECTS("1", "its process had completed", OWN, "strong-session-snapshot-isolation", "0 1",
            .sees = "0 0");
    ACCEPTS(OWN, "PL-3", "1 0");
    ACCEPTS(OWN, "PL-SI", "0 1", .sees = "0 0");
    ACCEPTS(OWN, "prefix", "0 1", .sees = "0 0");
}

/* Both must be seen by the third, not only the one that completed last. */
static void test_sessions_of_three(void **state) {
    (void)state;
    const char *three = "0: ax1 / ok 0: ax1 / 0: ay1 / ok 0: ay1 / 0: rx / ok 0: rx[1]";
    ACCEPTS(three, "strong-session-snapshot-isolation", "0 1 2", .sees = "0 1 2");
    REJECTS("2", "its process", three, "strong-session-snapshot-isolation", "0 1 2",
            .sees = "0 1 1");
    REJECTS("1", "its process", three, "strong-session-serializable", "1 0 2");
    ACCEPTS(three, "PL-3", "1 0 2");
}

static void test_unknown_outcomes_precede_nobody(void **state) {
    (void)state;
    ACCEPTS(LATE, "PL-SS", "1 0");
    ACCEPTS(LATE, "strong-session-serializable", "1 0");
    ACCEPTS(LATE, "strong-snapshot-isolation", "0 1", .sees = "0 0");
}

/* But others precede them. */
static void test_unknown_outcomes_are_preceded(void **state) {
    (void)state;
    const char *history = "0: rx / ok 0: rx[1] / 0: ax1 / info 0: ax1";
    ACCEPTS(history, "PL-3", "1 0");
    REJECTS("1", "completed before it began", history, "PL-SS", "1 0");
    REJECTS("1", "its process", history, "strong-session-serializable", "1 0");
}

static void test_completions_only(void **state) {
    (void)state;
    const char *history = "ok 0: ax1 / ok 1: rx[]";
    REJECTS("", "no invocations", history, "PL-SS", "0 1");
    REJECTS("", "no invocations", history, "strong-snapshot-isolation", "1 0");
    ACCEPTS(history, "strong-session-serializable", "1 0");
    REJECTS("1", "its process", "ok 0: ax1 / ok 0: rx[]", "strong-session-serializable", "1 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_real_time),
                                       cmocka_unit_test(test_sessions),
                                       cmocka_unit_test(test_sessions_of_three),
                                       cmocka_unit_test(test_unknown_outcomes_precede_nobody),
                                       cmocka_unit_test(test_unknown_outcomes_are_preceded),
                                       cmocka_unit_test(test_completions_only)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
