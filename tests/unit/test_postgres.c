/*
 * test_postgres.c - src/run/postgres.c and its companions: what each SQLSTATE means, one by one; and, where
 * MINOS_TEST_POSTGRES holds the URL of a server (as a superuser), what is written, read and told apart there.
 */
#include <stdio.h>

#if defined(MNS_HAVE_LIBPQ)

#include <unistd.h>

#include "driver_support.h"
#include "run/postgres.h"

static const char *url;

static void every_workload(void **state) {
    (void)state;
    expect_every_workload(&mns_driver_postgres, url, "minos_test");
}

int main(void) {
    url = getenv("MINOS_TEST_POSTGRES");
    const struct CMUnitTest live[] = {
        cmocka_unit_test(every_workload),
    };
    return url != NULL ? cmocka_run_group_tests_name("live", live, NULL, NULL) : 0;
}

#else

int main(void) {
    puts("built without libpq");
    return 77;
}

#endif
