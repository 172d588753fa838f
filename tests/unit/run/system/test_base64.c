/* test_base64.c - src/run/system/base64.c: the examples of RFC 4648, and invalid text. */
#include <setjmp.h>
#include <stdarg.h>

#include "run/system/base64.h"
#include <cmocka.h>

static const char *const pairs[][2] = {
    {"", ""},
    {"f", "Zg=="},
    {"fo", "Zm8="},
    {"foo", "Zm9v"},
    {"foob", "Zm9vYg=="},
    {"fooba", "Zm9vYmE="},
    {"foobar", "Zm9vYmFy"},
    {"\xfb\xff\xfe", "+//+"},
};

static void examples(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        mns_buf out;
        mns_buf_init(&out);
        mns_base64_write(pairs[i][0], strlen(pairs[i][0]), &out);
        assert_string_equal(out.size == 0 ? "" : out.data, pairs[i][1]);
        mns_buf_clear(&out);
        assert_true(mns_base64_read(pairs[i][1], strlen(pairs[i][1]), &out));
        assert_int_equal(out.size, strlen(pairs[i][0]));
        assert_memory_equal(out.size == 0 ? "" : out.data, pairs[i][0], out.size);
        mns_buf_release(&out);
    }
}

static void others_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"Z",    "Zg",   "Zg=",  "====", "Z===",   "Zg=a",
                                        "Zm9-", "Zh==", "Zm9=", "Zm 9", "Zm9v\n", "Zg==Zg=="};
    for (size_t i = 0; i < MNS_COUNT_OF(wrong); i++) {
        mns_buf out;
        mns_buf_init(&out);
        if (mns_base64_read(wrong[i], strlen(wrong[i]), &out)) {
            fail_msg("%s was taken", wrong[i]);
        }
        mns_buf_release(&out);
    }
}

static void any_bytes_come_back(void **state) {
    (void)state;
    uint32_t random = 1;
    for (size_t size = 0; size < 300; size++) {
        char bytes[300];
        mns_buf text, back;
        mns_buf_init(&text);
        mns_buf_init(&back);
        for (size_t i = 0; i < size; i++) {
            random = random * 1664525u + 1013904223u;
            bytes[i] = (char)(random >> 24);
        }
        mns_base64_write(bytes, size, &text);
        assert_true(mns_base64_read(text.data, text.size, &back));
        assert_true(back.size == size && (size == 0 || memcmp(back.data, bytes, size) == 0));
        mns_buf_release(&text);
        mns_buf_release(&back);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(any_bytes_come_back),
    };
    return cmocka_run_group_tests_name("base64", tests, NULL, NULL);
}
