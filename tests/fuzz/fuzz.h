/*
 * fuzz.h - shared by the fuzz targets: checks one input, and what must hold after it.
 *
 * In: bytes and the format to force. A broken promise of the public header aborts the process, and
 * libFuzzer (or the replay of the corpus) reports the input.
 */
#ifndef TEST_FUZZ_H
#define TEST_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minos.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_must(int holds, const char *promise) {
    if (!holds) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

/* Text from a history must not contain terminal control sequences. */
static inline int fuzz_is_printable(const char *text, unsigned flags) {
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0'; p++) {
        int colour = *p == 0x1B && (flags & MINOS_COLOR) != 0;
        if ((*p < 0x20 && *p != '\n' && *p != '\t' && !colour) || *p == 0x7F) {
            return 0;
        }
    }
    return 1;
}

static inline void fuzz_render(const minos_result *result) {
    static const unsigned flags[] = {0, MINOS_COLOR | MINOS_VERBOSE, MINOS_QUIET};
    for (int view = MINOS_VIEW_TEXT; view <= MINOS_VIEW_GITHUB; view++) {
        if (view == MINOS_VIEW_HTML) {
            continue; /* a whole page around the same document */
        }
        for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
            char *text = NULL;
            size_t size = 0;
            minos_status status =
                minos_result_render(result, (minos_view)view, flags[i], &text, &size);
            fuzz_must(status == MINOS_OK && text != NULL, "every result can be rendered");
            fuzz_must(strlen(text) == size, "a rendering holds no NUL");
            fuzz_must(fuzz_is_printable(text, flags[i]), "a rendering holds no control characters");
            minos_free(text);
        }
    }
}

static inline void fuzz_problems(const minos_result *result, minos_status status) {
    size_t count = minos_result_problem_count(result);
    fuzz_must(minos_result_problem_total(result) >= count, "all problems are counted");
    fuzz_must((count > 0) == (status == MINOS_EINPUT), "bad input and only that has problems");
    fuzz_must(count <= 20, "at most 20 problems are kept");
    for (size_t i = 0; i < count; i++) {
        minos_problem problem = minos_result_problem(result, i);
        fuzz_must(problem.message != NULL && problem.file != NULL, "a problem has a message");
        fuzz_must(problem.source_line == NULL || problem.caret <= strlen(problem.source_line),
                  "the caret is within the line");
    }
}

/* The bits of the last byte select assumptions. It may also be white space or part of a
 * comment, so that every input is still an ordinary history. */
static inline minos_options fuzz_options(const uint8_t *data, size_t size, minos_format format) {
    minos_options options;
    minos_options_init(&options);
    unsigned bits = size == 0 ? 0 : data[size - 1];
    options.format = format;
    options.assume_wfr = (bits & 1) != 0;
    options.assume_sequential = (bits & 2) != 0;
    options.assume_linearizable = (bits & 4) != 0;
    options.ambiguous_duplicates = (bits & 8) != 0;
    return options;
}

/* Judges the bytes; the caller frees the result. */
static inline minos_status fuzz_check(const uint8_t *data, size_t size, minos_format format,
                                      unsigned threads, minos_result **result) {
    minos_options options = fuzz_options(data, size, format);
    options.threads = threads;
    minos_status status = minos_check_memory("input", data, size, &options, result);
    fuzz_must(status == MINOS_OK || status == MINOS_EINPUT, "bytes are judged or refused");
    fuzz_must(*result != NULL && minos_result_status(*result) == status, "a result has its status");
    fuzz_problems(*result, status);
    return status;
}

#endif
