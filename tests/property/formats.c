/*
 * formats.c - the same history in every format is the same history.
 *
 *     formats [COUNT [SEED [FORMAT]]]
 *
 * In: histories of simulated databases of every isolation level and with every bug, without their
 * invocations, since no other format has them. Each is written in every format, and read again.
 * Out: 0 if, for each format that can express the history,
 *
 *   - the format is recognised by content;
 *   - the transactions are the same, except for what the format drops (docs/formats.md);
 *   - the history that was read, written again, gives the same bytes (in three formats, those that
 *     were written from the order of the format);
 *   - the verdict is that of the history without what the format drops: the models ruled out and
 *     the anomalies;
 *   - and it is that of the translation.
 *
 * A failure prints the seed and the history.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "property/sim_history.h"
#include "property/transactions.h"
#include "support/form.h"
#include "support/model.h"

enum { HISTORIES = 50 };

/* ---- Histories ------------------------------------------------------------------------------ */

static const char *nth(const char *(*name)(size_t), int n) {
    size_t count = 0;
    while (name(count) != NULL) {
        count++;
    }
    return name((size_t)n % count);
}

static minos_sim_options draw_options(uint64_t seed, bool lists) {
    dice d = {seed * 7919};
    minos_sim_options o;
    minos_sim_options_init(&o);
    o.seed = seed;
    o.workload = lists ? "list-append" : "rw-register";
    o.isolation = nth(minos_sim_level_name, dice_below(&d, 100));
    o.bugs = dice_percent(&d, 60) ? nth(minos_sim_bug_name, dice_below(&d, 100)) : NULL;
    o.transactions = (uint64_t)(1 + dice_below(&d, 120));
    o.processes = (unsigned)(1 + dice_below(&d, 8));
    o.keys = (unsigned)(1 + dice_below(&d, dice_percent(&d, 30) ? 40 : 4));
    o.max_length = (unsigned)(1 + dice_below(&d, 6));
    o.max_writes_per_key = (unsigned)(1 + dice_below(&d, 40));
    o.read_fraction = dice_percent(&d, 20) ? 0.1 : 0.5;
    o.abort_rate = dice_percent(&d, 50) ? 0.1 : 0;
    o.crash_rate = dice_percent(&d, 50) ? 0.1 : 0;
    o.timestamps = 1;
    return o;
}

/* The lines without any of these words; of those with none, the fields `cut` are cut out. */
static char *filter(const char *text, const char *without, bool cut_times) {
    size_t size = strlen(text), at = 0, line_size;
    char *out = malloc(size + 1), *end = out;
    const char *line;
    if (out == NULL) {
        abort();
    }
    while (line_next(text, size, &at, &line, &line_size)) {
        const char *found = without == NULL ? NULL : strstr(line, without);
        const char *times = cut_times ? strstr(line, ", :start-ts ") : NULL;
        if (found != NULL && found < line + line_size) {
            continue;
        }
        size_t kept =
            times != NULL && times < line + line_size ? (size_t)(times - line) : line_size;
        memcpy(end, line, kept);
        end += kept;
        if (kept < line_size) {
            *end++ = '}'; /* the timestamps are the last fields */
        }
        *end++ = '\n';
    }
    *end = '\0';
    return out;
}

/* ---- Verdicts ------------------------------------------------------------------------------- */

typedef struct judgement {
    verdict v;
    names also_not;
} judgement;

static judgement judge(const form *f, uint64_t seed) {
    static const char *const requests[] = {
        "serializable",   "snapshot-isolation", "strong-session-serializable",
        "read-committed", "read-uncommitted",   "strong-session-snapshot-isolation"};
    minos_options options;
    minos_options_init(&options);
    options.models = requests[seed % TEST_COUNT_OF(requests)];
    options.threads = 1;
    judgement j = {.v = form_judge(f, &options)};
    json also;
    if (json_get(j.v.root, "also_not", &also)) {
        j.also_not = names_from_json(also);
    }
    return j;
}

static void judgement_release(judgement *j) {
    names_release(&j->also_not);
    verdict_release(&j->v);
}

