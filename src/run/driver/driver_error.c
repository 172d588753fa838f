/* driver_error.c - sets driver errors and looks them up in a driver's error table. */
#include <stdio.h>

#include "run/driver/driver.h"

void mns_driver_error_set(mns_driver_error *failure, mns_run_outcome outcome, bool broken,
                          const char *name, const char *code, const char *message) {
    *failure = (mns_driver_error){.outcome = outcome, .broken = broken, .name = name};
    snprintf(failure->code, sizeof failure->code, "%s", code);
    snprintf(failure->message, sizeof failure->message, "%s", message);
    size_t size = strlen(failure->message);
    while (size > 0 && (unsigned char)failure->message[size - 1] <= ' ') {
        failure->message[--size] = '\0';
    }
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)failure->message[i];
        failure->message[i] = (char)(c < ' ' || c == 127 ? ' ' : c);
    }
}

bool mns_driver_error_is_transient(const mns_driver_error *failure) {
    static const char *const names[] = {
        "connection-refused", "connection-lost", "unreachable",         "timeout",
        "starting-up",        "not-ready",       "too-many-connections"};
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        if (strcmp(failure->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool mns_driver_error_is_fatal(const mns_driver_error *failure) {
    return strcmp(failure->name, "protocol-error") == 0;
}

/* How well a row matches: the length of its prefix, more for an exact match; 0: no match. */
static size_t fit(const mns_error_row *row, const char *code) {
    size_t size = strlen(row->code);
    if (size > 0 && row->code[size - 1] == '*') {
        return strncmp(row->code, code, size - 1) == 0 ? size : 0;
    }
    return strcmp(row->code, code) == 0 ? size + 2 : 0;
}

const mns_error_row *mns_error_find(const mns_error_row *rows, size_t count, const char *code) {
    const mns_error_row *best = NULL;
    size_t best_fit = 0;
    for (size_t i = 0; i < count; i++) {
        size_t fits = fit(&rows[i], code);
        if (fits > best_fit) {
            best = &rows[i];
            best_fit = fits;
        }
    }
    return best;
}
