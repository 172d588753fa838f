/* history_spelling.c - see history_spelling.h. */
#include "property/history_spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 4, ELEMENTS = 24, PROCESSES = 5, MOPS = 4 };

/* ---- What happens --------------------------------------------------------------------------- */

typedef struct action {
    bool reads;
    int key, element;
} action;

typedef struct client {
    bool busy;
    action actions[MOPS];
    int count;
} client;

typedef struct scene {
    dice *d;
    FILE *out;
    datatype type;
    int index;
    int key_count;
    int written[KEYS]; /* elements so far, counted up from 1 */
    client clients[PROCESSES];
    int mistakes; /* of a hundred */
    /* How it is written: */
    bool json, array, crlf, tagged, comments, others, timestamps, bare, only_completions;
    int versions[2]; /* of a hundred: of what is invoked, of what is completed */
    int order, gap, keys, elements, lines;
    int names; /* of processes: numbers, keywords, strings, some of each */
} scene;

static void draw_style(scene *s) {
    dice *d = s->d;
    bool plain = dice_percent(d, 40); /* the shape that the fast path accepts */
    s->json = dice_percent(d, 35);
    s->array = dice_percent(d, 10);
    s->crlf = dice_percent(d, 10);
    s->tagged = !s->json && dice_percent(d, 15);
    s->comments = !plain && dice_percent(d, 30);
    s->others = dice_percent(d, 20);
    s->versions[0] = dice_percent(d, 10) ? 5 : 0;
    s->versions[1] = dice_percent(d, 10) ? 40 : 0;
    s->timestamps = dice_percent(d, 20);
    s->bare = dice_percent(d, 30);
    s->only_completions = dice_percent(d, 10);
    s->order = dice_below(d, 6);
    s->gap = dice_below(d, 3);
    s->keys = plain ? 0 : dice_below(d, 7);
    s->elements = plain ? 0 : dice_below(d, 7);
    s->names = dice_percent(d, 60) ? 0 : 1 + dice_below(d, 3);
    s->lines = dice_percent(d, 80) ? 0 : dice_below(d, 3);
    s->mistakes = dice_percent(d, 20) ? 5 : 0;
}

static bool slips(scene *s) { return s->mistakes > 0 && dice_percent(s->d, s->mistakes); }

/* ---- Words ---------------------------------------------------------------------------------- */

/* One float in several spellings. */
static void put_float(const scene *s, int n) {
    static const char *const ends[] = {".5", ".50", "5e-1", "500E-3"};
    fprintf(s->out, "%d%s", n, ends[dice_below(s->d, 4)]);
}

static void put_name(const scene *s, int kind, int n) {
    switch (kind == 5 ? n % 5 : kind) {
    case 0: fprintf(s->out, "%d", n); break;
    case 1: fprintf(s->out, n % 2 == 0 ? "-%d" : "%d000000000", n); break;
    case 2: fprintf(s->out, n % 3 == 0 ? "\"é%d\"" : "\"s]%d\"", n); break;
    case 6: put_float(s, n); break;
    case 3: fprintf(s->out, s->json ? "\"%d\"" : ":k%d", n); break;
    default: fprintf(s->out, s->json ? "[%d,\"k\"]" : "[%d :k (2)]", n); break;
    }
}

/* Between two forms: of JSON with the comma, which EDN does without. */
static void put_gap(const scene *s) {
    static const char *const edn[] = {" ", ", ", ","}, *const json[] = {",", ", ", " , "};
    fputs(s->json ? json[s->gap] : edn[s->gap], s->out);
    if (s->comments && !s->json && dice_percent(s->d, 3)) {
        fputs(dice_percent(s->d, 50) ? "; a } ] comment\n" : "#_ {:a [1 2]} ", s->out);
    }
}

static void put_field(const scene *s, const char *name) {
    fprintf(s->out, s->json ? "\"%s\":%s" : ":%s%s", name, s->json && s->gap == 0 ? "" : " ");
}

static void put_word(const scene *s, const char *word) {
    fprintf(s->out, s->json ? "\"%s\"" : ":%s", word);
}

static void put_nil(const scene *s) { fputs(s->json ? "null" : "nil", s->out); }

/* ---- Micro-operations ----------------------------------------------------------------------- */

