/* throwaway.h - a throw-away server of one node for a test, where it is installed. */
#ifndef TEST_THROWAWAY_H
#define TEST_THROWAWAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "minos_run.h"
#include <cmocka.h>

/* NULL, and a word about it, where it is not installed or this build has no driver for it. */
static inline minos_server *throwaway_start(const char *target) {
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = target;
    options.nodes = 1;
    minos_server *server = NULL;
    char *message;
    if (minos_server_start(&options, &server, &message) != MINOS_OK) {
        if (strstr(message, "not installed") == NULL) {
            fail_msg("%s: %s", target, message);
        }
        print_message("SKIPPED: %s\n", message);
        minos_free(message);
        return NULL;
    }
    minos_run_options run;
    minos_run_options_init(&run);
    run.target = minos_server_url(server, 0);
    if (minos_run_options_check(&run, &message) != MINOS_OK) {
        print_message("SKIPPED: %s\n", message);
        minos_free(message);
        minos_server_stop(server);
        return NULL;
    }
    return server;
}

#endif
