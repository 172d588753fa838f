/* test_nemesis_options.c - src/run/nemesis/nemesis_options.c: which faults are valid for which
 * targets. */
#include "unit/support/nemesis_support.h"

#include <math.h>

/* What a target has. */
enum { NOTHING = 0, SERVER = 1, PROXY = 2 };

static const minos_fault_options usual = {.every_s = 5, .for_s = 2};

/* NULL: valid. */
static void expect_asked(minos_fault_options faults, int has, const char *words) {
    mns_buf message;
    mns_buf_init(&message);
    faults.every_s = faults.every_s == 0 ? usual.every_s : faults.every_s;
    bool good = mns_nemesis_check(&faults, (has & SERVER) != 0, (has & PROXY) != 0, 3, &message);
    if (good != (words == NULL)) {
        fail_msg("%s", good ? words : message.data);
    }
    if (words != NULL && strstr(message.data, words) == NULL) {
        fail_msg("%s", message.data);
    }
    mns_buf_release(&message);
}

static void kinds_need_targets(void **state) {
    (void)state;
    const long processes[] = {getppid() > 1 ? getppid() : 2, 0};
    expect_asked((minos_fault_options){0}, NOTHING, NULL);
    expect_asked((minos_fault_options){.kinds = "kill,pause,restart,clock,disk-full"}, SERVER,
                 NULL);
    expect_asked((minos_fault_options){.kinds = "partition,delay,reset"}, PROXY, NULL);
    expect_asked((minos_fault_options){.kinds = "partition"}, SERVER,
                 "partition needs a database that clients reach over TCP");
    expect_asked((minos_fault_options){.kinds = "kill"}, PROXY,
                 "kill needs a server that Minos starts (such as postgres:), or --fault-pid");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = processes}, NOTHING, NULL);
    expect_asked((minos_fault_options){.kinds = "kill,restart", .processes = processes}, NOTHING,
                 "restart needs a server that Minos starts");
    expect_asked((minos_fault_options){.kinds = "clock"}, PROXY, "clock needs a server");
    expect_asked((minos_fault_options){.kinds = "disk-full"}, PROXY, "disk-full needs a server");
    expect_asked((minos_fault_options){.command = "true"}, NOTHING, NULL);
    expect_asked((minos_fault_options){.kinds = "command"}, NOTHING, "command needs --fault-cmd");
    expect_asked((minos_fault_options){.kinds = "kil"}, SERVER, "did you mean 'kill'?");
}

static void other_options_are_checked(void **state) {
    (void)state;
    expect_asked((minos_fault_options){.heal_command = "true"}, SERVER, "--heal-cmd needs");
    expect_asked((minos_fault_options){.on = "all"}, SERVER, "need --faults");
    expect_asked((minos_fault_options){.kinds = "kill", .on = "some"}, SERVER,
                 "unknown value of --fault-on 'some'");
    expect_asked((minos_fault_options){.kinds = "kill", .every_s = -1}, SERVER,
                 "--fault-every must be from 0.01");
    expect_asked((minos_fault_options){.kinds = "kill", .every_s = NAN}, SERVER,
                 "--fault-every must");
    expect_asked((minos_fault_options){.kinds = "kill", .for_s = -0.1}, SERVER, "--fault-for must");
    expect_asked((minos_fault_options){.kinds = "kill", .for_s = INFINITY}, SERVER,
                 "--fault-for must");
}

static void processes_are_looked_at(void **state) {
    (void)state;
    const long all[] = {-1, 0}, init[] = {1, 0}, ourselves[] = {getpid(), 0}, fine[] = {2, 0};
    expect_asked((minos_fault_options){.kinds = "kill", .processes = all}, NOTHING,
                 "process -1 must not be signalled");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = init}, NOTHING,
                 "process 1 must not");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = ourselves}, NOTHING,
                 "must not be signalled");
    expect_asked((minos_fault_options){.kinds = "partition", .processes = fine}, PROXY,
                 "--fault-pid needs --faults kill or pause");
    long many[MNS_VICTIM_PROCESSES + 2];
    for (unsigned i = 0; i <= MNS_VICTIM_PROCESSES; i++) {
        many[i] = 2;
    }
    many[MNS_VICTIM_PROCESSES + 1] = 0;
    expect_asked((minos_fault_options){.kinds = "kill", .processes = many}, NOTHING,
                 "--fault-pid accepts at most");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = many + 1}, NOTHING, NULL);
}

static void wanted_faults(void **state) {
    (void)state;
    minos_fault_options faults = usual;
    assert_false(mns_nemesis_wanted(&faults));
    faults.kinds = "kill";
    assert_true(mns_nemesis_wanted(&faults) && !mns_nemesis_needs_network(&faults));
    faults.kinds = "kill,reset";
    assert_true(mns_nemesis_needs_network(&faults));
    faults.kinds = NULL;
    faults.command = "true";
    assert_true(mns_nemesis_wanted(&faults) && !mns_nemesis_needs_network(&faults));
}

static void expect_no_start(trial *t, const char *words) {
    assert_null(mns_nemesis_start(&t->faults, 1, &t->targets, &t->message));
    if (strstr(t->message.data, words) == NULL) {
        fail_msg("%s", t->message.data);
    }
    mns_buf_clear(&t->message);
}

static void missing_processes_are_rejected(void **state) {
    (void)state;
    pid_t gone = child_start();
    child_end(gone);
    const long processes[] = {gone, 0};
    trial t;
    trial_init(&t, NULL, "kill");
    t.faults.processes = processes;
    expect_no_start(&t, "does not exist, or may not be signalled");
    t.faults = (minos_fault_options){.kinds = "delay", .every_s = 1};
    expect_no_start(&t, "over TCP"); /* there is no network */
    minos_server server = {.kind = &sleeper_kind};
    t.targets.server = &server;
    t.faults.kinds = "clock";
    expect_no_start(&t, "was not started for these faults");
    assert_int_equal(recording_finish(&t.recording), MINOS_OK);
    trial_release(&t);
}

/* If nodes bypass the proxy, partitions only affect clients. */
static void partitions_of_clients_only_are_warned_of(void **state) {
    (void)state;
    minos_server server = {.kind = &sleeper_kind};
    mns_server_kind apart = sleeper_kind;
    apart.supports_namespaces = true;
    const struct {
        const mns_server_kind *kind;
        unsigned nodes;
        const char *words;
    } rows[] = {{&sleeper_kind, 3, "Minos does not control the network"},
                {&apart, 3, "needs --namespaces"},
                {&apart, 1, NULL}};
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        mns_buf message;
        mns_buf_init(&message);
        server.kind = rows[i].kind;
        minos_fault_options faults = usual;
        faults.kinds = "partition";
        mns_network *network = mns_network_start(1, &message);
        mns_nemesis nemesis = {
            .targets = {.server = &server, .network = network, .nodes = rows[i].nodes}};
        mns_buf_init(&nemesis.warnings);
        assert_true(mns_nemesis_prepare(&nemesis, &faults, 1, &message));
        const char *said = nemesis.warnings.data;
        assert_true(rows[i].words == NULL ? said == NULL : strstr(said, rows[i].words) != NULL);
        mns_network_stop(network);
        mns_buf_release(&nemesis.warnings);
        mns_buf_release(&message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_need_targets),
        cmocka_unit_test(other_options_are_checked),
        cmocka_unit_test(processes_are_looked_at),
        cmocka_unit_test(wanted_faults),
        cmocka_unit_test(missing_processes_are_rejected),
        cmocka_unit_test(partitions_of_clients_only_are_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
