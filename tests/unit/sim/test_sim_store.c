/*
 * test_sim_store.c - src/sim/store.c, locks.c, atomic.c and sites.c on a world made by hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/sim.h"
#include <cmocka.h>

enum { SESSIONS = 3, STEPS = 4, KEYS = 2 };

typedef struct world {
    mns_sim sim;
    mns_session sessions[SESSIONS];
    struct mns_session_item running[SESSIONS];
    mns_sim_step steps[SESSIONS][STEPS];
    mns_key keys[KEYS];
} world;

static void open_world(world *w) {
    *w = (world){.sim = {.free_fault = MNS_NONE}};
    w->sim.running = (mns_sessions){w->running, 0, SESSIONS};
    for (size_t i = 0; i < SESSIONS; i++) {
        w->sessions[i].next_made = w->sim.all;
        w->sim.all = &w->sessions[i];
        w->sessions[i].number = 100 + i;
        w->sessions[i].steps = w->steps[i];
        mns_sessions_add(&w->sim.running, &w->sessions[i]);
    }
    for (size_t i = 0; i < KEYS; i++) {
        w->keys[i] = (mns_key){.id = i,
                               .references = 1,
                               .first_fault = MNS_NONE,
                               .leak_fault = MNS_NONE,
                               .retry_fault = MNS_NONE};
    }
}

static void close_world(world *w) {
    assert_int_equal(w->sim.status, MINOS_OK);
    for (size_t i = 0; i < KEYS; i++) {
        free(w->keys[i].versions);
        free(w->keys[i].text);
    }
    for (size_t i = 0; i < SESSIONS; i++) {
        free(w->sessions[i].extras);
    }
}

static void push(world *w, size_t key, int64_t value, uint64_t writer, uint64_t commit,
                 uint8_t site) {
    mns_version version = {
        .value = value, .writer = writer, .commit = commit, .visible = commit, .site = site};
    mns_key_push(&w->sim, &w->keys[key], &version);
    w->sim.sites[0].at[site] = commit;
}

static void add_step(world *w, size_t session, size_t key, bool write, size_t prefix) {
    mns_session *s = &w->sessions[session];
    assert_true(s->step_count < STEPS);
    s->steps[s->step_count++] = (mns_sim_step){
        .key = &w->keys[key], .write = write, .prefix = prefix, .own = true, .value = 9};
}

/* ---- Versions ------------------------------------------------------------------------------- */

static void a_view_shows_a_beginning(void **state) {
    (void)state;
    world w;
    open_world(&w);
    push(&w, 0, 10, 1, 1, 0);
    push(&w, 0, 20, 2, 1, 1);
    push(&w, 0, 30, 3, 4, 0);
    assert_int_equal(mns_key_visible(&w.keys[0], &(mns_sim_view){{0, 0, 0}}), 0);
    assert_int_equal(mns_key_visible(&w.keys[0], &(mns_sim_view){{3, 0, 0}}), 1);
    assert_int_equal(mns_key_visible(&w.keys[0], &(mns_sim_view){{3, 1, 0}}), 2);
    assert_int_equal(mns_key_visible(&w.keys[0], &(mns_sim_view){{4, 1, 0}}), 3);
    assert_memory_equal(w.keys[0].text, "10 20 30", 8);
    assert_int_equal(w.keys[0].versions[1].end, 5);
    close_world(&w);
}

/* A running read keeps its result, with its own writes, when versions are lost. */
static void lost_versions_stay_with_those_who_read_them(void **state) {
    (void)state;
    world w;
    open_world(&w);
    for (int64_t value = 1; value <= 3; value++) {
        push(&w, 0, value, (uint64_t)value, (uint64_t)value, 0);
    }
    add_step(&w, 0, 0, true, 0);
    add_step(&w, 0, 0, false, 3);
    add_step(&w, 0, 1, false, 0);
    w.sessions[0].done = 3;
    add_step(&w, 1, 0, false, 1);
    w.sessions[1].done = 1;
    mns_key_truncate(&w.sim, &w.keys[0], 1);
    assert_int_equal(w.keys[0].count, 1);
    assert_int_equal(w.keys[0].text_size, 1);
    const mns_sim_step *read = &w.steps[0][1];
    assert_int_equal(read->prefix, 1);
    assert_int_equal(read->extra_count, 3);
    assert_int_equal(w.sessions[0].extras[read->extra_at], 2);
    assert_int_equal(w.sessions[0].extras[read->extra_at + 1], 3);
    assert_int_equal(w.sessions[0].extras[read->extra_at + 2], 9);
    assert_false(read->own);
    assert_int_equal(w.steps[1][0].prefix, 1);
    assert_int_equal(w.steps[1][0].extra_count, 0);
    close_world(&w);
}

/* ---- Locks ---------------------------------------------------------------------------------- */

static void waiting_ends_with_the_lock(void **state) {
    (void)state;
    world w;
    open_world(&w);
    add_step(&w, 0, 0, true, 0);
    add_step(&w, 1, 0, true, 0);
    add_step(&w, 2, 0, true, 0);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[0], &w.keys[0]), MNS_LOCKED);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[0], &w.keys[0]), MNS_LOCKED);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[1], &w.keys[0]), MNS_WAITING);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[2], &w.keys[0]), MNS_WAITING);
    assert_int_equal(w.sim.running.count, 1);
    mns_lock_release(&w.sim, &w.sessions[0]);
    assert_int_equal(w.sim.running.count, 3);
    assert_null(w.keys[0].holder);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[2], &w.keys[0]), MNS_LOCKED);
    close_world(&w);
}

