/*
 * ci.c - output for CI: a JUnit XML file, and annotations for GitHub.
 *
 * The library writes a <testsuite> for each history; this file combines them into one document. All
 * text in it is escaped, so counting tags counts test cases. Annotations go to stderr, which GitHub
 * reads too, because stdout is the result. O(size).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* ---- JUnit ---------------------------------------------------------------------------------- */

static size_t count_tags(const char *text, const char *tag) {
    size_t count = 0;
    while ((text = strstr(text, tag)) != NULL) {
        count++;
        text += strlen(tag);
    }
    return count;
}

bool junit_begin(junit_file *junit, const char *path) {
    *junit = (junit_file){.path = path};
    junit->stream = path == NULL ? NULL : open_memstream(&junit->suites, &junit->size);
    return path == NULL || junit->stream != NULL;
}

void junit_add(junit_file *junit, const char *suite) {
    if (junit->stream != NULL) {
        fputs(suite, junit->stream);
        junit->tests += count_tags(suite, "<testcase ");
        junit->failures += count_tags(suite, "<failure ");
        junit->errors += count_tags(suite, "<error ");
    }
}

/* The whole document; NULL when out of memory. */
static char *make_document(const junit_file *junit, size_t *size) {
    char *text = NULL;
    FILE *stream = open_memstream(&text, size);
    if (stream == NULL) {
        return NULL;
    }
    fprintf(stream, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    fprintf(
        stream,
        "<testsuites name=\"minos\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"0\">\n",
        junit->tests, junit->failures, junit->errors);
    fwrite(junit->suites, 1, junit->size, stream);
    fputs("</testsuites>\n", stream);
    bool whole = !ferror(stream);
    if (fclose(stream) != 0 || !whole) {
        free(text);
        return NULL;
    }
    return text;
}

int junit_finish(junit_file *junit) {
    if (junit->stream == NULL) {
        return GO_ON;
    }
    bool whole = !ferror(junit->stream);
    whole = fclose(junit->stream) == 0 && whole;
    size_t size = 0;
    char *text = whole ? make_document(junit, &size) : NULL;
    int status = EXIT_ERROR;
    if (text == NULL) {
        complain("out of memory");
    } else {
        status = file_write(junit->path, text, size);
    }
    free(text);
    free(junit->suites);
    return status;
}

/* ---- Annotations ---------------------------------------------------------------------------- */

int annotations_parse(const char *value, annotations *choice) {
    if (strcmp(value, "github") == 0) {
        *choice = ANNOTATIONS_GITHUB;
    } else if (strcmp(value, "none") == 0) {
        *choice = ANNOTATIONS_NONE;
    } else {
        return complain("option --annotations must be github or none, not '%s'", value);
    }
    return GO_ON;
}

bool annotations_wanted(annotations choice) {
    const char *actions = getenv("GITHUB_ACTIONS");
    return choice == ANNOTATIONS_AUTO ? actions != NULL && strcmp(actions, "true") == 0
                                      : choice == ANNOTATIONS_GITHUB;
}
