/*
 * key_versions.h - the keys whose versions a document shows, while they are collected.
 *
 *     witnesses -> keys and relevant micro-operations -> their places -> which versions to show
 *     -> one pass over all micro-operations: readers, and reads that disagree
 *
 * Versions of a key have places: 0 is the initial state, the first version is 1. A table of
 * functions for each datatype (mns_key_kind) defines the places.
 */
#ifndef MNS_REPORT_MODEL_KEY_VERSIONS_H
#define MNS_REPORT_MODEL_KEY_VERSIONS_H

#include "core/map.h"
#include "explain/notation.h"
#include "report/model/context.h"

/* Micro-operations and never-written elements (strays) by which the versions of a key are chosen.
 * */
#define MNS_LIMIT_FOCAL 32
#define MNS_LIMIT_STRAYS 4
/* And places where reads deviate from the order. */
#define MNS_LIMIT_DEPARTURES 8

/* Instead of a place: a read that disagrees with the order. */
#define MNS_DISPUTED (UINT32_MAX - 1)

/* A version that is shown. */
typedef struct mns_key_version {
    uint32_t place;
    bool matters;
    uint32_t readers[MNS_LIMIT_DOC_READERS]; /* transactions */
    uint32_t reader_count;
    uint32_t last; /* the transaction that was counted last */
    uint64_t reader_total;
} mns_key_version;

/* Reads of one value that disagrees with the order. */
typedef struct mns_key_dispute {
    uint32_t read; /* one of them; for lists the longest of its spine */
    uint64_t reader_total;
} mns_key_dispute;

typedef struct mns_key_view {
    uint32_t key;
    uint32_t mops[MNS_LIMIT_FOCAL]; /* of the key, in witnesses */
    uint32_t mop_count;
    mns_value strays[MNS_LIMIT_STRAYS];
    uint32_t stray_count;
    mns_key_version versions[MNS_LIMIT_DOC_VERSIONS]; /* ascending by place */
    uint32_t version_count;
    mns_key_dispute disputes[MNS_LIMIT_DOC_READS];
    uint32_t dispute_count;
    uint64_t dispute_total;
    uint32_t content, dispute; /* content of the last disputed read, and which dispute that was */
    /* Set by the datatype when it prepares a key: */
    uint32_t last_place;   /* places are 0 .. last_place */
    const char *order;     /* in a few words */
    uint32_t *ranks;       /* registers: by version of the key, its place; 0 is the initial state */
    uint32_t *versions_of; /* registers: by place, its version */
    uint64_t *sums;        /* counters: by place - 1, see key_versions_counter.c */
    uint32_t tails[MNS_LIMIT_FOCAL]; /* lists: relevant appends that no read contains, ascending */
    uint32_t tail_count;
} mns_key_view;

typedef struct mns_key_views {
    const mns_observation *o;
    const bool *found; /* by anomaly */
    mns_arena *arena;
    mns_key_view *items;
    uint32_t count;
    uint8_t *slot;  /* by key: 1 + its place in items, or 0 */
    mns_map states; /* value of a disputed read -> dispute */
    mns_buf text;
} mns_key_views;

/* The versions of a datatype. */
typedef struct mns_key_kind {
    /* Fills in the members that the datatype sets, for all keys; false when out of memory. */
    bool (*prepare)(mns_key_views *views);
    /* The place of a write or of the version a read saw, MNS_DISPUTED, or MNS_NONE: unknown. */
    uint32_t (*place)(const mns_key_views *views, const mns_key_view *view, uint32_t mop);
    /* The place of an element that was never written; NULL if such elements have no place. */
    uint32_t (*stray)(const mns_key_views *views, const mns_key_view *view, mns_value element);
    /* Writes the value of a place other than 0; returns the mop that wrote it, or MNS_NONE. */
    uint32_t (*show)(const mns_key_views *views, const mns_key_view *view, uint32_t place,
                     mns_buf *out);
    /* Fills in the value of a disputed read, and how much of it agrees. */
    void (*dispute)(mns_key_views *views, const mns_key_view *view, uint32_t read,
                    mns_doc_read *out);
    /* The places where disputed reads deviate from the order, up to `limit`; returns how many. NULL
     * if they have no such place. */
    uint32_t (*departures)(const mns_key_views *views, const mns_key_view *view, uint32_t *places,
                           uint32_t limit);
    /* Identifies the value of a disputed read of a key. */
    uint64_t (*state)(const mns_key_views *views, uint32_t read);
} mns_key_kind;

extern const mns_key_kind mns_key_list, mns_key_register, mns_key_set, mns_key_counter;

/* ---- Which versions (key_choice.c) ---------------------------------------------------------- */

/* Chooses the versions to show: the given places first, then the ends, then those nearby. */
void mns_key_choose(mns_key_view *view, const uint32_t *places, uint32_t count);
/* The version at a place, or NULL if it is not shown. */
mns_key_version *mns_key_version_at(mns_key_view *view, uint32_t place);
/* Adds a transaction of a witness that read the version; call it before mns_key_count_reader. */
void mns_key_name_reader(mns_key_version *version, uint32_t txn);
/* Counts a transaction that read the version; called for all in order. */
void mns_key_count_reader(mns_key_version *version, uint32_t txn);

/* ---- Reads that disagree (key_choice.c) ----------------------------------------------------- */

void mns_key_count_dispute(mns_key_views *views, const mns_key_kind *kind, mns_key_view *view,
                           uint32_t read);
/* The list or set of a disputed read, shortened around the focus, and in full. */
void mns_key_elements(mns_key_views *views, const mns_value *elements, uint32_t count,
                      const mns_focus *focus, mns_doc_read *out);

#endif
