/*
 * reveal.c - version numbers and timestamps that the database reveals to its clients.
 *
 * The number of a version is its position among the versions of its key, from 1; the initial state
 * is 0. So numbers refer to the store, also where a weak level or a bug returns old versions. The
 * commit assigns them. A write that its own transaction overwrites has no number, and neither has a
 * read of it, or of anything else that is not a version of the store: uncommitted, aborted or
 * invented values. The next writes reuse the numbers of versions lost in a crash, as after the
 * recovery of a server.
 *
 * Timestamps come from a clock that advances by three with each commit:
 *
 *     3n        the n-th commit
 *     3n + 1    the start of a transaction that sees n commits
 *     3n + 2    the commit of a read-only transaction, between the n-th commit and the next
 *
 * A start never equals a commit, so "before" and "at or before" are the same. At levels that read a
 * snapshot, the start is that of the snapshot: without bugs a read sees exactly the commits before
 * it. At the other levels, and with sites, each of which has its own snapshot, it is the begin of
 * the transaction. Each function is O(1), or O(steps) of a transaction.
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
