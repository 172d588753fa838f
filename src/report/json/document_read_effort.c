/*
 * document_read_effort.c - reads the field "effort" of results.json.
 *
 * The text is untrusted: a part larger than its whole is an error, so that shares are at most 1.
 */
#include "report/json/document_read.h"

/* 9.876, as results are written. */
static bool read_thousandths(mns_json_reader *reader, const mns_token *token, void *into) {
    bool number = token->kind == MNS_TOKEN_INTEGER || token->kind == MNS_TOKEN_NUMBER;
    return (number && mns_parse_thousandths(token->start, token->end, into)) ||
           mns_read_fail(reader, token->start, NULL, "expected a number, such as 9.876");
}

bool mns_read_effort(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("committed", NEEDED, UINT64, mns_effort, committed),
        MNS_FIELD_BY("concurrency_average", NEEDED, read_thousandths, mns_effort,
                     concurrency_thousandths),
        MNS_FIELD("concurrency_max", NEEDED, UINT64, mns_effort, concurrency_max),
        MNS_FIELD("conflicts", NEEDED, UINT64, mns_effort, conflicts),
        MNS_FIELD("keys", NEEDED, UINT64, mns_effort, keys),
        MNS_FIELD("contended", NEEDED, UINT64, mns_effort, contended),
        MNS_FIELD("reads", NEEDED, UINT64, mns_effort, reads),
        MNS_FIELD("informative_reads", NEEDED, UINT64, mns_effort, informative),
    };
    mns_effort *effort = MNS_ARENA_ARRAY(reader->arena, mns_effort, 1);
    if (effort == NULL || !mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), effort)) {
        return false;
    }
    *(mns_effort **)into = effort;
    bool possible = effort->committed > 0 && effort->keys > 0 && effort->keys <= MNS_LIMIT_IDS &&
                    effort->contended <= effort->committed && effort->informative <= effort->reads;
    return possible || mns_read_fail(reader, token->start, NULL,
                                     "impossible numbers: a part is larger than its whole");
}
