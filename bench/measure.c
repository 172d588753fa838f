/*
 * measure.c - run a command and print what it cost.
 *
 *     measure [--repeat N] [--expect STATUS] COMMAND [ARGUMENT...]
 *
 * In: a command, run N times (1) with its output thrown away. Out: one line, "WALL CPU RSS": seconds
 * elapsed and seconds of processor time (user and system), each the least of all runs, and the
 * greatest resident set in bytes, which includes mapped files. The least is what the machine needs
 * when nothing disturbs it. A run that ends with another status than STATUS (0) fails.
 */
#define _DEFAULT_SOURCE /* wait4 */

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct cost {
    double wall_s, cpu_s;
    int64_t rss_bytes;
} cost;

static double seconds(struct timeval t) { return (double)t.tv_sec + (double)t.tv_usec / 1e6; }

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void become(char **command) {
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0) {
        dup2(null, STDOUT_FILENO);
        close(null);
    }
    execvp(command[0], command);
    fprintf(stderr, "measure: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

/* The exit status of one run, or -1 where there is none. */
static int run_once(char **command, cost *out) {
    double start = now_s();
    pid_t child = fork();
    if (child == 0) {
        become(command);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        return -1;
    }
    out->wall_s = now_s() - start;
    out->cpu_s = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    out->rss_bytes = (int64_t)usage.ru_maxrss * 1024;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int number(const char *text) {
    char *end;
    long value = strtol(text, &end, 10);
    return *text == '\0' || *end != '\0' || value < 0 || value > 1000 ? -1 : (int)value;
}

static int usage(void) {
    fputs("usage: measure [--repeat N] [--expect STATUS] COMMAND [ARGUMENT...]\n", stderr);
    return 2;
}

int main(int argc, char **argv) {
    int repeat = 1, expect = 0, i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        int *option = strcmp(argv[i], "--repeat") == 0   ? &repeat
                      : strcmp(argv[i], "--expect") == 0 ? &expect
                                                         : NULL;
        if (option == NULL || (*option = number(argv[i + 1])) < 0) {
            return usage();
        }
    }
    if (i >= argc || repeat == 0) {
        return usage();
    }
    cost best = {0};
    for (int run = 0; run < repeat; run++) {
        cost one = {0};
        int status = run_once(argv + i, &one);
        if (status != expect) {
            fprintf(stderr, "measure: %s ended with status %d, expected %d\n", argv[i], status,
                    expect);
            return 1;
        }
        best.wall_s = run == 0 || one.wall_s < best.wall_s ? one.wall_s : best.wall_s;
        best.cpu_s = run == 0 || one.cpu_s < best.cpu_s ? one.cpu_s : best.cpu_s;
        best.rss_bytes = one.rss_bytes > best.rss_bytes ? one.rss_bytes : best.rss_bytes;
    }
    printf("%.6f %.6f %lld\n", best.wall_s, best.cpu_s, (long long)best.rss_bytes);
    return 0;
}
