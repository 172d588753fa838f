/* test_fault_names.c - src/history/fault_names.c: what lasts, and what ends it. */
#include "history/fault_names.h"
#include "support/units.h"

static mns_fault_name name(const char *form) { return mns_fault_name_of(form, strlen(form)); }

static void names_are_bare(void **state) {
    (void)state;
    assert_true(mns_fault_name_is(name(":kill"), name("\"kill\"")));
    assert_true(mns_fault_name_is(name("kill"), name(":kill")));
    assert_false(mns_fault_name_is(name(":kill"), name(":kills")));
    assert_int_equal(name("").size, 0);
    assert_int_equal(name(":").size, 0);
    assert_int_equal(name("\"").size, 1);
    assert_int_equal(name("\"\"").size, 0);
}

static void some_faults_last(void **state) {
    (void)state;
    static const char *const lasting[] = {
        ":start",   ":start-partition", ":partition-start", ":partition", ":kill",
        ":kill-pd", ":pause",           ":bump-clock",      "\"kill\"",   "clock_skew"};
    static const char *const momentary[] = {":stop",  ":heal",    ":resume", ":restart", ":starter",
                                            ":leave", ":killing", "",        "nil",      ":start?"};
    for (size_t i = 0; i < MNS_COUNT_OF(lasting); i++) {
        assert_true(mns_fault_lasts(name(lasting[i])));
    }
    for (size_t i = 0; i < MNS_COUNT_OF(momentary); i++) {
        assert_false(mns_fault_lasts(name(momentary[i])));
    }
}

static void ends_belong_to_beginnings(void **state) {
    (void)state;
    static const struct {
        const char *action, *fault;
        bool ends;
    } rows[] = {
        {":stop", ":start", true},
        {":stop-partition", ":start-partition", true},
        {":partition-stop", ":partition-start", true},
        {":partition-stop", ":start-partition", true},
        {":stop-partition", ":start-kill", false},
        {":stop", ":start-partition", false},
        {":heal", ":partition", true},
        {":heal", ":start-partition", true},
        {":heal", ":partition-start", true},
        {":heal", ":kill", false},
        {":start", ":kill", true},
        {":restart", ":kill", true},
        {":start-pd", ":kill-pd", true},
        {":start-kv", ":kill-pd", false},
        {":resume", ":pause", true},
        {":reset-clock", ":bump-clock", true},
        {":stop", ":kill", false},
        {":start", ":start", false},
    };
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        if (mns_fault_ends(name(rows[i].action), name(rows[i].fault)) != rows[i].ends) {
            fail_msg("%s and %s", rows[i].action, rows[i].fault);
        }
    }
}

static const struct {
    const char *begins, *ends;
} ours[] = {
#define FAULT(id, name, begins, ends, needs, summary) {begins, ends},
#include "run/server/fault_kinds.def"
#undef FAULT
};

/* What a live run records lasts from its beginning to its own end, and to no other's. */
static void faults_of_runs_are_known(void **state) {
    (void)state;
    for (size_t i = 0; i < MNS_COUNT_OF(ours); i++) {
        mns_fault_name begins = name(ours[i].begins);
        assert_true(mns_fault_lasts(begins) == (ours[i].ends != NULL));
        for (size_t j = 0; j < MNS_COUNT_OF(ours); j++) {
            const char *ends = ours[j].ends;
            assert_true(ends == NULL || mns_fault_ends(name(ends), begins) == (i == j));
        }
        assert_false(mns_fault_ends(name("revive"), begins));
    }
    assert_false(mns_fault_lasts(name("revive")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_runs_are_known),
        cmocka_unit_test(names_are_bare),
        cmocka_unit_test(some_faults_last),
        cmocka_unit_test(ends_belong_to_beginnings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
