/* client.c - see client.h. */
#include "run/client/client.h"

#include <stdio.h>

#include "run/system/clock.h"

/* How often a final read is tried, and how long the first pause between two tries is. */
#define FINAL_TRIES 5
#define FINAL_PAUSE_NS UINT64_C(50000000)

/* ---- State shared by clients ----------------------------------------------------------------- */

void mns_shared_init(mns_shared *shared) {
    pthread_mutex_init(&shared->lock, NULL);
    mns_clock_cond_init(&shared->progressed);
    mns_connectivity_init(&shared->connectivity);
    mns_activity_init(&shared->activity);
    mns_buf_init(&shared->message);
    for (size_t i = 0; i < MNS_COUNT_OF(shared->counts); i++) {
        atomic_init(&shared->counts[i], 0);
    }
    atomic_init(&shared->completed_at, 0);
    atomic_init(&shared->load_ended, false);
}

void mns_shared_release(mns_shared *shared) {
    mns_buf_release(&shared->message);
    mns_connectivity_release(&shared->connectivity);
    mns_activity_release(&shared->activity);
    pthread_cond_destroy(&shared->progressed);
    pthread_mutex_destroy(&shared->lock);
}

void mns_shared_fail(mns_shared *shared, minos_status status, const char *message) {
    pthread_mutex_lock(&shared->lock);
    if (shared->status == MINOS_OK) {
        shared->status = status;
        mns_buf_str(&shared->message, message);
    }
    pthread_mutex_unlock(&shared->lock);
    mns_pacing_end(&shared->pacing, MINOS_END_FAILED);
}

static void count_ready(mns_client *client) {
    if (!client->tried) {
        client->tried = true;
        pthread_mutex_lock(&client->shared->lock);
        client->shared->ready++;
        pthread_cond_signal(&client->shared->progressed);
        pthread_mutex_unlock(&client->shared->lock);
    }
}

/* ---- Connections ----------------------------------------------------------------------------- */

void mns_client_init(mns_client *client, mns_shared *shared, unsigned number, uint64_t seed) {
    /* Streams 1 to 3 of a seed are used by the generator and the simulator. */
    *client = (mns_client){.shared = shared,
                           .database = &shared->nodes[number % shared->node_count],
                           .number = number,
                           .process = number,
                           .jitter = mns_random_of(seed, 4 + (uint64_t)number)};
    mns_run_txn_init(&client->txn, client->database->kind);
    mns_spans_init(&client->answered);
    mns_spans_init(&client->waiting);
    pthread_mutex_init(&client->lock, NULL);
}

/* Detaches the connection before closing it, so that no thread interrupts a half-closed one. */
static void disconnect(mns_client *client) {
    pthread_mutex_lock(&client->lock);
    mns_connection *connection = client->connection;
    client->connection = NULL;
    pthread_mutex_unlock(&client->lock);
    if (connection != NULL) {
        client->database->driver->close(connection);
        mns_connectivity_lost(&client->shared->connectivity);
    }
}

void mns_client_release(mns_client *client) {
    disconnect(client);
    mns_run_txn_release(&client->txn);
    mns_spans_release(&client->answered);
    mns_spans_release(&client->waiting);
    pthread_mutex_destroy(&client->lock);
}

static bool connect_once(mns_client *client) {
    const mns_database *database = client->database;
    mns_driver_error failure;
    mns_connection *connection = database->driver->connect(database, client->number, &failure);
    if (connection == NULL) {
        client->failures++;
        mns_connectivity_failed(&client->shared->connectivity, &failure);
        if (mns_driver_error_is_fatal(&failure)) {
            mns_shared_fail(client->shared, MINOS_EIO, failure.message);
        }
        return false;
    }
    pthread_mutex_lock(&client->lock);
    client->connection = connection;
    pthread_mutex_unlock(&client->lock);
    client->ever_connected = true;
    mns_connectivity_made(&client->shared->connectivity);
    return true;
}

/* Connects, with retries; false: the load has ended. Only a successful transaction resets the retry
 * delay, so that a server that drops new connections is not flooded. */
