/* test_recorder.c - src/run/record/recorder.c, recorder_write.c: what is recorded, and in what
 * order.
 *
 * Files are read back as text and by the checker; times are removed before lines are compared. Full
 * disks and killed processes are in test_recorder_loss.c. */
#include "unit/support/record_support.h"

/* ---- One client ------------------------------------------------------------------------------ */

/* Removes what follows each ":time ", up to the comma. */
static void drop_times(char *text) {
    char *to = text;
    for (char *from = text; *from != '\0';) {
        if (strncmp(from, ":time ", 6) == 0) {
            memcpy(to, ":time T", 7);
            to += 7;
            from += strcspn(from, ",");
        }
        *to++ = *from++;
    }
    *to = '\0';
}

static void expect_lines(const recording *r, const char *expected) {
    size_t size;
    char *text = file_load(r->path, &size);
    assert_non_null(text);
    drop_times(text);
    assert_string_equal(text, expected);
    free(text);
}

/* Marked at invocation and completion; the next one is not. */
static void final_reads_are_marked(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 1);
    mns_run_txn *txn = &r.txn;
    mns_run_txn_push(txn, false, 4, 0);
    txn->final = true;
    mns_recorder_invoke(r.recorder, 0, 0, txn);
    mns_answer_nil(txn, 0);
    mns_recorder_complete(r.recorder, 0, 0, txn, MNS_OUTCOME_OK, NULL);
    mns_run_txn_clear(txn);
    mns_run_txn_push(txn, true, 4, 1);
    mns_recorder_invoke(r.recorder, 0, 0, txn);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    expect_lines(
        &r,
        "{:index 0, :time T, :type :invoke, :process 0, :f :txn, :value [[:r 4 nil]], :final "
        "true}\n"
        "{:index 1, :time T, :type :ok, :process 0, :f :txn, :value [[:r 4 nil]], :final true}\n"
        "{:index 2, :time T, :type :invoke, :process 0, :f :txn, :value [[:append 4 1]]}\n");
    recording_release(&r);
}

static void every_outcome_is_a_line(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 2);
    mns_driver_error failure;
    mns_run_txn *txn = &r.txn;
    mns_run_txn_push(txn, true, 3, 7);
    mns_run_txn_push(txn, false, 4, 0);
    mns_run_txn_push(txn, false, 5, 0);
    mns_recorder_invoke(r.recorder, 1, 9, txn);
    mns_answer_list(txn, 1, "1 2", 3);
    mns_answer_nil(txn, 2);
    mns_recorder_complete(r.recorder, 1, 9, txn, MNS_OUTCOME_OK, NULL);
    mns_recorder_invoke(r.recorder, 1, 9, txn);
    mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, false, "deadlock", "40P01",
                         "deadlock detected\n");
    mns_recorder_complete(r.recorder, 1, 9, txn, MNS_OUTCOME_FAIL, &failure);
    mns_recorder_invoke(r.recorder, 1, 9, txn);
    mns_driver_error_set(&failure, MNS_OUTCOME_INFO, true, "timeout", "", "no \"answer\"");
    mns_recorder_complete(r.recorder, 1, 9, txn, MNS_OUTCOME_INFO, &failure);
    mns_recorder_event(r.recorder, "kill-node", "[\"n1\"\n1]");
    mns_recorder_event(r.recorder, "start-node", NULL);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    assert_int_equal(r.operations, 8);
    expect_lines(
        &r,
        "{:index 0, :time T, :type :invoke, :process 9, :f :txn, :value [[:append 3 7] [:r 4 nil] "
        "[:r 5 nil]]}\n"
        "{:index 1, :time T, :type :ok, :process 9, :f :txn, :value [[:append 3 7] [:r 4 [1 2]] "
        "[:r 5 nil]]}\n"
        "{:index 2, :time T, :type :invoke, :process 9, :f :txn, :value [[:append 3 7] [:r 4 nil] "
        "[:r 5 nil]]}\n"
        "{:index 3, :time T, :type :fail, :process 9, :f :txn, :value [[:append 3 7] [:r 4 nil] "
        "[:r 5 nil]], :error [:deadlock \"40P01\" \"deadlock detected\"]}\n"
        "{:index 4, :time T, :type :invoke, :process 9, :f :txn, :value [[:append 3 7] [:r 4 nil] "
        "[:r 5 nil]]}\n"
        "{:index 5, :time T, :type :info, :process 9, :f :txn, :value [[:append 3 7] [:r 4 nil] "
        "[:r 5 nil]], :error [:timeout \"no \\\"answer\\\"\"]}\n"
        "{:index 6, :time T, :type :info, :process :nemesis, :f :kill-node, :value [\"n1\" 1]}\n"
        "{:index 7, :time T, :type :info, :process :nemesis, :f :start-node, :value nil}\n");
    recording_release(&r);
}

