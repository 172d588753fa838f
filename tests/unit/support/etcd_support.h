/* etcd_support.h - a scripted etcd gateway, and a database that uses it. */
#ifndef TEST_ETCD_SUPPORT_H
#define TEST_ETCD_SUPPORT_H

#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "run/driver/etcd/etcd.h"
#include "unit/support/driver_support.h"

/* ---- A server that plays a part -------------------------------------------------------------- */

/* In place of an answer. */
#define HANG_UP ((const char *)"hang up")
#define FLOOD ((const char *)"flood") /* more than fits into memory */
/* "RAW:..." is sent unchanged, and the connection closed; any other answer is an HTTP status, a
 * blank and a body. */
#define RAW "RAW:"
#define STATUS "200 {\"header\":{\"revision\":\"1\"},\"version\":\"3.4.23\",\"leader\":\"9\"}"

typedef struct stage {
    const char *const *lines; /* the answer to each request; after NULL it waits */
    int listening;
    pthread_t thread;
    char target[96];
    char heard[65536]; /* all requests */
    size_t size;
} stage;

/* Receives one complete request; false if the client closed. */
static inline bool hear(stage *s, int fd) {
    size_t from = s->size;
    for (;;) {
        s->heard[s->size] = '\0';
        const char *end = strstr(s->heard + from, "\r\n\r\n");
        const char *length = strstr(s->heard + from, "Content-Length: ");
        if (end != NULL && length != NULL && strlen(end + 4) >= strtoull(length + 16, NULL, 10)) {
            return true;
        }
        ssize_t got = recv(fd, s->heard + s->size, sizeof s->heard - s->size - 1, 0);
        if (got <= 0) {
            return false;
        }
        s->size += (size_t)got;
    }
}

/* Sends until the client closes. */
static inline void flood(int fd) {
    static const char head[] = "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n{\"a\":\"";
    static char much[1 << 16];
    memset(much, 'x', sizeof much);
    send(fd, head, sizeof head - 1, MSG_NOSIGNAL);
    while (send(fd, much, sizeof much, MSG_NOSIGNAL) > 0) {
    }
}

static inline void say(int fd, const char *line) {
    if (strncmp(line, RAW, strlen(RAW)) == 0) {
        send(fd, line + strlen(RAW), strlen(line + strlen(RAW)), MSG_NOSIGNAL);
        return;
    }
    if (line == FLOOD) {
        flood(fd);
        return;
    }
    char head[128];
    const char *body = line + 4;
    int size = snprintf(head, sizeof head, "HTTP/1.1 %.3s Said\r\nContent-Length: %zu\r\n\r\n",
                        line, strlen(body));
    send(fd, head, (size_t)size, MSG_NOSIGNAL | MSG_MORE);
    send(fd, body, strlen(body), MSG_NOSIGNAL);
}

static inline void *play(void *argument) {
    stage *s = argument;
    int fd = accept(s->listening, NULL, NULL);
    assert_true(fd >= 0);
    for (size_t i = 0; hear(s, fd) && s->lines[i] != HANG_UP; i++) {
        if (s->lines[i] == NULL) {
            char end;
            recv(fd, &end, 1, 0); /* until the client goes */
            break;
        }
        say(fd, s->lines[i]);
        if (strncmp(s->lines[i], RAW, strlen(RAW)) == 0) {
            break;
        }
    }
    close(fd);
    return NULL;
}

static inline void stage_open(stage *s, const char *const *lines, const char *user) {
    *s = (stage){.lines = lines};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    s->listening = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(s->listening, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(s->listening, 8), 0);
    assert_int_equal(getsockname(s->listening, (struct sockaddr *)&address, &size), 0);
    snprintf(s->target, sizeof s->target, "etcd://%s127.0.0.1:%u", user,
             (unsigned)ntohs(address.sin_port));
    assert_int_equal(pthread_create(&s->thread, NULL, play, s), 0);
}

/* No client may have connected again: that would be a repeated request. */
static inline void stage_close(stage *s) {
    pthread_join(s->thread, NULL);
    struct pollfd second = {.fd = s->listening, .events = POLLIN};
    assert_int_equal(poll(&second, 1, 0), 0);
    close(s->listening);
}

/* Number of requests for a path. */
static inline unsigned stage_count(const stage *s, const char *path) {
    unsigned count = 0;
    for (const char *at = s->heard; (at = strstr(at, path)) != NULL; at++) {
        count++;
    }
    return count;
}

/* ---- A database at it ------------------------------------------------------------------------ */

static inline mns_database etcd_at(const stage *s, mns_generator_kind kind, const char *level) {
    mns_database database = database_of(&mns_driver_etcd, s->target, "minos_t");
    database.kind = kind;
    database.level = level_of(&mns_driver_etcd, level);
    assert_true(mns_driver_etcd.open(&database));
    return database;
}

#endif
