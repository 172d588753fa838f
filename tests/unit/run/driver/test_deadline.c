/* test_deadline.c - connecting to a server that sends one byte at a time, forever, ends: by the
 * driver's timeout, by the run's limit, when the user interrupts, and when the load ends. Each byte
 * comes well within the limit of a single step. */
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "run/driver/deadline.h"
#include "run/system/clock.h"
#include <cmocka.h>

#define NS_PER_MS UINT64_C(1000000)
/* Far above all limits here, so that a slow machine does not fail the test. */
#define PATIENCE_MS 8000

static void sleep_ms(long ms) {
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* ---- A slow server --------------------------------------------------------------------------- */

typedef struct dripper {
    const char *start; /* of an endless answer, */
    size_t size;
    char more; /* repeated afterwards */
    int listening;
    unsigned port;
    atomic_bool done;
    pthread_t thread;
} dripper;

static void drip_to(dripper *d, int fd) {
    char nothing[512];
    for (size_t i = 0; !atomic_load(&d->done); i++) {
        recv(fd, nothing, sizeof nothing, MSG_DONTWAIT);
        if (send(fd, i < d->size ? d->start + i : &d->more, 1, MSG_NOSIGNAL) != 1) {
            break;
        }
        sleep_ms(20);
    }
    close(fd);
}

static void *drip(void *context) {
    dripper *d = context;
    for (int fd; (fd = accept(d->listening, NULL, NULL)) >= 0 && !atomic_load(&d->done);) {
        drip_to(d, fd);
    }
    return NULL;
}

static void drip_begin(dripper *d) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    d->listening = socket(AF_INET, SOCK_STREAM, 0);
    atomic_init(&d->done, false);
    assert_int_equal(bind(d->listening, (struct sockaddr *)&address, size), 0);
    assert_int_equal(listen(d->listening, 4), 0);
    assert_int_equal(getsockname(d->listening, (struct sockaddr *)&address, &size), 0);
    d->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&d->thread, NULL, drip, d), 0);
}

static void drip_end(dripper *d) {
    atomic_store(&d->done, true);
    shutdown(d->listening, SHUT_RDWR);
    pthread_join(d->thread, NULL);
    close(d->listening);
}

/* ---- Answers of each database ---------------------------------------------------------------- */

#define TEXT(text) (text), sizeof(text) - 1

static const struct {
    const char *before, *after; /* before and after the port of a target */
    const char *start;
    size_t size;
    char more;
} servers[] = {
    /* Accepts the client, then announces a parameter of 30,000 bytes. */
    {"postgres://u@127.0.0.1:", "/t?sslmode=disable", TEXT("R\0\0\0\x8\0\0\0\0S\0\0\x75\x30"), 'a'},
    /* A greeting of 32 kB: the version. */
    {"mysql://u@127.0.0.1:", "/t", TEXT("\xff\x7f\0\0\n5"), '5'},
    {"redis://127.0.0.1:", "", TEXT("+P"), 'P'},
    {"etcd://127.0.0.1:", "", TEXT("HTTP/1.1 200 OK\r\nX-A: "), 'a'},
};

typedef struct attempt {
    mns_database database;
    char target[80];
    dripper server;
} attempt;

/* False: this build has no such driver. */
static bool attempt_begin(attempt *a, size_t i, unsigned timeout_ms) {
    a->server =
        (dripper){.start = servers[i].start, .size = servers[i].size, .more = servers[i].more};
    drip_begin(&a->server);
    snprintf(a->target, sizeof a->target, "%s%u%s", servers[i].before, a->server.port,
             servers[i].after);
    mns_buf message;
    mns_buf_init(&message);
    const mns_driver *driver = mns_driver_find(a->target, &message);
    mns_buf_release(&message);
    if (driver == NULL) {
        drip_end(&a->server);
        return false;
    }
    a->database = (mns_database){.driver = driver,
                                 .target = a->target,
                                 .level = &driver->levels[driver->default_level],
                                 .tables = 1,
                                 .clients = 1,
                                 .timeout_ms = timeout_ms,
                                 .prefix = "minos_t"};
    mns_buf_init(&a->database.version);
    mns_buf_init(&a->database.warnings);
    mns_buf_init(&a->database.message);
    assert_true(driver->open(&a->database));
    return true;
}