/* Each operation of a client is marked, and no other. */
static void sets_that_are_objects_are_noted(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 1);
    mns_driver_error failure;
    mns_recorder_sets_are_objects(r.recorder);
    mns_run_txn_push(&r.txn, true, 3, 7);
    mns_recorder_invoke(r.recorder, 0, 9, &r.txn);
    mns_driver_error_set(&failure, MNS_OUTCOME_INFO, true, "timeout", "", "late");
    mns_recorder_complete(r.recorder, 0, 9, &r.txn, MNS_OUTCOME_INFO, &failure);
    mns_recorder_event(r.recorder, "kill-node", NULL);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    expect_lines(
        &r, "{:index 0, :time T, :type :invoke, :process 9, :f :txn, :value [[:append 3 7]], "
            ":sets :objects}\n"
            "{:index 1, :time T, :type :info, :process 9, :f :txn, :value [[:append 3 7]], "
            ":sets :objects, :error [:timeout \"late\"]}\n"
            "{:index 2, :time T, :type :info, :process :nemesis, :f :kill-node, :value nil}\n");
    recording_release(&r);
}

/* Client i uses node i modulo their number; faults have no node. */
static void nodes_are_named(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 3);
    mns_recorder_name_nodes(r.recorder, 2);
    mns_run_txn_push(&r.txn, true, 3, 7);
    mns_recorder_invoke(r.recorder, 0, 0, &r.txn);
    mns_recorder_complete(r.recorder, 0, 0, &r.txn, MNS_OUTCOME_OK, NULL);
    mns_recorder_invoke(r.recorder, 1, 4, &r.txn);
    r.txn.final = true;
    mns_recorder_invoke(r.recorder, 2, 2, &r.txn);
    mns_recorder_event(r.recorder, "kill-node", NULL);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    expect_lines(
        &r,
        "{:index 0, :time T, :type :invoke, :process 0, :node \"n1\", :f :txn, :value [[:append 3 "
        "7]]}\n"
        "{:index 1, :time T, :type :ok, :process 0, :node \"n1\", :f :txn, :value [[:append 3 "
        "7]]}\n"
        "{:index 2, :time T, :type :invoke, :process 4, :node \"n2\", :f :txn, :value [[:append 3 "
        "7]]}\n"
        "{:index 3, :time T, :type :invoke, :process 2, :node \"n1\", :f :txn, :value [[:append 3 "
        "7]], :final true}\n"
        "{:index 4, :time T, :type :info, :process :nemesis, :f :kill-node, :value nil}\n");
    recording_release(&r);
}

/* How far a transaction got when it failed. */
static void the_place_of_a_failure_is_recorded(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 1);
    mns_driver_error failure;
    mns_run_txn_push(&r.txn, true, 3, 7);
    static const mns_sent sent[] = {{.mops = 0}, {.mops = 1}, {.mops = 1, .commit = true}};
    for (size_t i = 0; i < MNS_COUNT_OF(sent); i++) {
        mns_recorder_invoke(r.recorder, 0, 0, &r.txn);
        mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, false, "busy", "", "no");
        failure.failed = true;
        failure.sent = sent[i];
        mns_recorder_complete(r.recorder, 0, 0, &r.txn, MNS_OUTCOME_FAIL, &failure);
    }
    assert_int_equal(recording_finish(&r), MINOS_OK);
    size_t size;
    char *text = file_load(r.path, &size);
    assert_non_null(strstr(text, ":error [:busy \"no\"], :failed-at 0}\n{:index 2"));
    assert_non_null(strstr(text, ":error [:busy \"no\"], :failed-at 1}\n{:index 4"));
    assert_non_null(strstr(text, ":error [:busy \"no\"], :failed-at :commit}\n"));
    free(text);
    recording_release(&r);
}

static void nothing_recorded_is_an_empty_file(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 1);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    assert_int_equal(r.operations, 0);
    expect_lines(&r, "");
    recording_release(&r);
}