static bool is_word(const judgement *j, const char *word) { return strcmp(j->v.valid, word) == 0; }

/* Which anomalies a format may show. Of a knot of cycles the search shows a few, and which depends
 * on the order of transactions of different sessions: they are compared only where it is the same.
 */
typedef enum cases { SAME_CASES, SAME_EXCEPT_CYCLES, FEWER_EXCEPT_CYCLES, OTHER_CASES } cases;

static bool is_cycle(const char *anomaly) {
    return anomaly[0] == 'G' && strcmp(anomaly, "G1a") != 0 && strcmp(anomaly, "G1b") != 0;
}

/* True if all anomalies of the one are among those of the other. */
static bool is_within(const names *a, const names *b, bool cycles) {
    bool within = true;
    for (size_t i = 0; i < a->count; i++) {
        within &= (!cycles && is_cycle(a->items[i])) || names_has(b, a->items[i]);
    }
    return within;
}

static bool cases_fit(const judgement *a, const judgement *b, cases allowed) {
    const names *one = &a->v.anomaly_types, *other = &b->v.anomaly_types;
    bool cycles = allowed == SAME_CASES;
    return allowed == OTHER_CASES ||
           (is_within(one, other, cycles) &&
            (allowed == FEWER_EXCEPT_CYCLES || is_within(other, one, cycles)));
}

/* A history without any dependency is unknown; a dropped
 * info transaction may have had the only one. */
static bool is_same(const judgement *a, const judgement *b, cases allowed) {
    bool same =
        strcmp(a->v.valid, b->v.valid) == 0 || is_word(a, "unknown") || is_word(b, "unknown");
    return same && !is_word(a, "error") && !is_word(b, "error") &&
           names_equal(&a->v.not_models, &b->v.not_models) &&
           names_equal(&a->also_not, &b->also_not) && cases_fit(a, b, allowed);
}

static void judgement_print(const char *what, const judgement *j) {
    printf("; %s: %s, not %s", what, j->v.valid, names_show(&j->v.not_models));
    printf(", also not %s; %s\n", names_show(&j->also_not), names_show(&j->v.anomaly_types));
}

static bool same_verdict(const char *what, const form *f, const form *expected, cases allowed,
                         uint64_t seed) {
    judgement a = judge(f, seed), b = judge(expected, seed);
    bool same = is_same(&a, &b, allowed);
    if (!same) {
        printf("; another verdict than %s\n", what);
        judgement_print(minos_format_name(f->format), &a);
        judgement_print(what, &b);
    }
    judgement_release(&a);
    judgement_release(&b);
    return same;
}

/* ---- One history in one format -------------------------------------------------------------- */

static unsigned written[MNS_FORMAT_COUNT], refused[MNS_FORMAT_COUNT];

/* AWDIT's format has no initial state: the writer adds a transaction that sets it, which is not one
 * of the history. Then other anomalies may show the same models to be ruled out. */
static bool adds_transactions(minos_format format) { return format == MINOS_FORMAT_AWDIT; }

/* Plume's does not tell which aborted operations were one transaction, so a read of one is no
 * intermediate read. */
static cases allowed_cases(minos_format format) {
    if (adds_transactions(format)) {
        return OTHER_CASES;
    }
    return format == MINOS_FORMAT_PLUME ? FEWER_EXCEPT_CYCLES : SAME_EXCEPT_CYCLES;
}

static bool same_transactions(const form *history, const form *f) {
    transactions_style kept = transactions_style_of(f);
    char *expected = transactions_list(history, &kept), *found = transactions_list(f, &kept);
    bool same = strcmp(expected, found) == 0;
    if (!same) {
        printf("; other transactions; expected:\n%s; found:\n%s", expected, found);
    }
    free(expected);
    free(found);
    return same;
}

/* What was read, written again. */
static form written_again(const form *f) {
    form read = form_read(f), again = form_write(&read, f->format);
    form_release(&read);
    return again;
}

