/* test_nemesis.c - src/run/nemesis/nemesis.c, restart_nodes.c, fault_process.c and fault_command.c:
 * every fault is injected, reverted and recorded twice, and no other process is affected. */
#include "unit/support/nemesis_support.h"

static void expect_well(const minos_server *server) {
    for (unsigned i = 0; i < server->node_count; i++) {
        assert_true(mns_node_is_running(&server->nodes[i]));
        await_state(server->nodes[i].pid, 'S');
    }
}

/* Checks that each operation appears twice, with the same value and its outcome. Returns their
 * number. */
static unsigned expect_pairs(const trial *t, unsigned most) {
    unsigned lines = 0;
    char tried[400], done[400];
    for (; lines < most && *trial_line(t, lines) != '\0'; lines += 2) {
        snprintf(tried, sizeof tried, "%s", trial_line(t, lines));
        tried[strlen(tried) - 1] = '\0'; /* of the map */
        snprintf(done, sizeof done, "%s", trial_line(t, lines + 1));
        assert_memory_equal(tried, done, strlen(tried));
        assert_string_equal(done + strlen(tried), ", :outcome :done}");
    }
    return lines;
}

static void faults_are_injected_and_reverted(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    trial t;
    trial_init(&t, server, "kill,pause,restart");
    t.faults.on = "one,primary,majority,all";
    trial_start(&t);
    trial_await(&t, 9);
    trial_finish(&t);
    assert_string_equal(t.warnings.data == NULL ? "" : t.warnings.data, "");
    assert_true(expect_pairs(&t, UINT_MAX) >= 9 / 3 * 10); /* restart has no separate end */
    expect_well(server);
    unsigned starts = 0;
    for (unsigned i = 0; i < 3; i++) {
        starts += server->nodes[i].starts;
    }
    assert_true(starts >= 3 + 3 + 3);
    trial_release(&t);
    minos_server_stop(server);
}

static void a_kind_is_what_it_says(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    trial t;
    trial_init(&t, server, "kill");
    t.faults.on = "primary";
    trial_start(&t);
    trial_await(&t, 2);
    trial_finish(&t);
    assert_string_equal(trial_line(&t, 0),
                        ":f :kill, :value {:fault 1, :on :primary, :nodes [\"n3\"]}");
    assert_string_equal(trial_line(&t, 2),
                        ":f :start, :value {:fault 1, :on :primary, :nodes [\"n3\"]}");
    assert_int_equal(server->nodes[0].starts, 1);
    assert_int_equal(server->nodes[1].starts, 1);
    assert_true(server->nodes[2].starts >= 3);
    trial_release(&t);
    minos_server_stop(server);
}

static void the_seed_decides(void **state) {
    (void)state;
    char lines[2][10][400];
    for (unsigned run = 0; run < 2; run++) {
        minos_server *server = sleepers_start();
        trial t;
        trial_init(&t, server, "kill,pause,restart");
        t.faults.on = "one,all";
        trial_start(&t);
        trial_await(&t, 3);
        trial_finish(&t);
        for (unsigned i = 0; i < 10; i++) {
            snprintf(lines[run][i], sizeof lines[run][i], "%s", trial_line(&t, i));
            assert_true(lines[run][i][0] != '\0');
        }
        trial_release(&t);
        minos_server_stop(server);
    }
    for (unsigned i = 0; i < 10; i++) {
        assert_string_equal(lines[0][i], lines[1][i]);
    }
}

