/* test_guard.c - src/run/guard/guard.c, guard_process.c, guard_wire.c and launch.c: programs are
 * started, seen to end, killed and restarted; at the end they and their folder are removed and undo
 * commands run, even if the owner dies. */
#include "unit/support/guard_support.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

/* ---- Programs that run and end --------------------------------------------------------------- */

static void runs_programs(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    assert_int_equal(mns_guard_state_of(f.guard, 0, NULL), MNS_GUARD_EMPTY);
    launch_script(&f, 0, "pwd; echo \"$GREETING\"; echo oh >&2; exit 3");
    launch_script(&f, 1, "sleep 1000");
    int status = wait_ended(&f, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 3);
    assert_int_equal(mns_guard_state_of(f.guard, 1, NULL), MNS_GUARD_RUNNING);
    mns_buf expected;
    mns_buf_init(&expected);
    mns_buf_printf(&expected, "%s\nhello there\noh\n", f.folder.data);
    expect_log(&f, expected.data);
    mns_buf_release(&expected);
    fixture_close(&f);
}

static void says_why_not(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    assert_false(launch(&f, 0, "/no/such/program", ""));
    assert_string_equal(f.message.data,
                        "/no/such/program: cannot run the program: No such file or directory");
    assert_int_equal(mns_guard_state_of(f.guard, 0, NULL), MNS_GUARD_EMPTY);
    mns_buf_clear(&f.message);
    launch_script(&f, 0, "sleep 1000");
    assert_false(launch(&f, 0, "/bin/sh", "exit 0")); /* one is running there */
    assert_non_null(strstr(f.message.data, "busy"));
    assert_int_equal(mns_guard_state_of(f.guard, 0, NULL), MNS_GUARD_RUNNING);
    assert_false(mns_guard_signal(f.guard, 1, SIGTERM)); /* and none there */
    fixture_close(&f);
}

static void kills_and_starts_again(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 4, "echo $$ >first; sleep 1000 & echo $! >left; wait");
    pid_t first = (pid_t)number_in(&f, "first");
    assert_true(mns_guard_signal(f.guard, 4, SIGKILL));
    int status = wait_ended(&f, 4);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    pid_t left = (pid_t)number_in(&f, "left");
    assert_false(alive(first));
    assert_true(alive(left)); /* until another program is launched */
    launch_script(&f, 4, "echo $$ >second; exec sleep 1000");
    pid_t second = (pid_t)number_in(&f, "second");
    assert_false(alive(left));
    assert_int_equal(mns_guard_state_of(f.guard, 4, NULL), MNS_GUARD_RUNNING);
    fixture_close(&f);
    assert_false(alive(second));
}

/* ---- Endings --------------------------------------------------------------------------------- */

static void ends_stubborn_programs(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, "trap '' TERM; echo $$ >deaf; while :; do sleep 0.1; done");
    launch_script(&f, 1, "echo $$ >paused; exec sleep 1000");
    launch_script(&f, 2, "(trap '' TERM HUP; exec sleep 1000) & echo $! >left; exit 0");
    pid_t deaf = (pid_t)number_in(&f, "deaf"), paused = (pid_t)number_in(&f, "paused");
    pid_t left = (pid_t)number_in(&f, "left");
    assert_true(mns_guard_signal(f.guard, 1, SIGSTOP));
    wait_ended(&f, 2);
    assert_true(alive(left)); /* its parent has exited, it has not */
    fixture_close(&f);
    assert_false(alive(deaf));
    assert_false(alive(paused));
    assert_false(alive(left));
}

/* The undo command appends a line to a file beside the folder; `path` is the file's path. */
static void undo_script(fixture *f, mns_buf *path, const char *script) {
    mns_launch what;
    mns_launch_init(&what);
    mns_launch_arg(&what, "/bin/sh");
    mns_launch_arg(&what, "-c");
    mns_launch_arg(&what, "exec >>%s-undone; %s", f->folder.data, script);
    mns_launch_variable(&what, "PATH", "/usr/bin:/bin");
    what.folder = "/";
    what.output = "/dev/null";
    assert_true(mns_guard_undo(f->guard, &what, &f->message));
    mns_launch_release(&what);
    mns_buf_clear(path);
    mns_buf_printf(path, "%s-undone", f->folder.data);
}

