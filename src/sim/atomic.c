/*
 * atomic.c - reads of the read-atomic level.
 *
 * A read returns the newest committed versions, but it must see the same transactions as the
 * earlier reads of its own transaction: a writer that one of them saw or missed, it sees or misses
 * too. The opposite is a fractured read (Bailis et al., SIGMOD 2014):
 *
 *     T1: append x 1, append y 1          T2: r x [], r y [1]      fractured
 *
 * If no such state exists the transaction fails. Only commits since the transaction's first read
 * are examined.
 */
#include "sim/sim.h"

/* The position of the writer's first version in a key; SIZE_MAX if it has none. */
static size_t find_writer(const mns_key *key, const mns_version *version) {
    size_t found = SIZE_MAX;
    for (size_t i = key->count; i > 0 && key->versions[i - 1].commit >= version->commit; i--) {
        if (key->versions[i - 1].writer == version->writer) {
            found = i - 1;
        }
    }
    return found;
}

/* True if a transaction that wrote `missed`, from version `from` on, is among the first `prefix`
 * versions of `seen`. *cut is the position of the first such transaction in `seen`. */
static bool fractured(const mns_key *seen, size_t prefix, const mns_key *missed, size_t from,
                      size_t *cut) {
    *cut = prefix;
    for (size_t i = from; i < missed->count; i++) {
        size_t place = find_writer(seen, &missed->versions[i]);
        if (place < *cut) {
            *cut = place;
        }
    }
    return *cut < prefix;
}

bool mns_atomic_read(const mns_sim *sim, const mns_session *session, size_t at, size_t *prefix) {
    const mns_sim_step *step = &session->steps[at];
    const mns_key *key = step->key;
    bool own = mns_step_own(session, at);
    size_t earlier;
    size_t cut;
    if (mns_step_repeats(session, at, &earlier)) {
        /* The lock stops later writers, but not those that wrote before it was taken. */
        *prefix = session->steps[earlier].prefix;
        return !own || *prefix == key->count;
    }
    *prefix = mns_key_visible(key, &sim->sites[0]);
    for (size_t i = 0; i < at; i++) {
        const mns_sim_step *read = &session->steps[i];
        if (!read->write && fractured(key, *prefix, read->key, read->prefix, &cut)) {
            *prefix = cut;
        }
    }
    for (size_t i = 0; i < at; i++) {
        const mns_sim_step *read = &session->steps[i];
        if (!read->write && fractured(read->key, read->prefix, key, *prefix, &cut)) {
            return false;
        }
    }
    return !own || *prefix == key->count;
}
