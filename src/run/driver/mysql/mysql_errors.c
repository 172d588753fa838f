/* mysql_errors.c - what an error means for a transaction: mysql_errors.def, looked up. */
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

void mns_mysql_trouble(mns_trouble *trouble, unsigned code, const char *message, bool committing) {
    char number[16];
    snprintf(number, sizeof number, "%u", code);
    const mns_error_row *row = mns_error_find(errors, MNS_COUNT_OF(errors), number);
    mns_run_outcome at_commit = row != NULL ? row->at_commit : MNS_OUTCOME_INFO;
    mns_trouble_set(trouble, committing ? at_commit : MNS_OUTCOME_FAIL, row != NULL && row->broken,
                    row != NULL ? row->name : "unknown-error", number, message);
}

bool mns_mysql_failed(mns_connection *connection) {
    MYSQL *mysql = connection->mysql;
    mns_mysql_trouble(&connection->trouble, mysql_errno(mysql), mysql_error(mysql),
                      connection->committing);
    return false;
}

bool mns_mysql_refused(mns_connection *connection, const char *name, const char *message) {
    assert(!connection->committing);
    /* Rows may be left unread, buffers in want of memory: a new connection is the clean way on. */
    mns_trouble_set(&connection->trouble, MNS_OUTCOME_FAIL, true, name, "", message);
    return false;
}

bool mns_mysql_protocol_error(mns_connection *connection, const char *message) {
    mns_trouble_set(&connection->trouble,
                    connection->committing ? MNS_OUTCOME_INFO : MNS_OUTCOME_FAIL, true,
                    "protocol-error", "", message);
    return false;
}
