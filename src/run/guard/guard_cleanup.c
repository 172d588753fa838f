/* guard_cleanup.c - see guard_cleanup.h. */
#include "run/guard/guard_cleanup.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "run/guard/guard_wire.h"
#include "run/system/proc.h"
#include "run/system/scratch.h"
#include "run/system/shared_memory.h"

/* Processes of a killed server notice its death within moments; until then they may still write to
 * its folder. */
#define STEP_NS 10000000
#define MOST_STEPS 500

bool mns_guard_cleanup_init(mns_guard_cleanup *cleanup, const char *folder) {
    *cleanup = (mns_guard_cleanup){0};
    mns_buf_init(&cleanup->folder);
    mns_buf_str(&cleanup->folder, folder);
    return !cleanup->folder.failed;
}

void mns_guard_cleanup_release(mns_guard_cleanup *cleanup) {
    for (unsigned i = 0; i < cleanup->undo_count; i++) {
        mns_buf_release(&cleanup->undo[i]);
    }
    mns_buf_release(&cleanup->folder);
}

void mns_guard_cleanup_add_program(mns_guard_cleanup *cleanup, unsigned slot, pid_t pid) {
    cleanup->programs[slot].pid = pid;
    cleanup->programs[slot].start_time = mns_proc_number((long)pid, MNS_PROC_START_TIME);
}

void mns_guard_cleanup_add_undo(mns_guard_cleanup *cleanup, const mns_buf *bytes) {
    if (cleanup->undo_count < MNS_GUARD_UNDOS) {
        mns_buf *copy = &cleanup->undo[cleanup->undo_count++];
        mns_buf_init(copy);
        mns_buf_bytes(copy, bytes->data, bytes->size);
    }
}

static void pause_step(void) {
    struct timespec step = {.tv_nsec = STEP_NS};
    nanosleep(&step, NULL);
}

static bool is_alive(const struct mns_guard_program *program) {
    return program->pid > 0 && program->start_time != 0 &&
           mns_proc_number((long)program->pid, MNS_PROC_START_TIME) == program->start_time;
}

static bool kill_programs(mns_guard_cleanup *cleanup, mns_buf *left) {
    bool gone = true;
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        struct mns_guard_program *program = &cleanup->programs[i];
        for (unsigned step = 0; step < MOST_STEPS && is_alive(program); step++) {
            kill(program->pid, SIGKILL);
            pause_step();
        }
        if (is_alive(program)) {
            mns_buf_printf(left, "; process %ld is still running", (long)program->pid);
            gone = false;
        } else if (program->pid > 0) {
            mns_shared_memory_remove(program->pid);
        }
    }
    return gone;
}

/* Runs a program and waits for it; true if its exit status is 0. */
static bool run(const mns_launch *launch) {
    mns_launch_failure failure;
    int status = -1;
    pid_t pid = mns_launch_run(launch, &failure);
    pid_t ended = 0;
    for (unsigned step = 0; pid > 0 && ended == 0; step++) {
        ended = waitpid(pid, &status, step < MOST_STEPS ? WNOHANG : 0);
        if (ended == 0) {
            pause_step();
        }
        if (step + 1 == MOST_STEPS) {
            kill(pid, SIGKILL);
        }
    }
    return ended > 0 && status == 0;
}

static bool undo_all(mns_guard_cleanup *cleanup, mns_buf *left) {
    bool undone = true;
    for (unsigned i = cleanup->undo_count; i-- > 0;) {
        mns_launch what;
        mns_launch_init(&what);
        bool done =
            !cleanup->undo[i].failed && mns_wire_unpack(&cleanup->undo[i], &what) && run(&what);
        if (!done) {
            mns_buf_str(left, "; this command failed:");
            for (size_t at = 0; at < what.args.size; at += strlen(what.args.data + at) + 1) {
                mns_buf_printf(left, " %s", what.args.data + at);
            }
            undone = false;
        }
        mns_launch_release(&what);
    }
    return undone;
}

static bool remove_folder(const mns_guard_cleanup *cleanup, mns_buf *left) {
    bool removed = mns_scratch_remove(cleanup->folder.data);
    for (unsigned step = 0; step < MOST_STEPS && !removed; step++) {
        pause_step();
        removed = mns_scratch_remove(cleanup->folder.data);
    }
    if (!removed) {
        mns_buf_printf(left, "; cannot remove %s: %s", cleanup->folder.data, strerror(errno));
    }
    return removed;
}

bool mns_guard_cleanup_run(mns_guard_cleanup *cleanup, mns_buf *left) {
    if (cleanup->keep) {
        return true;
    }
    bool killed = kill_programs(cleanup, left);
    bool undone = undo_all(cleanup, left);
    bool removed = remove_folder(cleanup, left);
    return killed && undone && removed;
}