static bool connected(mns_client *client) {
    mns_pacing *pacing = &client->shared->pacing;
    uint64_t since = client->connection == NULL ? mns_clock_ns() : 0;
    while (client->connection == NULL) {
        uint64_t delay_ns = client->failures == 0
                                ? 0
                                : mns_connectivity_delay_ns(client->failures, &client->jitter);
        bool ended = !mns_pacing_pause(pacing, delay_ns);
        if (!ended) {
            connect_once(client);
            count_ready(client);
        }
        if (client->failures > 0) {
            mns_spans_add(&client->waiting, since, mns_clock_ns());
        }
        if (ended) {
            return false;
        }
    }
    return true;
}

void mns_client_interrupt(mns_client *client, uint64_t begun) {
    pthread_mutex_lock(&client->lock);
    if (client->connection != NULL && client->began_ns != 0 && client->began_ns <= begun) {
        client->database->driver->interrupt(client->connection);
    }
    pthread_mutex_unlock(&client->lock);
}

static void set_began(mns_client *client, uint64_t moment) {
    pthread_mutex_lock(&client->lock);
    client->began_ns = moment;
    pthread_mutex_unlock(&client->lock);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

/* A read of a counter whose answer is not an integer, which a history cannot represent; NULL: none.
 */
static const mns_run_mop *find_non_integer(const mns_run_txn *txn) {
    for (size_t i = 0; i < txn->count; i++) {
        const mns_run_mop *mop = &txn->mops[i];
        if (txn->kind == MNS_GENERATE_COUNTER && !mop->write && mop->answered &&
            txn->answers.data[mop->answer_at] == '"') {
            return mop;
        }
    }
    return NULL;
}

/* The outcome of a committed transaction. A missing answer makes it info: ok would mean that it
 * read nothing. */
static mns_run_outcome check_answers(mns_client *client, mns_driver_error *failure) {
    const mns_run_txn *txn = &client->txn;
    size_t missing = 0;
    for (size_t i = 0; i < txn->count; i++) {
        missing += !txn->mops[i].write && !txn->mops[i].answered ? 1 : 0;
    }
    const mns_run_mop *odd = missing > 0 || txn->answers.failed ? NULL : find_non_integer(txn);
    if (txn->answers.failed) {
        mns_driver_error_set(failure, MNS_OUTCOME_INFO, false, "out-of-memory", "",
                             "out of memory");
        mns_shared_fail(client->shared, MINOS_ENOMEM, failure->message);
    } else if (missing > 0) {
        mns_driver_error_set(failure, MNS_OUTCOME_INFO, false, "protocol-error", "",
                             "a read was not answered");
    } else if (odd != NULL) {
        char message[160];
        snprintf(message, sizeof message, "counter %llu was read as %.*s, which is not an integer",
                 (unsigned long long)odd->key, odd->answer_size < 60 ? (int)odd->answer_size : 60,
                 txn->answers.data + odd->answer_at);
        mns_driver_error_set(failure, MNS_OUTCOME_INFO, false, "protocol-error", "", message);
    } else {
        return MNS_OUTCOME_OK;
    }
    return MNS_OUTCOME_INFO;
}

/* Runs the transaction; false on any error, and *sent says how far it got. */
static bool perform(mns_client *client, mns_sent *sent) {
    const mns_driver *driver = client->database->driver;
    mns_run_txn *txn = &client->txn;
    *sent = (mns_sent){.mops = 0};
    bool good = driver->begin(client->connection, txn);
    while (good && sent->mops < txn->count) {
        good = driver->apply(client->connection, txn, sent->mops++);
    }
    sent->commit = good;
    return good && driver->commit(client->connection, txn);
}

/* The outcome of the transaction; afterwards the connection is ready for the next one, or closed.
 */
static mns_run_outcome attempt(mns_client *client, mns_driver_error *failure) {
    const mns_driver *driver = client->database->driver;
    mns_sent sent;
    if (perform(client, &sent)) {
        client->failures = 0;
        return check_answers(client, failure);
    }
    driver->classify(client->connection, failure);
    failure->failed = true;
    failure->sent = sent;
    failure->sent.commit = sent.commit && !failure->at_statement;
    assert(failure->outcome != MNS_OUTCOME_OK);
    if (failure->broken || !driver->rollback(client->connection)) {
        client->failures++;
        disconnect(client);
    } else {
        client->failures = 0;
    }
    return failure->outcome;
}

/* True if the database said what became of the transaction. */
static bool is_answer(mns_run_outcome outcome, const mns_driver_error *failure) {
    return outcome == MNS_OUTCOME_OK || (outcome == MNS_OUTCOME_FAIL && !failure->broken &&
                                         !mns_driver_error_is_transient(failure));
}

static mns_run_outcome run_transaction(mns_client *client) {
    mns_shared *shared = client->shared;
    mns_driver_error failure = {.name = NULL};
    mns_activity_begin(&shared->activity);
    mns_recorder_invoke(shared->recorder, client->number, client->process, &client->txn);
    uint64_t began = mns_clock_ns();
    set_began(client, began);
    mns_run_outcome outcome = attempt(client, &failure);
    set_began(client, 0);
    bool good = outcome == MNS_OUTCOME_OK;
    mns_spans_add(is_answer(outcome, &failure) ? &client->answered : &client->waiting, began,
                  mns_clock_ns());
    mns_recorder_complete(shared->recorder, client->number, client->process, &client->txn, outcome,
                          good ? NULL : &failure);
    mns_activity_end(&shared->activity, good ? NULL : failure.name);
    atomic_fetch_add_explicit(&shared->counts[outcome], 1, memory_order_relaxed);
    if (shared->final) {
        atomic_store(&shared->completed_at, mns_clock_ns());
    }
    if (outcome == MNS_OUTCOME_INFO) {
        client->process += shared->clients;
    }
    if (!good && mns_driver_error_is_fatal(&failure)) {
        mns_shared_fail(shared, MINOS_EIO, failure.message);
    }
    return outcome;
}

/* Without its answer a lost write would not be noticed, so a final read that failed is run again,
 * as an operation of its own. */
static void run_final_read(mns_client *client) {
    mns_shared *shared = client->shared;
    bool answered = false, tries = true;
    for (unsigned i = 0; i < FINAL_TRIES && !answered && tries; i++) {
        if (i > 0) {
            mns_run_txn_forget_answers(&client->txn);
            tries = mns_pacing_pause(&shared->pacing, i * FINAL_PAUSE_NS) && connected(client);
        }
        answered = tries && run_transaction(client) == MNS_OUTCOME_OK;
    }
    mns_txn_source_final_done(&shared->source, &client->txn, answered);
}

/* Draws the next transaction. False: none is left for this node; if none is left for any node, the
 * load ends. */
static bool draw(mns_client *client) {
    mns_txn_source *source = &client->shared->source;
    const mns_database *node = client->database;
    bool kept;
    if (client->shared->final) {
        kept = mns_txn_source_draw_final(source, node->node, &client->txn);
    } else if (node->read_only) {
        kept = mns_txn_source_draw_reads(source, &client->txn);
    } else {
        kept = mns_txn_source_draw(source, &client->txn);
    }
    if (!kept) {
        mns_shared_fail(client->shared, MINOS_ENOMEM, "out of memory");
    } else if (client->txn.count == 0 && mns_txn_source_all_read(source)) {
        mns_pacing_end(&client->shared->pacing, MINOS_END_TRANSACTIONS);
    }
    return kept && client->txn.count > 0;
}

/* Stops the load if recording has failed. */
static bool recording(mns_client *client) {
    bool good = !mns_recorder_failed(client->shared->recorder);
    if (!good) {
        mns_pacing_end(&client->shared->pacing, MINOS_END_FAILED);
    }
    return good;
}

void mns_client_work(mns_client *client) {
    mns_shared *shared = client->shared;
    while (recording(client) && connected(client) && mns_pacing_wait(&shared->pacing) &&
           draw(client)) {
        if (shared->final) {
            run_final_read(client);
        } else {
            run_transaction(client);
        }
    }
    pthread_mutex_lock(&shared->lock);
    shared->working--;
    pthread_cond_signal(&shared->progressed);
    pthread_mutex_unlock(&shared->lock);
}
