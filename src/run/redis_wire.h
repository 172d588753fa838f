/*
 * redis_wire.h - a connection to a Redis server: commands out, replies in.
 *
 * Commands are put together in a buffer and sent at once; replies are read in the same order. hiredis takes
 * the protocol apart; the socket and the memory of replies are ours, because hiredis 0.14 writes in a way that
 * raises SIGPIPE, believes any length a server claims, and aborts when there is no memory for it. What a server
 * may make us keep is bounded by LIMIT_REPLY_BYTES and LIMIT_REPLY_ITEMS (redis_wire.c).
 *
 * Replies live until mns_wire_begin. A wire on which something failed is of no more use.
 */
#ifndef MNS_RUN_REDIS_WIRE_H
#define MNS_RUN_REDIS_WIRE_H

#include <hiredis/hiredis.h>

#include "core/arena.h"
#include "run/driver.h"
#include "run/url.h"

typedef struct mns_redis_reply {
    int type;         /* REDIS_REPLY_... */
    int64_t integer;  /* of an integer */
    const char *text; /* of a string, a status or an error: any bytes, and a NUL after them */
    size_t size;
    struct mns_redis_reply **items; /* of an array; never NULL once the reply is whole */
    size_t count;
} mns_redis_reply;

typedef struct mns_redis_wire {
    int fd; /* -1: not connected */
    unsigned timeout_ms;
    redisReader *reader;
    mns_buf out;
    size_t sent; /* bytes of `out` that the system has taken */
    mns_arena replies;
} mns_redis_wire;

/* To a host and port, or to a socket's path where the host begins with '/'. False: trouble. Close it in any
 * case. */
bool mns_wire_open(mns_redis_wire *wire, const mns_url *url, unsigned timeout_ms,
                   mns_trouble *trouble);
void mns_wire_close(mns_redis_wire *wire);
/* From another thread: whoever waits for a reply sees the end of the connection. */
void mns_wire_shut(mns_redis_wire *wire);

/* Forgets commands and replies. */
void mns_wire_begin(mns_redis_wire *wire);
/* A command of so many words, then each of them. */
void mns_wire_command(mns_redis_wire *wire, size_t words);
void mns_wire_word(mns_redis_wire *wire, const char *text, size_t size);
void mns_wire_text(mns_redis_wire *wire, const char *text);
void mns_wire_integer(mns_redis_wire *wire, int64_t number);
void mns_wire_key(mns_redis_wire *wire, const char *prefix, uint64_t key);

/* Sends all commands. False: trouble; the last command is not whole on its way, so the server cannot have
 * executed it. */
bool mns_wire_send(mns_redis_wire *wire, mns_trouble *trouble);
/* The next reply. NULL: trouble, of a transaction whose outcome is not known. */
const mns_redis_reply *mns_wire_reply(mns_redis_wire *wire, mns_trouble *trouble);

#endif
