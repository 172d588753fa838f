/*
 * redis_txn.c - transactions in Redis: MULTI ... EXEC in one write to the socket, or one script.
 *
 *     multi:  MULTI, RPUSH k v, LRANGE k 0 -1, ..., EXEC  ->  +OK, +QUEUED, +QUEUED, ..., an array
 *     lua:    EVAL script n k k ... v r ...               ->  the same array
 *
 * Everything is sent at commit; before that nothing has happened. Redis does not roll back: if a
 * command fails during EXEC the others are still executed, and a failing script leaves what it has
 * written. Such transactions are INFO, "partly-applied". If MULTI itself is rejected, the following
 * commands are executed one by one; the transaction then failed only if each of its writes was
 * rejected too.
 */
#include <stdio.h>

#include "run/driver/redis/redis.h"

static const mns_error_row error_rows[] = {
#define REDIS_ERROR(code, name, outcome, broken) {code "*", name, MNS_OUTCOME_##outcome, broken},
#include "run/driver/redis/redis_errors.def"
#undef REDIS_ERROR
};

/* Per workload, in the order of mns_generator_kind. */
static const struct commands {
    const char *write, *read;
    bool range;            /* the read takes start and end */
    int written, answered; /* reply type of a write; of a read, besides NIL */
} commands[MNS_GENERATOR_KIND_COUNT] = {
    {"RPUSH", "LRANGE", true, REDIS_REPLY_INTEGER, REDIS_REPLY_ARRAY},
    {"SET", "GET", false, REDIS_REPLY_STATUS, REDIS_REPLY_STRING},
    {"SADD", "SMEMBERS", false, REDIS_REPLY_INTEGER, REDIS_REPLY_ARRAY},
    {"INCRBY", "GET", false, REDIS_REPLY_INTEGER, REDIS_REPLY_STRING},
};

/* One micro-operation per key: a value to write, or "r". Redis converts the table into the array
 * that EXEC would return. */
static const char script_format[] = "local out = {} "
                                    "for i = 1, #KEYS do "
                                    "if ARGV[i] == 'r' then out[i] = redis.call('%s', KEYS[i]%s) "
                                    "else out[i] = redis.call('%s', KEYS[i], ARGV[i]) end "
                                    "end "
                                    "return out";

/* ---- Errors ---------------------------------------------------------------------------------- */

void mns_redis_error(const mns_redis_reply *reply, mns_driver_error *failure) {
    assert(reply->type == REDIS_REPLY_ERROR);
    const mns_error_row *row = mns_error_find(error_rows, MNS_COUNT_OF(error_rows), reply->text);
    char code[sizeof failure->code];
    snprintf(code, sizeof code, "%.*s", (int)strcspn(reply->text, " \r\n"), reply->text);
    mns_driver_error_set(failure, row != NULL ? row->at_commit : MNS_OUTCOME_INFO,
                         row != NULL && row->broken, row != NULL ? row->name : "error", code,
                         reply->text);
}

void mns_redis_unexpected(mns_driver_error *failure, const char *what) {
    mns_driver_error_set(failure, MNS_OUTCOME_INFO, true, "unexpected-reply", "", what);
}

