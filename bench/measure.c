/*
 * measure.c - runs a command and prints what it cost, as one line of JSON.
 *
 *     measure [--repeat N] [--expect STATUS] [--limit SECONDS] [--memory] [--output FILE]
 *             COMMAND [ARGUMENT...]
 *
 * In: a command, run N times (1), or until the runs have taken ENOUGH_S together; its output is
 * discarded, or written to FILE. Out: its exit status; elapsed seconds and seconds of processor
 * time (user and system), each the minimum of all runs, which is the cost on an idle machine; and
 * the peak resident set, which includes mapped files. With --memory also the peak of its anonymous
 * part: what the command allocated.
 *
 * The kernel records no peak of that, so RssAnon of /proc/PID/status is polled: after a hundredth
 * of the elapsed time, but at least every 1 ms and at most every 0.1 ms. Shorter allocations are
 * missed, and the kernel's own count may lag by 256 kB for each thread. Polling takes processor
 * time from a command that uses every core, so measure times without --memory. If a command starts
 * others, --memory sees only the first process.
 *
 * A run that ends with a status other than STATUS fails. A run that takes longer than SECONDS is
 * killed with its child processes and reported as stopped.
 */
#define _DEFAULT_SOURCE /* wait4 */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ENOUGH_S = 20,
    ANY_STATUS = -1,
    NO_STATUS = -1,
    SAMPLE_LEAST_NS = 100000,
    SAMPLE_MOST_NS = 1000000,
    STATUS_FILE_BYTES = 4096
};

typedef struct options {
    int repeat, expect, limit_s; /* limit_s: 0 for none */
    bool memory;
    const char *output;
    char **command;
} options;

typedef struct cost {
    int status; /* NO_STATUS: ended by a signal */
    double wall_s, cpu_s;
    int64_t rss_bytes, anon_bytes;
} cost;

/* The signal that stopped the run: the limit's, or the user's. */
static volatile sig_atomic_t interrupted;

static void on_signal(int signal) { interrupted = signal; }

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* ---- The child ------------------------------------------------------------------------------- */

