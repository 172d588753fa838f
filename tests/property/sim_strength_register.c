/*
 * sim_strength_register.c - what strength.h says, for registers: 3,600 histories, with nothing
 * assumed, with each assumption where it is true of the database, and with what the database can
 * reveal.
 *
 * That a transaction which reads a key and writes it follows what it read is true of every level,
 * and so is what the database reveals. That a process meets the versions of a key in their order is
 * not true where snapshots may be old; that everybody does so in real time is not true of several
 * sites either. And where uncommitted writes are read, one of a crashed client may be undone
 * afterwards; that it is taken as committed is right from read-committed up only.
 */
#include "property/strength.h"
#include "support/support.h"

enum { SEEDS = 50 };

static void assume_wfr(minos_options *options) { options->assume_wfr = 1; }
static void assume_sequential(minos_options *options) { options->assume_sequential = 1; }
static void assume_linearizable(minos_options *options) { options->assume_linearizable = 1; }
static void assume_all(minos_options *options) {
    options->assume_wfr = options->assume_sequential = options->assume_linearizable = 1;
}

static void reveal_versions(minos_sim_options *options) { options->versions = 1; }
static void reveal_timestamps(minos_sim_options *options) { options->timestamps = 1; }
static void reveal_all(minos_sim_options *options) { options->versions = options->timestamps = 1; }
static void never_crash(minos_sim_options *options) { options->crash_rate = 0; }

static const strength_level levels[STRENGTH_LEVELS] = {
    {"strict-serializable", {0}},
    {"serializable", {"strict-serializable", "strong-session-serializable"}},
    {"strong-snapshot-isolation", {"serializable"}},
    {"snapshot-isolation", {"serializable", "strong-snapshot-isolation"}},
    {"parallel-snapshot-isolation", {"snapshot-isolation"}},
    {"read-atomic", {"parallel-snapshot-isolation"}},
    {"read-committed", {"read-atomic"}},
    {"read-uncommitted", {"read-committed"}},
};

/* Levels by their place above. */
#define OLD_SNAPSHOTS [1] = true, [3] = true
#define SITES [4] = true
#define DIRTY [7] = true
#define BUT_DIRTY [0] = true, [1] = true, [2] = true, [3] = true, [4] = true, [5] = true, [6] = true

static const strength_setting settings[] = {
    {"--wfr-keys", NULL, assume_wfr, {0}, SEEDS},
    {"--sequential-keys", NULL, assume_sequential, {OLD_SNAPSHOTS, DIRTY}, SEEDS},
    {"--linearizable-keys", NULL, assume_linearizable, {OLD_SNAPSHOTS, SITES, DIRTY}, SEEDS},
    {"all three", NULL, assume_all, {OLD_SNAPSHOTS, SITES, DIRTY}, SEEDS},
    {"all three, no crash", never_crash, assume_all, {BUT_DIRTY}, SEEDS},
    {"versions revealed", reveal_versions, NULL, {0}, SEEDS},
    {"timestamps revealed", reveal_timestamps, NULL, {0}, SEEDS},
    {"all revealed and assumed", reveal_all, assume_all, {OLD_SNAPSHOTS, SITES, DIRTY}, SEEDS},
};

int main(void) {
    unsigned wrong = strength_test("rw-register", levels);
    for (size_t i = 0; i < TEST_COUNT_OF(settings); i++) {
        wrong += strength_test_in("rw-register", levels, &settings[i]);
    }
    return wrong == 0 ? 0 : 1;
}
