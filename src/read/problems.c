/* problems.c - see problems.h. */
#include "read/problems.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/buf.h"

/* The most bytes of a source line that are shown around the column. */
#define LINE_SHOWN 100

void mns_problems_init(mns_problems *problems) { memset(problems, 0, sizeof *problems); }

static void problem_release(mns_problem *problem) {
    free(problem->message);
    free(problem->hint);
    free(problem->source_line);
    free(problem->file);
}

void mns_problems_release(mns_problems *problems) {
    for (uint32_t i = 0; i < problems->count; i++) {
        problem_release(&problems->items[i]);
    }
    free(problems->file);
    mns_problems_init(problems);
}

/* The position of a problem at this offset in the sorted list. */
static uint32_t place_of(const mns_problems *problems, uint64_t offset) {
    uint32_t place = problems->count;
    while (place > 0 && problems->items[place - 1].offset > offset) {
        place--;
    }
    return place;
}

static MNS_PRINTF(5, 0) void add(mns_problems *problems, uint64_t offset, uint64_t earlier,
                                 const char *hint, const char *message, va_list args) {
    problems->total++;
    uint32_t place = place_of(problems, offset);
    if (place == MNS_LIMIT_PROBLEMS) {
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_vprintf(&text, message, args);
    mns_problem problem = {
        .offset = offset, .earlier = earlier, .message = mns_buf_take(&text, NULL)};
    if (hint != NULL) {
        mns_buf_str(&text, hint);
        problem.hint = mns_buf_take(&text, NULL);
    }
    if (problem.message == NULL || (hint != NULL && problem.hint == NULL)) {
        problem_release(&problem);
        problems->failed = true;
        return;
    }
    if (problems->count == MNS_LIMIT_PROBLEMS) {
        problem_release(&problems->items[--problems->count]);
    }
    memmove(&problems->items[place + 1], &problems->items[place],
            (problems->count - place) * sizeof problem);
    problems->items[place] = problem;
    problems->count++;
    assert(problems->count <= MNS_LIMIT_PROBLEMS && problems->count <= problems->total);
}

void mns_problems_add(mns_problems *problems, uint64_t offset, const char *hint,
                      const char *message, ...) {
    va_list args;
    va_start(args, message);
    add(problems, offset, MNS_NO_OFFSET, hint, message, args);
    va_end(args);
}

void mns_problems_add_second(mns_problems *problems, uint64_t offset, uint64_t earlier,
                             const char *hint, const char *message, ...) {
    va_list args;
    va_start(args, message);
    add(problems, offset, earlier, hint, message, args);
    va_end(args);
}

void mns_locate(const char *data, size_t size, uint64_t offset, uint64_t *line, uint64_t *column) {
    size_t end = offset < size ? (size_t)offset : size;
    const char *start = data;
    *line = 1;
    for (;;) {
        size_t left = (size_t)(data + end - start);
        const char *newline = left == 0 ? NULL : memchr(start, '\n', left);
        if (newline == NULL) {
            break;
        }
        start = newline + 1;
        ++*line;
    }
    /* Columns count characters, so continuation bytes of UTF-8 are skipped. */
    *column = 1;
    for (const char *p = start; p < data + end; p++) {
        *column += !mns_utf8_continues(*p);
    }
}

/* The line around an offset, shortened to fit a terminal, with control characters as spaces. */
static void quote_line(mns_problem *problem, const char *data, size_t size, size_t at,
                       bool *failed) {
    size_t start = at, end = at;
    while (start > 0 && data[start - 1] != '\n' && at - start < LINE_SHOWN * 3 / 5) {
        start--;
    }
    while (start < at && mns_utf8_continues(data[start])) {
        start++;
    }
    while (end < size && data[end] != '\n' && end - start < LINE_SHOWN) {
        end++;
    }
    assert(start <= at && at <= end && end <= size);
    bool cut_left = start > 0 && data[start - 1] != '\n';
    bool cut_right = end < size && data[end] != '\n';
    mns_buf line;
    mns_buf_init(&line);
    mns_buf_str(&line, cut_left ? "..." : "");
    problem->caret = line.size;
    for (size_t i = start; i < end; i++) {
        unsigned char c = (unsigned char)data[i];
        mns_buf_char(&line, c < 0x20 || c == 0x7F ? ' ' : (char)c);
        problem->caret += i < at && !mns_utf8_continues(data[i]);
    }
    mns_buf_str(&line, cut_right ? "..." : "");
    problem->source_line = mns_buf_take(&line, NULL);
    *failed |= problem->source_line == NULL;
}

void mns_problem_locate(mns_problem *problem, const char *data, size_t size, uint64_t offset,
                        bool *failed) {
    mns_locate(data, size, offset, &problem->line, &problem->column);
    quote_line(problem, data, size, offset < size ? (size_t)offset : size, failed);
}

void mns_problem_name_earlier(mns_problem *problem, const char *words, bool *failed) {
    const char *mark = strchr(problem->message, MNS_EARLIER[0]);
    if (mark == NULL) {
        return;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_bytes(&text, problem->message, (size_t)(mark - problem->message));
    mns_buf_str(&text, words);
    mns_buf_str(&text, mark + 1);
    char *message = mns_buf_take(&text, NULL);
    *failed |= message == NULL;
    if (message != NULL) {
        free(problem->message);
        problem->message = message;
    }
}

static void locate_earlier(mns_problem *problem, const char *data, size_t size, bool *failed) {
    uint64_t line, column;
    char words[80];
    mns_locate(data, size, problem->earlier, &line, &column);
    snprintf(words, sizeof words, "line %" PRIu64 ", column %" PRIu64, line, column);
    mns_problem_name_earlier(problem, words, failed);
}

void mns_problems_locate(mns_problems *problems, const char *data, size_t size) {
    for (uint32_t i = 0; i < problems->count; i++) {
        mns_problem *problem = &problems->items[i];
        assert(i == 0 || problems->items[i - 1].offset <= problem->offset);
        if (problem->offset == MNS_NO_OFFSET || problem->source_line != NULL) {
            continue;
        }
        mns_problem_locate(problem, data, size, problem->offset, &problems->failed);
        if (problem->earlier != MNS_NO_OFFSET) {
            locate_earlier(problem, data, size, &problems->failed);
        }
    }
}
