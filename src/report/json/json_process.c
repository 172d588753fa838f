/*
 * json_process.c - the process of a transaction in results.json: an integer or a name.
 *
 * Integers are numbers and names are strings: "bob", and ":alice" for a keyword. A string that
 * would otherwise be read as a keyword keeps its quotes: "\":alice\"".
 */
#include "report/json/document_read.h"
#include "report/json/json_write.h"

/* True for a quoted name that is unambiguous without quotes. */
static bool is_plain(const char *name, size_t size) {
    return size >= 2 && name[0] == '"' && name[1] != ':' && name[1] != '"' &&
           memchr(name, '\\', size) == NULL;
}

void mns_json_process_field(mns_buf *out, const char *name, const mns_doc_process *process) {
    if (process->name == NULL) {
        mns_json_number_field(out, name, process->number);
        return;
    }
    size_t size = strlen(process->name);
    bool plain = is_plain(process->name, size);
    mns_json_field(out, name);
    mns_buf_json_string(out, process->name + plain, size - 2 * (size_t)plain);
}

bool mns_read_process(mns_json_reader *reader, const mns_token *token, void *into) {
    mns_doc_process *process = into;
    if (token->kind == MNS_TOKEN_INTEGER) {
        *process = (mns_doc_process){.number = token->integer};
        return true;
    }
    const char *text;
    if (token->kind != MNS_TOKEN_STRING) {
        return mns_read_fail(reader, token->start, NULL, "expected an integer or a string");
    }
    if (!mns_read_text(reader, token, &text)) {
        return false;
    }
    mns_buf name;
    mns_buf_init(&name);
    bool whole = text[0] == ':' || text[0] == '"';
    mns_buf_str(&name, whole ? "" : "\"");
    mns_buf_str(&name, text);
    mns_buf_str(&name, whole ? "" : "\"");
    *process = (mns_doc_process){.name = mns_arena_take(reader->arena, &name)};
    mns_buf_release(&name);
    return !reader->arena->failed;
}