/* In three formats the bytes are settled when they were written from their own order: Plume's
 * sessions and the keys of Viper's initial state are in the order of the history; Cobra's writes
 * have ids, which are positions in the history and become the values. */
static bool same_bytes(const form *f) {
    form first = written_again(f), second = written_again(&first), third = written_again(&second);
    bool settles = f->format == MINOS_FORMAT_COBRA || f->format == MINOS_FORMAT_PLUME ||
                   f->format == MINOS_FORMAT_VIPER;
    bool same = settles ? form_equal(&second, &third) : form_equal(f, &first);
    if (!same) {
        printf("; written again, these are other bytes:\n");
        form_print(&first);
    }
    form_release(&first);
    form_release(&second);
    form_release(&third);
    return same;
}

/* The reference: the history without what the format drops. */
static form without_dropped(const form *history, const form *f) {
    char *edn = filter(history->files[0].data, f->dropped_aborted > 0 ? ":type :fail" : NULL,
                       f->format != MINOS_FORMAT_TIMEKILLER);
    form reference = form_of_edn(edn);
    free(edn);
    return reference;
}

static bool survives(const form *history, minos_format format, uint64_t seed) {
    form f = form_write(history, format);
    if (f.refused) {
        refused[format]++;
        form_release(&f);
        return true;
    }
    written[format]++;
    form translation = form_read(&f), reference = without_dropped(history, &f);
    bool good = (adds_transactions(format) || same_transactions(history, &f)) && same_bytes(&f) &&
                same_verdict("the history", &f, &reference, allowed_cases(format), seed) &&
                same_verdict("its translation", &f, &translation, SAME_CASES, seed);
    if (!good) {
        form_print(&f);
    }
    form_release(&f);
    form_release(&translation);
    form_release(&reference);
    return good;
}

/* True if a transaction that is ok writes: otherwise nothing shows what is written to the keys. */
static bool has_write(const char *edn) {
    size_t size = strlen(edn), at = 0, line_size;
    const char *line;
    bool has = false;
    while (!has && line_next(edn, size, &at, &line, &line_size)) {
        char *copy = strndup(line, line_size);
        has = copy != NULL && strstr(copy, ":type :ok") != NULL &&
              (strstr(copy, "[:w ") != NULL || strstr(copy, "[:append ") != NULL);
        free(copy);
    }
    return has;
}

static bool run(uint64_t seed, minos_format only) {
    minos_sim_options options = draw_options(seed, seed % 8 == 0);
    simulated s = simulated_run(&options);
    char *edn = filter(s.history, ":type :invoke", false);
    form history = form_of_edn(edn);
    bool good = true, writes = has_write(edn);
    for (int f = MINOS_FORMAT_JSON + 1; f < MNS_FORMAT_COUNT && good; f++) {
        bool wanted = writes && (only == MINOS_FORMAT_AUTO || f == (int)only);
        good = !wanted || survives(&history, (minos_format)f, seed);
        if (!good) {
            printf("; seed %llu, %s; the history:\n%s", (unsigned long long)seed,
                   minos_format_name((minos_format)f), edn);
            simulated_print_options(&options);
        }
    }
    form_release(&history);
    free(edn);
    simulated_release(&s);
    return good;
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    minos_format only = MINOS_FORMAT_AUTO;
    if (argc > 3 && !minos_format_parse(argv[3], &only)) {
        printf("%s is no format\n", argv[3]);
        return 1;
    }
    unsigned wrong = 0;
    for (uint64_t i = 0; i < count && wrong < 3; i++) {
        wrong += run(seed + i, only) ? 0 : 1;
    }
    bool enough = true;
    for (int f = MINOS_FORMAT_JSON + 1; f < MNS_FORMAT_COUNT; f++) {
        printf("%s: %u written, %u refused\n", minos_format_name((minos_format)f), written[f],
               refused[f]);
        enough &= only != MINOS_FORMAT_AUTO || written[f] > count / 4;
    }
    printf("%llu histories, %u wrong\n", (unsigned long long)count, wrong);
    return wrong == 0 && enough ? 0 : 1;
}
