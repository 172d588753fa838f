/*
 * servers.c - throw-away servers of every database that is installed: started, used, stopped; and
 * nothing is left of them however their owner ends.
 *
 * A database that is not installed is skipped, loudly; without any the whole program is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clients.h"
#include "run/server/server.h"
#include <cmocka.h>

typedef struct kind {
    const char *target;
    const char *setting;   /* one that it has */
    const char *complaint; /* in its log, about one that it does not have */
} kind;

static const kind kinds[] = {
    {"postgres:", "max_connections=37", "unrecognized configuration parameter"},
    {"mariadb:", "max_connections=37", "unknown variable 'nonsense=1'"},
    {"redis:", "maxclients=37", "nonsense 1"},
};
static bool installed[MNS_COUNT_OF(kinds)];

/* ---- Servers --------------------------------------------------------------------------------- */

static minos_server *start(const kind *k, const char *setting, int keep) {
    const char *settings[] = {setting, NULL};
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = k->target;
    options.settings = settings;
    options.keep = keep;
    minos_server *server;
    char *message;
    if (minos_server_start(&options, &server, &message) != MINOS_OK) {
        fail_msg("%s: %s", k->target, message);
    }
    assert_null(message);
    return server;
}

/* ---- Asking a server ------------------------------------------------------------------------- */

/* Whether the setting that it was started with is in force. */
static bool has_37(size_t i, const about *a) {
    const char *const shows[] = {"SHOW max_connections", "SELECT @@max_connections",
                                 "CONFIG GET maxclients"};
    const char *const show[] = {shows[i], NULL};
    told answer;
    if (!client_ask(kinds[i].target, a, show, answer)) {
        return listens(a->port);
    }
    return i == 2 ? strstr(answer, "\r\n37\r\n") != NULL : strcmp(answer, "37") == 0;
}

/* Nobody is let in by another password. */
static void expect_refused(size_t i, const about *a) {
    about wrong = *a;
    char *digit = strstr(wrong.url, wrong.password);
    wrong.password[0] = (char)(wrong.password[0] == '0' ? '1' : '0');
    digit[0] = wrong.password[0];
    const char *const show[] = {"SELECT 37", NULL};
    told answer;
    if (i < 2 && client_ask(kinds[i].target, &wrong, show, answer)) {
        assert_string_not_equal(answer, "37");
    }
}

/* ---- The tests, each for one kind ------------------------------------------------------------ */

