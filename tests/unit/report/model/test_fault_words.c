/*
 * test_fault_words.c - src/report/model/fault_words.c, fault_value.c: every fault of minos run in
 * words, and those of other programs.
 */
#include "report/model/fault_words.h"

#include <stdio.h>
#include "report/model/document.h"

#include "support/units.h"

static mns_fault_name form(const char *text) { return (mns_fault_name){text, strlen(text)}; }

static void expect_record(const mns_fault_record *record, const char *words, const char *sentence,
                          const char *end) {
    mns_buf out;
    mns_buf_init(&out);
    mns_fault_words(record, &out);
    assert_string_equal(out.data, words);
    mns_buf_clear(&out);
    mns_fault_sentence(record, &out);
    assert_string_equal(out.data, sentence);
    mns_buf_clear(&out);
    mns_fault_words_end(record, &out);
    assert_string_equal(out.size == 0 ? "" : out.data, end);
    mns_buf_release(&out);
}

static void expect(const char *function, const char *value, const char *words, const char *sentence,
                   const char *end) {
    bool lasts = mns_fault_lasts(mns_fault_name_of(function, strlen(function)));
    const mns_fault_record record = {.process = form(":nemesis"),
                                     .function = form(function),
                                     .value = form(value),
                                     .lasts = lasts,
                                     .over = lasts,
                                     .duration_ns = 2100000000};
    expect_record(&record, words, sentence, end);
}

#define HEAD(nodes) "{:fault 3, :on :one, :nodes [" nodes "]"
#define DONE ", :outcome :done}"

static void test_servers(void **state) {
    (void)state;
    expect(":kill", HEAD("\"n2\"") DONE, "n2 killed (SIGKILL)", "n2 was killed (SIGKILL)",
           "restarted after 2.1 s");
    expect(":pause", HEAD("\"n1\" \"n3\"") DONE, "n1 and n3 paused (SIGSTOP)",
           "n1 and n3 were paused (SIGSTOP)", "resumed after 2.1 s");
    expect(":restart", HEAD("\"n1\" \"n2\" \"n3\"") DONE, "n1, n2 and n3 shut down and restarted",
           "n1, n2 and n3 were shut down and restarted", "");
    expect(":revive", HEAD("\"n1\"") DONE, "n1 found stopped and restarted",
           "n1 was found stopped and restarted", "");
    expect(":kill", HEAD("") ", :processes [71 72]" DONE, "processes 71 and 72 killed (SIGKILL)",
           "processes 71 and 72 were killed (SIGKILL)", "restarted after 2.1 s");
    expect(":kill", HEAD("\"n2\"") ", :outcome \"n2 was not running\"}",
           "n2 killed (SIGKILL), with the error \"n2 was not running\"",
           "n2 was killed (SIGKILL), with the error \"n2 was not running\"",
           "restarted after 2.1 s");
    expect(":start-clock-skew", HEAD("\"n2\"") ", :ahead-ms 1500" DONE,
           "clock of n2 set 1.5 s ahead", "The clock of n2 was set 1.5 s ahead",
           "corrected after 2.1 s");
    expect(":start-clock-skew", HEAD("\"n1\" \"n2\"") ", :ahead-ms -3" DONE,
           "clocks of n1 and n2 set 3 ms behind", "The clocks of n1 and n2 were set 3 ms behind",
           "corrected after 2.1 s");
    expect(":start-disk-full", HEAD("\"n2\"") DONE, "disk of n2 filled",
           "The disk of n2 was filled", "emptied after 2.1 s");
    expect(":start-command", HEAD("\"n2\"") DONE, "fault command run for n2",
           "The fault command was run for n2", "reverted after 2.1 s");
}

