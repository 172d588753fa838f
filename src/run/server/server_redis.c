/*
 * server_redis.c - a throw-away Redis, which keeps everything in memory: killing it loses all.
 *
 * Settings are lines of its configuration file, where the password is too: nobody but its user can
 * read it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "run/server/server.h"
#include "run/system/loopback.h"
#include "run/system/scratch.h"

#define CONFIGURATION "redis.conf"

static const char *const places[] = {"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", NULL};

static const char *const fixed[] = {"port",    "bind",    "dir",       "requirepass", "tls_port",
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
    mns_launch_word(launch, "%s", node->cluster->program.data);
    mns_launch_word(launch, "%s/" CONFIGURATION, node->folder.data);
    mns_launch_word(launch, "--port");
    mns_launch_word(launch, "%u", node->ports[0]);
}

/* No other server knows the password. */
static bool answers(const mns_node *node) {
    char request[64], answer[3];
    snprintf(request, sizeof request, "AUTH %s\r\n", node->cluster->password);
    return mns_loopback_ask(node->ports[0], request, answer, sizeof answer) == sizeof answer &&
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
    .places = places,
    .package = "redis-server",
    .user = "redis",
    .fixed = fixed,
    .no_clock = "libfaketime and its memory allocator wait for each other",
    .polite = {SIGTERM},
    .quick = {SIGKILL},
    .files = files,
    .serve = serve,
    .answers = answers,
    .url = url,
};
