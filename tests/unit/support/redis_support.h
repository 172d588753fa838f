/* redis_support.h - a scripted Redis server, and a database that uses it. */
#ifndef TEST_REDIS_SUPPORT_H
#define TEST_REDIS_SUPPORT_H

#include <arpa/inet.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "run/driver/driver.h"
#include <cmocka.h>

/* ---- A server that plays a part -------------------------------------------------------------- */

#define HANG_UP ((const char *)"hang up")

typedef struct stage {
    const char *const *lines; /* the reply to each request; after NULL it waits */
    int listening;
    pthread_t thread;
    char target[64];
    char heard[65536]; /* all requests */
    size_t size;
} stage;

static inline void *play(void *argument) {
    stage *s = argument;
    int fd = accept(s->listening, NULL, NULL);
    assert_true(fd >= 0);
    for (size_t i = 0;; i++) {
        ssize_t got = recv(fd, s->heard + s->size, sizeof s->heard - s->size - 1, 0);
        if (got <= 0 || (s->lines[i] != NULL && strcmp(s->lines[i], HANG_UP) == 0)) {
            break;
        }
        s->size += (size_t)got;
        if (s->lines[i] == NULL) {
            recv(fd, s->heard, 1, 0); /* until the client goes */
            break;
        }
        assert_true(send(fd, s->lines[i], strlen(s->lines[i]), MSG_NOSIGNAL) > 0);
    }
    close(fd);
    return NULL;
}

/* The target is redis://, what comes before the host and what comes after the port. */
static inline void stage_open(stage *s, const char *const *lines, const char *user,
                              const char *path) {
    *s = (stage){.lines = lines};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    s->listening = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(s->listening, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(s->listening, 1), 0);
    assert_int_equal(getsockname(s->listening, (struct sockaddr *)&address, &size), 0);
    snprintf(s->target, sizeof s->target, "redis://%s127.0.0.1:%u%s", user,
             (unsigned)ntohs(address.sin_port), path);
    assert_int_equal(pthread_create(&s->thread, NULL, play, s), 0);
}

static inline void stage_close(stage *s) {
    pthread_join(s->thread, NULL);
    close(s->listening);
}

/* ---- A database at it ------------------------------------------------------------------------ */

static inline void database_open(mns_database *database, const char *target, const char *level) {
    *database = (mns_database){.driver = &mns_driver_redis,
                               .target = target,
                               .tables = 1,
                               .clients = 1,
                               .timeout_ms = 10000,
                               .prefix = "minos_t"};
    for (size_t i = 0; i < mns_driver_redis.level_count; i++) {
        if (strcmp(mns_driver_redis.levels[i].name, level) == 0) {
            database->level = &mns_driver_redis.levels[i];
        }
    }
    assert_non_null(database->level);
    assert_true(mns_driver_redis.open(database));
}

static inline void database_close(mns_database *database) {
    mns_driver_redis.release(database);
    mns_buf_release(&database->message);
    mns_buf_release(&database->version);
    mns_buf_release(&database->warnings);
}

#endif
