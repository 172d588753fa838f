/*
 * config.c - checks the options of the simulator: names, rates and bounds.
 *
 * Also the names and descriptions of levels and bugs, from levels.def and bugs.def.
 */
#include "sim/config.h"

#include <math.h>
#include <stdio.h>

#include "core/spelling.h"

enum {
    MOST_PROCESSES = 1000000,
    MOST_KEYS = 1000000,
    MOST_STEPS = 1000,
    MOST_WRITES = 1000000,
    MOST_INCREMENT = 1000000,
    LONGEST_NAME = 64
};

/* Below the point where numbers of transactions or processes would overflow. */
#define MOST_TRANSACTIONS UINT64_C(1000000000000)

/* ---- Levels and bugs ------------------------------------------------------------------------ */

static const struct level {
    const char *name;
    mns_reads reads;
    mns_guarded guard;
    const char *summary;
} levels[] = {
#define LEVEL(id, name, reads, guard, summary)                                                     \
    {name, MNS_READS_##reads, MNS_GUARD_##guard, summary},
#include "sim/levels.def"
#undef LEVEL
};

static const struct bug {
    const char *name;
    double rate;
    const char *summary, *anomalies;
} bugs[] = {
#define BUG(id, name, rate, summary, anomalies) {name, rate, summary, anomalies},
#include "sim/bugs.def"
#undef BUG
};

const char *minos_sim_level_name(size_t i) {
    return i < MNS_COUNT_OF(levels) ? levels[i].name : NULL;
}

const char *minos_sim_level_summary(size_t i) {
    return i < MNS_COUNT_OF(levels) ? levels[i].summary : NULL;
}

const char *minos_sim_bug_name(size_t i) { return i < MNS_COUNT_OF(bugs) ? bugs[i].name : NULL; }

const char *minos_sim_bug_summary(size_t i) {
    return i < MNS_COUNT_OF(bugs) ? bugs[i].summary : NULL;
}

const char *minos_sim_bug_anomalies(size_t i) {
    return i < MNS_COUNT_OF(bugs) ? bugs[i].anomalies : NULL;
}

double minos_sim_bug_rate(size_t i) { return i < MNS_COUNT_OF(bugs) ? bugs[i].rate : -1; }

void minos_sim_options_init(minos_sim_options *options) {
    *options = (minos_sim_options){.isolation = "strict-serializable",
                                   .workload = "list-append",
                                   .key_distribution = "exponential",
                                   .format = MINOS_FORMAT_EDN,
                                   .seed = 1,
                                   .transactions = 1000,
                                   .processes = 10,
                                   .keys = 10,
                                   .min_length = 1,
                                   .max_length = 4,
                                   .max_writes_per_key = 32,
                                   .read_fraction = 0.5,
                                   .min_increment = 1,
                                   .max_increment = 5};
}

/* ---- Names ---------------------------------------------------------------------------------- */

/* The index of a name in a list, or SIZE_MAX and a message with the list. */
static size_t find_name(const char *what, const char *name, size_t size,
                        const char *(*name_at)(size_t), mns_buf *message) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, size);
    for (size_t i = 0; name_at(i) != NULL; i++) {
        if (strlen(name_at(i)) == size && memcmp(name_at(i), name, size) == 0) {
            return i;
        }
        mns_spelling_offer(&spelling, name_at(i));
    }
    mns_name_unknown(message, what, name, size, spelling.nearest);
    for (size_t i = 0; name_at(i) != NULL; i++) {
        mns_buf_printf(message, "%s%s", i == 0 ? " (expected " : ", ", name_at(i));
    }
    mns_buf_char(message, ')');
    return SIZE_MAX;
}

static size_t find_word(const char *what, const char *name, const char *(*name_at)(size_t),
                        mns_buf *message) {
    return find_name(what, name, strlen(name), name_at, message);
}

static bool read_rate(const char *what, double rate, mns_odds *odds, mns_buf *message) {
    if (!(rate >= 0 && rate <= 1)) {
        mns_buf_printf(message, "the %s must be from 0 to 1", what);
        return false;
    }
    *odds = mns_odds_of(rate);
    return true;
}

/* One "NAME[:RATE]" of `size` bytes. */
static bool read_bug(mns_config *config, const char *text, size_t size, mns_buf *message) {
    const char *colon = memchr(text, ':', size);
    size_t name_size = colon == NULL ? size : (size_t)(colon - text);
    size_t bug = find_name("bug", text, name_size, minos_sim_bug_name, message);
    if (bug == SIZE_MAX) {
        return false;
    }
    double rate = bugs[bug].rate;
    if (colon != NULL) {
        char number[LONGEST_NAME];
        size_t number_size = size - name_size - 1;
        snprintf(number, sizeof number, "%.*s", (int)(number_size < 60 ? number_size : 60),
                 colon + 1);
        char *end;
        rate = strtod(number, &end);
        if (number[strspn(number, "0123456789.eE-")] != '\0' || end == number || *end != '\0') {
            rate = NAN;
        }
    }
    config->buggy = true;
    return read_rate("rate of a bug", rate, &config->bugs[bug], message);
}

