/*
 * scan.c - measures nanoseconds per call of each variant of core/scan.h on typical history text.
 *
 *     scan [ROUNDS]
 *
 * Out: a table with a line for each kind of text and a column for each variant that this processor
 * can run, from the portable one to the one in use. Texts of a kind differ in length as in a
 * history, so branches are as hard to predict. Each number is the minimum of ROUNDS (50): the cost
 * on an idle machine.
 */
#include <stdio.h>
#include <time.h>

#include "core/scan.h"

#define TEXTS 16384
#define TEXT_BYTES 1024 /* more than any text below needs */
#define REST_BYTES 64   /* what follows a text in its file */

/* Offset and size of each text. Two copies, to be compared. */
typedef struct texts {
    char *bytes, *copy;
    size_t start[TEXTS], size[TEXTS];
    size_t used;
} texts;

/* Any fixed sequence will do. */
static unsigned draw(uint64_t *state, unsigned below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

static int write_list(char *out, unsigned elements) {
    int size = 0;
    for (unsigned i = 1; i <= elements; i++) {
        size += snprintf(out + size, TEXT_BYTES - (size_t)size, "%u ", i);
    }
    size += snprintf(out + size, TEXT_BYTES - (size_t)size, "]");
    return size;
}

static int short_list(char *out, uint64_t *state) { return write_list(out, 1 + draw(state, 6)); }

static int any_list(char *out, uint64_t *state) { return write_list(out, 1 + draw(state, 100)); }

/* The value of an invocation, after its opening bracket. */
static int value(char *out, uint64_t *state) {
    unsigned mops = 1 + draw(state, 5);
    int size = 0;
    for (unsigned i = 0; i < mops; i++) {
        size += snprintf(out + size, TEXT_BYTES - (size_t)size, "[%s %u %s]%s",
                         draw(state, 2) == 0 ? ":r" : ":append", draw(state, 100),
                         draw(state, 2) == 0 ? "nil" : "1", i + 1 < mops ? " " : "]");
    }
    return size;
}

static int operation(char *out, uint64_t *state) {
    int size = snprintf(out, TEXT_BYTES, ":index %u, :time %u, :type :invoke, :f :txn, :value [",
                        draw(state, 1000000), draw(state, 1000000000));
    size += value(out + size, state);
    out[size++] = '}';
    return size;
}

static void fill(texts *t, int (*write)(char *out, uint64_t *state)) {
    uint64_t state = 1;
    t->used = 0;
    for (size_t i = 0; i < TEXTS; i++) {
        t->start[i] = t->used;
        t->size[i] = (size_t)write(t->bytes + t->used, &state);
        t->used += t->size[i];
        t->bytes[t->used++] = '\n';
    }
    memset(t->bytes + t->used, ' ', REST_BYTES);
    t->used += REST_BYTES;
    memcpy(t->copy, t->bytes, t->used);
}

/* ---- Rounds: each returns a sum that depends on every answer
 * ----------------------------------- */

static size_t common_round(const mns_scan_variant *v, const texts *t) {
    size_t sum = 0;
    for (size_t i = 0; i < TEXTS; i++) {
        sum += v->common(t->bytes + t->start[i], t->copy + t->start[i], t->size[i]);
    }
    return sum;
}

static size_t balanced_round(const mns_scan_variant *v, const texts *t) {
    size_t sum = 0;
    for (size_t i = 0; i < TEXTS; i++) {
        sum += (size_t)(v->balanced(t->bytes + t->start[i], t->bytes + t->used) - t->bytes);
    }
    return sum;
}

/* ---- The table ------------------------------------------------------------------------------- */

typedef size_t (*one_round)(const mns_scan_variant *v, const texts *t);

static const struct kind {
    const char *name;
    int (*write)(char *out, uint64_t *state);
    one_round round;
} kinds[] = {
    {"common, short list", short_list, common_round},
    {"common, any list", any_list, common_round},
    {"balanced, value", value, balanced_round},
    {"balanced, operation", operation, balanced_round},
    {"balanced, any list", any_list, balanced_round},
};

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double least_ns(one_round round, const mns_scan_variant *v, const texts *t, long rounds) {
    static volatile size_t sink; /* keeps the compiler from removing calls */
    double least = 1e300;
    for (long i = 0; i < rounds; i++) {
        double start = now_ns();
        sink = round(v, t);
        double spent = now_ns() - start;
        least = spent < least ? spent : least;
    }
    (void)sink;
    return least / TEXTS;
}

static void print_table(texts *t, long rounds) {
    printf("%-22s%8s", "ns per call", "bytes");
    for (size_t i = 0; mns_scan_variant_at(i) != NULL; i++) {
        printf("%8s", mns_scan_variant_at(i)->name);
    }
    printf("\n");
    for (size_t k = 0; k < MNS_COUNT_OF(kinds); k++) {
        fill(t, kinds[k].write);
        printf("%-22s%8zu", kinds[k].name, (t->used - REST_BYTES) / TEXTS - 1);
        for (size_t i = 0; mns_scan_variant_at(i) != NULL; i++) {
            printf("%8.1f", least_ns(kinds[k].round, mns_scan_variant_at(i), t, rounds));
        }
        printf("\n");
    }
}

int main(int argc, char **argv) {
    static texts t;
    long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 50;
    t.bytes = malloc((size_t)TEXTS * TEXT_BYTES + REST_BYTES);
    t.copy = malloc((size_t)TEXTS * TEXT_BYTES + REST_BYTES);
    if (t.bytes == NULL || t.copy == NULL || rounds < 1) {
        fprintf(stderr, "scan: out of memory, or ROUNDS is not a number\n");
        return 1;
    }
    print_table(&t, rounds);
    free(t.bytes);
    free(t.copy);
    return 0;
}
