/*
 * test_rewrite.c - src/format/rewrite.c and rewrite_fast.c: operations in the other notation.
 */
#include "format/rewrite.h"
#include "support/units.h"

enum { EDN = false, JSON = true };

static char *rewrite(const char *text, bool from, bool to, bool *fast) {
    const mns_rewrite notation = {.from_json = from, .to_json = to};
    const char *end = text + strlen(text);
    mns_rewrite_twice twice;
    mns_buf out;
    mns_buf_init(&out);
    mns_buf_str(&out, "before ");
    *fast = mns_rewrite_fast(notation, text, end, &out);
    if (!*fast) {
        assert_string_equal(out.data, "before ");
    }
    mns_buf_clear(&out);
    assert_true(mns_rewrite_op(notation, text, end, &out, &twice));
    assert_null(twice.name);
    char *slow = mns_buf_take(&out, NULL);
    if (*fast) { /* the same by the fast path */
        assert_true(mns_rewrite_fast(notation, text, end, &out));
        assert_string_equal(out.data, slow);
    }
    mns_buf_release(&out);
    return slow;
}

static void expect(const char *text, bool from, bool to, bool fast, const char *expected) {
    bool was_fast;
    char *found = rewrite(text, from, to, &was_fast);
    assert_string_equal(found, expected);
    assert_int_equal(was_fast, fast);
    free(found);
}

/* Both ways, by the fast path. */
static void expect_pair(const char *edn, const char *json) {
    expect(edn, EDN, JSON, true, json);
    expect(json, JSON, EDN, true, edn);
    expect(edn, EDN, EDN, true, edn);
    expect(json, JSON, JSON, true, json);
}

static void recorded_operations_are_rewritten_fast(void **state) {
    (void)state;
    expect_pair("{:index 0, :time 19220, :type :invoke, :process 8, :f :txn, :value [[:r 8 nil]]}",
                "{\"index\":0,\"time\":19220,\"type\":\"invoke\",\"process\":8,\"f\":\"txn\","
                "\"value\":[[\"r\",8,null]]}");
    expect_pair("{:type :ok, :value [[:append 8 -1] [:r 9 [1 2 3]] [:w 0 10]], :node \"n1\"}",
                "{\"type\":\"ok\",\"value\":[[\"append\",8,-1],[\"r\",9,[1,2,3]],[\"w\",0,10]],"
                "\"node\":\"n1\"}");
    expect_pair("{:type :ok, :value [[:add 1 2] [:inc 1 2] [:r 5 []]], :value2 nil, :sets :rows}",
                "{\"type\":\"ok\",\"value\":[[\"add\",1,2],[\"inc\",1,2],[\"r\",5,[]]],"
                "\"value2\":null,\"sets\":\"rows\"}");
    expect_pair("{:type :ok, :process 1, :value [[:w \"a key\" \"r\"]]}",
                "{\"type\":\"ok\",\"process\":1,\"value\":[[\"w\",\"a key\",\"r\"]]}");
    expect_pair("{:type :ok, :value []}", "{\"type\":\"ok\",\"value\":[]}");
}

static void spaces_are_normalised(void **state) {
    (void)state;
    expect("{:type :ok :value [[:w  1 2] ]} ; comment\n", EDN, JSON, false,
           "{\"type\":\"ok\",\"value\":[[\"w\",1,2]]}");
    expect("{:type\n:ok,\n :value ([:w 1 2])}", EDN, EDN, false, "{:type :ok, :value ([:w 1 2])}");
    expect("{\"type\": \"ok\", \"value\": [[\"w\", 1, 2]]}", JSON, EDN, true,
           "{:type :ok, :value [[:w 1 2]]}");
    expect("{ \"type\" : \"ok\"\n}", JSON, JSON, false, "{\"type\":\"ok\"}");
    expect("{:type :ok #_ :dropped, :a #_1 2}", EDN, JSON, false, "{\"type\":\"ok\",\"a\":2}");
}

static void processes_keep_their_names(void **state) {
    (void)state;
    expect("{:process :nemesis}", EDN, JSON, false, "{\"process\":\"nemesis\"}");
    expect("{\"process\":\"nemesis\"}", JSON, EDN, false, "{:process :nemesis}");
    expect("{:process :alice}", EDN, JSON, false, "{\"process\":\":alice\"}");
    expect("{\"process\":\":alice\"}", JSON, EDN, false, "{:process :alice}");
    expect("{:process \"bob\"}", EDN, JSON, false, "{\"process\":\"bob\"}");
    expect("{\"process\":\"bob\"}", JSON, EDN, false, "{:process \"bob\"}");
    expect("{\"process\":\": \"}", JSON, EDN, false, "{:process \": \"}");
}

static void numbers_that_json_lacks_become_strings(void **state) {
    (void)state;
    expect("{:a +7, :b 007, :c 5N, :d 4/2, :e 1/2, :f 1.5M, :g ##Inf, :h 1e2, :i -0}", EDN, JSON,
           false,
           "{\"a\":7,\"b\":7,\"c\":5,\"d\":2,\"e\":\"1/2\",\"f\":\"15e-1M\",\"g\":\"##Inf\","
           "\"h\":100.0,\"i\":0}");
    expect("{:a 123456789012345678901234567890, :b +0099999999999999999999, :c 1e999}", EDN, JSON,
           false,
           "{\"a\":123456789012345678901234567890,\"b\":99999999999999999999,\"c\":\"1e999\"}");
    expect("{\"a\":1.50,\"b\":-2e3,\"c\":true}", JSON, EDN, false, "{:a 1.50, :b -2e3, :c true}");
}

