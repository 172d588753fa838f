/* mysql_errors.c - classifies errors by mysql_errors.def. */
#include <stdio.h>

#include "run/driver/mysql/mysql.h"

static const mns_error_row errors[] = {
#define LOST true
#define USABLE false
#define MYSQL_ERROR(code, name, at_commit, broken) {code, name, MNS_OUTCOME_##at_commit, broken},
#include "run/driver/mysql/mysql_errors.def"
#undef MYSQL_ERROR
#undef USABLE
#undef LOST
};

void mns_mysql_error(mns_driver_error *failure, unsigned code, const char *message,
                     bool committing) {
    char number[16];
    snprintf(number, sizeof number, "%u", code);
    const mns_error_row *row = mns_error_find(errors, MNS_COUNT_OF(errors), number);
    mns_run_outcome at_commit = row != NULL ? row->at_commit : MNS_OUTCOME_INFO;
    mns_driver_error_set(failure, committing ? at_commit : MNS_OUTCOME_FAIL,
                         row != NULL && row->broken, row != NULL ? row->name : "unknown-error",
                         number, message);
}

bool mns_mysql_failed(mns_connection *connection) {
    MYSQL *mysql = connection->mysql;
    mns_mysql_error(&connection->failure, mysql_errno(mysql), mysql_error(mysql),
                    connection->committing);
    return false;
}

bool mns_mysql_refused(mns_connection *connection, const char *name, const char *message) {
    assert(!connection->committing);
    /* Rows may be unread and buffers incomplete: a new connection is the safe way to continue. */
    mns_driver_error_set(&connection->failure, MNS_OUTCOME_FAIL, true, name, "", message);
    return false;
}

bool mns_mysql_protocol_error(mns_connection *connection, const char *message) {
    mns_driver_error_set(&connection->failure,
                         connection->committing ? MNS_OUTCOME_INFO : MNS_OUTCOME_FAIL, true,
                         "protocol-error", "", message);
    return false;
}
