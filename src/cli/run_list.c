/*
 * run_list.c - minos run --list: targets, their levels and claims, throw-away servers, and faults.
 */
#include <string.h>

#include "cli/cmd_run.h"

static void say(const char *text) { output(text, strlen(text)); }

static void pad(const char *text, size_t width) {
    say(text);
    for (size_t used = strlen(text); used < width; used++) {
        say(" ");
    }
}

static void list_levels(const char *target) {
    size_t usual = minos_run_level_default(target);
    const char *level;
    for (size_t i = 0; (level = minos_run_level(target, i)) != NULL; i++) {
        const char *claims = minos_run_level_claims(target, i);
        say("      ");
        pad(level, 30);
        say(claims == NULL || claims[0] == '\0' ? "claims nothing" : claims);
        say(i == usual ? " (used by default)\n" : "\n");
    }
}

static void list_servers(void) {
    const char *target;
    say("\nThrow-away servers and clusters:\n\n");
    for (size_t i = 0; (target = minos_server_target(i)) != NULL; i++) {
        char nodes[32] = "";
        if (minos_server_usual_nodes(i) > 1) {
            snprintf(nodes, sizeof nodes, ", %u nodes", minos_server_usual_nodes(i));
        }
        say("  ");
        pad(target, 20);
        say(minos_server_title(i));
        say(nodes);
        say("\n");
    }
}

static void list_faults(void) {
    const char *fault;
    say("\nFaults (--faults A,B):\n\n");
    for (size_t i = 0; (fault = minos_fault(i)) != NULL; i++) {
        say("  ");
        pad(fault, 20);
        say(minos_fault_summary(i));
        say("\n");
    }
}

int run_list(void) {
    const char *target;
    say("Targets, their isolation levels (--isolation LEVEL) strongest first, and the models that "
        "each\n"
        "is documented to provide:\n");
    for (size_t i = 0; (target = minos_run_target(i)) != NULL; i++) {
        const char *missing = minos_run_target_missing(i);
        say("\n  ");
        say(target);
        say("\n      ");
        say(minos_run_target_summary(i));
        say("\n");
        if (missing != NULL) {
            say("      not in this build: ");
            say(missing);
            say("\n");
        }
        list_levels(target);
    }
    list_servers();
    list_faults();
    return output_finish(EXIT_HOLDS);
}
