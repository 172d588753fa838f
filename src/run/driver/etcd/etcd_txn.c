/*
 * etcd_txn.c - client transactions on etcd: all reads at one revision, then all writes at one, if
 * the compared keys have not changed.
 *
 *     1. read    a transaction of ranges, without comparisons: one revision of the store
 *     2. write   if mod_revision of each compared key is unchanged: put all written keys
 *
 * etcd's own transactions are single steps, so micro-operations are evaluated here on the values of
 * step 1: later reads see earlier writes, an append writes the whole new list, and only the last
 * value of a key is put.
 *
 * The level decides which keys are compared:
 *
 *     all keys read           everything read still holds when the writes happen, so both steps
 *                             act as one. Writes of a register without a read depend on nothing.
 *     all keys written, if    first committer wins: snapshot isolation. A register that is written
 *     anything is read        without being read is compared too, as it may have been written
 *                             after the snapshot; without reads there is no snapshot.
 *     none                    last writer wins
 *
 * A register's version number is mod_revision, which every writing transaction increases, whatever
 * key it writes. O(micro-operations²) for finding keys, of which there are few.
 */
#include "core/grow.h"
#include "run/driver/etcd/etcd.h"
#include "run/driver/sql.h"
#include "run/system/base64.h"

#define PATH "/v3/kv/txn"

static bool failure(mns_connection *connection, const char *name, const char *message) {
    mns_driver_error_set(&connection->failure, MNS_OUTCOME_FAIL, false, name, "", message);
    return false;
}

