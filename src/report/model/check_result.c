/* check_result.c - see check_result.h. */
#include "report/model/check_result.h"

const char *mns_verdict_word(minos_verdict verdict) {
    switch (verdict) {
    case MINOS_VALID: return "true";
    case MINOS_VIOLATED: return "false";
    case MINOS_UNKNOWN: break;
    }
    return "unknown";
}

const char *mns_failure(minos_status status) {
    switch (status) {
    case MINOS_ENOMEM: return "out of memory";
    case MINOS_EINTERNAL:
        return "internal error: the re-checker rejected a witness, so there is no verdict; please "
               "report this with the history";
    case MINOS_OK:
    case MINOS_EARGUMENT:
    case MINOS_EINPUT:
    case MINOS_EIO: break;
    }
    return "the check failed";
}

uint32_t mns_mop_place(const mns_history *history, uint32_t mop) {
    uint32_t first = history->txns.first_mop[history->txn_of_mop[mop]];
    assert(mop >= first);
    return mop - first;
}

static int compare_names(const void *a, const void *b) {
    const char *const *left = a;
    const char *const *right = b;
    return strcmp(*left, *right);
}

size_t mns_model_names(const bool set[MNS_MODEL_COUNT], const char *names[MNS_MODEL_COUNT]) {
    size_t count = 0;
    for (uint32_t m = 0; m < MNS_MODEL_COUNT; m++) {
        if (set[m]) {
            names[count++] = mns_model_friendly((mns_model)m);
        }
    }
    qsort(names, count, sizeof *names, compare_names);
    return count;
}

size_t mns_witnesses_of(const mns_witnesses *witnesses, mns_anomaly anomaly, size_t *first) {
    size_t i = 0;
    while (i < witnesses->count && witnesses->items[i].anomaly != anomaly) {
        i++;
    }
    *first = i;
    while (i < witnesses->count && witnesses->items[i].anomaly == anomaly) {
        i++;
    }
    return i - *first;
}

uint64_t mns_anomaly_count(const mns_check_result *check, mns_anomaly anomaly) {
    assert(check->judgement->found[anomaly]);
    uint64_t count = check->witnesses->total[anomaly];
    return count == 0 ? 1 : count;
}
