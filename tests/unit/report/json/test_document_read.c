/*
 * test_document_read.c - src/report/document_read*.c: a smallest result, what may be missing from
 * it, and what is refused, with its place.
 */
#include "report/report.h"
#include "support/units.h"

/* The parts of a result, so that each test can change one. */
#define HEAD "{\"schema\":1,\"minos\":\"0.1.0\",\"file\":\"h.edn\",\"workload\":\"list-append\","
#define HISTORY                                                                                    \
    "\"history\":{\"operations\":8,\"transactions\":4,\"ok\":2,\"fail\":1,\"info\":1,"             \
    "\"micro_operations\":5,\"keys\":2,\"processes\":3},"
#define ASKED "\"models\":[\"serializable\"],"
#define VERDICT "\"valid\":false,\"anomaly_types\":[\"G0\"],\"violated\":[\"serializable\"],"
#define MODELS                                                                                     \
    "\"not\":[\"read-uncommitted\"],\"also_not\":[\"serializable\"],\"holds\":[],\"not_judged\":[" \
    "]"
#define TXN "{\"id\":\"T\",\"index\":1,\"process\":0,\"type\":\"ok\",\"value\":[]}"
#define STEP(from, to)                                                                             \
    "{\"from\":\"" from "\",\"to\":\"" to "\",\"kind\":\"ww\",\"key\":\"x\",\"text\":\"because\"}"
#define CYCLE(steps)                                                                               \
    "{\"name\":null,\"transactions\":[" TXN "," TXN "],\"steps\":[" steps "],\"text\":\"proof\"}"
#define FOUND(witness)                                                                             \
    ",\"anomalies\":{\"G0\":{\"count\":3,\"forbidden\":true,\"witnesses\":[" witness "]}}"
#define EXPLAINED                                                                                  \
    ",\"order\":\"process\",\"ruled_out_by\":{\"read-uncommitted\":\"G0\",\"serializable\":"       \
    "\"G0\"}"
#define TWO_STEPS STEP("T1", "T2") "," STEP("T2", "T1")
#define WHOLE HEAD HISTORY ASKED VERDICT MODELS FOUND(CYCLE(TWO_STEPS)) EXPLAINED

static mns_document document;

static minos_status read_text(const char *text, mns_problems *problems) {
    mns_source source = {.data = text, .size = strlen(text)};
    mns_problems_init(problems);
    return mns_document_read(&document, &source, problems);
}

static void accept(const char *text) {
    mns_problems problems;
    minos_status status = read_text(text, &problems);
    if (status != MINOS_OK) {
        fail_msg("%s", problems.count == 0 ? "no problem" : problems.items[0].message);
    }
    mns_problems_release(&problems);
}

/* The message, and the text at its position. */
static void refuse(const char *text, const char *message, const char *at) {
    mns_problems problems;
    assert_int_equal(read_text(text, &problems), MINOS_EINPUT);
    assert_int_equal(problems.count, 1);
    assert_string_equal(problems.items[0].message, message);
    assert_non_null(problems.items[0].hint);
    assert_true(problems.items[0].offset <= strlen(text));
    assert_memory_equal(text + problems.items[0].offset, at, strlen(at));
    assert_null(document.arena.blocks);
    mns_problems_release(&problems);
}

static void a_result_is_read(void **state) {
    (void)state;
    accept(WHOLE ",\"later\":[{}],\"timing_ms\":{\"read\":12.3,\"infer\":0.004,\"graph\":7}}\n");
    assert_string_equal(document.name, "h.edn");
    assert_int_equal(document.counts.mops, 5);
    assert_int_equal(document.request.model_count, 1);
    assert_string_equal(document.request.names[0], "serializable");
    assert_int_equal(document.judgement.verdict, MINOS_VIOLATED);
    assert_true(document.judgement.found[MNS_A_G0]);
    assert_int_equal(document.judgement.order, MNS_ORDER_PROCESS);
    assert_int_equal(document.anomaly_count, 1);
    const mns_doc_witness *witness = &document.anomalies[0].witnesses[0];
    assert_int_equal(document.anomalies[0].count, 3);
    assert_int_equal(witness->txn_count, 2);
    assert_null(witness->key);
    assert_int_equal(witness->steps[1].from, 1);
    assert_int_equal(witness->steps[1].to, 0);
    assert_int_equal(witness->steps[1].from_mop, MNS_NONE);
    assert_string_equal(witness->steps[0].key, "\"x\"");
    assert_string_equal(witness->steps[0].next, "null");
    assert_true(witness->txns[0].invoke == MNS_NO_POSITION);
    assert_true(witness->txns[0].invoke_ns == MNS_NO_TIME);
    assert_true(document.read_ms > 12.299 && document.read_ms < 12.301);
    assert_true(document.infer_ms > 0.0039 && document.infer_ms < 0.0041);
    assert_true(document.graph_ms > 6.9 && document.graph_ms < 7.1);
    mns_document_release(&document);
}

