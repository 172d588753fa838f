/* timekiller_ops.c - see timekiller_ops.h. */
#include "format/timekiller_ops.h"

#include "format/json_fast.h"

typedef enum value_kind { NOTHING, NUMBER, LIST } value_kind;

typedef struct operation {
    const char *start;
    char f; /* 'w', 'r', 'a'; '\0' before it is read */
    bool has_value;
    mns_text key, value;
    int64_t key_number, number;
    value_kind kind;
} operation;

void mns_timekiller_ops_init(mns_timekiller_ops *ops, mns_json_input *json) {
    *ops = (mns_timekiller_ops){.json = json};
    mns_map_init(&ops->zero_keys);
    mns_buf_init(&ops->list);
}

void mns_timekiller_ops_release(mns_timekiller_ops *ops) {
    mns_map_release(&ops->zero_keys);
    mns_buf_release(&ops->list);
}

void mns_timekiller_ops_again(mns_timekiller_ops *ops) {
    ops->zero_reads = 0;
    ops->writes = ops->shows_list = false;
}

/* hint NULL: the form of an operation. */
static int wrong(const mns_timekiller_ops *ops, const char *at, const char *hint,
                 const char *message) {
    static const char form[] = "an operation is {\"t\": \"w\", \"k\": 7, \"v\": 2}; a read of a "
                               "list has an array as v";
    return mns_json_wrong(ops->json, at, hint == NULL ? form : hint, message);
}

static int twice(const mns_timekiller_ops *ops, const mns_token *name) {
    return wrong(ops, name->start, NULL, "this field is given twice");
}

static char type_of(const mns_token *token) {
    static const struct {
        const char *word;
        char f;
    } words[] = {{"w", 'w'},    {"write", 'w'}, {"r", 'r'},
                 {"read", 'r'}, {"a", 'a'},     {"append", 'a'}};
    size_t size = token->kind == MNS_TOKEN_STRING ? (size_t)(token->end - token->start) - 2 : 0;
    for (size_t i = 0; i < MNS_COUNT_OF(words); i++) {
        bool same = size == strlen(words[i].word);
        for (size_t c = 0; same && c < size; c++) {
            same = (token->start[1 + c] | 0x20) == words[i].word[c];
        }
        if (same) {
            return words[i].f;
        }
    }
    return '\0';
}

static const char not_a_number[] = "keys and values are 64-bit integers";

/* The elements of a list, as EDN in ops->list. */
static int read_list(mns_timekiller_ops *ops, const mns_token *open, operation *op) {
    mns_lexer *lexer = &ops->json->lexer;
    mns_walk walk = mns_walk_begin(lexer, open);
    mns_token token;
    mns_text text;
    int64_t number;
    int more;
    mns_buf_clear(&ops->list);
    mns_buf_char(&ops->list, '[');
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!mns_json_integer(&token, &text, &number)) {
            return wrong(ops, token.start, NULL, "an element of a list must be a 64-bit integer");
        }
        mns_buf_bytes(&ops->list, " ", ops->list.size > 1);
        mns_buf_bytes(&ops->list, text.data, text.size);
    }
    mns_buf_char(&ops->list, ']');
    op->kind = LIST;
    op->value = (mns_text){ops->list.data, ops->list.size};
    if (ops->list.failed) {
        return mns_reading_no_memory(ops->json->reading);
    }
    return more < 0 ? mns_json_fail(ops->json) : 1;
}

static int read_value(mns_timekiller_ops *ops, const mns_token *token, operation *op) {
    op->has_value = true;
    if (token->kind == MNS_TOKEN_NIL) {
        return 1;
    }
    if (token->kind == MNS_TOKEN_VECTOR) {
        return read_list(ops, token, op);
    }
    op->kind = NUMBER;
    return mns_json_integer(token, &op->value, &op->number)
               ? 1
               : wrong(ops, token->start, not_a_number, "v must be an integer, null or a list");
}

