/* test_run.c - src/run/run.c, load.c: whole runs on a database that fails on demand.
 *
 * Client errors are in test_client.c, the ends of a run in test_load.c. */
#include "run/system/clock.h"
#include "unit/support/run_support.h"

static void a_good_run(void **state) {
    (void)state;
    run r;
    run_init(&r);
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(r.summary.ok, 200);
    assert_int_equal(r.summary.operations, 400);
    assert_string_equal(r.summary.target, "fake:");
    assert_string_equal(r.summary.database, "Fake 1");
    assert_string_equal(r.summary.isolation, "serializable");
    assert_string_equal(r.summary.claims, "strict-serializable");
    assert_null(r.summary.warnings);
    assert_true(r.summary.seconds > 0);
    assert_true(fake.created && fake.dropped);
    assert_true(fake.keys_at_drop >= r.options.load.keys);
    assert_int_equal(fake.most_seen, 3);
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    run_end(&r);
}

/* Lost updates of read-modify-write clients are no violation of a level that allows them; of any
 * other they are. */
static void read_modify_write_weakens_claims(void **state) {
    (void)state;
    static const struct {
        const char *isolation, *append, *claims;
    } cases[] = {
        {"read-committed", "rmw", "none"},
        {"read-committed", "concat", "read-committed"},
        {"repeatable-read", "rmw", "snapshot-isolation"},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        run r;
        run_init(&r);
        r.options.load.isolation = cases[i].isolation;
        r.options.append = cases[i].append;
        run_go(&r);
        assert_string_equal(r.summary.claims, cases[i].claims);
        assert_int_equal(r.summary.warnings != NULL, i == 0);
        run_end(&r);
    }
}

/* The requested transactions, in the order of the invocations' values: determined by the seed. */
static void the_seed_decides_what_is_asked(void **state) {
    (void)state;
    char *first = NULL;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        run r;
        run_init(&r);
        r.options.load.processes = 1;
        r.options.load.transactions = 20;
        r.options.load.seed = seed == 2 ? 1 : seed;
        run_go(&r);
        mns_buf asked;
        mns_buf_init(&asked);
        for (const char *at = r.history; (at = strstr(at, ":type :invoke,")) != NULL; at++) {
            const char *value = strstr(at, ":value ");
            mns_buf_bytes(&asked, value, strcspn(value, "\n"));
        }
        char *text = mns_buf_take(&asked, NULL);
        if (seed == 1) {
            first = text;
        } else {
            assert_int_equal(strcmp(text, first) == 0, seed == 2);
            free(text);
        }
        run_end(&r);
    }
    free(first);
}

static void final_reads_meet_each_key_once(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.load.final_reads = 1;
    r.options.load.read_fraction = 0; /* so that all reads are final ones */
    r.options.load.max_length = 3;
    run_go(&r);
    expect_ended(&r, "transactions");
    expect_sound(&r, "strict-serializable", MINOS_VALID);
    uint64_t keys = fake.keys_at_drop;
    assert_true(keys > 10);
    assert_int_equal(r.summary.ok, 200 + (keys + 2) / 3);
    for (uint64_t key = 0; key < keys; key++) {
        char read[32];
        snprintf(read, sizeof read, "[:r %llu nil]", (unsigned long long)key);
        assert_int_equal(occurrences(r.history, read), 1);
    }
    /* They come after everything else. */
    const char *first_read = strstr(r.history, "[:r ");
    assert_null(strstr(first_read, "[:append "));
    run_end(&r);
}

/* ---- Setup and cleanup ----------------------------------------------------------------------- */

static void no_answer(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.down = true;
    r.options.target = "fake://me:secret@host/";
    r.options.connect_ms = 300;
    run_go(&r);
    expect_failed(&r, "cannot connect to fake://me:***@host/: tried ");
    assert_non_null(strstr(r.message, "; last error: nobody listens"));
    assert_in_range(fake_seen(FAKE_CONNECT), 1, 12);
    assert_false(fake.created);
    assert_null(r.history); /* no file is left */
    run_end(&r);
}

static void permanent_errors_are_not_retried(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_CONNECT;
    fake.name = "wrong-password";
    fake.message = "who are you";
    run_go(&r);
    expect_failed(&r, "cannot connect to fake:: who are you");
    assert_int_equal(fake_seen(FAKE_CONNECT), 1);
    run_end(&r);
}

static void transient_errors_are_retried(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_CONNECT;
    fake.name = "starting-up";
    fake.times = 4;
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(fake_seen(FAKE_CONNECT), 4 + 1 + 3 + 1);
    run_end(&r);
}

static void the_whole_time_is_used(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.down = true;
    r.options.connect_ms = 300;
    uint64_t begun = mns_clock_ns();
    run_go(&r);
    expect_failed(&r, "cannot connect to fake:: tried ");
    assert_true(mns_clock_ns() - begun >= 300 * UINT64_C(1000000));
    run_end(&r);
}

