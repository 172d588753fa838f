/*
 * test_plume_read.c - src/format/plume_read.c: sessions, transactions and the initial state. Single
 * histories are in tests/formats/plume, malformed ones in tests/malformed.
 */
#include <inttypes.h>
#include <stdio.h>

#include "format/format.h"
#include "support/translated.h"
#include "support/units.h"

static void expect(const char *text, const char *expected) {
    char *shown = translated_text(text, MINOS_FORMAT_PLUME);
    assert_string_equal(shown, expected);
    free(shown);
}

static void a_transaction_ends_where_the_next_one_of_its_session_begins(void **state) {
    (void)state;
    expect("w(1,1,0,4)\nw(1,2,1,5)\nw(2,1,0,4)\nw(2,2,1,5)\nr(1,2,0,6)\n",
           "{:type :ok, :process 0, :f :txn, :index 4, :value [[:w 1 1] [:w 2 1]]}\n"
           "{:type :ok, :process 1, :f :txn, :index 5, :value [[:w 1 2] [:w 2 2]]}\n"
           "{:type :ok, :process 0, :f :txn, :index 6, :value [[:r 1 2]]}\n");
    expect("w(1,1,0,4)\nr(1,1,0,5)\nw(1,2,0,4)\n", "3:9: transaction 4 was used before, in this "
                                                   "session or another one");
    expect("w(1,1,0,4)\nw(1,2,0,-1)\nw(2,2,0,4)\n", "3:9: transaction 4 was used before, in this "
                                                    "session or another one");
    expect("w(1,1,0,4)\nw(1,2,1,4)\n", "2:9: transaction 4 was used before, in this session or "
                                       "another one");
}

static void expect_at(const char *text, const char *place, const char *message) {
    char all[200];
    snprintf(all, sizeof all, "%s: %s", place, message);
    expect(text, all);
}

static void an_aborted_operation_is_a_transaction(void **state) {
    (void)state;
    expect("w(1,1,0,-1)\nw(1,2,1,-1)\nw(1,3,0,-1)\nw(1,4,0,0)\nw(1,5,0,-1)\nw(1,6,0,-1)\n",
           "{:type :fail, :process 0, :f :txn, :value [[:w 1 1]]}\n"
           "{:type :fail, :process 1, :f :txn, :value [[:w 1 2]]}\n"
           "{:type :fail, :process 0, :f :txn, :value [[:w 1 3]]}\n"
           "{:type :ok, :process 0, :f :txn, :index 0, :value [[:w 1 4]]}\n"
           "{:type :fail, :process 0, :f :txn, :value [[:w 1 5]]}\n"
           "{:type :fail, :process 0, :f :txn, :value [[:w 1 6]]}\n");
}

/* A session that pauses delays what follows it, but not for long. */
static void a_session_that_pauses_does_not_fill_the_memory(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "w(1,1,0,0)\n");
    for (unsigned i = 1; i <= 5000; i++) {
        mns_buf_printf(&text, "w(2,%u,7,%u)\n", i, i);
    }
    mns_buf_str(&text, "w(1,2,0,0)\n");
    char *shown = translated_text(text.data, MINOS_FORMAT_PLUME);
    const char *paused = strstr(shown, "{:type :ok, :process 0, :f :txn, :index 0, "
                                       ":value [[:w 1 1] [:w 1 2]]}\n");
    assert_non_null(paused);
    assert_true(paused > strstr(shown, ":index 1000,") && paused < strstr(shown, ":index 5000,"));
    free(shown);
    mns_buf_release(&text);
}

static void only_the_first_transaction_writes_the_initial_state(void **state) {
    (void)state;
    expect("w(1,0,0,7)\n", "");
    expect("w(1,0,0,7)\nr(1,0,1,8)\nw(2,0,0,7)\n",
           "{:type :ok, :process 1, :f :txn, :index 8, :value [[:r 1 nil]]}\n");
    static const char refused[] =
        "a transaction must not write 0, unless it is the first one and does nothing else";
    static const char mixed[] =
        "the first transaction writes 0, the initial state, and must not do anything else";
    expect_at("w(1,0,0,7)\nw(2,0,1,8)\n", "2:5", refused);
    expect_at("w(1,0,0,-1)\n", "1:5", refused);
    expect_at("w(1,5,0,7)\nw(1,0,0,7)\nr(1,0,0,7)\n", "2:5", refused);
    expect_at("r(1,0,0,7)\nw(2,0,0,7)\n", "2:5", refused);
    expect_at("w(1,0,0,7)\nw(2,3,0,7)\n", "2:1", mixed);
    expect_at("w(1,0,0,7)\nw(2,3,1,8)\nr(2,3,0,7)\n", "3:1", mixed);
}