static int read_operation_field(mns_timekiller_ops *ops, operation *op, const mns_token *name,
                                const mns_token *value) {
    if (MNS_TOKEN_IS(name, "t")) {
        if (op->f != '\0') {
            return twice(ops, name);
        }
        op->f = type_of(value);
        return op->f != '\0' ? 1
                             : wrong(ops, value->start, "t is \"r\", \"w\" or, of lists, \"a\"",
                                     "unknown type of operation");
    }
    if (MNS_TOKEN_IS(name, "k")) {
        if (op->key.data != NULL) {
            return twice(ops, name);
        }
        return mns_json_integer(value, &op->key, &op->key_number)
                   ? 1
                   : wrong(ops, value->start, not_a_number, "k must be an integer");
    }
    if (MNS_TOKEN_IS(name, "v")) {
        return op->has_value ? twice(ops, name) : read_value(ops, value, op);
    }
    return mns_json_unknown(ops->json, name, "an operation has the fields t, k and v");
}

/* Notes a write of 0 while surveying. */
static int survey_operation(mns_timekiller_ops *ops, const operation *op) {
    bool zero = op->f == 'w' && op->kind == NUMBER && op->number == 0;
    ops->starting &= op->f == 'w';
    if (zero && !mns_map_put(&ops->zero_keys, (uint64_t)op->key_number, ops->starting)) {
        return mns_reading_no_memory(ops->json->reading);
    }
    return 1;
}

/* A read of 0 is one of the initial state if no transaction writes 0 to the key. If one does, the
 * read is ambiguous, unless that is the first transaction, by its timestamps too, or the initial
 * value is null. */
static int read_zero(mns_timekiller_ops *ops, operation *op) {
    uint32_t found = mns_map_get(&ops->zero_keys, (uint64_t)op->key_number);
    if (found == MNS_NONE) {
        op->kind = NOTHING;
        ops->zero_reads++;
        return 1;
    }
    return (found != 0 && ops->first_precedes) || ops->reads_null
               ? 1
               : wrong(ops, op->start,
                       "if the initial value is null, a transaction must read null; if it is 0, "
                       "only the first transaction, which commits before others start, may write 0",
                       "this read of 0 is ambiguous: 0 may be the initial value, and a transaction "
                       "writes 0 to the key");
}

/* The ordinary reader finds appends among writes, but takes any list for the value of a register.
 */
static int check_lists(mns_timekiller_ops *ops, const operation *op) {
    static const char hint[] = "a history has registers or lists; \"t\": \"a\" appends to a list";
    ops->writes |= op->f == 'w';
    ops->shows_list |= op->kind == LIST;
    if (!ops->writes || !ops->shows_list) {
        return 1;
    }
    return wrong(ops, op->start, hint,
                 op->f == 'w' ? "this writes a register, but an earlier read shows a list"
                              : "this read shows a list, but an earlier operation writes a "
                                "register");
}

static int finish_operation(mns_timekiller_ops *ops, operation *op) {
    if (op->f == '\0' || op->key.data == NULL) {
        return wrong(ops, op->start, NULL,
                     op->f == '\0' ? "this operation has no t, its type"
                                   : "this operation has no k, its key");
    }
    if (op->f != 'r' && op->kind != NUMBER) {
        return wrong(ops, op->start, "a write of null cannot be told from the initial state",
                     "a write needs an integer as v");
    }
    if (ops->surveying) {
        return survey_operation(ops, op);
    }
    bool zero = op->f == 'r' && op->kind == NUMBER && op->number == 0;
    if (check_lists(ops, op) < 0 || (zero && read_zero(ops, op) < 0)) {
        return -1;
    }
    mns_emit_mop(&ops->json->reading->emit, mns_input_place(ops->json->input, op->start), op->f,
                 op->key, op->kind == NOTHING ? MNS_TEXT("nil") : op->value);
    return 1;
}

/* ---- Fast path --------------------------------------------------------------------------------
 *
 * Most operations are {"t": "w", "k": 7, "v": 2} with any spaces. They are read without tokens,
 * which takes a fifth of the time. Anything else is left to the slow path, which finds the errors.
 */

/* The elements of a list, as EDN in ops->list; just past it, or NULL. */
static const char *fast_list(mns_timekiller_ops *ops, const char *p, const char *end,
                             operation *op) {
    mns_text text;
    int64_t number;
    mns_buf_clear(&ops->list);
    mns_buf_char(&ops->list, '[');
    p = mns_json_skip_space(p + 1, end);
    bool empty = p < end && *p == ']';
    while (p != NULL && !empty) {
        p = mns_json_fast_integer(mns_json_skip_space(p, end), end, &text, &number);
        p = mns_json_fast_more(p, end, ']');
        if (p == NULL) {
            return NULL;
        }
        mns_buf_bytes(&ops->list, " ", ops->list.size > 1);
        mns_buf_bytes(&ops->list, text.data, text.size);
        if (*p == ']') {
            break;
        }
        p++;
    }
    mns_buf_char(&ops->list, ']');
    op->kind = LIST;
    op->value = (mns_text){ops->list.data, ops->list.size};
    return ops->list.failed ? NULL : p + 1;
}