static void an_early_end_reverts_at_once(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    trial t;
    trial_init(&t, server, "pause");
    t.faults.for_s = 100000;
    t.faults.on = "all";
    trial_start(&t);
    await_state(server->nodes[2].pid, 'T');
    char fault[MNS_LIMIT_FAULT_TEXT];
    assert_true(mns_nemesis_fault(t.nemesis, fault));
    assert_string_equal(fault, "pause n1 n2 n3");
    assert_false(mns_nemesis_is_done(t.nemesis));
    mns_nemesis_end(t.nemesis);
    while (!mns_nemesis_is_done(t.nemesis)) {
        recording_pause(1);
    }
    assert_false(mns_nemesis_fault(t.nemesis, fault));
    trial_finish(&t);
    expect_well(server);
    assert_int_equal(expect_pairs(&t, UINT_MAX), 4);
    trial_release(&t);
    minos_server_stop(server);
}

static void nothing_happens_before_its_time(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    trial t;
    trial_init(&t, server, "kill,pause");
    t.faults.every_s = 100000;
    trial_start(&t);
    trial_finish(&t);
    assert_string_equal(t.text, "");
    expect_well(server);
    trial_release(&t);
    minos_server_stop(server);
}

/* ---- Slow restarts --------------------------------------------------------------------------- */

static void a_start_that_fails_is_tried_again(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    sleeper_fails_once = true;
    trial t;
    trial_init(&t, server, "kill");
    t.faults.on = "all";
    t.faults.for_s = 0;
    trial_start(&t);
    trial_await(&t, 1);
    trial_finish(&t);
    assert_int_equal(expect_pairs(&t, UINT_MAX) % 4, 0);
    expect_well(server);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(server->nodes[i].starts >= 3);
    }
    trial_release(&t);
    minos_server_stop(server);
}

static void dead_nodes_are_restarted(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    trial t;
    trial_init(&t, server, "kill");
    t.faults.every_s = 100000;
    trial_start(&t);
    mns_node_kill(&server->nodes[1]); /* the nemesis sleeps */
    trial_finish(&t);
    assert_string_equal(trial_line(&t, 0),
                        ":f :revive, :value {:fault 0, :on :all, :nodes [\"n2\"]}");
    assert_int_equal(expect_pairs(&t, UINT_MAX), 2);
    expect_well(server);
    trial_release(&t);
    minos_server_stop(server);
}

static void an_abort_does_not_wait(void **state) {
    (void)state;
    minos_server *server = sleepers_start();
    sleeper_lost = true;
    trial t;
    trial_init(&t, server, "kill");
    t.faults.for_s = 0;
    trial_start(&t);
    trial_await(&t, 1);
    mns_nemesis_abort(t.nemesis);
    trial_finish(&t);
    assert_non_null(strstr(t.warnings.data, "fault 1, start: "));
    assert_null(strstr(trial_line(&t, 3), ":outcome :done"));
    trial_release(&t);
    minos_server_stop(server);
}

/* ---- Processes named by the user ------------------------------------------------------------- */

static void only_named_processes_are_signalled(void **state) {
    (void)state;
    pid_t named = child_start(), other = child_start();
    const long processes[] = {named, 0};
    trial t;
    trial_init(&t, NULL, "pause");
    t.faults.processes = processes;
    t.faults.for_s = 100000;
    trial_start(&t);
    await_state(named, 'T');
    assert_int_equal(state_of(other), 'S'); /* another child of the same user */
    trial_finish(&t);
    await_state(named, 'S');
    assert_non_null(strstr(trial_line(&t, 0), ":nodes [], :processes ["));
    trial_release(&t);

    trial_init(&t, NULL, "kill");
    t.faults.processes = processes;
    trial_start(&t);
    assert_int_equal(waitpid(named, NULL, 0), named);
    trial_await(&t, 2);
    trial_finish(&t);
    assert_non_null(strstr(t.warnings.data, "no longer exists")); /* the second time */
    assert_int_equal(state_of(other), 'S');
    trial_release(&t);
    child_end(other);
}