static void other_forms_of_edn(void **state) {
    (void)state;
    expect("#jepsen.history.Op{:value #{1 (2 :k)}, :error [:a b \\c \"d\"]}", EDN, JSON, false,
           "{\"value\":[1,[2,\"k\"]],\"error\":[\"a\",\"b\",\"c\",\"d\"]}");
    expect("#jepsen.history.Op{:a #{1}}", EDN, EDN, false, "#jepsen.history.Op{:a #{1}}");
    expect("{:a #inst \"2026\", :b #x #y [1,2]}", EDN, JSON, false,
           "{\"a\":\"#inst \\\"2026\\\"\",\"b\":\"#x #y [1 2]\"}");
    expect("{:a {:b {1 2, [3] 4, nil 5}}}", EDN, JSON, false,
           "{\"a\":{\"b\":{\"1\":2,\"[3]\":4,\"null\":5}}}");
    expect("{:value [[:w 1 6 {:version 8}]]}", EDN, JSON, false,
           "{\"value\":[[\"w\",1,6,{\"version\":8}]]}");
    expect("{\"value\":[[\"w\",1,6,{\"version\":8}]]}", JSON, EDN, false,
           "{:value [[:w 1 6 {:version 8}]]}");
}

static void strings_are_escaped(void **state) {
    (void)state;
    expect("{:a \"x\ny\\t\\\"\", :b \"\\u00e4\"}", EDN, JSON, false,
           "{\"a\":\"x\\ny\\t\\\"\",\"b\":\"\xC3\xA4\"}");
    expect("{\"a\":\"x\\ny\\/\\\"\",\"b c\":\"\\u0001\"}", JSON, EDN, false,
           "{:a \"x\\ny/\\\"\", \"b c\" \"\\u0001\"}");
    expect("{:a \"x\ny\"}", EDN, EDN, false, "{:a \"x\\ny\"}"); /* one line */
    expect("{:a\\b 1}", EDN, JSON, false, "{\"a\\\\b\":1}");
}

/* Only functions of micro-operations are keywords: keys and values stay strings. */
static void strings_of_json_stay_strings(void **state) {
    (void)state;
    expect("{\"f\":\"two words\",\"value\":[[\"r\",\"r\",[\"w\"]],[\"x\",1],\"r\"]}", JSON, EDN,
           false, "{:f \"two words\", :value [[:r \"r\" [\"w\"]] [\"x\" 1] \"r\"]}");
    expect("{\"error\":[[\"r\",1]],\"node\":\"n1\"}", JSON, EDN, true,
           "{:error [[\"r\" 1]], :node \"n1\"}");
}

static void names_that_become_one_are_found(void **state) {
    (void)state;
    const mns_rewrite to_json = {.from_json = false, .to_json = true};
    static const struct {
        const char *text, *second; /* NULL: none */
        bool nested;
    } cases[] = {
        {"{:type :ok, :a 1, \"b\" 2, \"a\" 3}", "\"a\":3}", false},
        {"{:a {:k 1, \"k\" 2}}", "\"k\":2}}", true},
        {"{:a [1 {2 {:k {}, 3 #{{k 1, :x 2, \"k\" 3}}}}]}", "\"k\":3}]}}]}", true},
        {"{:a {:k 1}, :b {\"k\" 2, :a {:k 3}}}", NULL, false},
        {"{:a {{:k 1, \"k\" 2} 3}, :b #t {:k 1, \"k\" 2}}", NULL, false}, /* strings in JSON */
    };
    for (size_t i = 0; i < MNS_COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        mns_rewrite_twice twice;
        mns_buf out;
        mns_buf_init(&out);
        assert_true(mns_rewrite_op(to_json, text, text + strlen(text), &out, &twice));
        assert_int_equal(twice.nested, cases[i].nested);
        assert_int_equal(twice.name == NULL, cases[i].second == NULL);
        if (twice.name != NULL) {
            assert_string_equal(twice.name, cases[i].second);
        }
        mns_buf_release(&out);
    }
}

static void malformed_text_is_noticed(void **state) {
    (void)state;
    static const char *const texts[] = {"", "{:a", "{:a 1", "{:a [1 2}", "7", "{:a \"x}", "{:a 1]"};
    for (size_t i = 0; i < MNS_COUNT_OF(texts); i++) {
        for (int to = 0; to < 2; to++) {
            const mns_rewrite notation = {.from_json = false, .to_json = to != 0};
            const char *end = texts[i] + strlen(texts[i]);
            mns_rewrite_twice twice;
            mns_buf out;
            mns_buf_init(&out);
            assert_false(mns_rewrite_fast(notation, texts[i], end, &out));
            assert_false(mns_rewrite_op(notation, texts[i], end, &out, &twice));
            mns_buf_release(&out);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_operations_are_rewritten_fast),
        cmocka_unit_test(spaces_are_normalised),
        cmocka_unit_test(processes_keep_their_names),
        cmocka_unit_test(numbers_that_json_lacks_become_strings),
        cmocka_unit_test(other_forms_of_edn),
        cmocka_unit_test(strings_are_escaped),
        cmocka_unit_test(strings_of_json_stay_strings),
        cmocka_unit_test(names_that_become_one_are_found),
        cmocka_unit_test(malformed_text_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