static void test_networks(void **state) {
    (void)state;
    static const struct {
        const char *between, *words;
    } pairs[] = {{":clients", "between clients and n1"},
                 {":answers", "from n1 to clients"},
                 {":client, :client 4", "between client 4 and all nodes"},
                 {":everybody", "between n1 and all clients and other nodes"},
                 {":nodes", "between n1 and the other nodes"},
                 {":hearing", "from the other nodes to n1"},
                 {":speaking", "from n1 to the other nodes"}};
    for (size_t i = 0; i < MNS_COUNT_OF(pairs); i++) {
        char value[200], words[200], sentence[200];
        snprintf(value, sizeof value, HEAD("\"n1\"") ", :between %s}", pairs[i].between);
        snprintf(words, sizeof words, "network cut %s", pairs[i].words);
        snprintf(sentence, sizeof sentence, "The network was cut %s", pairs[i].words);
        expect(":start-partition", value, words, sentence, "restored after 2.1 s");
    }
    expect(":start-delay", HEAD("\"n1\"") ", :between :clients, :delay-us 2500, :jitter-us 0" DONE,
           "network delayed by 2.5 ms between clients and n1",
           "The network was delayed by 2.5 ms between clients and n1", "restored after 2.1 s");
    expect(":start-delay", HEAD("\"n1\"") ", :between :nodes, :delay-us 2500, :jitter-us 900" DONE,
           "network delayed by 2.5 ms and up to 900 µs more between n1 and the other nodes",
           "The network was delayed by 2.5 ms and up to 900 µs more between n1 and the other nodes",
           "restored after 2.1 s");
    expect(":start-delay", HEAD("\"n1\"") ", :between :nodes, :bytes-per-s 4096" DONE,
           "network limited to 4096 bytes per second between n1 and the other nodes",
           "The network was limited to 4096 bytes per second between n1 and the other nodes",
           "restored after 2.1 s");
    expect(":reset", HEAD("\"n1\"") ", :between :clients, :how :reset" DONE,
           "connections reset between clients and n1",
           "Connections were reset between clients and n1", "");
    expect(":reset", HEAD("\"n1\"") ", :between :clients, :how :half-open" DONE,
           "connections left half-open between clients and n1",
           "Connections were left half-open between clients and n1", "");
}

/* Another program's fault is quoted, unless it lists nodes that it killed, paused or restarted. */
static void test_others(void **state) {
    (void)state;
    expect(":start-partition", "nil", "start-partition", "The fault start-partition was injected",
           "ended after 2.1 s");
    expect(":start-partition", "[:isolated {\"n1\" #{\"n2\"}}]",
           "start-partition [:isolated {\"n1\" #{\"n2\"}}]",
           "The fault start-partition [:isolated {\"n1\" #{\"n2\"}}] was injected",
           "ended after 2.1 s");
    expect(":kill", "[\"n1\" \"n2\"]", "n1 and n2 killed", "n1 and n2 were killed",
           "restarted after 2.1 s");
    expect(":kill", "\"n2\"", "n2 killed", "n2 was killed", "restarted after 2.1 s");
    expect(":kill", "{:n1 :killed}", "n1 killed", "n1 was killed", "restarted after 2.1 s");
    expect(":kill", ":all", "kill :all", "The fault kill :all was injected", "ended after 2.1 s");
    expect(":leave", "\"a\nb", "leave \"a b", "The fault leave \"a b was injected", "");
    mns_fault_record other = {.process = form("\"admin\""),
                              .function = form("\"pause\""),
                              .value = form("[\"n1\", {}]"),
                              .json = true,
                              .lasts = true,
                              .duration_ns = MNS_NO_TIME};
    expect_record(&other, "admin: pause [\"n1\", {}]",
                  "The fault admin: pause [\"n1\", {}] was injected", "never ended");
    other.value = form("[\"n1\"]");
    other.over = true;
    expect_record(&other, "n1 paused", "n1 was paused", "resumed");
}

/* No value makes it read outside of it or write more than a line. */
static void test_hostile_values(void **state) {
    (void)state;
    static const char *const values[] = {"",
                                         "{",
                                         "[",
                                         "{:fault",
                                         "{:fault 1",
                                         "{:fault 1, :nodes",
                                         "{:fault 1 :nodes [[[",
                                         "#{1 2}",
                                         "{:fault 1, :nodes 5, :ahead-ms 99999999999999999999}",
                                         "{:fault 1, :nodes {}}",
                                         "{:fault 9999999999999, :ahead-ms -9223372036854775808, "
                                         ":nodes [1 2 3 4 5 6 7 8 9 10 11 12 13 "
                                         "14 15 16 17 18 19]}"};
    static const char *const functions[] = {"", ":kill", ":start-clock-skew", ":start-delay", "\""};
    for (size_t v = 0; v < MNS_COUNT_OF(values); v++) {
        for (size_t f = 0; f < MNS_COUNT_OF(functions); f++) {
            const mns_fault_record record = {.process = form(""),
                                             .function = form(functions[f]),
                                             .value = form(values[v]),
                                             .duration_ns = MNS_NO_TIME};
            mns_buf out;
            mns_buf_init(&out);
            mns_fault_sentence(&record, &out);
            assert_false(out.failed);
            assert_null(strchr(out.data, '\n'));
            mns_buf_release(&out);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_servers),
        cmocka_unit_test(test_networks),
        cmocka_unit_test(test_others),
        cmocka_unit_test(test_hostile_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
