/* test_nemesis_options.c - src/run/nemesis/nemesis_options.c: which faults make sense, for whom. */
#include "unit/support/nemesis_support.h"

#include <math.h>

/* What a target has. */
enum { NOTHING = 0, SERVER = 1, PROXY = 2 };

static const minos_fault_options usual = {.every_s = 5, .for_s = 2};

/* NULL: it is fine. */
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

static void kinds_need_things(void **state) {
    (void)state;
    const long processes[] = {getppid() > 1 ? getppid() : 2, 0};
    expect_asked((minos_fault_options){0}, NOTHING, NULL);
    expect_asked((minos_fault_options){.kinds = "kill,pause,restart,clock,disk-full"}, SERVER,
                 NULL);
    expect_asked((minos_fault_options){.kinds = "partition,delay,reset"}, PROXY, NULL);
    expect_asked((minos_fault_options){.kinds = "partition"}, SERVER,
                 "partition needs a database that clients reach over TCP");
    expect_asked((minos_fault_options){.kinds = "kill"}, PROXY,
                 "kill needs a server that Minos starts (such as postgres:), or processes");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = processes}, NOTHING, NULL);
    expect_asked((minos_fault_options){.kinds = "kill,restart", .processes = processes}, NOTHING,
                 "restart needs a server that Minos starts");
    expect_asked((minos_fault_options){.kinds = "clock"}, PROXY, "clock needs a server");
    expect_asked((minos_fault_options){.kinds = "disk-full"}, PROXY, "disk-full needs a server");
    expect_asked((minos_fault_options){.command = "true"}, NOTHING, NULL);
    expect_asked((minos_fault_options){.kinds = "command"}, NOTHING, "command needs a command");
    expect_asked((minos_fault_options){.kinds = "kil"}, SERVER, "nearest is kill");
}

static void the_rest_makes_sense(void **state) {
    (void)state;
    expect_asked((minos_fault_options){.heal_command = "true"}, SERVER, "there are no faults");
    expect_asked((minos_fault_options){.on = "all"}, SERVER, "there are no faults");
    expect_asked((minos_fault_options){.kinds = "kill", .on = "some"}, SERVER,
                 "unknown choice of nodes 'some'");
    expect_asked((minos_fault_options){.kinds = "kill", .every_s = -1}, SERVER,
                 "the time between faults must be from 0.01");
    expect_asked((minos_fault_options){.kinds = "kill", .every_s = NAN}, SERVER,
                 "the time between faults");
    expect_asked((minos_fault_options){.kinds = "kill", .for_s = -0.1}, SERVER,
                 "the time that faults last");
    expect_asked((minos_fault_options){.kinds = "kill", .for_s = INFINITY}, SERVER,
                 "the time that faults last");
}

static void processes_are_looked_at(void **state) {
    (void)state;
    const long all[] = {-1, 0}, init[] = {1, 0}, ourselves[] = {getpid(), 0}, fine[] = {2, 0};
    expect_asked((minos_fault_options){.kinds = "kill", .processes = all}, NOTHING,
                 "-1 is no process that could be signalled");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = init}, NOTHING, "1 is no");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = ourselves}, NOTHING, "is no");
    expect_asked((minos_fault_options){.kinds = "partition", .processes = fine}, PROXY,
                 "neither kill nor pause");
    long many[MNS_VICTIM_PROCESSES + 2];
    for (unsigned i = 0; i <= MNS_VICTIM_PROCESSES; i++) {
        many[i] = 2;
    }
    many[MNS_VICTIM_PROCESSES + 1] = 0;
    expect_asked((minos_fault_options){.kinds = "kill", .processes = many}, NOTHING,
                 "no more than");
    expect_asked((minos_fault_options){.kinds = "kill", .processes = many + 1}, NOTHING, NULL);
}

static void what_is_wanted(void **state) {
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

static void what_is_not_there_is_not_begun(void **state) {
    (void)state;
    pid_t gone = child_start();
    child_end(gone);
    const long processes[] = {gone, 0};
    trial t;
    trial_init(&t, NULL, "kill");
    t.faults.processes = processes;
    expect_no_start(&t, "is not there, or not for us to signal");
    t.faults = (minos_fault_options){.kinds = "delay", .every_s = 1};
    expect_no_start(&t, "over TCP"); /* there is no network */
    minos_server server = {.kind = &sleeper_kind};
    t.targets.server = &server;
    t.faults.kinds = "clock";
    expect_no_start(&t, "started without the faults");
    assert_int_equal(recording_finish(&t.recording), MINOS_OK);
    trial_release(&t);
}

/* A proxy that nodes go round parts nobody but clients from them. */
static void out_of_reach_is_said(void **state) {
    (void)state;
    minos_server server = {.kind = &sleeper_kind};
    mns_server_kind apart = sleeper_kind;
    apart.supports_namespaces = true;
    const struct {
        const mns_server_kind *kind;
        unsigned nodes;
        const char *words;
    } rows[] = {{&sleeper_kind, 3, "what is between the nodes is out of reach"},
                {&apart, 3, "takes network namespaces"},
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
        cmocka_unit_test(kinds_need_things),
        cmocka_unit_test(the_rest_makes_sense),
        cmocka_unit_test(processes_are_looked_at),
        cmocka_unit_test(what_is_wanted),
        cmocka_unit_test(what_is_not_there_is_not_begun),
        cmocka_unit_test(out_of_reach_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
