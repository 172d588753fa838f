/*
 * detect.c - runs each detector as a task and collects the cases.
 */
#include "detect/detect.h"

#include "core/grow.h"
#include "core/parallel.h"

void mns_cases_init(mns_cases *cases, uint32_t max_per_anomaly) {
    memset(cases, 0, sizeof *cases);
    cases->max_per_anomaly = max_per_anomaly;
}

void mns_cases_release(mns_cases *cases) {
    free(cases->items);
    free(cases->mops);
    memset(cases, 0, sizeof *cases);
}

bool mns_cases_wants(const mns_cases *cases, mns_anomaly anomaly) {
    return cases->total[anomaly] < cases->max_per_anomaly;
}

void mns_cases_add(mns_cases *cases, mns_anomaly anomaly, uint32_t key, mns_value element,
                   const uint32_t *mops, uint32_t mop_count) {
    assert(!mns_anomaly_is_cycle(anomaly) && mop_count > 0);
    bool wanted = mns_cases_wants(cases, anomaly);
    cases->total[anomaly]++;
    if (!wanted) {
        return;
    }
    if (!MNS_GROW(cases->items, cases->count, cases->capacity, 1) ||
        !MNS_GROW(cases->mops, cases->mop_count, cases->mop_capacity, mop_count)) {
        cases->failed = true;
        return;
    }
    cases->items[cases->count++] = (mns_case){.anomaly = anomaly,
                                              .key = key,
                                              .element = element,
                                              .first_mop = (uint32_t)cases->mop_count,
                                              .mop_count = mop_count};
    memcpy(cases->mops + cases->mop_count, mops, mop_count * sizeof *mops);
    cases->mop_count += mop_count;
}

#define LISTS (1u << MNS_LIST_APPEND)
#define REGISTERS (1u << MNS_RW_REGISTER)
#define SETS (1u << MNS_SET)
#define COUNTERS (1u << MNS_COUNTER)
#define ALL (LISTS | REGISTERS | SETS | COUNTERS)

typedef struct detector {
    void (*detect)(const mns_observation *o, mns_cases *cases);
    unsigned workloads;
} detector;

static const detector detectors[] = {
    {mns_detect_garbage_read, LISTS | REGISTERS | SETS},
    {mns_detect_garbage_read_counter, COUNTERS},
    {mns_detect_duplicate_elements, LISTS},
    {mns_detect_duplicate_elements_set, SETS},
    {mns_detect_incompatible_versions, REGISTERS},
    {mns_detect_cyclic_versions, REGISTERS},
    {mns_detect_dirty_update, LISTS},
    {mns_detect_incompatible_order, LISTS},
    {mns_detect_g1a, LISTS | REGISTERS | SETS},
    {mns_detect_g1a_counter, COUNTERS},
    {mns_detect_g1b, LISTS},
    {mns_detect_g1b_register, REGISTERS},
    {mns_detect_future_read, LISTS},
    {mns_detect_future_read_register, REGISTERS},
    {mns_detect_future_read_set, SETS},
    {mns_detect_future_read_counter, COUNTERS},
    {mns_detect_internal, LISTS},
    {mns_detect_internal_register, REGISTERS},
    {mns_detect_internal_set, SETS},
    {mns_detect_internal_counter, COUNTERS},
    {mns_detect_lost_update, LISTS},
    {mns_detect_lost_update_register, REGISTERS},
    {mns_detect_lost_update_counter, COUNTERS},
    {mns_detect_incomparable_reads, SETS},
    {mns_detect_snapshots, ALL},
    {mns_detect_increments, COUNTERS},
    {mns_detect_lost_write, LISTS | SETS},
    {mns_detect_lost_write_register, REGISTERS},
    {mns_detect_lost_write_counter, COUNTERS},
};

typedef struct detection {
    const mns_observation *o;
    mns_cases found[MNS_COUNT_OF(detectors)];
} detection;

static void run_detector(void *context, uint32_t task) {
    detection *d = context;
    if ((detectors[task].workloads & 1u << d->o->history->workload) != 0) {
        detectors[task].detect(d->o, &d->found[task]);
    }
}

static void gather(mns_cases *into, const mns_cases *from) {
    into->failed |= from->failed;
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        assert(into->total[a] == 0 || from->total[a] == 0); /* one detector for each datatype */
    }
    for (size_t i = 0; i < from->count; i++) {
        const mns_case *c = &from->items[i];
        mns_cases_add(into, c->anomaly, c->key, c->element, from->mops + c->first_mop,
                      c->mop_count);
        if (!into->failed) {
            into->items[into->count - 1].sources = c->sources;
        }
    }
    for (int a = 0; a < MNS_ANOMALY_COUNT; a++) {
        if (from->total[a] > 0) {
            assert(into->total[a] <= from->total[a]);
            into->total[a] = from->total[a];
        }
    }
}

minos_status mns_detect_all(const mns_observation *o, unsigned threads, uint32_t max_per_anomaly,
                            mns_cases *cases) {
    mns_cases_init(cases, max_per_anomaly);
    detection *d = MNS_NEW_ARRAY(detection, 1);
    if (d == NULL) {
        return MINOS_ENOMEM;
    }
    d->o = o;
    for (size_t i = 0; i < MNS_COUNT_OF(detectors); i++) {
        mns_cases_init(&d->found[i], max_per_anomaly);
    }
    mns_parallel(threads, MNS_COUNT_OF(detectors), run_detector, d);
    for (size_t i = 0; i < MNS_COUNT_OF(detectors); i++) {
        gather(cases, &d->found[i]);
        mns_cases_release(&d->found[i]);
    }
    free(d);
    return cases->failed ? MINOS_ENOMEM : MINOS_OK;
}
