/*
 * server_redis.c - a throw-away Redis, which keeps everything in memory: killing it loses all.
 *
 * Settings are lines of its configuration file, where the password is too: nobody but its user can
 * read it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "run/loopback.h"
#include "run/scratch.h"
#include "run/server.h"

#define CONFIGURATION "redis.conf"

static const char *const places[] = {"/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", NULL};

static const char *const fixed[] = {"port",    "bind",    "dir",       "requirepass", "tls_port",
                                    "logfile", "include", "daemonize", NULL};

static bool files(minos_server *server, mns_buf *message) {
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_printf(&text, "bind 127.0.0.1\nrequirepass %s\ndir %s/data\n", server->password,
                   server->folder.data);
    mns_buf_str(&text, "save \"\"\nappendonly no\n");
    for (size_t i = 0; server->settings != NULL && server->settings[i] != NULL; i++) {
        size_t size = strcspn(server->settings[i], "=");
        mns_buf_bytes(&text, server->settings[i], size);
        mns_buf_printf(&text, " %s\n", server->settings[i] + size + 1);
    }
    bool written = mns_scratch_write(server->folder.data, CONFIGURATION, &text, &server->user);
    if (!written) {
        mns_buf_printf(message, "%s/" CONFIGURATION ": %s", server->folder.data, strerror(errno));
    }
    mns_buf_release(&text);
    return written;
}

static void serve(const minos_server *server, mns_launch *launch) {
    mns_launch_word(launch, "%s", server->program.data);
    mns_launch_word(launch, "%s/" CONFIGURATION, server->folder.data);
    mns_launch_word(launch, "--port");
    mns_launch_word(launch, "%u", server->port);
}

/* No other server knows the password. */
static bool answers(const minos_server *server) {
    char request[64], answer[3];
    snprintf(request, sizeof request, "AUTH %s\r\n", server->password);
    return mns_loopback_ask(server->port, request, answer, sizeof answer) == sizeof answer &&
           memcmp(answer, "+OK", sizeof answer) == 0;
}

static void url(const minos_server *server, mns_buf *out) {
    mns_buf_printf(out, "redis://default:%s@127.0.0.1:%u/0", server->password, server->port);
}

const mns_server_kind mns_server_redis = {
    .schemes = {"redis"},
    .title = "Redis",
    .program = "redis-server",
    .variable = "MINOS_REDIS_BIN",
    .places = places,
    .package = "redis-server",
    .user = "redis",
    .fixed = fixed,
    .polite = {SIGTERM},
    .quick = {SIGKILL},
    .files = files,
    .serve = serve,
    .answers = answers,
    .url = url,
};
