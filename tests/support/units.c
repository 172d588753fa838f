/*
 * units.c - see units.h.
 */
#include "support/units.h"

#include <ctype.h>
#include <stdio.h>

#include "core/buf.h"

/* ---- Notation ------------------------------------------------------------------------------- */

/* The function of a letter of the notation, or NULL. */
static const char *function_of(char letter) {
    switch (letter) {
    case 'a': return "append";
    case 'w': return "w";
    case 's': return "add";
    case 'i': return "inc";
    case 'r': return "r";
    default: return NULL;
    }
}

static const char *put_mop(mns_buf *out, const char *p, bool json) {
    const char *function = function_of(*p);
    assert_true(function != NULL && p[1] >= 'a' && p[1] <= 'z');
    mns_buf_printf(out, json ? "[\"%s\", \"%c\", " : "[:%s :%c ", function, p[1]);
    p += 2;
    size_t size = *p == '['   ? strcspn(p, "]") + 1
                  : *p == '{' ? strcspn(p, "}") + 1
                              : strcspn(p, " /");
    if (size == 0) {
        mns_buf_str(out, json ? "null" : "nil");
    } else if (*p == '{') {
        mns_buf_str(out, json ? "[" : "#{");
        mns_buf_bytes(out, p + 1, size - 2);
        mns_buf_char(out, json ? ']' : '}');
    } else {
        mns_buf_bytes(out, p, size);
    }
    mns_buf_char(out, ']');
    return p + size;
}

static const char *put_value(mns_buf *out, const char *p, bool json) {
    mns_buf_str(out, json ? ", \"value\": [" : ", :value [");
    for (bool first = true;; first = false) {
        p += strspn(p, " ");
        if (*p == '\0' || *p == '/') {
            break;
        }
        mns_buf_str(out, first ? "" : json ? ", " : " ");
        p = put_mop(out, p, json);
    }
    mns_buf_char(out, ']');
    return p;
}

static const char *put_operation(mns_buf *out, const char *p, bool json) {
    size_t word = isalpha((unsigned char)*p) ? strcspn(p, " ") : 0;
    bool final = word == 5 && memcmp(p, "final", 5) == 0;
    mns_buf_str(out, json ? "{\"type\": \"" : "{:type :");
    mns_buf_bytes(out, final ? "ok" : word > 0 ? p : "invoke", final ? 2 : word > 0 ? word : 6);
    p += word;
    p += strspn(p, " ");
    size_t digits = strspn(p, "-0123456789");
    assert_true(digits > 0);
    mns_buf_printf(out, json ? "\", \"process\": %.*s" : ", :process %.*s", (int)digits, p);
    p += digits;
    if (*p == ':') {
        p = put_value(out, p + 1, json);
    }
    mns_buf_str(out, !final ? "" : json ? ", \"final\": true" : ", :final true");
    mns_buf_str(out, "}\n");
    return p + strspn(p, " ");
}

char *unit_text(const char *notation, bool json) {
    mns_buf out;
    mns_buf_init(&out);
    const char *p = notation + strspn(notation, " ");
    while (*p != '\0') {
        p = put_operation(&out, p, json);
        assert_true(*p == '/' || *p == '\0');
        p += *p == '/';
        p += strspn(p, " ");
    }
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}

/* ---- Reading -------------------------------------------------------------------------------- */

void unit_read(unit *u, const char *text, minos_format format) {
    memset(u, 0, sizeof *u);
    mns_read_options options = {.format = format, .recognise = true};
    u->text = strdup(text);
    assert_non_null(u->text);
    size_t size = strlen(text);
    assert_int_equal(mns_source_memory(&u->source, "unit", u->text, size, 0, &u->problems),
                     MINOS_OK);
    u->status = mns_history_read(&u->history, &u->source, &options, &u->problems);
    mns_problems_locate(&u->problems, u->text, size);
    if (u->status == MINOS_OK) {
        assert_int_equal(mns_infer(&u->observation, &u->history, &(mns_assumptions){0}, 1),
                         MINOS_OK);
    }
}

