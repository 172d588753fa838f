/* etcd_call.c - sends a request to etcd's gateway and classifies the answer. See etcd.h. */
#include <stdio.h>

#include "run/driver/etcd/etcd.h"
#include "run/system/base64.h"

static const mns_error_row error_rows[] = {
#define ETCD_ERROR(text, name, outcome, broken) {text, name, MNS_OUTCOME_##outcome, broken},
#include "run/driver/etcd/etcd_errors.def"
#undef ETCD_ERROR
};

void mns_etcd_error(const mns_etcd_answer *answer, mns_driver_error *failure) {
    const char *text = answer->error.data;
    const mns_error_row *row = mns_error_find(error_rows, MNS_COUNT_OF(error_rows), text);
    char code[sizeof failure->code];
    snprintf(code, sizeof code, "%llu", (unsigned long long)answer->code);
    mns_driver_error_set(failure, row != NULL ? row->at_commit : MNS_OUTCOME_INFO,
                         row != NULL && row->broken, row != NULL ? row->name : "error", code, text);
}

void mns_etcd_unexpected(mns_driver_error *failure, const char *what) {
    mns_driver_error_set(failure, MNS_OUTCOME_INFO, true, "unexpected-reply", "", what);
}

bool mns_etcd_call(mns_connection *connection, const char *path) {
    mns_etcd_http *http = &connection->http;
    mns_etcd_answer *answer = &connection->answer;
    const char *error;
    if (!mns_etcd_http_post(http, path, &connection->request, &connection->failure)) {
        return false;
    }
    bool read = mns_etcd_answer_read(answer, http->body.data, http->body.size, &error);
    if (read && answer->error.size > 0) {
        mns_etcd_error(answer, &connection->failure);
        return false;
    }
    if (!read || http->status != 200) {
        char message[160];
        snprintf(message, sizeof message,
                 "protocol mismatch: the server is not etcd 3.4 or later: HTTP %ld%s%s",
                 http->status, read ? "" : ", ", read ? "" : error);
        mns_etcd_unexpected(&connection->failure, message);
        return false;
    }
    return true;
}

void mns_etcd_write_key(const mns_connection *connection, uint64_t key, mns_buf *out) {
    char text[96];
    int size = snprintf(text, sizeof text, "%s/%llu", connection->database->prefix,
                        (unsigned long long)key);
    assert(size > 0 && (size_t)size < sizeof text);
    if (connection->describing) {
        mns_buf_bytes(out, text, (size_t)size);
    } else {
        mns_base64_write(text, (size_t)size, out);
    }
}
