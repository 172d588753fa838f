/*
 * test_sqlite.c - src/run/sqlite.c and its companions: what each result code means, what is written and read,
 * who wins a conflict, and what is left of a run.
 */
#include <stdio.h>

#if defined(MNS_HAVE_SQLITE)

#include <sqlite3.h>
#include <unistd.h>

#include "driver_support.h"
#include "run/sqlite.h"

static void every_workload(void **state) {
    (void)state;
    expect_every_workload(&mns_driver_sqlite, "sqlite:", "minos_test");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_workload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    puts("built without SQLite");
    return 77;
}

#endif
