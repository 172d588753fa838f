/* plan.c - see plan.h. */
#include "run/plan.h"

#include <math.h>

#include "core/spelling.h"
#include "run/database.h"
#include "run/nemesis/nemesis.h"
#include "run/record/watch.h"
#include "run/simulated.h"

enum {
    MOST_CLIENTS = 1000,
    MOST_TABLES = 100,
    MOST_WAIT_MS = 3600000,
    DEFAULT_TIME_S = 10,
    DEFAULT_WAIT_MS = 10000,
    DEFAULT_EVERY_S = 5,
    DEFAULT_FOR_S = 2,
    LONGEST_PREFIX = 41
};

/* Long enough for a server to restart. */
#define UNREACHABLE_NS UINT64_C(30000000000)

/* Far below the limits of clocks and counters. */
#define MOST_TIME_S 1e7
#define LEAST_RATE 0.001
#define MOST_RATE 1e7

static const char *const append_names[] = {"concat", "array", "rmw"};
static const char *const access_names[] = {"primary", "secondary", "none"};

void minos_run_options_init(minos_run_options *options) {
    *options = (minos_run_options){.target = "sqlite:",
                                   .tables = 1,
                                   .time_s = DEFAULT_TIME_S,
                                   .timeout_ms = DEFAULT_WAIT_MS,
                                   .connect_ms = DEFAULT_WAIT_MS,
                                   .faults = {.every_s = DEFAULT_EVERY_S, .for_s = DEFAULT_FOR_S}};
    minos_sim_options_init(&options->load);
    options->load.isolation = NULL;
    options->load.transactions = 0;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The index of a name in a list of which only some are supported, or SIZE_MAX and a message. */
static size_t find_name(const mns_plan *plan, const char *option, const char *name,
                        const char *const *names, size_t count, unsigned supported,
                        mns_buf *message) {
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, strlen(name));
    for (size_t i = 0; i < count; i++) {
        if (mns_spelling_is(&spelling, names[i]) && (supported >> i & 1u) != 0) {
            return i;
        }
    }
    mns_buf_printf(message, "--%s=%.60s is not supported for %s:; expected", option, name,
                   plan->driver->schemes[0]);
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        if ((supported >> i & 1u) != 0) {
            mns_buf_printf(message, "%s %s", first ? "" : ",", names[i]);
            first = false;
        }
    }
    return SIZE_MAX;
}

const mns_run_level *mns_level_find(const mns_driver *driver, const char *name, mns_buf *message) {
    if (name == NULL) {
        return &driver->levels[driver->default_level];
    }
    mns_spelling spelling;
    mns_spelling_init(&spelling, name, strlen(name));
    for (size_t i = 0; i < driver->level_count; i++) {
        if (mns_spelling_is(&spelling, driver->levels[i].name) ||
            mns_spelling_is(&spelling, driver->levels[i].native_name)) {
            return &driver->levels[i];
        }
        mns_spelling_offer(&spelling, driver->levels[i].name);
    }
    mns_name_unknown(message, "isolation level", name, strlen(name), spelling.nearest);
    for (size_t i = 0; i < driver->level_count; i++) {
        mns_buf_printf(message, "%s%s", i == 0 ? " (expected " : ", ", driver->levels[i].name);
    }
    mns_buf_char(message, ')');
    return NULL;
}

static bool read_level(mns_plan *plan, const char *name, mns_buf *message) {
    const mns_driver *driver = plan->driver;
    if (driver->accepts_any_level && name != NULL) {
        plan->custom_level =
            (mns_run_level){.name = name,
                            .native_name = name,
                            .claims = driver->levels[driver->default_level].claims,
                            .source = driver->levels[driver->default_level].source};
        plan->level = &plan->custom_level;
    } else {
        plan->level = mns_level_find(driver, name, message);
    }
    return plan->level != NULL;
}

static bool read_append(mns_plan *plan, const char *name, mns_buf *message) {
    plan->append = plan->driver->default_append;
    if (name == NULL) {
        return true;
    }
    mns_generator_kind kind = plan->config.shape.kind;
    if (kind != MNS_GENERATE_LIST_APPEND && kind != MNS_GENERATE_COUNTER) {
        mns_buf_printf(message,
                       "--append applies only to the workloads list-append and counter, not to %s",
                       mns_generator_kind_name((size_t)kind));
        return false;
    }
    unsigned supported = plan->driver->appends;
    if (kind == MNS_GENERATE_COUNTER) {
        supported &= ~(1u << MNS_APPEND_ARRAY);
    }
    size_t i = find_name(plan, "append", name, append_names, MNS_APPEND_COUNT, supported, message);
    plan->append = (mns_append)i;
    return i != SIZE_MAX;
}