void unit_open(unit *u, const char *notation) {
    char *text = unit_text(notation, false);
    unit_read(u, text, MINOS_FORMAT_EDN);
    free(text);
    if (u->status != MINOS_OK) {
        fail_msg("%s: %s", notation, u->problems.count > 0 ? u->problems.items[0].message : "?");
    }
}

void unit_close(unit *u) {
    mns_observation_release(&u->observation);
    mns_history_release(&u->history);
    mns_source_release(&u->source);
    mns_problems_release(&u->problems);
    free(u->text);
    memset(u, 0, sizeof *u);
}

uint32_t unit_key(const unit *u, char letter) {
    const mns_tables *tables = &u->history.tables;
    for (uint32_t key = 0; key < tables->keys.count; key++) {
        if (unit_value(&tables->values, tables->keys.name[key])[1] == letter) {
            return key;
        }
    }
    fail_msg("there is no key %c", letter);
    return MNS_NONE;
}

uint32_t unit_mop(const unit *u, uint32_t txn, uint32_t i) {
    assert_true(txn < u->history.txns.count);
    uint32_t mop = u->history.txns.first_mop[txn] + i;
    assert_true(mop < u->history.txns.first_mop[txn + 1]);
    return mop;
}

const char *unit_value(const mns_values *values, mns_value value) {
    static char shown[8][256];
    static unsigned next;
    char *text = shown[next++ % 8];
    mns_buf out;
    mns_buf_init(&out);
    mns_value_edn(values, value, &out);
    assert_true(out.size < sizeof shown[0]);
    memcpy(text, out.data, out.size + 1);
    mns_buf_release(&out);
    return text;
}

void unit_expect_problem(const char *text, uint64_t line, uint64_t column, const char *message) {
    unit u;
    unit_read(&u, text, MINOS_FORMAT_AUTO);
    if (u.status != MINOS_EINPUT || u.problems.count == 0) {
        fail_msg("not rejected: %s", text);
    }
    const mns_problem *problem = &u.problems.items[0];
    if (strstr(problem->message, message) == NULL || problem->line != line ||
        problem->column != column) {
        fail_msg("%s: %u:%u: %s", text, (unsigned)problem->line, (unsigned)problem->column,
                 problem->message);
    }
    assert_non_null(problem->hint);
    unit_close(&u);
}

/* ---- Cases ---------------------------------------------------------------------------------- */

static void put_case(mns_buf *out, const unit *u, const mns_cases *cases, const mns_case *c) {
    const mns_values *values = &u->history.tables.values;
    mns_buf_printf(out, "%s%s %s (", out->size > 0 ? " " : "",
                   unit_value(values, u->history.tables.keys.name[c->key]),
                   c->element == MNS_VALUE_NONE ? "-" : unit_value(values, c->element));
    for (uint32_t i = 0; i < c->mop_count; i++) {
        uint32_t mop = cases->mops[c->first_mop + i];
        assert_true(mop < u->history.tables.mops.count);
        uint32_t txn = u->history.txn_of_mop[mop];
        mns_buf_printf(out, "%s%u.%u", i > 0 ? " " : "", (unsigned)txn,
                       (unsigned)(mop - u->history.txns.first_mop[txn]));
    }
    mns_buf_char(out, ')');
}

void unit_expect_cases(unit_detector detector, const char *notation, const char *expected) {
    unit u;
    mns_cases cases;
    mns_buf out;
    unit_open(&u, notation);
    mns_cases_init(&cases, 100);
    mns_buf_init(&out);
    detector(&u.observation, &cases);
    assert_false(cases.failed);
    for (size_t i = 0; i < cases.count; i++) {
        put_case(&out, &u, &cases, &cases.items[i]);
        assert_int_equal(cases.items[i].anomaly, cases.items[0].anomaly);
    }
    if (cases.count > 0) {
        assert_int_equal(cases.total[cases.items[0].anomaly], cases.count);
    }
    char *text = mns_buf_take(&out, NULL);
    if (strcmp(text, expected) != 0) {
        fail_msg("%s: found %s, expected %s", notation, text, expected);
    }
    free(text);
    mns_cases_release(&cases);
    unit_close(&u);
}

