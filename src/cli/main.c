/*
 * main.c - minos, the command line: finds the command and runs it.
 *
 * Exit statuses are in cli.h. A broken pipe on stdout is reported as an error, not a
 * signal, so that a result is never cut short silently.
 */
#include <signal.h>
#include <string.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "cli/cli.h"

static const char *command_name(const void *unused, size_t i) {
    (void)unused;
    const cli_command *command = command_at(i);
    return command == NULL ? NULL : command->name;
}

int complain_command(const char *name) {
    const char *nearest = minos_nearest_name(name, command_name, NULL);
    if (nearest == NULL) {
        return complain("unknown command '%s' (minos -h lists the commands)", name);
    }
    return complain("unknown command '%s'; did you mean %s? (minos -h lists the commands)", name,
                    nearest);
}

static const char *general_name(const void *unused, size_t i) {
    static const char *const names[] = {"--help", "--version", NULL};
    (void)unused;
    return names[i];
}

/* Options before the command. */
static int general_option(const char *option) {
    if (strcmp(option, "-h") == 0 || strcmp(option, "--help") == 0) {
        help_overview(option[1] == '-');
        return output_finish(EXIT_HOLDS);
    }
    if (strcmp(option, "-V") == 0 || strcmp(option, "--version") == 0) {
        const char *version = minos_version();
        const char *solver = minos_solver();
        output("minos ", 6);
        output(version, strlen(version));
        output("\nsolver: ", 9);
        solver = solver == NULL ? "none; this build does not use CaDiCaL" : solver;
        output(solver, strlen(solver));
        output("\n", 1);
        return output_finish(EXIT_HOLDS);
    }
    const char *nearest = minos_nearest_name(option, general_name, NULL);
    if (nearest == NULL) {
        return complain("unknown option %s; options follow the command, as in minos check %s",
                        option, option);
    }
    return complain("unknown option %s; did you mean %s?", option, nearest);
}

/* Reading in chunks allocates and frees a few megabytes repeatedly. Keeping them saves the kernel
 * from clearing new pages each time. Large tables are mapped separately. */
static void tune_memory(void) {
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

int main(int argc, char **argv) {
    signal(SIGPIPE, SIG_IGN);
    tune_memory();
    if (argc < 2) {
        return complain("missing command; for example: minos check history.edn "
                        "(minos --help lists the commands)");
    }
    if (argv[1][0] == '-') {
        return general_option(argv[1]);
    }
    const cli_command *command = command_find(argv[1]);
    return command == NULL ? complain_command(argv[1]) : command->run(command, argc - 2, argv + 2);
}
