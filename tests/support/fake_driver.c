/* fake_driver.c - see fake_driver.h. */
#include "support/fake_driver.h"

#include <stdio.h>
#include <time.h>

#include "core/grow.h"

fake_server fake;

struct mns_connection {
    unsigned client;
    bool interrupted, counted;
    mns_driver_error trouble;
};

void fake_reset(void) {
    free(fake.values);
    fake = (fake_server){.outcome = MNS_OUTCOME_FAIL, .name = "refused", .message = "no"};
    pthread_mutex_init(&fake.lock, NULL);
    pthread_cond_init(&fake.changed, NULL);
}

unsigned fake_seen(fake_step step) {
    pthread_mutex_lock(&fake.lock);
    unsigned seen = fake.seen[step];
    pthread_mutex_unlock(&fake.lock);
    return seen;
}

unsigned fake_failed(void) {
    pthread_mutex_lock(&fake.lock);
    unsigned failed = fake.failed;
    pthread_mutex_unlock(&fake.lock);
    return failed;
}

/* True if the step fails this time. The caller holds the lock. */
static bool goes_wrong(fake_step step) {
    unsigned time = fake.seen[step]++;
    unsigned every = fake.every == 0 ? 1 : fake.every;
    if (step != fake.step || time < fake.from || (time - fake.from) % every != 0 ||
        (fake.times != 0 && fake.failed >= fake.times)) {
        return false;
    }
    fake.failed++;
    return true;
}

/* Goes through a step of a connection; false: a trouble. */
static bool pass(mns_connection *connection, fake_step step) {
    pthread_mutex_lock(&fake.lock);
    bool wrong = goes_wrong(step);
    mns_driver_error_set(&connection->trouble, fake.outcome, fake.broken, fake.name, "F1",
                         fake.message);
    if (wrong && fake.hangs) {
        while (!connection->interrupted) {
            pthread_cond_wait(&fake.changed, &fake.lock);
        }
        connection->interrupted = false;
    }
    fake.down = fake.down || (step == FAKE_BEGIN && fake.down_at == fake.seen[FAKE_BEGIN]);
    if (fake.down) {
        bool sent = step == FAKE_COMMIT || step == FAKE_COMMIT_AFTER;
        wrong = true;
        mns_driver_error_set(&connection->trouble, sent ? MNS_OUTCOME_INFO : MNS_OUTCOME_FAIL, true,
                             "connection-lost", "", "the server is down");
    }
    pthread_mutex_unlock(&fake.lock);
    return !wrong;
}

static bool fake_open(mns_database *database) {
    pthread_mutex_lock(&fake.lock);
    bool wrong = goes_wrong(FAKE_OPEN);
    pthread_mutex_unlock(&fake.lock);
    if (wrong) {
        mns_buf_str(&database->message, fake.message);
    }
    return !wrong;
}

static mns_connection *fake_connect(const mns_database *database, unsigned client,
                                    mns_driver_error *trouble) {
    pthread_mutex_lock(&fake.lock);
    bool is_client = client < database->clients;
    bool wrong = goes_wrong(FAKE_CONNECT);
    bool full = is_client && fake.most_connected > 0 && fake.connected >= fake.most_connected;
    mns_connection *connection = NULL;
    fake.down = fake.down && (fake.up_at == 0 || ++fake.refused < fake.up_at);
    if (fake.down || full) {
        mns_driver_error_set(trouble, MNS_OUTCOME_FAIL, true,
                             full ? "too-many-connections" : "connection-refused", "",
                             full ? "too many" : "nobody listens");
    } else if (wrong) {
        mns_driver_error_set(trouble, MNS_OUTCOME_FAIL, true, fake.name, "F1", fake.message);
    } else if ((connection = calloc(1, sizeof *connection)) == NULL) {
        mns_driver_error_set(trouble, MNS_OUTCOME_FAIL, true, "out-of-memory", "", "out of memory");
    } else {
        connection->client = client;
        connection->counted = is_client;
        fake.connected += is_client ? 1 : 0;
        fake.most_seen = fake.connected > fake.most_seen ? fake.connected : fake.most_seen;
    }
    pthread_mutex_unlock(&fake.lock);
    return connection;
}

static void fake_close(mns_connection *connection) {
    pthread_mutex_lock(&fake.lock);
    fake.connected -= connection->counted ? 1 : 0;
    pthread_mutex_unlock(&fake.lock);
    free(connection);
}