/* ---- Random histories ----------------------------------------------------------------------- */

uint32_t unit_random(uint64_t *state, uint32_t below) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    assert_true(below > 0);
    return (uint32_t)((z ^ z >> 31) % below);
}

#define RANDOM_KEYS 8
#define RANDOM_ELEMENTS 512
#define RANDOM_PROCESSES 16

typedef struct store {
    uint32_t list[RANDOM_KEYS][RANDOM_ELEMENTS];
    uint32_t count[RANDOM_KEYS];
    uint32_t next; /* the next element */
} store;

/* One transaction: its invocation and completion. It sometimes reads an old prefix, and its
 * append is sometimes lost, so that there are anomalies of all kinds. */
static void random_txn(uint64_t *random, store *s, uint32_t keys, mns_buf *asked, mns_buf *done) {
    mns_buf_clear(asked);
    mns_buf_clear(done);
    uint32_t mops = 1 + unit_random(random, 3);
    for (uint32_t i = 0; i < mops; i++) {
        uint32_t key = unit_random(random, keys);
        char letter = (char)('a' + (int)key);
        if (unit_random(random, 2) == 0) {
            uint32_t element = ++s->next;
            mns_buf_printf(asked, " a%c%u", letter, (unsigned)element);
            mns_buf_printf(done, " a%c%u", letter, (unsigned)element);
            if (unit_random(random, 3) > 0 && s->count[key] < RANDOM_ELEMENTS) {
                s->list[key][s->count[key]++] = element;
            }
            continue;
        }
        uint32_t stale = unit_random(random, 3) == 0 ? unit_random(random, 3) : 0;
        uint32_t length = s->count[key] > stale ? s->count[key] - stale : 0;
        mns_buf_printf(asked, " r%c", letter);
        mns_buf_printf(done, " r%c[", letter);
        for (uint32_t e = 0; e < length; e++) {
            mns_buf_printf(done, "%s%u", e > 0 ? "," : "", (unsigned)s->list[key][e]);
        }
        mns_buf_char(done, ']');
    }
}

char *unit_random_history(uint64_t *random, uint32_t txns, uint32_t keys, uint32_t processes) {
    static const char *const ends[] = {"ok", "ok", "ok", "ok", "ok", "ok", "info", "fail"};
    assert_true(keys <= RANDOM_KEYS && processes <= RANDOM_PROCESSES);
    store s = {.next = 0};
    mns_buf out, asked, open[RANDOM_PROCESSES];
    bool is_open[RANDOM_PROCESSES] = {false};
    mns_buf_init(&out);
    mns_buf_init(&asked);
    for (uint32_t p = 0; p < processes; p++) {
        mns_buf_init(&open[p]);
    }
    for (uint32_t begun = 0; begun < txns;) {
        uint32_t p = unit_random(random, processes);
        const char *separator = out.size > 0 ? " / " : "";
        if (is_open[p]) {
            mns_buf_printf(&out, "%s%s %u:%s", separator, ends[unit_random(random, 8)], (unsigned)p,
                           open[p].data);
        } else {
            random_txn(random, &s, keys, &asked, &open[p]);
            mns_buf_printf(&out, "%s%u:%s", separator, (unsigned)p, asked.data);
            begun++;
        }
        is_open[p] = !is_open[p];
    }
    for (uint32_t p = 0; p < processes; p++) {
        mns_buf_release(&open[p]);
    }
    mns_buf_release(&asked);
    char *text = mns_buf_take(&out, NULL);
    assert_non_null(text);
    return text;
}
