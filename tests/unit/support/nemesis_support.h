/* nemesis_support.h - for tests of the nemesis: a server whose nodes only sleep, the recorded
 * history, and process states. */
#ifndef NEMESIS_SUPPORT_H
#define NEMESIS_SUPPORT_H

#include "unit/support/record_support.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "run/nemesis/nemesis_internal.h"

/* ---- Sleepers -------------------------------------------------------------------------------- */

static const char *const sleeper_search_paths[] = {"/bin", "/usr/bin", NULL};
static const char *const sleeper_reserved[] = {NULL};

/* If set, the second start of a node fails; the first and all later ones succeed. */
static bool sleeper_fails_once;
/* If set, nodes are never ready after their first start. */
static bool sleeper_lost;

static inline void sleeper_serve(const mns_node *node, mns_launch *launch) {
    mns_launch_arg(launch, "%s", node->cluster->program.data);
    mns_launch_arg(launch, sleeper_fails_once && node->starts == 1 ? "bad" : "1000");
}

static inline bool sleeper_is_ready(const mns_node *node) {
    bool bad = (sleeper_fails_once && node->starts == 2) || (sleeper_lost && node->starts > 1);
    return !bad && node->starts > 0;
}

static inline void sleeper_url(const mns_node *node, mns_buf *out) {
    mns_buf_printf(out, "sleep:%u", node->number);
}

static inline unsigned sleeper_primary(const minos_server *server) {
    return server->node_count - 1;
}

static const mns_server_kind sleeper_kind = {
    .targets = {"sleep:"},
    .title = "Sleeper",
    .program = "sleep",
    .variable = "MINOS_SLEEP_BIN",
    .search_paths = sleeper_search_paths,
    .package = "coreutils",
    .user = "nobody",
    .reserved = sleeper_reserved,
    .graceful = {SIGTERM},
    .fast = {SIGKILL},
    .nodes = 3,
    .max_nodes = 3,
    .serve = sleeper_serve,
    .is_ready = sleeper_is_ready,
    .url = sleeper_url,
    .primary = sleeper_primary,
};

static inline minos_server *sleepers_start(void) {
    sleeper_fails_once = sleeper_lost = false;
    minos_server_options options;
    minos_server_options_init(&options);
    options.target = "sleep:";
    minos_server *server = calloc(1, sizeof *server);
    assert_non_null(server);
    server->kind = &sleeper_kind;
    mns_buf message;
    mns_buf_init(&message);
    if (mns_server_begin(server, &options, &message) != MINOS_OK) {
        fail_msg("%s", message.data);
    }
    mns_buf_release(&message);
    return server;
}

/* ---- Processes ------------------------------------------------------------------------------- */

/* Its state in /proc: T stopped, S sleeping; 0: none. */
static inline char state_of(long pid) {
    char path[64], state = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        assert_true(fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
        fclose(file);
    }
    return state;
}

/* Waits until it is in that state. */
static inline void await_state(long pid, char state) {
    while (state_of(pid) != state) {
        assert_int_not_equal(state_of(pid), 0);
        recording_pause(1);
    }
}

/* A child that waits to be killed. */
static inline pid_t child_start(void) {
    pid_t pid = fork();
    if (pid == 0) {
        for (;;) {
            pause();
        }
    }
    assert_true(pid > 0);
    await_state(pid, 'S');
    return pid;
}

static inline void child_end(pid_t pid) {
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

/* ---- A nemesis and its history --------------------------------------------------------------- */

typedef struct trial {
    recording recording;
    mns_nemesis_targets targets;
    minos_fault_options faults;
    mns_nemesis *nemesis;
    mns_buf warnings, message;
    char *text; /* the history, at the end */
} trial;

/* `server` may be NULL. */
static inline void trial_init(trial *t, minos_server *server, const char *kinds) {
    *t = (trial){.faults = {.kinds = kinds, .every_s = 0.05, .for_s = 0.02}};
    recording_start(&t->recording, 1);
    t->targets = (mns_nemesis_targets){
        .server = server, .nodes = 3, .clients = 4, .recorder = t->recording.recorder};
    mns_buf_init(&t->warnings);
    mns_buf_init(&t->message);
}

static inline void trial_start(trial *t) {
    t->nemesis = mns_nemesis_start(&t->faults, 3, &t->targets, &t->message);
    if (t->nemesis == NULL) {
        fail_msg("%s", t->message.data);
    }
}

/* Waits until so many faults were injected. */
static inline void trial_await(const trial *t, unsigned count) {
    while (mns_nemesis_count(t->nemesis) < count) {
        recording_pause(1);
    }
}

static inline void trial_finish(trial *t) {
    mns_spans faulted;
    mns_nemesis_finish(t->nemesis, &t->warnings, &faulted);
    mns_spans_release(&faulted);
    assert_int_equal(recording_finish(&t->recording), MINOS_OK);
    size_t size;
    t->text = file_load(t->recording.path, &size);
    assert_non_null(t->text);
}

static inline void trial_release(trial *t) {
    recording_release(&t->recording);
    mns_buf_release(&t->warnings);
    mns_buf_release(&t->message);
    free(t->text);
}

/* Operation i from its :f on, without the closing brace; "" past the end. Valid until the next
 * call. */
static inline const char *trial_line(const trial *t, unsigned i) {
    static char line[400];
    const char *at = t->text;
    for (; i > 0 && at != NULL; i--) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    at = at == NULL ? NULL : strstr(at, ":type :info, :process :nemesis, :f :");
    at = at == NULL ? NULL : strstr(at, ":f :");
    size_t size = at == NULL ? 0 : strcspn(at, "\n") - 1;
    assert_true(size < sizeof line);
    snprintf(line, sizeof line, "%.*s", (int)size, at == NULL ? "" : at);
    return line;
}

#endif
