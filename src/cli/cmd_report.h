/*
 * cmd_report.h - minos report.
 *
 *     cmd_report.c    options; one saved result
 *     report_runs.c   a folder of runs
 *     report_diff.c   --diff
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/cli.h"

typedef struct report_settings {
    minos_view view;
    unsigned flags; /* MINOS_QUIET or MINOS_VERBOSE */
    color_choice color;
    const char *directory, *html, *junit; /* to write, or NULL */
    bool open, json, markdown, diff;
} report_settings;

/* True if the folder has no result, but subfolders with results. */
bool report_is_runs(const char *folder);
/* Prints a table of all of them, and opens the overview if requested. The worst exit status. */
int report_runs(const report_settings *s, const char *folder);

/* Says what changed from the first operand to the second. EXIT_VIOLATED if the second is worse,
 * EXIT_UNKNOWN if its verdict is unknown, else EXIT_HOLDS. */
int report_diff(const report_settings *s, int count, char **operands);

#endif