static void expect_undone(const char *path, const char *expected) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char text[200];
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
    assert_int_equal(unlink(path), 0);
}

static void undoes_last_first(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    mns_buf path, script;
    mns_buf_init(&path);
    mns_buf_init(&script);
    launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
    mns_buf_printf(&script, "kill -0 %ld || echo no program; ls -d %s", number_in(&f, "number"),
                   f.folder.data);
    undo_script(&f, &path, "echo first");
    undo_script(&f, &path, script.data);
    undo_script(&f, &path, "echo last");
    mns_buf_clear(&script);
    mns_buf_printf(&script, "last\nno program\n%s\nfirst\n", f.folder.data);
    fixture_close(&f);
    expect_undone(path.data, script.data);
    mns_buf_release(&path);
    mns_buf_release(&script);
}

static void undoes_as_far_as_it_can(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    mns_buf path;
    mns_buf_init(&path);
    undo_script(&f, &path, "echo still");
    undo_script(&f, &path, "exit 1");
    assert_false(
        mns_guard_end(f.guard, &f.message)); /* something may be left, and it is reported */
    assert_int_not_equal(access(f.folder.data, F_OK), 0);
    expect_undone(path.data, "still\n");
    mns_buf_release(&path);
    fixture_release(&f);
}

/* A process that starts a guard and a program, and is then killed. */
static void outlives_its_owner(void **state) {
    (void)state;
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    pid_t owner = fork();
    if (owner == 0) {
        fixture f;
        fixture_open(&f);
        launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
        mns_buf path;
        mns_buf_init(&path);
        undo_script(&f, &path, "echo undone");
        struct {
            pid_t pid;
            char folder[200];
        } told = {.pid = (pid_t)number_in(&f, "number")};
        snprintf(told.folder, sizeof told.folder, "%s", f.folder.data);
        assert_int_equal(write(fds[1], &told, sizeof told), sizeof told);
        for (;;) {
            pause();
        }
    }
    struct {
        pid_t pid;
        char folder[200];
    } told;
    assert_int_equal(read(fds[0], &told, sizeof told), sizeof told);
    assert_true(alive(told.pid));
    /* Only the owner holds the pipe open: it closes when the owner dies. */
    close(fds[1]);
    kill(owner, SIGKILL);
    assert_int_equal(waitpid(owner, NULL, 0), owner);
    char byte;
    assert_int_equal(read(fds[0], &byte, 1), 0);
    close(fds[0]);
    assert_true(gone_soon(told.pid));
    assert_true(folder_gone_soon(told.folder));
    char path[220];
    snprintf(path, sizeof path, "%s-undone", told.folder);
    expect_undone(path, "undone\n");
}

/* kill -9 of the guard: its program dies too, and the owner cleans up. */
static void a_killed_guard_leaves_nothing(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
    pid_t pid = (pid_t)number_in(&f, "number");
    mns_buf path;
    mns_buf_init(&path);
    undo_script(&f, &path, "echo undone");
    assert_true(mns_guard_is_alive(f.guard));
    kill(mns_guard_pid(f.guard), SIGKILL);
    assert_true(gone_soon(pid));
    for (unsigned i = 0; i < PATIENCE_STEPS && mns_guard_is_alive(f.guard); i++) {
        pause_step();
    }
    assert_false(mns_guard_is_alive(f.guard));
    assert_int_equal(mns_guard_state_of(f.guard, 0, NULL), MNS_GUARD_LOST);
    assert_false(mns_guard_end(f.guard, &f.message));
    assert_non_null(strstr(f.message.data, "was killed; its server and folder were removed"));
    assert_int_not_equal(access(f.folder.data, F_OK), 0);
    expect_undone(path.data, "undone\n");
    mns_buf_release(&path);
    fixture_release(&f);
}