/* Most lists are the beginning of one; some depart from it somewhere, in one of a few ways. */
static void put_list(scene *s, int key) {
    int length = s->written[key], fork = ELEMENTS;
    if (dice_percent(s->d, 50)) {
        length = dice_below(s->d, length + 1);
    }
    if (dice_percent(s->d, 10)) {
        fork = dice_below(s->d, 3);
    }
    bool set = s->type == TYPE_SET && !s->json && dice_percent(s->d, 50);
    fputs(set ? "#{" : "[", s->out);
    for (int i = 0; i < length; i++) {
        if (i > 0) {
            put_gap(s);
        }
        put_name(s, s->elements, i < fork ? i + 1 : length - i + fork);
    }
    while (length > 0 && s->type == TYPE_SET && !set && dice_percent(s->d, 20)) {
        put_gap(s);
        put_name(s, s->elements, 1 + dice_below(s->d, length));
    }
    fputs(set ? "}" : "]", s->out);
}

static void put_content(scene *s, int key) {
    if (dice_percent(s->d, 10)) {
        put_nil(s);
    } else if (s->type == TYPE_LIST || s->type == TYPE_SET) {
        put_list(s, key);
    } else if (s->type == TYPE_COUNTER) {
        fprintf(s->out, "%d", dice_below(s->d, 100) - 5);
    } else if (s->written[key] == 0) {
        put_nil(s);
    } else {
        put_name(s, s->elements, 1 + dice_below(s->d, s->written[key]));
    }
}

static void put_action(scene *s, const action *a, bool completed) {
    fputs("[", s->out);
    put_word(s, slips(s) ? "frob" : a->reads ? "r" : datatypes[s->type].write);
    put_gap(s);
    put_name(s, s->keys, a->key + slips(s));
    put_gap(s);
    if (!a->reads && s->type == TYPE_COUNTER) {
        fprintf(s->out, "%d", a->element);
    } else if (!a->reads) {
        put_name(s, s->elements, a->element + slips(s));
    } else if (completed) {
        put_content(s, a->key);
    } else {
        put_nil(s);
    }
    if (dice_percent(s->d, s->versions[completed])) {
        put_gap(s);
        fprintf(s->out, s->json ? "{\"version\":%d}" : "{:version %d}", dice_below(s->d, 50));
    }
    fputs("]", s->out);
}

static void put_actions(scene *s, const client *c, bool completed) {
    int count = c->count > 0 && slips(s) ? c->count - 1 : c->count;
    fputs("[", s->out);
    for (int i = 0; i < count; i++) {
        if (i > 0) {
            put_gap(s);
        }
        put_action(s, &c->actions[i], completed);
    }
    fputs("]", s->out);
}

/* ---- Operations ----------------------------------------------------------------------------- */

/* The same process may be written in two ways. */
static void put_process(scene *s, int process) {
    switch (s->names == 3 ? process % 3 : s->names) {
    case 0: fprintf(s->out, "%d", process); break;
    case 1: fprintf(s->out, s->json ? "\"c-%d\"" : ":c-%d", process); break;
    default: fprintf(s->out, dice_percent(s->d, 10) ? "\"\\u0063 %d\"" : "\"c %d\"", process);
    }
}

static void put_one_field(scene *s, char field, const char *type, int process, bool bare) {
    switch (field) {
    case 'i':
        put_field(s, "index");
        fprintf(s->out, "%d", s->index);
        break;
    case 't':
        put_field(s, "time");
        fprintf(s->out, "%d%06d", dice_below(s->d, 2000000), s->index);
        break;
    case 'y':
        put_field(s, "type");
        put_word(s, slips(s) ? "okay" : type);
        break;
    case 'p':
        put_field(s, "process");
        put_process(s, process);
        break;
    case 'f':
        put_field(s, "f");
        put_word(s, slips(s) ? "read" : "txn");
        break;
    default:
        put_field(s, "value");
        if (bare) {
            put_nil(s);
        } else {
            put_actions(s, &s->clients[process], strcmp(type, "invoke") != 0);
        }
        break;
    }
}

