/*
 * mysql.c - the driver of MySQL, MariaDB and compatible databases.
 *
 * Tables are named PREFIX_0, PREFIX_1 ... in the target's database; each is created by a CREATE
 * TABLE that fails if it exists, and only created tables are ever dropped. A transaction is its
 * statements, one round trip each, then COMMIT; it begins implicitly (see mysql_session.c). COMMIT
 * is the only statement whose outcome can be unknown: if the connection is lost earlier, the server
 * rolls back.
 *
 * What the levels mean: MySQL's manual, "Transaction Isolation Levels"; MariaDB's, "SET
 * TRANSACTION" and innodb_snapshot_isolation, which makes REPEATABLE READ reject writes to rows
 * that changed since its snapshot. A Galera cluster is MariaDB or MySQL with other guarantees:
 * according to its manual, "Isolation Levels", all of them hold between transactions of one node,
 * but nothing stronger than repeatable read holds between nodes, even with SERIALIZABLE.
 */
#include "run/driver/mysql/mysql.h"

/* The error of DROP TABLE for a missing table. */
#define NO_SUCH_TABLE "1051"
/* A server may report any version text; it is truncated to this. */
#define VERSION_BYTES 60

#define DOCUMENTED                                                                                 \
    "https://dev.mysql.com/doc/refman/8.0/en/innodb-transaction-isolation-levels.html"
static const mns_run_level levels[] = {
    {"serializable", "SERIALIZABLE", "serializable", DOCUMENTED "#isolevel_serializable"},
    {"repeatable-read", "REPEATABLE READ", "repeatable-read",
     DOCUMENTED "#isolevel_repeatable-read"},
    {"read-committed", "READ COMMITTED", "read-committed", DOCUMENTED "#isolevel_read-committed"},
    {"read-uncommitted", "READ UNCOMMITTED", "read-uncommitted",
     DOCUMENTED "#isolevel_read-uncommitted"},
};
#define GALERA "https://galeracluster.com/library/documentation/isolation-levels.html"
static const mns_run_level galera_levels[] = {
    {"serializable", "SERIALIZABLE", "repeatable-read", GALERA},
    {"repeatable-read", "REPEATABLE READ", "repeatable-read", GALERA},
    {"read-committed", "READ COMMITTED", "read-committed", GALERA},
    {"read-uncommitted", "READ UNCOMMITTED", "read-uncommitted", GALERA},
};
#define REPEATABLE_READ 1 /* its index, and the documented default */

/* ---- The target ------------------------------------------------------------------------------ */

static bool open_target(mns_database *database) {
    mns_mysql_target *target = calloc(1, sizeof *target);
    if (target == NULL) {
        mns_buf_str(&database->message, "out of memory");
        return false;
    }
    database->state = target;
    return mns_mysql_target_read(target, database->target, &database->message);
}

static void release(mns_database *database) {
    if (database->state != NULL) {
        mns_mysql_target_release(database->state);
        free(database->state);
        database->state = NULL;
    }
}

/* ---- Tables ---------------------------------------------------------------------------------- */

static void write_error(mns_buf *out, const mns_driver_error *failure) {
    mns_buf_printf(out, "%s (%s)", failure->message, failure->code);
}

/* Runs CREATE or DROP for one table. */
static bool run_for_table(mns_database *database, mns_connection *connection,
                          mns_statement statement, unsigned table) {
    mns_buf text;
    mns_buf_init(&text);
    mns_sql_write(database, MNS_SQL_MYSQL, statement, table, &text);
    char *query = mns_buf_take(&text, NULL);
    bool done = query != NULL ? mns_mysql_query(connection, query)
                              : mns_mysql_refused(connection, "out-of-memory", "out of memory");
    free(query);
    return done;
}

/* Drops the created tables as far as possible; `left` gets the names of the others and the last
 * error. A table that is already gone counts as dropped. */
static void drop_created(mns_database *database, mns_connection *connection, mns_buf *left) {
    mns_mysql_target *target = database->state;
    mns_driver_error why = {.name = NULL};
    for (unsigned table = 0; table < target->created; table++) {
        if (!run_for_table(database, connection, MNS_SQL_DROP, table) &&
            strcmp(connection->failure.code, NO_SUCH_TABLE) != 0) {
            mns_buf_str(left, left->size == 0 ? "" : ", ");
            mns_sql_table(database, MNS_SQL_MYSQL, table, left);
            why = connection->failure;
        }
    }
    if (why.name != NULL) {
        mns_buf_str(left, ": ");
        write_error(left, &why);
    } else {
        target->created = 0;
    }
}

