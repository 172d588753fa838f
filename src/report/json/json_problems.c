/*
 * json_problems.c - why a history could not be judged, as one line of JSON.
 *
 *     {"schema":1,"file":"h.edn","error":{"line":3,"column":14,"message":"...","hint":"..."},
 *      "errors":[...]}
 *
 * "file": if the history is a folder of files. "byte": in a binary file, from 0, instead of line
 * and column. "error" is the first problem, "errors" are all that were kept. Cost: linear in the
 * messages.
 */
#include "report/json/json_results.h"
#include "report/json/json_write.h"
#include "report/model/check_result.h"

/* Line and column 0 mean that the problem has no position; they are written as null. */
static void write_problem(mns_buf *out, const mns_problem *problem) {
    mns_buf_char(out, '{');
    if (problem->file != NULL) {
        mns_json_text_field(out, "file", problem->file);
    }
    mns_json_position_field(out, "line", problem->line == 0 ? MNS_NO_POSITION : problem->line);
    mns_json_position_field(out, "column",
                            problem->column == 0 ? MNS_NO_POSITION : problem->column);
    if (problem->binary) {
        mns_json_position_field(out, "byte", problem->byte);
    }
    mns_json_text_field(out, "message", problem->message);
    mns_json_text_field(out, "hint", problem->hint);
    mns_buf_char(out, '}');
}

/* A failure without a problem in the input. */
static void write_failure(mns_buf *out, minos_status status) {
    mns_buf_char(out, '{');
    mns_json_position_field(out, "line", MNS_NO_POSITION);
    mns_json_position_field(out, "column", MNS_NO_POSITION);
    mns_json_text_field(out, "message", mns_failure(status));
    mns_json_text_field(out, "hint", NULL);
    mns_buf_char(out, '}');
}

void mns_report_problems_json(const mns_check_result *check, mns_buf *out) {
    assert(check->status != MINOS_OK);
    uint32_t count = check->problems == NULL ? 0 : check->problems->count;
    mns_buf_str(out, "{\"schema\":1");
    mns_json_text_field(out, "file", check->name);
    mns_json_field(out, "error");
    if (count > 0) {
        write_problem(out, &check->problems->items[0]);
    } else {
        write_failure(out, check->status);
    }
    mns_json_field(out, "errors");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        mns_json_next(out);
        write_problem(out, &check->problems->items[i]);
    }
    mns_buf_str(out, "]}\n");
}
