/*
 * register_orders.h - the sources of order between versions of registers, each in its file.
 *
 * A source adds edges; index puts them in order. The ones that the user assumes or the database gives
 * are checked for circles after each (register_circles.c), then come those that follow from what is
 * forbidden otherwise (mns_level).
 */
#ifndef MNS_REGISTER_ORDERS_H
#define MNS_REGISTER_ORDERS_H

#include "catalog/catalog.h"
#include "infer/infer.h"

/* Adds an edge, unless it leads from a version to itself or from the initial state. False when out of
 * memory. */
bool mns_version_edge_add(mns_registers *r, uint32_t from, uint32_t to, mns_level level,
                          mns_source_of_order source);
/* Sorts the edges, drops those that say no more than another between the same versions, and finds
 * where the edges of each version begin. False when out of memory. */
bool mns_version_edges_index(mns_registers *r);

/* The versions that a transaction meets first and last at a key: what it read there, else what it
 * wrote; what it wrote, else what it read. A read of the initial state that is followed by a write
 * says nothing that the write does not. MNS_NONE: neither. Calls back for each key it touches. */
typedef void (*mns_meet)(void *context, uint32_t txn, uint32_t first, uint32_t last);
void mns_meetings(const mns_observation *o, uint32_t txn, mns_meet meet, void *context);

/* The kind of the ww edge between the writers of an edge's versions, and of the rw edge from a reader
 * of the first. */
mns_kind mns_version_edge_ww(const mns_observation *o, const mns_version_edge *edge);
mns_kind mns_version_edge_rw(const mns_version_edge *edge);

/* Sources: false when out of memory. */
bool mns_order_by_versions(const mns_observation *o, mns_registers *r);
bool mns_order_by_transactions(const mns_observation *o, const int64_t *order, mns_registers *r);
bool mns_order_by_wfr(const mns_observation *o, mns_level level, mns_registers *r);
bool mns_order_by_process(const mns_observation *o, mns_level level, mns_registers *r);
bool mns_order_by_realtime(const mns_observation *o, mns_level level, mns_registers *r);
/* Infers further orders from paths of dependencies, until nothing new is found. */
bool mns_order_by_lemmas(const mns_observation *o, mns_registers *r);

/* Two mops that met the versions and show, by one of the sources (a bit set of 1 << source), that the
 * first precedes the second; what they are for each source is said at mns_reason (depend.h). */
bool mns_order_shown(const mns_observation *o, uint32_t from, uint32_t to, unsigned sources,
                     uint32_t *by, uint32_t *also);

/* Looks for circles among the edges, the last source's being those from `added` on; for each key that
 * has one, the circle is kept in r->cyclic and the edges of that source are dropped. sources: all that
 * are among the edges. */
bool mns_version_circles(mns_registers *r, size_t added, unsigned sources);

#endif