static bool read_access(mns_plan *plan, const char *name, mns_buf *message) {
    if (name == NULL) {
        plan->access = MNS_ACCESS_PRIMARY;
        return true;
    }
    size_t i = find_name(plan, "access", name, access_names, MNS_ACCESS_COUNT,
                         plan->driver->accesses, message);
    plan->access = (mns_access)i;
    return i != SIZE_MAX;
}

/* The driver knows how a set is stored, except for programs behind exec:. */
static bool read_set_storage(mns_plan *plan, bool objects, mns_buf *message) {
    bool sets = plan->config.shape.kind == MNS_GENERATE_SET;
    mns_set_storage storage =
        plan->driver == NULL ? MNS_SET_OBJECT : plan->driver->set_storage; /* NULL: the simulator */
    if (objects && (!sets || storage == MNS_SET_ROWS)) {
        mns_buf_str(message, sets ? "--sets-are-objects does not apply: this target stores each "
                                    "element of a set as a row"
                                  : "--sets-are-objects applies only to --workload=set");
        return false;
    }
    plan->sets_are_objects = sets && (objects || storage == MNS_SET_OBJECT);
    return true;
}

static bool check_kind(const mns_plan *plan, mns_buf *message) {
    const char *names[MNS_GENERATOR_KIND_COUNT];
    for (size_t i = 0; i < MNS_GENERATOR_KIND_COUNT; i++) {
        names[i] = mns_generator_kind_name(i);
    }
    return find_name(plan, "workload", names[plan->config.shape.kind], names,
                     MNS_GENERATOR_KIND_COUNT, plan->driver->kinds, message) != SIZE_MAX;
}

/* A name that every database accepts without quotes. */
static bool check_prefix(const char *prefix, mns_buf *message) {
    size_t size = prefix == NULL ? 0 : strlen(prefix);
    size_t good = prefix == NULL ? 0 : strspn(prefix, "abcdefghijklmnopqrstuvwxyz_0123456789");
    if (prefix == NULL || (size > 0 && size <= LONGEST_PREFIX && good == size &&
                           !(prefix[0] >= '0' && prefix[0] <= '9'))) {
        return true;
    }
    mns_buf_printf(message,
                   "--prefix must be 1 to %d lowercase letters, digits and underscores, and must "
                   "not begin with a digit",
                   LONGEST_PREFIX);
    return false;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool within(const char *what, double value, double least, double most, mns_buf *message) {
    if (value >= least && value <= most) {
        return true;
    }
    mns_buf_printf(message, "%s must be from %g to %.0f, not %g", what, least, most, value);
    return false;
}

static bool check_numbers(const minos_run_options *o, mns_buf *message) {
    return within("--processes", o->load.processes, 1, MOST_CLIENTS, message) &&
           within("--tables", o->tables, 1, MOST_TABLES, message) &&
           within("--time", o->time_s, 0, MOST_TIME_S, message) &&
           (o->rate == 0 || within("--rate", o->rate, LEAST_RATE, MOST_RATE, message)) &&
           within("--timeout in milliseconds", o->timeout_ms, 1, MOST_WAIT_MS, message) &&
           within("--connect-timeout in milliseconds", o->connect_ms, 0, MOST_WAIT_MS, message);
}

/* The run must end some time. */
static bool check_end(const minos_run_options *o, mns_buf *message) {
    if (o->time_s == 0 && o->load.transactions == 0 && o->interrupts == NULL) {
        mns_buf_str(message, "the run would never end; set --time or --transactions");
        return false;
    }
    return true;
}

static bool check_watch(const minos_run_options *o, mns_buf *message) {
    if (o->stop_on == NULL) {
        return true;
    }
    char *why = NULL;
    minos_options options = mns_watch_options(o->stop_on, "none");
    bool good = minos_options_check(&options, &why) == MINOS_OK;
    if (!good) {
        mns_buf_str(message, why == NULL ? "out of memory" : why);
        message->failed = message->failed || why == NULL;
    }
    minos_free(why);
    return good;
}

/* ---- Combinations ---------------------------------------------------------------------------- */

typedef struct set_option {
    const char *name;
    bool set;
} set_option;

/* NULL: none is set. */
static const char *first_set(const set_option *options, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (options[i].set) {
            return options[i].name;
        }
    }
    return NULL;
}

static const char *faults_option(const minos_fault_options *faults) {
    return faults->kinds != NULL ? "--faults" : "--fault-cmd";
}

/* Options that only apply to the simulator. */
static bool check_not_simulated(const minos_sim_options *load, mns_buf *message) {
    const set_option options[] = {{"--bug", load->bugs != NULL && load->bugs[0] != '\0'},
                                  {"the abort rate", load->abort_rate != 0},
                                  {"the crash rate", load->crash_rate != 0},
                                  {"versions", load->versions != 0},
                                  {"timestamps", load->timestamps != 0}};
    const char *name = first_set(options, MNS_COUNT_OF(options));
    if (name != NULL) {
        mns_buf_printf(message, "only sim: supports %s", name);
    }
    return name == NULL;
}

