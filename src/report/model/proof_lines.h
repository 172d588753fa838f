/*
 * proof_lines.h - splits the text of a witness into lines and classifies them.
 *
 *     Let:                                     heading
 *       T1 = {...}                             let
 *     Then:                                    heading
 *       - T1 < T2, because ...                 step 0 of a cycle; of a case it is a line
 *       - However, T2 < T1, because ...        step 1
 *     Evidence:                                heading
 *       - 1 precedes 2 in x: ...             evidence
 *     Either the database ...                  line: a whole paragraph
 *
 * Lines are slices of the text, without indentation and dash. O(size of the text) in total.
 */
#ifndef MNS_REPORT_MODEL_PROOF_LINES_H
#define MNS_REPORT_MODEL_PROOF_LINES_H

#include "core/base.h"

typedef enum mns_line_kind {
    MNS_LINE_HEADING,
    MNS_LINE_LET,
    MNS_LINE_STEP,
    MNS_LINE_PLAIN,
    MNS_LINE_EVIDENCE
} mns_line_kind;

typedef struct mns_proof_line {
    mns_line_kind kind;
    const char *text; /* newlines in a paragraph stand for spaces */
    size_t size;
    uint32_t step; /* of a cycle, or MNS_NONE */
} mns_proof_line;

typedef struct mns_proof {
    const char *rest;
    mns_line_kind section; /* of lines below the last heading */
    uint32_t steps;        /* read so far */
    uint32_t step_count;   /* 0 for a case */
} mns_proof;

mns_proof mns_proof_begin(const char *text, uint32_t step_count);
/* The next line that is not empty; false at the end. */
bool mns_proof_next(mns_proof *proof, mns_proof_line *line);

/* "heading", "let", "step", "line", "evidence". */
const char *mns_line_kind_name(mns_line_kind kind);

/* Finds the next name of a transaction from *at on, outside quoted strings, and moves *at past it.
 * Returns its place (0 for T1), or MNS_NONE. */
uint32_t mns_proof_named(const mns_proof_line *line, size_t *at);

#endif
