/*
 * guard_children.c - the programs of a guard.
 *
 * Ending is done in rounds: each round sends the next signal to every program that still runs and
 * waits for all of them. The remaining ones are killed until none is left.
 */
#include "run/guard/guard_children.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run/system/process_tree.h"
#include "run/system/shared_memory.h"

/* How long each signal may take, in steps of 5 ms: an orderly shutdown may write a checkpoint;
 * after the owner has died that is not needed. */
#define STEP_NS 5000000
#define GRACEFUL_STEPS 1000
#define FAST_STEPS 400

void mns_children_reap(mns_children *c) {
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
        for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
            mns_child *s = &c->slots[i];
            if (s->state == MNS_GUARD_RUNNING && s->pid == pid) {
                s->state = MNS_GUARD_ENDED;
                s->status = status;
            }
        }
    }
}

static unsigned count_running(const mns_children *c) {
    unsigned count = 0;
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        count += c->slots[i].state == MNS_GUARD_RUNNING;
    }
    return count;
}

static void pause_step(void) {
    struct timespec step = {.tv_nsec = STEP_NS};
    nanosleep(&step, NULL);
}

static bool is_running(const mns_children *c, pid_t pid) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        if (c->slots[i].state == MNS_GUARD_RUNNING && c->slots[i].pid == pid) {
            return true;
        }
    }
    return false;
}

/* Adds orphans that were reparented to the guard. Their pids are not reused until we wait for them.
 */
static bool add_orphans(const mns_children *c, mns_pids *left) {
    mns_pids all = {0};
    bool added = mns_process_children(getpid(), &all);
    for (size_t i = 0; i < all.count; i++) {
        added = added && (is_running(c, all.at[i]) || mns_pids_add(left, all.at[i]));
    }
    mns_pids_release(&all);
    return added;
}

/* Kills orphans of ended programs; false if there are none. */
static bool kill_orphans_once(const mns_children *c) {
    mns_pids left = {0};
    add_orphans(c, &left); /* when out of memory, those found so far */
    for (size_t i = 0; i < left.count; i++) {
        kill(left.at[i], SIGKILL);
    }
    bool any = left.count > 0;
    mns_pids_release(&left);
    return any;
}

/* Call it only when no program runs: otherwise an orphan may belong to a running one. */
static void kill_orphans(mns_children *c) {
    mns_children_reap(c);
    for (unsigned i = 0; i < GRACEFUL_STEPS && kill_orphans_once(c); i++) {
        pause_step();
        mns_children_reap(c);
    }
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        if (c->slots[i].state == MNS_GUARD_ENDED) {
            mns_shared_memory_remove(c->slots[i].pid);
        }
    }
}

/* ---- Starting -------------------------------------------------------------------------------- */

pid_t mns_children_launch(mns_children *c, unsigned slot, const mns_launch *launch,
                          mns_launch_failure *failure) {
    mns_child *s = &c->slots[slot];
    if (s->state == MNS_GUARD_RUNNING) {
        *failure = (mns_launch_failure){.error = EBUSY, .step = "use its slot"};
        return -1;
    }
    if (count_running(c) == 0) {
        kill_orphans(c); /* a server must not start beside its old processes */
    }
    pid_t pid = mns_launch_run(launch, failure);
    if (pid > 0) {
        *s = (mns_child){.state = MNS_GUARD_RUNNING, .pid = pid};
        memcpy(s->graceful, launch->graceful, sizeof s->graceful);
        memcpy(s->fast, launch->fast, sizeof s->fast);
    }
    return pid;
}

static void wait_ended(mns_children *c, unsigned slot, unsigned steps) {
    mns_children_reap(c);
    for (unsigned i = 0; i < steps && c->slots[slot].state == MNS_GUARD_RUNNING; i++) {
        pause_step();
        mns_children_reap(c);
    }
}

bool mns_children_run(mns_children *c, const mns_launch *launch) {
    mns_launch_failure failure;
    assert(count_running(c) == 0);
    if (mns_children_launch(c, 0, launch, &failure) <= 0) {
        return false;
    }
    wait_ended(c, 0, GRACEFUL_STEPS);
    if (mns_children_signal_all(c, 0, SIGKILL) == 0) {
        wait_ended(c, 0, FAST_STEPS);
    }
    return c->slots[0].state == MNS_GUARD_ENDED && c->slots[0].status == 0;
}

/* ---- Signals --------------------------------------------------------------------------------- */

int mns_children_signal(mns_children *c, unsigned slot, int number) {
    const mns_child *s = &c->slots[slot];
    if (s->state != MNS_GUARD_RUNNING) {
        return ESRCH;
    }
    return kill(s->pid, number) != 0 ? errno : 0;
}

int mns_children_signal_all(mns_children *c, unsigned slot, int number) {
    mns_child *s = &c->slots[slot];
    if (s->state != MNS_GUARD_RUNNING) {
        return ESRCH;
    }
    mns_pids roots = {0};
    bool sent = mns_pids_add(&roots, s->pid) && (count_running(c) > 1 || add_orphans(c, &roots)) &&
                mns_process_tree_signal(roots.at, roots.count, number);
    if (sent) {
        s->paused = number == SIGSTOP;
    }
    mns_pids_release(&roots);
    return sent ? 0 : ENOMEM;
}

/* ---- Ending ---------------------------------------------------------------------------------- */

/* An orderly shutdown needs all processes of a server running. */
static void resume(mns_children *c) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        if (c->slots[i].paused) {
            mns_children_signal_all(c, i, SIGCONT);
        }
    }
}

/* 0: none in this round. */
static int signal_of(const mns_child *child, bool fast, unsigned round) {
    if (round == MNS_LAUNCH_SIGNALS) {
        return SIGKILL;
    }
    return fast ? child->fast[round] : child->graceful[round];
}

static void send_signals(mns_children *c, bool fast, unsigned round) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        mns_child *s = &c->slots[i];
        int number = signal_of(s, fast, round);
        if (s->state == MNS_GUARD_RUNNING && number != 0) {
            kill(s->pid, number);
            kill(s->pid, SIGCONT); /* another process may have stopped it */
        }
    }
}

/* True if a running program has a signal in that round: otherwise there is nothing to wait for. */
static bool has_round(const mns_children *c, bool fast, unsigned round) {
    for (unsigned i = 0; i < MNS_GUARD_SLOTS; i++) {
        const mns_child *s = &c->slots[i];
        if (s->state == MNS_GUARD_RUNNING && signal_of(s, fast, round) != 0) {
            return true;
        }
    }
    return false;
}

void mns_children_end(mns_children *c, bool fast) {
    unsigned steps = fast ? FAST_STEPS : GRACEFUL_STEPS;
    mns_children_reap(c);
    resume(c);
    for (unsigned round = 0; round <= MNS_LAUNCH_SIGNALS && count_running(c) > 0; round++) {
        if (has_round(c, fast, round)) {
            send_signals(c, fast, round);
            for (unsigned i = 0; i < steps && count_running(c) > 0; i++) {
                pause_step();
                mns_children_reap(c);
            }
        }
    }
    kill_orphans(c);
}
