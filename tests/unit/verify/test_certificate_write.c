/* test_certificate_write.c - the bytes of a certificate, the numbers of its transactions. */
#include "core/buf.h"
#include "support/units.h"
#include "verify/certificate.h"
#include "verify/history_hash.h"
#include "verify/numbering.h"

static minos_status take(void *context, const void *data, size_t size) {
    mns_buf_bytes(context, data, size);
    return MINOS_OK;
}

static minos_status refuse(void *context, const void *data, size_t size) {
    (void)context;
    (void)data;
    (void)size;
    return MINOS_EIO;
}

/* T1 began first and never completed; T2 failed. */
#define HISTORY "1: ax2 / 0: ax1 / ok 0: ax1 / 0: ax3 / fail 0: ax3 / 0: rx / ok 0: rx[1,2]"

static void write(unit *u, const mns_assumptions *assumptions, const mns_certificate_entry *entries,
                  size_t count, mns_buf *out) {
    const mns_certificate_output output = {take, out, "certificate.json"};
    mns_buf_init(out);
    assert_int_equal(
        mns_certificate_write(&u->history, &u->source, assumptions, entries, count, &output),
        MINOS_OK);
}

static void numbers_by_invocation(void **state) {
    (void)state;
    unit u;
    mns_numbering n;
    unit_open(&u, HISTORY);
    assert_true(mns_numbering_make(&n, &u.history));
    const uint32_t expected[] = {1, 2, 3, 0}; /* by id: in the order of completion */
    assert_memory_equal(n.number, expected, sizeof expected);
    for (uint32_t txn = 0; txn < 4; txn++) {
        assert_int_equal(n.txn[n.number[txn]], txn);
    }
    mns_numbering_release(&n);
    unit_close(&u);
    unit_open(&u, "ok 0: ax1 / info 1: ax2 / ok 0: rx[1]");
    assert_true(mns_numbering_make(&n, &u.history));
    assert_true(n.number[0] == 0 && n.number[1] == 1 && n.number[2] == 2);
    mns_numbering_release(&n);
    unit_close(&u);
}

static void a_whole_certificate(void **state) {
    (void)state;
    unit u;
    mns_buf out;
    uint32_t order[] = {0, 3, 2};
    uint32_t sees[] = {0, 0, 2};
    mns_execution serial = {order, NULL, 3};
    mns_execution snapshots = {order, sees, 3};
    const mns_certificate_entry entries[] = {{.model = MNS_M_PL_SS, .execution = &serial},
                                             {.model = MNS_M_PL_SI, .execution = &snapshots},
                                             {.model = MNS_M_PL_3, .execution = &serial},
                                             {.model = MNS_M_PL_2, .anomaly = MNS_A_G1C}};
    unit_open(&u, HISTORY);
    write(&u, &(mns_assumptions){.wfr = true, .linearizable = true}, entries, 4, &out);
    mns_sha256 sum;
    uint8_t hash[MNS_SHA256_BYTES];
    char digits[MNS_SHA256_DIGITS + 1];
    mns_sha256_begin(&sum);
    mns_sha256_add(&sum, u.text, strlen(u.text));
    mns_sha256_end(&sum, hash);
    mns_sha256_digits(hash, digits);
    mns_buf expected;
    mns_buf_init(&expected);
    mns_buf_printf(&expected,
                   "{\"certificate\": 1, \"workload\": \"list-append\",\n"
                   "\"history\": {\"transactions\": 4, \"sha256\": \"%s\"}, "
                   "\"assumptions\": [\"wfr-keys\", \"linearizable-keys\"],\n"
                   "\"entries\": [\n"
                   "{\"model\": \"strict-serializable\", \"verdict\": \"certified\", "
                   "\"also\": [\"serializable\"], \"info\": [0],\n"
                   "\"order\": [1,0,3]},\n"
                   "{\"model\": \"snapshot-isolation\", \"verdict\": \"certified\", "
                   "\"also\": [], \"info\": [0],\n"
                   "\"order\": [1,0,3],\n"
                   "\"sees\": [0,0,2]},\n"
                   "{\"model\": \"read-committed\", \"verdict\": \"ruled out\", "
                   "\"anomaly\": \"G1c\"}\n"
                   "]}\n",
                   digits);
    assert_string_equal(out.data, expected.data);
    mns_buf_release(&expected);
    mns_buf_release(&out);
    unit_close(&u);
}

static void no_entries(void **state) {
    (void)state;
    unit u;
    mns_buf out;
    unit_open(&u, "");
    write(&u, &(mns_assumptions){0}, NULL, 0, &out);
    assert_non_null(strstr(out.data, "\"transactions\": 0, \"sha256\": \"e3b0c44298fc1c14"));
    assert_non_null(strstr(out.data, "\"entries\": [\n]}\n"));
    mns_buf_release(&out);
    unit_close(&u);
}

static void a_failed_write(void **state) {
    (void)state;
    unit u;
    const mns_certificate_output output = {refuse, NULL, "certificate.json"};
    unit_open(&u, HISTORY);
    assert_int_equal(
        mns_certificate_write(&u.history, &u.source, &(mns_assumptions){0}, NULL, 0, &output),
        MINOS_EIO);
    unit_close(&u);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_by_invocation), cmocka_unit_test(a_whole_certificate),
        cmocka_unit_test(no_entries), cmocka_unit_test(a_failed_write)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
