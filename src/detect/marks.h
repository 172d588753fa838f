/*
 * marks.h - values that are bad to read.
 *
 * Some anomalies are "a read shows a bad value" (one that nobody wrote, one of a transaction that
 * failed). A register shows one, a set all of its elements. Of lists, marks are the places of the bad
 * elements of each spine; the bad elements of a read (spine, length) are the marks of the spine below
 * length, so all reads are judged in time linear in their number and not in their length.
 */
#ifndef MNS_MARKS_H
#define MNS_MARKS_H

#include "detect/detect.h"

/* Whether an element is bad; writer is its write, or MNS_NONE if nobody wrote it. */
typedef bool (*mns_mark)(const mns_observation *o, uint32_t writer);

/* Adds a case [read, writer] (only [read] where there is no writer) of the anomaly for every read
 * of a counting transaction and every bad value it shows. */
void mns_detect_marked(const mns_observation *o, mns_mark bad, mns_anomaly anomaly,
                       mns_cases *cases);

#endif
