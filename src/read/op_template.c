/* op_template.c - see op_template.h. */
#include "read/op_template.h"

/* ---- Learning ------------------------------------------------------------------------------- */

typedef struct learner {
    mns_op_template *template;
    const char *from; /* start of the text of the next piece */
    bool typed, valued;
} learner;

static bool add_piece(learner *l, const char *to, mns_field field) {
    mns_op_template *template = l->template;
    if (template->count == MNS_TEMPLATE_PIECES) {
        return false;
    }
    struct mns_template_piece *piece = &template->pieces[template->count++];
    piece->field = field;
    return mns_literal_set(&piece->text, l->from, (size_t)(to - l->from));
}

static bool learn_number(learner *l, const mns_token *value, mns_field field) {
    if (value->kind != MNS_TOKEN_INTEGER || !add_piece(l, value->start, field)) {
        return false;
    }
    l->from = value->end;
    return true;
}

static bool learn_type(learner *l, const mns_token *value) {
    bool string = value->kind == MNS_TOKEN_STRING;
    if ((!string && value->kind != MNS_TOKEN_KEYWORD) || l->valued ||
        !add_piece(l, value->start + 1, MNS_FIELD_TYPE)) {
        return false;
    }
    l->from = value->end - string; /* the closing quote is text */
    l->typed = true;
    return true;
}

static bool learn_process(learner *l, const mns_token *value) {
    if (value->kind != MNS_TOKEN_KEYWORD && value->kind != MNS_TOKEN_STRING) {
        return learn_number(l, value, MNS_FIELD_PROCESS);
    }
    /* A name is a client only if the value has micro-operations, so the value must follow. */
    bool good =
        !l->valued && !MNS_TOKEN_IS(value, "nemesis") && add_piece(l, value->start, MNS_FIELD_NAME);
    l->from = value->end;
    return good;
}

/* Nodes differ between processes, usually in a number at the end: "n1", :n2. The number is skipped;
 * the text around it must repeat. A node without such a number is text. */
static bool learn_node(learner *l, const mns_token *value) {
    const char *end = value->end - (value->kind == MNS_TOKEN_STRING);
    const char *number = end;
    while (number > value->start + 1 && number[-1] >= '0' && number[-1] <= '9') {
        number--;
    }
    while (number + 1 < end && *number == '0') { /* leading zeros are text */
        number++;
    }
    if (number < end && end - number < 16) {
        bool good = add_piece(l, number, MNS_FIELD_INDEX);
        l->from = end;
        return good;
    }
    return true;
}

/* Any other field is text, its value included: most often `:f :txn`. */
static bool learn_field(learner *l, mns_lexer *lexer, const mns_token *name,
                        const mns_token *value) {
    if (MNS_TOKEN_IS(name, "type")) {
        return learn_type(l, value);
    }
    if (MNS_TOKEN_IS(name, "process")) {
        return learn_process(l, value);
    }
    if (MNS_TOKEN_IS(name, "index") || MNS_TOKEN_IS(name, "time")) {
        return learn_number(l, value,
                            MNS_TOKEN_IS(name, "time") ? MNS_FIELD_TIME : MNS_FIELD_INDEX);
    }
    if (MNS_TOKEN_IS(name, "start-ts") || MNS_TOKEN_IS(name, "commit-ts")) {
        return learn_number(
            l, value, MNS_TOKEN_IS(name, "start-ts") ? MNS_FIELD_START_TS : MNS_FIELD_COMMIT_TS);
    }
    if (MNS_TOKEN_IS(name, "value") && value->kind != MNS_TOKEN_NIL) {
        bool good = value->kind == MNS_TOKEN_VECTOR && l->typed && !l->valued &&
                    add_piece(l, value->start, MNS_FIELD_VALUE) && mns_skip_rest(lexer, value);
        l->from = lexer->p;
        l->valued = true;
        return good;
    }
    if (MNS_TOKEN_IS(name, "node") &&
        (value->kind == MNS_TOKEN_STRING || value->kind == MNS_TOKEN_KEYWORD)) {
        return learn_node(l, value);
    }
    return mns_skip_rest(lexer, value);
}

