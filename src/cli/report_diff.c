/*
 * report_diff.c - minos report --diff A B: what changed between two saved results.
 *
 * Exit status: 1 if the second violates something that the first did not, 255 if one of them cannot
 * be read, 2 if the verdict of the second is unknown, else 0.
 */
#include "cli/cmd_report.h"

/* NULL after a message. To be freed. */
static minos_result *load(const report_settings *s, const char *path) {
    minos_result *result = NULL;
    minos_status status = minos_result_load(path, &result);
    if (result == NULL) {
        out_of_memory();
    } else if (status != MINOS_OK) {
        result_tell(result, MINOS_VIEW_TEXT, color_flag(s->color, stderr));
        minos_result_free(result);
        result = NULL;
    }
    return result;
}

static int compare(const report_settings *s, const minos_result *before,
                   const minos_result *after) {
    char *text = NULL;
    size_t size = 0;
    int worse = 0;
    if (minos_result_diff(before, after, s->view, s->flags, &worse, &text, &size) != MINOS_OK) {
        return out_of_memory();
    }
    output(text, size);
    minos_free(text);
    bool unknown = minos_result_verdict(after) == MINOS_UNKNOWN;
    int otherwise = unknown ? EXIT_UNKNOWN : EXIT_HOLDS;
    return output_finish(worse ? EXIT_VIOLATED : otherwise);
}

int report_diff(const report_settings *s, int count, char **operands) {
    bool others = s->open || s->html != NULL || s->directory != NULL || s->junit != NULL;
    if (others || s->markdown) {
        return complain("--diff prints text or, with --json, JSON; it cannot be combined with "
                        "--open, --html, -o, --junit or --markdown");
    }
    if (count != 2) {
        return complain("--diff compares two results: minos report --diff BEFORE AFTER");
    }
    for (int i = 0; i < 2; i++) {
        if (report_is_runs(operands[i])) {
            return complain("%s contains several reports; --diff compares two reports: name one of "
                            "its subfolders",
                            operands[i]);
        }
    }
    minos_result *before = load(s, operands[0]), *after = load(s, operands[1]);
    int status = before == NULL || after == NULL ? EXIT_ERROR : compare(s, before, after);
    minos_result_free(before);
    minos_result_free(after);
    return status;
}
