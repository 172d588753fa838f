/*
 * faulty_cli.c - failing system calls never make the command line give a wrong answer or half a
 * file.
 *
 * In: commands that read a history and write pages, reports, JUnit files, histories and JSON, over
 * older files. Each command runs in its own child process, and each system call fails once.
 * Out: 0 if each exits with its usual status and everything is written completely, or with 255 and
 * a message and every file is the old one, the new one, or, of a report, named in the
 * message. Crashes and leaks end the child with another status under AddressSanitizer.
 */
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "faulty/faulty.h"
#include "faulty/main.h"
#include "faulty/tree.h"
#include "support/support.h"

enum { TROUBLE = 255 };

static const char history[] = "{:type :ok, :process 0, :value [[:append x 1] [:append y 1]]}\n"
                              "{:type :ok, :process 1, :value [[:r x [1]] [:r y []]]}\n"
                              "{:type :ok, :process 2, :value [[:r x [1 2] ] [:append x 2]]}\n"
                              "{:type :ok, :process 3, :value [[:r x [2]] [:r y [1]]]}\n";

static const char registers[] = "{:type :ok, :process 0, :value [[:w 1 2]], :node 1}\n"
                                "{:type :ok, :process 1, :value [[:r 1 2] [:r 2 nil]]}\n";

static const char *const commands[][10] = {
    {"minos", "check", "--html", "page.html", "--junit", "junit.xml", "history.edn"},
    {"minos", "check", "-q", "-o", "report", "history.edn"},
    {"minos", "check", "--json", "history.edn"},
    {"minos", "shrink", "-o", "small.edn", "history.edn"},
    {"minos", "convert", "history.edn", "copy.json"},
    {"minos", "convert", "registers.edn", "copy.plume"},
    {"minos", "convert", "-q", "--to", "viper", "copy.txt", "copy.viper"},
    {"minos", "convert", "logs", "logs.edn"},
    {"minos", "sim", "-n", "50", "-o", "sim.edn"}};

/* Written as a stream: after a failure, which is reported, they are incomplete. */
static const char *const streams[] = {"sim.edn"};

/* The result of a command. */
typedef struct ending {
    int status;
    char *out, *err;
    char *files; /* content of its working folder */
} ending;

static char base[64], out_path[80], err_path[80];
static const char *const *command;
static ending usual;

/* ---- Running --------------------------------------------------------------------------------- */

static void prepare(void) {
    static const char *const older[] = {"page.html", "junit.xml",  "small.edn", "sim.edn",
                                        "copy.json", "copy.plume", "logs.edn"};
    tree_remove(base);
    mkdir(base, 0777);
    tree_write(base, "history.edn", history);
    tree_write(base, "registers.edn", registers);
    char *logs = path_join(base, "logs");
    mkdir(logs, 0777);
    free(logs);
    tree_write(base, "logs/T0.log", "S.......1C.......1");
    tree_write(base, "logs/T1.log", "S.......2C.......2");
    tree_write(base, "copy.txt", "w(1,2,0,1)\nr(1,2,1,2)\n");
    for (size_t i = 0; i < TEST_COUNT_OF(older); i++) {
        tree_write(base, older[i], "old\n");
    }
}

/* Runs in the child. */
static void run_command(void) {
    static char words[10][32];
    int argc = 0;
    char *argv[11] = {NULL};
    for (; command[argc] != NULL; argc++) {
        snprintf(words[argc], sizeof words[argc], "%s", command[argc]);
        argv[argc] = words[argc];
    }
    if (freopen(out_path, "w", stdout) == NULL || freopen(err_path, "w", stderr) == NULL ||
        chdir(base) != 0) {
        _exit(99);
    }
    exit(minos_main(argc, argv));
}

/* Removes the timings, which may differ. */
static char *without_times(char *text) {
    static const char mark[] = "\"timing_ms\":{";
    for (char *at = text; at != NULL && (at = strstr(at, mark)) != NULL;) {
        char *end = strchr(at, '}');
        if (end != NULL) {
            memmove(at, end + 1, strlen(end + 1) + 1);
        }
    }
    return text;
}

