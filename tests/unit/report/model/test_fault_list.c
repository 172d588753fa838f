/*
 * test_fault_list.c - src/report/model/fault_list.c: actions in pairs, windows, and no more of them
 * than fit.
 *
 * A history is written as words: "kill" is an operation of :nemesis, "kill=x" one with a value,
 * "a.kill" one of the process :a, "." a transaction.
 */
#include "report/model/document_make.h"
#include "unit/support/context_support.h"

static void write_word(mns_buf *text, const char *word, size_t size, uint32_t n) {
    if (size == 1 && *word == '.') {
        mns_buf_printf(text, "{:type :ok, :process 0, :time %lu, :value [[:append 1 %lu]]}\n",
                       10 * (unsigned long)n, (unsigned long)n);
        return;
    }
    const char *dot = memchr(word, '.', size), *start = dot == NULL ? word : dot + 1;
    const char *end = word + size;
    const char *equals = memchr(start, '=', (size_t)(end - start));
    const char *name_end = equals == NULL ? end : equals;
    mns_buf_printf(text, "{:type :info, :process :%.*s, :time %lu, :f :%.*s, :value %.*s}\n",
                   dot == NULL ? 7 : (int)(dot - word), dot == NULL ? "nemesis" : word,
                   10 * (unsigned long)n, (int)(name_end - start), start,
                   equals == NULL ? 3 : (int)(end - equals - 1),
                   equals == NULL ? "nil" : equals + 1);
}

static void open_faults(context *c, const char *words, mns_buf *text) {
    mns_buf_init(text);
    for (uint32_t n = 0; *words != '\0'; n++) {
        size_t size = strcspn(words, " ");
        write_word(text, words, size, n);
        words += size + (words[size] == ' ');
    }
    context_open(c, text->data, text->size);
    mns_document_faults(&c->document, &c->report);
    assert_false(c->document.arena.failed);
}

/* "name from-until value", with - for what nothing ended. */
static void expect_faults(const char *words, const char *expected) {
    context c;
    mns_buf text, found;
    open_faults(&c, words, &text);
    mns_buf_init(&found);
    mns_buf_str(&found, "");
    for (uint32_t i = 0; i < c.document.fault_count; i++) {
        const mns_doc_fault *f = &c.document.faults[i];
        mns_buf_printf(&found, "%s%s %llu-", i > 0 ? ", " : "", f->function,
                       (unsigned long long)f->position);
        if (f->until != MNS_NO_POSITION) {
            mns_buf_printf(&found, "%llu", (unsigned long long)f->until);
            assert_int_equal(f->until_ns, 10 * f->until);
        } else {
            assert_int_equal(f->until_ns, MNS_NO_TIME);
        }
        assert_int_equal(f->time_ns, 10 * f->position);
        mns_buf_printf(&found, " %s", f->value);
    }
    assert_string_equal(found.size == 0 ? "" : found.data, expected);
    assert_int_equal(c.document.fault_total, c.document.fault_count);
    mns_buf_release(&found);
    context_close(&c);
    mns_buf_release(&text);
}

static void windows_begin_and_end(void **state) {
    (void)state;
    expect_faults(". .", "");
    expect_faults(". kill kill . start start .", ":kill 1-5 nil");
    expect_faults("kill . start . leave . start . stop",
                  ":kill 0-2 nil, :leave 4-4 nil, :start 6-8 nil");
    expect_faults("start-a=1 start-a=2 . start-b . stop-b stop-b stop-a stop-a",
                  ":start-a 0-8 2, :start-b 3-6 nil");
    expect_faults("start-partition=:one . heal .", ":start-partition 0-2 :one");
    expect_faults("kill . kill=2 . kill .", ":kill 0- 2, :kill 4- nil");
    expect_faults("pause", ":pause 0- nil");
}

static void other_faults_are_moments(void **state) {
    (void)state;
    expect_faults(". leave .", ":leave 1-1 nil");
    expect_faults("leave=1 . leave=2 . leave=3", ":leave 0-2 2, :leave 4-4 3");
    expect_faults("stop . heal .", ":stop 0-0 nil, :heal 2-2 nil");
}

static void processes_are_told_apart(void **state) {
    (void)state;
    expect_faults("a.leave b.leave . a.leave b.leave", ":leave 0-3 nil, :leave 1-4 nil");
    expect_faults("a.kill b.kill a.kill b.kill . a.start b.start a.start b.start",
                  ":kill 0-7 nil, :kill 1-7 nil, :start 6- nil");
}

static void fields_may_be_missing_or_long(void **state) {
    (void)state;
    context c;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, "{:type :info}\n{:type :info, :process nil, :f [1 2], :value \"");
    mns_buf_repeat(&text, 'x', 5000);
    mns_buf_str(&text, "\"}\n");
    context_open(&c, text.data, text.size);
    mns_document_faults(&c.document, &c.report);
    assert_int_equal(c.document.fault_count, 2);
    assert_string_equal(c.document.faults[0].function, "");
    assert_string_equal(c.document.faults[0].process, "");
    assert_int_equal(c.document.faults[0].time_ns, MNS_NO_TIME);
    assert_string_equal(c.document.faults[1].process, "nil");
    assert_string_equal(c.document.faults[1].function, "[1 2]");
    assert_int_equal(strlen(c.document.faults[1].value), 203);
    context_close(&c);
    mns_buf_release(&text);
}

static void many_are_counted(void **state) {
    (void)state;
    mns_buf words, text;
    context c;
    mns_buf_init(&words);
    for (int i = 0; i < 1000; i++) {
        mns_buf_printf(&words, "%skill-%d", i > 0 ? " " : "", i);
    }
    for (int i = 0; i < 1000; i++) {
        mns_buf_printf(&words, " p%d.leave", i);
    }
    mns_buf_str(&words, " start-3");
    open_faults(&c, words.data, &text);
    assert_int_equal(c.document.fault_count, MNS_LIMIT_DOC_FAULTS);
    assert_int_equal(c.document.fault_total, 2000);
    assert_int_equal(c.document.faults[3].until, 2000);
    assert_int_equal(c.document.faults[4].until, MNS_NO_POSITION);
    context_close(&c);
    mns_buf_release(&text);
    mns_buf_release(&words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(windows_begin_and_end),    cmocka_unit_test(other_faults_are_moments),
        cmocka_unit_test(processes_are_told_apart), cmocka_unit_test(fields_may_be_missing_or_long),
        cmocka_unit_test(many_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
