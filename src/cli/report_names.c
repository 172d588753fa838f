/*
 * report_names.c - where the report of each history goes.
 *
 * One history: DIR itself. Several: DIR/<name of the file>, and DIR/<name>-2, -3, ... where several
 * files have the same name (Jepsen names all history.edn). Stdin becomes stdin. The names depend
 * only on the order of the operands. Cost: quadratic in the number of operands.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

/* The last part of a path, without slashes at its end: its place and length. */
static const char *last_part(const char *path, size_t *size) {
    static const char in[] = "stdin";
    static const char other[] = "history";
    size_t end = strlen(path);
    while (end > 0 && path[end - 1] == '/') {
        end--;
    }
    size_t begin = end;
    while (begin > 0 && path[begin - 1] != '/') {
        begin--;
    }
    *size = end - begin;
    bool dots = strncmp(path + begin, "..", *size) == 0; /* "", "." and ".." name no file */
    const char *part = strcmp(path, "-") == 0 ? in : path + begin;
    part = dots ? other : part;
    *size = part == path + begin ? *size : strlen(part);
    return part;
}

static char *new_name(const char *directory, const char *part, size_t size, unsigned number) {
    size_t room = strlen(directory) + size + 32;
    char *name = malloc(room);
    if (name == NULL) {
        return NULL;
    }
    if (number == 1) {
        snprintf(name, room, "%s/%.*s", directory, (int)size, part);
    } else {
        snprintf(name, room, "%s/%.*s-%u", directory, (int)size, part, number);
    }
    return name;
}

static bool is_taken(const report_names *names, int count, const char *name) {
    for (int i = 0; i < count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* How many earlier histories have the same last part: where to begin counting. */
static unsigned count_same(char **histories, int place, const char *part, size_t size) {
    unsigned count = 0;
    for (int i = 0; i < place; i++) {
        size_t other_size;
        const char *other = last_part(histories[i], &other_size);
        count += other_size == size && memcmp(other, part, size) == 0 ? 1 : 0;
    }
    return count;
}

static bool add_name(report_names *names, int place, const char *directory, char **histories) {
    size_t size;
    const char *part = last_part(histories[place], &size);
    unsigned number = count_same(histories, place, part, size) + 1;
    char *name = new_name(directory, part, size, number);
    while (name != NULL && is_taken(names, place, name)) {
        free(name);
        name = new_name(directory, part, size, ++number);
    }
    names->items[place] = name;
    return name != NULL;
}

bool report_names_init(report_names *names, const char *directory, int count, char **histories) {
    names->items = NULL;
    names->count = 0;
    names->single = directory;
    if (directory == NULL || count < 2) {
        return true;
    }
    names->items = calloc((size_t)count, sizeof *names->items);
    if (names->items == NULL) {
        return false;
    }
    names->count = count;
    for (int i = 0; i < count; i++) {
        if (!add_name(names, i, directory, histories)) {
            report_names_release(names);
            return false;
        }
    }
    return true;
}

void report_names_release(report_names *names) {
    for (int i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
    free(names->items);
    names->items = NULL;
    names->count = 0;
}

const char *report_name(const report_names *names, int i) {
    return names->items == NULL ? names->single : names->items[i];
}
