/*
 * marks.h - reads of bad values.
 *
 * Some anomalies are reads of a bad value: one that was never written, or that a failed transaction
 * wrote. A register shows one value, a set all of its elements. For lists, marks are the indexes of
 * the bad elements of each spine; the bad elements of a read (spine, length) are the marks of the
 * spine below length, so the cost is linear in the number of reads, not in their length.
 */
#ifndef MNS_MARKS_H
#define MNS_MARKS_H

#include "detect/detect.h"

/* Whether an element is bad; writer is its write, or MNS_NONE if it was never written. */
typedef bool (*mns_mark)(const mns_observation *o, uint32_t writer);

/* Adds a case [read, writer] (only [read] where there is no writer) of the anomaly for every read
 * of a counting transaction and every bad value it shows. */
void mns_detect_marked(const mns_observation *o, mns_mark bad, mns_anomaly anomaly,
                       mns_cases *cases);

#endif
