/*
 * store.c - keys and their versions.
 *
 * A key has its values in commit order, and also as printed text, so a read copies bytes. Versions
 * are only added, except by a bug that drops the last ones. Keys that the workload no longer uses
 * and no running transaction refers to are reused, so memory does not grow with the history.
 */
#include "core/grow.h"
#include "sim/sim.h"

static bool prints_all(const mns_sim *sim) {
    return sim->config.shape.kind == MNS_GENERATE_LIST_APPEND ||
           sim->config.shape.kind == MNS_GENERATE_SET;
}

/* Invisible versions are at the end: a commit becomes visible after everything its writer saw,
 * which includes the versions before it. */
size_t mns_key_visible(const mns_key *key, const mns_sim_view *view) {
    size_t count = key->count;
    while (count > 0 &&
           key->versions[count - 1].visible > view->at[key->versions[count - 1].site]) {
        count--;
    }
    return count;
}

static mns_key *make_key(mns_sim *sim) {
    mns_key *key = sim->spare;
    if (key != NULL) {
        sim->spare = key->next;
        return key;
    }
    key = calloc(1, sizeof *key);
    if (key == NULL) {
        sim->status = MINOS_ENOMEM;
        return NULL;
    }
    key->next_made = sim->keys;
    sim->keys = key;
    return key;
}

mns_key *mns_key_of_slot(mns_sim *sim, uint32_t slot, uint64_t id) {
    mns_key *key = sim->slots[slot];
    if (key != NULL && key->id == id) {
        return key;
    }
    mns_key *fresh = make_key(sim);
    if (fresh == NULL) {
        return NULL;
    }
    mns_version *versions = fresh->versions;
    char *text = fresh->text;
    *fresh = (mns_key){.id = id,
                       .references = 1,
                       .versions = versions,
                       .capacity = fresh->capacity,
                       .text = text,
                       .text_capacity = fresh->text_capacity,
                       .next_made = fresh->next_made,
                       .first_fault = MNS_NONE,
                       .leak_fault = MNS_NONE,
                       .retry_fault = MNS_NONE};
    sim->slots[slot] = fresh;
    if (key != NULL) {
        mns_key_release(sim, key);
    }
    return fresh;
}

void mns_key_release(mns_sim *sim, mns_key *key) {
    assert(key->references > 0);
    if (--key->references > 0) {
        return;
    }
    assert(key->holder == NULL);
    if (sim->config.final_reads && !key->closing) {
        key->closing = true;
        key->references = 1;
        key->next = NULL;
        if (sim->closing == NULL) {
            sim->closing = key;
        } else {
            sim->closing_last->next = key;
        }
        sim->closing_last = key;
        sim->closing_count++;
        return;
    }
    mns_truth_close(sim, key);
    key->next = sim->spare;
    sim->spare = key;
}

void mns_key_push(mns_sim *sim, mns_key *key, const mns_version *version) {
    if (!MNS_GROW(key->versions, key->count, key->capacity, 1) ||
        (prints_all(sim) && !MNS_GROW(key->text, key->text_size, key->text_capacity, 24))) {
        sim->status = MINOS_ENOMEM;
        return;
    }
    mns_version *added = &key->versions[key->count];
    *added = *version;
    if (prints_all(sim)) {
        if (key->count > 0) {
            key->text[key->text_size++] = sim->config.json ? ',' : ' ';
        }
        key->text_size += mns_writer_number(key->text + key->text_size, version->value);
        assert(key->text_size <= UINT32_MAX);
        added->end = (uint32_t)key->text_size;
    }
    key->count++;
}

void mns_step_extra(mns_sim *sim, mns_session *session, mns_sim_step *step, int64_t value) {
    if (!MNS_GROW(session->extras, session->extra_count, session->extra_capacity, 1)) {
        sim->status = MINOS_ENOMEM;
        return;
    }
    if (step->extra_count == 0) {
        step->extra_at = session->extra_count;
    }
    assert(step->extra_at + step->extra_count == session->extra_count);
    session->extras[session->extra_count++] = value;
    step->extra_count++;
}

/* Copies the versions that a read returned, from `from` on, to its additional values. */
static void copy_result(mns_sim *sim, mns_session *session, size_t at, size_t from) {
    mns_sim_step *step = &session->steps[at];
    mns_sim_step spelled = *step;
    spelled.prefix = from;
    spelled.extra_count = 0;
    spelled.own = false;
    for (size_t i = from; i < step->prefix; i++) {
        mns_step_extra(sim, session, &spelled, step->key->versions[i].value);
    }
    for (size_t i = 0; step->own && i < at; i++) {
        const mns_sim_step *earlier = &session->steps[i];
        if (earlier->write && earlier->key == step->key) {
            mns_step_extra(sim, session, &spelled, earlier->value);
        }
    }
    for (size_t i = 0; i < step->extra_count && sim->status == MINOS_OK; i++) {
        mns_step_extra(sim, session, &spelled, session->extras[step->extra_at + i]);
    }
    *step = spelled;
}

void mns_key_truncate(mns_sim *sim, mns_key *key, size_t count) {
    assert(count < key->count);
    for (mns_session *session = sim->all; session != NULL; session = session->next_made) {
        for (size_t i = 0; i < session->done && i < session->step_count; i++) {
            const mns_sim_step *step = &session->steps[i];
            if (step->key == key && !step->write && step->prefix > count) {
                copy_result(sim, session, i, count);
            }
        }
    }
    mns_truth_forget(sim, key, count);
    key->count = count;
    if (prints_all(sim)) {
        key->text_size = count == 0 ? 0 : key->versions[count - 1].end;
    }
}
