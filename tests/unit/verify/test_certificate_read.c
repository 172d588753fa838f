/* test_certificate_read.c - certificates that are read, and those that are malformed, with line and
 * column. */
#include "support/units.h"
#include "verify/certificate.h"

#define HASH "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define HEAD                                                                                       \
    "{\"certificate\": 1, \"workload\": \"set\", \"history\": {\"transactions\": 3, "              \
    "\"sha256\": \"" HASH "\"}, \"assumptions\": [\"sets-are-objects\"],\n"
#define FILE_OF(entry) HEAD "\"entries\": [" entry "]}"

static minos_status read(const char *text, mns_certificate *c, mns_problems *problems) {
    mns_source source;
    mns_problems_init(problems);
    assert_int_equal(mns_source_memory(&source, "c.json", text, strlen(text), 0, problems),
                     MINOS_OK);
    minos_status status = mns_certificate_read(c, &source, problems);
    mns_problems_locate(problems, text, strlen(text));
    mns_source_release(&source);
    return status;
}

static void expect_error(const char *text, uint64_t line, uint64_t column, const char *message) {
    mns_certificate c;
    mns_problems problems;
    assert_int_equal(read(text, &c, &problems), MINOS_EINPUT);
    assert_int_equal(problems.count, 1);
    if (strstr(problems.items[0].message, message) == NULL || problems.items[0].line != line ||
        problems.items[0].column != column) {
        fail_msg("%s\nis wrong at %u:%u: %s", text, (unsigned)problems.items[0].line,
                 (unsigned)problems.items[0].column, problems.items[0].message);
    }
    mns_certificate_release(&c);
    mns_problems_release(&problems);
}

static void a_whole_certificate(void **state) {
    (void)state;
    mns_certificate c;
    mns_problems problems;
    const char *text =
        FILE_OF("{\"model\": \"PL-SI\", \"also\": [\"prefix\"], \"verdict\": \"certified\", "
                "\"info\": [1], \"order\": [2, 4294967294, 0], \"sees\": [0, 1, 7]}, "
                "{\"model\": \"serializable\", \"verdict\": \"ruled out\", \"anomaly\": \"G2\"}");
    assert_int_equal(read(text, &c, &problems), MINOS_OK);
    assert_int_equal(c.workload, MNS_SET);
    assert_int_equal(c.transactions, 3);
    assert_int_equal(c.sha256[1], 0x23);
    assert_true(c.assumptions.sets_are_objects && !c.assumptions.wfr && !c.transaction_order);
    assert_int_equal(c.count, 2);
    const mns_certificate_claim *claim = &c.claims[0];
    assert_true(claim->certified && claim->models[MNS_M_PL_SI] && claim->models[MNS_M_PREFIX]);
    assert_true(claim->order.count == 3 && claim->order.items[1] == 4294967294u);
    assert_true(claim->sees.count == 3 && claim->sees.items[2] == 7);
    assert_true(claim->info.count == 1 && claim->info.items[0] == 1);
    assert_true(!c.claims[1].certified && c.claims[1].anomaly == MNS_A_G2);
    mns_certificate_release(&c);
    mns_problems_release(&problems);
}

static void heads(void **state) {
    (void)state;
    expect_error("", 1, 1, "JSON object");
    expect_error("[]", 1, 1, "JSON object");
    expect_error("{}", 1, 1, "\"certificate\", the version, is missing");
    expect_error("{\"certificate\": 2}", 1, 17, "version 1 only");
    expect_error("{\"certificate\": 1, \"certificate\": 1}", 1, 20, "twice");
    expect_error("{\"certificate\": 1, \"chains\": []}", 1, 20, "no field of this name");
    expect_error("{\"workload\": \"queue\"}", 1, 14, "a workload is");
    expect_error("{\"history\": {\"sha256\": \"" HASH "\"}}", 1, 13, "\"transactions\" is missing");
    expect_error("{\"history\": {\"transactions\": -1}}", 1, 30, "number of transactions");
    expect_error("{\"history\": {\"sha256\": \"12\"}}", 1, 24, "64 digits");
    expect_error("{\"assumptions\": [\"luck\"]}", 1, 18, "an assumption is");
    expect_error(FILE_OF("") "x", 2, 15, "");
    expect_error(FILE_OF("") "{}", 2, 15, "unexpected text");
    expect_error(HEAD "\"entries\": [", 2, 12, "");
}

static void entries(void **state) {
    (void)state;
    expect_error(FILE_OF("1"), 2, 13, "an entry is an object");
    expect_error(FILE_OF("{\"verdict\": \"certified\"}"), 2, 13, "\"model\" is missing");
    expect_error(FILE_OF("{\"model\": \"best\"}"), 2, 23, "name of a model");
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"holds\"}"), 2, 42, "a verdict is");
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"certified\"}"), 2, 13,
                 "needs an \"order\"");
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"ruled out\"}"), 2, 13,
                 "needs an \"anomaly\"");
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"ruled out\", \"anomaly\": \"G0\", "
                         "\"order\": []}"),
                 2, 13, "has no execution");
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"certified\", \"anomaly\": \"G0\", "
                         "\"order\": []}"),
                 2, 13, "has no \"anomaly\"");
}

static void numbers(void **state) {
    (void)state;
    const char *begin = HEAD "\"entries\": [{\"model\": \"PL-3\", \"order\": ";
    const char *wrong[] = {"[-1]", "[4294967295]", "[0.5]", "[\"1\"]", "[99999999999999999999]"};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        mns_buf text;
        mns_buf_init(&text);
        mns_buf_printf(&text, "%s%s}]}", begin, wrong[i]);
        expect_error(text.data, 2, 41, "number from 0");
        mns_buf_release(&text);
    }
    expect_error(HEAD "\"entries\": [{\"model\": \"PL-3\", \"order\": 7}]}", 2, 40,
                 "array of numbers");
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"certified\", \"order\": [1, 2], "
                         "\"sees\": [0]}"),
                 2, 13, "a number for each transaction");
}

static void one_entry_for_each_model(void **state) {
    (void)state;
    expect_error(FILE_OF("{\"model\": \"PL-3\", \"verdict\": \"certified\", \"order\": []}, "
                         "{\"model\": \"serializable\", \"verdict\": \"ruled out\", "
                         "\"anomaly\": \"G0\"}"),
                 2, 69, "has an earlier entry");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_certificate), cmocka_unit_test(heads), cmocka_unit_test(entries),
        cmocka_unit_test(numbers), cmocka_unit_test(one_entry_for_each_model)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
