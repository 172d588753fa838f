/* guard_wire.c - messages between a guard and its owner. */
#include "run/guard/guard_wire.h"

#include <errno.h>
#include <sys/socket.h>

static bool send_all(int fd, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool receive_all(int fd, char *bytes, size_t size) {
    while (size > 0) {
        ssize_t got = recv(fd, bytes, size, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

bool mns_wire_send(int fd, const mns_wire *wire, const char *bytes) {
    return wire->size <= MNS_WIRE_MOST && send_all(fd, (const char *)wire, sizeof *wire) &&
           send_all(fd, bytes, (size_t)wire->size);
}

bool mns_wire_receive(int fd, mns_wire *wire, mns_buf *bytes) {
    mns_buf_clear(bytes);
    if (!receive_all(fd, (char *)wire, sizeof *wire) || wire->size > MNS_WIRE_MOST) {
        return false;
    }
    mns_buf_repeat(bytes, '\0', (size_t)wire->size);
    return !bytes->failed && (wire->size == 0 || receive_all(fd, bytes->data, (size_t)wire->size));
}

/* ---- Launches -------------------------------------------------------------------------------- */

/* The fixed part. The strings follow: folder, output, input, namespace, args, environment. */
typedef struct header {
    mns_launch_user user;
    bool outlives;
    int graceful[MNS_LAUNCH_SIGNALS], fast[MNS_LAUNCH_SIGNALS];
    size_t args_size, environment_size;
} header;

static void pack_text(mns_buf *bytes, const char *text) {
    mns_buf_str(bytes, text);
    mns_buf_char(bytes, '\0');
}

void mns_wire_pack(const mns_launch *launch, mns_buf *bytes) {
    header part = {.user = launch->user,
                   .outlives = launch->outlives,
                   .args_size = launch->args.size,
                   .environment_size = launch->environment.size};
    memcpy(part.graceful, launch->graceful, sizeof part.graceful);
    memcpy(part.fast, launch->fast, sizeof part.fast);
    mns_buf_bytes(bytes, (const char *)&part, sizeof part);
    pack_text(bytes, launch->folder);
    pack_text(bytes, launch->output);
    pack_text(bytes, launch->input != NULL ? launch->input : "");
    pack_text(bytes, launch->namespace != NULL ? launch->namespace : "");
    mns_buf_bytes(bytes, launch->args.data, launch->args.size);
    mns_buf_bytes(bytes, launch->environment.data, launch->environment.size);
    bytes->failed |= launch->args.failed || launch->environment.failed;
}

bool mns_wire_unpack(const mns_buf *bytes, mns_launch *launch) {
    mns_launch_init(launch);
    header part;
    assert(bytes->size > sizeof part);
    memcpy(&part, bytes->data, sizeof part);
    launch->user = part.user;
    launch->outlives = part.outlives;
    memcpy(launch->graceful, part.graceful, sizeof part.graceful);
    memcpy(launch->fast, part.fast, sizeof part.fast);
    launch->folder = bytes->data + sizeof part;
    launch->output = launch->folder + strlen(launch->folder) + 1;
    const char *input = launch->output + strlen(launch->output) + 1;
    launch->input = input[0] != '\0' ? input : NULL;
    const char *namespace = input + strlen(input) + 1;
    launch->namespace = namespace[0] != '\0' ? namespace : NULL;
    const char *args = namespace + strlen(namespace) + 1;
    assert(args + part.args_size + part.environment_size == bytes->data + bytes->size);
    mns_buf_bytes(&launch->args, args, part.args_size);
    mns_buf_bytes(&launch->environment, args + part.args_size, part.environment_size);
    return !launch->args.failed && !launch->environment.failed;
}
