/*
 * simulated.c - see simulated.h.
 *
 * The simulator returns whole lines, which go straight to the history; the summary's counts are
 * taken from them. In between, the run reacts to interrupts and checks the history, at growing
 * sizes so that all checks together cost no more than one of the whole.
 */
#include "run/simulated.h"

#include "core/spelling.h"
#include "run/record/history_file.h"
#include "run/record/watch.h"
#include "run/system/clock.h"

enum { DEFAULT_TRANSACTIONS = 10000, FIRST_CHECK_BYTES = 65536 };

/* ---- Levels ---------------------------------------------------------------------------------- */

/* The index of a level, in any spelling; SIZE_MAX and the nearest name in *spelling if unknown. */
static size_t level_index(const char *name, mns_spelling *spelling) {
    mns_spelling_init(spelling, name, strlen(name));
    for (size_t i = 0; minos_sim_level_name(i) != NULL; i++) {
        if (mns_spelling_is(spelling, minos_sim_level_name(i))) {
            return i;
        }
        mns_spelling_offer(spelling, minos_sim_level_name(i));
    }
    return SIZE_MAX;
}

static const char *after_colon(const char *target) { return strchr(target, ':') + 1; }

size_t mns_simulated_default(const char *target) {
    mns_spelling spelling;
    size_t place = level_index(after_colon(target), &spelling);
    return place == SIZE_MAX ? 0 : place;
}

/* The simulator's spelling; NULL: message. */
static const char *find_level(const char *name, mns_buf *message) {
    mns_spelling spelling;
    size_t place = level_index(name, &spelling);
    if (place != SIZE_MAX) {
        return minos_sim_level_name(place);
    }
    mns_name_unknown(message, "isolation level", name, strlen(name), spelling.nearest);
    for (size_t i = 0; minos_sim_level_name(i) != NULL; i++) {
        mns_buf_printf(message, "%s%s", i == 0 ? " (expected " : ", ", minos_sim_level_name(i));
    }
    mns_buf_char(message, ')');
    return NULL;
}

bool mns_simulated_level(mns_plan *plan, const minos_run_options *options, mns_buf *message) {
    const char *written = after_colon(options->target);
    const char *wanted = options->load.isolation;
    const char *chosen = wanted != NULL ? wanted : minos_sim_level_name(0);
    const char *level = find_level(*written != '\0' ? written : chosen, message);
    const char *other = level == NULL || wanted == NULL ? level : find_level(wanted, message);
    if (other == NULL) {
        return false;
    }
    if (other != level) {
        mns_buf_printf(message, "the target names level %s, but --isolation is %s", level, other);
        return false;
    }
    /* The simulator's levels are named for the models that they satisfy. */
    plan->custom_level = (mns_run_level){.name = level,
                                         .native_name = level,
                                         .claims = level,
                                         .source = "the definition of the simulator's level"};
    plan->level = &plan->custom_level;
    plan->load.isolation = level;
    plan->load.format = MINOS_FORMAT_EDN;
    if (plan->load.transactions == 0) {
        plan->load.transactions = DEFAULT_TRANSACTIONS;
    }
    return true;
}

/* ---- Running --------------------------------------------------------------------------------- */

typedef struct sink {
    const minos_run_options *options;
    const char *claims;
    minos_run_summary *summary;
    mns_history_file file;
    uint64_t begun, next_check;
    minos_run_end ended;
} sink;

static void count_lines(minos_run_summary *summary, const char *text, size_t size) {
    static const char type[] = ":type :";
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const char *found = strstr(text + at, type);
        assert(end != NULL && found != NULL && found < end);
        switch (found[sizeof type - 1]) {
        case 'o': summary->ok++; break;
        case 'f': summary->fail++; break;
        case 'i': summary->info += found[sizeof type + 1] == 'f' ? 1 : 0; break;
        default: assert(!"a type of operation");
        }
        summary->operations++;
        at = (size_t)(end - text) + 1;
    }
}

static void report_progress(const sink *s) {
    if (s->options->progress != NULL) {
        minos_run_progress progress = {.phase = MINOS_PHASE_RUNNING,
                                       .seconds = (double)(mns_clock_ns() - s->begun) / 1e9,
                                       .ok = s->summary->ok,
                                       .fail = s->summary->fail,
                                       .info = s->summary->info,
                                       .connected = s->options->load.processes,
                                       .clients = s->options->load.processes};
        s->options->progress(s->options->progress_context, &progress);
    }
}

/* Whether the history so far violates a model, if the user asked to stop then. */
static bool violated(sink *s) {
    if (s->options->stop_on == NULL || s->file.size < s->next_check) {
        return false;
    }
    s->next_check = 2 * s->file.size;
    minos_result *result = NULL;
    minos_options options = mns_watch_options(s->options->stop_on, s->claims);
    minos_status status = minos_check_file(s->file.path, &options, &result);
    bool found = status == MINOS_OK && minos_result_verdict(result) == MINOS_VIOLATED;
    minos_result_free(result);
    return found;
}

static int take(void *context, const char *bytes, size_t size) {
    sink *s = context;
    uint64_t before = s->summary->operations;
    count_lines(s->summary, bytes, size);
    if (!mns_history_file_append(&s->file, bytes, size, s->summary->operations - before)) {
        return 1;
    }
    report_progress(s);
    if (s->options->interrupts != NULL && *s->options->interrupts > 0) {
        s->ended = MINOS_END_INTERRUPTED;
    } else if (violated(s)) {
        s->ended = MINOS_END_VIOLATION;
    }
    return s->ended != MINOS_END_TRANSACTIONS;
}

static minos_status fail(const sink *s, const char *what, mns_buf *message) {
    mns_buf_printf(message, "%s %s: %s", what, s->options->history, strerror(s->file.error));
    return MINOS_EIO;
}

static minos_status simulate(sink *s, const mns_plan *plan, mns_buf *message) {
    if (!mns_history_file_create(&s->file, s->options->history)) {
        return fail(s, "cannot create", message);
    }
    minos_status status = minos_sim_run(&plan->load, take, s, NULL, NULL);
    if (!mns_history_file_close(&s->file)) {
        return fail(s, "cannot write", message);
    }
    if (status == MINOS_EIO && s->ended != MINOS_END_TRANSACTIONS) {
        status = MINOS_OK;
    }
    return status;
}

minos_status mns_simulated_run(const mns_plan *plan, const minos_run_options *options,
                               minos_run_summary *summary, mns_buf *message) {
    sink s = {.options = options,
              .claims = plan->level->claims,
              .summary = summary,
              .begun = mns_clock_ns(),
              .ended = MINOS_END_TRANSACTIONS,
              .next_check = FIRST_CHECK_BYTES};
    minos_status status = simulate(&s, plan, message);
    summary->ended = s.ended;
    summary->concurrency = options->load.processes; /* each always has a transaction in flight */
    summary->seconds = (double)(mns_clock_ns() - s.begun) / 1e9;
    summary->operations = s.file.lines;
    mns_history_file_release(&s.file);
    return status;
}
