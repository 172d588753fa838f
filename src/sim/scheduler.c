/*
 * scheduler.c - advances sessions one step at a time, in an order determined by the seed.
 *
 * A process is idle or has a running transaction: invocation, each micro-operation, commit,
 * response. Each turn advances a running transaction or starts one of an idle process. Idle
 * processes have less weight, so about six transactions run at a time, more with very many
 * processes. If a client gives up (crashes), its transaction is aborted or continues without it,
 * and the process continues under a new number, as in Jepsen. O(1) a turn.
 */
#include "core/grow.h"
#include "sim/sim.h"

enum {
    IDLE_WEIGHT = 16, /* this many idle processes weigh as much as one running transaction */
    TURN_NS = 20000,  /* the longest duration of a turn */
    FINAL_READS = 8   /* keys in a transaction of final reads */
};

/* ---- Sessions ------------------------------------------------------------------------------- */

void mns_sessions_add(mns_sessions *list, mns_session *session) {
    assert(list->count < list->capacity); /* new_session reserves */
    session->place = list->count;
    list->items[list->count++].session = session;
}

void mns_sessions_remove(mns_sessions *list, mns_session *session) {
    assert(session->place < list->count && list->items[session->place].session == session);
    mns_session *last = list->items[--list->count].session;
    list->items[session->place].session = last;
    last->place = session->place;
}

static bool widen(mns_sessions *list, size_t count) {
    return count <= list->capacity || MNS_GROW(list->items, 0, list->capacity, count);
}

/* An idle session of a process. */
static bool new_session(mns_sim *sim, uint64_t process) {
    mns_session *session;
    if (sim->unused.count > 0) {
        session = sim->unused.items[--sim->unused.count].session;
    } else {
        size_t count = sim->session_count + 1;
        session = calloc(1, sizeof *session);
        if (session == NULL || !widen(&sim->idle, count) || !widen(&sim->running, count) ||
            !widen(&sim->unused, count)) {
            free(session);
            sim->status = MINOS_ENOMEM;
            return false;
        }
        session->next_made = sim->all;
        sim->all = session;
        sim->session_count = count;
    }
    session->phase = MNS_IDLE;
    session->process = process;
    session->abandoned = false;
    mns_sessions_add(&sim->idle, session);
    return true;
}

/* The transaction is over, for the database and for its client. */
static void clear_session(mns_sim *sim, mns_session *session) {
    for (size_t i = 0; i < session->step_count; i++) {
        mns_key_release(sim, session->steps[i].key);
    }
    session->step_count = 0;
    session->done = 0;
    session->extra_count = 0;
    session->phase = MNS_IDLE;
}

/* ---- Invocations ---------------------------------------------------------------------------- */

static bool final_reads_due(const mns_sim *sim) {
    return sim->closing_count >= FINAL_READS || (sim->closed && sim->closing_count > 0);
}

static bool may_invoke(const mns_sim *sim) {
    return sim->invoked < sim->config.transactions || final_reads_due(sim);
}

static void plan_final_reads(mns_sim *sim, mns_session *session) {
    if (!MNS_GROW(session->steps, 0, session->step_capacity, FINAL_READS)) {
        sim->status = MINOS_ENOMEM;
        return;
    }
    while (session->step_count < FINAL_READS && sim->closing != NULL) {
        session->steps[session->step_count++] = (mns_sim_step){.key = sim->closing};
        sim->closing = sim->closing->next;
        sim->closing_count--;
    }
    session->reader = true;
    /* Before all transactions ended, a site may not have received every commit. */
    session->final = sim->config.reads != MNS_READS_SITE || sim->closed;
}

static void plan_transaction(mns_sim *sim, mns_session *session) {
    uint32_t length = mns_generator_length(&sim->generator);
    if (!MNS_GROW(session->steps, 0, session->step_capacity, length)) {
        sim->status = MINOS_ENOMEM;
        return;
    }
    session->reader = true;
    for (uint32_t i = 0; i < length; i++) {
        mns_generated_mop mop = mns_generator_next(&sim->generator);
        mns_key *key = mns_key_of_slot(sim, mop.slot, mop.key);
        if (key == NULL) {
            return;
        }
        key->references++;
        session->steps[session->step_count++] =
            (mns_sim_step){.key = key, .value = mop.value, .write = mop.write};
        session->reader = session->reader && !mop.write;
    }
    sim->invoked++;
}

