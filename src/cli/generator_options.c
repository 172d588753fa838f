/*
 * generator_options.c - stores the options of generator_options.def and the names of bugs in
 * minos_sim_options. The library checks the ranges of numbers.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "minos_sim.h"

#define LARGEST 999999999u /* what option_number reads */

static int set_seed(const char *value, uint64_t *seed) {
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0) {
        return complain("option --seed needs a whole number below 2^64, not '%s'", value);
    }
    *seed = number;
    return GO_ON;
}

static int set_increment(const cli_option *option, const char *value, int *number) {
    const char *digits = value + (value[0] == '-' ? 1 : 0);
    size_t count = strspn(digits, "0123456789");
    if (count == 0 || count > 9 || digits[count] != '\0') {
        return complain("option --%s needs a whole number, not '%s'", option->name, value);
    }
    *number = (int)strtol(value, NULL, 10);
    return GO_ON;
}

int option_share(const cli_option *option, const char *value, double *share) {
    char *end;
    *share = strtod(value, &end);
    bool number = value[0] >= '0' && value[0] <= '9' && *end == '\0';
    return number && *share >= 0 && *share <= 1
               ? GO_ON
               : complain("option --%s needs a number from 0 to 1, not '%s'", option->name, value);
}

int generator_option(minos_sim_options *o, const cli_option *option, const char *value) {
    switch (option->id) {
    case OPTION_GENERATOR_SEED: return set_seed(value, &o->seed);
    case OPTION_GENERATOR_PROCESSES: return option_number(option, value, 1, LARGEST, &o->processes);
    case OPTION_GENERATOR_WORKLOAD: o->workload = value; break;
    case OPTION_GENERATOR_KEYS: return option_number(option, value, 1, LARGEST, &o->keys);
    case OPTION_GENERATOR_KEY_DISTRIBUTION: o->key_distribution = value; break;
    case OPTION_GENERATOR_MIN_LENGTH:
        return option_number(option, value, 1, LARGEST, &o->min_length);
    case OPTION_GENERATOR_MAX_LENGTH:
        return option_number(option, value, 1, LARGEST, &o->max_length);
    case OPTION_GENERATOR_MAX_WRITES_PER_KEY:
        return option_number(option, value, 1, LARGEST, &o->max_writes_per_key);
    case OPTION_GENERATOR_MIN_INCREMENT: return set_increment(option, value, &o->min_increment);
    case OPTION_GENERATOR_MAX_INCREMENT: return set_increment(option, value, &o->max_increment);
    case OPTION_GENERATOR_READ_FRACTION: return option_share(option, value, &o->read_fraction);
    case OPTION_GENERATOR_FINAL_READS: o->final_reads = 1; break;
    default: break; /* not an option of the workload */
    }
    return GO_ON;
}

int generator_transactions(const cli_option *option, const char *value, uint64_t *transactions) {
    unsigned number = 0;
    int status = option_number(option, value, 0, LARGEST, &number);
    *transactions = number;
    return status;
}

int generator_bug(char **bugs, const char *bug) {
    size_t before = *bugs == NULL ? 0 : strlen(*bugs);
    size_t size = strlen(bug);
    char *grown = realloc(*bugs, before + size + 2);
    if (grown == NULL) {
        return out_of_memory();
    }
    *bugs = grown;
    if (before > 0) {
        grown[before++] = ',';
    }
    memcpy(grown + before, bug, size + 1);
    return GO_ON;
}