/* Fields of every kind in an order that belongs to the history, or to none. */
static void put_operation(scene *s, const char *type, int process, bool bare) {
    static const char *const orders[] = {"ityfpv", "yfvpti", "ypv", "vypfi", "pytvi"};
    const char *order = orders[s->order < 5 ? s->order : dice_below(s->d, 5)];
    fputs(s->tagged ? "#jepsen.history.Op{" : "{", s->out);
    for (const char *field = order; *field != '\0'; field++) {
        if (field > order) {
            put_gap(s);
        }
        put_one_field(s, *field, type, process, bare);
    }
    if (slips(s) && slips(s)) { /* a field twice */
        put_gap(s);
        put_one_field(s, order[dice_below(s->d, (int)strlen(order))], type, process, bare);
    }
    if (s->timestamps && dice_percent(s->d, 70)) {
        bool invokes = strcmp(type, "invoke") == 0;
        put_gap(s);
        put_field(s, invokes || dice_percent(s->d, 40) ? "start-ts" : "commit-ts");
        fprintf(s->out, "%d", s->index + dice_below(s->d, 4));
    }
    fputs("}", s->out);
}

static void end_operation(scene *s) {
    static const char *const ends[] = {"\n", " ", "\n\n "};
    if (s->array && s->json) {
        fputs(",", s->out);
    }
    fputs(s->crlf ? "\r\n" : ends[s->lines], s->out);
    s->index++;
    if (s->others && dice_percent(s->d, 10)) {
        static const char *const json[] = {
            "{\"type\":\"info\",\"process\":\"nemesis\",\"value\":{\"a\":[1]}}",
            "{\"type\":\"info\",\"process\":\"c-2\",\"f\":\"txn\",\"value\":null}",
            "{\"type\":\"info\",\"process\":\"monkey\",\"value\":[[\"n1\"]]}"};
        static const char *const edn[] = {
            "{:type :info, :process :nemesis, :f :kill, :value \"n}1\"}",
            "{:type :info, :process :c-1, :f :txn, :value nil}",
            "{:type :info, :process \"monkey\", :f :kill, :value [[:n1]]}"};
        int which = dice_below(s->d, 3);
        fputs(s->json ? json[which] : edn[which], s->out);
        fputs(s->array && s->json ? ",\n" : "\n", s->out);
        s->index++;
    }
    if (s->comments && !s->json && dice_percent(s->d, 10)) {
        fputs(dice_percent(s->d, 50) ? "; {:type :ok}\n" : "#_{:type :ok,\n:value 1}\n", s->out);
    }
}

static void invoke(scene *s, int process) {
    client *c = &s->clients[process];
    c->busy = true;
    c->count = dice_below(s->d, MOPS + 1);
    for (int i = 0; i < c->count; i++) {
        action *a = &c->actions[i];
        a->key = dice_below(s->d, s->key_count);
        a->reads = dice_percent(s->d, 50) || s->written[a->key] == ELEMENTS;
        a->element = a->reads ? 0 : ++s->written[a->key];
    }
    if (!s->only_completions) {
        put_operation(s, "invoke", process, s->bare && dice_percent(s->d, 10));
        end_operation(s);
    }
}

static void complete(scene *s, int process) {
    static const char *const types[] = {"ok", "ok", "ok", "fail", "info"};
    const char *type = types[dice_below(s->d, 5)];
    bool bare = strcmp(type, "ok") == 0 ? slips(s) : s->bare && dice_percent(s->d, 50);
    s->clients[process].busy = slips(s);
    put_operation(s, type, process, bare);
    end_operation(s);
}

char *spelling_history(dice *d, size_t *size) {
    char *text = NULL;
    scene s = {.d = d, .out = open_memstream(&text, size)};
    if (s.out == NULL) {
        abort();
    }
    static const datatype types[] = {TYPE_LIST, TYPE_LIST, TYPE_REGISTER, TYPE_SET, TYPE_COUNTER};
    s.type = types[dice_below(d, 5)];
    s.key_count = 1 + dice_below(d, KEYS);
    draw_style(&s);
    fputs(s.array ? "[" : "", s.out);
    int operations = 2 + dice_below(d, 50);
    for (int i = 0; i < operations; i++) {
        int process = dice_below(d, PROCESSES);
        if (s.clients[process].busy != slips(&s)) {
            complete(&s, process);
        } else {
            invoke(&s, process);
        }
    }
    if (s.array) { /* JSON wants no comma before the end */
        put_operation(&s, "fail", PROCESSES - 1, true);
        fputs("]", s.out);
    } else if (dice_percent(d, 30)) {
        put_operation(&s, "invoke", PROCESSES - 1, false); /* and no end of the line */
    }
    if (fclose(s.out) != 0) {
        abort();
    }
    return text;
}
