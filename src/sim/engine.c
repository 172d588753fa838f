/*
 * engine.c - the simulated database: begin, read, write, commit and abort, by isolation level.
 *
 * levels.def defines which state reads see and which guard commits have. Writes are buffered until
 * the commit appends them to the versions of their keys. Levels with locks prevent other appends
 * until then, the others fail the commit if there were any. So a transaction that reads its own
 * write sees it at its final position.
 */
#include "sim/sim.h"

/* The most commits that a snapshot may be behind, at levels that allow old snapshots. */
enum { OLDEST_SNAPSHOT = 16 };

mns_sim_view mns_view_before(const mns_sim_view *view, uint64_t commits) {
    mns_sim_view before = *view;
    for (int site = 0; site < MNS_SITES; site++) {
        before.at[site] -= before.at[site] < commits ? before.at[site] : commits;
    }
    return before;
}

/* The first earlier read of the same key in the same transaction. */
bool mns_step_repeats(const mns_session *session, size_t at, size_t *earlier) {
    for (size_t i = 0; i < at; i++) {
        if (!session->steps[i].write && session->steps[i].key == session->steps[at].key) {
            *earlier = i;
            return true;
        }
    }
    return false;
}

/* True if the transaction has written the key before this step. */
bool mns_step_own(const mns_session *session, size_t at) {
    for (size_t i = 0; i < at; i++) {
        if (session->steps[i].write && session->steps[i].key == session->steps[at].key) {
            return true;
        }
    }
    return false;
}

void mns_engine_begin(mns_sim *sim, mns_session *session) {
    mns_reads reads = sim->config.reads;
    session->begun = true;
    session->site = reads == MNS_READS_SITE ? (uint8_t)(session->process % MNS_SITES) : 0;
    session->begin = sim->sites[session->site];
    bool past = reads == MNS_READS_PAST || (reads == MNS_READS_PAST_READER && session->reader);
    if (past && mns_random_below(&sim->schedule, 2) == 0) {
        uint64_t age = mns_random_below(&sim->schedule, OLDEST_SNAPSHOT);
        session->begin = mns_view_before(&session->begin, session->final ? 0 : age);
    }
    mns_reveal_start(sim, session);
    mns_bugs_begin(sim, session);
}

/* ---- Reads and writes ----------------------------------------------------------------------- */

/* Adds the uncommitted writes of another transaction to the key. */
static void read_dirty(mns_sim *sim, mns_session *session, mns_sim_step *step) {
    const mns_session *holder = step->key->holder;
    if (holder == NULL || holder == session) {
        return;
    }
    for (size_t i = 0; i < holder->done && i < holder->step_count; i++) {
        if (holder->steps[i].write && holder->steps[i].key == step->key) {
            mns_step_extra(sim, session, step, holder->steps[i].value);
        }
    }
}

/* False if the transaction must fail. */
static bool read_key(mns_sim *sim, mns_session *session, size_t at) {
    mns_sim_step *step = &session->steps[at];
    size_t earlier;
    step->own = true;
    switch (sim->config.reads) {
    case MNS_READS_ATOMIC:
        if (!mns_atomic_read(sim, session, at, &step->prefix)) {
            return false;
        }
        break;
    case MNS_READS_DIRTY:
        step->prefix = mns_key_visible(step->key, &sim->sites[0]);
        read_dirty(sim, session, step);
        break;
    case MNS_READS_LATEST: step->prefix = mns_key_visible(step->key, &sim->sites[0]); break;
    default:
        /* Repeated reads of a snapshot agree, also after a bug changed the first result. */
        step->prefix = mns_step_repeats(session, at, &earlier)
                           ? session->steps[earlier].prefix
                           : mns_key_visible(step->key, &session->begin);
        break;
    }
    mns_bugs_read(sim, session, at);
    if (sim->config.versions) {
        mns_reveal_read(session, at);
    }
    return true;
}

void mns_engine_step(mns_sim *sim, mns_session *session) {
    size_t at = session->done;
    const mns_sim_step *step = &session->steps[at];
    if (!step->write) {
        if (!read_key(sim, session, at)) {
            mns_engine_abort(sim, session);
            return;
        }
    } else if (sim->config.guard == MNS_GUARD_LOCKS) {
        switch (mns_lock_take(sim, session, step->key)) {
        case MNS_WAITING: return;
        case MNS_DEADLOCK: mns_engine_abort(sim, session); return;
        case MNS_LOCKED: break;
        }
    }
    session->done++;
}

/* ---- Ends ----------------------------------------------------------------------------------- */

static bool unchanged(const mns_session *session, const mns_key *key) {
    if (key->count == 0) {
        return true;
    }
    const mns_version *last = &key->versions[key->count - 1];
    return last->commit <= session->begin.at[last->site];
}

static bool allowed(const mns_sim *sim, const mns_session *session) {
    if (sim->config.guard == MNS_GUARD_LOCKS || session->reader) {
        return true;
    }
    bool all = sim->config.guard == MNS_GUARD_ALL;
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if ((step->write || all) && !unchanged(session, step->key)) {
            return false;
        }
    }
    return true;
}

static void finish(mns_sim *sim, mns_session *session, bool committed) {
    session->committed = committed;
    session->phase = MNS_ANSWERING;
    if (committed) {
        mns_reveal_commit(sim, session);
    }
    if (sim->config.guard == MNS_GUARD_LOCKS) {
        mns_lock_release(sim, session);
    }
}

void mns_engine_abort(mns_sim *sim, mns_session *session) { finish(sim, session, false); }

static void install(mns_sim *sim, mns_session *session, mns_fate fate) {
    mns_key *delayed = NULL;
    uint64_t commit = mns_sites_commit(sim, session);
    uint64_t delay = mns_bugs_delay(sim, session, &delayed);
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write) {
            mns_bugs_before_push(sim, session, step->key, commit);
            mns_version version = {.value = step->value,
                                   .writer = session->number,
                                   .commit = commit,
                                   .visible = commit + (step->key == delayed ? delay : 0),
                                   .site = session->site};
            mns_key_push(sim, step->key, &version);
            if (sim->config.versions) {
                mns_reveal_write(session, i);
            }
        }
    }
    if (sim->status == MINOS_OK) {
        mns_bugs_committed(sim, session, fate, delayed);
    }
}

void mns_engine_commit(mns_sim *sim, mns_session *session) {
    bool undone = mns_random_hits(&sim->schedule, sim->config.aborts) ||
                  (!allowed(sim, session) && !mns_bugs_retry(sim, session));
    mns_fate fate = MNS_FATE_COMMIT;
    if (!undone && !session->reader) {
        fate = mns_bugs_fate(sim, session);
    }
    if (!undone && !session->reader && fate != MNS_FATE_LEAK) {
        install(sim, session, fate);
    }
    finish(sim, session, !undone && fate == MNS_FATE_COMMIT);
}