static void an_interrupt_ends_the_waiting(void **state) {
    (void)state;
    static volatile sig_atomic_t interrupts = 1;
    run r;
    run_init(&r);
    fake.down = true;
    r.options.connect_ms = 3600000;
    r.options.interrupts = &interrupts;
    run_go(&r);
    expect_failed(&r, "interrupted: cannot connect to fake:: tried 1 time in");
    run_end(&r);
}

static void a_target_that_is_not_understood(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_OPEN;
    fake.message = "what is that";
    run_go(&r);
    assert_int_equal(r.status, MINOS_EARGUMENT);
    assert_string_equal(r.message, "what is that");
    assert_int_equal(fake_seen(FAKE_CONNECT), 0);
    run_end(&r);
}

static void tables_that_cannot_be_made(void **state) {
    (void)state;
    run r;
    run_init(&r);
    fake.step = FAKE_CREATE;
    fake.message = "it exists";
    run_go(&r);
    expect_failed(&r, "it exists");
    assert_int_equal(fake_seen(FAKE_DROP), 0);
    assert_null(r.history);
    run_end(&r);
}

static void a_history_that_exists_is_not_touched(void **state) {
    (void)state;
    run r;
    run_init(&r);
    FILE *file = fopen(r.path, "w");
    assert_non_null(file);
    fputs("mine", file);
    fclose(file);
    run_go(&r);
    expect_failed(&r, "File exists");
    assert_string_equal(r.history, "mine");
    assert_true(fake.dropped);
    run_end(&r);
}

static void remaining_objects_are_named(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.prefix = "my_prefix";
    fake.step = FAKE_DROP;
    fake.message = "not now";
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_string_equal(r.summary.warnings,
                        "test data was not removed; its names begin with my_prefix: not now\n");
    run_end(&r);
}

static void kept_tables_stay(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.keep = 1;
    run_go(&r);
    expect_ended(&r, "transactions");
    assert_int_equal(fake_seen(FAKE_DROP), 0);
    assert_non_null(strstr(r.summary.warnings, "is kept; its names begin with minos_"));
    run_end(&r);
}

static void no_history_no_run(void **state) {
    (void)state;
    run r;
    run_init(&r);
    r.options.history = NULL;
    run_go(&r);
    assert_int_equal(r.status, MINOS_EARGUMENT);
    assert_int_equal(fake_seen(FAKE_CONNECT), 0);
    run_end(&r);
}

/* An interrupt stops the creation of tables. */
static void interrupts_stop_setup(void **state) {
    (void)state;
    static volatile sig_atomic_t interrupts = 2;
    run r;
    run_init(&r);
    fake.step = FAKE_CREATE;
    fake.hangs = true;
    fake.message = "gone";
    r.options.prefix = "some";
    r.options.interrupts = &interrupts;
    run_go(&r);
    expect_failed(&r, "creating the tables timed out; tables named some... may be left: gone");
    assert_true(fake.interrupts > 0);
    run_end(&r);
}

/* Two interrupts stop the removal of tables, unless it succeeds at once. */
static void interrupts_stop_cleanup(void **state) {
    (void)state;
    static volatile sig_atomic_t interrupts = 2;
    for (int hangs = 0; hangs < 2; hangs++) {
        run r;
        run_init(&r);
        fake.step = hangs == 1 ? FAKE_DROP : FAKE_NONE;
        fake.hangs = true;
        r.options.interrupts = &interrupts;
        run_go(&r);
        expect_ended(&r, "interrupted");
        assert_int_equal(fake.dropped, hangs == 0);
        assert_int_equal(r.summary.warnings != NULL, hangs == 1);
        run_end(&r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_run),
        cmocka_unit_test(read_modify_write_weakens_claims),
        cmocka_unit_test(the_seed_decides_what_is_asked),
        cmocka_unit_test(final_reads_meet_each_key_once),
        cmocka_unit_test(no_answer),
        cmocka_unit_test(permanent_errors_are_not_retried),
        cmocka_unit_test(transient_errors_are_retried),
        cmocka_unit_test(the_whole_time_is_used),
        cmocka_unit_test(an_interrupt_ends_the_waiting),
        cmocka_unit_test(a_target_that_is_not_understood),
        cmocka_unit_test(tables_that_cannot_be_made),
        cmocka_unit_test(a_history_that_exists_is_not_touched),
        cmocka_unit_test(remaining_objects_are_named),
        cmocka_unit_test(kept_tables_stay),
        cmocka_unit_test(no_history_no_run),
        cmocka_unit_test(interrupts_stop_setup),
        cmocka_unit_test(interrupts_stop_cleanup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
