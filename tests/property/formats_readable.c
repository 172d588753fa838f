/*
 * formats_readable.c - whatever a writer writes, the reader of the format reads.
 *
 *     formats_readable [COUNT [SEED]]
 *
 * In: small random histories of registers with what writers may get wrong: values and keys that are
 * 0, negative, sparse, large or strings; reads of nil, of values that no transaction wrote and of
 * later writes; keys that are never read; info, failed and empty transactions; reads without a
 * result; with timestamps or without. Each is written in every format.
 * Out: 0 if each format either refuses the history, or the bytes are recognised, read without an
 * error, and can be written again. A failure prints the seed, the history and the bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/format.h"
#include "support/form.h"
#include "support/model.h"

enum { HISTORIES = 400, KEYS = 4, VALUES = 6, LONGEST_TXN = 4 };

/* From what most formats have to what few have. */
static const char *const keys[] = {"1", "0",  "7",     "2147483646", "9223372036854775807",
                                   "2", "-3", "\"x\"", "-1",         "18446744073709551615"};
static const char *const values[] = {
    "1", "5", "4294967296", "2", "9223372036854775807", "0", "-1", "-9", "18446744073709551615"};

typedef struct maker {
    dice d;
    mns_buf edn;
    int key_limit, value_limit; /* how far down the tables */
    bool written[KEYS][VALUES]; /* each value is written at most once to a key */
    int key_of[KEYS], value_of[VALUES];
    bool timestamps;
    int nil_percent; /* of the reads of committed transactions */
    int time;
} maker;

static void pick_distinct(maker *m, int *chosen, int count, int limit) {
    for (int i = 0; i < count; i++) {
        bool again = true;
        while (again) {
            chosen[i] = dice_below(&m->d, limit);
            again = false;
            for (int j = 0; j < i; j++) {
                again |= chosen[j] == chosen[i];
            }
        }
    }
}

static void add_mop(maker *m, const char *type) {
    int k = dice_below(&m->d, KEYS), v = dice_below(&m->d, VALUES);
    const char *key = keys[m->key_of[k]], *value = values[m->value_of[v]];
    bool ok = strcmp(type, "ok") == 0;
    if (dice_percent(&m->d, 50) && !m->written[k][v]) {
        m->written[k][v] = true;
        mns_buf_printf(&m->edn, "[:w %s %s]", key, value);
    } else if (dice_percent(&m->d, ok ? m->nil_percent : 90)) {
        mns_buf_printf(&m->edn, "[:r %s nil]", key);
    } else if (m->written[k][v] || dice_percent(&m->d, 5)) {
        mns_buf_printf(&m->edn, "[:r %s %s]", key, value);
    }
}

/* committed: it did, and writes; without such a transaction a file may be of no format. */
static void add_txn(maker *m, bool committed) {
    static const char *const types[] = {"ok", "ok", "ok", "ok", "ok", "info", "fail"};
    const char *type = committed ? "ok" : types[dice_below(&m->d, MNS_COUNT_OF(types))];
    int length = dice_percent(&m->d, 10) ? 0 : 1 + dice_below(&m->d, LONGEST_TXN);
    mns_buf_printf(&m->edn, "{:type :%s, :process %d, :f :txn, ", type, dice_below(&m->d, 3));
    if (m->timestamps) {
        mns_buf_printf(&m->edn, ":start-ts %d, :commit-ts %d, ", m->time, m->time + 1);
        m->time += 2;
    }
    mns_buf_str(&m->edn, ":value [");
    if (committed) {
        mns_buf_printf(&m->edn, "[:w %s 3]", keys[m->key_of[0]]);
    }
    for (int i = 0; i < length; i++) {
        add_mop(m, type);
    }
    mns_buf_str(&m->edn, "]}\n");
}

/* To be freed. */
static char *draw_history(uint64_t seed) {
    maker m = {.d = {seed * 104729}};
    mns_buf_init(&m.edn);
    m.key_limit = dice_percent(&m.d, 70) ? KEYS : (int)MNS_COUNT_OF(keys);
    m.value_limit = dice_percent(&m.d, 70) ? VALUES : (int)MNS_COUNT_OF(values);
    m.timestamps = dice_percent(&m.d, 70);
    m.nil_percent = dice_percent(&m.d, 50) ? 0 : 40;
    pick_distinct(&m, m.key_of, KEYS, m.key_limit);
    pick_distinct(&m, m.value_of, VALUES, m.value_limit);
    int length = 1 + dice_below(&m.d, 8), committed = dice_below(&m.d, length);
    for (int i = 0; i < length; i++) {
        add_txn(&m, i == committed);
    }
    if (m.edn.failed) {
        abort();
    }
    return mns_buf_take(&m.edn, NULL);
}

/* Recognised by content, read and judged without an error. */
static bool is_read(const form *f) {
    minos_options options;
    minos_options_init(&options);
    options.models = "none";
    options.threads = 1;
    verdict v = form_judge(f, &options);
    bool read = strcmp(v.valid, "error") != 0;
    verdict_release(&v);
    return read;
}

static bool can_be_written_again(const form *f) {
    form read = form_read(f), again = form_write(&read, f->format);
    /* Reads of nil alone are those of a list. */
    bool good = !again.refused || strcmp(again.message, "another workload") == 0;
    if (!good) {
        printf("; cannot be written again: %s\n", again.message);
    }
    form_release(&read);
    form_release(&again);
    return good;
}

static unsigned written[MNS_FORMAT_COUNT];

static bool run(uint64_t seed) {
    char *edn = draw_history(seed);
    form history = form_of_edn(edn);
    bool good = true;
    for (int i = MINOS_FORMAT_JSON + 1; i < MNS_FORMAT_COUNT && good; i++) {
        form f = form_write(&history, (minos_format)i);
        if (!f.refused) {
            written[i]++;
            good = is_read(&f) && can_be_written_again(&f);
        }
        if (!good) {
            printf("; seed %llu, %s; the history:\n%s", (unsigned long long)seed,
                   minos_format_name((minos_format)i), edn);
            form_print(&f);
        }
        form_release(&f);
    }
    form_release(&history);
    free(edn);
    return good;
}

int main(int argc, char **argv) {
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : HISTORIES;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned wrong = 0;
    for (uint64_t i = 0; i < count && wrong < 3; i++) {
        wrong += run(seed + i) ? 0 : 1;
    }
    bool enough = true;
    for (int f = MINOS_FORMAT_JSON + 1; f < MNS_FORMAT_COUNT; f++) {
        printf("%s: %u written\n", minos_format_name((minos_format)f), written[f]);
        enough &= written[f] >= count / 20;
    }
    printf("%llu histories, %u wrong\n", (unsigned long long)count, wrong);
    return wrong == 0 && enough ? 0 : 1;
}