static char *load(const char *path) {
    size_t size;
    char *text = file_load(path, &size);
    return text == NULL ? strdup("") : without_times(text);
}

/* The result of a command, taken with all calls working again. */
static ending wait_for(pid_t child, bool *reached) {
    int status = 0;
    waitpid(child, &status, 0);
    *reached = fault_end();
    return (ending){.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
                    .out = load(out_path),
                    .err = load(err_path),
                    .files = without_times(tree_of(base))};
}

static ending run_child(bool *reached) {
    pid_t child = fork();
    if (child == 0) {
        run_command();
    }
    return wait_for(child, reached);
}

static void release(ending *e) {
    free(e->out);
    free(e->err);
    free(e->files);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static bool is_stream(const char *name) {
    for (size_t i = 0; i < TEST_COUNT_OF(streams); i++) {
        if (strcmp(name, streams[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* A file is the old one, or the one of a successful command, or named in the message. */
static bool is_known(const char *name, const char *err) {
    char *path = path_join(base, name), *content = without_times(tree_of(path));
    /* A history that cannot be read is an error in the JUnit file. */
    size_t size = strlen(content), end = strlen("</testsuites>\n");
    bool junit = strcmp(name, "junit.xml") == 0 && size > end &&
                 strcmp(content + size - end, "</testsuites>\n") == 0;
    bool known = junit || is_stream(name) || strstr(content, "\nold\n") != NULL ||
                 strstr(usual.files, content) != NULL || strstr(err, name) != NULL;
    free(path);
    free(content);
    return known;
}

static bool all_known(const char *err) {
    char *entries = tree_names(base), *rest = NULL;
    bool all = true;
    for (char *name = strtok_r(entries, " ", &rest); name != NULL;
         name = strtok_r(NULL, " ", &rest)) {
        all = all && is_known(name, err);
    }
    free(entries);
    return all;
}

static const char *what_is_wrong(const ending *e, bool harmless) {
    if (strstr(e->err, "Sanitizer") != NULL) {
        return "a crash or a leak";
    }
    if (e->status != usual.status && e->status != TROUBLE) {
        return "another status";
    }
    if (e->status == usual.status) {
        bool same = strcmp(e->files, usual.files) == 0 && strcmp(e->out, usual.out) == 0;
        return same ? NULL : "its usual status, but not all that it should write";
    }
    if (harmless) {
        return "failed for no reason";
    }
    if (e->err[0] == '\0') {
        return "no message";
    }
    return all_known(e->err) ? NULL : "something is left";
}

static bool run(unsigned call, fault_mode mode) {
    bool reached;
    ending e = run_child(&reached);
    bool harmless = !reached || mode == FAULT_INTERRUPTED || mode == FAULT_SHORT;
    const char *wrong = what_is_wrong(&e, harmless);
    (void)call;
    if (wrong != NULL) {
        char *entries = tree_names(base);
        printf("minos %s: %s: status %d; stderr: %.300s; there is: %s\n", command[1], wrong,
               e.status, e.err, entries);
        free(entries);
    }
    release(&e);
    prepare();
    return wrong == NULL;
}

int main(void) {
    unsigned runs = 0, bad = 0;
    bool reached;
    snprintf(base, sizeof base, "/tmp/minos-faulty-cli-%ld", (long)getpid());
    snprintf(out_path, sizeof out_path, "%s.out", base);
    snprintf(err_path, sizeof err_path, "%s.err", base);
    fault_share();
    for (size_t i = 0; i < TEST_COUNT_OF(commands); i++) {
        command = commands[i];
        prepare();
        usual = run_child(&reached);
        prepare();
        bad += fault_everything(run, ~(unsigned)FAULT_ON, 40, &runs);
        release(&usual);
    }
    tree_remove(base);
    unlink(out_path);
    unlink(err_path);
    printf("%u calls that failed, %u wrong\n", runs, bad);
    return bad == 0 && runs > 50 ? 0 : 1;
}