/* Sessions and transactions that are far apart, in no order. */
static void many_sessions_are_kept_apart(void **state) {
    (void)state;
    enum { SESSIONS = 300, ROUNDS = 20 };
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_init(&expected);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < SESSIONS; i++) {
            unsigned session = i * 7919 % SESSIONS * 1000003;
            unsigned txn = (ROUNDS - round / 2) * SESSIONS + i;
            mns_buf_printf(&text, "w(%u,%u,%u,%u)\n", i, round + 1, session, txn);
            if (round % 2 == 1) { /* in the order of the first lines, that of the second too */
                mns_buf_printf(&expected,
                               "{:type :ok, :process %u, :f :txn, :index %u, :value [[:w %u %u] "
                               "[:w %u %u]]}\n",
                               session, txn, i, round, i, round + 1);
            }
        }
    }
    assert_false(text.failed || expected.failed);
    expect(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

/* ---- Random files --------------------------------------------------------------------------- */

enum { RANDOM_SESSIONS = 5, RANDOM_LINES = 400 };

typedef struct random_file {
    uint64_t random;
    mns_buf text;
    mns_buf expected[RANDOM_LINES]; /* by transaction, in the order of the first lines */
    unsigned count;
    unsigned first;                 /* transaction number */
    unsigned open[RANDOM_SESSIONS]; /* its transaction + 1 */
} random_file;

/* A number of up to 19 digits; short ones are frequent. */
static uint64_t random_number(random_file *file) {
    uint64_t number = 1 + unit_random(&file->random, 20);
    if (unit_random(&file->random, 4) == 0) {
        for (unsigned digits = unit_random(&file->random, 18); digits > 0; digits--) {
            number = number * 10 + unit_random(&file->random, 10);
            number = number > UINT64_MAX / 100 ? 1 : number;
        }
    }
    return number;
}

static void random_line(random_file *file, unsigned session) {
    bool opens = file->open[session] == 0 || unit_random(&file->random, 3) == 0;
    file->open[session] = opens ? ++file->count : file->open[session];
    unsigned txn = file->open[session] - 1, number = file->first + txn;
    mns_buf *open = &file->expected[txn];
    if (opens) {
        mns_buf_printf(open, "{:type :ok, :process %u, :f :txn, :index %u, :value [", session,
                       number);
    } else {
        mns_buf_char(open, ' ');
    }
    bool write = unit_random(&file->random, 2) == 0;
    uint64_t key = random_number(file), value = random_number(file);
    bool nil = !write && unit_random(&file->random, 4) == 0;
    static const char *const zeros[] = {"", "", "", "", "", "", "", "0"};
    mns_buf_printf(&file->text, "%c(%s%" PRIu64 ",%" PRIu64 ",%u,%u)%s", write ? 'w' : 'r',
                   zeros[unit_random(&file->random, 8)], key, nil ? 0 : value, session, number,
                   unit_random(&file->random, 8) == 0 ? "\r\n" : "\n");
    mns_buf_printf(open, "[:%c %" PRIu64 " ", write ? 'w' : 'r', key);
    if (nil) {
        mns_buf_str(open, "nil]");
    } else {
        mns_buf_printf(open, "%" PRIu64 "]", value);
    }
}

/* Compares, and releases everything. */
static void finish(random_file *file) {
    mns_buf all;
    mns_buf_init(&all);
    for (unsigned i = 0; i < file->count; i++) {
        mns_buf_printf(&all, "%s]}\n", file->expected[i].data);
        mns_buf_release(&file->expected[i]);
    }
    expect(file->text.data, all.data);
    mns_buf_release(&file->text);
    mns_buf_release(&all);
}

/* Both paths of reading a line take turns, and lines of a transaction follow each other or not. */
static void random_files_are_read(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_file file = {.random = seed, .first = unit_random(&(uint64_t){seed}, 1000000)};
        unsigned session = 0;
        for (unsigned i = 0; i < RANDOM_LINES; i++) {
            session = unit_random(&file.random, 2) == 0
                          ? session
                          : unit_random(&file.random, RANDOM_SESSIONS);
            random_line(&file, session);
        }
        finish(&file);
    }
}

static void an_empty_file_is_an_empty_history(void **state) {
    (void)state;
    expect("", "");
}

static void the_first_bytes_show_the_format(void **state) {
    (void)state;
    assert_true(mns_plume_reader.fits("w(1,5,0,1)\n", 11, true));
    assert_true(mns_plume_reader.fits("r(", 2, false));
    assert_true(mns_plume_reader.fits("r(x", 3, true)); /* so that the error is about this format */
    assert_false(mns_plume_reader.fits("r 1 5\n", 6, true));
    assert_false(mns_plume_reader.fits("{:type :ok}\n", 12, true));
    assert_false(mns_plume_reader.fits("r", 1, true));
    assert_false(mns_plume_reader.fits("", 0, true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transaction_ends_where_the_next_one_of_its_session_begins),
        cmocka_unit_test(an_aborted_operation_is_a_transaction),
        cmocka_unit_test(a_session_that_pauses_does_not_fill_the_memory),
        cmocka_unit_test(only_the_first_transaction_writes_the_initial_state),
        cmocka_unit_test(many_sessions_are_kept_apart),
        cmocka_unit_test(random_files_are_read),
        cmocka_unit_test(an_empty_file_is_an_empty_history),
        cmocka_unit_test(the_first_bytes_show_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
