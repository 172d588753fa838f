/*
 * json_problems.c - why a history could not be judged, as one line of JSON.
 *
 *     {"schema":1,"file":"h.edn","error":{"line":3,"column":14,"message":"...","hint":"..."},
 *      "errors":[...]}
 *
 * "error" is the first problem, "errors" are all that were kept. Cost: linear in the messages.
 */
#include "report/json/json_results.h"
#include "report/json/json_write.h"
#include "report/model/check_result.h"

/* Line and column 0 mean that the problem has no position; they are written as null. */
static void write_problem(mns_buf *out, uint64_t line, uint64_t column, const char *message,
                          const char *hint) {
    mns_buf_char(out, '{');
    mns_json_position_field(out, "line", line == 0 ? MNS_NO_POSITION : line);
    mns_json_position_field(out, "column", column == 0 ? MNS_NO_POSITION : column);
    mns_json_text_field(out, "message", message);
    mns_json_text_field(out, "hint", hint);
    mns_buf_char(out, '}');
}

static void write_kept(mns_buf *out, const mns_problem *problem) {
    write_problem(out, problem->line, problem->column, problem->message, problem->hint);
}

void mns_report_problems_json(const mns_check_result *check, mns_buf *out) {
    assert(check->status != MINOS_OK);
    uint32_t count = check->problems == NULL ? 0 : check->problems->count;
    mns_buf_str(out, "{\"schema\":1");
    mns_json_text_field(out, "file", check->name);
    mns_json_field(out, "error");
    if (count > 0) {
        write_kept(out, &check->problems->items[0]);
    } else {
        write_problem(out, 0, 0, mns_failure(check->status), NULL);
    }
    mns_json_field(out, "errors");
    mns_buf_char(out, '[');
    for (uint32_t i = 0; i < count; i++) {
        mns_json_next(out);
        write_kept(out, &check->problems->items[i]);
    }
    mns_buf_str(out, "]}\n");
}