static bool drop(mns_database *database, mns_connection *connection) {
    mns_buf left;
    mns_buf_init(&left);
    if (!database->keep) {
        drop_created(database, connection, &left);
    }
    bool gone = left.size == 0 && !left.failed;
    if (!gone) {
        mns_buf_printf(&database->message, "table not removed: %s",
                       left.failed ? database->prefix : left.data);
    }
    mns_buf_release(&left);
    return gone;
}

/* Reports why a table could not be created, and which created tables could not be dropped again. */
static void fail_create(mns_database *database, mns_connection *connection, unsigned table) {
    mns_buf *message = &database->message;
    mns_buf left;
    mns_buf_init(&left);
    mns_buf_str(message, "cannot create table ");
    mns_sql_table(database, MNS_SQL_MYSQL, table, message);
    mns_buf_str(message, ": ");
    write_error(message, &connection->failure);
    mns_mysql_name_grant_to_create(connection, message);
    drop_created(database, connection, &left);
    if (left.size > 0) {
        mns_buf_printf(message, "; table not removed: %s", left.data);
    }
    mns_buf_release(&left);
}

static bool create_tables(mns_database *database, mns_connection *connection) {
    mns_mysql_target *target = database->state;
    for (unsigned table = 0; table < database->tables; table++) {
        if (!run_for_table(database, connection, MNS_SQL_CREATE, table)) {
            fail_create(database, connection, table);
            return false;
        }
        target->created = table + 1;
    }
    return true;
}

/* ---- Server properties ----------------------------------------------------------------------- */

/* "10.11.6-MariaDB-log" becomes "MariaDB 10.11.6"; other versions are shown completely, since they
 * may identify the product. */
void mns_mysql_write_version(const char *text, mns_buf *out) {
    bool maria = strstr(text, "MariaDB") != NULL;
    size_t end = maria ? strspn(text, "0123456789.") : strlen(text);
    mns_buf_str(out, maria ? "MariaDB " : "MySQL ");
    for (size_t i = 0; i < end && i < VERSION_BYTES; i++) {
        mns_buf_char(out, text[i] > ' ' && text[i] < 127 ? text[i] : ' ');
    }
}

/* Whether a variable has this value; false for unknown variables. */
static bool variable_is(mns_connection *connection, const char *name, const char *value, bool *is) {
    mns_buf query, answer;
    mns_buf_init(&query);
    mns_buf_init(&answer);
    mns_buf_printf(&query, "SHOW VARIABLES LIKE '%s'", name);
    bool asked = !query.failed && mns_mysql_ask(connection, query.data, 1, &answer);
    *is = answer.size == strlen(value) && memcmp(answer.data, value, answer.size) == 0;
    mns_buf_release(&query);
    mns_buf_release(&answer);
    return asked;
}

/* "MariaDB 10.11.6", or "MariaDB 10.11.6, Galera 4.23" for a cluster node. */
static bool ask_version(mns_database *database, mns_connection *connection) {
    mns_buf version, provider;
    mns_buf_init(&version);
    mns_buf_init(&provider);
    bool galera = database->driver == &mns_driver_galera;
    bool asked = mns_mysql_ask(connection, "SELECT VERSION()", 0, &version) &&
                 (!galera || mns_mysql_ask(connection, "SHOW STATUS LIKE 'wsrep_provider_version'",
                                           1, &provider));
    if (asked) {
        mns_mysql_write_version(version.size > 0 ? version.data : "", &database->version);
    }
    size_t size = provider.size > 0 ? strspn(provider.data, "0123456789.") : 0;
    if (asked && galera) {
        mns_buf_str(&database->version, ", Galera ");
        mns_buf_bytes(&database->version, provider.data,
                      size < VERSION_BYTES ? size : VERSION_BYTES);
    }
    mns_buf_release(&version);
    mns_buf_release(&provider);
    return asked;
}

/* The levels are those of MySQL's manual; MariaDB has its own. */
static void choose_source(mns_database *database, bool snapshot) {
    bool mariadb = database->driver == &mns_driver_mysql && database->version.data != NULL &&
                   strncmp(database->version.data, "MariaDB", 7) == 0;
    if (mariadb) {
        database->claims_source = "https://mariadb.com/kb/en/set-transaction/";
    }
    if (snapshot && database->level == &levels[REPEATABLE_READ]) {
        database->claims = "snapshot-isolation";
        database->claims_source =
            "https://mariadb.com/kb/en/innodb-system-variables/#innodb_snapshot_isolation";
    }
}

