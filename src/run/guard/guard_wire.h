/*
 * guard_wire.h - what travels between a guard and its owner: a header, then as many bytes as it
 * says.
 *
 * Both ends are the same program on the same machine, so numbers travel as they are in memory.
 */
#ifndef MNS_RUN_GUARD_GUARD_WIRE_H
#define MNS_RUN_GUARD_GUARD_WIRE_H

#include "run/system/launch.h"

typedef enum mns_wire_kind {
    MNS_WIRE_LAUNCH,     /* slot, launch -> error, process; failure */
    MNS_WIRE_STATE,      /* slot -> state, status */
    MNS_WIRE_SIGNAL,     /* slot, number -> error */
    MNS_WIRE_SIGNAL_ALL, /* slot, number -> error */
    MNS_WIRE_UNDO,       /* launch -> error */
    MNS_WIRE_KEEP,       /* -> */
    MNS_WIRE_END         /* -> error, once all is gone */
} mns_wire_kind;

typedef struct mns_wire {
    uint32_t kind;
    uint32_t slot;
    int32_t number; /* of a request: its argument; of an answer: errno or a state */
    int32_t status; /* of an answer: how a program ended, or its process */
    uint64_t size;  /* of the bytes that follow */
} mns_wire;

/* The most bytes of a message: more words than a command line can have. */
#define MNS_WIRE_MOST ((uint64_t)4 << 20)

/* False: the other end is gone. `bytes` may be NULL if size is 0. Never raises SIGPIPE. */
bool mns_wire_send(int fd, const mns_wire *wire, const char *bytes);
/* Fills `bytes`, which is cleared first. False also if it is larger than it may be, or out of
 * memory. */
bool mns_wire_receive(int fd, mns_wire *wire, mns_buf *bytes);

/* A launch as bytes, and back: the latter points into the bytes, and is to be released. */
void mns_wire_pack(const mns_launch *launch, mns_buf *bytes);
bool mns_wire_unpack(const mns_buf *bytes, mns_launch *launch);

/* In the guard's process: serves the owner at the other end of the socket until the end. Never
 * returns. */
void mns_guard_process(int fd, const char *folder) __attribute__((noreturn));

#endif
