/*
 * run_errors.c - the most frequent error of a run in which no transaction succeeded.
 *
 * Counts errors as the recorder writes them, :error [:NAME "CODE" "MESSAGE"], without the message,
 * which varies; shows the message of the first. Distinguishes at most KINDS errors. O(size of the
 * history).
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

#define KINDS 32
#define SHOWN 300

typedef struct error_kind {
    char text[SHOWN]; /* as it is written */
    size_t head;      /* bytes of it before the message */
    uint64_t count;
} error_kind;

/* The bytes of name and code: up to the blank before the second string. */
static size_t head_size(const char *error) {
    const char *code = strchr(error, '"');
    const char *end = code == NULL ? NULL : strchr(code + 1, '"');
    return end == NULL ? strcspn(error, "]") : (size_t)(end + 1 - error);
}

static void count(error_kind *kinds, size_t *used, const char *error) {
    size_t head = head_size(error);
    head = head < SHOWN - 1 ? head : SHOWN - 1;
    for (size_t i = 0; i < *used; i++) {
        if (kinds[i].head == head && memcmp(kinds[i].text, error, head) == 0) {
            kinds[i].count++;
            return;
        }
    }
    if (*used < KINDS) {
        error_kind *kind = &kinds[(*used)++];
        snprintf(kind->text, sizeof kind->text, "%.*s", (int)strcspn(error, "\n"), error);
        kind->head = head;
        kind->count = 1;
    }
}

/* From [:name "code" "message"]} to: name code "message". */
static char *tidy(const error_kind *kind) {
    char *text = strdup(kind->text);
    if (text != NULL) {
        char *end = strrchr(text, ']');
        if (end != NULL) {
            *end = '\0';
        }
        run_make_plain(text);
        size_t skip = strspn(text, "[:");
        memmove(text, text + skip, strlen(text + skip) + 1);
    }
    return text;
}

char *run_most_frequent_error(const char *history) {
    static const char mark[] = ":error ";
    FILE *file = fopen(history, "r");
    error_kind *kinds = calloc(KINDS, sizeof *kinds);
    size_t used = 0, room = 0;
    char *line = NULL;
    while (file != NULL && kinds != NULL && getline(&line, &room, file) > 0) {
        const char *error = strstr(line, mark);
        if (error != NULL) {
            count(kinds, &used, error + sizeof mark - 1);
        }
    }
    const error_kind *most = used == 0 ? NULL : &kinds[0];
    for (size_t i = 1; i < used; i++) {
        most = kinds[i].count > most->count ? &kinds[i] : most;
    }
    char *text = most == NULL ? NULL : tidy(most);
    free(kinds);
    free(line);
    if (file != NULL) {
        fclose(file);
    }
    return text;
}
