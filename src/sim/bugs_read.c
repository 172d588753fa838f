/*
 * bugs_read.c - bugs that corrupt the result of a read.
 *
 * Each may change the result that the isolation level would give: fewer versions, or additional
 * values. Whether a client can observe the fault is decided immediately: some results are wrong by
 * themselves, a stale result only if a version it lacks had been acknowledged before the
 * transaction began. Bugs that shorten a result skip keys that the transaction has written or read
 * before, so that each bug causes its listed anomalies.
 */
#include "sim/sim.h"

enum {
    STALEST_COMMITS = 16, /* the most commits a stale read lags behind */
    FORK_TRANSACTIONS = 20,
    GARBAGE = 1000000000 /* values from here on are never written */
};

typedef struct reading {
    mns_session *session;
    size_t at;
    mns_sim_step *step;
    bool own;   /* the transaction has written the key before, */
    bool again; /* has read it before, */
    bool later; /* writes it later */
} reading;

static bool strikes(mns_sim *sim, mns_bug bug) {
    return mns_random_hits(&sim->chance, sim->config.bugs[bug]);
}

/* Records a result that is wrong by itself: observable if the client receives it. */
static void record(mns_sim *sim, const reading *r, mns_bug bug) {
    uint32_t fault = mns_truth_fault(sim, r->session, bug, r->step->key);
    mns_truth_shown_by(sim, r->session, fault);
}

/* Returns fewer versions than the level would. */
static void shorten(mns_sim *sim, const reading *r, mns_bug bug, size_t prefix) {
    if (prefix >= r->step->prefix) {
        return;
    }
    bool telling = mns_truth_missed(sim, r->session, r->step->key, prefix);
    r->step->prefix = prefix;
    uint32_t fault = mns_truth_fault(sim, r->session, bug, r->step->key);
    if (telling) {
        mns_truth_shown_by(sim, r->session, fault);
    } else {
        mns_truth_hidden(sim, fault);
    }
}

static size_t seen_before(const mns_sim *sim, const reading *r, uint64_t commits) {
    mns_sim_view before = mns_view_before(&sim->sites[r->session->site], commits);
    return mns_key_visible(r->step->key, &before);
}

/* ---- One bug each --------------------------------------------------------------------------- */

static void stale_read_timestamp(mns_sim *sim, const reading *r) {
    if (r->session->lag > 0 && !r->own && !r->again) {
        shorten(sim, r, MNS_BUG_STALE_READ_TIMESTAMP, seen_before(sim, r, r->session->lag));
    }
}

static void stale_replica(mns_sim *sim, const reading *r) {
    if (!r->own && !r->again && strikes(sim, MNS_BUG_STALE_REPLICA)) {
        uint64_t commits = 1 + mns_random_below(&sim->chance, STALEST_COMMITS);
        shorten(sim, r, MNS_BUG_STALE_REPLICA, seen_before(sim, r, commits));
    }
}

static void long_fork(mns_sim *sim, const reading *r) {
    bool beyond = (r->step->key->id + r->session->process) % 2 == 1;
    if (r->session->forked && beyond && !r->own && !r->again && !r->later) {
        shorten(sim, r, MNS_BUG_LONG_FORK, mns_key_visible(r->step->key, &r->session->fork));
    }
}

static void empty_shard(mns_sim *sim, const reading *r) {
    if (r->step->prefix > 0 && !r->own && !r->again && strikes(sim, MNS_BUG_EMPTY_SHARD)) {
        shorten(sim, r, MNS_BUG_EMPTY_SHARD, 0);
        r->step->nil = r->step->extra_count == 0;
    }
}

static void intermediate_read(mns_sim *sim, const reading *r) {
    size_t prefix = r->step->prefix;
    const mns_version *versions = r->step->key->versions;
    if (prefix >= 2 && !r->own && !r->again && r->step->extra_count == 0 &&
        versions[prefix - 1].writer == versions[prefix - 2].writer &&
        strikes(sim, MNS_BUG_INTERMEDIATE_READ)) {
        r->step->prefix = prefix - 1;
        record(sim, r, MNS_BUG_INTERMEDIATE_READ);
    }
}