/* An array rather than one string: compilers need not take longer ones. */
static void older_results_say_less(void **state) {
    (void)state;
    accept("{\"schema\":1,\"minos\":\"0.1.0\",\"file\":\"h.edn\",\"workload\":\"set\"," HISTORY
           "\"models\":[\"PL-1\"],\"valid\":true,\"anomaly_types\":[],\"violated\":[],\"not\":[],"
           "\"also_not\":[],\"holds\":[\"read-committed\"],\"not_judged\":[],\"anomalies\":{}}");
    assert_false(document.judgement.untested);
    assert_int_equal(document.judgement.order, MNS_ORDER_NONE);
    assert_null(document.judgement.reason);
    mns_document_release(&document);
    accept("{\"schema\":1,\"minos\":\"0.1.0\",\"file\":\"h.edn\",\"workload\":\"set\"," HISTORY
           "\"models\":[],\"valid\":\"unknown\",\"anomaly_types\":[],\"violated\":[],\"not\":[],"
           "\"also_not\":[],\"holds\":[],\"not_judged\":[],\"anomalies\":{}}");
    assert_true(document.judgement.untested && document.request.asks_nothing);
    assert_string_equal(document.judgement.reason, "not decided");
    mns_document_release(&document);
}

static void other_text_is_refused(void **state) {
    (void)state;
    refuse("", "expected an object", "");
    refuse("[1]", "expected an object", "[1]");
    refuse("{:index 0}", "expected a value", ":index");
    refuse("{\"type\":\"ok\"}", "missing field \"schema\"", "{");
    refuse("{\"schema\":2}", "unsupported schema; expected 1", "2}");
    refuse("{\"schema\":1,\"error\":{\"line\":3,\"message\":\"broken\"}}",
           "no result: the check failed (broken)", "{\"line\"");
    refuse(WHOLE "}\n{\"schema\":1}", "unexpected text after the result", "{\"schema\"");
    refuse(WHOLE, "this collection is never closed", "{\"schema\"");
}

static void names_must_be_known(void **state) {
    (void)state;
    refuse(HEAD HISTORY "\"models\":[\"serialisable\"]}", "unknown model 'serialisable'",
           "\"serialisable\"");
    refuse(HEAD "\"models\":[\"serializable\",\"PL-3\"]}", "duplicate model", "\"PL-3\"");
    refuse(HEAD "\"anomaly_types\":[\"G9\"]}", "unknown anomaly 'G9'", "\"G9\"");
    refuse(HEAD "\"anomalies\":{\"G9\":{}}}", "unknown anomaly 'G9'", "{}");
    refuse(HEAD "\"valid\":\"maybe\"}", "expected true, false or \"unknown\"", "\"maybe\"");
    refuse(HEAD "\"notation\":\"xml\"}", "expected \"edn\" or \"json\"", "\"xml\"");
    refuse(HEAD "\"order\":7}", "expected \"none\", \"process\" or \"realtime\"", "7}");
    refuse(HEAD "\"timing_ms\":{\"read\":1e3}}", "expected milliseconds, such as 12.345", "1e3");
    refuse(HEAD "\"timing_ms\":{\"read\":99999999999999999999}}",
           "expected milliseconds, such as 12.345", "999");
}

#define BEFORE HEAD HISTORY ASKED VERDICT MODELS

static void steps_must_fit_their_transactions(void **state) {
    (void)state;
    static const char message[] = "the steps of this witness contradict its transactions";
    refuse(BEFORE FOUND(CYCLE(STEP("T1", "T2"))) "}", message, "{\"name\"");
    refuse(BEFORE FOUND(CYCLE(STEP("T1", "T2") "," STEP("T2", "T2"))) "}", message, "{\"name\"");
    refuse(BEFORE FOUND(CYCLE(STEP("T1", "T2") "," STEP("T2", "T3"))) "}", message, "{\"name\"");
    refuse(BEFORE FOUND("{\"transactions\":[],\"steps\":[],\"text\":\"\"}") "}", message,
           "{\"trans");
    refuse(BEFORE FOUND("{\"transactions\":[" TXN "],\"steps\":[],\"text\":\"\",\"links\":[{"
                        "\"from\":\"T1\",\"to\":\"T1\",\"to_mop\":0,\"kind\":\"rw\"}]}") "}",
           message, "{\"trans");
    refuse(BEFORE FOUND(CYCLE(STEP("T0", "T2"))) "}", "expected a transaction, such as \"T1\"",
           "\"T0\"");
    refuse(BEFORE FOUND(CYCLE(STEP("T1", "T99999999999999999999"))) "}",
           "expected a transaction, such as \"T1\"", "\"T9999");
    refuse(BEFORE FOUND(CYCLE("{\"from\":\"T1\",\"to\":\"T2\",\"kind\":\"xy\"}")) "}",
           "expected a kind of step: ww, wr, rw, process or realtime", "\"xy\"");
}