/* The owner kills a program that survives its guard. */
static void a_killed_guard_is_replaced_by_its_owner(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    f.outlives = true;
    launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
    pid_t pid = (pid_t)number_in(&f, "number");
    kill(mns_guard_pid(f.guard), SIGKILL);
    assert_false(mns_guard_end(f.guard, &f.message));
    assert_true(gone_soon(pid));
    assert_int_not_equal(access(f.folder.data, F_OK), 0);
    fixture_release(&f);
}

/* A stopped guard is continued by the next request. */
static void a_stopped_guard_goes_on(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, "exec sleep 1000");
    kill(mns_guard_pid(f.guard), SIGSTOP);
    assert_int_equal(mns_guard_state_of(f.guard, 0, NULL), MNS_GUARD_RUNNING);
    kill(mns_guard_pid(f.guard), SIGSTOP);
    fixture_close(&f);
}

static void keeps_what_it_is_told_to(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    f.outlives = true;
    launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
    pid_t pid = (pid_t)number_in(&f, "number");
    mns_guard_keep(f.guard);
    assert_true(mns_guard_end(f.guard, &f.message));
    assert_true(alive(pid));
    assert_int_equal(access(f.folder.data, F_OK), 0);
    kill(pid, SIGKILL);
    assert_true(mns_scratch_remove(f.folder.data));
    fixture_release(&f);
}

/* ---- Inheritance ----------------------------------------------------------------------------- */

static void inherits_nothing(void **state) {
    (void)state;
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    fixture f;
    fixture_open(&f);
    /* The last one is used by ls itself. */
    launch_script(&f, 0, "exec ls /proc/self/fd");
    wait_ended(&f, 0);
    /* The guard's pipe is open a moment longer than the program notices. */
    launch_script(
        &f, 0,
        "n=0; while [ -e /proc/$PPID/fd/4 ] && [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.1;"
        " done; exec ls /proc/$PPID/fd");
    wait_ended(&f, 0);
    if (access("/proc/self/fd", F_OK) == 0) {
        expect_log(&f, "0\n1\n2\n3\n0\n1\n2\n3\n");
    }
    launch_script(&f, 1, "echo $$ >number; exec sleep 1000");
    pid_t pid = (pid_t)number_in(&f, "number");
    assert_int_not_equal(getsid(pid), getsid(0)); /* Ctrl-C does not reach it */
    close(fds[1]);
    char byte;
    assert_int_equal(read(fds[0], &byte, 1), 0);
    close(fds[0]);
    fixture_close(&f);
}

static void signals_are_as_by_default(void **state) {
    (void)state;
    signal(SIGTERM, SIG_IGN);
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
    launch_script(&f, 1, "echo $$ >other; exec sleep 1000");
    number_in(&f, "number");
    number_in(&f, "other");
    assert_true(mns_guard_signal(f.guard, 0, SIGTERM));
    assert_true(WIFSIGNALED(wait_ended(&f, 0)));
    assert_true(mns_guard_signal(f.guard, 1, SIGUSR1));
    assert_true(WIFSIGNALED(wait_ended(&f, 1)));
    fixture_close(&f);
    sigprocmask(SIG_SETMASK, &before, NULL);
    signal(SIGTERM, SIG_DFL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_programs),
        cmocka_unit_test(says_why_not),
        cmocka_unit_test(kills_and_starts_again),
        cmocka_unit_test(ends_stubborn_programs),
        cmocka_unit_test(undoes_last_first),
        cmocka_unit_test(undoes_as_far_as_it_can),
        cmocka_unit_test(outlives_its_owner),
        cmocka_unit_test(a_killed_guard_leaves_nothing),
        cmocka_unit_test(a_killed_guard_is_replaced_by_its_owner),
        cmocka_unit_test(a_stopped_guard_goes_on),
        cmocka_unit_test(keeps_what_it_is_told_to),
        cmocka_unit_test(inherits_nothing),
        cmocka_unit_test(signals_are_as_by_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
