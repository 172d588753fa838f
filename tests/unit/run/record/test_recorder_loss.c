/* test_recorder_loss.c - src/run/record/recorder.c, recorder_write.c: full disk, killed process.
 *
 * Children record; the parent reads what they wrote. The file is always a prefix of the history, in
 * complete operations, and missing operations are counted. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <signal.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/support/record_support.h"

/* ---- Full disks ------------------------------------------------------------------------------ */

enum { CLIENTS = 4, TXNS = 2000 };

/* Records more than fits at this path; 0 if that is reported correctly: counts that add up, the
 * file's name, and the reason. */
static int record_too_much(const char *path, const char *why) {
    recording r = {.operations = 0};
    char *message = NULL;
    r.recorder = mns_recorder_start(path, CLIENTS, &message);
    if (r.recorder == NULL) {
        return 1;
    }
    recording_clients(&r, CLIENTS, TXNS);
    while (!mns_recorder_failed(r.recorder)) {
        recording_pause(1);
    }
    uint64_t written = mns_recorder_written(r.recorder);
    recording_clients(&r, CLIENTS, 1); /* not written, but counted */
    if (mns_recorder_finish(r.recorder, &r.operations, &message) != MINOS_EIO || message == NULL) {
        return 2;
    }
    char counts[100];
    snprintf(counts, sizeof counts, "only the first %llu operations were written, %llu are missing",
             (unsigned long long)r.operations,
             2ull * CLIENTS * (TXNS + 1) - (unsigned long long)r.operations);
    struct stat info;
    bool good = strstr(message, path) != NULL && strstr(message, why) != NULL &&
                strstr(message, counts) != NULL &&
                strstr(message, "last line is incomplete") == NULL && stat(path, &info) == 0 &&
                (uint64_t)info.st_size == written;
    free(message);
    return good ? 0 : 3;
}

static void expect_beginning(char *path, uint64_t least) {
    recording r = {.path = path};
    uint64_t operations = recording_check(&r);
    assert_true(operations >= least && operations < 2 * CLIENTS * TXNS);
}

/* The limit's signal would kill the process if the recorder did not block it. */
static void a_limit_on_files(void **state) {
    (void)state;
    static const rlim_t limits[] = {1000, 100000, 400001};
    for (size_t i = 0; i < MNS_COUNT_OF(limits); i++) {
        char *path = temporary_write("", 0);
        assert_int_equal(unlink(path), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct rlimit limit = {.rlim_cur = limits[i], .rlim_max = limits[i]};
            _exit(setrlimit(RLIMIT_FSIZE, &limit) != 0 ? 9
                                                       : record_too_much(path, "File too large"));
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
        expect_beginning(path, limits[i] / 300);
        temporary_remove(path);
    }
}

static void a_full_disk(void **state) {
    (void)state;
    char folder[] = "/tmp/minos-full-XXXXXX";
    assert_non_null(mkdtemp(folder));
    if (mount("none", folder, "tmpfs", 0, "size=256k") != 0) {
        rmdir(folder);
        print_message("no tmpfs can be mounted here\n");
        skip();
    }
    char path[64];
    snprintf(path, sizeof path, "%s/history.edn", folder);
    int status = record_too_much(path, "No space left on device");
    size_t size;
    char *text = file_load(path, &size);
    umount(folder);
    rmdir(folder);
    assert_int_equal(status, 0);
    char *copy = temporary_write(text, size);
    expect_beginning(copy, 1000);
    temporary_remove(copy);
    free(text);
}

/* ---- Killed owner ---------------------------------------------------------------------------- */

typedef struct shared {
    atomic_ullong recorded; /* operations whose call had returned */
} shared;

static void record_for_ever(const char *path, shared *s) {
    char *message = NULL;
    mns_recorder *recorder = mns_recorder_start(path, 1, &message);
    mns_run_txn txn;
    mns_run_txn_init(&txn, MNS_GENERATE_LIST_APPEND);
    if (recorder == NULL) {
        _exit(1);
    }
    for (uint64_t i = 0;; i++) {
        mns_run_txn_clear(&txn);
        mns_run_txn_push(&txn, true, i, 1);
        mns_recorder_invoke(recorder, 0, 0, &txn);
        s->recorded++;
        mns_recorder_complete(recorder, 0, 0, &txn, MNS_OUTCOME_OK, NULL);
        s->recorded++;
        recording_pause(i % 16 == 0 ? 1 : 0);
    }
}

/* Kills a child after a while; true if everything that was recorded a second earlier was written.
 * What was written is complete in any case. */
static bool survives_kill(shared *s, long ms) {
    recording r = {.path = temporary_write("", 0)};
    assert_int_equal(unlink(r.path), 0);
    atomic_store(&s->recorded, 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        record_for_ever(r.path, s);
    }
    recording_pause(ms);
    while (s->recorded < 100) {
        recording_pause(1);
    }
    uint64_t recorded = s->recorded;
    recording_pause(1000);
    assert_int_equal(kill(child, SIGKILL), 0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    bool there = recording_check(&r) >= recorded;
    temporary_remove(r.path);
    return there;
}

/* A second is long for the recorder, but a machine may occasionally be slower. */
static void a_killed_process(void **state) {
    (void)state;
    shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(s != MAP_FAILED);
    unsigned there = 0;
    for (long i = 0; i < 10 && there < 2; i++) {
        there += survives_kill(s, 130 + 30 * i) ? 1 : 0;
    }
    assert_int_equal(there, 2);
    munmap(s, sizeof *s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_on_files),
        cmocka_unit_test(a_full_disk),
        cmocka_unit_test(a_killed_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
