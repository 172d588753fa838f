/*
 * corruption.c - servers whose answers are changed on their way (proxy.h), by chance and seed.
 *
 * What is demanded: no crash, no hang, no error of memory (run it under ASan); the run ends with a
 * history that is well-formed, and says why where it ends with an error. What is read may well be
 * wrong: it was changed, and the checker may call it so.
 *
 *     test_live_corruption            two runs of each database
 *     test_live_corruption 100        a hundred of each database and workload
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "minos.h"
#include "proxy.h"
#include "throwaway.h"

static const char *const targets[] = {"postgres:", "mariadb:", "redis:", "etcd:"};
static const char *const workloads[] = {"list-append", "rw-register", "set", "counter"};

static unsigned rounds; /* as the command line says; 0: one, of the first two workloads */

/* Far more than all limits of a run together. */
enum { MOST_S = 60 };

/* The history can be read, whatever is in it. */
static void expect_well_formed(const char *history) {
    if (access(history, F_OK) != 0) {
        return;
    }
    minos_options options;
    minos_result *result = NULL;
    minos_options_init(&options);
    options.models = "none";
    minos_status status = minos_check_file(history, &options, &result);
    if (status != MINOS_OK) {
        fail_msg("%s: cannot be read: %d %s", history, (int)status,
                 minos_result_problem_count(result) > 0 ? minos_result_problem(result, 0).message
                                                        : "");
    }
    minos_result_free(result);
    assert_int_equal(unlink(history), 0);
}

static void run_once(const char *url, unsigned round, size_t workload, const char *history) {
    minos_run_options options;
    minos_run_summary summary;
    char *message = NULL;
    minos_run_options_init(&options);
    options.target = url;
    options.history = history;
    options.load.workload = workloads[workload];
    options.load.processes = 4;
    options.load.seed = round;
    options.time_s = 0.6;
    options.timeout_ms = 500;
    options.connect_ms = 1500;
    options.simple_protocol = round % 2;
    time_t begun = time(NULL);
    minos_status status = minos_run(&options, &summary, &message);
    assert_true(time(NULL) - begun < MOST_S);
    if (status != MINOS_OK && (status != MINOS_EIO || message == NULL || message[0] == '\0')) {
        fail_msg("%s, round %u: status %d without a reason", url, round, (int)status);
    }
    minos_free(message);
    minos_run_summary_release(&summary);
    expect_well_formed(history);
}

static bool corrupt(const char *target) {
    char through[300], history[] = "/tmp/minos-corruption-XXXXXX";
    minos_server *server = throwaway_start(target);
    if (server == NULL) {
        return false;
    }
    int fd = mkstemp(history);
    assert_true(fd >= 0);
    close(fd);
    unlink(history);
    unsigned changed = 0;
    size_t many = rounds == 0 ? 2 : sizeof workloads / sizeof *workloads;
    for (unsigned round = 0; round == 0 || round < rounds; round++) {
        for (size_t workload = 0; workload < many; workload++) {
            proxy *p = proxy_before(minos_server_url(server, 0), through, sizeof through);
            proxy_corrupt(p, round % 3 == 0 ? 5 : 1, round * 4 + workload);
            run_once(through, round, workload, history);
            changed += proxy_corrupted(p);
            proxy_stop(p);
        }
    }
    print_message("  %s %u answers changed\n", target, changed);
    assert_true(changed > 0);
    minos_server_stop(server);
    return true;
}

static void corrupt_answers(void **state) {
    (void)state;
    bool any = false;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        any = corrupt(targets[i]) || any;
    }
    if (!any) {
        print_message("SKIPPED: no server is installed\n");
        skip();
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(corrupt_answers)};
    rounds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
