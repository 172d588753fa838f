/*
 * reading.c - measures the cost of reading the same history in several formats.
 *
 *     reading [-r ROUNDS] FILE...
 *
 * Out: for each file or folder the user CPU time in seconds until its tables are filled, with one
 * thread, and how many times that of the first file it is. All are read in turn, ROUNDS (5) times,
 * and the minimum counts, so that ratios hold on a machine that is not idle. Exit status 1 if a
 * file cannot be read.
 */
#include <stdio.h>
#include <sys/resource.h>

#include "format/translation.h"
#include "history/history.h"

#define FILES 32

static double user_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

/* Reads the history; the CPU time, or -1. */
static double read_once(const char *path) {
    mns_source source;
    mns_history history;
    mns_problems problems;
    mns_translation *translation;
    minos_format format = MINOS_FORMAT_AUTO;
    mns_read_options options = {.workload = MNS_RW_REGISTER};
    mns_problems_init(&problems);
    double before = user_seconds();
    minos_status status = mns_history_open(&source, path, &format, 0, &translation, &problems);
    mns_history_init(&history, &source);
    if (status == MINOS_OK) {
        status = mns_history_read(&history, &source, &options, &problems);
    }
    double seconds = user_seconds() - before;
    if (status != MINOS_OK) {
        fprintf(stderr, "reading: %s: %s\n", path,
                problems.count > 0 ? problems.items[0].message : "out of memory");
    }
    mns_history_release(&history);
    mns_source_release(&source);
    mns_problems_release(&problems);
    return status == MINOS_OK ? seconds : -1;
}

int main(int argc, char **argv) {
    int rounds = 5, first = 1;
    if (argc > 2 && strcmp(argv[1], "-r") == 0) {
        rounds = (int)strtol(argv[2], NULL, 10);
        first = 3;
    }
    int files = argc - first;
    if (files < 1 || files > FILES || rounds < 1) {
        fprintf(stderr, "usage: reading [-r ROUNDS] FILE...\n");
        return 2;
    }
    double least[FILES] = {0};
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < files; i++) {
            double seconds = read_once(argv[first + i]);
            if (seconds < 0) {
                return 1;
            }
            least[i] = round == 0 || seconds < least[i] ? seconds : least[i];
        }
    }
    for (int i = 0; i < files; i++) {
        printf("%-40s %8.3f s %6.2f\n", argv[first + i], least[i],
               least[0] > 0 ? least[i] / least[0] : 0.0);
    }
    return 0;
}
