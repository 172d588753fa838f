/*
 * test_guard.c - src/run/guard.c, guard_process.c, guard_wire.c and launch.c: programs are started,
 * seen to end, killed, started again, and with their folder gone at the end, also when the owner
 * just dies.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/guard.h"
#include "run/scratch.h"
#include <cmocka.h>

/* Nothing here takes long, but machines may be busy: as long as this is waited for what has to
 * happen. */
#define PATIENCE_STEPS 6000

static void pause_step(void) {
    struct timespec step = {.tv_nsec = 10000000};
    nanosleep(&step, NULL);
}

static bool alive(pid_t pid) { return kill(pid, 0) == 0 || errno != ESRCH; }

static bool gone_soon(pid_t pid) {
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        if (!alive(pid)) {
            return true;
        }
        pause_step();
    }
    return false;
}

static bool folder_gone_soon(const char *folder) {
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        if (access(folder, F_OK) != 0) {
            return true;
        }
        pause_step();
    }
    return false;
}

/* ---- A guard with a folder and shell scripts ------------------------------------------------------ */

typedef struct fixture {
    mns_buf folder, log, message;
    mns_guard *guard;
} fixture;

static void fixture_open(fixture *f) {
    mns_buf_init(&f->folder);
    mns_buf_init(&f->log);
    mns_buf_init(&f->message);
    assert_true(mns_scratch_make("test", &f->folder, &f->message));
    mns_buf_printf(&f->log, "%s/log", f->folder.data);
    f->guard = mns_guard_start(f->folder.data, &f->message);
    assert_non_null(f->guard);
}

static void fixture_release(fixture *f) {
    mns_buf_release(&f->folder);
    mns_buf_release(&f->log);
    mns_buf_release(&f->message);
}

static void fixture_close(fixture *f) {
    assert_true(mns_guard_end(f->guard));
    assert_int_not_equal(access(f->folder.data, F_OK), 0);
    fixture_release(f);
}

static bool launch(fixture *f, unsigned slot, const char *program, const char *script) {
    mns_launch what;
    mns_launch_init(&what);
    mns_launch_word(&what, "%s", program);
    mns_launch_word(&what, "-c");
    mns_launch_word(&what, "%s", script);
    mns_launch_variable(&what, "PATH", "/usr/bin:/bin");
    mns_launch_variable(&what, "GREETING", "hello there");
    what.folder = f->folder.data;
    what.output = f->log.data;
    what.polite[0] = SIGTERM;
    bool launched = mns_guard_launch(f->guard, slot, &what, &f->message) > 0;
    mns_launch_release(&what);
    return launched;
}

static void launch_script(fixture *f, unsigned slot, const char *script) {
    assert_true(launch(f, slot, "/bin/sh", script));
}

static int wait_ended(fixture *f, unsigned slot) {
    int status = -1;
    mns_guard_state state = MNS_GUARD_RUNNING;
    for (unsigned i = 0; i < PATIENCE_STEPS && state == MNS_GUARD_RUNNING; i++) {
        state = mns_guard_state_of(f->guard, slot, &status);
        pause_step();
    }
    assert_int_equal(state, MNS_GUARD_ENDED);
    return status;
}

/* What a script has written to a file of the folder, once it ends with a newline. */
static long number_in(const fixture *f, const char *name) {
    mns_buf text;
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        mns_buf_init(&text);
        if (mns_scratch_read(f->folder.data, name, 100, &text) && text.size > 0 &&
            text.data[text.size - 1] == '\n') {
            long number = strtol(text.data, NULL, 10);
            mns_buf_release(&text);
            return number;
        }
        mns_buf_release(&text);
        pause_step();
    }
    fail_msg("%s was not written", name);
    return 0;
}

static void expect_log(const fixture *f, const char *expected) {
    mns_buf text;
    mns_buf_init(&text);
    assert_true(mns_scratch_read(f->folder.data, "log", 1000, &text));
    assert_string_equal(text.data, expected);
    mns_buf_release(&text);
}

/* ---- Programs that run and end ------------------------------------------------------------------ */

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
    assert_true(alive(left)); /* until something is to take its place */
    launch_script(&f, 4, "echo $$ >second; exec sleep 1000");
    pid_t second = (pid_t)number_in(&f, "second");
    assert_false(alive(left));
    assert_int_equal(mns_guard_state_of(f.guard, 4, NULL), MNS_GUARD_RUNNING);
    fixture_close(&f);
    assert_false(alive(second));
}

/* ---- Endings ------------------------------------------------------------------------------------ */

static void ends_whatever_resists(void **state) {
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
    assert_true(alive(left)); /* its parent is gone, it is not */
    fixture_close(&f);
    assert_false(alive(deaf));
    assert_false(alive(paused));
    assert_false(alive(left));
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
    /* Nobody but the owner has kept the pipe open: when that is gone it ends. */
    close(fds[1]);
    kill(owner, SIGKILL);
    assert_int_equal(waitpid(owner, NULL, 0), owner);
    char byte;
    assert_int_equal(read(fds[0], &byte, 1), 0);
    close(fds[0]);
    assert_true(gone_soon(told.pid));
    assert_true(folder_gone_soon(told.folder));
}

static void keeps_what_it_is_told_to(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, "echo $$ >number; exec sleep 1000");
    pid_t pid = (pid_t)number_in(&f, "number");
    mns_guard_keep(f.guard);
    assert_true(mns_guard_end(f.guard));
    assert_true(alive(pid));
    assert_int_equal(access(f.folder.data, F_OK), 0);
    kill(pid, SIGKILL);
    assert_true(mns_scratch_remove(f.folder.data));
    fixture_release(&f);
}

/* ---- What is inherited -------------------------------------------------------------------------- */

static void inherits_nothing(void **state) {
    (void)state;
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, "ls /proc/$$/fd | tr '\\n' ' '; ls /proc/$PPID/fd | tr '\\n' ' '; echo");
    wait_ended(&f, 0);
    if (access("/proc/self/fd", F_OK) == 0) {
        expect_log(&f, "0 1 2 0 1 2 3 \n");
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
        cmocka_unit_test(runs_programs),          cmocka_unit_test(says_why_not),
        cmocka_unit_test(kills_and_starts_again), cmocka_unit_test(ends_whatever_resists),
        cmocka_unit_test(outlives_its_owner),     cmocka_unit_test(keeps_what_it_is_told_to),
        cmocka_unit_test(inherits_nothing),       cmocka_unit_test(signals_are_as_by_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