static bool check_server(mns_database *database, mns_connection *connection) {
    bool snapshot = false, undetected = false;
    bool seen = ask_version(database, connection) &&
                variable_is(connection, "innodb_snapshot_isolation", "ON", &snapshot) &&
                variable_is(connection, "innodb_deadlock_detect", "OFF", &undetected) &&
                variable_is(connection, "read_only", "ON", &database->read_only);
    if (!seen) {
        mns_buf_str(&database->message, "cannot query the server's version and variables: ");
        write_error(&database->message, &connection->failure);
    }
    choose_source(database, snapshot);
    if (undetected) {
        mns_buf_str(&database->warnings,
                    "innodb_deadlock_detect is OFF: deadlocks last until a lock "
                    "wait times out, so contended transactions are slow\n");
    }
    return seen;
}

static bool create(mns_database *database, mns_connection *connection) {
    return check_server(database, connection) && create_tables(database, connection);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

static const char commit_text[] = "COMMIT";
static const char sync_wait_text[] = "SET wsrep_sync_wait = @@wsrep_sync_wait | 1";

/* The final reads of a Galera node wait until it has applied what the cluster had committed: a node
 * that lags has lost nothing. Bit 1 of wsrep_sync_wait is for reads. */
static bool waits_for_cluster(const mns_database *database, const mns_run_txn *txn) {
    return database->driver == &mns_driver_galera && txn->final;
}

static bool wait_for_cluster(mns_connection *connection) {
    connection->waits = connection->waits || mns_mysql_query(connection, sync_wait_text);
    return connection->waits;
}

/* The first statement begins the transaction. */
static bool begin(mns_connection *connection, mns_run_txn *txn) {
    connection->committing = false;
    return !waits_for_cluster(connection->database, txn) || wait_for_cluster(connection);
}

static void answer_cell(mns_connection *connection, mns_run_txn *txn, size_t i) {
    const mns_buf *cell = &connection->cell;
    switch (txn->kind) {
    case MNS_GENERATE_LIST_APPEND: mns_answer_list(txn, i, cell->data, cell->size); break;
    case MNS_GENERATE_SET: mns_answer_element(txn, i, cell->data, cell->size); break;
    default: mns_answer_text(txn, i, cell->data, cell->size); break;
    }
}

static bool read_key(mns_connection *connection, mns_run_txn *txn, size_t i) {
    uint64_t key = txn->mops[i].key;
    bool set = txn->kind == MNS_GENERATE_SET;
    if (!mns_mysql_read(connection, mns_sql_table_of(connection->database, key), (int64_t)key)) {
        return false;
    }
    if (set) {
        mns_answer_begin(txn, i);
    }
    mns_mysql_row how = mns_mysql_next(connection);
    if (how == MNS_MYSQL_END && !set) {
        mns_answer_nil(txn, i);
    }
    /* If there is one row per key, the first is used; a second would violate the primary key. */
    for (bool first = true; how == MNS_MYSQL_ROW; first = false) {
        if (first || set) {
            answer_cell(connection, txn, i);
        }
        how = mns_mysql_next(connection);
    }
    if (set && how == MNS_MYSQL_END) {
        mns_answer_end(txn, i);
    }
    return how == MNS_MYSQL_END;
}

/* Reads the old value and computes connection->sum. */
static bool modify(mns_connection *connection, mns_generator_kind kind, unsigned table,
                   const mns_run_mop *mop) {
    mns_buf *sum = &connection->sum;
    mns_buf_clear(sum);
    if (!mns_mysql_read(connection, table, (int64_t)mop->key)) {
        return false;
    }
    mns_mysql_row how = mns_mysql_next(connection);
    if (how == MNS_MYSQL_ERROR) {
        return false;
    }
    const char *old = how == MNS_MYSQL_ROW ? connection->cell.data : NULL;
    bool made = mns_sql_modify(kind, old, connection->cell.size, mop->value, sum);
    while (how == MNS_MYSQL_ROW) {
        how = mns_mysql_next(connection);
    }
    if (how == MNS_MYSQL_ERROR) {
        return false;
    }
    if (!made || sum->failed) {
        return mns_mysql_refused(connection, made ? "out-of-memory" : "not-a-number",
                                 made ? "out of memory" : "the value read is not a number");
    }
    return true;
}

static bool write_key(mns_connection *connection, mns_run_txn *txn, size_t i) {
    const mns_run_mop *mop = &txn->mops[i];
    unsigned table = mns_sql_table_of(connection->database, mop->key);
    mns_mysql_value key = {.number = (int64_t)mop->key}, value = {.number = mop->value};
    uint64_t changed = 0;
    if (mns_sql_reads_first(connection->database)) {
        if (!modify(connection, txn->kind, table, mop)) {
            return false;
        }
        value.text = &connection->sum;
    }
    int updates = mns_mysql_has(connection, MNS_SQL_UPDATE, table);
    if (updates < 0 ||
        (updates > 0 && !mns_mysql_change(connection, MNS_SQL_UPDATE, table,
                                          (mns_mysql_value[]){value, key}, &changed))) {
        return false;
    }
    return changed > 0 || mns_mysql_change(connection, MNS_SQL_WRITE, table,
                                           (mns_mysql_value[]){key, value}, &changed);
}

static bool apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    bool done = txn->mops[i].write ? write_key(connection, txn, i) : read_key(connection, txn, i);
    if (done && txn->answers.failed) {
        return mns_mysql_refused(connection, "out-of-memory", "out of memory");
    }
    return done;
}

