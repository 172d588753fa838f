/* sim_history.c - see sim_history.h. */
#include "property/sim_history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/second_opinion.h"

typedef struct text {
    char *data;
    size_t size, capacity;
} text;

static int append(void *context, const char *bytes, size_t size) {
    text *t = context;
    if (t->size + size + 1 > t->capacity) {
        t->capacity = 2 * (t->size + size + 1);
        t->data = realloc(t->data, t->capacity);
        if (t->data == NULL) {
            abort();
        }
    }
    memcpy(t->data + t->size, bytes, size);
    t->size += size;
    t->data[t->size] = '\0';
    return 0;
}

simulated simulated_run(const minos_sim_options *options) {
    text history = {NULL, 0, 0};
    text truth = {NULL, 0, 0};
    append(&history, "", 0);
    append(&truth, "", 0);
    minos_status status = minos_sim_run(options, append, &history, append, &truth);
    if (status != MINOS_OK) {
        printf("minos_sim_run: status %d\n", (int)status);
        exit(1);
    }
    return (simulated){history.data, truth.data, history.size, truth.size};
}

void simulated_release(simulated *s) {
    free(s->history);
    free(s->truth);
}

minos_result *simulated_check(const simulated *s) {
    minos_options options;
    minos_options_init(&options);
    return simulated_check_as(s, options);
}

minos_result *simulated_check_as(const simulated *s, minos_options options) {
    options.models = "none";
    options.threads = 1;
    options.max_witnesses = 1;
    minos_result *result = NULL;
    minos_status status = check_twice("simulated", s->history, s->history_size, &options, &result);
    if (status != MINOS_OK) {
        printf("minos_check_memory: status %d: %s\n%s\n", (int)status,
               result != NULL && minos_result_problem_count(result) > 0
                   ? minos_result_problem(result, 0).message
                   : "",
               s->history);
        exit(1);
    }
    return result;
}

unsigned simulated_faults(const simulated *s, bool observable) {
    unsigned count = 0;
    const char *word = observable ? "\"observable\":true" : "\"bug\"";
    for (const char *at = s->truth; (at = strstr(at, word)) != NULL; at++) {
        count++;
    }
    return count;
}

void simulated_print_options(const minos_sim_options *o) {
    printf("minos sim -i %s -w %s -n %llu -s %llu -p %u -k %u --key-distribution %s "
           "--min-length %u --max-length %u --max-writes-per-key %u --read-fraction %g "
           "--abort-rate %g --crash-rate %g%s%s%s%s",
           o->isolation, o->workload, (unsigned long long)o->transactions,
           (unsigned long long)o->seed, o->processes, o->keys, o->key_distribution, o->min_length,
           o->max_length, o->max_writes_per_key, o->read_fraction, o->abort_rate, o->crash_rate,
           o->final_reads != 0 ? " --final-reads" : "", o->versions != 0 ? " --versions" : "",
           o->timestamps != 0 ? " --timestamps" : "",
           o->format == MINOS_FORMAT_JSON ? " -f json" : "");
    if (strcmp(o->workload, "counter") == 0) {
        printf(" --min-increment %d --max-increment %d", o->min_increment, o->max_increment);
    }
    if (o->bugs != NULL) {
        printf(" -b %s", o->bugs);
    }
    printf("\n");
}
