/*
 * server_prepare.c - prepares the nodes of a server: user, password, folders, guards and ports.
 *
 * Each folder gets a guard at once that removes it, so nothing is left whatever happens later.
 * Guards fork, so all of this comes before the first thread.
 */
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

#include "run/server/node_faults.h"
#include "run/server/server.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"

/* Servers refuse to run as root, or should not: use the database's own user, else nobody. */
static bool choose_user(minos_server *server, mns_buf *message) {
    server->user = (mns_launch_user){0};
    if (geteuid() != 0) {
        return true;
    }
    const char *names[] = {server->kind->user, "nobody"};
    for (size_t i = 0; i < MNS_COUNT_OF(names); i++) {
        struct passwd entry;
        struct passwd *found = NULL;
        char room[4096];
        if (getpwnam_r(names[i], &entry, room, sizeof room, &found) == 0 && found != NULL &&
            entry.pw_uid != 0) {
            server->user = (mns_launch_user){true, entry.pw_uid, entry.pw_gid};
            return true;
        }
    }
    mns_buf_printf(message, "%s must not run as root, and there is no user %s or nobody",
                   server->kind->title, server->kind->user);
    return false;
}

static bool choose_password(minos_server *server, mns_buf *message) {
    unsigned char random[16];
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    bool read_all = fd >= 0 && read(fd, random, sizeof random) == sizeof random;
    if (fd >= 0) {
        close(fd);
    }
    if (!read_all) {
        mns_buf_str(message, "cannot read /dev/urandom");
        return false;
    }
    static_assert(sizeof server->password == 2 * sizeof random + 1, "two digits a byte");
    for (size_t i = 0; i < sizeof random; i++) {
        snprintf(server->password + 2 * i, 3, "%02x", random[i]);
    }
    return true;
}

minos_status mns_server_prepare(minos_server *server, mns_buf *message) {
    return mns_server_program(server->kind, &server->program, message) &&
                   choose_user(server, message) && choose_password(server, message)
               ? MINOS_OK
               : MINOS_EIO;
}

/* ---- A node ---------------------------------------------------------------------------------- */

static bool fill_folder(mns_node *node, mns_buf *message) {
    const char *folder = node->folder.data;
    const mns_launch_user *user = &node->cluster->user;
    mns_buf password;
    mns_buf_init(&password);
    mns_buf_printf(&password, "%s\n", node->cluster->password);
    bool filled = mns_scratch_write(folder, MNS_SERVER_PASSWORD, &password, user) &&
                  mns_scratch_mkdir(folder, "data", user);
    mns_buf_release(&password);
    if (!filled) {
        mns_buf_printf(message, "%s: %s", folder, strerror(errno));
    }
    return filled;
}

bool mns_node_prepare(mns_node *node, mns_buf *message) {
    const char *target = node->cluster->kind->targets[0];
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(target, ":"), target);
    if (!mns_scratch_create(name, &node->folder, message)) {
        return false;
    }
    node->guard = mns_guard_start(node->folder.data, message);
    if (node->guard == NULL) {
        mns_scratch_remove(node->folder.data);
        return false;
    }
    mns_buf_printf(&node->log, "%s/%s", node->folder.data, MNS_SERVER_LOG);
    return !node->log.failed && fill_folder(node, message) && mns_node_setup_faults(node, message);
}

void mns_node_release(mns_node *node, mns_buf *message) {
    if (node->guard != NULL && !mns_guard_end(node->guard, message)) {
        mns_buf_char(message, '\n');
    }
    node->guard = NULL;
    mns_buf_release(&node->folder);
    mns_buf_release(&node->url);
    mns_buf_release(&node->log);
    mns_launch_release(&node->launch);
}

const char *mns_node_host(const mns_node *node) {
    const mns_namespaces *network = node->cluster->namespaces;
    return network == NULL ? "127.0.0.1" : mns_namespaces_address(network, node->number);
}

const char *mns_server_clients_host(const minos_server *server) {
    return server->namespaces == NULL
               ? "127.0.0.1"
               : mns_namespaces_address(server->namespaces, MNS_NAMESPACES_HOST);
}

void mns_node_launch_init(const mns_node *node, mns_launch *launch) {
    mns_launch_init(launch);
    const mns_server_kind *kind = node->cluster->kind;
    const char *passed[] = {"PATH", "LD_LIBRARY_PATH"};
    for (size_t i = 0; i < MNS_COUNT_OF(passed); i++) {
        const char *value = getenv(passed[i]);
        if (value != NULL) {
            mns_launch_variable(launch, passed[i], value);
        }
    }
    mns_launch_variable(launch, "LC_ALL", "C");
    mns_launch_variable(launch, "TZ", "UTC");
    mns_launch_variable(launch, "HOME", node->folder.data);
    mns_launch_variable(launch, "TMPDIR", node->folder.data);
    launch->folder = node->folder.data;
    launch->output = node->log.data;
    launch->user = node->cluster->user;
    launch->outlives = node->cluster->keep;
    if (node->cluster->namespaces != NULL) {
        launch->namespace = mns_namespaces_path(node->cluster->namespaces, node->number);
    }
    memcpy(launch->graceful, kind->graceful, sizeof launch->graceful);
    memcpy(launch->fast, kind->fast, sizeof launch->fast);
}
