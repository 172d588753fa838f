/*
 * minimal.h - the smallest history for a bug report: what minos shrink makes of the worst anomaly.
 */
#ifndef MNS_MINIMAL_H
#define MNS_MINIMAL_H

#include "pipeline.h"

/* Sets document->minimal if the verdict is that a requested model is violated. A history that is
 * still large, or cannot be shrunk, is left out. Sets document->arena.failed when out of memory.
 * O(size of the history). */
void mns_document_minimal(mns_document *document, const minos_result *result);

#endif