static void a_circle_is_refused(void **state) {
    (void)state;
    world w;
    open_world(&w);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[0], &w.keys[0]), MNS_LOCKED);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[1], &w.keys[1]), MNS_LOCKED);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[2], &w.keys[0]), MNS_WAITING);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[0], &w.keys[1]), MNS_WAITING);
    assert_int_equal(mns_lock_take(&w.sim, &w.sessions[1], &w.keys[0]), MNS_DEADLOCK);
    close_world(&w);
}

/* ---- Read atomic ---------------------------------------------------------------------------- */

/* Writer 5 wrote both keys after the first was read: the second is read without it. */
static void what_one_read_missed_the_next_one_misses(void **state) {
    (void)state;
    world w;
    open_world(&w);
    push(&w, 1, 1, 4, 1, 0);
    add_step(&w, 0, 0, false, 0);
    add_step(&w, 0, 1, false, 0);
    push(&w, 0, 2, 5, 2, 0);
    push(&w, 1, 3, 5, 2, 0);
    size_t prefix;
    assert_true(mns_atomic_read(&w.sim, &w.sessions[0], 1, &prefix));
    assert_int_equal(prefix, 1);
    /* Nothing forbids it where the writers are different ones. */
    w.keys[1].versions[1].writer = 6;
    assert_true(mns_atomic_read(&w.sim, &w.sessions[0], 1, &prefix));
    assert_int_equal(prefix, 2);
    close_world(&w);
}

/* The second key cannot miss writer 5 and show the later writer 6. */
static void where_there_is_no_such_state_the_read_fails(void **state) {
    (void)state;
    world w;
    open_world(&w);
    w.sessions[0].steps = w.steps[0];
    push(&w, 1, 1, 5, 1, 0); /* 5 wrote another key that was read before */
    push(&w, 1, 2, 6, 2, 0);
    mns_key third = {.id = 7, .first_fault = MNS_NONE};
    mns_version missed = {.value = 1, .writer = 5, .commit = 1, .visible = 1};
    mns_key_push(&w.sim, &third, &missed);
    push(&w, 0, 4, 6, 2, 0);
    w.sessions[0].steps[0] = (mns_sim_step){.key = &third, .prefix = 0};
    w.sessions[0].steps[1] = (mns_sim_step){.key = &w.keys[0], .prefix = 1};
    w.sessions[0].steps[2] = (mns_sim_step){.key = &w.keys[1]};
    w.sessions[0].step_count = 3;
    size_t prefix;
    assert_false(mns_atomic_read(&w.sim, &w.sessions[0], 2, &prefix));
    free(third.versions);
    free(third.text);
    close_world(&w);
}

/* ---- Sites ---------------------------------------------------------------------------------- */

static void commits_arrive_after_what_they_need(void **state) {
    (void)state;
    world w;
    open_world(&w);
    w.sim.config.reads = MNS_READS_SITE;
    w.sim.schedule = mns_random_of(1, 2);
    w.sessions[0].site = 0;
    assert_int_equal(mns_sites_commit(&w.sim, &w.sessions[0]), 1);
    w.sim.sites[1].at[0] = 1; /* site 1 has heard of it */
    w.sessions[1].site = 1;
    w.sessions[1].begin = w.sim.sites[1];
    assert_int_equal(mns_sites_commit(&w.sim, &w.sessions[1]), 1);
    bool apart = false;
    for (int i = 0; i < 10000; i++) {
        mns_sites_replicate(&w.sim);
        /* Site 2 never knows the second without the first. */
        assert_true(w.sim.sites[2].at[1] <= w.sim.sites[2].at[0]);
        apart = apart || w.sim.sites[2].at[0] > w.sim.sites[2].at[1];
    }
    assert_true(apart);
    mns_sites_deliver_all(&w.sim);
    for (int site = 0; site < MNS_SITES; site++) {
        assert_int_equal(w.sim.sites[site].at[0], 1);
        assert_int_equal(w.sim.sites[site].at[1], 1);
    }
    close_world(&w);
}

static void no_site_falls_behind_for_ever(void **state) {
    (void)state;
    world w;
    open_world(&w);
    w.sim.config.reads = MNS_READS_SITE;
    for (uint64_t i = 1; i <= 1000; i++) {
        w.sessions[0].begin = w.sim.sites[0];
        assert_int_equal(mns_sites_commit(&w.sim, &w.sessions[0]), i);
        assert_true(i - w.sim.sites[1].at[0] < MNS_SITE_LOG);
    }
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_shows_a_beginning),
        cmocka_unit_test(lost_versions_stay_with_those_who_read_them),
        cmocka_unit_test(waiting_ends_with_the_lock),
        cmocka_unit_test(a_circle_is_refused),
        cmocka_unit_test(what_one_read_missed_the_next_one_misses),
        cmocka_unit_test(where_there_is_no_such_state_the_read_fails),
        cmocka_unit_test(commits_arrive_after_what_they_need),
        cmocka_unit_test(no_site_falls_behind_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
