/*
 * test_dbcop_read.c - src/format/dbcop_read.c and dbcop.c: binary histories of dbcop, written byte
 * by byte, and the EDN or the error that they become.
 */
#include "format/translation.h"
#include "support/support.h"
#include "support/translated.h"
#include "unit/support/dbcop_support.h"

#define LARGE 100000 /* transactions: 4.5 MB */

static void reads_as(const char *notation, const char *expected) {
    mns_buf bytes;
    dbcop_encode(notation, &bytes);
    char *shown = translated_bytes(bytes.data, bytes.size, MINOS_FORMAT_DBCOP);
    assert_string_equal(shown, expected);
    free(shown);
    mns_buf_release(&bytes);
}

/* The message is "byte N: ..", with N counted from the number of sessions. */
static void fails_after_header(const char *notation, unsigned byte, const char *message) {
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_printf(&text, DBCOP_HEADER "%s", notation);
    mns_buf_init(&expected);
    mns_buf_printf(&expected, "byte %u: %s", DBCOP_HEADER_SIZE + byte, message);
    reads_as(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

static void translates_sessions(void **state) {
    (void)state;
    reads_as(DBCOP_HEADER "2"
                          " 2  2 w 7 5 + r 8 9 + y  1 r 7 5 + y"
                          " 1  1 w 8 9 + y",
             "{:type :ok, :process 0, :f :txn, :value [[:w 7 5] [:r 8 9]]}\n"
             "{:type :ok, :process 0, :f :txn, :value [[:r 7 5]]}\n"
             "{:type :ok, :process 1, :f :txn, :value [[:w 8 9]]}\n");
}

static void empty_parts_are_read(void **state) {
    (void)state;
    reads_as("0 0 0 0 0 '' '' '' 0", "");
    reads_as("0 0 0 0 0 '' '' '' 3 0 1 0 y 0", "{:type :ok, :process 1, :f :txn, :value []}\n");
}

/* dbcop, PolySI and AWDIT fill in the counts of the header differently, so they mean nothing. */
static void header_counts_are_ignored(void **state) {
    (void)state;
    reads_as("18446744073709551615 18446744073709551615 0 18446744073709551615 0 'x' '' '' "
             "1 1 1 w 1 1 + y",
             "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n");
}

static void numbers_have_64_bits(void **state) {
    (void)state;
    reads_as(DBCOP_HEADER "1 1 2 w 18446744073709551615 18446744073709551615 +"
                          " r 9223372036854775808 9223372036854775808 + y",
             "{:type :ok, :process 0, :f :txn, :value "
             "[[:w 18446744073709551615 18446744073709551615] "
             "[:r 9223372036854775808 9223372036854775808]]}\n");
}

/* ---- What happened to events and transactions ----------------------------------------------- */

static void aborted_keep_writes_and_answered_reads(void **state) {
    (void)state;
    reads_as(DBCOP_HEADER "1 1 4 w 1 1 + w 2 1 - r 3 4 + r 4 0 - n",
             "{:type :fail, :process 0, :f :txn, :value [[:w 1 1] [:w 2 1] [:r 3 4]]}\n");
}

static void failed_writes_of_committed_are_aborted(void **state) {
    (void)state;
    reads_as(DBCOP_HEADER "1 1 4 w 1 1 + w 2 1 - r 3 4 - w 4 1 - y",
             "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n"
             "{:type :fail, :process 0, :f :txn, :value [[:w 2 1] [:w 4 1]]}\n");
    reads_as(DBCOP_HEADER "1 1 2 w 1 1 + r 3 4 - y",
             "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n");
}

static void notes_are(const char *notation, const char *expected) {
    mns_buf bytes;
    mns_source source;
    mns_problems problems;
    mns_translation *translation;
    minos_format format = MINOS_FORMAT_DBCOP;
    dbcop_encode(notation, &bytes);
    mns_problems_init(&problems);
    assert_int_equal(mns_history_open_memory(&source, "history", bytes.data, bytes.size, &format, 0,
                                             &translation, &problems),
                     MINOS_OK);
    assert_int_equal(mns_source_load(&source, &problems), MINOS_OK);
    const char *notes = mns_translation_notes(translation);
    assert_string_equal(notes == NULL ? "" : notes, expected);
    assert_int_equal(mns_source_rewind(&source), MINOS_OK); /* to read it again, as convert does */
    notes = mns_translation_notes(translation);
    assert_string_equal(notes == NULL ? "" : notes, expected);
    mns_source_release(&source);
    mns_problems_release(&problems);
    mns_buf_release(&bytes);
}

static void failed_events_are_noted(void **state) {
    (void)state;
    notes_are(DBCOP_HEADER "1 1 2 w 1 1 + r 1 1 + y", "");
    notes_are(DBCOP_HEADER "1 1 2 w 1 1 - r 1 1 - n", "");
    notes_are(DBCOP_HEADER "1 1 2 w 1 1 - r 1 1 - y",
              "failed events of 1 committed transaction were left out, as dbcop does; the database "
              "may have rolled back such a transaction\n");
    notes_are(
        DBCOP_HEADER "1 2 1 r 1 0 - y 1 r 1 0 - y",
        "failed events of 2 committed transactions were left out, as dbcop does; the database "
        "may have rolled back such a transaction\n");
}

/* ---- The value 0 ---------------------------------------------------------------------------- */

static void zero_is_the_initial_state(void **state) {
    (void)state;
    reads_as(DBCOP_HEADER "1 1 2 r 1 0 + w 1 1 + y",
             "{:type :ok, :process 0, :f :txn, :value [[:r 1 nil] [:w 1 1]]}\n");
}

#define AWDIT_HEADER "0 1 2 3 4 'converted' 's' 'e' "

/* AWDIT writes the initial state as a last session; after it come only aborted writes. */
static void the_initial_state_of_awdit_is_left_out(void **state) {
    (void)state;
    reads_as(AWDIT_HEADER "2  1 2 r 1 0 + r 2 0 + y  1 2 w 2 0 + w 1 0 + y",
             "{:type :ok, :process 0, :f :txn, :value [[:r 1 nil] [:r 2 nil]]}\n");
    reads_as(AWDIT_HEADER "3  1 1 w 1 5 + y  1 2 w 1 0 + w 2 0 + y  1 1 w 2 7 - n",
             "{:type :ok, :process 0, :f :txn, :value [[:w 1 5]]}\n"
             "{:type :fail, :process 2, :f :txn, :value [[:w 2 7]]}\n");
    notes_are(
        AWDIT_HEADER "2  1 1 r 1 0 + y  1 2 w 1 0 + w 2 0 + y",
        "the transaction that sets all keys to 0, the initial state (2 writes), is left out\n");
    notes_are(
        AWDIT_HEADER "1  1 1 w 1 0 + y",
        "the transaction that sets all keys to 0, the initial state (1 write), is left out\n");
}

#define ZERO_IS_AMBIGUOUS                                                                          \
    "this transaction writes 0, which is the initial state: a read of 0 could show either"

static void awdit_fails(const char *notation, unsigned byte) {
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_printf(&text, AWDIT_HEADER "%s", notation);
    mns_buf_init(&expected);
    mns_buf_printf(&expected, "byte %u: %s", 75 + byte, ZERO_IS_AMBIGUOUS);
    reads_as(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

/* Anything else may be a transaction of a client. */
static void it_must_look_as_awdit_writes_it(void **state) {
    (void)state;
    awdit_fails("2  1 1 w 1 0 + y  1 1 r 1 0 + y", 33);                /* not last */
    awdit_fails("1  2 1 r 1 0 + y 1 w 1 0 + y", 60);                   /* not alone */
    awdit_fails("2  1 1 r 2 0 + y  1 1 w 1 0 + y", 68);                /* not all keys */
    awdit_fails("1  1 2 w 1 0 + w 1 0 + y", 33);                       /* a key twice */
    awdit_fails("1  1 2 w 1 0 + w 2 0 - y", 33);                       /* a failed write */
    awdit_fails("1  1 1 w 1 0 + n", 33);                               /* aborted */
    awdit_fails("3  1 1 r 1 0 + y  1 1 w 1 0 + y  1 1 w 1 0 + y", 68); /* two */
}

/* Elsewhere a read of 0 may show the write or the state before it. */
static void other_writes_of_zero_fail(void **state) {
    (void)state;
    fails_after_header("1 1 1 w 1 0 + y", 33, ZERO_IS_AMBIGUOUS);
    fails_after_header("1 1 1 w 1 0 + n", 33, ZERO_IS_AMBIGUOUS);
    fails_after_header("1 1 1 w 1 0 - y", 33, ZERO_IS_AMBIGUOUS);
    fails_after_header("1 2 1 r 1 0 + y 1 w 1 0 + y", 60, ZERO_IS_AMBIGUOUS);
    fails_after_header("1 1 2 r 1 0 + w 1 0 + y", 51, ZERO_IS_AMBIGUOUS);
    fails_after_header("1 1 2 w 1 0 + w 1 5 + y", 33, ZERO_IS_AMBIGUOUS);
    fails_after_header("1 2 1 w 1 5 + n 1 w 2 0 + y", 60, ZERO_IS_AMBIGUOUS);
    fails_after_header("2  1 1 r 1 0 + y  1 1 w 1 0 + y", 68, ZERO_IS_AMBIGUOUS);
}

/* Zeros are the header of a history without sessions, but not longer ones. */
static void a_file_of_zeros_is_not_recognised(void **state) {
    (void)state;
    static const char zeros[4096];
    assert_true(mns_dbcop_reader.fits(zeros, 72, true));
    assert_false(mns_dbcop_reader.fits(zeros, 72, false));
    assert_false(mns_dbcop_reader.fits(zeros, 73, true));
    assert_false(mns_dbcop_reader.fits(zeros, sizeof zeros, false));
}

static void file_reads_as(const char *notation, const char *expected) {
    mns_buf bytes;
    dbcop_encode(notation, &bytes);
    char *path = temporary_write(bytes.data, bytes.size);
    char *shown = translated_path(path, MINOS_FORMAT_AUTO);
    assert_string_equal(shown, expected);
    free(shown);
    temporary_remove(path);
    mns_buf_release(&bytes);
}

/* A file of several pieces. */
static void large_files_are_read(void **state) {
    (void)state;
    mns_buf notation, expected;
    mns_buf_init(&notation);
    mns_buf_init(&expected);
    mns_buf_printf(&notation, DBCOP_HEADER "1 %d ", LARGE - 1);
    for (int i = 1; i < LARGE; i++) {
        mns_buf_printf(&notation, "2 w %d 1 + r 7 %d + y ", i, i % 2);
        mns_buf_printf(&expected,
                       "{:type :ok, :process 0, :f :txn, :value [[:w %d 1] [:r 7 %s]]}\n", i,
                       i % 2 == 0 ? "nil" : "1");
    }
    file_reads_as(notation.data, expected.data);
    mns_buf_release(&notation);
    mns_buf_release(&expected);
}

static void errors_are_found_after_a_read_of_zero(void **state) {
    (void)state;
    fails_after_header("1 2 1 r 1 0 + y 1 r 1 0 #02 y", 68,
                       "the byte that says whether an event succeeded must be 0 or 1, but is 2");
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void truncated_files_fail(void **state) {
    (void)state;
    reads_as("", "byte 0: the file ends in the identifier");
    reads_as("0 0 #01", "byte 16: the file ends in the number of variables");
    reads_as("0 0 0 0 0 'ab' #02", "byte 50: the file ends in the start time");
    fails_after_header("#01 #00", 0, "the file ends in the number of sessions");
    fails_after_header("1 #00", 8, "the file ends in the number of transactions of a session");
    fails_after_header("1 1 #00", 16, "the file ends in the number of events of a transaction");
    fails_after_header("1 1 2 w 1 1 + w 1", 42, "the file ends in event 2 of 2 of a transaction");
    fails_after_header("1 1 1 w 1 1 +", 42,
                       "the file ends in a transaction: whether it succeeded is missing");
}

/* Every beginning of a valid file is an error. */
static void every_beginning_fails(void **state) {
    (void)state;
    mns_buf bytes;
    dbcop_encode(DBCOP_HEADER "2  1 2 r 1 0 + w 1 1 - y  1 1 w 2 1 + n", &bytes);
    for (size_t size = 0; size < bytes.size; size++) {
        char *shown = translated_bytes(bytes.data, size, MINOS_FORMAT_DBCOP);
        assert_memory_equal(shown, "byte ", 5);
        free(shown);
    }
    mns_buf_release(&bytes);
}

static void counts_beyond_the_file_fail(void **state) {
    (void)state;
    fails_after_header("18446744073709551615", 8,
                       "the file ends in the number of transactions of a session");
    fails_after_header("1 18446744073709551615", 16,
                       "the file ends in the number of events of a transaction");
    fails_after_header("1 1 18446744073709551615 w 1 1 +", 42,
                       "the file ends in event 2 of 18446744073709551615 of a transaction");
    reads_as("0 0 0 0 0 18446744073709551615 #61",
             "byte 40: the description has 18446744073709551615 bytes, but the file ends before "
             "that");
    reads_as("0 0 0 0 0 '' 3 #61 #62",
             "byte 48: the start time has 3 bytes, but the file ends before that");
}

static void bytes_after_the_history_fail(void **state) {
    (void)state;
    fails_after_header("1 1 1 w 1 1 + y #00", 43, "the history ends here, but the file goes on");
    fails_after_header("0 0", 8, "the history ends here, but the file goes on");
}

static void booleans_are_0_or_1(void **state) {
    (void)state;
    fails_after_header("1 1 1 #02 1 1 + y", 24,
                       "the byte that says whether an event is a write must be 0 or 1, but is 2");
    fails_after_header("1 1 1 w 1 1 #ff y", 41,
                       "the byte that says whether an event succeeded must be 0 or 1, but is 255");
    fails_after_header(
        "1 1 1 w 1 1 + #79", 42,
        "the byte that says whether a transaction succeeded must be 0 or 1, but is 121");
}

/* ---- Recognition ---------------------------------------------------------------------------- */

static void is_recognised(const char *notation, bool expected) {
    mns_buf bytes;
    dbcop_encode(notation, &bytes);
    assert_int_equal(mns_dbcop_reader.fits(bytes.data, bytes.size, true), expected);
    mns_buf_release(&bytes);
}

static void recognises_by_structure(void **state) {
    (void)state;
    is_recognised(DBCOP_HEADER "1 1 1 w 1 1 + y", true);
    is_recognised("0 1 1 1 1 '' '' '' 0", true);
    is_recognised(DBCOP_HEADER "1 1", true);               /* truncated: an error later */
    is_recognised(DBCOP_HEADER "1 1 1 #07 1 1 + y", true); /* damaged: an error later */
    is_recognised(DBCOP_HEADER "1 1 1 w 1 1 #02 y", true);
    is_recognised(DBCOP_HEADER "1 1 1 #07 1 1 #02 y", false);
    is_recognised("0 1 1 1 1 '' #01", false);
    is_recognised("0 1 1 1 1 9999999 #61", false);
    is_recognised("0 1 1 1 1 1 #00 '' ''", false); /* a control character */
    static const char edn[] = "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n"
                              "{:type :ok, :process 0, :f :txn, :value [[:r 1 1]]}\n";
    assert_false(mns_dbcop_reader.fits(edn, sizeof edn - 1, true));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translates_sessions),
        cmocka_unit_test(empty_parts_are_read),
        cmocka_unit_test(header_counts_are_ignored),
        cmocka_unit_test(numbers_have_64_bits),
        cmocka_unit_test(aborted_keep_writes_and_answered_reads),
        cmocka_unit_test(failed_writes_of_committed_are_aborted),
        cmocka_unit_test(failed_events_are_noted),
        cmocka_unit_test(zero_is_the_initial_state),
        cmocka_unit_test(the_initial_state_of_awdit_is_left_out),
        cmocka_unit_test(it_must_look_as_awdit_writes_it),
        cmocka_unit_test(other_writes_of_zero_fail),
        cmocka_unit_test(a_file_of_zeros_is_not_recognised),
        cmocka_unit_test(large_files_are_read),
        cmocka_unit_test(errors_are_found_after_a_read_of_zero),
        cmocka_unit_test(truncated_files_fail),
        cmocka_unit_test(every_beginning_fails),
        cmocka_unit_test(counts_beyond_the_file_fail),
        cmocka_unit_test(bytes_after_the_history_fail),
        cmocka_unit_test(booleans_are_0_or_1),
        cmocka_unit_test(recognises_by_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
