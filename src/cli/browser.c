/*
 * browser.c - opens a page with whatever the user opens pages with.
 *
 * In: a path. Tried in turn, until one starts and ends well: each command of $BROWSER (they are
 * separated by colons, its words by blanks; %s is the page, which is else the last word), or else
 * xdg-open, open and wslview. Nothing goes through a shell, and the page is named by its absolute
 * path, so that no name can be taken for an option. What a browser prints goes to stderr: stdout is
 * the result's. Waits for the browser, which may use the terminal.
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

/* 0 once it is started: then *child is it. */
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

/* A word with its first %s replaced, to be freed. */
static char *fill_in(const char *word, const char *page) {
    const char *place = strstr(word, "%s");
    size_t before = place == NULL ? strlen(word) : (size_t)(place - word);
    size_t room = strlen(word) + strlen(page) + 1;
    char *filled = malloc(room);
    if (filled != NULL) {
        snprintf(filled, room, "%.*s%s%s", (int)before, word, place == NULL ? "" : page,
                 place == NULL ? "" : place + 2);
    }
    return filled;
}

/* Runs a command, whose text is taken apart for that; false if it names nothing or fails. */
static bool run_command(char *command, const char *page) {
    char *words[LIMIT_WORDS + 2] = {NULL};
    size_t count = 0;
    bool named = strstr(command, "%s") != NULL, complete = true;
    for (char *p = command + strspn(command, " \t"); *p != '\0' && count < LIMIT_WORDS;) {
        size_t size = strcspn(p, " \t");
        char *next = p + size + strspn(p + size, " \t");
        p[size] = '\0';
        words[count] = fill_in(p, page);
        complete = words[count++] != NULL && complete;
        p = next;
    }
    if (!named && count > 0) {
        words[count] = fill_in("%s", page);
        complete = words[count++] != NULL && complete;
    }
    bool ran = count > 0 && complete && run(words);
    for (size_t i = 0; i < count; i++) {
        free(words[i]);
    }
    return ran;
}

/* ---- All of them ---------------------------------------------------------------------------- */

/* Tries each command of a list that is separated by colons. */
static bool run_list(const char *list, const char *page) {
    bool ran = false;
    for (const char *p = list; !ran && *p != '\0';) {
        size_t size = strcspn(p, ":");
        char *command = malloc(size + 1);
        if (command == NULL) {
            return false;
        }
        memcpy(command, p, size);
        command[size] = '\0';
        ran = run_command(command, page);
        free(command);
        p += size + (p[size] == ':' ? 1 : 0);
    }
    return ran;
}

int browser_open(const char *path) {
    const char *chosen = getenv("BROWSER");
    bool choose = chosen == NULL || chosen[0] == '\0';
    char *page = realpath(path, NULL);
    if (page == NULL) {
        complain("cannot open %s: %s", path, strerror(errno));
        return EXIT_TROUBLE;
    }
    bool opened = run_list(choose ? "xdg-open:open:wslview" : chosen, page);
    if (!opened && choose) {
        complain("no browser could be started; set BROWSER to a command, or open this page "
                 "yourself: %s",
                 page);
    } else if (!opened) {
        complain("BROWSER (%s) did not open the page; it is %s", chosen, page);
    }
    free(page);
    return opened ? GO_ON : EXIT_TROUBLE;
}
