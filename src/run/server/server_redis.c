/*
 * server_redis.c - a throw-away Redis, which keeps all data in memory: killing it loses everything.
 *
 * Settings and password are in its configuration file, which only its user can read.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "run/server/server.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"

#define CONFIGURATION "redis.conf"

static const char *const search_paths[] = {"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", NULL};

static const char *const reserved[] = {"port",    "bind",    "dir",       "requirepass", "tls_port",
                                       "logfile", "include", "daemonize", NULL};

static bool files(mns_node *node, mns_buf *message) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "bind 127.0.0.1\nrequirepass %s\ndir %s/data\n", node->cluster->password,
                   node->folder.data);
    mns_buf_str(&text, "save \"\"\nappendonly no\n");
    for (size_t i = 0; node->cluster->settings[i] != NULL; i++) {
        size_t size = strcspn(node->cluster->settings[i], "=");
        mns_buf_bytes(&text, node->cluster->settings[i], size);
        mns_buf_printf(&text, " %s\n", node->cluster->settings[i] + size + 1);
    }
    bool written = mns_scratch_write(node->folder.data, CONFIGURATION, &text, &node->cluster->user);
    if (!written) {
        mns_buf_printf(message, "%s/" CONFIGURATION ": %s", node->folder.data, strerror(errno));
    }
    mns_buf_release(&text);
    return written;
}

static void serve(const mns_node *node, mns_launch *launch) {
    mns_launch_arg(launch, "%s", node->cluster->program.data);
    mns_launch_arg(launch, "%s/" CONFIGURATION, node->folder.data);
    mns_launch_arg(launch, "--port");
    mns_launch_arg(launch, "%u", node->ports[0]);
}

/* Only our server knows the password. */
static bool is_ready(const mns_node *node) {
    char request[64], answer[3];
    snprintf(request, sizeof request, "AUTH %s\r\n", node->cluster->password);
    return mns_loopback_request(node->ports[0], request, answer, sizeof answer) == sizeof answer &&
           memcmp(answer, "+OK", sizeof answer) == 0;
}

static void url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "redis://default:%s@127.0.0.1:%u/0", node->cluster->password,
                   node->ports[0]);
}

const mns_server_kind mns_server_redis = {
    .targets = {"redis:"},
    .title = "Redis",
    .program = "redis-server",
    .variable = "MINOS_REDIS_BIN",
    .search_paths = search_paths,
    .package = "redis-server",
    .user = "redis",
    .reserved = reserved,
    .no_clock_reason = "libfaketime and its memory allocator deadlock",
    .graceful = {SIGTERM},
    .fast = {SIGKILL},
    .files = files,
    .serve = serve,
    .is_ready = is_ready,
    .url = url,
};
