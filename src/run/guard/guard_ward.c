/* guard_ward.c - see guard_ward.h. */
#include "run/guard/guard_ward.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "run/guard/guard_wire.h"
#include "run/system/leftovers.h"
#include "run/system/proc.h"
#include "run/system/scratch.h"

/* Processes of a killed server see that it is gone within moments; until then they may still write
 * to its folder. */
#define STEP_NS 10000000
#define MOST_STEPS 500

bool mns_ward_init(mns_ward *ward, const char *folder) {
    *ward = (mns_ward){0};
    mns_buf_init(&ward->folder);
    mns_buf_str(&ward->folder, folder);
    return !ward->folder.failed;
}

void mns_ward_release(mns_ward *ward) {
    for (unsigned i = 0; i < ward->undo_count; i++) {
        mns_buf_release(&ward->undo[i]);
    }
    mns_buf_release(&ward->folder);
}

void mns_ward_launched(mns_ward *ward, unsigned slot, pid_t pid) {
    ward->programs[slot].pid = pid;
    ward->programs[slot].born = mns_proc_number((long)pid, MNS_PROC_BORN);
}

void mns_ward_add_undo(mns_ward *ward, const mns_buf *bytes) {
    if (ward->undo_count < MNS_GUARD_UNDOS) {
        mns_buf *copy = &ward->undo[ward->undo_count++];
        mns_buf_init(copy);
        mns_buf_bytes(copy, bytes->data, bytes->size);
    }
}

static void pause_step(void) {
    struct timespec step = {.tv_nsec = STEP_NS};
    nanosleep(&step, NULL);
}

static bool is_alive(const struct mns_ward_program *program) {
    return program->pid > 0 && program->born != 0 &&
           mns_proc_number((long)program->pid, MNS_PROC_BORN) == program->born;
}

static bool kill_programs(mns_ward *ward, mns_buf *left) {
    bool gone = true;
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        struct mns_ward_program *program = &ward->programs[i];
        for (unsigned step = 0; step < MOST_STEPS && is_alive(program); step++) {
            kill(program->pid, SIGKILL);
            pause_step();
        }
        if (is_alive(program)) {
            mns_buf_printf(left, "; process %ld is still running", (long)program->pid);
            gone = false;
        } else if (program->pid > 0) {
            mns_leftovers_remove(program->pid);
        }
    }
    return gone;
}

/* Runs one program to its end; true if it ended well. */
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

static bool undo_all(mns_ward *ward, mns_buf *left) {
    bool undone = true;
    for (unsigned i = ward->undo_count; i-- > 0;) {
        mns_launch what;
        mns_launch_init(&what);
        bool done = !ward->undo[i].failed && mns_wire_unpack(&ward->undo[i], &what) && run(&what);
        if (!done) {
            mns_buf_str(left, "; this command failed:");
            for (size_t at = 0; at < what.words.size; at += strlen(what.words.data + at) + 1) {
                mns_buf_printf(left, " %s", what.words.data + at);
            }
            undone = false;
        }
        mns_launch_release(&what);
    }
    return undone;
}

static bool remove_folder(const mns_ward *ward, mns_buf *left) {
    bool removed = mns_scratch_remove(ward->folder.data);
    for (unsigned step = 0; step < MOST_STEPS && !removed; step++) {
        pause_step();
        removed = mns_scratch_remove(ward->folder.data);
    }
    if (!removed) {
        mns_buf_printf(left, "; cannot remove %s: %s", ward->folder.data, strerror(errno));
    }
    return removed;
}

bool mns_ward_clear(mns_ward *ward, mns_buf *left) {
    if (ward->keep) {
        return true;
    }
    bool killed = kill_programs(ward, left);
    bool undone = undo_all(ward, left);
    bool removed = remove_folder(ward, left);
    return killed && undone && removed;
}
