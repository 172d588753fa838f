/*
 * test_dbcop_json_read.c - src/format/dbcop_json_read.c and dbcop_json_event.c: JSON histories of
 * dbcop, and the EDN or the error that they become. Single quotes stand for double quotes.
 */
#include "format/reader.h"
#include "support/translated.h"
#include "support/units.h"

static char *json_of(const char *text) {
    char *json = strdup(text);
    assert_non_null(json);
    for (char *p = json; *p != '\0'; p++) {
        *p = *p == '\'' ? '"' : *p;
    }
    return json;
}

static void reads_as(const char *text, const char *expected) {
    char *json = json_of(text);
    char *shown = translated_text(json, MINOS_FORMAT_DBCOP_JSON);
    assert_string_equal(shown, expected);
    free(shown);
    free(json);
}

/* A history of one transaction with these events. */
static void events_read_as(const char *events, const char *mops) {
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_printf(&text, "[[{'events':[%s],'committed':true}]]", events);
    mns_buf_init(&expected);
    mns_buf_printf(&expected, "{:type :ok, :process 0, :f :txn, :value [%s]}\n", mops);
    reads_as(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

/* The events are on the second line. */
static void events_fail(const char *events, unsigned column, const char *message) {
    mns_buf text, expected;
    mns_buf_init(&text);
    mns_buf_printf(&text, "[[{'events':[\n%s],'committed':true}]]", events);
    mns_buf_init(&expected);
    mns_buf_printf(&expected, "2:%u: %s", column, message);
    reads_as(text.data, expected.data);
    mns_buf_release(&text);
    mns_buf_release(&expected);
}

#define WRITE_1_2 "{'Write':{'variable':1,'version':2}}"
#define TXN_1_2 "{'events':[" WRITE_1_2 "],'committed':true}"
#define EDN_1_2 "{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}\n"

static void sessions_alone_are_read(void **state) {
    (void)state;
    reads_as("[[{'events':[" WRITE_1_2 ",{'Read':{'variable':3,'version':null}}],"
             "'committed':true},\n"
             " {'committed':false,'events':[" WRITE_1_2 "]}],\n [],\n"
             "[{'events':[{'Read':{'version':4,'variable':3}}],'committed':true}]]\n",
             "{:type :ok, :process 0, :f :txn, :value [[:w 1 2] [:r 3 nil]]}\n"
             "{:type :fail, :process 0, :f :txn, :value [[:w 1 2]]}\n"
             "{:type :ok, :process 2, :f :txn, :value [[:r 3 4]]}\n");
    reads_as("[]", "");
    reads_as(" [ [ ] ] \n", "");
}

static void whole_histories_are_read(void **state) {
    (void)state;
    reads_as("{\n  'params': {'id': 0, 'n_node': 9, 'n_variable': 9, 'n_transaction': 9,"
             " 'n_event': 9},\n"
             "  'info': 'generated ]} \\' [{', 'start': '2025-01-01T00:00:00+00:00',\n"
             "  'end': '2025-01-01T00:00:01+00:00',\n  'data': [[" TXN_1_2 "]]\n}\n",
             EDN_1_2);
    reads_as("{'data':[[" TXN_1_2 "]]}", EDN_1_2);
    reads_as("{'data':[[" TXN_1_2 "]],'params':{},'info':[1,{'a':[]}]}", EDN_1_2);
    reads_as("{'data':[[" TXN_1_2 "]],'more':1}", "1:80: unknown field \"more\"");
    reads_as("{'data':[],'type':'ok','process':0,'value':[['w',1,1]]}",
             "1:12: unknown field \"type\"");
    reads_as("{'data':[]}", "");
}

static void compact_events_are_read(void **state) {
    (void)state;
    events_read_as("['w',1,2],['r',1,2],['r',3,null]", "[:w 1 2] [:r 1 2] [:r 3 nil]");
    events_read_as(WRITE_1_2 ",['w', 3 , 4]", "[:w 1 2] [:w 3 4]");
    events_read_as("", "");
}

/* A field that nobody understood may say that the event failed, or that the transaction was rolled
 * back. */
static void unknown_fields_fail(void **state) {
    (void)state;
    reads_as("[[{'events':[{'Write':{'at':[{}],'variable':1,'version':2}}],'committed':true}]]",
             "1:24: unknown field \"at\"");
    reads_as("[[{'events':[],'committed':true,'status':'aborted'}]]",
             "1:33: unknown field \"status\"");
}

static void numbers_have_64_bits(void **state) {
    (void)state;
    events_read_as("['w',18446744073709551615,18446744073709551615]",
                   "[:w 18446744073709551615 18446744073709551615]");
    events_fail("['w',18446744073709551616,1]", 6, "expected a number");
    events_fail("['w',1,99999999999999999999]", 8, "expected a number");
    events_fail("['w',-1,1]", 6, "expected a number");
    events_fail("['w',1,1.0]", 8, "expected a number");
    events_fail("['w','1',1]", 6, "expected a number");
    events_fail("['w',1,true]", 8, "expected a number");
}

/* An event in the usual form is read without tokens; the same with spaces, or almost the same, is
 * read with them. */
static void the_fast_path_reads_the_same(void **state) {
    (void)state;
    events_read_as("{'Read':{'variable':1,'version':2}},{'Read':{'variable':1,'version': 2}}",
                   "[:r 1 2] [:r 1 2]");
    events_read_as("{'Read':{'variable':1,'version':null}},{'Read':{'variable':1,'version':null }}",
                   "[:r 1 nil] [:r 1 nil]");
    events_read_as("{'Write':{'variable':9999999999999999999,'version':18446744073709551615}}",
                   "[:w 9999999999999999999 18446744073709551615]");
    events_fail("{'Write':{'variable':1,'version':2,'success':false}}", 36,
                "unknown field \"success\"");
    events_fail("{'Write':{'variable':01,'version':2}}", 22, "malformed JSON number");
    events_fail("{'Write':{'variable':1,'version':2.0}}", 34, "expected a number");
    events_fail("{'Write':{'variable':1,'version':2e3}}", 34, "expected a number");
    events_fail("{'Write':{'variable':-1,'version':2}}", 22, "expected a number");
    events_fail("{'Read':{'variable':1,'version':nul}}", 33, "unexpected text");
    events_fail("{'Read':{'variable':1,'version':2}]", 35, "mismatched closing bracket");
}

static void zero_is_initial_unless_written(void **state) {
    (void)state;
    reads_as("[[{'events':[['r',1,0],['r',2,0]],'committed':true}],"
             "[{'events':[['w',2,0]],'committed':true}]]",
             "{:type :ok, :process 0, :f :txn, :value [[:r 1 nil] [:r 2 0]]}\n"
             "{:type :ok, :process 1, :f :txn, :value [[:w 2 0]]}\n");
    /* As dbcop's generator begins. */
    reads_as("{'data':[[{'events':[['w',1,0]],'committed':true},"
             "{'events':[['r',1,0]],'committed':true}],"
             "[{'events':[['r',9,0]],'committed':true},{'events':[],'committed':true}]]}",
             "{:type :ok, :process 0, :f :txn, :value [[:w 1 0]]}\n"
             "{:type :ok, :process 0, :f :txn, :value [[:r 1 0]]}\n"
             "{:type :ok, :process 1, :f :txn, :value [[:r 9 nil]]}\n"
             "{:type :ok, :process 1, :f :txn, :value []}\n");
}

/* ---- Errors --------------------------------------------------------------------------------- */

static void malformed_events_fail(void **state) {
    (void)state;
    events_fail("3", 1, "expected an event");
    events_fail("null", 1, "expected an event");
    events_fail("{}", 1, "expected \"Read\" or \"Write\" with the fields of an event");
    events_fail("{'read':{}}", 2, "expected \"Read\" or \"Write\" with the fields of an event");
    events_fail("{'Read':[1,2]}", 2, "expected \"Read\" or \"Write\" with the fields of an event");
    events_fail("{'Write':{'variable':1,'version':null}}", 34, "expected a number");
    events_fail("{'Read':{'variable':1}}", 9, "this event has no version");
    events_fail("{'Read':{'version':1}}", 9, "this event has no variable");
    events_fail("{'Read':{'version':1,'variable':1,'version':2}}", 35,
                "an event has this field twice");
    events_fail("{'Read':{'version':1,'variable':1},'Write':{}}", 36,
                "an event has one field, Read or Write");
    events_fail("['x',1,2]", 1, "expected an event of three elements");
    events_fail("[]", 1, "expected an event of three elements");
    events_fail("['r',1]", 1, "expected an event of three elements");
    events_fail("['r',1,2,3]", 1, "expected an event of three elements");
    events_fail("['w',1,null]", 8, "expected a number");
    events_fail("['w',1,2],", 11, "expected a value after ','");
    events_fail("['w' 1,2]", 6, "expected ',' or the end of the collection");
}

static void malformed_transactions_fail(void **state) {
    (void)state;
    reads_as("[[1]]", "1:3: expected a transaction, an object");
    reads_as("[1]", "1:2: expected a session, an array of transactions");
    reads_as("[{}]", "1:2: expected a session, an array of transactions");
    reads_as("3", "1:1: expected an array of sessions, or an object with \"data\"");
    reads_as("", "1:1: expected an array of sessions, or an object with \"data\"");
    reads_as("[[{'events':[]}]]", "1:3: this transaction does not say whether it committed");
    reads_as("[[{'committed':true}]]", "1:3: this transaction has no events");
    reads_as("[[{'events':{},'committed':true}]]",
             "1:13: the events of a transaction must be an array");
    reads_as("[[{'events':[],'committed':1}]]", "1:28: \"committed\" must be true or false");
    reads_as("[[{'events':[],'events':[],'committed':true}]]",
             "1:16: a transaction has this field twice");
    reads_as("[[{'committed':true,'committed':true,'events':[]}]]",
             "1:21: a transaction has this field twice");
}

static void malformed_objects_fail(void **state) {
    (void)state;
    reads_as("{}", "1:1: this object has no field \"data\"");
    reads_as("{'info':'x'}", "1:1: this object has no field \"data\"");
    reads_as("{'data':{}}", "1:2: \"data\" must be an array of sessions");
    reads_as("{'data':[],'data':[]}", "1:12: the history has this field twice");
    reads_as("{'data':[],}", "1:12: expected a value after ','");
    reads_as("{'data'[]}", "1:8: expected ':' after the field's name");
    reads_as("{1:[]}", "1:2: a field's name must be a string");
    reads_as("[],", "1:3: unexpected text after the end of the history");
    reads_as("[] []", "1:4: unexpected text after the end of the history");
    reads_as("[[},", "1:3: mismatched closing bracket");
}

/* Every beginning of a valid file is an error. */
static void every_beginning_fails(void **state) {
    (void)state;
    char *json = json_of("{'params':{'id':0},'data':[[" TXN_1_2
                         "],[{'committed':true,'events':[['r',1,0],['r',1,2]]}]],'info':'x'}");
    for (size_t size = 0; size < strlen(json); size++) {
        char *shown = translated_bytes(json, size, MINOS_FORMAT_DBCOP_JSON);
        assert_memory_equal(shown, "1:", 2);
        free(shown);
    }
    free(json);
}

/* Deep nesting in a field that is skipped must not overflow the stack. */
static void deep_nesting_fails(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "{'info':");
    mns_buf_repeat(&text, '[', 100000);
    reads_as(text.data, "1:521: collections are nested too deeply");
    mns_buf_release(&text);
}

/* ---- Recognition ---------------------------------------------------------------------------- */

static void recognises_by_structure(void **state) {
    (void)state;
    static const struct {
        const char *text;
        bool fits;
    } files[] = {
        {"[[{'events':", true},
        {" [ [ {'committed' : true", true},
        {"[[],[{'events':[", true},
        {"[[]]", true},
        {"{'params':{'id':0", true},
        {"{'info':'x','data':[[", true},
        {"{'data':[]}", true},
        {"[]", false},
        {"[[", false},
        {"[[[", false},
        {"[{'type':'ok','process':0}]", false},
        {"{'type':'ok','data':[[", false},
        {"{'process':0,'params':{'a':1}}", false},
        {"{'info':'x','type':'ok'}", false},
        {"{'data':3}", false},
        {"[{'tid':1,'sid':1}]", false},
        {"[[:w 1 2]]", false},
        {"", false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(files); i++) {
        char *json = json_of(files[i].text);
        assert_int_equal(mns_dbcop_json_reader.fits(json, strlen(json), false), files[i].fits);
        free(json);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_alone_are_read),
        cmocka_unit_test(whole_histories_are_read),
        cmocka_unit_test(compact_events_are_read),
        cmocka_unit_test(unknown_fields_fail),
        cmocka_unit_test(numbers_have_64_bits),
        cmocka_unit_test(the_fast_path_reads_the_same),
        cmocka_unit_test(zero_is_initial_unless_written),
        cmocka_unit_test(malformed_events_fail),
        cmocka_unit_test(malformed_transactions_fail),
        cmocka_unit_test(malformed_objects_fail),
        cmocka_unit_test(every_beginning_fails),
        cmocka_unit_test(deep_nesting_fails),
        cmocka_unit_test(recognises_by_structure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
