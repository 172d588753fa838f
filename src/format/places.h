/*
 * places.h - the positions of problems in the input files: line and column, or the byte of a binary
 * file, and the name of the file if the history is a folder.
 */
#ifndef MNS_PLACES_H
#define MNS_PLACES_H

#include "format/inputs.h"

/* Sets the position of a problem. */
void mns_place_problem(const mns_inputs *inputs, minos_format format, mns_place place,
                       mns_problem *problem, bool *failed);
/* Writes an earlier place into the message, as "line 3, column 4 of logs/1.log". */
void mns_place_earlier(const mns_inputs *inputs, minos_format format, mns_place place,
                       mns_problem *problem, bool *failed);
/* Sets the file of a problem without a position, if the history is a folder. */
void mns_place_in_file(const mns_inputs *inputs, uint32_t file, mns_problem *problem, bool *failed);

#endif
