/* sqlite_errors.c - the table of sqlite_errors.def: by extended result code, else by primary code.
 */
#include <sqlite3.h>

#include "run/driver/sqlite/sqlite.h"

static const struct {
    int number;
    mns_error_row row;
} rows[] = {
#define SQLITE_ROW_OF(number, name, outcome, broken)                                               \
    {number, {#number, name, MNS_OUTCOME_##outcome, broken}},
#include "run/driver/sqlite/sqlite_errors.def"
#undef SQLITE_ROW_OF
};

static const mns_error_row unknown = {"", "unknown-error", MNS_OUTCOME_INFO, true};

static const mns_error_row *find(int code) {
    for (size_t i = 0; i < MNS_COUNT_OF(rows); i++) {
        if (rows[i].number == code) {
            return &rows[i].row;
        }
    }
    return NULL;
}

const mns_error_row *mns_sqlite_error(int code) {
    const mns_error_row *row = find(code);
    if (row == NULL) {
        row = find(code & 0xFF);
    }
    return row != NULL ? row : &unknown;
}