bool mns_op_template_learn(mns_op_template *template, bool json, const mns_op *op, const char *at,
                           const char *end) {
    memset(template, 0, sizeof *template);
    template->f = op->f;
    template->f_size = op->f_size;
    learner l = {.template = template, .from = at};
    mns_lexer lexer;
    mns_token token, value;
    mns_lexer_init(&lexer, at, end, json);
    do {
        if (!mns_next(&lexer, &token)) {
            return false;
        }
    } while (token.kind == MNS_TOKEN_TAG);
    if (token.kind != MNS_TOKEN_MAP) {
        return false;
    }
    mns_walk walk = mns_walk_begin(&lexer, &token);
    int more;
    while ((more = mns_walk_next(&walk, &token)) > 0) {
        if (!mns_skip_rest(&lexer, &token) || !mns_walk_value(&walk, &value) ||
            !learn_field(&l, &lexer, &token, &value)) {
            return false;
        }
    }
    bool learnt = more == 0 && l.typed && add_piece(&l, lexer.p, MNS_FIELD_END);
    assert(!learnt || (template->count >= 2 && template->count <= MNS_TEMPLATE_PIECES));
    return learnt;
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* The next piece of text starts with a delimiter, so a longer name does not match. */
static inline const char *read_type(const char *p, mns_op *op) {
    switch (*p) {
    case 'o': op->type = MNS_OP_OK; return p[1] == 'k' ? p + 2 : NULL;
    case 'f': op->type = MNS_OP_FAIL; return memcmp(p, "fail", 4) == 0 ? p + 4 : NULL;
    case 'i': {
        bool invoke = memcmp(p, "invo", 4) == 0 && memcmp(p + 4, "ke", 2) == 0;
        op->type = invoke ? MNS_OP_INVOKE : MNS_OP_INFO;
        if (invoke) {
            return p + 6;
        }
        return memcmp(p, "info", 4) == 0 ? p + 4 : NULL;
    }
    default: return NULL;
    }
}

/* The number of digits at p, also in *digits; 0 if there are 16 or more, or a leading zero. */
static inline uint32_t count_digits(const char *p, uint32_t *digits) {
    uint32_t count = mns_digit_count(p);
    count += count == 8 ? mns_digit_count(p + 8) : 0;
    *digits = count == 16 || (*p == '0' && count > 1) ? 0 : count;
    return *digits;
}

static inline int64_t number_of(const char *p, uint32_t digits) {
    static const uint32_t scale[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    assert(digits < 16);
    uint32_t high, low = 0;
    mns_digits(p, &high);
    uint64_t value = high;
    if (digits >= 8) {
        mns_digits(p + 8, &low);
        value = value * scale[digits - 8] + low;
    }
    return (int64_t)value;
}

static inline const char *read_number(const char *p, uint32_t *kept, int64_t *number) {
    bool negative = *p == '-';
    p += negative;
    uint32_t digits = count_digits(p, kept);
    int64_t value = number_of(p, digits);
    *number = negative ? -value : value;
    return digits == 0 ? NULL : p + digits;
}

/* A string or keyword of letters, digits and a few other characters, shorter than half the margin.
 */
static inline const char *read_name(const char *p, mns_op *op) {
    const char *start = p++;
    while (p - start < MNS_FAST_MARGIN / 2 &&
           ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') ||
            *p == '-' || *p == '_' || *p == '.' || *p == ' ')) {
        if (*p == ' ' && *start == ':') {
            break;
        }
        p++;
    }
    bool closed = *start == '"'
                      ? *p == '"'
                      : *start == ':' && p > start + 1 && (*p == ',' || *p == ' ' || *p == '}');
    size_t size = (size_t)(p - start) - 1;
    if (!closed || (size == 7 && memcmp(start + 1, "nemesis", 7) == 0)) {
        return NULL;
    }
    p += *start == '"';
    op->client = true; /* unless it has no micro-operations */
    op->name = start;
    op->name_size = (uint32_t)(p - start);
    return p;
}

static inline const char *skip_number(const char *p, uint32_t *kept) {
    p += *p == '-';
    uint32_t digits = count_digits(p, kept);
    return digits == 0 ? NULL : p + digits;
}

/* A time is only compared with the previous one (times.h), so most stay digits. */
static inline const char *read_time(const char *p, uint32_t *kept, mns_op *op) {
    if (*p == '-') {
        op->has_time = true;
        return read_number(p, kept, &op->time);
    }
    op->time_digits = count_digits(p, kept);
    op->time_at = p;
    return op->time_digits == 0 ? NULL : p + op->time_digits;
}

static inline const char *read_field(struct mns_template_piece *piece, const char *p, mns_op *op) {
    uint32_t *digits = &piece->digits;
    switch (piece->field) {
    case MNS_FIELD_TYPE: return read_type(p, op);
    case MNS_FIELD_PROCESS: op->client = true; return read_number(p, digits, &op->process);
    case MNS_FIELD_NAME: return read_name(p, op);
    case MNS_FIELD_TIME: return read_time(p, digits, op);
    case MNS_FIELD_START_TS: op->has_start_ts = true; return read_number(p, digits, &op->start_ts);
    case MNS_FIELD_COMMIT_TS:
        op->has_commit_ts = true;
        return read_number(p, digits, &op->commit_ts);
    default: return skip_number(p, digits);
    }
}

/* Reads pieces up to the value or the end. */
static const char *read_pieces(mns_op_template *template, uint32_t *piece, const char *p,
                               const char *limit, mns_op *op) {
    for (; *piece < template->count; ++*piece) {
        struct mns_template_piece *at = &template->pieces[*piece];
        if (p >= limit || !mns_literal_at(&at->text, p)) {
            return NULL;
        }
        p += at->text.size;
        if (at->field == MNS_FIELD_VALUE) {
            return p;
        }
        if (at->field != MNS_FIELD_END) {
            p = p < limit ? read_field(at, p, op) : NULL;
            if (p == NULL) {
                return NULL;
            }
        }
    }
    return p;
}

/* ---- Heads of known width -------------------------------------------------------------------- */

/* The text of a head under construction, and which of its bytes are digits. */
typedef struct draft {
    char text[8 * MNS_HEAD_WORDS];
    char is_digit[8 * MNS_HEAD_WORDS];
    uint32_t size;
} draft;

static bool draft_text(draft *d, const char *text, size_t size) {
    if (size > sizeof d->text - d->size) {
        return false;
    }
    memcpy(d->text + d->size, text, size);
    d->size += (uint32_t)size;
    return true;
}

static bool draft_number(draft *d, mns_head *head, uint32_t digits) {
    if (digits == 0 || digits > sizeof d->text - d->size) {
        return false;
    }
    if (digits > 1) {
        if (head->number_count == MNS_COUNT_OF(head->number)) {
            return false;
        }
        head->number[head->number_count++] = d->size;
    }
    memset(d->text + d->size, '0', digits);
    memset(d->is_digit + d->size, 1, digits);
    d->size += digits;
    return true;
}

static void finish_head(mns_head *head, const draft *d) {
    assert(d->size > 0 && d->size <= sizeof head->text && head->piece > 0);
    head->words = (d->size + 7) / 8;
    memcpy(head->text, d->text, sizeof head->text);
    for (uint32_t i = 0; i < d->size; i++) {
        unsigned char fixed = d->is_digit[i] ? 0 : 0xFF, digit = d->is_digit[i] ? 0x80 : 0;
        memcpy((char *)head->fixed + i, &fixed, 1);
        memcpy((char *)head->digits + i, &digit, 1);
    }
    head->size = d->size;
}

/* Builds the head of operations of this type, with the widths of the last numbers. The head stays
 * unknown without a process before the value, or with a timestamp there. */
static void make_head(const mns_op_template *template, const char *type, mns_head *head) {
    draft d = {.size = 0};
    bool process = false;
    memset(head, 0, sizeof *head);
    for (uint32_t i = 0; i < template->count; i++) {
        const struct mns_template_piece *piece = &template->pieces[i];
        if (!draft_text(&d, (const char *)piece->text.word, piece->text.size)) {
            return;
        }
        bool good = true;
        switch (piece->field) {
        case MNS_FIELD_TYPE:
            head->type = d.size;
            good = draft_text(&d, type, strlen(type));
            break;
        case MNS_FIELD_PROCESS:
            head->process = d.size;
            process = piece->digits < 8;
            good = draft_number(&d, head, piece->digits);
            break;
        case MNS_FIELD_TIME:
            head->time = d.size;
            head->time_digits = piece->digits;
            good = draft_number(&d, head, piece->digits);
            break;
        case MNS_FIELD_INDEX: good = draft_number(&d, head, piece->digits); break;
        case MNS_FIELD_VALUE:
            head->piece = i;
            if (process) {
                finish_head(head, &d);
            }
            return;
        default: return;
        }
        if (!good) {
            return;
        }
    }
}

/* True if the text at p matches this head; sizeof head->text bytes there must be readable. */
static inline bool head_at(const mns_head *head, const char *p) {
    const uint64_t lows = 0x7F7F7F7F7F7F7F7Fu, more = 0x7676767676767676u; /* 0x80 - 10 */
    uint64_t wrong = head->size == 0;
    for (uint32_t i = 0; i < head->words; i++) {
        uint64_t word;
        memcpy(&word, p + 8 * (size_t)i, 8);
        word ^= head->text[i];
        wrong |= (word & head->fixed[i]) | ((((word & lows) + more) | word) & head->digits[i]);
    }
    for (uint32_t i = 0; i < head->number_count; i++) {
        wrong |= p[head->number[i]] == '0';
    }
    return wrong == 0;
}

static inline const char *read_head(const mns_op_template *template, const mns_head *head,
                                    mns_op_type type, const char *p, mns_op *op, uint32_t *piece) {
    assert(template->pieces[head->piece].field == MNS_FIELD_VALUE && head->process < head->size);
    uint32_t process;
    mns_digits(p + head->process, &process);
    /* Runs for almost every operation, so only fields that are read later are set. */
    op->type = type;
    op->client = true;
    op->process = process;
    op->name = NULL;
    op->f = template->f;
    op->f_size = template->f_size;
    op->rows = MNS_NONE;
    op->has_index = op->has_time = op->has_start_ts = op->has_commit_ts = false;
    op->time_digits = head->time_digits;
    op->time_at = p + head->time;
    *piece = head->piece;
    return p + head->size;
}

const char *mns_op_template_head(mns_op_template *template, const char *p, const char *limit,
                                 mns_op *op, uint32_t *piece) {
    if (p + sizeof template->ok.text < limit) {
        bool ok = p[template->ok.type] == 'o';
        const mns_head *head = ok ? &template->ok : &template->invoke;
        if (head_at(head, p)) {
            return read_head(template, head, ok ? MNS_OP_OK : MNS_OP_INVOKE, p, op, piece);
        }
    }
    *op = (mns_op){.rows = MNS_NONE, .f = template->f, .f_size = template->f_size};
    *piece = 0;
    const char *value = read_pieces(template, piece, p, limit, op);
    assert(value == NULL || value > p);
    if (value != NULL && *piece < template->count && op->type == MNS_OP_INVOKE) {
        make_head(template, "invoke", &template->invoke);
    } else if (value != NULL && *piece < template->count && op->type == MNS_OP_OK) {
        make_head(template, "ok", &template->ok);
    }
    return value;
}

const char *mns_op_template_tail(mns_op_template *template, uint32_t piece, const char *p,
                                 const char *limit, mns_op *op) {
    assert(piece < template->count && template->pieces[piece].field == MNS_FIELD_VALUE);
    piece++;
    return read_pieces(template, &piece, p, limit, op);
}
