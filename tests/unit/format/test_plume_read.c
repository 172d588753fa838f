/*
 * test_plume_read.c - src/format/plume_read.c: sessions, transactions and the initial state. Single
 * histories are in tests/formats/plume, malformed ones in tests/malformed.
 */
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
           "{:type :ok, :process 0, :f :txn, :index 6, :value [[:r 1 2]]}\n"
           "{:type :ok, :process 1, :f :txn, :index 5, :value [[:w 1 2] [:w 2 2]]}\n");
    expect("w(1,1,0,4)\nr(1,1,0,5)\nw(1,2,0,4)\n", "3:9: transaction 4 was used before, in this "
                                                   "session or another one");
    expect("w(1,1,0,4)\nw(1,2,0,-1)\nw(2,2,0,4)\n", "3:9: transaction 4 was used before, in this "
                                                    "session or another one");
    expect("w(1,1,0,4)\nw(1,2,1,4)\n", "2:9: transaction 4 was used before, in this session or "
                                       "another one");
}

static void aborted_operations_of_a_session_are_one_transaction(void **state) {
    (void)state;
    expect("w(1,1,0,-1)\nw(1,2,1,-1)\nw(1,3,0,-1)\nw(1,4,0,0)\nw(1,5,0,-1)\n",
           "{:type :fail, :process 0, :f :txn, :value [[:w 1 1] [:w 1 3]]}\n"
           "{:type :ok, :process 0, :f :txn, :index 0, :value [[:w 1 4]]}\n"
           "{:type :fail, :process 0, :f :txn, :value [[:w 1 5]]}\n"
           "{:type :fail, :process 1, :f :txn, :value [[:w 1 2]]}\n");
}

static void only_the_first_transaction_writes_the_initial_state(void **state) {
    (void)state;
    expect("w(1,0,0,7)\n", "");
    expect("w(1,0,0,7)\nr(1,0,1,8)\nw(2,0,0,7)\n",
           "{:type :ok, :process 1, :f :txn, :index 8, :value [[:r 1 nil]]}\n");
    expect("w(1,0,0,7)\nw(2,0,1,8)\n", "2:5: a transaction must not write 0, except the first one");
    expect("w(1,0,0,-1)\n", "1:5: a transaction must not write 0, except the first one");
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
            if (round % 2 == 1) {
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
        cmocka_unit_test(aborted_operations_of_a_session_are_one_transaction),
        cmocka_unit_test(only_the_first_transaction_writes_the_initial_state),
        cmocka_unit_test(many_sessions_are_kept_apart),
        cmocka_unit_test(an_empty_file_is_an_empty_history),
        cmocka_unit_test(the_first_bytes_show_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
