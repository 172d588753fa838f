/*
 * guard_wire.h - the messages between a guard and its owner: a header, then `size` bytes.
 *
 * Both ends are the same program on the same machine, so numbers are sent in memory format.
 */
#ifndef MNS_RUN_GUARD_GUARD_WIRE_H
#define MNS_RUN_GUARD_GUARD_WIRE_H

#include "run/system/launch.h"

typedef enum mns_wire_kind {
    MNS_WIRE_LAUNCH,     /* slot, launch -> error, pid; failure */
    MNS_WIRE_STATE,      /* slot -> state, status */
    MNS_WIRE_SIGNAL,     /* slot, number -> error */
    MNS_WIRE_SIGNAL_ALL, /* slot, number -> error */
    MNS_WIRE_UNDO,       /* launch -> error */
    MNS_WIRE_KEEP,       /* -> */
    MNS_WIRE_END         /* -> error, once everything is removed */
} mns_wire_kind;

typedef struct mns_wire {
    uint32_t kind;
    uint32_t slot;
    int32_t number; /* request: argument; answer: errno or a state */
    int32_t status; /* answer: exit status or pid */
    uint64_t size;  /* of the bytes that follow */
} mns_wire;

/* Maximum size of a message: longer than any command line. */
#define MNS_WIRE_MOST ((uint64_t)4 << 20)

/* False: the other end is closed. `bytes` may be NULL if size is 0. Never raises SIGPIPE. */
bool mns_wire_send(int fd, const mns_wire *wire, const char *bytes);
/* Replaces `bytes`. False also if the message is too large, or out of memory. */
bool mns_wire_receive(int fd, mns_wire *wire, mns_buf *bytes);

/* Packs a launch into bytes, and back; the unpacked launch points into the bytes and must be
 * released. */
void mns_wire_pack(const mns_launch *launch, mns_buf *bytes);
bool mns_wire_unpack(const mns_buf *bytes, mns_launch *launch);

/* Runs in the guard process: serves the owner at the other end of the socket. Never returns. */
void mns_guard_process(int fd, const char *folder) __attribute__((noreturn));

#endif