static void any_message_is_read_back(void **state) {
    (void)state;
    static const char *const messages[] = {"\x01\x02\x1b[31m",  "\"]}\n{:index 0",  "\\",
                                           "\xff\xfe bad \xc3", "\xf0\x9f\x92\xa9", ""};
    recording r;
    recording_start(&r, 1);
    for (size_t i = 0; i < MNS_COUNT_OF(messages); i++) {
        mns_driver_error failure;
        mns_run_txn_clear(&r.txn);
        mns_run_txn_push(&r.txn, true, i, 1);
        mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, false, "other", messages[i], messages[i]);
        mns_recorder_invoke(r.recorder, 0, 0, &r.txn);
        mns_recorder_complete(r.recorder, 0, 0, &r.txn, MNS_OUTCOME_FAIL, &failure);
    }
    /* Also with an unfiltered message. */
    mns_driver_error raw = {
        .outcome = MNS_OUTCOME_FAIL, .name = "other", .message = "a\nb\x7f\x80"};
    mns_run_txn_clear(&r.txn);
    mns_run_txn_push(&r.txn, false, 0, 0);
    mns_recorder_invoke(r.recorder, 0, 0, &r.txn);
    mns_recorder_complete(r.recorder, 0, 0, &r.txn, MNS_OUTCOME_FAIL, &raw);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    assert_int_equal(recording_check(&r), 2 * MNS_COUNT_OF(messages) + 2);
    recording_release(&r);
}

/* Errors and faults appear in the report of a recorded history. */
static void reports_show_errors_and_faults(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 1);
    mns_driver_error failure;
    mns_run_txn_push(&r.txn, true, 1, 1);
    mns_recorder_invoke(r.recorder, 0, 0, &r.txn);
    mns_recorder_event(r.recorder, "kill-node", "\"n1\"");
    mns_driver_error_set(&failure, MNS_OUTCOME_FAIL, false, "deadlock", "40P01", "waited for 4711");
    mns_recorder_complete(r.recorder, 0, 0, &r.txn, MNS_OUTCOME_FAIL, &failure);
    mns_recorder_event(r.recorder, "start-node", NULL);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    assert_int_equal(minos_check_file(r.path, &options, &result), MINOS_OK);
    char *text;
    size_t size;
    assert_int_equal(minos_result_render(result, MINOS_VIEW_JSON, MINOS_VERBOSE, &text, &size),
                     MINOS_OK);
    assert_non_null(strstr(text, "\"f\":\":kill-node\",\"value\":\"\\\"n1\\\"\",\"words\":"));
    assert_non_null(strstr(text, "\"until\":3"));
    assert_non_null(strstr(text, "[:deadlock \\\"40P01\\\" \\\"waited for #\\\"]"));
    minos_free(text);
    minos_result_free(result);
    recording_release(&r);
}

static void a_file_that_exists_is_not_touched(void **state) {
    (void)state;
    char *path = temporary_write("mine\n", 5), *message = NULL;
    assert_null(mns_recorder_start(path, 1, &message));
    assert_non_null(strstr(message, path));
    assert_non_null(strstr(message, "exists"));
    free(message);
    size_t size;
    char *text = file_load(path, &size);
    assert_string_equal(text, "mine\n");
    free(text);
    temporary_remove(path);
    assert_null(mns_recorder_start("/nowhere/at/all.edn", 1, &message));
    assert_non_null(strstr(message, "/nowhere/at/all.edn"));
    free(message);
}

/* ---- Order ----------------------------------------------------------------------------------- */

/* Adds an operation to a lane as if it had been stamped then. */
static void put(recording *r, unsigned lane, uint64_t time_ns, bool completion, const char *text) {
    mns_recorded head = {.time_ns = time_ns, .completion = completion, .size = strlen(text)};
    mns_lane *l = &r->recorder->lanes[lane];
    pthread_mutex_lock(&l->lock);
    mns_buf_bytes(&l->filling, (const char *)&head, sizeof head);
    mns_buf_str(&l->filling, text);
    l->count++;
    atomic_fetch_add(&r->recorder->waiting, sizeof head + head.size);
    pthread_mutex_unlock(&l->lock);
}

static void where_stamps_are_equal_invocations_come_first(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 3);
    put(&r, 0, 4, false, " a\n");
    put(&r, 0, 5, true, " b\n");
    put(&r, 1, 5, false, " c\n");
    put(&r, 1, 5, true, " d\n");
    put(&r, 2, 5, false, " e\n");
    put(&r, 2, 6, true, " f\n");
    put(&r, 0, 6, false, " g\n");
    assert_int_equal(recording_finish(&r), MINOS_OK);
    size_t size;
    char *text = file_load(r.path, &size);
    assert_string_equal(text, "{:index 0, :time 4 a\n{:index 1, :time 5 c\n{:index 2, :time 5 e\n"
                              "{:index 3, :time 5 b\n{:index 4, :time 5 d\n{:index 5, :time 6 g\n"
                              "{:index 6, :time 6 f\n");
    free(text);
    recording_release(&r);
}

