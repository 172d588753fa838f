/*
 * history_options.c - stores the options of history_options.def in minos_options.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static int set_duplicate_writes(minos_options *options, const char *how) {
    options->ambiguous_duplicates = strcmp(how, "ambiguous") == 0;
    return options->ambiguous_duplicates || strcmp(how, "refuse") == 0
               ? GO_ON
               : complain("option --duplicate-writes must be refuse or ambiguous, not '%s'", how);
}

static int set_transaction_order(minos_options *options, const char *file) {
    options->transaction_order = file;
    return file[0] == '\0' ? complain("option --transaction-order needs the name of a file")
                           : GO_ON;
}

/* Bytes, or kB, MB, GB, TB (1,024 of each other), as 500M or 2G. */
static int set_max_unpacked(minos_options *options, const char *size) {
    static const char units[] = "kMGT";
    size_t digits = strspn(size, "0123456789");
    const char *unit = digits > 0 && size[digits] != '\0' ? strchr(units, size[digits]) : NULL;
    unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);
    const char *rest = size + digits + (unit != NULL);
    uint64_t number = digits == 0 || digits > 15 ? 0 : strtoull(size, NULL, 10);
    if (number == 0 || number > (uint64_t)1 << 40 >> shift ||
        (rest[0] != '\0' && strcmp(rest, "B") != 0)) {
        return complain("option --max-unpacked needs a size from 1 to 1T, such as 500M or 2G, not "
                        "'%s'",
                        size);
    }
    options->max_unpacked = number << shift;
    return GO_ON;
}

static const char *format_name(const void *context, size_t i) {
    (void)context;
    return minos_format_name((minos_format)i);
}

int format_option(const cli_option *option, const char *name, minos_format *format) {
    if (minos_format_parse(name, format)) {
        return GO_ON;
    }
    const char *nearest = minos_nearest_name(name, format_name, NULL);
    return complain("option --%s: there is no format '%s'%s%s%s (expected auto, edn, json, plume, "
                    "dbcop, dbcop-json, dbcop-text, cobra, awdit, timekiller or viper)",
                    option->name, name, nearest == NULL ? "" : "; did you mean '",
                    nearest == NULL ? "" : nearest, nearest == NULL ? "" : "'?");
}

int history_option(minos_options *options, const cli_option *option, const char *value) {
    switch (option->id) {
    case OPTION_WORKLOAD: options->workload = value; break;
    case OPTION_WFR_KEYS: options->assume_wfr = 1; break;
    case OPTION_SEQUENTIAL_KEYS: options->assume_sequential = 1; break;
    case OPTION_LINEARIZABLE_KEYS: options->assume_linearizable = 1; break;
    case OPTION_SETS_ARE_OBJECTS: options->sets_are_objects = 1; break;
    case OPTION_TRANSACTION_ORDER: return set_transaction_order(options, value);
    case OPTION_MAX_UNPACKED: return set_max_unpacked(options, value);
    case OPTION_DUPLICATE_WRITES: return set_duplicate_writes(options, value);
    default: break; /* not an option of reading */
    }
    return GO_ON;
}

int history_operands(const minos_options *options, int count, char **histories) {
    const char *order = options->transaction_order;
    int stdins = order != NULL && strcmp(order, "-") == 0 ? 1 : 0;
    for (int i = 0; i < count; i++) {
        stdins += strcmp(histories[i], "-") == 0 ? 1 : 0;
    }
    if (order != NULL && count > 1) {
        return complain("--transaction-order applies to one history, not to %d", count);
    }
    return stdins > 1 ? complain("stdin (-) can be read only once") : GO_ON;
}

int history_options_check(const minos_options *options) {
    char *message = NULL;
    minos_status status = minos_options_check(options, &message);
    if (status != MINOS_OK) {
        complain("%s", message == NULL ? "out of memory" : message);
    }
    minos_free(message);
    return exit_of(status);
}
