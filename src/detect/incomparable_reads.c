/*
 * incomparable_reads.c - two committed reads of one set, each with an element that the other lacks.
 *
 *     T3 ok    r x #{1}
 *     T4 ok    r x #{2}
 *
 * A set only grows, so of any two of its states one includes the other. The catalog says what
 * follows otherwise. Only adds that take part count, and external reads without adds of their own
 * transaction (infer/set_orders.h): other reads need not show those, and elements of failed
 * transactions or without an add are a G1a or garbage-read and nothing more.
 *
 * Elements are sorted by how many reads show them. If all reads are comparable, each shows a prefix
 * of that order. Otherwise some read S shows an element q without its predecessor p. At least as
 * many reads show p as show q, and S shows only q; so some read shows p and not q, and the two are
 * incomparable. That read has a run that ends with p. One case for each such S. O(micro-operations
 * * log(elements of a set) + elements of incomparable reads).
 */
#include "core/grow.h"
#include "detect/detect.h"

/* The runs of a read that counts here; none for other reads. */
static const mns_run *runs_of(const mns_observation *o, uint32_t read, uint32_t *count) {
    const mns_run *runs = mns_set_runs(&o->sets, &o->history->tables, read, count);
    bool looked_at =
        o->sets.external[read] && !mns_set_shows_own(&o->sets, &o->history->tables, read);
    *count = looked_at ? *count : 0;
    return runs;
}

/* By position: the first reader with a run that ends there. */
static void find_ends(const mns_observation *o, uint32_t key, uint32_t *end) {
    const mns_set_orders *orders = &o->sets;
    uint32_t places = orders->add_first[key + 1] - orders->add_first[key];
    memset(end, 0xFF, places * sizeof *end); /* MNS_NONE */
    for (uint32_t i = orders->reader_first[key]; i < orders->reader_first[key + 1]; i++) {
        uint32_t count;
        const mns_run *run = runs_of(o, orders->reader[i], &count);
        for (uint32_t r = 0; r < count; r++) {
            uint32_t *reader = &end[run[r].end - 1];
            *reader = *reader == MNS_NONE ? orders->reader[i] : *reader;
        }
    }
}

static void scan_key(const mns_observation *o, uint32_t key, uint32_t *end, mns_cases *cases) {
    const mns_set_orders *orders = &o->sets;
    find_ends(o, key, end);
    for (uint32_t i = orders->reader_first[key]; i < orders->reader_first[key + 1]; i++) {
        uint32_t count, read = orders->reader[i];
        const mns_run *run = runs_of(o, read, &count);
        uint32_t odd = count > 0 && run[0].begin == 0 ? 1 : 0;
        if (odd >= count) {
            continue; /* a prefix of the order */
        }
        uint32_t place = run[odd].begin, other = end[place - 1];
        assert(other != MNS_NONE && other != read);
        uint32_t named[2] = {read, other};
        mns_value element =
            o->history->tables.mops.value[orders->add[orders->add_first[key] + place]];
        mns_cases_add(cases, MNS_A_INCOMPARABLE_READS, key, element, named, 2);
    }
}

void mns_detect_incomparable_reads(const mns_observation *o, mns_cases *cases) {
    uint32_t keys = o->history->tables.keys.count;
    uint32_t *end = MNS_NEW_ARRAY(uint32_t, o->sets.add_first[keys]);
    if (end == NULL) {
        cases->failed = true;
        return;
    }
    for (uint32_t key = 0; key < keys; key++) {
        scan_key(o, key, end, cases);
    }
    free(end);
}