static void invoke(mns_sim *sim, mns_session *session) {
    session->final = false;
    if (final_reads_due(sim)) {
        plan_final_reads(sim, session);
    } else {
        plan_transaction(sim, session);
    }
    if (sim->status != MINOS_OK) {
        return;
    }
    session->number = ++sim->numbers;
    session->completed = 0;
    session->begun = false;
    session->crash_at = SIZE_MAX;
    if (mns_random_hits(&sim->schedule, sim->config.crashes)) {
        session->crash_at = (size_t)mns_random_below(&sim->schedule, session->step_count + 2);
    }
    session->phase = MNS_RUNNING;
    session->invoked = mns_writer_operation(sim, session, MNS_INVOKE);
    mns_sessions_remove(&sim->idle, session);
    mns_sessions_add(&sim->running, session);
}

/* ---- Completions ---------------------------------------------------------------------------- */

static void answer(mns_sim *sim, mns_session *session) {
    bool ok = session->committed;
    mns_sessions_remove(&sim->running, session);
    if (session->abandoned) {
        mns_truth_completed(sim, session, false);
        clear_session(sim, session);
        mns_sessions_add(&sim->unused, session);
        return;
    }
    session->completed = mns_writer_operation(sim, session, ok ? MNS_OK : MNS_FAIL);
    mns_truth_completed(sim, session, ok);
    mns_bugs_answered(sim, session);
    clear_session(sim, session);
    mns_sessions_add(&sim->idle, session);
}

/* The client gives up. */
static void crash(mns_sim *sim, mns_session *session) {
    session->completed = mns_writer_operation(sim, session, MNS_INFO);
    session->abandoned = true;
    mns_truth_completed(sim, session, false);
    if (session->phase == MNS_RUNNING && mns_random_below(&sim->schedule, 2) == 0) {
        mns_engine_abort(sim, session);
    }
    new_session(sim, session->process + sim->config.processes);
}

static void advance(mns_sim *sim, mns_session *session) {
    size_t turns = session->done + (session->phase == MNS_ANSWERING ? 1 : 0);
    if (!session->abandoned && turns >= session->crash_at) {
        crash(sim, session);
        return;
    }
    if (session->phase == MNS_ANSWERING) {
        answer(sim, session);
        return;
    }
    if (!session->begun) {
        mns_engine_begin(sim, session);
    }
    if (session->done < session->step_count) {
        mns_engine_step(sim, session);
    } else {
        mns_engine_commit(sim, session);
    }
}

/* ---- Turns ---------------------------------------------------------------------------------- */

/* After all transactions ended, every live key gets a final read. */
static bool close_keys(mns_sim *sim) {
    if (!sim->config.final_reads || sim->closed) {
        return false;
    }
    sim->closed = true;
    mns_sites_deliver_all(sim);
    for (uint32_t slot = 0; slot < sim->config.shape.keys; slot++) {
        if (sim->slots[slot] != NULL) {
            mns_key_release(sim, sim->slots[slot]);
            sim->slots[slot] = NULL;
        }
    }
    return true;
}

/* False when the simulation is over. */
static bool turn(mns_sim *sim) {
    size_t idle = sim->idle.count > 0 && may_invoke(sim) ? 1 + sim->idle.count / IDLE_WEIGHT : 0;
    size_t choices = sim->running.count + idle;
    if (choices == 0) {
        return close_keys(sim);
    }
    sim->time_ns += 1 + mns_random_below(&sim->schedule, TURN_NS);
    if (sim->config.reads == MNS_READS_SITE) {
        mns_sites_replicate(sim);
    }
    size_t chosen = (size_t)mns_random_below(&sim->schedule, choices);
    if (chosen < sim->running.count) {
        advance(sim, sim->running.items[chosen].session);
    } else {
        size_t which = (size_t)mns_random_below(&sim->schedule, sim->idle.count);
        invoke(sim, sim->idle.items[which].session);
    }
    return true;
}

void mns_scheduler_run(mns_sim *sim) {
    for (uint32_t process = 0; process < sim->config.processes; process++) {
        if (!new_session(sim, process)) {
            return;
        }
    }
    while (sim->status == MINOS_OK && turn(sim)) {
    }
    mns_writer_flush(sim);
}
