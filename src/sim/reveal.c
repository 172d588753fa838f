/*
 * reveal.c - what the database tells its clients besides values: version numbers and timestamps.
 *
 * The number of a version is its place among the versions of its key, from 1; the initial state is
 * 0. So numbers speak of what the store holds, also where a weak level or a bug answers from the
 * past. They are given by the commit. A write that its own transaction overwrites gets none, and
 * neither does a read of one, or of anything else that is no version of the store: not committed
 * yet, undone, or invented. Versions that a crash has lost leave their numbers to those who write
 * next, as they do where a server recovers.
 *
 * Timestamps come from a clock that goes on by three with each commit:
 *
 *     3n        the n-th commit
 *     3n + 1    the start of who sees n commits
 *     3n + 2    the commit of who only reads, between the n-th and the next
 *
 * A start never equals a commit, so "before" means the same with and without "or at the same time".
 * Where the level reads a snapshot, the start is that snapshot: without bugs a read sees exactly
 * the commits before it. The other levels, and sites, of which each has a snapshot of its own,
 * start when they begin. Each function is O(1), or O(steps) of a transaction.
 */
#include "sim/sim.h"

enum { TICKS = 3, START_TICK = 1, READER_TICK = 2 };

/* ---- Versions ------------------------------------------------------------------------------- */

void mns_reveal_read(mns_session *session, size_t at) {
    mns_sim_step *step = &session->steps[at];
    bool numbered = step->extra_count == 0 && !(step->own && mns_step_own(session, at));
    step->version = numbered ? step->prefix : MNS_UNNUMBERED;
}

static bool overwritten(const mns_session *session, size_t at) {
    for (size_t i = at + 1; i < session->step_count; i++) {
        if (session->steps[i].write && session->steps[i].key == session->steps[at].key) {
            return true;
        }
    }
    return false;
}

void mns_reveal_write(mns_session *session, size_t at) {
    mns_sim_step *write = &session->steps[at];
    write->version = MNS_UNNUMBERED;
    if (overwritten(session, at)) {
        return;
    }
    write->version = write->key->count;
    for (size_t i = at + 1; i < session->step_count; i++) {
        mns_sim_step *read = &session->steps[i];
        if (read->key == write->key && read->own && read->extra_count == 0) {
            read->version = write->version;
        }
    }
}

/* ---- Timestamps ----------------------------------------------------------------------------- */

void mns_reveal_start(const mns_sim *sim, mns_session *session) {
    uint64_t seen = sim->config.reads == MNS_READS_SITE ? mns_sites_commits(sim)
                                                        : session->begin.at[session->site];
    session->start_ts = TICKS * seen + START_TICK;
}

void mns_reveal_commit(const mns_sim *sim, mns_session *session) {
    session->commit_ts = TICKS * mns_sites_commits(sim) + (session->reader ? READER_TICK : 0);
    assert(session->commit_ts > session->start_ts);
}
