/*
 * test_cobra_check.c - src/format/cobra_check.c and cobra_record.c: every fault of a folder is an
 * error with the log, the byte and the reason.
 */
#include "unit/support/cobra_support.h"

typedef struct faulty {
    const char *first, *second; /* the logs T0.log and T1.log; second may be NULL */
    uint32_t file;
    uint64_t offset;
    const char *message;
} faulty;

/* Transaction 1 wrote key 3 in T0.log: S at 0, W at 9, C at 34. */
#define WRITTEN "S 1 W 10 3 7 C 1"

static const faulty cases[] = {
    /* Records */
    {"S 1 C 1 #58", NULL, 0, 18, "unknown record type 0x58"},
    {"S 1 #00 #00", NULL, 0, 0, "record of type S has 17 bytes, but the log ends after 11"},
    {"S 1 #40 #00", NULL, 0, 9, "unknown record type 0x40"},
    {"S 1 C 1 #ff", NULL, 0, 18, "unknown record type 0xff"},
    {"S 1 W 10 3 7 A 1", NULL, 0, 34, "the log has an aborted transaction (record of type A)"},
    {"S #00 #00", NULL, 0, 0, "record of type S has 9 bytes, but the log ends after 3"},
    {"S 1 C 1 S", NULL, 0, 18, "record of type S has 9 bytes, but the log ends after 1"},
    {"S 1 W 10 3", NULL, 0, 9, "record of type W has 25 bytes, but the log ends after 17"},
    {"S 1 R I I 3 #00", NULL, 0, 9, "record of type R has 33 bytes, but the log ends after 26"},
    {"S 1 W 10 3 7 C #00", NULL, 0, 34, "record of type C has 9 bytes, but the log ends after 2"},
    {WRITTEN, "S 2 W 20 3", 1, 9, "record of type W has 25 bytes, but the log ends after 17"},
    /* Their order */
    {"W 10 3 7", NULL, 0, 0, "record of type W outside of a transaction"},
    {"S 1 C 1 R I I 3 7", NULL, 0, 18, "record of type R outside of a transaction"},
    {"S 1 C 1 C 1", NULL, 0, 18, "record of type C outside of a transaction"},
    {"S 1 W 10 3 7 S 2 C 2", NULL, 0, 34,
     "transaction 2 starts before transaction 1 (byte 0) commits"},
    {"S 1 C 1 S 2 C 3", NULL, 0, 27, "commit of transaction 3 in transaction 2 (byte 18)"},
    /* With times, in all logs or in none */
    {"S 1 1600000000000 C 1 1600000000001 S 2 1600000000002 W 10 3 7 #00", NULL, 0, 76,
     "unknown record type 0x00"},
    {"S 1 1600000000000 C 1 #00", NULL, 0, 17,
     "record of type C has 17 bytes, but the log ends after 10"},
    {"S 1 1600000000000 C 1 1600000000001", "S 2 C 2", 1, 0, "record of type S has no time"},
    {"S 1 1600000000000 C 1 -1", NULL, 0, 17, "record of type C has no time"},
    {"S 1 C 1", "S 2 1600000000000 C 2 1600000000001", 1, 9, "unknown record type 0x00"},
    /* Reserved ids */
    {"S I C I", NULL, 0, 0, "transaction id 0xbebeebee is reserved"},
    {"S N C N", NULL, 0, 0, "transaction id 0xdeadbeef is reserved"},
    {"S D C D", NULL, 0, 0, "transaction id 0xabcdefab is reserved"},
    {"S 1 W I 3 7 C 1", NULL, 0, 9, "write id 0xbebeebee is reserved"},
    {"S 1 W + 3 7 C 1", NULL, 0, 9, "write id 0x23332333 is reserved"},
    {"S 1 W - 3 7 C 1", NULL, 0, 9, "write id 0x66666666 is reserved"},
    {"S 1 W D 3 7 C 1", NULL, 0, 9, "the log has a delete of key 3 (write id 0xabcdefab)"},
    {"S 1 R 2 D 3 7 C 1", NULL, 0, 9, "the log has a delete of key 3 (write id 0xabcdefab)"},
    {"S 1 R I 5 3 7 C 1", NULL, 0, 9,
     "the read names transaction 0xbebeebee as writer and the write id 0x5"},
    {"S 1 R 5 I 3 7 C 1", NULL, 0, 9,
     "the read names transaction 0x5 as writer and the write id 0xbebeebee"},
    {"S 1 R N + 3 7 C 1", NULL, 0, 9,
     "the read names transaction 0xdeadbeef as writer and the write id 0x23332333"},
    /* Writes that the log of an unfinished transaction lacks */
    {"S 1", "S 2 R 1 10 3 7 C 2 S 3 R 1 11 3 8 C 3", 1, 60,
     "reads show two writes of transaction 1 to key 3 (ids 10 and 11), but its log ends before "
     "them, so their order is unknown"},
    {"S 1", "S 2 R 1 10 3 7 C 2 S 3 R 1 10 4 7 C 3", 1, 60,
     "write id 10 has key 4 and value 7 here, but key 3 and value 7 in another read"},
    {"S 1", "S 2 R 1 10 3 7 R 1 10 3 8 C 2", 1, 42,
     "write id 10 has key 3 and value 8 here, but key 3 and value 7 in another read"},
    /* Several records */
    {WRITTEN, "S 2 C 2 S 1 C 1", 1, 18,
     "transaction id 1 is not unique: it is also at byte 0 of T0.log"},
    {WRITTEN, "S 2 W 10 3 8 C 2", 1, 9,
     "write id 10 is not unique: it is also at byte 9 of T0.log"},
    {"S 1 W 10 3 7 W 10 4 7 C 1", NULL, 0, 34,
     "write id 10 is not unique: it is also at byte 9 of T0.log"},
    {WRITTEN, "S 2 R 2 10 3 7 C 2", 1, 9,
     "the read of write id 10 (transaction 2, key 3, value 7) disagrees with the write at byte 9 "
     "of T0.log (transaction 1, key 3, value 7)"},
    {WRITTEN, "S 2 R 1 10 4 7 C 2", 1, 9,
     "the read of write id 10 (transaction 1, key 4, value 7) disagrees with the write at byte 9 "
     "of T0.log (transaction 1, key 3, value 7)"},
    {"S 2 R 1 10 3 8 C 2", WRITTEN, 0, 9,
     "the read of write id 10 (transaction 1, key 3, value 8) disagrees with the write at byte 9 "
     "of T1.log (transaction 1, key 3, value 7)"},
    {"S 1 R I I 3 7 C 1", "S 2 R I I 4 7 R I I 3 8 C 2", 1, 42,
     "the initial value of key 3 is 8 here and 7 at byte 9 of T0.log"},
    {"S 1 R I I 3 7 R N N 3 0 C 1", NULL, 0, 42,
     "the initial value of key 3 is 0 here and 7 at byte 9 of T0.log"},
};

