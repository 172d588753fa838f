/* test_run_faults.c - src/run/server/fault_kinds.c: lists as users write them, and what each fault
 * takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "run/server/fault_kinds.h"
#include <cmocka.h>

static void expect_kinds(const char *list, mns_fault_set expected) {
    mns_buf message;
    mns_buf_init(&message);
    mns_fault_set set;
    assert_true(mns_faults_read(list, &set, &message));
    assert_int_equal(set, expected);
    assert_int_equal(message.size, 0);
    mns_buf_release(&message);
}

static void kinds_are_read(void **state) {
    (void)state;
    expect_kinds(NULL, 0);
    expect_kinds("kill", 1u << MNS_FAULT_KILL);
    expect_kinds("disk-full,kill,kill", 1u << MNS_FAULT_KILL | 1u << MNS_FAULT_DISK_FULL);
}

static void expect_refused(bool (*read)(const char *, unsigned *, mns_buf *), const char *list,
                           const char *words) {
    mns_buf message;
    mns_buf_init(&message);
    unsigned set;
    assert_false(read(list, &set, &message));
    assert_non_null(strstr(message.data, words));
    mns_buf_release(&message);
}

static void what_is_not_known_is_refused(void **state) {
    (void)state;
    expect_refused(mns_faults_read, "kil",
                   "unknown fault 'kil'; did you mean 'kill'? (expected kill,");
    expect_refused(mns_faults_read, "", "unknown fault ''");
    expect_refused(mns_faults_read, "kill,", "unknown fault ''");
    expect_refused(mns_fault_scopes_read, "one,every", "unknown value of --fault-on 'every'");
}

static void on_whom(void **state) {
    (void)state;
    mns_buf message;
    mns_buf_init(&message);
    unsigned set;
    assert_true(mns_fault_scopes_read(NULL, &set, &message));
    assert_int_equal(set, 1u << MNS_SCOPE_ONE);
    assert_true(mns_fault_scopes_read("all,primary,majority", &set, &message));
    assert_int_equal(set, 1u << MNS_SCOPE_ALL | 1u << MNS_SCOPE_PRIMARY | 1u << MNS_SCOPE_MAJORITY);
    mns_buf_release(&message);
}

static void needs(void **state) {
    (void)state;
    mns_fault_set set = 1u << MNS_FAULT_PAUSE | 1u << MNS_FAULT_CLOCK;
    assert_true(mns_faults_need(set, MNS_NEEDS_PROCESS));
    assert_true(mns_faults_need(set, MNS_NEEDS_CLOCK));
    assert_false(mns_faults_need(set, MNS_NEEDS_DISK));
    assert_false(mns_faults_need(set, MNS_NEEDS_SERVER)); /* a process may be named */
    assert_false(mns_faults_need(0, MNS_NEEDS_PROCESS));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_read),
        cmocka_unit_test(what_is_not_known_is_refused),
        cmocka_unit_test(on_whom),
        cmocka_unit_test(needs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
