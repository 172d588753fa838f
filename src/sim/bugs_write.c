/*
 * bugs_write.c - bugs that corrupt writes.
 *
 * They occur at the commit, or right after the response. They are observable only once a later
 * transaction reads the key, so most of their faults stay pending with the key (truth.c). Bugs
 * whose transaction must be known to have failed skip clients that will get no response.
 */
#include "sim/sim.h"

enum { LATEST_COMMITS = 12 /* the most commits a fractured commit is delayed */ };

static bool strikes(mns_sim *sim, mns_bug bug) {
    return mns_random_hits(&sim->chance, sim->config.bugs[bug]);
}

static bool will_be_answered(const mns_session *session) {
    return !session->abandoned && session->crash_at == SIZE_MAX;
}

/* True if an earlier step has written the key already. */
static bool written_before(const mns_session *session, size_t at) {
    return mns_step_own(session, at);
}

static bool reads(const mns_session *session, const mns_key *key) {
    for (size_t i = 0; i < session->step_count; i++) {
        if (!session->steps[i].write && session->steps[i].key == key) {
            return true;
        }
    }
    return false;
}

/* The position of the session's last version in a key it has just written. */
static size_t last_of(const mns_session *session, const mns_key *key) {
    for (size_t i = key->count; i > 0; i--) {
        if (key->versions[i - 1].writer == session->number) {
            return i - 1;
        }
    }
    assert(!"the session wrote the key");
    return 0;
}

/* ---- retry-lost-update ---------------------------------------------------------------------- */

/* Records the faults before the writes are installed. A fault is observable if the transaction read
 * a key that changed before its writes were applied, and a later read shows the writes after that
 * change. */
bool mns_bugs_retry(mns_sim *sim, mns_session *session) {
    if (session->reader || !strikes(sim, MNS_BUG_RETRY_LOST_UPDATE)) {
        return false;
    }
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (!step->write || written_before(session, i) || step->key->count == 0) {
            continue;
        }
        const mns_version *last = &step->key->versions[step->key->count - 1];
        if (last->commit <= session->begin.at[last->site]) {
            continue; /* no conflict on this key */
        }
        uint32_t fault = mns_truth_fault(sim, session, MNS_BUG_RETRY_LOST_UPDATE, step->key);
        if (will_be_answered(session) && reads(session, step->key)) {
            mns_truth_pending(sim, fault, step->key, step->key->count);
        } else {
            mns_truth_hidden(sim, fault);
        }
    }
    return true;
}

/* ---- aborted-read, dirty-update ------------------------------------------------------------- */

static void leak(mns_sim *sim, mns_session *session) {
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write && !step->key->leaks) {
            step->key->leaks = true;
            step->key->leak_value = step->value;
            step->key->leak_fault = mns_truth_fault(sim, session, MNS_BUG_ABORTED_READ, step->key);
            return;
        }
    }
}

mns_fate mns_bugs_fate(mns_sim *sim, mns_session *session) {
    if (will_be_answered(session) && strikes(sim, MNS_BUG_ABORTED_READ)) {
        leak(sim, session);
        return MNS_FATE_LEAK;
    }
    if (will_be_answered(session) && strikes(sim, MNS_BUG_DIRTY_UPDATE)) {
        return MNS_FATE_DIRTY;
    }
    return MNS_FATE_COMMIT;
}

/* ---- fractured-commit ----------------------------------------------------------------------- */

uint64_t mns_bugs_delay(mns_sim *sim, const mns_session *session, mns_key **delayed) {
    const mns_key *first = NULL;
    mns_key *last = NULL;
    for (size_t i = 0; i < session->step_count; i++) {
        if (session->steps[i].write) {
            first = first == NULL ? session->steps[i].key : first;
            last = session->steps[i].key;
        }
    }
    if (first == last || !strikes(sim, MNS_BUG_FRACTURED_COMMIT)) {
        return 0;
    }
    *delayed = last;
    return 1 + mns_random_below(&sim->chance, LATEST_COMMITS);
}

static void record_fracture(mns_sim *sim, mns_session *session, mns_key *delayed) {
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write && step->key != delayed) {
            uint32_t fault = mns_truth_fault(sim, session, MNS_BUG_FRACTURED_COMMIT, delayed);
            mns_truth_other(sim, fault, step->key, last_of(session, step->key));
            if (will_be_answered(session)) {
                mns_truth_pending(sim, fault, delayed, last_of(session, delayed));
            } else {
                mns_truth_hidden(sim, fault);
            }
            return;
        }
    }
}

/* ---- duplicate-append ----------------------------------------------------------------------- */

void mns_bugs_before_push(mns_sim *sim, mns_session *session, mns_key *key, uint64_t commit) {
    if (!key->retries || key->retry_writer == session->number) {
        return;
    }
    mns_version again = {.value = key->retry_value,
                         .writer = key->retry_writer,
                         .commit = commit,
                         .visible = commit,
                         .site = session->site};
    key->retries = false;
    mns_truth_pending(sim, key->retry_fault, key, key->count);
    key->retry_fault = MNS_NONE;
    mns_key_push(sim, key, &again);
}

/* Adding an element twice to a set changes nothing. */
static void arm_retry(mns_sim *sim, mns_session *session) {
    for (size_t i = 0; i < session->step_count && sim->config.shape.kind != MNS_GENERATE_SET; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write && !step->key->retries) {
            if (strikes(sim, MNS_BUG_DUPLICATE_APPEND)) {
                step->key->retries = true;
                step->key->retry_value = step->value;
                step->key->retry_writer = session->number;
                step->key->retry_fault =
                    mns_truth_fault(sim, session, MNS_BUG_DUPLICATE_APPEND, step->key);
            }
            return;
        }
    }
}

/* ---- lost-write-on-crash -------------------------------------------------------------------- */

void mns_bugs_answered(mns_sim *sim, mns_session *session) {
    if (session->reader || !session->committed || !strikes(sim, MNS_BUG_LOST_WRITE_ON_CRASH)) {
        return;
    }
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        mns_key *key = step->key;
        size_t kept = key->count;
        while (kept > 0 && key->versions[kept - 1].writer == session->number) {
            kept--;
        }
        if (step->write && kept < key->count) {
            mns_key_truncate(sim, key, kept);
            uint32_t fault = mns_truth_fault(sim, session, MNS_BUG_LOST_WRITE_ON_CRASH, key);
            mns_truth_pending(sim, fault, key, kept);
        }
    }
}

/* ---- After a commit ------------------------------------------------------------------------- */

void mns_bugs_committed(mns_sim *sim, mns_session *session, mns_fate fate, mns_key *delayed) {
    for (size_t i = 0; i < session->step_count && fate == MNS_FATE_DIRTY; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write && !written_before(session, i)) {
            uint32_t fault = mns_truth_fault(sim, session, MNS_BUG_DIRTY_UPDATE, step->key);
            mns_truth_pending(sim, fault, step->key, last_of(session, step->key));
        }
    }
    if (delayed != NULL) {
        record_fracture(sim, session, delayed);
    }
    if (fate == MNS_FATE_COMMIT) {
        arm_retry(sim, session);
    }
}