/* Buffers stay marked as failed, so the connection must be closed. */
static bool no_memory(mns_connection *connection) {
    mns_driver_error_set(&connection->failure, MNS_OUTCOME_FAIL, true, "out-of-memory", "",
                         "out of memory");
    return false;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* The entry of a key, created if new; NULL when out of memory. */
static mns_etcd_key *find(mns_connection *connection, uint64_t key) {
    for (size_t i = 0; i < connection->key_count; i++) {
        if (connection->keys[i].key == key) {
            return &connection->keys[i];
        }
    }
    size_t before = connection->key_capacity;
    if (!MNS_GROW(connection->keys, connection->key_count, connection->key_capacity, 1)) {
        return NULL;
    }
    for (size_t i = before; i < connection->key_capacity; i++) {
        mns_buf_init(&connection->keys[i].value);
    }
    mns_etcd_key *fresh = &connection->keys[connection->key_count++];
    mns_buf value = fresh->value;
    mns_buf_clear(&value);
    *fresh = (mns_etcd_key){.key = key, .value = value};
    return fresh;
}

/* Determines which keys to read, write and compare. */
static bool plan(mns_connection *connection, const mns_run_txn *txn) {
    bool register_writes = txn->kind == MNS_GENERATE_RW_REGISTER, reads = false;
    for (size_t i = 0; i < txn->count; i++) {
        mns_etcd_key *key = find(connection, txn->mops[i].key);
        if (key == NULL) {
            return no_memory(connection);
        }
        bool write = txn->mops[i].write;
        key->read |= write ? !register_writes && !key->written : !key->written;
        key->written |= write;
        reads |= key->read;
    }
    for (size_t i = 0; i < connection->key_count; i++) {
        mns_etcd_key *key = &connection->keys[i];
        switch (connection->level) {
        case MNS_ETCD_STRICT:
        case MNS_ETCD_SERIALIZABLE: key->compared = key->read; break;
        case MNS_ETCD_SNAPSHOT: key->compared = key->written && reads; break;
        case MNS_ETCD_UNCHECKED: key->compared = false; break;
        }
    }
    return true;
}

static bool is_fetched(const mns_etcd_key *key) { return key->read || key->compared; }

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the number of keys to read. */
static size_t write_ranges(mns_connection *connection) {
    bool local = connection->level == MNS_ETCD_SERIALIZABLE;
    mns_buf *out = &connection->request;
    size_t count = 0;
    mns_buf_clear(out);
    mns_buf_str(out, "{\"success\":[");
    for (size_t i = 0; i < connection->key_count; i++) {
        if (is_fetched(&connection->keys[i])) {
            mns_buf_str(out, count++ == 0 ? "" : ",");
            mns_buf_str(out, "{\"request_range\":{\"key\":\"");
            mns_etcd_write_key(connection, connection->keys[i].key, out);
            mns_buf_str(out, local ? "\",\"serializable\":true}}" : "\"}}");
        }
    }
    mns_buf_str(out, "]}");
    return count;
}

/* Whether the answer has one range per requested key, each with at most one key. */
static bool are_ranges(const mns_etcd_answer *answer, size_t count) {
    bool good = answer->succeeded && answer->count == count;
    for (size_t i = 0; i < count && good; i++) {
        const mns_etcd_item *item = &answer->items[i];
        good = item->did == MNS_ETCD_RANGE && item->found <= 1 &&
               (item->found == 0 || (item->revision > 0 && item->revision <= INT64_MAX));
    }
    return good;
}

static bool fetch(mns_connection *connection) {
    mns_etcd_answer *answer = &connection->answer;
    size_t count = write_ranges(connection), at = 0;
    bool good = count == 0 || mns_etcd_call(connection, PATH);
    if (good && count > 0 && !are_ranges(answer, count)) {
        mns_etcd_unexpected(&connection->failure, "unexpected answer to a read");
        good = false;
    }
    if (!good) {
        connection->failure.outcome = MNS_OUTCOME_FAIL; /* nothing has been written yet */
        return false;
    }
    for (size_t i = 0; i < connection->key_count; i++) {
        mns_etcd_key *key = &connection->keys[i];
        if (is_fetched(key)) {
            const mns_etcd_item *item = &answer->items[at++];
            key->there = item->found > 0;
            key->revision = item->revision;
            if (item->size > 0) {
                mns_buf_bytes(&key->value, answer->values.data + item->at, item->size);
            }
        }
    }
    return true;
}

/* ---- Evaluating ------------------------------------------------------------------------------ */

static void answer_read(mns_run_txn *txn, size_t i, const mns_etcd_key *key) {
    const char *text = key->value.data != NULL ? key->value.data : "";
    if (txn->kind == MNS_GENERATE_SET) {
        mns_answer_list(txn, i, text, key->value.size);
    } else if (!key->there) {
        mns_answer_nil(txn, i);
    } else if (txn->kind == MNS_GENERATE_LIST_APPEND) {
        mns_answer_list(txn, i, text, key->value.size);
    } else {
        mns_answer_text(txn, i, text, key->value.size);
    }
    if (txn->kind == MNS_GENERATE_RW_REGISTER && key->there && !key->changed) {
        mns_answer_version(txn, i, key->revision);
    }
}

/* False: the value is not a number. */
static bool change(mns_generator_kind kind, mns_etcd_key *key, int64_t value, mns_buf *scratch) {
    /* A set is stored like a list, as one text. */
    mns_generator_kind way = kind == MNS_GENERATE_SET ? MNS_GENERATE_LIST_APPEND : kind;
    mns_buf_clear(scratch);
    if (!mns_sql_modify(way, key->there ? key->value.data : NULL, key->value.size, value,
                        scratch)) {
        return false;
    }
    mns_buf_clear(&key->value);
    mns_buf_bytes(&key->value, scratch->data, scratch->size);
    key->value.failed |= scratch->failed;
    key->there = key->changed = true;
    return true;
}

static bool evaluate(mns_connection *connection, mns_run_txn *txn) {
    for (size_t i = 0; i < txn->count; i++) {
        mns_etcd_key *key = find(connection, txn->mops[i].key);
        if (!txn->mops[i].write) {
            answer_read(txn, i, key);
        } else if (!change(txn->kind, key, txn->mops[i].value, &connection->request)) {
            return failure(connection, "not-a-number", "the counter's value is not a number");
        }
        if (key->value.failed) {
            return no_memory(connection);
        }
    }
    return true;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static void write_comparisons(mns_connection *connection, mns_buf *out) {
    bool first = true;
    for (size_t i = 0; i < connection->key_count; i++) {
        const mns_etcd_key *key = &connection->keys[i];
        if (key->compared) {
            mns_buf_str(out, first ? "{\"key\":\"" : ",{\"key\":\"");
            mns_etcd_write_key(connection, key->key, out);
            mns_buf_str(out, "\",\"target\":\"MOD\",\"result\":\"EQUAL\",\"mod_revision\":\"");
            if (connection->describing) {
                mns_buf_str(out, "<as read>");
            } else {
                mns_buf_unsigned(out, key->revision);
            }
            mns_buf_str(out, "\"}");
            first = false;
        }
    }
}

/* Returns the number of keys to write. */
static size_t write_puts(mns_connection *connection) {
    mns_buf *out = &connection->request;
    size_t count = 0;
    mns_buf_clear(out);
    mns_buf_str(out, "{\"compare\":[");
    write_comparisons(connection, out);
    mns_buf_str(out, "],\"success\":[");
    for (size_t i = 0; i < connection->key_count; i++) {
        const mns_etcd_key *key = &connection->keys[i];
        if (key->written) {
            mns_buf_str(out, count++ == 0 ? "" : ",");
            mns_buf_str(out, "{\"request_put\":{\"key\":\"");
            mns_etcd_write_key(connection, key->key, out);
            mns_buf_str(out, "\",\"value\":\"");
            if (connection->describing) {
                mns_buf_bytes(out, key->value.data, key->value.size);
            } else {
                mns_base64_write(key->value.data, key->value.size, out);
            }
            mns_buf_str(out, "\"}}");
        }
    }
    mns_buf_str(out, "]}");
    return count;
}

static bool are_puts(const mns_etcd_answer *answer, size_t count) {
    bool good = answer->count == count && answer->revision > 0 && answer->revision <= INT64_MAX;
    for (size_t i = 0; i < count && good; i++) {
        good = answer->items[i].did == MNS_ETCD_PUT;
    }
    return good;
}

/* The last write of each key created a version, with the revision of the transaction. */
static void reveal(mns_connection *connection, mns_run_txn *txn) {
    for (size_t i = txn->count; i-- > 0;) {
        mns_etcd_key *key = find(connection, txn->mops[i].key);
        if (txn->mops[i].write && key->changed) {
            mns_answer_version(txn, i, connection->answer.revision);
            key->changed = false;
        }
    }
}

static bool store(mns_connection *connection, mns_run_txn *txn) {
    const mns_etcd_answer *answer = &connection->answer;
    size_t count = write_puts(connection);
    if (count == 0) {
        return true;
    }
    if (!mns_etcd_call(connection, PATH)) {
        return false;
    }
    if (!answer->succeeded && answer->count == 0 && answer->revision > 0) {
        return failure(connection, "compare-failed", "a key was written since it was read");
    }
    if (!answer->succeeded || !are_puts(answer, count)) {
        mns_etcd_unexpected(&connection->failure, "unexpected answer to a write");
        return false;
    }
    if (txn->kind == MNS_GENERATE_RW_REGISTER) {
        reveal(connection, txn);
    }
    return true;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

bool mns_etcd_begin(mns_connection *connection, mns_run_txn *txn) {
    (void)txn;
    connection->key_count = 0;
    return true;
}

bool mns_etcd_apply(mns_connection *connection, mns_run_txn *txn, size_t i) {
    (void)connection, (void)txn, (void)i; /* sent at commit */
    return true;
}

bool mns_etcd_commit(mns_connection *connection, mns_run_txn *txn) {
    return plan(connection, txn) && fetch(connection) && evaluate(connection, txn) &&
           store(connection, txn);
}

/* ---- Describing ------------------------------------------------------------------------------ */

/* Values that were read are not known. */
static void describe_change(mns_generator_kind kind, mns_etcd_key *key, int64_t value) {
    mns_buf *text = &key->value;
    if (kind == MNS_GENERATE_RW_REGISTER) {
        mns_buf_clear(text);
        mns_buf_printf(text, "%lld", (long long)value);
        return;
    }
    mns_buf_str(text, text->size == 0 ? "<as read>" : "");
    mns_buf_printf(text, kind == MNS_GENERATE_COUNTER ? " + %lld" : " %lld", (long long)value);
}

static void write_request(mns_connection *connection, size_t count, mns_buf *out) {
    if (count > 0) {
        mns_buf_str(out, "POST " PATH " ");
        mns_buf_bytes(out, connection->request.data, connection->request.size);
        mns_buf_char(out, '\n');
    }
    out->failed = out->failed || connection->request.failed;
}

/* Without an answer to the first request, the second is not sent; what failed is not recorded. */
void mns_etcd_describe(const mns_database *database, const mns_run_txn *txn, const mns_sent *sent,
                       mns_buf *out) {
    (void)sent;
    mns_connection connection = {
        .database = database, .level = mns_etcd_level_of(database), .describing = true};
    mns_buf_init(&connection.request);
    bool planned = plan(&connection, txn);
    if (planned) {
        mns_buf_str(out, "-- keys and values are sent in base64\n");
        write_request(&connection, write_ranges(&connection), out);
    }
    for (size_t i = 0; i < txn->count && planned; i++) {
        if (txn->mops[i].write) {
            mns_etcd_key *key = find(&connection, txn->mops[i].key);
            describe_change(txn->kind, key, txn->mops[i].value);
            out->failed = out->failed || key->value.failed;
        }
    }
    if (planned && !out->failed) {
        write_request(&connection, write_puts(&connection), out);
    }
    out->failed = out->failed || !planned;
    mns_etcd_release_keys(&connection);
    mns_buf_release(&connection.request);
}