static void parts_must_fit_each_other(void **state) {
    (void)state;
    refuse(BEFORE ",\"anomalies\":{}}", "\"anomaly_types\" and \"anomalies\" disagree about G0",
           "{\"schema\"");
    refuse(BEFORE FOUND(CYCLE(TWO_STEPS)) ",\"ruled_out_by\":{\"serializable\":\"G0\"}}",
           "\"ruled_out_by\" of read-uncommitted contradicts the anomalies and models",
           "{\"schema\"");
    refuse(BEFORE FOUND("{\"transactions\":[" TXN "],\"steps\":[],\"text\":\"\",\"keys\":[0]}")
               EXPLAINED "}",
           "a witness refers to a key that is not in \"keys\"", "{\"schema\"");
    refuse(WHOLE ",\"run\":{\"start_ns\":1,\"width_ns\":9223372036854775807,\"buckets\":[],"
                 "\"errors\":[],\"error_kinds\":0,\"every\":1}}",
           "these numbers contradict each other", "{\"start_ns\"");
    refuse(WHOLE ",\"faults\":[{\"position\":5,\"process\":\"n\",\"f\":\"f\",\"value\":\"\","
                 "\"until\":4}]}",
           "these numbers contradict each other", "{\"position\"");
}

#define JUDGED(models, verdict)                                                                    \
    HEAD HISTORY models verdict MODELS FOUND(CYCLE(TWO_STEPS)) EXPLAINED "}"
#define OF_G0(valid, violated)                                                                     \
    "\"valid\":" valid ",\"anomaly_types\":[\"G0\"],\"violated\":[" violated "],"

/* Changing one word of a violated result cannot make it valid. */
static void the_verdict_must_fit(void **state) {
    (void)state;
    static const char message[] = "the verdict contradicts the request and the anomalies";
    accept(JUDGED(ASKED, OF_G0("false", "\"serializable\"")));
    mns_document_release(&document);
    refuse(JUDGED(ASKED, OF_G0("true", "\"serializable\"")), message, "{\"schema\"");
    refuse(JUDGED(ASKED, OF_G0("true", "")), message, "{\"schema\"");
    refuse(JUDGED(ASKED, OF_G0("\"unknown\"", "\"serializable\"")), message, "{\"schema\"");
    refuse(JUDGED(ASKED, OF_G0("false", "")), message, "{\"schema\"");
    refuse(JUDGED("\"models\":[],", OF_G0("false", "")), message, "{\"schema\"");
    refuse(WHOLE ",\"untested\":true}", message, "{\"schema\"");
}

#define VALID                                                                                      \
    HEAD HISTORY ASKED "\"valid\":true,\"anomaly_types\":[],\"violated\":[],\"not\":[],"           \
                       "\"also_not\":[],\"holds\":[\"serializable\"],\"not_judged\":[\"causal\"]," \
                       "\"anomalies\":{},\"ruled_out_by\":{}"
#define UNDECIDED(model) ",\"undecided\":[{\"model\":\"" model "\",\"reason\":\"why\"}]"

#define CONTRADICTS(model) "\"certified\" or \"undecided\" contradicts another state of " model

/* What is certified or undecided holds, and is not both. */
static void certified_models_must_hold(void **state) {
    (void)state;
    accept(VALID ",\"certified\":[\"read-committed\"]" UNDECIDED("serializable") "}");
    assert_true(document.judgement.certified[MNS_M_PL_2]);
    assert_string_equal(document.judgement.undecided[MNS_M_PL_3], "why");
    mns_document_release(&document);
    refuse(WHOLE ",\"certified\":[\"serializable\"]}", CONTRADICTS("serializable"), "{\"schema\"");
    refuse(WHOLE UNDECIDED("serializable") "}", CONTRADICTS("serializable"), "{\"schema\"");
    refuse(VALID ",\"certified\":[\"serializable\"]" UNDECIDED("PL-3") "}",
           CONTRADICTS("serializable"), "{\"schema\"");
    refuse(VALID ",\"certified\":[\"causal\"]}", CONTRADICTS("causal"), "{\"schema\"");
    refuse(VALID UNDECIDED("nothing") "}", "unknown model 'nothing'", "[{");
    refuse(VALID ",\"undecided\":[{\"model\":\"PL-3\"}]}", "missing field \"reason\"", "{");
}

static void a_required_certificate_decides(void **state) {
    (void)state;
    accept(VALID ",\"certificate_required\":true,\"certified\":[\"serializable\"]}");
    mns_document_release(&document);
    refuse(VALID ",\"certificate_required\":true" UNDECIDED("serializable") "}",
           "the verdict contradicts the request and the anomalies", "{\"schema\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_is_read),
        cmocka_unit_test(older_results_say_less),
        cmocka_unit_test(other_text_is_refused),
        cmocka_unit_test(names_must_be_known),
        cmocka_unit_test(steps_must_fit_their_transactions),
        cmocka_unit_test(parts_must_fit_each_other),
        cmocka_unit_test(the_verdict_must_fit),
        cmocka_unit_test(certified_models_must_hold),
        cmocka_unit_test(a_required_certificate_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
