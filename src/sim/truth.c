/*
 * truth.c - the injected faults, and whether a client could observe them.
 *
 * A fault is written once two things are known: the completion of its transaction, and the
 * transaction whose result reveals it, or that none will. Faults of writes wait with their key
 * until a transaction that completed with ok has read the key so that the fault is observed;
 * `shows` has the rule for each bug. The rules are sufficient: a fault that they call observable
 * follows from the responses to clients in every interpretation. Nothing is recorded unless a truth
 * file is requested.
 */
#include "core/grow.h"
#include "sim/sim.h"

struct mns_fault {
    mns_bug bug;
    bool settled;         /* it is known which transaction observed it, or that none will */
    uint64_t key;         /* its id */
    uint64_t transaction; /* :index of its completion; 0: not completed */
    uint64_t observed_by; /* :index of the observer's completion; 0: none */
    uint64_t since;       /* :index from which on it can be observed */
    size_t position;      /* among the key's versions */
    uint64_t other;       /* the id of another key, and a position in it */
    size_t other_position;
    uint32_t next; /* of the same key, or of the unused */
};

/* ---- The table of faults -------------------------------------------------------------------- */

static void print(mns_sim *sim, uint32_t id) {
    mns_fault *fault = &sim->faults[id];
    if (!fault->settled || fault->transaction == 0) {
        return;
    }
    mns_buf *line = &sim->truth_line;
    mns_buf_clear(line);
    mns_buf_printf(line, "{\"bug\":\"%s\",\"transaction\":%llu,\"key\":%llu,\"observable\":%s,",
                   minos_sim_bug_name((size_t)fault->bug), (unsigned long long)fault->transaction,
                   (unsigned long long)fault->key, fault->observed_by > 0 ? "true" : "false");
    if (fault->observed_by > 0) {
        mns_buf_printf(line, "\"observed_by\":%llu}\n", (unsigned long long)fault->observed_by);
    } else {
        mns_buf_str(line, "\"observed_by\":null}\n");
    }
    if (line->failed) {
        sim->status = MINOS_ENOMEM;
    } else if (sim->truth(sim->truth_context, line->data, line->size) != 0) {
        sim->status = MINOS_EIO;
    }
    fault->next = sim->free_fault;
    sim->free_fault = id;
}

static uint32_t make_fault(mns_sim *sim) {
    uint32_t id = sim->free_fault;
    if (id != MNS_NONE) {
        sim->free_fault = sim->faults[id].next;
        return id;
    }
    if (sim->fault_count >= MNS_NONE ||
        !MNS_GROW(sim->faults, sim->fault_count, sim->fault_capacity, 1)) {
        sim->status = MINOS_ENOMEM;
        return MNS_NONE;
    }
    return (uint32_t)sim->fault_count++;
}

static void remember(mns_sim *sim, uint32_t **items, size_t *count, size_t *capacity,
                     uint32_t fault) {
    if (!MNS_GROW(*items, *count, *capacity, 1)) {
        sim->status = MINOS_ENOMEM;
        return;
    }
    (*items)[(*count)++] = fault;
}

/* ---- Recording ------------------------------------------------------------------------------ */

uint32_t mns_truth_fault(mns_sim *sim, mns_session *session, mns_bug bug, const mns_key *key) {
    uint32_t id = sim->truth == NULL ? MNS_NONE : make_fault(sim);
    if (id == MNS_NONE) {
        return MNS_NONE;
    }
    sim->faults[id] = (mns_fault){.bug = bug,
                                  .key = key->id,
                                  .transaction = session->completed,
                                  .since = sim->index,
                                  .next = MNS_NONE};
    if (session->completed == 0) {
        remember(sim, &session->owned, &session->owned_count, &session->owned_capacity, id);
    }
    return id;
}

void mns_truth_shown_by(mns_sim *sim, mns_session *session, uint32_t fault) {
    if (fault != MNS_NONE) {
        remember(sim, &session->seen, &session->seen_count, &session->seen_capacity, fault);
    }
}

void mns_truth_pending(mns_sim *sim, uint32_t fault, mns_key *key, size_t position) {
    if (fault != MNS_NONE) {
        sim->faults[fault].position = position;
        sim->faults[fault].next = key->first_fault;
        key->first_fault = fault;
    }
}