static void attempt_end(attempt *a) {
    a->database.driver->release(&a->database);
    mns_buf_release(&a->database.version);
    mns_buf_release(&a->database.warnings);
    mns_buf_release(&a->database.message);
    drip_end(&a->server);
}

/* Connecting fails with this message, in time. */
static void expect_given_up(attempt *a, const char *words) {
    mns_driver_error failure = {.name = ""};
    uint64_t begun = mns_clock_ns();
    assert_null(a->database.driver->connect(&a->database, 0, &failure));
    uint64_t took_ms = (mns_clock_ns() - begun) / NS_PER_MS;
    if (took_ms > PATIENCE_MS || strcmp(failure.name, "timeout") != 0 ||
        strstr(failure.message, words) == NULL) {
        fail_msg("%s: %llu ms, %s: %s", a->target, (unsigned long long)took_ms, failure.name,
                 failure.message);
    }
    assert_true(mns_driver_error_is_transient(&failure));
}

/* ---- Closing --------------------------------------------------------------------------------- */

static void the_time_of_a_driver_is_for_all_steps(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(servers); i++) {
        attempt a;
        if (attempt_begin(&a, i, 300)) {
            expect_given_up(&a, "timeout while connecting");
            attempt_end(&a);
        }
    }
}

static void the_connect_limit_applies(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(servers); i++) {
        attempt a;
        if (attempt_begin(&a, i, 60000)) {
            a.database.connect_limit.until_ns = mns_clock_ns() + 300 * NS_PER_MS;
            expect_given_up(&a, "timeout while connecting");
            attempt_end(&a);
        }
    }
}

static volatile sig_atomic_t interrupts;
static atomic_bool over;

static void *interrupt_soon(void *context) {
    (void)context;
    sleep_ms(200);
    interrupts = 2;
    return NULL;
}

static void *end_soon(void *context) {
    (void)context;
    sleep_ms(200);
    atomic_store(&over, true);
    return NULL;
}

/* Connects while another thread ends that. */
static void expect_ended_by(void *(*end)(void *)) {
    for (size_t i = 0; i < MNS_COUNT_OF(servers); i++) {
        attempt a;
        interrupts = 1; /* below the limit */
        atomic_store(&over, false);
        if (attempt_begin(&a, i, 60000)) {
            pthread_t thread;
            a.database.connect_limit = (mns_connect_limit){
                .interrupts = &interrupts, .interrupt_limit = 2, .load_ended = &over};
            assert_int_equal(pthread_create(&thread, NULL, end, NULL), 0);
            expect_given_up(&a, "interrupted while connecting");
            pthread_join(thread, NULL);
            attempt_end(&a);
        }
    }
}

static void users_may_interrupt(void **state) {
    (void)state;
    expect_ended_by(interrupt_soon);
}

static void the_end_of_a_run_ends_it(void **state) {
    (void)state;
    expect_ended_by(end_soon);
}

/* ---- The deadline itself --------------------------------------------------------------------- */

static void deadlines_pass(void **state) {
    (void)state;
    mns_deadline none = {0};
    assert_false(mns_deadline_passed(&none));
    mns_deadline past = {.until_ns = 1};
    assert_true(mns_deadline_passed(&past));
    assert_int_equal(mns_deadline_left_ms(&past), 1);
    mns_deadline later = {.until_ns = mns_clock_ns() + 60000 * NS_PER_MS};
    assert_false(mns_deadline_passed(&later));
    assert_true(mns_deadline_left_ms(&later) > 30000);
}

/* A socket that is ready is reported even after the deadline. */
static void ready_sockets_win(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    mns_deadline later = {.until_ns = mns_clock_ns() + 60000 * NS_PER_MS};
    assert_int_equal(send(ends[1], "x", 1, 0), 1);
    assert_true(mns_deadline_wait(&later, ends[0], POLLIN));
    mns_deadline soon = {.until_ns = mns_clock_ns() + 60 * NS_PER_MS};
    assert_false(mns_deadline_wait(&soon, ends[1], POLLIN));
    close(ends[0]);
    close(ends[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_of_a_driver_is_for_all_steps),
        cmocka_unit_test(the_connect_limit_applies),
        cmocka_unit_test(users_may_interrupt),
        cmocka_unit_test(the_end_of_a_run_ends_it),
        cmocka_unit_test(deadlines_pass),
        cmocka_unit_test(ready_sockets_win),
    };
    return cmocka_run_group_tests_name("deadline", tests, NULL, NULL);
}