/* The value of a field, whose name is one letter; just past it, or NULL. */
static const char *fast_field(mns_timekiller_ops *ops, char name, const char *p, const char *end,
                              operation *op) {
    if (name == 'k' && op->key.data == NULL) {
        return mns_json_fast_integer(p, end, &op->key, &op->key_number);
    }
    if (end - p < 4) {
        return NULL;
    }
    if (name == 't' && op->f == '\0' && p[0] == '"' && p[2] == '"' &&
        (p[1] == 'r' || p[1] == 'w' || p[1] == 'a')) {
        op->f = p[1];
        return p + 3;
    }
    if (name != 'v' || op->has_value) {
        return NULL;
    }
    op->has_value = true;
    if (*p == '[') {
        return fast_list(ops, p, end, op);
    }
    if (memcmp(p, "null", 4) == 0) {
        return p + 4;
    }
    op->kind = NUMBER;
    return mns_json_fast_integer(p, end, &op->value, &op->number);
}

/* Reads the operation whose bracket ends before p; just past it, or NULL. */
static const char *fast_operation(mns_timekiller_ops *ops, const char *p, const char *end,
                                  operation *op) {
    for (;;) {
        p = mns_json_skip_space(p, end);
        if (end - p < 4 || p[0] != '"' || p[2] != '"') {
            return NULL;
        }
        char name = p[1];
        p = mns_json_skip_space(p + 3, end);
        if (p == end || *p != ':') {
            return NULL;
        }
        p = fast_field(ops, name, mns_json_skip_space(p + 1, end), end, op);
        p = mns_json_fast_more(p, end, '}');
        if (p == NULL) {
            return NULL;
        }
        if (*p++ == '}') {
            return p;
        }
    }
}

/* ---- Slow path --------------------------------------------------------------------------------
 */

static int read_operation(mns_timekiller_ops *ops, const mns_token *token) {
    if (token->kind != MNS_TOKEN_MAP) {
        return wrong(ops, token->start, NULL,
                     "expected an operation: {\"t\": ..., \"k\": ..., \"v\": ...}");
    }
    mns_lexer *lexer = &ops->json->lexer;
    operation op = {.start = token->start};
    const char *past = fast_operation(ops, token->end, lexer->end, &op);
    if (past != NULL) {
        lexer->p = past;
        return finish_operation(ops, &op);
    }
    op = (operation){.start = token->start};
    mns_walk walk = mns_walk_begin(lexer, token);
    mns_token name, value;
    int more;
    while ((more = mns_walk_field(&walk, &name, &value)) > 0) {
        if (read_operation_field(ops, &op, &name, &value) < 0) {
            return -1;
        }
    }
    return more < 0 ? mns_json_fail(ops->json) : finish_operation(ops, &op);
}

void mns_timekiller_find_null(mns_timekiller_ops *ops, const char *p, const char *end) {
    while (!ops->reads_null && (p = memchr(p, 'n', (size_t)(end - p))) != NULL) {
        ops->reads_null = end - p >= 4 && memcmp(p, "null", 4) == 0;
        p++;
    }
}

bool mns_timekiller_may_write_zero(const char *p, const char *end) {
    assert(p < end);
    const char *zero = p;
    while ((zero = memchr(zero, '0', (size_t)(end - zero))) != NULL) {
        bool starts = zero[-1] < '0' || zero[-1] > '9';
        char after = zero + 1 < end ? zero[1] : ' ';
        if (starts && (after < '0' || after > '9')) {
            return true;
        }
        zero++;
    }
    return false;
}

int mns_timekiller_ops_read(mns_timekiller_ops *ops, const mns_token *open) {
    mns_walk walk = mns_walk_begin(&ops->json->lexer, open);
    mns_token token;
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (read_operation(ops, &token) < 0) {
            return -1;
        }
    }
    return more < 0 ? mns_json_fail(ops->json) : 1;
}