/* Its own process group, so that a limit ends the command's children too. */
static void become(const options *o) {
    setpgid(0, 0);
    int out = open(o->output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (out < 0 || dup2(out, STDOUT_FILENO) < 0) {
        fprintf(stderr, "measure: %s: %s\n", o->output, strerror(errno));
        _exit(127);
    }
    close(out);
    execvp(o->command[0], o->command);
    fprintf(stderr, "measure: %s: %s\n", o->command[0], strerror(errno));
    _exit(127);
}

/* 0 if the process has ended. */
static int64_t anonymous_bytes(pid_t child) {
    char path[64], text[STATUS_FILE_BYTES];
    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    int file = open(path, O_RDONLY);
    if (file < 0) {
        return 0;
    }
    ssize_t size = read(file, text, sizeof text - 1);
    close(file);
    text[size < 0 ? 0 : size] = '\0';
    const char *line = strstr(text, "\nRssAnon:");
    return line == NULL ? 0 : (int64_t)strtoll(line + strlen("\nRssAnon:"), NULL, 10) * 1024;
}

static void sample_pause(double elapsed_s) {
    double wanted_ns = elapsed_s * 1e7;
    struct timespec pause = {.tv_nsec = wanted_ns < SAMPLE_LEAST_NS  ? SAMPLE_LEAST_NS
                                        : wanted_ns > SAMPLE_MOST_NS ? SAMPLE_MOST_NS
                                                                     : (long)wanted_ns};
    nanosleep(&pause, NULL);
}

/* ---- One run --------------------------------------------------------------------------------- */

/* Repeats, because a signal that arrives just before the wait does not interrupt it. */
static void set_limit(int limit_s) {
    struct itimerval timer = {.it_value = {.tv_sec = limit_s},
                              .it_interval = {.tv_sec = limit_s > 0 ? 1 : 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

/* Waits for the child and polls its memory meanwhile. False if there is no child. */
static bool await(pid_t child, const options *o, int *status, struct rusage *usage, cost *out) {
    double start = now_s();
    for (;;) {
        pid_t ended = wait4(child, status, o->memory ? WNOHANG : 0, usage);
        if (ended == child) {
            return true;
        }
        if (ended < 0 && errno != EINTR) {
            return false;
        }
        if (interrupted != 0) {
            kill(-child, SIGKILL);
        }
        if (o->memory) {
            int64_t bytes = anonymous_bytes(child);
            out->anon_bytes = bytes > out->anon_bytes ? bytes : out->anon_bytes;
            sample_pause(now_s() - start);
        }
    }
}

static bool run_once(const options *o, cost *out) {
    int status = 0;
    struct rusage usage;
    double start = now_s();
    pid_t child = fork();
    if (child == 0) {
        become(o);
    }
    set_limit(o->limit_s);
    if (child < 0 || !await(child, o, &status, &usage, out)) {
        perror("measure");
        return false;
    }
    set_limit(0);
    out->wall_s = now_s() - start;
    out->cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    out->rss_bytes = (int64_t)usage.ru_maxrss * 1024;
    out->status = WIFEXITED(status) ? WEXITSTATUS(status) : NO_STATUS;
    return true;
}

/* ---- All runs -------------------------------------------------------------------------------- */

static double least(double a, double b) { return a < b ? a : b; }

static int64_t greatest(int64_t a, int64_t b) { return a > b ? a : b; }

static bool run_all(const options *o, cost *best) {
    double start = now_s();
    for (int run = 0; run < o->repeat && interrupted == 0; run++) {
        if (run > 0 && now_s() - start > ENOUGH_S) {
            break;
        }
        cost one = {0};
        if (!run_once(o, &one)) {
            return false;
        }
        if (interrupted == 0 && o->expect != ANY_STATUS && one.status != o->expect) {
            fprintf(stderr, "measure: %s ended with status %d, expected %d\n", o->command[0],
                    one.status, o->expect);
            return false;
        }
        best->status = one.status;
        best->wall_s = run == 0 ? one.wall_s : least(one.wall_s, best->wall_s);
        best->cpu_s = run == 0 ? one.cpu_s : least(one.cpu_s, best->cpu_s);
        best->rss_bytes = greatest(one.rss_bytes, best->rss_bytes);
        best->anon_bytes = greatest(one.anon_bytes, best->anon_bytes);
    }
    return interrupted == 0 || interrupted == SIGALRM;
}

static void print(const options *o, const cost *c) {
    printf("{\"status\":%d,\"stopped\":%s,\"wall_s\":%.6f,\"cpu_s\":%.6f,\"rss_bytes\":%lld",
           c->status, interrupted == 0 ? "false" : "true", c->wall_s, c->cpu_s,
           (long long)c->rss_bytes);
    if (o->memory) {
        printf(",\"anon_bytes\":%lld", (long long)c->anon_bytes);
    }
    puts("}");
}

/* ---- The command line ------------------------------------------------------------------------ */

static bool parse_number(const char *text, int *number) {
    char *end;
    long value = strtol(text, &end, 10);
    *number = (int)value;
    return *text != '\0' && *end == '\0' && value >= 0 && value <= 100000;
}

/* True if argv[*at] is an option; *at is then past it. */
static bool parse_option(options *o, char **argv, int *at) {
    const char *name = argv[*at], *value = argv[*at + 1];
    if (strcmp(name, "--memory") == 0) {
        o->memory = true;
        *at += 1;
        return true;
    }
    if (value == NULL) {
        return false;
    }
    *at += 2;
    if (strcmp(name, "--output") == 0) {
        o->output = value;
        return true;
    }
    int *number = strcmp(name, "--repeat") == 0   ? &o->repeat
                  : strcmp(name, "--expect") == 0 ? &o->expect
                  : strcmp(name, "--limit") == 0  ? &o->limit_s
                                                  : NULL;
    return number != NULL && parse_number(value, number);
}

static bool parse(options *o, int argc, char **argv) {
    int at = 1;
    while (at < argc && strncmp(argv[at], "--", 2) == 0) {
        if (!parse_option(o, argv, &at)) {
            return false;
        }
    }
    o->command = argv + at;
    return at < argc && o->repeat > 0;
}

int main(int argc, char **argv) {
    options o = {.repeat = 1, .expect = ANY_STATUS, .output = "/dev/null"};
    if (!parse(&o, argc, argv)) {
        fputs("usage: measure [--repeat N] [--expect STATUS] [--limit SECONDS] [--memory]\n"
              "               [--output FILE] COMMAND [ARGUMENT...]\n",
              stderr);
        return 2;
    }
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    cost best = {0};
    if (!run_all(&o, &best)) {
        return 1;
    }
    print(&o, &best);
    return fflush(stdout) == 0 ? 0 : 1;
}
