/* postgres_errors.c - the table of postgres_errors.def. */
#include "run/driver/postgres/postgres.h"

static const mns_error_row rows[] = {
#define POSTGRES_ROW(code, name, outcome, broken) {code, name, MNS_OUTCOME_##outcome, broken},
#include "run/driver/postgres/postgres_errors.def"
#undef POSTGRES_ROW
};

static const mns_error_row unknown = {"", "unknown-error", MNS_OUTCOME_INFO, false};

const mns_error_row *mns_postgres_error(const char *sqlstate) {
    const mns_error_row *row = mns_error_find(rows, MNS_COUNT_OF(rows), sqlstate);
    return row != NULL ? row : &unknown;
}
