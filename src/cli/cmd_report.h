/*
 * cmd_report.h - minos report.
 *
 *     cmd_report.c    options; one saved result
 *     report_runs.c   a folder of runs
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "cli/cli.h"

typedef struct report_settings {
    minos_view view;
    unsigned flags; /* MINOS_QUIET or MINOS_VERBOSE */
    color_choice color;
    const char *directory, *html, *junit; /* to write, or NULL */
    bool open, json, markdown;
} report_settings;

/* True if the folder has no result, but subfolders with results. */
bool report_is_runs(const char *folder);
/* Prints a table of all of them, and opens the overview if requested. The worst exit status. */
int report_runs(const report_settings *s, const char *folder);

#endif
