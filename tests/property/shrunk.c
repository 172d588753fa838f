/* shrunk.c - see shrunk.h. */
#include "property/shrunk.h"

#include <stdio.h>

#include "pipeline.h"
#include "property/part.h"
#include "support/second_opinion.h"

static minos_result *check(const char *text, const minos_options *options) {
    minos_result *result = NULL;
    minos_status status = check_twice("shrunk", text, strlen(text), options, &result);
    if (status != MINOS_OK) {
        printf("status %d: %s\n%s\n", (int)status,
               result != NULL && minos_result_problem_count(result) > 0
                   ? minos_result_problem(result, 0).message
                   : "",
               text);
        exit(1);
    }
    return result;
}

static bool is_minimal(const mns_history *small, const minos_options *options, mns_anomaly anomaly,
                       const bool *allowed) {
    bool minimal = true;
    for (uint32_t txn = 0; txn < small->txns.count && minimal; txn++) {
        char *text = part_without(small, txn);
        minos_result *result = check(text, options);
        minimal = !part_shows(result, anomaly, allowed);
        minos_result_free(result);
        free(text);
    }
    return minimal;
}

static const char *fault(const minos_result *whole, const minos_options *options,
                         mns_anomaly anomaly, const char *small, const char *json) {
    bool allowed[MNS_ANOMALY_COUNT];
    memcpy(allowed, whole->judgement.found, sizeof allowed);
    mns_anomalies_add_implied(allowed);
    minos_result *result = check(small, options), *other = check(json, options);
    const char *what = NULL;
    if (!part_shows(result, anomaly, allowed)) {
        what = "does not show it, or shows more";
    } else if (!part_shows(other, anomaly, allowed)) {
        what = "does not show it as JSON, or shows more";
    } else if (!part_is(&result->history, &whole->history)) {
        what = "is not part of the history";
    } else if (whole->history.workload != MNS_COUNTER &&
               !is_minimal(&result->history, options, anomaly, allowed)) {
        what = "is not as small as can be";
    }
    minos_result_free(result);
    minos_result_free(other);
    return what;
}

static char *shrink(const minos_result *whole, mns_anomaly anomaly, minos_format format) {
    char *text = NULL, *message = NULL;
    size_t size = 0;
    minos_shrink(whole, mns_anomaly_name(anomaly), format, &text, &size, &message);
    minos_free(message);
    return text;
}

static void try_anomaly(shrunk *all, const minos_result *whole, const minos_options *options,
                        mns_anomaly anomaly, const char *history, const char *origin) {
    char *small = shrink(whole, anomaly, MINOS_FORMAT_AUTO);
    char *again = shrink(whole, anomaly, MINOS_FORMAT_EDN);
    char *json = shrink(whole, anomaly, MINOS_FORMAT_JSON);
    const char *what = small == NULL || again == NULL || json == NULL ? "was not shrunk"
                       : strcmp(small, again) != 0                    ? "is not the same each time"
                                                   : fault(whole, options, anomaly, small, json);
    if (what != NULL && all->wrong++ < 3) {
        printf("%s: %s: %s\n%s\nshrunk to\n%s\n", origin, mns_anomaly_name(anomaly), what, history,
               small == NULL ? "nothing" : small);
    }
    all->count++;
    minos_free(small);
    minos_free(again);
    minos_free(json);
}

void shrunk_try(shrunk *all, const char *history, const minos_options *options,
                const char *origin) {
    minos_result *whole = check(history, options);
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (whole->judgement.found[a]) {
            try_anomaly(all, whole, options, (mns_anomaly)a, history, origin);
        }
    }
    minos_result_free(whole);
}
