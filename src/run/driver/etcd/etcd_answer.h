/*
 * etcd_answer.h - parses the answers of etcd's JSON gateway.
 *
 *     {"header":{"revision":"7"},"succeeded":true,"responses":[
 *         {"response_range":{"kvs":[{"key":"ay8x","mod_revision":"5","value":"MSAy"}]}},
 *         {"response_put":{}}]}
 *     {"error":"etcdserver: request timed out","message":"...","code":14}
 *
 * One reader for all answers: it reads the fields it knows and skips all others. 64-bit numbers are
 * strings; the gateway omits fields that are false, 0 or empty. The text is untrusted. O(size).
 */
#ifndef MNS_RUN_DRIVER_ETCD_ETCD_ANSWER_H
#define MNS_RUN_DRIVER_ETCD_ETCD_ANSWER_H

#include "core/buf.h"

typedef enum mns_etcd_did { MNS_ETCD_OTHER, MNS_ETCD_RANGE, MNS_ETCD_PUT } mns_etcd_did;

/* The response to one request of a transaction. */
typedef struct mns_etcd_item {
    mns_etcd_did did;
    uint64_t found;    /* number of keys in a range response */
    uint64_t revision; /* mod_revision of the last of them, */
    size_t at, size;   /* and its value, in `values` */
} mns_etcd_item;

typedef struct mns_etcd_answer {
    uint64_t revision; /* of the header */
    bool succeeded;
    mns_etcd_item *items;
    size_t count, capacity;
    mns_etcd_item single; /* response to a range outside a transaction */
    mns_buf values;
    mns_buf version, token;
    uint64_t leader; /* 0: none */
    mns_buf error;   /* "": no error */
    uint64_t code;   /* gRPC code of an error */
    mns_buf scratch; /* used by the reader */
} mns_etcd_answer;

void mns_etcd_answer_init(mns_etcd_answer *answer);
void mns_etcd_answer_release(mns_etcd_answer *answer);
/* Replaces the previous answer. False: malformed; *error, which is static, says why. */
bool mns_etcd_answer_read(mns_etcd_answer *answer, const char *text, size_t size,
                          const char **error);

#endif
