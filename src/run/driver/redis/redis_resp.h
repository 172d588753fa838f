/*
 * redis_resp.h - a connection to a Redis server: commands out, replies in.
 *
 * Commands are put together in a buffer and sent at once; replies are read in the same order.
 * hiredis takes the protocol apart; the socket and the memory of replies are ours, because hiredis
 * 0.14 writes in a way that raises SIGPIPE, believes any length a server claims, and aborts when
 * there is no memory for it. What a server may make us keep is bounded by LIMIT_REPLY_BYTES and
 * LIMIT_REPLY_ITEMS (redis_resp.c), of all replies since mns_resp_begin together.
 *
 * Replies live until mns_resp_begin. A wire on which something failed is of no more use.
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
    const char *text; /* of a string, a status or an error: any bytes, and a NUL after them */
    size_t size;
    struct mns_redis_reply **items; /* of an array; never NULL once the reply is whole */
    size_t count;
} mns_redis_reply;

typedef struct mns_resp {
    int fd;                       /* -1: not connected; never blocks */
    unsigned timeout_ms;          /* for which each step waits, */
    const mns_deadline *deadline; /* unless there is one for all of them */
    redisReader *reader;
    mns_buf out;
    size_t sent; /* bytes of `out` that the system has taken */
    mns_arena replies;
    size_t bytes_left, items_left; /* that replies may still have */
} mns_resp;

/* To a host and port, or to a socket's path where the host begins with '/'. False: trouble. Close
 * it in any case. */
bool mns_resp_open(mns_resp *wire, const char *host, unsigned port, const mns_deadline *deadline,
                   mns_driver_error *failure);
/* It is connected: from now on each step has so long, and the deadline is forgotten. */
void mns_resp_settle(mns_resp *wire, unsigned timeout_ms);
void mns_resp_close(mns_resp *wire);
/* From another thread: whoever waits for a reply sees the end of the connection. */
void mns_resp_shut(mns_resp *wire);

/* Forgets commands and replies. */
void mns_resp_begin(mns_resp *wire);
/* A command of so many words, then each of them. */
void mns_resp_command(mns_resp *wire, size_t words);
void mns_resp_word(mns_resp *wire, const char *text, size_t size);
void mns_resp_text(mns_resp *wire, const char *text);
void mns_resp_integer(mns_resp *wire, int64_t number);
void mns_resp_key(mns_resp *wire, const char *prefix, uint64_t key);

/* Sends all commands. False: trouble; the last command is not whole on its way, so the server
 * cannot have executed it. */
bool mns_resp_send(mns_resp *wire, mns_driver_error *failure);
/* The next reply. NULL: trouble, of a transaction whose outcome is not known. */
const mns_redis_reply *mns_resp_reply(mns_resp *wire, mns_driver_error *failure);

#endif
