/*
 * locks.c - write locks, held until the transaction ends.
 *
 * A session that needs a held lock leaves the list of running sessions and waits for the holder.
 * Each session waits for at most one other, so a deadlock is a chain that leads back to its start;
 * the session that would close it fails. Waiting sessions are all woken together and try again.
 */
#include "sim/sim.h"

mns_lock mns_lock_take(mns_sim *sim, mns_session *session, mns_key *key) {
    mns_session *holder = key->holder;
    if (holder == NULL || holder == session) {
        key->holder = session;
        return MNS_LOCKED;
    }
    for (const mns_session *s = holder; s != NULL; s = s->waits_for) {
        if (s == session) {
            return MNS_DEADLOCK;
        }
    }
    mns_sessions_remove(&sim->running, session);
    session->waits_for = holder;
    session->next_waiter = holder->first_waiter;
    holder->first_waiter = session;
    return MNS_WAITING;
}

void mns_lock_release(mns_sim *sim, mns_session *session) {
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write && step->key->holder == session) {
            step->key->holder = NULL;
        }
    }
    while (session->first_waiter != NULL) {
        mns_session *waiter = session->first_waiter;
        session->first_waiter = waiter->next_waiter;
        waiter->waits_for = NULL;
        waiter->next_waiter = NULL;
        mns_sessions_add(&sim->running, waiter);
    }
}