static void every_fault_has_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        const faulty *c = &cases[i];
        cobra_result result;
        cobra_translate((cobra_log[]){{"logs/T0.log", c->first},
                                      {c->second == NULL ? NULL : "logs/T1.log", c->second},
                                      {NULL, NULL}},
                        &result);
        assert_int_equal(result.status, MINOS_EINPUT);
        assert_string_equal(result.message, c->message);
        assert_int_equal(result.place.file, c->file);
        assert_int_equal(result.place.offset, c->offset);
        cobra_release(&result);
    }
}

/* Several reads are checked at the same time; none is forgotten, and the first is reported. */
static void a_read_that_disagrees_is_found_among_many(void **state) {
    (void)state;
    const char *names[] = {"T0.log"};
    enum { READS = 40 };
    for (size_t bad = 0; bad <= READS; bad++) {
        mns_buf notation, log;
        mns_buf_init(&notation);
        mns_buf_str(&notation, "S 1 W 10 3 7 C 1 S 2");
        for (size_t i = 0; i < READS; i++) {
            mns_buf_str(&notation, i < bad ? " R 1 10 3 7" : " R 1 10 3 8");
        }
        mns_buf_str(&notation, " C 2");
        cobra_encode(notation.data, &log);
        cobra_result result;
        cobra_translate_bytes(names, &log, 1, &result);
        assert_int_equal(result.status, bad == READS ? MINOS_OK : MINOS_EINPUT);
        assert_true(bad == READS || result.place.offset == 52 + 33 * bad);
        cobra_release(&result);
        mns_buf_release(&log);
        mns_buf_release(&notation);
    }
}

/* Every prefix of a log is read, or is torn at the start of its last record. */
static void every_truncation_is_found(void **state) {
    (void)state;
    mns_buf whole;
    const char *names[] = {"T0.log"};
    cobra_encode("S 1 W 10 3 7 R I I 4 0 C 1 S 2 R 1 10 3 7 C 2", &whole);
    static const size_t starts[] = {0, 9, 34, 67, 76, 85, 118, 127};
    size_t record = 0;
    for (size_t size = 0; size <= whole.size; size++) {
        record += size == starts[record + 1];
        mns_buf log = {.data = whole.data, .size = size};
        cobra_result result;
        cobra_translate_bytes(names, &log, 1, &result);
        assert_int_equal(result.status, size == starts[record] ? MINOS_OK : MINOS_EINPUT);
        assert_true(result.status == MINOS_OK || result.place.offset == starts[record]);
        cobra_release(&result);
    }
    mns_buf_release(&whole);
}

/* Any byte of a log may be anything: a translation or an error, and never a crash. */
static void damaged_bytes_are_survived(void **state) {
    (void)state;
    mns_buf whole;
    const char *names[] = {"T0.log"};
    cobra_encode("S 1 W 10 3 7 R I I 4 0 C 1 S 2 R 1 10 3 7 C 2", &whole);
    unsigned errors = 0;
    for (size_t i = 0; i < whole.size; i++) {
        char kept = whole.data[i];
        for (int bit = 0; bit < 8; bit++) {
            whole.data[i] = (char)((unsigned char)kept ^ 1u << bit);
            cobra_result result;
            cobra_translate_bytes(names, &whole, 1, &result);
            assert_true(result.status == MINOS_OK || result.message != NULL);
            errors += result.status != MINOS_OK;
            cobra_release(&result);
        }
        whole.data[i] = kept;
    }
    /* Most damage shows: a commit repeats the id of its transaction, a read what its write says. */
    assert_true(errors > 600);
    mns_buf_release(&whole);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_has_its_place),
        cmocka_unit_test(a_read_that_disagrees_is_found_among_many),
        cmocka_unit_test(every_truncation_is_found),
        cmocka_unit_test(damaged_bytes_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
