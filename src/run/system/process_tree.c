/* process_tree.c - walks the process tree by /proc/PID/task/TID/children, stopping processes on the
 * way. */
#include "run/system/process_tree.h"
#include "run/system/proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "core/grow.h"

/* How long a process may take to stop, in steps of 1 ms: one that waits for a disk stops only when
 * that is done, but does nothing else meanwhile. */
#define STEP_NS 1000000
#define STOP_STEPS 1000

void mns_pids_release(mns_pids *pids) {
    free(pids->at);
    *pids = (mns_pids){0};
}

#if defined(__linux__)

/* Appends the numbers in a file of /proc; false when out of memory. */
static bool add_numbers(const char *path, mns_pids *pids) {
    FILE *file = fopen(path, "r");
    char word[32];
    bool added = true;
    while (added && file != NULL && fscanf(file, "%31s", word) == 1) {
        pid_t pid = (pid_t)strtol(word, NULL, 10);
        added = pid <= 1 || mns_pids_add(pids, pid);
    }
    if (file != NULL) {
        fclose(file);
    }
    return added;
}

/* The next thread of a process; false past the last. */
static bool next_thread(DIR *threads, long *thread) {
    for (struct dirent *entry; threads != NULL && (entry = readdir(threads)) != NULL;) {
        if (isdigit((unsigned char)entry->d_name[0])) {
            *thread = strtol(entry->d_name, NULL, 10);
            return true;
        }
    }
    return false;
}

static DIR *threads_of(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
    return opendir(path);
}

bool mns_process_children(pid_t pid, mns_pids *children) {
    DIR *threads = threads_of(pid);
    bool added = true;
    for (long thread; added && next_thread(threads, &thread);) {
        char path[96];
        snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid, thread);
        added = add_numbers(path, children);
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return added;
}

/* True if a thread is not running: stopped, traced, dead or gone. */
static bool is_stopped(pid_t pid, long thread) {
    char path[96], state[32];
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/stat", (long)pid, thread);
    mns_proc_field(path, MNS_PROC_STATE, state);
    return state[0] == '\0' || strchr("TtZX", state[0]) != NULL;
}

static bool all_stopped(pid_t pid) {
    DIR *threads = threads_of(pid);
    bool still = true;
    for (long thread; still && next_thread(threads, &thread);) {
        still = is_stopped(pid, thread);
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return still;
}

static void stop(pid_t pid) {
    kill(pid, SIGSTOP);
    for (unsigned i = 0; i < STOP_STEPS && !all_stopped(pid); i++) {
        struct timespec step = {.tv_nsec = STEP_NS};
        nanosleep(&step, NULL);
    }
}

#else

bool mns_process_children(pid_t pid, mns_pids *children) {
    (void)pid;
    (void)children;
    return true;
}

static void stop(pid_t pid) { kill(-pid, SIGSTOP); }

#endif

bool mns_pids_add(mns_pids *pids, pid_t pid) {
    if (!MNS_GROW(pids->at, pids->count, pids->capacity, 1)) {
        return false;
    }
    pids->at[pids->count++] = pid;
    return true;
}

static void deliver(pid_t pid, bool is_root, int number) {
#if defined(__linux__)
    (void)is_root;
#else
    pid = is_root ? -pid : pid; /* its process group */
#endif
    kill(pid, number);
}

bool mns_process_tree_signal(const pid_t *roots, size_t count, int number) {
    mns_pids tree = {0};
    bool whole = true;
    for (size_t i = 0; i < count; i++) {
        whole = mns_pids_add(&tree, roots[i]) && whole;
    }
    for (size_t i = 0; i < tree.count; i++) { /* grows as it is walked */
        stop(tree.at[i]);
        whole = mns_process_children(tree.at[i], &tree) && whole;
    }
    /* Children first: their parents, still stopped, cannot reap them before their turn. */
    for (size_t i = tree.count; i > 0 && number != SIGSTOP; i--) {
        deliver(tree.at[i - 1], i <= count, number);
        if (number != SIGKILL && number != SIGCONT) {
            deliver(tree.at[i - 1], i <= count, SIGCONT);
        }
    }
    mns_pids_release(&tree);
    errno = whole ? errno : ENOMEM;
    return whole;
}
