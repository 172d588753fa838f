/*
 * model.c - see model.h.
 */
#include "support/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/second_opinion.h"

/* splitmix64: small, and the same on every platform. */
static uint64_t dice_next(dice *d) {
    uint64_t z = d->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int dice_below(dice *d, int limit) { return (int)(dice_next(d) % (uint64_t)limit); }

bool dice_percent(dice *d, int percent) { return dice_below(d, 100) < percent; }

bool model_shows(const txn *t, const mop *m) {
    if (!m->is_read || t->bare || t->outcome == OUTCOME_NONE) {
        return false;
    }
    /* The reads of an ok transaction are known: nil means empty. */
    return m->answered || t->outcome == OUTCOME_OK;
}

int model_length(const mop *read) { return read->answered ? read->length : 0; }

int model_writer(const model *m, int key, int element) {
    for (int t = 0; t < m->txn_count; t++) {
        for (int i = 0; i < m->txns[t].mop_count; i++) {
            const mop *o = &m->txns[t].mops[i];
            if (!o->is_read && o->key == key && o->element == element) {
                return t;
            }
        }
    }
    return -1;
}

typedef struct printer {
    FILE *out;
    const style *how;
    const datatype_traits *type;
    int position; /* of the next operation */
} printer;

static void print_key(const printer *p, int key) {
    switch (p->how->keys) {
    case 0: fprintf(p->out, "%d", key); break;
    case 1: fprintf(p->out, "%d", 97 - 13 * key); break;
    case 2: fprintf(p->out, "\"k%d\"", 7 - key); break;
    default: fprintf(p->out, "[%d \"k\" :k]", 3 - key); break;
    }
}

static void print_element(const printer *p, int element) {
    switch (p->how->elements) {
    case 0: fprintf(p->out, "%d", element); break;
    case 1: fprintf(p->out, "%d", 1000003 - 17 * element); break;
    default: fprintf(p->out, "\"e%d\"", element); break;
    }
}

static void print_contents(const printer *p, const mop *read, const char *between) {
    bool json = p->how->json;
    fprintf(p->out, "%s", json ? p->type->json_open : p->type->open);
    if (read->length == 0) {
        fprintf(p->out, "%s", json ? p->type->json_none : p->type->none);
    }
    for (int i = 0; i < read->length; i++) {
        fprintf(p->out, "%s", i == 0 ? "" : between);
        print_element(p, read->list[i]);
    }
    fprintf(p->out, "%s", json ? p->type->json_close : p->type->close);
}

static void print_mop(const printer *p, const mop *m, bool shown, bool revealed) {
    const char *colon = p->how->json ? "\"" : ":";
    const char *close = p->how->json ? "\"," : "";
    const char *between = p->how->json ? "," : p->how->spread ? ",  " : " ";
    fprintf(p->out, "[%s%s%s ", colon, m->is_read ? "r" : p->type->write, close);
    print_key(p, m->key);
    fprintf(p->out, "%s", between);
    if (!m->is_read) {
        print_element(p, m->element);
    } else if (!shown) {
        fprintf(p->out, p->how->json ? "null" : "nil");
    } else {
        print_contents(p, m, between);
    }
    if (revealed && m->numbered) {
        fprintf(p->out, p->how->json ? "%s{\"version\": %d}" : "%s{:version %d}", between,
                m->version);
    }
    fprintf(p->out, "]");
}

static void print_mops(const printer *p, const txn *t, bool invoked) {
    if (!invoked && t->bare) {
        fprintf(p->out, p->how->json ? "null" : "nil");
        return;
    }
    fprintf(p->out, "[");
    for (int i = 0; i < t->mop_count; i++) {
        fprintf(p->out, "%s", i == 0 ? "" : p->how->json ? "," : " ");
        print_mop(p, &t->mops[i], !invoked && t->mops[i].answered,
                  !invoked && t->outcome == OUTCOME_OK);
    }
    fprintf(p->out, "]");
}

/* A field's name and the separator. */
static void print_field(const printer *p, const char *name) {
    fprintf(p->out, p->how->json ? "\"%s\": " : ":%s ", name);
}

/* A read-only transaction; Minos ignores the mark on others. */
static bool only_reads(const txn *t) {
    bool reads = true;
    for (int i = 0; i < t->mop_count; i++) {
        reads = reads && t->mops[i].is_read;
    }
    return reads;
}

static void print_op(printer *p, const txn *t, bool invoked) {
    static const char *const types[] = {"ok", "info", "fail", "none"};
    const char *type = invoked ? "invoke" : types[t->outcome];
    fprintf(p->out, "{");
    if (p->how->named) {
        print_field(p, "index");
        fprintf(p->out, "%d, ", p->position);
        print_field(p, "time");
        fprintf(p->out, "%d, ", p->position * 1000);
    }
    if (p->how->spread) {
        print_field(p, "note");
        fprintf(p->out, "[1, {}, \"]}\"], ");
    }
    print_field(p, "type");
    fprintf(p->out, p->how->json ? "\"%s\", " : ":%s, ", type);
    print_field(p, "process");
    fprintf(p->out, "%d, ", p->how->processes ? 1000 - 7 * t->process : t->process);
    print_field(p, "f");
    fprintf(p->out, p->how->json ? "\"txn\", " : ":txn, ");
    print_field(p, "value");
    print_mops(p, t, invoked);
    if (!invoked && t->stamped && t->outcome == OUTCOME_OK) {
        fprintf(p->out, ", ");
        print_field(p, "start-ts");
        fprintf(p->out, "%d, ", t->start_ts);
        print_field(p, "commit-ts");
        fprintf(p->out, "%d", t->commit_ts);
    }
    if (!invoked && p->how->final && t->outcome == OUTCOME_OK && only_reads(t)) {
        fprintf(p->out, ", ");
        print_field(p, "final");
        fprintf(p->out, "true");
    }
    fprintf(p->out, "}");
    p->position++;
}

/* Text without meaning for the verdict: white space, comments, operations of a nemesis. */
static void print_spread(printer *p) {
    if (p->how->json) {
        fprintf(p->out, "%s{\"type\": \"info\", \"process\": \"nemesis\", \"value\": {\"a\": 1}}",
                p->position == 0 ? ""
                : p->how->array  ? ",\n\t"
                                 : "\n");
    } else {
        fprintf(p->out, "\n  ; a comment ]\n#_ {:type :ok} {:type :info, :process :nemesis, "
                        ":value #{1 2}},\n");
    }
    p->position++;
}

static void print_events(printer *p, const txn *const *at, int count) {
    for (int e = 0; e < count; e++) {
        if (at[e] == NULL) {
            continue;
        }
        if (p->how->spread && p->position % 3 == 0) {
            print_spread(p);
        }
        if (p->position > 0) {
            fprintf(p->out, p->how->json && p->how->array ? ",\n" : "\n");
        }
        print_op(p, at[e], at[e]->invoke == e);
    }
}

char *model_print(const model *m, const style *how) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    const txn **at = calloc((size_t)m->event_count + 1, sizeof *at);
    if (out == NULL || at == NULL) {
        abort();
    }
    for (int t = 0; t < m->txn_count; t++) {
        if (!m->completions_only) {
            at[m->txns[t].invoke] = &m->txns[t];
        }
        if (m->txns[t].outcome != OUTCOME_NONE) {
            at[m->txns[t].complete] = &m->txns[t];
        }
    }
    printer p = {.out = out, .how = how, .type = &datatypes[m->type]};
    fprintf(out, "%s", how->array ? "[" : "");
    print_events(&p, at, m->event_count);
    fprintf(out, "%s\n", how->array ? "]" : "");
    free(at);
    if (fclose(out) != 0) {
        abort();
    }
    return text;
}

char *model_edn(const model *m) {
    static const style plain;
    return model_print(m, &plain);
}

minos_result *model_check(const char *text, unsigned threads) {
    minos_options options;
    minos_options_init(&options);
    options.models = "none";
    options.threads = threads;
    return model_check_with(text, &options);
}

minos_result *model_check_with(const char *text, const minos_options *options) {
    minos_result *result = NULL;
    minos_status status = check_twice("model", text, strlen(text), options, &result);
    if (status != MINOS_OK) {
        printf("rejected with status %d:\n%s", (int)status, text);
        if (result != NULL && minos_result_problem_count(result) > 0) {
            printf("%s\n", minos_result_problem(result, 0).message);
        }
        exit(1);
    }
    return result;
}
