/* test_pacing.c - src/run/client/pacing.c: number and times of slots, and what ends the load. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>

#include "run/client/pacing.h"
#include "run/system/clock.h"
#include <cmocka.h>

#define MS UINT64_C(1000000)

typedef struct crowd {
    mns_pacing pacing;
    atomic_uint taken;
} crowd;

static void *take_all(void *argument) {
    crowd *c = argument;
    while (mns_pacing_wait(&c->pacing)) {
        atomic_fetch_add(&c->taken, 1);
    }
    return NULL;
}

static void start(crowd *c, pthread_t *threads, size_t count) {
    atomic_init(&c->taken, 0);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, take_all, c), 0);
    }
}

static void join(pthread_t *threads, size_t count) {
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
}

static void exactly_so_many(void **state) {
    (void)state;
    static const uint64_t numbers[] = {1, 2, 7, 8, 1000};
    static const double rates[] = {0, 10000};
    for (size_t n = 0; n < MNS_COUNT_OF(numbers); n++) {
        for (size_t r = 0; r < MNS_COUNT_OF(rates); r++) {
            crowd c;
            pthread_t threads[8];
            mns_pacing_init(&c.pacing, numbers[n], 0, rates[r]);
            start(&c, threads, 8);
            mns_pacing_open(&c.pacing);
            join(threads, 8);
            assert_int_equal(atomic_load(&c.taken), numbers[n]);
            assert_int_equal(mns_pacing_reason(&c.pacing), MINOS_END_TRANSACTIONS);
            mns_pacing_release(&c.pacing);
        }
    }
}

static void none_before_it_opens(void **state) {
    (void)state;
    crowd c;
    pthread_t threads[2];
    mns_pacing_init(&c.pacing, 0, 0, 0);
    start(&c, threads, 2);
    assert_true(mns_pacing_pause(&c.pacing, 20 * MS));
    assert_int_equal(atomic_load(&c.taken), 0);
    mns_pacing_end(&c.pacing, MINOS_END_INTERRUPTED);
    join(threads, 2);
    assert_int_equal(atomic_load(&c.taken), 0);
    mns_pacing_release(&c.pacing);
}

static void no_slot_comes_early(void **state) {
    (void)state;
    mns_pacing pacing;
    mns_pacing_init(&pacing, 0, 0, 100);
    mns_pacing_open(&pacing);
    for (uint64_t k = 0; k < 20; k++) {
        assert_true(mns_pacing_wait(&pacing));
        assert_true(mns_clock_ns() - pacing.begun >= k * 10 * MS);
    }
    mns_pacing_release(&pacing);
}

/* Slot k is due k intervals after the start, not one interval after the previous slot. */
static void slots_catch_up(void **state) {
    (void)state;
    mns_pacing pacing;
    mns_pacing_init(&pacing, 0, 0, 1000);
    mns_pacing_open(&pacing);
    assert_true(mns_pacing_pause(&pacing, 50 * MS));
    for (uint64_t k = 0; k < 50; k++) {
        assert_true(mns_clock_ns() >= pacing.begun + k * MS); /* no need to wait */
        assert_true(mns_pacing_wait(&pacing));
        assert_int_equal(pacing.granted, k + 1);
    }
    mns_pacing_release(&pacing);
}

static void time_is_up(void **state) {
    (void)state;
    crowd c;
    pthread_t threads[3];
    mns_pacing_init(&c.pacing, 0, 0.05, 20); /* the second slot would be due at the end */
    start(&c, threads, 3);
    mns_pacing_open(&c.pacing);
    join(threads, 3);
    uint64_t at;
    assert_true(mns_pacing_ended(&c.pacing, &at));
    assert_int_equal(mns_pacing_reason(&c.pacing), MINOS_END_TIME);
    assert_true(at - c.pacing.begun >= 50 * MS);
    assert_int_equal(atomic_load(&c.taken), 1);
    mns_pacing_release(&c.pacing);
}

/* The time passes although no client requests a slot. */
static void time_ends_an_idle_load(void **state) {
    (void)state;
    mns_pacing pacing;
    mns_pacing_init(&pacing, 0, 0.01, 0);
    assert_false(mns_pacing_ended(&pacing, NULL));
    mns_pacing_open(&pacing);
    assert_true(mns_pacing_pause(&pacing, 20 * MS));
    assert_int_equal(mns_pacing_reason(&pacing), MINOS_END_TIME);
    assert_false(mns_pacing_pause(&pacing, 3600000 * MS)); /* at once */
    mns_pacing_release(&pacing);
}

static void the_end_wakes_waiting_clients(void **state) {
    (void)state;
    crowd c;
    pthread_t threads[3];
    mns_pacing_init(&c.pacing, 0, 0, 0.001);
    start(&c, threads, 3);
    mns_pacing_open(&c.pacing);
    assert_true(mns_pacing_pause(&c.pacing, 10 * MS));
    mns_pacing_end(&c.pacing, MINOS_END_INTERRUPTED);
    mns_pacing_end(&c.pacing, MINOS_END_TIME); /* ignored: already ended */
    join(threads, 3);
    assert_int_equal(mns_pacing_reason(&c.pacing), MINOS_END_INTERRUPTED);
    assert_true(atomic_load(&c.taken) <= 1);
    mns_pacing_release(&c.pacing);
}

static void once_more(void **state) {
    (void)state;
    mns_pacing pacing;
    mns_pacing_init(&pacing, 2, 0.01, 0);
    mns_pacing_open(&pacing);
    assert_true(mns_pacing_wait(&pacing));
    while (mns_pacing_wait(&pacing)) {
    }
    mns_pacing_restart(&pacing);
    assert_false(mns_pacing_ended(&pacing, NULL));
    /* Neither time nor number is limited any more. */
    assert_true(mns_pacing_pause(&pacing, 20 * MS));
    for (int i = 0; i < 10; i++) {
        assert_true(mns_pacing_wait(&pacing));
    }
    mns_pacing_end(&pacing, MINOS_END_TRANSACTIONS);
    assert_false(mns_pacing_wait(&pacing));
    mns_pacing_release(&pacing);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly_so_many),
        cmocka_unit_test(none_before_it_opens),
        cmocka_unit_test(no_slot_comes_early),
        cmocka_unit_test(slots_catch_up),
        cmocka_unit_test(time_is_up),
        cmocka_unit_test(time_ends_an_idle_load),
        cmocka_unit_test(the_end_wakes_waiting_clients),
        cmocka_unit_test(once_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
