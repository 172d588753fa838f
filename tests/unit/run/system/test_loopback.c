/* test_loopback.c - src/run/system/loopback.c: free ports and requests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/system/loopback.h"
#include <cmocka.h>

static int listen_on(unsigned port) {
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(fd, 5), 0);
    return fd;
}

static void ports_are_free(void **state) {
    (void)state;
    unsigned port = mns_loopback_port();
    assert_in_range(port, 1, 65535);
    char answer[10];
    assert_int_equal(mns_loopback_request(port, "", answer, sizeof answer), 0);
    int fd = listen_on(port);
    assert_int_not_equal(mns_loopback_port(), port);
    /* A listener that sends nothing. */
    assert_int_equal(mns_loopback_request(port, "", answer, sizeof answer), 0);
    close(fd);
}

static void answers_are_heard(void **state) {
    (void)state;
    unsigned port = mns_loopback_port();
    int fd = listen_on(port);
    pid_t echo = fork();
    if (echo == 0) {
        char bytes[10];
        for (;;) {
            int one = accept(fd, NULL, NULL);
            ssize_t got = recv(one, bytes, sizeof bytes, 0);
            send(one, bytes, got > 0 ? (size_t)got : 0, MSG_NOSIGNAL);
            close(one);
        }
    }
    char answer[10];
    assert_int_equal(mns_loopback_request(port, "hello", answer, sizeof answer), 5);
    assert_memory_equal(answer, "hello", 5);
    assert_int_equal(mns_loopback_request(port, "hello", answer, 2), 2);
    kill(echo, SIGKILL);
    waitpid(echo, NULL, 0);
    close(fd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ports_are_free),
        cmocka_unit_test(answers_are_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