static bool commit(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->committing = true;
    bool done = mns_mysql_query(connection, commit_text);
    connection->committing = !done;
    return done;
}

static void classify(mns_connection *connection, mns_driver_error *failure) {
    *failure = connection->failure;
}

static bool rollback(mns_connection *connection) {
    mns_mysql_discard(connection);
    connection->committing = false;
    return mns_mysql_query(connection, "ROLLBACK");
}

/* The first statement begins the transaction (mysql_session.c). */
static void describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                     mns_buf *out) {
    char level[120];
    mns_mysql_level_text(database, level, sizeof level);
    mns_buf_printf(out, "-- when the session began: %s; SET autocommit = 0\n", level);
    if (waits_for_cluster(database, txn)) {
        mns_buf_printf(out, "-- before the first final read: %s\n", sync_wait_text);
    }
    mns_sql_describe(database, MNS_SQL_MYSQL, txn, sent, out);
    if (sent->commit) {
        mns_buf_printf(out, "%s\n", commit_text);
    }
}

/* ---- The driver ------------------------------------------------------------------------------ */

static const char *const schemes[] = {"mysql", "mariadb", NULL};

static const char *const galera_schemes[] = {"galera", NULL};

/* clang-format off */
/* Common to both drivers. */
#define DRIVER                                                                                     \
    .default_level = REPEATABLE_READ,                                                              \
    .kinds = 1u << MNS_GENERATE_LIST_APPEND | 1u << MNS_GENERATE_RW_REGISTER |                     \
             1u << MNS_GENERATE_SET | 1u << MNS_GENERATE_COUNTER,                                  \
    .appends = 1u << MNS_APPEND_CONCAT | 1u << MNS_APPEND_RMW,                                     \
    .accesses = 1u << MNS_ACCESS_PRIMARY | 1u << MNS_ACCESS_SECONDARY | 1u << MNS_ACCESS_NONE,     \
    .default_append = MNS_APPEND_CONCAT,                                                           \
    .set_storage = MNS_SET_ROWS,                                                                   \
    .open = open_target,                                                                           \
    .address = mns_mysql_address,                                                                  \
    .connect = mns_mysql_connect,                                                                  \
    .create = create,                                                                              \
    .join = check_server,                                                                        \
    .drop = drop,                                                                                  \
    .begin = begin,                                                                                \
    .apply = apply,                                                                                \
    .commit = commit,                                                                              \
    .classify = classify,                                                                          \
    .rollback = rollback,                                                                          \
    .interrupt = mns_mysql_interrupt,                                                              \
    .close = mns_mysql_close,                                                                      \
    .describe = describe,                                                                          \
    .release = release
/* clang-format on */

const mns_driver mns_driver_mysql = {
    .schemes = schemes,
    .summary = "MySQL, MariaDB and compatible databases",
    .levels = levels,
    .level_count = MNS_COUNT_OF(levels),
    DRIVER,
};

const mns_driver mns_driver_galera = {
    .schemes = galera_schemes,
    .summary = "a Galera cluster of MySQL or MariaDB",
    .levels = galera_levels,
    .level_count = MNS_COUNT_OF(galera_levels),
    DRIVER,
};
