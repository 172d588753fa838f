/* interleave.c - see interleave.h. */
#include "support/interleave.h"

#include <stdlib.h>
#include <string.h>

typedef struct line {
    const char *text;
    size_t size;    /* with its newline */
    size_t process; /* the number of the first line of its process */
    bool invokes;
} line;

/* Where a line has some text, or NULL. */
static const char *find(const line *l, const char *text, size_t size) {
    for (size_t at = 0; at + size <= l->size; at++) {
        if (memcmp(l->text + at, text, size) == 0) {
            return l->text + at;
        }
    }
    return NULL;
}

/* Compares ":process 3," with the first line of each process. */
static size_t process_of(const line *lines, size_t at) {
    const char *own = find(&lines[at], ":process ", 9);
    size_t size = own == NULL ? 0 : strcspn(own, ",}") + 1;
    for (size_t i = 0; i < at && size > 0; i++) {
        if (lines[i].process == i && find(&lines[i], own, size) != NULL) {
            return i;
        }
    }
    return at;
}

/* The lines of the text, to be freed. */
static line *split(const char *edn, size_t *count) {
    size_t most = 1;
    for (const char *at = edn; *at != '\0'; at++) {
        most += *at == '\n' ? 1 : 0;
    }
    line *lines = calloc(most, sizeof *lines);
    if (lines == NULL) {
        abort();
    }
    for (*count = 0; *edn != '\0'; ++*count) {
        line *l = &lines[*count];
        l->text = edn;
        l->size = strcspn(edn, "\n");
        l->size += edn[l->size] == '\n' ? 1 : 0;
        l->invokes = find(l, ":type :invoke", 13) != NULL;
        l->process = process_of(lines, *count);
        edn += l->size;
    }
    return lines;
}

static void exchange(line *a, line *b) {
    line other = *a;
    *a = *b;
    *b = other;
}

/* A random order of all lines, in which then each process gets its own lines in their order. */
static void merge(line *lines, size_t count, dice *d) {
    line *before = malloc(count * sizeof *before);
    size_t *next = calloc(count, sizeof *next); /* by process: where to look for its next line */
    if (before == NULL || next == NULL) {
        abort();
    }
    memcpy(before, lines, count * sizeof *lines);
    for (size_t i = count; i > 1; i--) {
        exchange(&lines[i - 1], &lines[dice_below(d, (int)i)]);
    }
    for (size_t i = 0; i < count; i++) {
        size_t process = lines[i].process, *from = &next[process];
        while (before[*from].process != process) {
            ++*from;
        }
        lines[i] = before[(*from)++];
    }
    free(before);
    free(next);
}

static void shuffle_neighbours(line *lines, size_t count, dice *d) {
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && lines[end].invokes == lines[first].invokes; end++) {
        }
        for (size_t i = end; i > first + 1; i--) {
            exchange(&lines[i - 1], &lines[first + (size_t)dice_below(d, (int)(i - first))]);
        }
    }
}

char *interleave(const char *edn, dice *d) {
    size_t count, size = 0;
    line *lines = split(edn, &count);
    char *text = malloc(strlen(edn) + 1);
    if (text == NULL) {
        abort();
    }
    if (strstr(edn, ":type :invoke") == NULL) {
        merge(lines, count, d);
    } else {
        shuffle_neighbours(lines, count, d);
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(text + size, lines[i].text, lines[i].size);
        size += lines[i].size;
    }
    text[size] = '\0';
    free(lines);
    return text;
}