/* Another process has reused the pid. */
static void a_reused_pid_is_not_signalled(void **state) {
    (void)state;
    pid_t child = child_start();
    mns_user_process process;
    assert_true(mns_user_process_find(&process, child));
    assert_true(process.start_time > 0);
    process.start_time--;
    assert_false(mns_user_process_signal(&process, SIGSTOP));
    assert_int_equal(state_of(child), 'S');
    process.start_time++;
    assert_true(mns_user_process_signal(&process, SIGSTOP));
    await_state(child, 'T');
    child_end(child);
    assert_false(mns_user_process_signal(&process, SIGCONT));
    assert_false(mns_user_process_find(&process, child));
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void commands_inject_and_revert(void **state) {
    (void)state;
    char *path = temporary_write("", 0);
    char command[400], heal[400];
    snprintf(command, sizeof command,
             "read x; echo noise; echo begin $1 $MINOS_FAULT $MINOS_NODES >>%s", path);
    snprintf(heal, sizeof heal, "echo heal $1 $MINOS_FAULT $MINOS_NODES >>%s", path);
    trial t;
    trial_init(&t, NULL, NULL);
    t.faults.on = "all";
    t.faults.command = command;
    t.faults.heal_command = heal;
    trial_start(&t);
    trial_await(&t, 3); /* may be killed, since this is the end */
    trial_finish(&t);
    assert_int_equal(expect_pairs(&t, 8), 8);
    assert_non_null(strstr(trial_line(&t, 0), ":f :start-command, :value {:fault 1, "));
    size_t size;
    char *text = file_load(path, &size);
    const char *expected = "begin 1 1 n1 n2 n3\nheal 1 1 n1 n2 n3\nbegin 2 2 n1 n2 n3\n";
    assert_memory_equal(text, expected, strlen(expected));
    free(text);
    trial_release(&t);
    temporary_remove(path);
}

static void commands_that_fail_are_told(void **state) {
    (void)state;
    trial t;
    trial_init(&t, NULL, NULL);
    t.faults.command = "exit 3";
    trial_start(&t);
    trial_await(&t, 2);
    trial_finish(&t);
    assert_non_null(strstr(trial_line(&t, 1), ":outcome \"the command exited with status 3\"}"));
    assert_non_null(
        strstr(t.warnings.data, "fault 1, start-command: the command exited with status 3\n"));
    assert_non_null(strstr(trial_line(&t, 3), ":outcome :done"));
    trial_release(&t);
}

static void commands_are_not_waited_for_at_the_end(void **state) {
    (void)state;
    char *path = temporary_write("", 0);
    char command[400];
    snprintf(command, sizeof command, "sleep 1000 & echo $! >%s; wait", path);
    trial t;
    trial_init(&t, NULL, NULL);
    t.faults.command = command;
    trial_start(&t);
    long sleeper = 0;
    while (sleeper == 0) {
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        sleeper = fscanf(file, "%ld", &sleeper) == 1 ? sleeper : 0;
        fclose(file);
        recording_pause(1);
    }
    trial_finish(&t);
    assert_non_null(strstr(t.warnings.data, "timed out and was killed"));
    while (state_of(sleeper) == 'S') { /* killed, and gone soon */
        recording_pause(1);
    }
    trial_release(&t);
    temporary_remove(path);
}

int main(void) {
    unsetenv("TMPDIR");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_injected_and_reverted),
        cmocka_unit_test(a_kind_is_what_it_says),
        cmocka_unit_test(the_seed_decides),
        cmocka_unit_test(an_early_end_reverts_at_once),
        cmocka_unit_test(nothing_happens_before_its_time),
        cmocka_unit_test(a_start_that_fails_is_tried_again),
        cmocka_unit_test(dead_nodes_are_restarted),
        cmocka_unit_test(an_abort_does_not_wait),
        cmocka_unit_test(only_named_processes_are_signalled),
        cmocka_unit_test(a_reused_pid_is_not_signalled),
        cmocka_unit_test(commands_inject_and_revert),
        cmocka_unit_test(commands_that_fail_are_told),
        cmocka_unit_test(commands_are_not_waited_for_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
