/* test_namespaces.c - src/run/server/namespaces.c: nodes reach each other and the host, partitions
 * drop packets in one direction only, programs start in namespaces, and everything is removed. */
#define _GNU_SOURCE /* setns */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/guard/guard.h"
#include "run/server/namespaces.h"
#include "run/system/scratch.h"
#include <cmocka.h>

#define US MNS_NAMESPACES_HOST
#define PORT 5555
#define PATIENCE_STEPS 6000
#define STEP_MS 10
/* How long to wait for what must not arrive: long enough to notice if it did. */
#define SILENCE_STEPS 30

/* A socket in a node's namespace. */
static int socket_of(const mns_namespaces *n, unsigned node) {
    if (node == US) {
        return socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    }
    int ours = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    int theirs = open(mns_namespaces_path(n, node), O_RDONLY | O_CLOEXEC);
    assert_int_equal(setns(theirs, CLONE_NEWNET), 0);
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_int_equal(setns(ours, CLONE_NEWNET), 0);
    close(ours);
    close(theirs);
    return fd;
}

/* True if one of many datagrams arrives. */
static bool arrives(const mns_namespaces *n, unsigned from, unsigned to, unsigned steps) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    int receiver = socket_of(n, to), sender = socket_of(n, from);
    inet_pton(AF_INET, mns_namespaces_address(n, to), &address.sin_addr);
    assert_int_equal(bind(receiver, (struct sockaddr *)&address, sizeof address), 0);
    bool arrived = false;
    for (unsigned i = 0; i < steps && !arrived; i++) {
        sendto(sender, "x", 1, 0, (struct sockaddr *)&address, sizeof address);
        arrived = poll(&(struct pollfd){.fd = receiver, .events = POLLIN}, 1, STEP_MS) > 0;
    }
    close(receiver);
    close(sender);
    return arrived;
}

/* A node's answer arrives here, given that requests arrive there. */
static bool answers(const mns_namespaces *n, unsigned node, unsigned steps) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)}, back;
    int asked = socket_of(n, node), asking = socket_of(n, US);
    inet_pton(AF_INET, mns_namespaces_address(n, node), &address.sin_addr);
    assert_int_equal(bind(asked, (struct sockaddr *)&address, sizeof address), 0);
    bool arrived = false;
    for (unsigned i = 0; i < steps && !arrived; i++) {
        char byte;
        socklen_t size = sizeof back;
        sendto(asking, "x", 1, 0, (struct sockaddr *)&address, sizeof address);
        if (poll(&(struct pollfd){.fd = asked, .events = POLLIN}, 1, STEP_MS) > 0 &&
            recvfrom(asked, &byte, 1, 0, (struct sockaddr *)&back, &size) == 1) {
            sendto(asked, "y", 1, 0, (struct sockaddr *)&back, size);
        }
        arrived = poll(&(struct pollfd){.fd = asking, .events = POLLIN}, 1, STEP_MS) > 0;
    }
    close(asked);
    close(asking);
    return arrived;
}

static mns_namespaces *start(unsigned nodes) {
    mns_buf message;
    mns_buf_init(&message);
    mns_namespaces *n = mns_namespaces_start(nodes, &message);
    if (n == NULL) {
        fail_msg("%s", message.data);
    }
    return n;
}

/* Its namespace, the hub's, and the host's end of the link: names that differ by their ends. */
static bool is_gone(const char *path) {
    char interface[200], hub[200];
    int size = (int)(strrchr(path, '-') - path);
    snprintf(hub, sizeof hub, "%.*s-hub", size, path);
    snprintf(interface, sizeof interface, "/sys/class/net%.*s",
             (int)(path + size - strrchr(path, '/')), strrchr(path, '/'));
    return access(path, F_OK) != 0 && access(hub, F_OK) != 0 && access(interface, F_OK) != 0;
}

