/*
 * run_command.c - the command that runs a recorded run again.
 *
 *     minos run postgres://me:***@host/test --isolation serializable --time 8 --seed 1
 *
 * The targets and options that were given, without passwords, quoted for a POSIX shell, with three
 * changes: --levels becomes the level of this run, the output folder is left out, because it is no
 * longer empty, and the seed is always named.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* Quotes a word unless it consists of harmless characters only. */
static void write_word(FILE *out, const char *word) {
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
                                "@%_-+=:,./";
    bool quoted = word[0] == '\0' || word[strspn(word, plain)] != '\0';
    fputs(quoted ? " '" : " ", out);
    for (const char *p = word; *p != '\0'; p++) {
        if (*p == '\'') {
            fputs("'\\''", out);
        } else {
            fputc(*p, out);
        }
    }
    fputs(quoted ? "'" : "", out);
}

/* False when out of memory. */
static bool write_without_password(FILE *out, const char *word) {
    char *masked = minos_run_mask(word);
    if (masked != NULL) {
        write_word(out, masked);
    }
    minos_free(masked);
    return masked != NULL;
}

/* Options that the command leaves out. */
static bool is_left_out(option_id id) {
    return id == OPTION_RUN_DIRECTORY || id == OPTION_RUN_LEVELS;
}

static bool write_given(FILE *out, const run_settings *s) {
    bool whole = true;
    for (size_t i = 0; i < s->given_count && whole; i++) {
        const run_given *given = &s->given[i];
        if (!is_left_out(given->option->id)) {
            fprintf(out, " --%s", given->option->name);
            whole = given->value == NULL || write_without_password(out, given->value);
        }
    }
    return whole;
}

static bool write_targets(FILE *out, const run_settings *s) {
    bool whole = write_without_password(out, s->target);
    for (size_t i = 0; s->more != NULL && s->more[i] != NULL && whole; i++) {
        whole = write_without_password(out, s->more[i]);
    }
    return whole;
}

static bool is_given(const run_settings *s, option_id id) {
    bool given = false;
    for (size_t i = 0; i < s->given_count; i++) {
        given = given || s->given[i].option->id == id;
    }
    return given;
}

bool run_remember(run_settings *s, const cli_option *option, const char *value) {
    run_given *grown = realloc(s->given, (s->given_count + 1) * sizeof *grown);
    if (grown != NULL) {
        s->given = grown;
        grown[s->given_count++] = (run_given){option, value};
    }
    return grown != NULL;
}

char *run_command_line(const run_settings *s, const char *level) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return NULL;
    }
    fputs("minos run", out);
    bool whole = write_targets(out, s) && write_given(out, s);
    if (s->levels != NULL && level != NULL) {
        fputs(" --isolation", out);
        write_word(out, level);
    }
    if (!is_given(s, OPTION_GENERATOR_SEED)) {
        fprintf(out, " --seed %llu", (unsigned long long)s->run.load.seed);
    }
    whole = !ferror(out) && whole;
    whole = fclose(out) == 0 && whole;
    if (!whole) {
        free(text);
        return NULL;
    }
    return text;
}
