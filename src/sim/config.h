/*
 * config.h - the checked options of a simulation.
 *
 * Levels and bugs are rows of levels.def and bugs.def.
 */
#ifndef MNS_SIM_CONFIG_H
#define MNS_SIM_CONFIG_H

#include "generate/generator.h"
#include "minos_sim.h"

typedef enum mns_reads {
    MNS_READS_SNAPSHOT,
    MNS_READS_PAST_READER,
    MNS_READS_PAST,
    MNS_READS_SITE,
    MNS_READS_ATOMIC,
    MNS_READS_LATEST,
    MNS_READS_DIRTY
} mns_reads;

typedef enum mns_guarded { MNS_GUARD_ALL, MNS_GUARD_WRITES, MNS_GUARD_LOCKS } mns_guarded;

typedef enum mns_bug {
#define BUG(id, name, rate, summary, anomalies) MNS_BUG_##id,
#include "sim/bugs.def"
#undef BUG
    MNS_BUG_COUNT
} mns_bug;

typedef struct mns_config {
    mns_generator_shape shape;
    mns_reads reads;
    mns_guarded guard;
    mns_odds bugs[MNS_BUG_COUNT];
    mns_odds aborts, crashes;
    bool buggy; /* some bug is enabled */
    bool json, final_reads;
    bool versions, timestamps; /* revealed to clients */
    uint64_t seed, transactions;
    uint32_t processes;
} mns_config;

/* MINOS_EARGUMENT and a message for an invalid option. */
minos_status mns_config_read(mns_config *config, const minos_sim_options *options, char **message);

#endif