static void expect_modes(const about *a) {
    char path[300];
    struct stat file;
    assert_int_equal(stat(a->folder, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0700);
    snprintf(path, sizeof path, "%s/password", a->folder);
    assert_int_equal(stat(path, &file), 0);
    assert_int_equal(file.st_mode & 07777, 0600);
    mns_buf text;
    mns_buf_init(&text);
    assert_true(mns_scratch_read(a->folder, "password", 100, &text));
    assert_memory_equal(text.data, a->password, strlen(a->password));
    assert_int_equal(text.size, strlen(a->password) + 1);
    mns_buf_release(&text);
}

static void starts_and_stops(size_t i) {
    minos_server *server = start(&kinds[i], kinds[i].setting, 0);
    about a;
    about_server(server, &a);
    expect_all(&a);
    expect_modes(&a);
    assert_true(has_37(i, &a));
    expect_refused(i, &a);
    assert_int_equal(strlen(a.password), 32);
    assert_int_equal(processes(shows_password, &a), 0);
    assert_true(processes(shows_port, &a) > 0);
    minos_server_stop(server);
    expect_nothing(&a);
}

static void two_at_once(size_t i) {
    minos_server *first = start(&kinds[i], kinds[i].setting, 0);
    minos_server *second = start(&kinds[i], kinds[i].setting, 0);
    about a, b;
    about_server(first, &a);
    about_server(second, &b);
    assert_int_not_equal(a.port, b.port);
    assert_string_not_equal(a.password, b.password);
    assert_true(has_37(i, &a) && has_37(i, &b));
    minos_server_stop(first);
    expect_nothing(&a);
    expect_all(&b);
    assert_true(has_37(i, &b));
    minos_server_stop(second);
    expect_nothing(&b);
}

static volatile sig_atomic_t interrupts;

static void on_interrupt(int number) {
    (void)number;
    interrupts++;
}

/* An owner in a process group of its own, as a shell would start it: tells about its server and
 * waits to be interrupted; then it stops it in good order. */
static pid_t owner_start(size_t i, about *a) {
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    pid_t owner = fork();
    if (owner == 0) {
        setpgid(0, 0);
        struct sigaction action = {.sa_handler = on_interrupt};
        sigaction(SIGINT, &action, NULL);
        minos_server *server = start(&kinds[i], kinds[i].setting, 0);
        about_server(server, a);
        if (write(fds[1], a, sizeof *a) != (ssize_t)sizeof *a) {
            _exit(1);
        }
        pid_t test = getppid();
        while (interrupts < 2 && getppid() == test) {
            pause_step();
        }
        minos_server_stop(server);
        _exit(0);
    }
    close(fds[1]);
    assert_int_equal(read(fds[0], a, sizeof *a), sizeof *a);
    close(fds[0]);
    return owner;
}

static void a_killed_owner(size_t i) {
    about a;
    pid_t owner = owner_start(i, &a);
    expect_all(&a);
    kill(owner, SIGKILL);
    assert_int_equal(waitpid(owner, NULL, 0), owner);
    expect_nothing_soon(&a);
}

static void an_interrupted_owner(size_t i) {
    about a;
    pid_t owner = owner_start(i, &a);
    kill(-owner, SIGINT); /* as Ctrl-C does: the owner gets it, the server does not */
    for (unsigned step = 0; step < 20; step++) {
        pause_step();
    }
    assert_true(has_37(i, &a));
    kill(-owner, SIGINT);
    int status;
    assert_int_equal(waitpid(owner, &status, 0), owner);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    expect_nothing(&a);
}

/* In a temporary folder of its own, so that what is left can be seen. */
static void expect_no_start(size_t i, const char *setting, int interrupted, const char *expected) {
    mns_buf folder, text;
    mns_buf_init(&folder);
    mns_buf_init(&text);
    assert_true(mns_scratch_create("test", &folder, &text));
    chmod(folder.data, 0755);
    setenv("TMPDIR", folder.data, 1);
    const char *settings[] = {setting, NULL};
    volatile sig_atomic_t count = interrupted;
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = kinds[i].target;
    options.settings = settings;
    options.interrupts = &count;
    minos_server *server;
    char *message;
    assert_int_equal(minos_server_start(&options, &server, &message), MINOS_EIO);
    assert_null(server);
    if (strstr(message, expected) == NULL) {
        fail_msg("%s", message);
    }
    minos_free(message);
    unsetenv("TMPDIR");
    about a = {.port = 0};
    snprintf(a.folder, sizeof a.folder, "%s", folder.data);
    assert_false(any_process_of(&a));
    assert_int_equal(rmdir(folder.data), 0);
    mns_buf_release(&folder);
    mns_buf_release(&text);
}

static void no_start(size_t i) {
    expect_no_start(i, "nonsense=1", 0, kinds[i].complaint);
    expect_no_start(i, kinds[i].setting, 1, "interrupted");
}

static bool kill_it(const char *process, const about *a) {
    return works_there(process, a) &&
           kill((pid_t)strtol(process + strlen("/proc/"), NULL, 10), SIGTERM) == 0;
}

static void kept(size_t i) {
    minos_server *server = start(&kinds[i], kinds[i].setting, 1);
    about a;
    about_server(server, &a);
    minos_server_stop(server);
    expect_all(&a);
    assert_true(has_37(i, &a));
    /* How a person would end it. */
    processes(kill_it, &a);
    for (unsigned step = 0; step < PATIENCE_STEPS && any_process_of(&a); step++) {
        pause_step();
    }
    assert_true(mns_scratch_remove(a.folder));
    expect_nothing_soon(&a);
}

/* Each row of many was acknowledged before the server was killed. */
static void killed(size_t i) {
    minos_server *server = start(&kinds[i], kinds[i].setting, 0);
    about a;
    about_server(server, &a);
    enum { ROWS = 200 };
    char rows[ROWS][60];
    const char *statements[ROWS + 2] = {"CREATE TABLE t (id int PRIMARY KEY)"};
    for (unsigned row = 0; row < ROWS; row++) {
        snprintf(rows[row], sizeof rows[row], "INSERT INTO t VALUES (%u)", row);
        statements[1 + row] = rows[row];
    }
    told answer;
    bool stores = i != 2 && client_ask(kinds[i].target, &a, statements, answer);
    mns_node_kill(&server->nodes[0]);
    assert_false(listens(a.port));
    mns_buf message;
    mns_buf_init(&message);
    if (!mns_node_start(&server->nodes[0], 60000, &message)) {
        fail_msg("%s", message.data);
    }
    assert_true(has_37(i, &a));
    const char *const count[] = {"SELECT count(*) FROM t", NULL};
    if (stores) {
        assert_true(client_ask(kinds[i].target, &a, count, answer));
        assert_string_equal(answer, "200");
    }
    minos_server_stop(server);
    expect_nothing(&a);
}

/* As root the others ran it as the database's user; here it runs as ourselves, whoever that is. */
static void not_root(size_t i) {
    const struct passwd *nobody = getpwnam("nobody");
    if (geteuid() != 0 || nobody == NULL) {
        return; /* then no test ran as root */
    }
    pid_t pid = fork();
    if (pid == 0) {
        if (setgid(nobody->pw_gid) != 0 || setuid(nobody->pw_uid) != 0) {
            _exit(2);
        }
        minos_server *server = start(&kinds[i], kinds[i].setting, 0);
        about a;
        about_server(server, &a);
        struct stat file;
        bool fine = stat(a.folder, &file) == 0 && file.st_uid == nobody->pw_uid && has_37(i, &a);
        minos_server_stop(server);
        _exit(fine && access(a.folder, F_OK) != 0 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* ---- All kinds ------------------------------------------------------------------------------- */

static void each(void (*test)(size_t i)) {
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        if (installed[i]) {
            print_message("  %s\n", kinds[i].target);
            test(i);
        }
    }
}

static void every_one_starts_and_stops(void **state) { (void)state, each(starts_and_stops); }
static void two_of_a_kind(void **state) { (void)state, each(two_at_once); }
static void nothing_is_left_by_a_killed_owner(void **state) { (void)state, each(a_killed_owner); }
static void interrupts_are_for_the_owner(void **state) { (void)state, each(an_interrupted_owner); }
static void failures_leave_nothing(void **state) { (void)state, each(no_start); }
static void kept_ones_stay(void **state) { (void)state, each(kept); }
static void killed_ones_come_back(void **state) { (void)state, each(killed); }
static void anybody_can(void **state) { (void)state, each(not_root); }

/* Asks for a server; what is missing is said. */
static unsigned look(void) {
    unsigned count = 0;
    for (size_t i = 0; i < MNS_COUNT_OF(kinds); i++) {
        volatile sig_atomic_t at_once = 1;
        minos_server_options options;
        minos_server_options_init(&options);
        options.target = kinds[i].target;
        options.interrupts = &at_once;
        minos_server *server;
        char *message;
        minos_server_start(&options, &server, &message);
        installed[i] = strstr(message, "not installed") == NULL;
        count += installed[i];
        if (!installed[i]) {
            printf("SKIPPED: %s\n", message);
        }
        minos_free(message);
    }
    return count;
}

int main(void) {
    unsetenv("TMPDIR");
    if (look() == 0) {
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_one_starts_and_stops),
        cmocka_unit_test(two_of_a_kind),
        cmocka_unit_test(nothing_is_left_by_a_killed_owner),
        cmocka_unit_test(interrupts_are_for_the_owner),
        cmocka_unit_test(failures_leave_nothing),
        cmocka_unit_test(kept_ones_stay),
        cmocka_unit_test(killed_ones_come_back),
        cmocka_unit_test(anybody_can),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