static void cuts_one_way(void **state) {
    (void)state;
    mns_buf message;
    mns_buf_init(&message);
    mns_namespaces *n = start(3);
    const unsigned everybody[] = {0, 1, 2, US};
    for (size_t i = 0; i < MNS_COUNT_OF(everybody); i++) {
        for (unsigned to = 0; to < 3; to++) {
            assert_true(everybody[i] == to || arrives(n, everybody[i], to, PATIENCE_STEPS));
        }
    }
    assert_true(answers(n, 2, PATIENCE_STEPS));
    assert_true(mns_namespaces_cut(n, 0, 1, &message));
    assert_true(mns_namespaces_cut(n, US, 0, &message));
    assert_true(mns_namespaces_cut(n, 2, US, &message));
    assert_false(arrives(n, 0, 1, SILENCE_STEPS));
    assert_false(arrives(n, US, 0, SILENCE_STEPS));
    assert_false(answers(n, 2, SILENCE_STEPS));
    assert_true(arrives(n, 1, 0, PATIENCE_STEPS));
    assert_true(arrives(n, 0, 2, PATIENCE_STEPS) && arrives(n, US, 2, PATIENCE_STEPS));
    assert_true(answers(n, 1, PATIENCE_STEPS));
    assert_true(mns_namespaces_restore(n, &message));
    assert_true(arrives(n, 0, 1, PATIENCE_STEPS) && arrives(n, US, 0, PATIENCE_STEPS));
    assert_true(answers(n, 2, PATIENCE_STEPS));
    char path[200];
    snprintf(path, sizeof path, "%s", mns_namespaces_path(n, 1));
    assert_false(is_gone(path));
    assert_true(mns_namespaces_stop(n));
    assert_true(is_gone(path));
    assert_int_equal(message.size, 0);
}

/* Two networks at a time have different addresses. */
static void keeps_apart(void **state) {
    (void)state;
    mns_namespaces *first = start(1), *second = start(1);
    assert_string_not_equal(mns_namespaces_address(first, 0), mns_namespaces_address(second, 0));
    assert_true(mns_namespaces_stop(first) && mns_namespaces_stop(second));
}

static void programs_are_there(void **state) {
    (void)state;
    mns_buf folder, log, text, message;
    mns_buf_init(&folder);
    mns_buf_init(&log);
    mns_buf_init(&text);
    mns_buf_init(&message);
    mns_namespaces *n = start(1);
    assert_true(mns_scratch_create("test", &folder, &message));
    mns_buf_printf(&log, "%s/log", folder.data);
    mns_guard *guard = mns_guard_start(folder.data, &message);
    mns_launch launch;
    mns_launch_init(&launch);
    mns_launch_arg(&launch, "/bin/cat");
    mns_launch_arg(&launch, "/proc/self/net/fib_trie");
    launch.folder = folder.data;
    launch.output = log.data;
    launch.namespace = mns_namespaces_path(n, 0);
    assert_true(mns_guard_launch(guard, 0, &launch, &message) > 0);
    while (mns_guard_state_of(guard, 0, NULL) == MNS_GUARD_RUNNING) {
    }
    assert_true(mns_scratch_read(folder.data, "log", 1 << 16, &text));
    assert_non_null(strstr(text.data, mns_namespaces_address(n, 0)));
    launch.namespace = "/no/such/namespace";
    assert_int_equal(mns_guard_launch(guard, 0, &launch, &message), 0);
    assert_string_equal(message.data, "/bin/cat: cannot enter the network namespace: No such file "
                                      "or directory");
    assert_true(mns_guard_end(guard, &message) && mns_namespaces_stop(n));
    mns_launch_release(&launch);
    mns_buf_release(&folder);
    mns_buf_release(&log);
    mns_buf_release(&text);
    mns_buf_release(&message);
}

static void outlives_its_owner(void **state) {
    (void)state;
    int fds[2];
    assert_int_equal(pipe(fds), 0);
    pid_t owner = fork();
    char path[100] = "";
    if (owner == 0) {
        mns_namespaces *n = start(2);
        snprintf(path, sizeof path, "%s", mns_namespaces_path(n, 1));
        assert_int_equal(write(fds[1], path, sizeof path), sizeof path);
        for (;;) {
            pause();
        }
    }
    close(fds[1]);
    assert_int_equal(read(fds[0], path, sizeof path), sizeof path);
    close(fds[0]);
    assert_false(is_gone(path));
    kill(owner, SIGKILL);
    assert_int_equal(waitpid(owner, NULL, 0), owner);
    for (unsigned i = 0; i < PATIENCE_STEPS && !is_gone(path); i++) {
        struct timespec step = {.tv_nsec = STEP_MS * 1000000};
        nanosleep(&step, NULL);
    }
    assert_true(is_gone(path));
}

int main(void) {
    mns_buf message;
    mns_buf_init(&message);
    mns_namespaces *n = NULL;
    if (!mns_namespaces_possible(&message) || (n = mns_namespaces_start(1, &message)) == NULL) {
        printf("SKIP: %s\n", message.data);
        return 77;
    }
    mns_namespaces_stop(n);
    mns_buf_release(&message);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_one_way),
        cmocka_unit_test(keeps_apart),
        cmocka_unit_test(programs_are_there),
        cmocka_unit_test(outlives_its_owner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
