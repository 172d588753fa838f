/*
 * test_cobra_write.c - src/format/cobra_write.c: histories become the expected bytes, log by log.
 */
#include <stdio.h>

#include "format/writer.h"
#include "unit/support/cobra_support.h"

#define LOGS 8

typedef struct written {
    mns_writing writing;
    minos_status status;
    mns_problems problems;
    struct {
        char name[64];
        mns_buf bytes;
    } logs[LOGS];
    uint32_t count;
} written;

static minos_status take(void *context, const char *file, const void *data, size_t size) {
    written *w = context;
    assert_non_null(file);
    if (w->count == 0 || strcmp(w->logs[w->count - 1].name, file) != 0) {
        assert_true(w->count < LOGS);
        snprintf(w->logs[w->count].name, sizeof w->logs[0].name, "%s", file);
        mns_buf_init(&w->logs[w->count++].bytes);
    }
    if (size > 0) {
        mns_buf_bytes(&w->logs[w->count - 1].bytes, data, size);
    }
    return MINOS_OK;
}

static void write_text(const char *text, unit *u, written *w) {
    unit_read(u, text, MINOS_FORMAT_EDN);
    assert_int_equal(u->status, MINOS_OK);
    memset(w, 0, sizeof *w);
    mns_sink sink = {.write = take, .context = w};
    mns_buf_init(&sink.out);
    mns_problems_init(&w->problems);
    assert_true(mns_writing_begin(&w->writing, &u->history, "cobra", &sink, &w->problems));
    w->status = mns_cobra_writer.write(&w->writing);
    if (w->status == MINOS_OK) {
        w->status = mns_sink_finish(&sink);
    }
    mns_buf_release(&sink.out);
}

static void release(unit *u, written *w) {
    for (uint32_t i = 0; i < w->count; i++) {
        mns_buf_release(&w->logs[i].bytes);
    }
    mns_writing_release(&w->writing);
    mns_problems_release(&w->problems);
    unit_close(u);
}

/* The logs, in the notation of cobra_support.h, up to a log without a name. */
static void check(const char *text, const cobra_log *logs) {
    unit u;
    written w;
    write_text(text, &u, &w);
    assert_int_equal(w.status, MINOS_OK);
    uint32_t count = 0;
    for (; logs[count].name != NULL; count++) {
        mns_buf expected;
        cobra_encode(logs[count].notation, &expected);
        assert_true(count < w.count);
        assert_string_equal(w.logs[count].name, logs[count].name);
        assert_int_equal(w.logs[count].bytes.size, expected.size);
        assert_memory_equal(w.logs[count].bytes.data, expected.data, expected.size);
        mns_buf_release(&expected);
    }
    assert_int_equal(w.count, count);
    release(&u, &w);
}

/* The id of the first micro-operation, if it writes. */
#define W0 "0x10000000 "
#define W1 "0x10000001 "
#define W2 "0x10000002 "
#define W3 "0x10000003 "

static void each_session_has_a_log(void **state) {
    (void)state;
    check("{:type :ok, :process 3, :value [[:w 5 7] [:w -6 8]]}\n"
          "{:type :ok, :process 12, :value [[:r 5 7] [:r 9 nil]]}\n"
          "{:type :ok, :process 3, :value []}\n",
          (cobra_log[]){{"T3.log", "S 0 W " W0 "5 7 W " W1 "-6 8 C 0 S 2 C 2"},
                        {"T12.log", "S 1 R 0 " W0 "5 7 R I I 9 0 C 1"},
                        {0}});
}

/* The id of a transaction is the position of its completion; values may repeat across keys. */
static void ids_name_completions_and_writes(void **state) {
    (void)state;
    check("{:type :invoke, :process 0, :value [[:r 1 nil] [:w 2 4]]}\n"
          "{:type :invoke, :process 1, :value [[:w 1 4]]}\n"
          "{:type :ok, :process 1, :value [[:w 1 4]]}\n"
          "{:type :ok, :process 0, :value [[:r 1 4] [:w 2 4]]}\n",
          (cobra_log[]){{"T1.log", "S 2 W " W0 "1 4 C 2"},
                        {"T0.log", "S 3 R 2 " W0 "1 4 W " W2 "2 4 C 3"},
                        {0}});
}

static void only_infos_that_committed_are_written(void **state) {
    (void)state;
    check(
        "{:type :invoke, :process 0, :value [[:w 1 4] [:r 2 nil]]}\n"
        "{:type :invoke, :process 1, :value [[:w 1 5]]}\n"
        "{:type :invoke, :process 2, :value [[:r 1 nil]]}\n"
        "{:type :invoke, :process 3, :value [[:w 7 7]]}\n"
        "{:type :info, :process 1, :value [[:w 1 5]]}\n"
        "{:type :ok, :process 2, :value [[:r 1 4]]}\n"
        "{:type :fail, :process 3, :value [[:w 7 7]]}\n",
        (cobra_log[]){{"T2.log", "S 5 R 0 " W3 "1 4 C 5"}, {"T0.log", "S 0 W " W3 "1 4 C 0"}, {0}});
}

/* Ids that no transaction and no write of the logs have, as in a history that Cobra rejects. */
static void a_garbage_read_stays_one(void **state) {
    (void)state;
    check("{:type :ok, :process 0, :value [[:w 1 4] [:r 1 6]]}\n",
          (cobra_log[]){{"T0.log", "S 0 W " W0 "1 4 R 2 " W1 "1 6 C 0"}, {0}});
}

