/*
 * browser.c - opens a page in the user's browser.
 *
 * In: a path. Tries each command of $BROWSER until one exits with status 0 (commands are separated
 * by colons, words by blanks; %s is the page, else the page is the last word). Without $BROWSER:
 * xdg-open, open, wslview. No shell is involved, and the path is absolute, so that no name is taken
 * for an option. The browser's output goes to stderr, because stdout is the result. Waits for the
 * browser, which may use the terminal.
 */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

#define LIMIT_WORDS 32

extern char **environ;

/* ---- One command ---------------------------------------------------------------------------- */

/* Starts the program as *child; 0 or an error number. */
static int spawn(char *const *words, pid_t *child) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        return error;
    }
    error = posix_spawnattr_init(&attributes);
    if (error == 0) {
        sigset_t usual; /* main.c ignores SIGPIPE; a browser should not */
        sigemptyset(&usual);
        sigaddset(&usual, SIGPIPE);
        posix_spawnattr_setsigdefault(&attributes, &usual);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
        error = posix_spawnp(child, words[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static bool run(char *const *words) {
    pid_t child;
    if (spawn(words, &child) != 0) {
        return false;
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static char *put(char *to, const char *text, size_t size) {
    memcpy(to, text, size);
    return to + size;
}

/* Writes a word, its first %s replaced by the page, and a NUL; returns what follows. */
static char *fill_in(char *to, const char *word, size_t size, const char *page) {
    size_t before = 0;
    while (before + 2 <= size && memcmp(word + before, "%s", 2) != 0) {
        before++;
    }
    bool found = before + 2 <= size;
    to = put(to, word, found ? before : size);
    if (found) {
        to = put(to, page, strlen(page));
        to = put(to, word + before + 2, size - before - 2);
    }
    *to = '\0';
    return to + 1;
}

/* Runs a command of `size` bytes; false if it is empty or fails. */
static bool run_command(const char *command, size_t size, const char *page) {
    char *words[LIMIT_WORDS + 2] = {NULL};
    size_t count = 0, page_size = strlen(page);
    bool named = false;
    char *text = malloc(size + 1 + (LIMIT_WORDS + 1) * (page_size + 1));
    if (text == NULL) {
        return false;
    }
    char *to = text;
    for (size_t at = 0; at < size && count < LIMIT_WORDS;) {
        size_t end = at;
        while (end < size && command[end] != ' ' && command[end] != '\t') {
            end++;
        }
        if (end > at) {
            words[count++] = to;
            to = fill_in(to, command + at, end - at, page);
            named = named || strstr(words[count - 1], page) != NULL;
        }
        at = end + 1;
    }
    if (!named && count > 0) {
        words[count++] = to;
        fill_in(to, "%s", 2, page);
    }
    bool ran = count > 0 && run(words);
    free(text);
    return ran;
}

/* ---- All of them ---------------------------------------------------------------------------- */

/* Tries each command of a list that is separated by colons. */
static bool run_list(const char *list, const char *page) {
    bool ran = false;
    while (!ran && *list != '\0') {
        size_t size = strcspn(list, ":");
        ran = run_command(list, size, page);
        list += size + (list[size] == ':' ? 1 : 0);
    }
    return ran;
}

int browser_open(const char *path) {
    const char *chosen = getenv("BROWSER");
    bool choose = chosen == NULL || chosen[0] == '\0';
    char *page = realpath(path, NULL);
    if (page == NULL) {
        complain("cannot open %s: %s", path, strerror(errno));
        return EXIT_ERROR;
    }
    bool opened = run_list(choose ? "xdg-open:open:wslview" : chosen, page);
    if (!opened && choose) {
        complain("no browser could be started; set BROWSER to a command, or open this page "
                 "yourself: %s",
                 page);
    } else if (!opened) {
        complain("BROWSER (%s) failed; the page is %s", chosen, page);
    }
    free(page);
    return opened ? GO_ON : EXIT_ERROR;
}
