/*
 * redis_resp.h - a connection to a Redis server: commands out, replies in.
 *
 * Commands are collected in a buffer and sent together; replies are read in the same order. hiredis
 * parses the protocol; we manage the socket and the memory of replies, because hiredis 0.14 writes
 * in a way that raises SIGPIPE, trusts any length that a server announces, and aborts when out of
 * memory. Memory is bounded by LIMIT_REPLY_BYTES and LIMIT_REPLY_ITEMS (redis_resp.c), for all
 * replies since mns_resp_begin together.
 *
 * Replies are valid until mns_resp_begin. After a failure the connection must be closed.
 */
#ifndef MNS_RUN_DRIVER_REDIS_REDIS_RESP_H
#define MNS_RUN_DRIVER_REDIS_REDIS_RESP_H

#include <hiredis/hiredis.h>

#include "core/arena.h"
#include "run/driver/deadline.h"
#include "run/system/url.h"

typedef struct mns_redis_reply {
    int type;         /* REDIS_REPLY_... */
    int64_t integer;  /* of an integer */
    const char *text; /* of a string, status or error: any bytes, followed by a NUL */
    size_t size;
    struct mns_redis_reply **items; /* of an array; never NULL once the reply is complete */
    size_t count;
} mns_redis_reply;

typedef struct mns_resp {
    int fd;                       /* -1: not connected; non-blocking */
    unsigned timeout_ms;          /* of each step, */
    const mns_deadline *deadline; /* unless there is a deadline for all of them */
    redisReader *reader;
    mns_buf out;
    size_t sent; /* bytes of `out` sent */
    mns_arena replies;
    size_t bytes_left, items_left; /* limits of what replies may still use */
} mns_resp;

/* Connects to a host and port, or to a socket path if the host begins with '/'. False: `failure`.
 * Close it in any case. */
bool mns_resp_open(mns_resp *wire, const char *host, unsigned port, const mns_deadline *deadline,
                   mns_driver_error *failure);
/* Call it once connected: replaces the deadline by a timeout for each step. */
void mns_resp_settle(mns_resp *wire, unsigned timeout_ms);
void mns_resp_close(mns_resp *wire);
/* From another thread: ends any wait for a reply. */
void mns_resp_shut(mns_resp *wire);

/* Discards commands and replies. */
void mns_resp_begin(mns_resp *wire);
/* Starts a command of this many words, then adds each of them. */
void mns_resp_command(mns_resp *wire, size_t words);
void mns_resp_word(mns_resp *wire, const char *text, size_t size);
void mns_resp_text(mns_resp *wire, const char *text);
void mns_resp_integer(mns_resp *wire, int64_t number);
void mns_resp_key(mns_resp *wire, const char *prefix, uint64_t key);

/* Commands in the protocol's form as text: one per line, words separated by blanks; a word with
 * blanks is quoted. */
void mns_resp_describe(const mns_buf *commands, mns_buf *out);

/* Sends all commands. False: `failure`; the last command was not sent completely, so the server
 * cannot have executed it. */
bool mns_resp_send(mns_resp *wire, mns_driver_error *failure);
/* The next reply. NULL: `failure`; the outcome of the transaction is unknown. */
const mns_redis_reply *mns_resp_reply(mns_resp *wire, mns_driver_error *failure);

#endif
