/* sim.c - minos_sim_run: creates, runs and frees the simulation. */
#include "sim/sim.h"

#include "core/grow.h"

static void init(mns_sim *sim) {
    const mns_config *config = &sim->config;
    sim->schedule = mns_random_of(config->seed, 2);
    sim->chance = mns_random_of(config->seed, 3);
    sim->free_fault = MNS_NONE;
    mns_buf_init(&sim->truth_line);
    sim->slots = MNS_NEW_ARRAY(mns_key *, config->shape.keys);
    if (sim->truth != NULL) {
        sim->remembered = MNS_NEW_ARRAY(struct mns_completion, MNS_REMEMBERED);
    }
    bool made = mns_generator_init(&sim->generator, &config->shape);
    if (!made || sim->slots == NULL || (sim->truth != NULL && sim->remembered == NULL)) {
        sim->status = MINOS_ENOMEM;
    }
}

static void release_sessions(mns_sim *sim) {
    while (sim->all != NULL) {
        mns_session *session = sim->all;
        sim->all = session->next_made;
        free(session->steps);
        free(session->extras);
        free(session->owned);
        free(session->seen);
        free(session);
    }
    free(sim->idle.items);
    free(sim->running.items);
    free(sim->unused.items);
}

static void release(mns_sim *sim) {
    release_sessions(sim);
    while (sim->keys != NULL) {
        mns_key *key = sim->keys;
        sim->keys = key->next_made;
        free(key->versions);
        free(key->text);
        free(key);
    }
    free(sim->slots);
    free(sim->remembered);
    free(sim->faults);
    free(sim->out);
    mns_buf_release(&sim->truth_line);
    mns_generator_release(&sim->generator);
}

/* Writes the faults that can no longer be observed. */
static void close_truth(mns_sim *sim) {
    for (uint32_t slot = 0; slot < sim->config.shape.keys && sim->status == MINOS_OK; slot++) {
        if (sim->slots[slot] != NULL) {
            mns_truth_close(sim, sim->slots[slot]);
        }
    }
}

minos_status minos_sim_run(const minos_sim_options *options, minos_sim_write history,
                           void *history_context, minos_sim_write truth, void *truth_context) {
    assert(history != NULL);
    mns_sim *sim = calloc(1, sizeof *sim);
    if (sim == NULL) {
        return MINOS_ENOMEM;
    }
    sim->history = history;
    sim->history_context = history_context;
    sim->truth = truth;
    sim->truth_context = truth_context;
    sim->status = mns_config_read(&sim->config, options, NULL);
    if (sim->status == MINOS_OK) {
        init(sim);
    }
    if (sim->status == MINOS_OK) {
        mns_scheduler_run(sim);
        close_truth(sim);
    }
    minos_status status = sim->status;
    release(sim);
    free(sim);
    return status;
}