/* Options that do not apply to the simulator. */
static bool check_not_live(const minos_run_options *o, mns_buf *message) {
    const set_option options[] = {{"--time", o->time_s != DEFAULT_TIME_S && o->time_s != 0},
                                  {"--rate", o->rate != 0},
                                  {"--append", o->append != NULL},
                                  {"--access", o->access != NULL},
                                  {"--tables", o->tables != 1},
                                  {"--prefix", o->prefix != NULL},
                                  {"--simple-protocol", o->simple_protocol != 0},
                                  {"a second target", o->more != NULL && o->more[0] != NULL},
                                  {faults_option(&o->faults), mns_nemesis_wanted(&o->faults)}};
    const char *name = first_set(options, MNS_COUNT_OF(options));
    if (name != NULL) {
        mns_buf_printf(message, "%s does not apply to sim:", name);
    }
    return name == NULL;
}

/* Options shared by live runs and the simulator. */
static bool read_load(mns_plan *plan, mns_buf *message) {
    char *why = NULL;
    minos_status status = mns_config_read(&plan->config, &plan->load, &why);
    if (status != MINOS_OK) {
        mns_buf_str(message, why == NULL ? "out of memory" : why);
        message->failed = message->failed || status == MINOS_ENOMEM;
    }
    minos_free(why);
    return status == MINOS_OK;
}

/* A fault lasts up to 1.5 times its average. */
static uint64_t unreachable_limit(const minos_fault_options *faults) {
    bool faulted = mns_nemesis_wanted(faults) && faults->for_s > 0 && faults->for_s < MOST_TIME_S;
    return UNREACHABLE_NS + (faulted ? (uint64_t)(faults->for_s * 2e9) : 0);
}

bool mns_plan_read_live(mns_plan *plan, const mns_driver *driver, const minos_run_options *o,
                        mns_buf *message) {
    *plan = (mns_plan){
        .driver = driver, .load = o->load, .unreachable_limit_ns = unreachable_limit(&o->faults)};
    /* mns_config_read needs a level of the simulator; any will do. */
    plan->load.isolation = minos_sim_level_name(0);
    return check_not_simulated(&o->load, message) && read_load(plan, message) &&
           read_level(plan, o->load.isolation, message) && check_kind(plan, message) &&
           read_append(plan, o->append, message) && read_access(plan, o->access, message) &&
           read_set_storage(plan, o->sets_are_objects != 0, message) &&
           check_prefix(o->prefix, message) && check_numbers(o, message) && check_end(o, message) &&
           check_watch(o, message);
}

static bool read_simulated(mns_plan *plan, const minos_run_options *o, mns_buf *message) {
    *plan = (mns_plan){.load = o->load};
    return check_not_live(o, message) && mns_simulated_level(plan, o, message) &&
           read_load(plan, message) && read_set_storage(plan, o->sets_are_objects != 0, message) &&
           check_watch(o, message);
}

bool mns_plan_read(mns_plan *plan, const minos_run_options *options, mns_buf *message) {
    if (mns_target_is_simulated(options->target)) {
        return read_simulated(plan, options, message);
    }
    const mns_driver *driver = mns_driver_find(options->target, message);
    return driver != NULL && mns_plan_read_live(plan, driver, options, message) &&
           mns_plan_check_nodes(driver, options, message);
}

/* Lets the driver parse the targets, except for throw-away servers that are not started yet. */
static bool check_targets(const mns_plan *plan, const minos_run_options *options,
                          mns_buf *message) {
    if (plan->driver == NULL || mns_target_is_bare(options->target)) {
        return true;
    }
    mns_database first, node;
    bool good = mns_database_open(&first, plan, options, NULL, 0, message);
    for (unsigned i = 1; good && options->more != NULL && options->more[i - 1] != NULL; i++) {
        good = mns_database_open(&node, plan, options, &first, i, message);
        mns_database_release(&node);
    }
    mns_database_release(&first);
    return good;
}

minos_status minos_run_options_check(const minos_run_options *options, char **message) {
    mns_plan plan;
    mns_buf text;
    mns_buf_init(&text);
    bool good = mns_plan_read(&plan, options, &text) && check_targets(&plan, options, &text);
    bool failed = text.failed;
    char *said = good ? NULL : mns_buf_take(&text, NULL);
    mns_buf_release(&text);
    if (message != NULL) {
        *message = said;
    } else {
        free(said);
    }
    if (failed) {
        return MINOS_ENOMEM;
    }
    return good ? MINOS_OK : MINOS_EARGUMENT;
}