void mns_truth_other(mns_sim *sim, uint32_t fault, const mns_key *other, size_t position) {
    if (fault != MNS_NONE) {
        sim->faults[fault].other = other->id;
        sim->faults[fault].other_position = position;
    }
}

void mns_truth_hidden(mns_sim *sim, uint32_t fault) {
    if (fault != MNS_NONE) {
        sim->faults[fault].settled = true;
        print(sim, fault);
    }
}

/* A read that misses a version precedes its writer, which is a contradiction if the writer
 * completed before the reader began. */
bool mns_truth_missed(const mns_sim *sim, const mns_session *session, const mns_key *key,
                      size_t prefix) {
    for (size_t i = prefix; i < key->count && sim->remembered != NULL; i++) {
        uint64_t writer = key->versions[i].writer;
        const struct mns_completion *done = &sim->remembered[writer % MNS_REMEMBERED];
        if (done->number == writer && done->index < session->invoked) {
            return true;
        }
    }
    return false;
}

/* ---- Observing ------------------------------------------------------------------------------ */

/* True if the session read the other key of a fractured commit, including the commit's write to it,
 * and does not write the delayed key. */
static bool shows_fracture(const mns_session *session, const mns_fault *fault) {
    bool shows = false;
    for (size_t i = 0; i < session->step_count; i++) {
        const mns_sim_step *step = &session->steps[i];
        if (step->write && step->key->id == fault->key) {
            return false;
        }
        shows = shows || (!step->write && step->key->id == fault->other &&
                          step->prefix > fault->other_position);
    }
    return shows;
}

static bool shows(const mns_session *session, const mns_sim_step *step, const mns_fault *fault) {
    switch (fault->bug) {
    case MNS_BUG_LOST_WRITE_ON_CRASH: return session->invoked >= fault->since;
    case MNS_BUG_FRACTURED_COMMIT:
        return step->prefix <= fault->position && shows_fracture(session, fault);
    default: return step->prefix > fault->position;
    }
}

static void observe(mns_sim *sim, const mns_session *session, const mns_sim_step *step) {
    uint32_t *link = &step->key->first_fault;
    while (*link != MNS_NONE && sim->status == MINOS_OK) {
        uint32_t id = *link;
        mns_fault *fault = &sim->faults[id];
        if (shows(session, step, fault)) {
            *link = fault->next;
            fault->settled = true;
            fault->observed_by = session->completed;
            print(sim, id);
        } else {
            link = &fault->next;
        }
    }
}

void mns_truth_completed(mns_sim *sim, mns_session *session, bool ok) {
    if (sim->truth == NULL) {
        return;
    }
    if (ok) {
        sim->remembered[session->number % MNS_REMEMBERED] =
            (struct mns_completion){session->number, session->completed};
    }
    for (size_t i = 0; i < session->seen_count; i++) {
        mns_fault *fault = &sim->faults[session->seen[i]];
        fault->settled = true;
        fault->observed_by = ok ? session->completed : 0;
        print(sim, session->seen[i]);
    }
    session->seen_count = 0;
    for (size_t i = 0; i < session->owned_count; i++) {
        sim->faults[session->owned[i]].transaction = session->completed;
        print(sim, session->owned[i]);
    }
    session->owned_count = 0;
    for (size_t i = 0; ok && i < session->step_count; i++) {
        if (!session->steps[i].write && session->steps[i].key->first_fault != MNS_NONE) {
            observe(sim, session, &session->steps[i]);
        }
    }
}

/* Faults of lost writes stay: later reads of the key miss them. */
void mns_truth_forget(mns_sim *sim, mns_key *key, size_t position) {
    uint32_t *link = &key->first_fault;
    while (*link != MNS_NONE) {
        uint32_t id = *link;
        mns_fault *fault = &sim->faults[id];
        if (fault->position >= position && fault->bug != MNS_BUG_LOST_WRITE_ON_CRASH) {
            *link = fault->next;
            mns_truth_hidden(sim, id);
        } else {
            link = &fault->next;
        }
    }
}

void mns_truth_close(mns_sim *sim, mns_key *key) {
    while (key->first_fault != MNS_NONE) {
        uint32_t id = key->first_fault;
        key->first_fault = sim->faults[id].next;
        mns_truth_hidden(sim, id);
    }
    mns_truth_hidden(sim, key->leak_fault);
    mns_truth_hidden(sim, key->retry_fault);
    key->leak_fault = MNS_NONE;
    key->retry_fault = MNS_NONE;
}