/* Operations stamped after a round began are not written in it; earlier ones are. */
static void later_stamps_wait(void **state) {
    (void)state;
    recording r;
    recording_start(&r, 2);
    put(&r, 0, UINT64_C(1) << 60, false, " late\n");
    put(&r, 1, 1, false, " early\n");
    recording_wait(&r, 1);
    put(&r, 1, 2, true, " more\n");
    put(&r, 0, (UINT64_C(1) << 60) + 1, true, " last\n");
    recording_wait(&r, 2 * sizeof "{:index 0, :time 1" + 5);
    size_t size;
    char *text = file_load(r.path, &size);
    assert_string_equal(text, "{:index 0, :time 1 early\n{:index 1, :time 2 more\n");
    free(text);
    assert_int_equal(recording_finish(&r), MINOS_OK);
    assert_int_equal(r.operations, 4);
    text = file_load(r.path, &size);
    assert_non_null(strstr(text, "{:index 2, :time 1152921504606846976 late\n{:index 3, "));
    free(text);
    recording_release(&r);
}

/* ---- Many clients ---------------------------------------------------------------------------- */

static void many_clients(unsigned clients, unsigned txns) {
    recording r;
    recording_start(&r, clients);
    recording_clients(&r, clients, txns);
    assert_false(mns_recorder_failed(r.recorder));
    assert_int_equal(recording_finish(&r), MINOS_OK);
    assert_int_equal(r.operations, 2ull * clients * txns);
    assert_int_equal(recording_check(&r), 2ull * clients * txns);
    recording_release(&r);
}

static void clients_at_the_same_time(void **state) {
    (void)state;
    many_clients(1, 2000);
    many_clients(8, 2000);
    many_clients(64, 300);
}

enum { LARGE_CLIENTS = 4, LARGE_TIMES = 30, LARGE_BYTES = 1 << 20 };

typedef struct large_client {
    mns_recorder *recorder;
    unsigned client;
    size_t most; /* seen waiting */
} large_client;

/* Answers of a megabyte each. */
static void *record_large(void *argument) {
    large_client *c = argument;
    char *answer = malloc(LARGE_BYTES);
    assert(answer != NULL);
    memset(answer, '7', LARGE_BYTES);
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_RW_REGISTER);
    for (unsigned i = 0; i < LARGE_TIMES; i++) {
        mns_run_txn_clear(&txn);
        mns_run_txn_push(&txn, false, i, 0);
        mns_recorder_invoke(c->recorder, c->client, c->client, &txn);
        mns_answer_text(&txn, 0, answer, LARGE_BYTES);
        mns_recorder_complete(c->recorder, c->client, c->client, &txn, MNS_OUTCOME_OK, NULL);
        size_t waiting = atomic_load(&c->recorder->waiting);
        c->most = waiting > c->most ? waiting : c->most;
    }
    mns_run_txn_release(&txn);
    free(answer);
    return NULL;
}

/* Far more than may be buffered: clients wait, all continue, and everything is written. */
static void memory_is_bounded(void **state) {
    (void)state;
    recording r;
    recording_start(&r, LARGE_CLIENTS);
    pthread_t threads[LARGE_CLIENTS];
    large_client clients[LARGE_CLIENTS];
    for (unsigned i = 0; i < LARGE_CLIENTS; i++) {
        clients[i] = (large_client){.recorder = r.recorder, .client = i};
        assert_int_equal(pthread_create(&threads[i], NULL, record_large, &clients[i]), 0);
    }
    for (unsigned i = 0; i < LARGE_CLIENTS; i++) {
        pthread_join(threads[i], NULL);
        assert_true(clients[i].most < RECORDER_MOST_BYTES + LARGE_CLIENTS * (LARGE_BYTES + 1000));
    }
    assert_int_equal(recording_finish(&r), MINOS_OK);
    assert_int_equal(r.operations, 2 * LARGE_CLIENTS * LARGE_TIMES);
    assert_int_equal(recording_lines(&r), 2 * LARGE_CLIENTS * LARGE_TIMES);
    recording_release(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_outcome_is_a_line),
        cmocka_unit_test(final_reads_are_marked),
        cmocka_unit_test(sets_that_are_objects_are_noted),
        cmocka_unit_test(nodes_are_named),
        cmocka_unit_test(the_place_of_a_failure_is_recorded),
        cmocka_unit_test(nothing_recorded_is_an_empty_file),
        cmocka_unit_test(any_message_is_read_back),
        cmocka_unit_test(reports_show_errors_and_faults),
        cmocka_unit_test(a_file_that_exists_is_not_touched),
        cmocka_unit_test(where_stamps_are_equal_invocations_come_first),
        cmocka_unit_test(later_stamps_wait),
        cmocka_unit_test(clients_at_the_same_time),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
