/*
 * sites.c - replicates commits between the sites of parallel snapshot isolation.
 *
 * As in Walter (Sovran et al., SOSP 2011): a commit is numbered at its own site and reaches each
 * other site later, after the earlier commits of its site and all commits that its transaction had
 * seen. Links between sites fail and recover at random, so two sites may receive two unrelated
 * commits in different orders. All other levels have one site, where a commit is visible
 * immediately.
 */
#include "sim/sim.h"

static bool arrived(const mns_sim_view *needed, const mns_sim_view *known) {
    for (int site = 0; site < MNS_SITES; site++) {
        if (needed->at[site] > known->at[site]) {
            return false;
        }
    }
    return true;
}

/* Delivers the next commit of one site to another, unless one that it depends on is missing there.
 */
static bool deliver(mns_sim *sim, size_t to, size_t from) {
    uint64_t next = sim->sites[to].at[from] + 1;
    if (next > sim->sites[from].at[from] ||
        !arrived(&sim->needs[from][next % MNS_SITE_LOG], &sim->sites[to])) {
        return false;
    }
    sim->sites[to].at[from] = next;
    return true;
}

void mns_sites_replicate(mns_sim *sim) {
    size_t to = (size_t)mns_random_below(&sim->schedule, MNS_SITES);
    size_t from = (size_t)mns_random_below(&sim->schedule, MNS_SITES);
    if (to == from) {
        return;
    }
    if (mns_random_below(&sim->schedule, 16) == 0) {
        sim->cut[to][from] = !sim->cut[to][from];
    }
    if (!sim->cut[to][from]) {
        deliver(sim, to, from);
    }
}

/* Terminates, because a commit depends on earlier ones only. */
void mns_sites_deliver_all(mns_sim *sim) {
    for (bool moved = true; moved;) {
        moved = false;
        for (size_t to = 0; to < MNS_SITES; to++) {
            for (size_t from = 0; from < MNS_SITES; from++) {
                moved = (to != from && deliver(sim, to, from)) || moved;
            }
        }
    }
}

uint64_t mns_sites_commit(mns_sim *sim, const mns_session *session) {
    size_t site = session->site;
    uint64_t commit = sim->sites[site].at[site] + 1;
    if (sim->config.reads == MNS_READS_SITE) {
        for (size_t to = 0; to < MNS_SITES; to++) {
            if (commit - sim->sites[to].at[site] >= MNS_SITE_LOG) {
                mns_sites_deliver_all(sim);
            }
        }
        sim->needs[site][commit % MNS_SITE_LOG] = session->begin;
    }
    sim->sites[site].at[site] = commit;
    return commit;
}

uint64_t mns_sites_commits(const mns_sim *sim) {
    uint64_t commits = 0;
    for (size_t site = 0; site < MNS_SITES; site++) {
        commits += sim->sites[site].at[site];
    }
    return commits;
}