/* Cobra's verifier uses a key as the write id of its initial state. */
static void write_ids_are_not_keys(void **state) {
    (void)state;
    check("{:type :ok, :process 0, :value [[:w 268435456 4]]}\n",
          (cobra_log[]){{"T0.log", "S 0 W 0x400000000 268435456 4 C 0"}, {0}});
    check("{:type :ok, :process 0, :value [[:w 268435455 4]]}\n",
          (cobra_log[]){{"T0.log", "S 0 W " W0 "268435455 4 C 0"}, {0}});
}

static void numbers_have_64_bits(void **state) {
    (void)state;
    check(
        "{:type :ok, :process 0, :value [[:w -9223372036854775808 9223372036854775807]]}\n",
        (cobra_log[]){{"T0.log", "S 0 W " W0 "-9223372036854775808 9223372036854775807 C 0"}, {0}});
}

static void other_processes_are_numbered(void **state) {
    (void)state;
    check("{:type :ok, :process :a, :value [[:w 1 4]]}\n"
          "{:type :ok, :process -1, :value [[:w 1 5]]}\n",
          (cobra_log[]){{"T0.log", "S 0 W " W0 "1 4 C 0"}, {"T1.log", "S 1 W " W1 "1 5 C 1"}, {0}});
}

static void a_history_may_be_empty(void **state) {
    (void)state;
    check("", (cobra_log[]){{"T0.log", ""}, {0}});
    check("{:type :fail, :process 0, :value [[:w 1 4]]}\n", (cobra_log[]){{"T0.log", ""}, {0}});
}

static void what_is_dropped_is_counted(void **state) {
    (void)state;
    unit u;
    written w;
    write_text("{:type :fail, :process 0, :value [[:w 1 4]]}\n"
               "{:type :info, :process 1, :value [[:w 1 5]]}\n"
               "{:type :info, :process 2, :value [[:w 2 6] [:r 1 nil]]}\n"
               "{:type :ok, :process 3, :value [[:r 2 6]]}\n",
               &u, &w);
    assert_int_equal(w.status, MINOS_OK);
    assert_int_equal(w.writing.dropped_aborted, 1);
    assert_int_equal(w.writing.dropped_info, 1);
    assert_int_equal(w.writing.dropped_reads, 1);
    release(&u, &w);
}

/* ---- Refusals ------------------------------------------------------------------------------- */

static void refuse(const char *text, const char *at, const char *message) {
    unit u;
    written w;
    write_text(text, &u, &w);
    assert_int_equal(w.status, MINOS_EINPUT);
    assert_int_equal(w.problems.count, 1);
    assert_string_equal(w.problems.items[0].message, message);
    assert_memory_equal(text + w.problems.items[0].offset, at, strlen(at));
    release(&u, &w);
}

static void what_cobra_cannot_say_is_refused(void **state) {
    (void)state;
    refuse("{:type :ok, :process 0, :value [[:w 1 4] [:w :x 5]]}\n", "[:w :x 5]",
           "cobra cannot express the key :x");
    refuse("{:type :ok, :process 0, :value [[:w 1 4.5]]}\n", "[:w 1 4.5]",
           "cobra cannot express the value 4.5");
    refuse("{:type :ok, :process 0, :value [[:w 9223372036854775808 4]]}\n", "[:w 9",
           "cobra cannot express the key 9223372036854775808");
    refuse("{:type :ok, :process 0, :value [[:w 1 4] [:r 1 \"x\"]]}\n", "[:r 1 \"x\"]",
           "cobra cannot express the value \"x\"");
    refuse("{:type :fail, :process 0, :value [[:w 1 4]]}\n"
           "{:type :ok, :process 1, :value [[:r 1 4]]}\n",
           "[:r 1 4]", "cobra cannot express a read of a write of an aborted transaction");
}

/* ---- Round trips ---------------------------------------------------------------------------- */

/* What was written is read again, with write ids for values. */
static void written_logs_can_be_read(void **state) {
    (void)state;
    unit u;
    written w;
    write_text("{:type :ok, :process 3, :value [[:w 5 7] [:r 5 7]]}\n"
               "{:type :ok, :process 4, :value [[:r 5 7] [:r 6 nil] [:w -5 7]]}\n",
               &u, &w);
    const char *names[] = {w.logs[0].name, w.logs[1].name};
    mns_buf bytes[] = {w.logs[0].bytes, w.logs[1].bytes};
    cobra_result result;
    cobra_translate_bytes(names, bytes, w.count, &result);
    assert_int_equal(result.status, MINOS_OK);
    assert_string_equal(result.text.data,
                        "{:type :ok, :process 3, :f :txn, :index 0, "
                        ":value [[:w 5 268435456] [:r 5 268435456]]}\n"
                        "{:type :ok, :process 4, :f :txn, :index 1, "
                        ":value [[:r 5 268435456] [:r 6 nil] [:w -5 268435460]]}\n");
    cobra_release(&result);
    release(&u, &w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_session_has_a_log),
        cmocka_unit_test(ids_name_completions_and_writes),
        cmocka_unit_test(only_infos_that_committed_are_written),
        cmocka_unit_test(a_garbage_read_stays_one),
        cmocka_unit_test(write_ids_are_not_keys),
        cmocka_unit_test(numbers_have_64_bits),
        cmocka_unit_test(other_processes_are_numbered),
        cmocka_unit_test(a_history_may_be_empty),
        cmocka_unit_test(what_is_dropped_is_counted),
        cmocka_unit_test(what_cobra_cannot_say_is_refused),
        cmocka_unit_test(written_logs_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
