/*
 * overview_file.c - the overview of several reports: index.html in the folder that holds them.
 *
 * An index.html that Minos did not write is never replaced. Failing to write the overview is a
 * message and EXIT_ERROR, like failing to write a report.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

/* The beginning of an overview has this. */
static const char mark[] = "content=\"Minos, overview\"";

void overview_add(const judging *j, const minos_result *result, const char *directory) {
    if (j->overview == NULL || directory == NULL) {
        return;
    }
    const char *slash = strrchr(directory, '/');
    if (minos_overview_add(j->overview, result, slash == NULL ? directory : slash + 1) !=
        MINOS_OK) {
        out_of_memory();
    }
}

/* "folder/index.html", to be freed; NULL when out of memory. */
char *overview_path(const char *folder) {
    static const char name[] = "index.html";
    size_t size = strlen(folder);
    while (size > 1 && folder[size - 1] == '/') {
        size--;
    }
    size_t room = size + sizeof name + 1;
    char *path = malloc(room);
    if (path != NULL) {
        snprintf(path, room, "%.*s/%s", (int)size, folder, name);
    }
    return path;
}

/* True if there is a file that is not an overview. */
static bool is_foreign(const char *path) {
    char start[512] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return access(path, F_OK) == 0;
    }
    size_t size = fread(start, 1, sizeof start - 1, file);
    start[size] = '\0';
    fclose(file);
    return strstr(start, mark) == NULL;
}

static int save_at(const minos_overview *overview, const char *folder, const char *path) {
    char *text = NULL;
    size_t size = 0;
    if (is_foreign(path)) {
        complain("%s was not written by Minos and is not replaced; move it to get an overview",
                 path);
        return EXIT_ERROR;
    }
    if (minos_overview_render(overview, MINOS_VIEW_HTML, 0, folder, &text, &size) != MINOS_OK) {
        return out_of_memory();
    }
    int status = file_write(path, text, size);
    minos_free(text);
    return status;
}

int overview_save(const minos_overview *overview, const char *folder) {
    char *path = overview_path(folder);
    int status = path == NULL ? out_of_memory() : save_at(overview, folder, path);
    free(path);
    return status;
}
