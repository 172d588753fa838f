/*
 * step_summary.c - GitHub's summary of a step: Markdown, appended to $GITHUB_STEP_SUMMARY.
 *
 * One history: its bug report, or its summary if nothing is violated. Several: a table with a row
 * for each, then the bug report of each that is violated or could not be checked, as long as GitHub
 * shows it: it rejects a summary of more than 1 MiB. The file may have text of earlier commands.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

/* GitHub's limit for a step, less some room for the table. */
#define SUMMARY_LIMIT 1000000

void step_summary_begin(step_summary *summary, annotations choice) {
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    struct stat there;
    *summary = (step_summary){.limit = SUMMARY_LIMIT};
    if (choice == ANNOTATIONS_NONE || path == NULL || path[0] == '\0') {
        return;
    }
    if (stat(path, &there) == 0 && S_ISREG(there.st_mode)) {
        bool room = there.st_size < SUMMARY_LIMIT;
        summary->limit = room ? SUMMARY_LIMIT - (size_t)there.st_size : 0;
    }
    summary->table = open_memstream(&summary->table_text, &summary->table_size);
    summary->reports = open_memstream(&summary->reports_text, &summary->reports_size);
    summary->path = path;
}

/* A view of the result, to be freed with minos_free; NULL when out of memory. */
static char *render(const minos_result *result, unsigned flags) {
    char *text = NULL;
    size_t size = 0;
    return minos_result_render(result, MINOS_VIEW_MARKDOWN, flags, &text, &size) == MINOS_OK ? text
                                                                                             : NULL;
}

/* Writes the text if it fits. */
static bool add_text(step_summary *summary, FILE *stream, const char *text) {
    fflush(summary->table);
    fflush(summary->reports);
    size_t used = summary->table_size + summary->reports_size;
    bool fits = used + strlen(text) < summary->limit;
    fputs(fits ? text : "", stream);
    return fits;
}

void step_summary_add(step_summary *summary, const minos_result *result) {
    if (summary->path == NULL || summary->table == NULL || summary->reports == NULL) {
        return;
    }
    bool judged = minos_result_status(result) == MINOS_OK;
    bool holds = judged && minos_result_verdict(result) != MINOS_VIOLATED;
    char *row = render(result, MINOS_QUIET);
    char *report = holds && summary->count > 0 ? NULL : render(result, 0);
    add_text(summary, summary->table, row == NULL ? "" : row);
    if (report != NULL && !holds) {
        bool fits = add_text(summary, summary->reports, report) &&
                    add_text(summary, summary->reports, "\n");
        summary->left_out += fits ? 0 : 1;
        minos_free(report);
    } else if (report != NULL) {
        summary->only = report;
    }
    summary->count++;
    minos_free(row);
}

static void write_summary(const step_summary *summary, FILE *file) {
    if (summary->count > 1) {
        fputs("# Minos\n\n| history | verdict | measured | worst anomaly | transactions |\n"
              "|---|---|---|---|---:|\n",
              file);
        fprintf(file, "%s\n", summary->table_text);
    } else if (summary->only != NULL) {
        fputs(summary->only, file);
    }
    fputs(summary->reports_text, file);
    if (summary->left_out > 0) {
        fprintf(file, "%zu more bug report%s did not fit into this summary.\n", summary->left_out,
                summary->left_out == 1 ? "" : "s");
    }
}

static void append(const step_summary *summary) {
    FILE *file = fopen(summary->path, "a");
    bool written = file != NULL;
    if (written) {
        write_summary(summary, file);
        written = !ferror(file);
        written = fclose(file) == 0 && written;
    }
    if (!written) {
        complain("warning: cannot write the file of GITHUB_STEP_SUMMARY, %s: %s", summary->path,
                 strerror(errno));
    }
}

void step_summary_finish(step_summary *summary) {
    bool whole = summary->table != NULL && summary->reports != NULL;
    whole = (summary->table == NULL || fclose(summary->table) == 0) && whole;
    whole = (summary->reports == NULL || fclose(summary->reports) == 0) && whole;
    if (summary->path != NULL && whole && summary->count > 0) {
        append(summary);
    } else if (summary->path != NULL && !whole) {
        complain("warning: out of memory; GITHUB_STEP_SUMMARY is not written");
    }
    free(summary->table_text);
    free(summary->reports_text);
    minos_free(summary->only);
}
