/* test_etcd_answer.c - src/run/driver/etcd/etcd_answer.c: valid and malformed answers. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/driver/etcd/etcd_answer.h"
#include <cmocka.h>

static bool reads(mns_etcd_answer *answer, const char *text) {
    const char *why;
    bool good = mns_etcd_answer_read(answer, text, strlen(text), &why);
    assert_true(good == (why == NULL));
    return good;
}

static void fields_are_found(void **state) {
    (void)state;
    mns_etcd_answer answer;
    mns_etcd_answer_init(&answer);
    assert_true(reads(
        &answer,
        " {\"header\":{\"cluster_id\":\"18446744073709551615\",\"revision\":\"12\"},\"more\":[{}],"
        "\"succeeded\":true,\"responses\":[{\"response_range\":{\"kvs\":[{\"mod_revision\":\"7\","
        "\"value\":\"MSAy\"}],\"count\":\"1\"}},{\"response_put\":{}},{\"response_range\":{}},{}]}"
        " "));
    assert_true(answer.revision == 12 && answer.succeeded && answer.count == 4);
    const mns_etcd_item *item = answer.items;
    assert_true(item[0].did == MNS_ETCD_RANGE && item[0].found == 1 && item[0].revision == 7);
    assert_true(item[0].size == 3 && memcmp(answer.values.data + item[0].at, "1 2", 3) == 0);
    assert_true(item[1].did == MNS_ETCD_PUT && item[2].did == MNS_ETCD_RANGE &&
                item[2].found == 0 && item[3].did == MNS_ETCD_OTHER);
    assert_true(reads(&answer, "{\"version\":\"3.4.23\",\"leader\":\"18446744073709551615\"}"));
    assert_string_equal(answer.version.data, "3.4.23");
    assert_true(answer.leader == UINT64_MAX && answer.count == 0 && answer.revision == 0);
    assert_true(reads(&answer, "{\"kvs\":[{\"key\":\"eA==\"},{\"key\":\"eQ==\"}],\"count\":2}"));
    assert_int_equal(answer.single.found, 2);
    assert_true(reads(&answer, "{\"code\":14,\"message\":\"no\\u0020luck\",\"details\":[]}"));
    assert_true(answer.code == 14 && answer.single.found == 0 && answer.version.size == 0);
    assert_string_equal(answer.error.data, "no luck");
    mns_etcd_answer_release(&answer);
}

static void others_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "",
        "null",
        "[]",
        "{} {}",
        "{\"succeeded\":true,\"succeeded\":false}",
        "{\"responses\":[],\"responses\":[]}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"header\":7}",
        "{\"header\":{\"revision\":\"-1\"}}",
        "{\"header\":{\"revision\":\"\"}}",
        "{\"header\":{\"revision\":-1}}",
        "{\"header\":{\"revision\":\"18446744073709551616\"}}",
        "{\"succeeded\":\"true\"}",
        "{\"succeeded\":truth}",
        "{\"responses\":{}}",
        "{\"responses\":[7]}",
        "{\"responses\":[{\"response_range\":{\"kvs\":[{\"value\":\"***\"}]}}]}",
        "{\"responses\":[{\"response_range\":{\"kvs\":[{\"value\":7}]}}]}",
        "{\"version\":3}",
        "{\"error\":null}",
    };
    mns_etcd_answer answer;
    mns_etcd_answer_init(&answer);
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        if (reads(&answer, wrong[i])) {
            fail_msg("%s was taken", wrong[i]);
        }
    }
    mns_etcd_answer_release(&answer);
}

/* Megabytes of empty responses are limited. */
static void many_are_refused(void **state) {
    (void)state;
    mns_etcd_answer answer;
    mns_buf text;
    mns_etcd_answer_init(&answer);
    mns_buf_init(&text);
    mns_buf_str(&text, "{\"responses\":[{}");
    for (unsigned i = 1; i < 65536; i++) {
        mns_buf_str(&text, ",{}");
    }
    size_t most = text.size;
    mns_buf_str(&text, "]}");
    assert_true(reads(&answer, text.data));
    mns_buf_truncate(&text, most);
    mns_buf_str(&text, ",{}]}");
    assert_false(reads(&answer, text.data));
    mns_buf_release(&text);
    mns_etcd_answer_release(&answer);
}

static void any_part_is_safe(void **state) {
    (void)state;
    static const char whole[] =
        "{\"header\":{\"revision\":\"12\"},\"succeeded\":true,\"responses\":[{\"response_range\":"
        "{\"kvs\":[{\"mod_revision\":\"7\",\"value\":\"MSAy\"}]}}],\"error\":\"x\",\"code\":14}";
    mns_etcd_answer answer;
    mns_etcd_answer_init(&answer);
    uint32_t random = 1;
    for (size_t round = 0; round < 20 * sizeof whole; round++) {
        size_t size = round % sizeof whole;
        char *text = malloc(size + 1); /* exact size, so that the sanitizer detects overruns */
        assert_non_null(text);
        memcpy(text, whole, size);
        bool spoilt = round >= sizeof whole && size > 0;
        if (spoilt) {
            random = random * 1664525u + 1013904223u;
            text[(random >> 8) % size] = (char)(random >> 24);
        }
        const char *why;
        bool good = mns_etcd_answer_read(&answer, text, size, &why);
        assert_true(spoilt || good == (size == sizeof whole - 1));
        free(text);
    }
    mns_etcd_answer_release(&answer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_found),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(many_are_refused),
        cmocka_unit_test(any_part_is_safe),
    };
    return cmocka_run_group_tests_name("etcd_answer", tests, NULL, NULL);
}