/* The leak was created when its writer aborted (bugs_write.c); the next reader returns it. */
static void aborted_read(mns_sim *sim, const reading *r) {
    mns_key *key = r->step->key;
    if (key->leaks && !r->own) {
        mns_step_extra(sim, r->session, r->step, key->leak_value);
        mns_truth_shown_by(sim, r->session, key->leak_fault);
        key->leaks = false;
        key->leak_fault = MNS_NONE;
    }
}

static void garbage_read(mns_sim *sim, const reading *r) {
    if (strikes(sim, MNS_BUG_GARBAGE_READ)) {
        mns_step_extra(sim, r->session, r->step, GARBAGE + (int64_t)sim->garbage++);
        record(sim, r, MNS_BUG_GARBAGE_READ);
    }
}

static void index_misses_own_writes(mns_sim *sim, const reading *r) {
    if (r->own && strikes(sim, MNS_BUG_INDEX_MISSES_OWN_WRITES)) {
        r->step->own = false;
        record(sim, r, MNS_BUG_INDEX_MISSES_OWN_WRITES);
    }
}

static void future_read(mns_sim *sim, const reading *r) {
    if (!r->later || !strikes(sim, MNS_BUG_FUTURE_READ)) {
        return;
    }
    size_t i = r->at + 1;
    while (!r->session->steps[i].write || r->session->steps[i].key != r->step->key) {
        i++;
    }
    mns_step_extra(sim, r->session, r->step, r->session->steps[i].value);
    record(sim, r, MNS_BUG_FUTURE_READ);
}

/* ---- All of them ---------------------------------------------------------------------------- */

void mns_bugs_begin(mns_sim *sim, mns_session *session) {
    session->lag = 0;
    if (strikes(sim, MNS_BUG_STALE_READ_TIMESTAMP)) {
        session->lag = 1 + mns_random_below(&sim->chance, STALEST_COMMITS);
    }
    if (sim->fork_left == 0 && strikes(sim, MNS_BUG_LONG_FORK)) {
        sim->fork_left = FORK_TRANSACTIONS;
        sim->fork = sim->sites[session->site];
    }
    session->forked = sim->fork_left > 0;
    if (session->forked) {
        sim->fork_left--;
        session->fork = sim->fork;
    }
}

void mns_bugs_read(mns_sim *sim, mns_session *session, size_t at) {
    static const struct {
        mns_bug bug;
        void (*corrupt)(mns_sim *sim, const reading *r);
    } bugs[] = {{MNS_BUG_STALE_READ_TIMESTAMP, stale_read_timestamp},
                {MNS_BUG_STALE_REPLICA, stale_replica},
                {MNS_BUG_LONG_FORK, long_fork},
                {MNS_BUG_EMPTY_SHARD, empty_shard},
                {MNS_BUG_INTERMEDIATE_READ, intermediate_read},
                {MNS_BUG_ABORTED_READ, aborted_read},
                {MNS_BUG_INDEX_MISSES_OWN_WRITES, index_misses_own_writes},
                {MNS_BUG_FUTURE_READ, future_read},
                {MNS_BUG_GARBAGE_READ, garbage_read}};
    if (!sim->config.buggy) {
        return;
    }
    mns_sim_step *step = &session->steps[at];
    size_t earlier;
    reading r = {
        session, at, step, mns_step_own(session, at), mns_step_repeats(session, at, &earlier),
        false};
    for (size_t i = at + 1; i < session->step_count; i++) {
        r.later = r.later || (session->steps[i].write && session->steps[i].key == step->key);
    }
    for (size_t i = 0; i < MNS_COUNT_OF(bugs); i++) {
        if (sim->config.bugs[bugs[i].bug] > 0) {
            bugs[i].corrupt(sim, &r);
        }
    }
}
