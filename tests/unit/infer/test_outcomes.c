/*
 * test_outcomes.c - src/infer/outcomes.c: which transactions committed, and the order of the reads.
 */
#include "core/buf.h"
#include "infer/outcomes.h"
#include "support/units.h"

static const char letters[] = {
    [MNS_COMMITTED] = 'c', [MNS_PROVEN] = 'p', [MNS_UNKNOWN] = 'u', [MNS_ABORTED] = 'a'};

/* One letter for each transaction. */
static void expect_outcomes(const char *notation, const char *expected) {
    unit u;
    mns_buf out;
    unit_open(&u, notation);
    mns_buf_init(&out);
    for (uint32_t t = 0; t < u.history.txns.count; t++) {
        mns_buf_char(&out, letters[u.observation.outcome[t]]);
        assert_int_equal(mns_txn_counts(&u.observation, t), strchr("cp", out.data[t]) != NULL);
    }
    if (strcmp(out.data, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, out.data, expected);
    }
    mns_buf_release(&out);
    unit_close(&u);
}

static void completions_decide(void **state) {
    (void)state;
    expect_outcomes("ok 0: wx1 / fail 1: wx2 / info 2: wx3", "cau");
    expect_outcomes("0: wx1 / 1: wx2 / ok 1: wx2", "cu"); /* never completed */
}

static void a_read_that_counts_proves(void **state) {
    (void)state;
    expect_outcomes("info 0: wx1 / ok 1: rx1", "pc");
    expect_outcomes("info 0: wx1 wy2 / ok 1: ry2", "pc");
    expect_outcomes("info 0: wx1 wx2 / ok 1: rx1", "pc"); /* an intermediate one too */
    expect_outcomes("info 0: wx1 / ok 1: wx2 rx1", "pc"); /* and where it should not be */
    expect_outcomes("info 0: wx1 / info 1: rx1", "uu");
    expect_outcomes("info 0: wx1 / fail 1: rx1", "ua");
    expect_outcomes("info 0: rx1 wx1", "u");          /* itself proves nothing */
    expect_outcomes("fail 0: wx1 / ok 1: rx1", "ac"); /* a G1a */
    expect_outcomes("info 0: wx1 / ok 1: rx", "uc");
}

/* Proof goes on: what a proven transaction read counts as well. */
static void proof_spreads(void **state) {
    (void)state;
    expect_outcomes("info 0: wx1 / info 1: rx1 wy1 / info 2: ry1 wz1 / ok 3: rz1", "pppc");
    expect_outcomes("ok 0: rz1 / info 1: wz1 ry1 / info 2: wy1 rx1 / info 3: wx1", "cppp");
    expect_outcomes("info 0: wx1 / info 1: rx1 wy1 / info 2: ry1 wz1 / fail 3: rz1", "uuua");
    expect_outcomes("info 0: wx1 ry1 / info 1: wy1 rx1", "uu"); /* they prove only each other */
}

/* The same for every datatype. */
static void all_datatypes_are_alike(void **state) {
    (void)state;
    expect_outcomes("info 0: ax1 / info 1: ay1 rx[1] / ok 2: ry[1]", "ppc");
    expect_outcomes("info 0: sx1 / info 1: sy1 rx{1} / ok 2: ry{1}", "ppc");
    expect_outcomes("info 0: ix1 / ok 1: rx1",
                    "uc"); /* whose increment it was, a sum does not say */
}

/* ---- Order of reads ------------------------------------------------------------------------- */

typedef struct asked {
    mns_buf out;
    uint32_t shows[8]; /* by mop: what it shows, or MNS_NONE */
} asked;

static void see(void *context, mns_outcomes *outcomes, uint32_t read) {
    asked *a = context;
    mns_buf_printf(&a->out, "%s%u", a->out.size > 0 ? " " : "", (unsigned)read);
    mns_outcomes_shown(outcomes, a->shows[read]);
}

static void reads_are_asked_once_in_order(void **state) {
    (void)state;
    unit u;
    asked a = {.shows = {MNS_NONE, 5, MNS_NONE, MNS_NONE, MNS_AMBIGUOUS, MNS_NONE, 3, MNS_NONE}};
    /*            0   1       2   3       4       5   6       7     */
    unit_open(&u, "ok 0: wx1 rz3 / info 1: ry1 wz1 / ok 2: rx1 / info 3: wz3 rx1 / fail 4: rx1");
    mns_buf_init(&a.out);
    assert_int_equal(mns_outcomes_find(&u.observation, see, &a), MINOS_OK);
    assert_string_equal(a.out.data, "1 4 6 2"); /* 1 shows an info one, that one another */
    mns_buf_release(&a.out);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completions_decide),
        cmocka_unit_test(a_read_that_counts_proves),
        cmocka_unit_test(proof_spreads),
        cmocka_unit_test(all_datatypes_are_alike),
        cmocka_unit_test(reads_are_asked_once_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