bool mns_redis_is_status(const mns_redis_reply *reply, const char *word) {
    return reply->type == REDIS_REPLY_STATUS && strcmp(reply->text, word) == 0;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void write_multi(mns_resp *wire, const mns_database *database, const mns_run_txn *txn) {
    const struct commands *words = &commands[txn->kind];
    mns_resp_command(wire, 1);
    mns_resp_text(wire, "MULTI");
    for (size_t i = 0; i < txn->count; i++) {
        const mns_run_mop *mop = &txn->mops[i];
        bool range = !mop->write && words->range;
        size_t read_words = range ? 4 : 2;
        mns_resp_command(wire, mop->write ? 3 : read_words);
        mns_resp_text(wire, mop->write ? words->write : words->read);
        mns_resp_key(wire, database->prefix, mop->key);
        if (mop->write) {
            mns_resp_integer(wire, mop->value);
        } else if (range) {
            mns_resp_text(wire, "0");
            mns_resp_text(wire, "-1");
        }
    }
    mns_resp_command(wire, 1);
    mns_resp_text(wire, "EXEC");
}

static void write_script(mns_resp *wire, const mns_database *database, const mns_run_txn *txn) {
    const struct commands *words = &commands[txn->kind];
    char script[sizeof script_format + 64];
    int size = snprintf(script, sizeof script, script_format, words->read,
                        words->range ? ", 0, -1" : "", words->write);
    assert(size > 0 && (size_t)size < sizeof script);
    mns_resp_command(wire, 3 + 2 * txn->count);
    mns_resp_text(wire, "EVAL");
    mns_resp_word(wire, script, (size_t)size);
    mns_resp_integer(wire, (int64_t)txn->count);
    for (size_t i = 0; i < txn->count; i++) {
        mns_resp_key(wire, database->prefix, txn->mops[i].key);
    }
    for (size_t i = 0; i < txn->count; i++) {
        if (txn->mops[i].write) {
            mns_resp_integer(wire, txn->mops[i].value);
        } else {
            mns_resp_text(wire, "r");
        }
    }
}

static bool is_multi(const mns_database *database) {
    return strcmp(database->level->name, MNS_REDIS_LUA) != 0;
}

/* All commands of a transaction. */
static void write_commands(mns_resp *wire, const mns_database *database, const mns_run_txn *txn) {
    (is_multi(database) ? write_multi : write_script)(wire, database, txn);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static bool answer_elements(mns_run_txn *txn, size_t i, const mns_redis_reply *reply) {
    for (size_t j = 0; j < reply->count; j++) {
        if (reply->items[j]->type != REDIS_REPLY_STRING) {
            return false;
        }
    }
    mns_answer_begin(txn, i);
    for (size_t j = 0; j < reply->count; j++) {
        mns_answer_element(txn, i, reply->items[j]->text, reply->items[j]->size);
    }
    mns_answer_end(txn, i);
    return true;
}

/* False if the reply has the wrong type for the command. */
static bool answer(mns_run_txn *txn, size_t i, const mns_redis_reply *reply) {
    const struct commands *words = &commands[txn->kind];
    if (txn->mops[i].write) {
        return reply->type == words->written;
    }
    if (words->answered == REDIS_REPLY_ARRAY) {
        return reply->type == REDIS_REPLY_ARRAY && answer_elements(txn, i, reply);
    }
    if (reply->type == REDIS_REPLY_NIL) {
        mns_answer_nil(txn, i);
    } else if (reply->type == REDIS_REPLY_STRING) {
        mns_answer_text(txn, i, reply->text, reply->size);
    } else {
        return false;
    }
    return true;
}

static void partly_applied(mns_driver_error *failure, const mns_redis_reply *error) {
    char message[sizeof failure->message];
    mns_redis_error(error, failure);
    snprintf(message, sizeof message, "other commands of the transaction were executed: %s",
             error->text);
    char code[sizeof failure->code];
    snprintf(code, sizeof code, "%s", failure->code);
    mns_driver_error_set(failure, MNS_OUTCOME_INFO, failure->broken, "partly-applied", code,
                         message);
}

/* The array returned by EXEC or the script. */
static bool answer_all(mns_connection *connection, mns_run_txn *txn, const mns_redis_reply *reply) {
    if (reply->type != REDIS_REPLY_ARRAY || reply->count != txn->count) {
        mns_redis_unexpected(&connection->failure, "not an array with one item per command");
        return false;
    }
    for (size_t i = 0; i < txn->count; i++) {
        if (reply->items[i]->type == REDIS_REPLY_ERROR) {
            partly_applied(&connection->failure, reply->items[i]);
            return false;
        }
        if (!answer(txn, i, reply->items[i])) {
            mns_redis_unexpected(&connection->failure, "unexpected reply type");
            return false;
        }
    }
    return true;
}

/* ---- MULTI ----------------------------------------------------------------------------------- */

/* The replies before that of EXEC. */
typedef struct queue_replies {
    bool began;                   /* MULTI was accepted */
    bool executed_early;          /* a write was answered as if it had been executed */
    const mns_redis_reply *error; /* the first error, or NULL */
} queue_replies;

static bool read_queue_replies(mns_connection *connection, const mns_run_txn *txn,
                               queue_replies *q) {
    for (size_t i = 0; i <= txn->count; i++) {
        const mns_redis_reply *reply = mns_resp_reply(&connection->wire, &connection->failure);
        if (reply == NULL) {
            return false;
        }
        if (reply->type == REDIS_REPLY_ERROR) {
            q->error = q->error != NULL ? q->error : reply;
        } else if (i == 0) {
            q->began = mns_redis_is_status(reply, "OK");
        } else if (!mns_redis_is_status(reply, "QUEUED") || !q->began) {
            q->executed_early |= txn->mops[i - 1].write;
        }
    }
    return true;
}

/* EXEC returned an error. Unless everything was discarded, the connection may still be in MULTI and
 * must be closed. */
static void exec_refused(mns_driver_error *failure, const queue_replies *q,
                         const mns_redis_reply *reply) {
    mns_redis_error(reply, failure);
    bool discarded = strcmp(failure->code, "EXECABORT") == 0;
    if (q->executed_early) {
        partly_applied(failure, q->error != NULL ? q->error : reply);
    } else if (q->error != NULL && (discarded || !q->began)) {
        mns_redis_error(q->error, failure); /* more specific than "discarded" */
        failure->outcome = MNS_OUTCOME_FAIL;
    }
    failure->broken |= !discarded;
}

static bool read_multi(mns_connection *connection, mns_run_txn *txn) {
    queue_replies q = {0};
    mns_driver_error *failure = &connection->failure;
    if (!read_queue_replies(connection, txn, &q)) {
        return false;
    }
    const mns_redis_reply *reply = mns_resp_reply(&connection->wire, failure);
    if (reply == NULL) {
        return false;
    }
    if (reply->type == REDIS_REPLY_ERROR) {
        exec_refused(failure, &q, reply);
        return false;
    }
    if (!q.began || q.executed_early || q.error != NULL) {
        mns_redis_unexpected(failure, "EXEC succeeded without MULTI or after an error");
        return false;
    }
    if (reply->type == REDIS_REPLY_NIL) {
        mns_driver_error_set(failure, MNS_OUTCOME_FAIL, false, "aborted", "", "EXEC returned nil");
        return false;
    }
    return answer_all(connection, txn, reply);
}

static bool read_script(mns_connection *connection, mns_run_txn *txn) {
    const mns_redis_reply *reply = mns_resp_reply(&connection->wire, &connection->failure);
    if (reply == NULL) {
        return false;
    }
    if (reply->type == REDIS_REPLY_ERROR) {
        mns_redis_error(reply, &connection->failure);
        return false;
    }
    return answer_all(connection, txn, reply);
}

/* ---- Calls ----------------------------------------------------------------------------------- */

bool mns_redis_begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    mns_resp_begin(&connection->wire);
    return true;
}

bool mns_redis_apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    (void)connection, (void)txn, (void)i; /* sent at commit */
    return true;
}

bool mns_redis_commit(mns_connection *connection, mns_run_txn *txn) {
    bool multi = is_multi(connection->database);
    write_commands(&connection->wire, connection->database, txn);
    return mns_resp_send(&connection->wire, &connection->failure) &&
           (multi ? read_multi : read_script)(connection, txn);
}

/* Everything is sent together, whatever fails. */
void mns_redis_describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                        mns_buf *out) {
    (void)sent;
    mns_resp wire = {.fd = -1};
    mns_buf_init(&wire.out);
    write_commands(&wire, database, txn);
    mns_resp_describe(&wire.out, out);
    mns_buf_release(&wire.out);
}
