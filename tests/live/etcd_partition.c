/*
 * etcd_partition.c - a follower of etcd that is cut off from the others, for a while.
 *
 *     clients ── leader ─┬─ follower
 *     clients ── cut off ┘      (clients still reach it)
 *
 * Reads that a member answers by itself ("serializable" ones) are then from the past: nothing is
 * wrong with them but real time. Linearizable ones wait, and fail. Afterwards all agree again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "run/server.h"
#include <cmocka.h>

#define NODES 3
#define BEFORE_MS 1000
#define CUT_MS 3000
#define LOAD_S 6.0

static minos_server *server;

static void wait_ms(long ms) {
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* A member that does not lead. */
static unsigned follower(void) { return (mns_server_primary(server) + 1) % NODES; }

static void *cut_off(void *nothing) {
    (void)nothing;
    wait_ms(BEFORE_MS);
    const mns_weather nothing_passes = {.cut = true};
    unsigned alone = follower();
    for (unsigned i = 0; i < NODES; i++) {
        mns_network_set(server->network, alone, i, &nothing_passes);
        mns_network_set(server->network, i, alone, &nothing_passes);
    }
    wait_ms(CUT_MS);
    mns_network_heal(server->network);
    return NULL;
}

/* A load at a level, in the middle of which a follower is cut off; what was recorded, judged. */
static minos_result *judge(const char *level, minos_run_summary *summary) {
    const char *const more[] = {minos_server_url(server, 1), minos_server_url(server, 2), NULL};
    char path[64], *message = NULL;
    snprintf(path, sizeof path, "/tmp/minos-etcd-%ld.edn", (long)getpid());
    minos_run_options options;
    minos_run_options_init(&options);
    options.target = minos_server_url(server, 0);
    options.more = more;
    options.load.workload = "rw-register";
    options.load.isolation = level;
    options.load.final_reads = 1;
    options.time_s = LOAD_S;
    options.timeout_ms = 2000;
    options.history = path;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cut_off, NULL), 0);
    minos_status status = minos_run(&options, summary, &message);
    pthread_join(thread, NULL);
    if (status != MINOS_OK) {
        fail_msg("%s", message);
    }
    minos_options judging;
    minos_options_init(&judging);
    minos_result *result;
    assert_int_equal(minos_check_file(path, &judging, &result), MINOS_OK);
    print_message("  %s: %llu ok, %llu failed, %llu unknown\n", level,
                  (unsigned long long)summary->ok, (unsigned long long)summary->fail,
                  (unsigned long long)summary->info);
    for (size_t i = 0; minos_result_anomaly(result, i) != NULL; i++) {
        print_message("    %s\n", minos_result_anomaly(result, i));
    }
    unlink(path);
    return result;
}

static void local_reads_are_stale(void **state) {
    (void)state;
    minos_run_summary summary;
    minos_result *result = judge("serializable", &summary);
    assert_true(minos_result_rules_out(result, "strict-serializable"));
    assert_false(minos_result_rules_out(result, "serializable"));
    minos_result_free(result);
    minos_run_summary_release(&summary);
}

static void linearizable_ones_are_not(void **state) {
    (void)state;
    minos_run_summary summary;
    minos_result *result = judge("strict-serializable", &summary);
    assert_int_equal(minos_result_verdict(result), MINOS_VALID);
    assert_true(summary.ok > 100 && summary.fail + summary.info > 0);
    minos_result_free(result);
    minos_run_summary_release(&summary);
}

int main(void) {
    if (minos_run_level("etcd:", 0) == NULL) {
        printf("SKIPPED: built without libcurl\n");
        return 77;
    }
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = "etcd:";
    options.nodes = NODES;
    options.faults = "partition";
    char *message;
    if (minos_server_start(&options, &server, &message) != MINOS_OK) {
        bool missing = strstr(message, "not installed") != NULL;
        printf("%s: %s\n", missing ? "SKIPPED" : "FAILED", message);
        minos_free(message);
        return missing ? 77 : 1;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_reads_are_stale),
        cmocka_unit_test(linearizable_ones_are_not),
    };
    int failed = cmocka_run_group_tests_name("etcd_partition", tests, NULL, NULL);
    minos_server_stop(server);
    return failed;
}
