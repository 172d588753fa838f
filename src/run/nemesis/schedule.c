/* schedule.c - see schedule.h. */
#include "run/nemesis/schedule.h"

#include "generate/random.h"

/* Random streams of the seed; the load uses lower numbers. */
#define ROUNDS UINT64_C(1000000)
#define FAULTS (UINT64_C(1) << 40)

/* ---- Kind ------------------------------------------------------------------------------------ */

/* The kind of fault n: rounds of all kinds, each round in random order. */
static mns_fault_kind kind_at(const mns_schedule *schedule, unsigned n) {
    mns_fault_kind order[MNS_FAULT_COUNT] = {(mns_fault_kind)0};
    unsigned count = 0;
    for (unsigned i = 0; i < MNS_FAULT_COUNT; i++) {
        if ((schedule->kinds >> i & 1u) != 0) {
            order[count++] = (mns_fault_kind)i;
        }
    }
    assert(count > 0);
    mns_random random = mns_random_of(schedule->seed, ROUNDS + n / count);
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)mns_random_below(&random, i);
        mns_fault_kind kind = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kind;
    }
    return order[n % count];
}

/* ---- Victims --------------------------------------------------------------------------------- */

/* A random element of a set, which is not empty. */
static unsigned one_of(mns_random *random, uint32_t set) {
    unsigned count = 0, found = 0;
    for (unsigned i = 0; i < 32; i++) {
        count += set >> i & 1u;
    }
    unsigned which = (unsigned)mns_random_below(random, count);
    for (unsigned i = 0; i < 32; i++) {
        if ((set >> i & 1u) != 0 && which-- == 0) {
            found = i;
            break;
        }
    }
    return found;
}

/* Nodes and processes that this kind of fault can affect. */
static uint32_t candidates(const mns_schedule *schedule, mns_fault_kind kind) {
    bool process = mns_fault_need(kind) == MNS_NEEDS_PROCESS;
    uint32_t set = 0;
    for (unsigned i = 0; i < schedule->nodes && (schedule->server || !process); i++) {
        set |= MNS_VICTIM_NODE(i);
    }
    for (unsigned i = 0; i < schedule->processes && process; i++) {
        set |= MNS_VICTIM_PROCESS(i);
    }
    return set;
}

static unsigned size_of(uint32_t set) {
    unsigned size = 0;
    for (; set != 0; set &= set - 1) {
        size++;
    }
    return size;
}

/* 0 for the primary, which is determined at injection. */
static unsigned victim_count(mns_fault_scope scope, unsigned candidates) {
    switch (scope) {
    case MNS_SCOPE_ONE: return 1;
    case MNS_SCOPE_MAJORITY: return candidates / 2 + 1;
    case MNS_SCOPE_ALL: return candidates;
    default: return 0;
    }
}

static uint32_t victims_of(mns_random *random, mns_fault_scope scope, uint32_t all) {
    unsigned wanted = victim_count(scope, size_of(all));
    uint32_t set = 0;
    for (unsigned i = 0; i < wanted; i++) {
        set |= UINT32_C(1) << one_of(random, all & ~set);
    }
    return set;
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static mns_fault_shape draw_shape(const mns_schedule *schedule, mns_random *random,
                                  mns_fault_kind kind) {
    bool between = schedule->node_links || (schedule->partitionable && kind == MNS_FAULT_PARTITION);
    bool alone = schedule->nodes < 2 || !between;
    return (mns_fault_shape)mns_random_below(random, alone ? MNS_SHAPE_ALL : MNS_SHAPE_COUNT);
}

/* Log-uniform: as likely between 1 and 2 as between 1,000 and 2,000; from `least` up to `least`
 * times two to the power of `doublings`. */
static unsigned draw_size(mns_random *random, unsigned least, unsigned doublings) {
    unsigned base = least << mns_random_below(random, doublings);
    return base + (unsigned)mns_random_below(random, base);
}

/* A delay of 1 ms to 1 s, with jitter half of the time; or a limit of 4 KB to 1 MB per second. */
static mns_link_conditions draw_delay(mns_random *random) {
    mns_link_conditions conditions = {.cut = false};
    if (mns_random_below(random, 3) == 0) {
        conditions.bytes_per_s = draw_size(random, 4096, 8);
    } else {
        conditions.delay_us = draw_size(random, 1000, 10);
        conditions.jitter_us = mns_random_below(random, 2) == 0 ? 0 : conditions.delay_us;
    }
    return conditions;
}

static void draw_how(const mns_schedule *schedule, mns_random *random, mns_fault *fault) {
    if (mns_fault_need(fault->kind) == MNS_NEEDS_NETWORK) {
        fault->shape = draw_shape(schedule, random, fault->kind);
        fault->client =
            schedule->clients == 0 ? 0 : (unsigned)mns_random_below(random, schedule->clients);
        if (fault->shape == MNS_SHAPE_CLIENT) { /* whichever node it uses */
            fault->scope = MNS_SCOPE_ALL;
            fault->victims = candidates(schedule, fault->kind);
        }
    }
    switch (fault->kind) {
    case MNS_FAULT_PARTITION: fault->conditions.cut = true; break;
    case MNS_FAULT_DELAY: fault->conditions = draw_delay(random); break;
    case MNS_FAULT_RESET:
        fault->broken =
            mns_random_below(random, 4) == 0 ? MNS_NETWORK_HALF_OPEN : MNS_NETWORK_RESET;
        break;
    case MNS_FAULT_CLOCK: /* 1 ms to about two minutes */
        fault->skew_ms = draw_size(random, 1, 17);
        fault->skew_ms *= mns_random_below(random, 2) == 0 ? 1 : -1;
        break;
    default: break;
    }
}

/* ---- Times ----------------------------------------------------------------------------------- */

/* Between 0.5 and 1.5 times `ns`. */
static uint64_t draw_time(mns_random *random, uint64_t ns) {
    return ns / 2 + ns / 1000 * mns_random_below(random, 1001);
}

static void draw_times(const mns_schedule *schedule, mns_random *random, mns_fault *fault) {
    uint64_t every_ns = draw_time(random, schedule->every_ns);
    fault->duration_ns = draw_time(random, schedule->for_ns);
    if (mns_fault_end_name(fault->kind) == NULL) {
        fault->duration_ns = 0;
    }
    /* However long faults last, clients get some time without one. */
    uint64_t least_ns = every_ns / 10;
    fault->wait_ns =
        every_ns > fault->duration_ns + least_ns ? every_ns - fault->duration_ns : least_ns;
}

void mns_schedule_at(const mns_schedule *schedule, unsigned n, mns_fault *fault) {
    mns_random random = mns_random_of(schedule->seed, FAULTS + n);
    *fault = (mns_fault){.number = n + 1, .kind = kind_at(schedule, n)};
    draw_times(schedule, &random, fault);
    fault->scope = (mns_fault_scope)one_of(&random, schedule->scopes);
    fault->victims = victims_of(&random, fault->scope, candidates(schedule, fault->kind));
    draw_how(schedule, &random, fault);
}