static bool fake_create(mns_database *database, mns_connection *connection) {
    mns_buf_str(&database->version, "Fake 1");
    if (!pass(connection, FAKE_CREATE)) {
        mns_buf_str(&database->message, fake.message);
        return false;
    }
    fake.created = true;
    return true;
}

static bool fake_drop(mns_database *database, mns_connection *connection) {
    if (!pass(connection, FAKE_DROP)) {
        mns_buf_str(&database->message, fake.message);
        return false;
    }
    assert(fake.connected == 0);
    fake.dropped = true;
    fake.keys_at_drop = database->keys;
    return true;
}

static bool fake_begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    return pass(connection, FAKE_BEGIN);
}

static bool fake_apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    (void)txn;
    (void)i;
    return pass(connection, FAKE_APPLY);
}

/* The caller holds the lock. */
static void answer(mns_run_txn *txn, size_t i) {
    mns_answer_begin(txn, i);
    for (size_t v = 0; v < fake.count; v++) {
        if (fake.values[v].key == txn->mops[i].key) {
            char digits[24];
            int size = snprintf(digits, sizeof digits, "%lld", (long long)fake.values[v].value);
            mns_answer_element(txn, i, digits, (size_t)size);
        }
    }
    mns_answer_end(txn, i);
}

static void take_effect(mns_run_txn *txn) {
    for (size_t i = 0; i < txn->count; i++) {
        if (!txn->mops[i].write) {
            if (txn->kind == MNS_GENERATE_COUNTER) {
                const char *text = fake.counter != NULL ? fake.counter : "0";
                mns_answer_text(txn, i, text, strlen(text));
            } else if (!fake.forgets_answers) {
                answer(txn, i);
            }
        } else if (MNS_GROW(fake.values, fake.count, fake.capacity, 1)) {
            fake.values[fake.count++] =
                (struct fake_value){.key = txn->mops[i].key, .value = txn->mops[i].value};
        }
    }
}

static bool fake_commit(mns_connection *connection, mns_run_txn *txn) {
    if (!pass(connection, FAKE_COMMIT)) {
        return false;
    }
    if (fake.slow_us > 0) {
        struct timespec nap = {.tv_sec = fake.slow_us / 1000000,
                               .tv_nsec = (long)(fake.slow_us % 1000000) * 1000};
        nanosleep(&nap, NULL);
    }
    pthread_mutex_lock(&fake.lock);
    take_effect(txn);
    pthread_mutex_unlock(&fake.lock);
    return pass(connection, FAKE_COMMIT_AFTER);
}

static void fake_classify(mns_connection *connection, mns_driver_error *trouble) {
    *trouble = connection->trouble;
}

static bool fake_rollback(mns_connection *connection) {
    return pass(connection, FAKE_ROLLBACK) && !fake.rollback_fails;
}

static void fake_interrupt(mns_connection *connection) {
    pthread_mutex_lock(&fake.lock);
    fake.interrupts++;
    connection->interrupted = true;
    pthread_cond_broadcast(&fake.changed);
    pthread_mutex_unlock(&fake.lock);
}

static void fake_release(mns_database *database) { (void)database; }

static const char *const schemes[] = {"fake", NULL};
static const mns_run_level levels[] = {
    {"serializable", "SERIALIZABLE", "strict-serializable", NULL},
    {"repeatable-read", "REPEATABLE READ", "snapshot-isolation", NULL},
    {"read-committed", "READ COMMITTED", "read-committed", NULL},
};

const mns_driver fake_driver = {.schemes = schemes,
                                .summary = "a database in memory",
                                .levels = levels,
                                .level_count = MNS_COUNT_OF(levels),
                                .default_level = 0,
                                .kinds = 1u << MNS_GENERATE_LIST_APPEND | 1u << MNS_GENERATE_SET |
                                         1u << MNS_GENERATE_COUNTER,
                                .appends = 1u << MNS_APPEND_CONCAT | 1u << MNS_APPEND_RMW,
                                .accesses = 1u << MNS_ACCESS_PRIMARY,
                                .default_append = MNS_APPEND_CONCAT,
                                .open = fake_open,
                                .connect = fake_connect,
                                .create = fake_create,
                                .drop = fake_drop,
                                .begin = fake_begin,
                                .apply = fake_apply,
                                .commit = fake_commit,
                                .classify = fake_classify,
                                .rollback = fake_rollback,
                                .interrupt = fake_interrupt,
                                .close = fake_close,
                                .release = fake_release};
