/*
 * text_problems.c - why a history could not be judged, one block for each problem:
 *
 *     minos: history.edn:3:14: error: a read must be [:r key list]
 *       {:type :ok, :process 0, :value [[:r 1 2 3]]}
 *                    ^
 *       hint: ...
 *
 * The source line and the messages quote an untrusted file, so they are written through
 * mns_write_safe. Cost: linear in the text.
 */
#include "report/model/check_result.h"
#include "report/text/text_report.h"

/* "minos: history.edn:"; the name is escaped, since it may contain line feeds. */
static void begin_line(mns_buf *out, const char *file) {
    mns_buf_str(out, "minos: ");
    mns_buf_escaped(out, file, strlen(file));
    mns_buf_char(out, ':');
}

static void write_problem(mns_buf *out, const mns_check_result *check, const mns_problem *problem,
                          unsigned flags) {
    bool color = (flags & MINOS_COLOR) != 0;
    begin_line(out, problem->file != NULL ? problem->file : check->name);
    if (problem->binary) {
        mns_buf_printf(out, " byte %llu:", (unsigned long long)problem->byte);
    } else if (problem->line > 0) {
        mns_buf_printf(out, "%llu:%llu:", (unsigned long long)problem->line,
                       (unsigned long long)problem->column);
    }
    mns_buf_str(out, color ? " \033[1;31merror:\033[0m " : " error: ");
    mns_write_safe(out, problem->message, strlen(problem->message), 0);
    mns_buf_char(out, '\n');
    if (problem->source_line != NULL) {
        mns_buf_str(out, "  ");
        size_t size = strlen(problem->source_line);
        size_t column = mns_write_safe(out, problem->source_line, size, problem->caret);
        mns_buf_str(out, "\n  ");
        mns_buf_repeat(out, ' ', column);
        mns_buf_str(out, color ? "\033[1;31m^\033[0m\n" : "^\n");
    }
    if (problem->hint != NULL) {
        mns_buf_str(out, "  hint: ");
        mns_write_safe(out, problem->hint, strlen(problem->hint), 0);
        mns_buf_char(out, '\n');
    }
}

void mns_report_problems(const mns_check_result *check, unsigned flags, mns_buf *out) {
    assert(check->status != MINOS_OK);
    const mns_problems *problems = check->problems;
    if (problems == NULL || problems->count == 0) {
        begin_line(out, check->name);
        mns_buf_printf(out, " error: %s\n", mns_failure(check->status));
        return;
    }
    for (uint32_t i = 0; i < problems->count; i++) {
        write_problem(out, check, &problems->items[i], flags);
    }
    if (problems->total > problems->count) {
        begin_line(out, check->name);
        mns_buf_printf(out, " %llu more errors are not shown\n",
                       (unsigned long long)(problems->total - problems->count));
    }
}