static bool read_bugs(mns_config *config, const char *text, mns_buf *message) {
    while (text != NULL && *text != '\0') {
        size_t size = strcspn(text, ",");
        if (!read_bug(config, text, size, message)) {
            return false;
        }
        text += size + (text[size] == ',' ? 1 : 0);
    }
    return true;
}

static bool read_names(mns_config *config, const minos_sim_options *o, mns_buf *message) {
    size_t level = find_word("isolation level", o->isolation, minos_sim_level_name, message);
    size_t kind = level == SIZE_MAX
                      ? SIZE_MAX
                      : find_word("workload", o->workload, mns_generator_kind_name, message);
    size_t distribution = kind == SIZE_MAX ? SIZE_MAX
                                           : find_word("key distribution", o->key_distribution,
                                                       mns_distribution_name, message);
    if (distribution == SIZE_MAX) {
        return false;
    }
    config->reads = levels[level].reads;
    config->guard = levels[level].guard;
    config->shape.kind = (mns_generator_kind)kind;
    config->shape.distribution = (mns_distribution)distribution;
    return read_bugs(config, o->bugs, message);
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static bool within(const char *what, uint64_t value, uint64_t least, uint64_t most,
                   mns_buf *message) {
    if (value < least || value > most) {
        mns_buf_printf(message, "%s must be from %llu to %llu, not %llu", what,
                       (unsigned long long)least, (unsigned long long)most,
                       (unsigned long long)value);
        return false;
    }
    return true;
}

static bool read_increments(mns_config *config, const minos_sim_options *o, mns_buf *message) {
    if (o->min_increment < -MOST_INCREMENT || o->min_increment > o->max_increment ||
        o->max_increment > MOST_INCREMENT) {
        mns_buf_printf(message,
                       "--min-increment and --max-increment must be from %d to %d, and the "
                       "minimum at most the maximum, not %d to %d",
                       -MOST_INCREMENT, MOST_INCREMENT, o->min_increment, o->max_increment);
        return false;
    }
    config->shape.min_increment = o->min_increment;
    config->shape.max_increment = o->max_increment;
    return true;
}

static bool read_numbers(mns_config *config, const minos_sim_options *o, mns_buf *message) {
    mns_odds reads;
    if (!within("transactions", o->transactions, 0, MOST_TRANSACTIONS, message) ||
        !within("processes", o->processes, 1, MOST_PROCESSES, message) ||
        !within("keys", o->keys, 1, MOST_KEYS, message) ||
        !within("--min-length", o->min_length, 1, MOST_STEPS, message) ||
        !within("--max-length", o->max_length, o->min_length, MOST_STEPS, message) ||
        !within("writes per key", o->max_writes_per_key, 1, MOST_WRITES, message) ||
        !read_increments(config, o, message) ||
        !read_rate("read fraction", o->read_fraction, &reads, message) ||
        !read_rate("abort rate", o->abort_rate, &config->aborts, message) ||
        !read_rate("crash rate", o->crash_rate, &config->crashes, message)) {
        return false;
    }
    config->transactions = o->transactions;
    config->processes = o->processes;
    config->seed = o->seed;
    config->json = o->format == MINOS_FORMAT_JSON;
    config->final_reads = o->final_reads != 0;
    config->versions = o->versions != 0;
    config->timestamps = o->timestamps != 0;
    config->shape.keys = o->keys;
    config->shape.min_length = o->min_length;
    config->shape.max_length = o->max_length;
    config->shape.max_writes_per_key = o->max_writes_per_key;
    config->shape.read_fraction = o->read_fraction;
    config->shape.seed = o->seed;
    return true;
}

minos_status mns_config_read(mns_config *config, const minos_sim_options *options, char **message) {
    *config = (mns_config){.json = false};
    mns_buf text;
    mns_buf_init(&text);
    bool good = read_names(config, options, &text) && read_numbers(config, options, &text);
    bool failed = text.failed;
    char *said = good ? NULL : mns_buf_take(&text, NULL);
    mns_buf_release(&text);
    if (message != NULL) {
        *message = said;
    } else {
        free(said);
    }
    minos_status status = good ? MINOS_OK : MINOS_EARGUMENT;
    return failed ? MINOS_ENOMEM : status;
}

minos_status minos_sim_options_check(const minos_sim_options *options, char **message) {
    mns_config config;
    return mns_config_read(&config, options, message);
}
