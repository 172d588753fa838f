/* test_process_tree.c - src/run/system/process_tree.c and guard_children.c: all descendants of a
 * program are paused, resumed and killed with it, whatever their session and however fast they
 * fork. */
#include "unit/support/guard_support.h"

#include <stdio.h>
#include <sys/wait.h>

/* Three levels, each in its own session; the innermost forks continuously and counts. */
static const char tree[] = "echo $$ >top\n"
                           "setsid sh -c '\n"
                           "  echo $$ >middle\n"
                           "  setsid sh -c \"\n"
                           "    echo \\$\\$ >bottom; i=0\n"
                           "    while :; do i=\\$((i + 1)); echo \\$i >>count; /bin/true; done\n"
                           "  \"\n"
                           "  :' &\n"
                           "wait";

/* A daemon: its parent has exited, it has its own session. */
static const char daemon_of[] = "setsid sh -c '\n"
                                "  sh -c \"echo \\$\\$ >daemon; exec sleep 1000\" &' &\n"
                                "echo $$ >top; wait; exec sleep 1000";

static size_t size_of(const fixture *f, const char *name) {
    mns_buf text;
    mns_buf_init(&text);
    mns_scratch_read(f->folder.data, name, 1 << 20, &text);
    size_t size = text.size;
    mns_buf_release(&text);
    return size;
}

static bool grows_soon(const fixture *f, size_t size) {
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        if (size_of(f, "count") > size) {
            return true;
        }
        pause_step();
    }
    return false;
}

/* The process state in /proc; '-' if there is none. */
static char state_of(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "r");
    char letter = '-';
    if (file != NULL) {
        assert_int_equal(fscanf(file, "%*d (%*[^)]) %c", &letter), 1);
        fclose(file);
    }
    return letter;
}

/* Gone, or a zombie. */
static bool dead_soon(pid_t pid) {
    for (unsigned i = 0; i < PATIENCE_STEPS; i++) {
        if (strchr("-ZX", state_of(pid)) != NULL) {
            return true;
        }
        pause_step();
    }
    return false;
}

static void pauses_and_resumes(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, tree);
    pid_t all[] = {(pid_t)number_in(&f, "top"), (pid_t)number_in(&f, "middle"),
                   (pid_t)number_in(&f, "bottom")};
    assert_int_not_equal(getsid(all[0]), getsid(all[2]));
    for (unsigned round = 0; round < 10; round++) {
        assert_true(grows_soon(&f, size_of(&f, "count")));
        assert_true(mns_guard_signal_all(f.guard, 0, SIGSTOP));
        size_t size = size_of(&f, "count");
        for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
            assert_int_equal(state_of(all[i]), 'T');
        }
        pause_step();
        assert_int_equal(size_of(&f, "count"), size);
        assert_int_equal(mns_guard_state_of(f.guard, 0, NULL), MNS_GUARD_RUNNING);
        assert_true(mns_guard_signal_all(f.guard, 0, SIGCONT));
        assert_true(grows_soon(&f, size));
    }
    fixture_close(&f);
    for (size_t i = 0; i < MNS_COUNT_OF(all); i++) {
        assert_false(alive(all[i]));
    }
}

/* Near miss: a signal to the program alone leaves the others running. */
static void signal_is_not_signal_all(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, tree);
    number_in(&f, "bottom");
    assert_true(mns_guard_signal(f.guard, 0, SIGSTOP));
    assert_true(grows_soon(&f, size_of(&f, "count")));
    assert_false(mns_guard_signal_all(f.guard, 1, SIGSTOP)); /* empty slot */
    fixture_close(&f);
}

static void kills_all(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, tree);
    pid_t middle = (pid_t)number_in(&f, "middle"), bottom = (pid_t)number_in(&f, "bottom");
    assert_true(grows_soon(&f, 0));
    assert_true(mns_guard_signal_all(f.guard, 0, SIGKILL));
    assert_int_equal(WTERMSIG(wait_ended(&f, 0)), SIGKILL);
    assert_true(dead_soon(middle) && dead_soon(bottom)); /* without another launch */
    size_t size = size_of(&f, "count");
    pause_step();
    assert_int_equal(size_of(&f, "count"), size);
    launch_script(&f, 0, "exec sleep 1000");
    fixture_close(&f);
}

static void finds_daemons(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    launch_script(&f, 0, daemon_of);
    pid_t left = (pid_t)number_in(&f, "daemon");
    number_in(&f, "top");
    for (unsigned i = 0; i < PATIENCE_STEPS && state_of(left) != 'S'; i++) {
        pause_step();
    }
    assert_true(mns_guard_signal_all(f.guard, 0, SIGSTOP));
    assert_int_equal(state_of(left), 'T');
    assert_true(mns_guard_signal_all(f.guard, 0, SIGCONT));
    assert_true(mns_guard_signal_all(f.guard, 0, SIGKILL));
    wait_ended(&f, 0);
    fixture_close(&f);
    assert_false(alive(left));
}

/* A paused server is shut down in an orderly way: its children get the signal, too. */
static void ends_what_is_paused(void **state) {
    (void)state;
    fixture f;
    fixture_open(&f);
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s-ended", f.folder.data);
    mns_buf script;
    mns_buf_init(&script);
    mns_buf_printf(&script,
                   "trap 'kill $child; wait; echo yes >%s; exit 0' TERM\n"
                   "setsid sh -c \"trap 'exit 0' TERM; echo ready >inner; while :; do sleep 0.01; "
                   "done\" & child=$!\necho $! >child; wait",
                   path.data);
    launch_script(&f, 0, script.data);
    pid_t child = (pid_t)number_in(&f, "child");
    number_in(&f, "inner");
    assert_true(mns_guard_signal_all(f.guard, 0, SIGSTOP));
    fixture_close(&f);
    assert_false(alive(child));
    assert_int_equal(unlink(path.data), 0); /* it was able to write this */
    mns_buf_release(&script);
    mns_buf_release(&path);
}

int main(void) {
    if (access("/proc/self/stat", R_OK) != 0) {
        printf("SKIP: there is no /proc to see what processes do\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pauses_and_resumes),  cmocka_unit_test(signal_is_not_signal_all),
        cmocka_unit_test(kills_all),           cmocka_unit_test(finds_daemons),
        cmocka_unit_test(ends_what_is_paused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
