/*
 * generate.c - write a list-append history of any size, the same bytes for the same options.
 *
 *     generate [--transactions N] [--processes P] [--seed S] [--format edn|json]
 *              [--isolation strict|read-committed]
 *
 * The workload is the one of the Elle paper's section 7.5: transactions of 1 to 5 micro-operations
 * over 100 live keys, each replaced by a new one after 100 appends. P processes take turns at
 * random, one step each: invoke, work, complete. A strict history does the work of a transaction
 * in one step between its invocation and its completion, on a database in memory: it is
 * strict-serializable by construction. A read-committed one does each micro-operation in a step of
 * its own: reads see what is committed at that moment, appends lock their key until the
 * transaction ends, and a transaction that meets a lock fails.
 *
 * A key keeps its list as text, ready to print, and lists only grow, so a read is a length. O(output).
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIVE_KEYS = 100,
    KEY_APPENDS = 100,
    KEY_TEXT = 4 * KEY_APPENDS, /* three digits and a separator for each element */
    MAX_MOPS = 5,
    MAX_PROCESSES = 100000,
    FLUSH_BYTES = 1 << 20,
    MAX_OPERATION_BYTES = MAX_MOPS * (KEY_TEXT + 100) + 200,
    NOBODY = -1
};

typedef struct options {
    uint64_t transactions, processes, seed;
    bool json, read_committed;
} options;

typedef struct key {
    uint16_t invoked; /* appends handed out, which are the elements 1, 2, ... */
    uint16_t size;    /* of text */
    int holder;       /* the client that has appended and not yet committed (read-committed) */
    char text[KEY_TEXT];
} key;

typedef struct mop {
    bool append;
    uint16_t element; /* of an append */
    uint16_t size;    /* of a read: how much of the key's text it saw */
    uint32_t key;
} mop;

typedef enum state { IDLE, WORKING, COMMITTED, ABORTED } state;

typedef struct client {
    state state;
    int mop_count, done; /* done: micro-operations worked so far (read-committed) */
    mop mops[MAX_MOPS];
} client;

typedef struct world {
    options options;
    uint64_t random, invoked, completed, index, time_ns;
    client *clients;
    key *keys; /* by id; keys that are no longer live may still be in a transaction under way */
    size_t key_count, key_capacity;
    uint32_t live[LIVE_KEYS];
    char *out;
    size_t out_size;
    bool failed; /* no memory, or the output cannot be written */
} world;

/* ---- Chance ---------------------------------------------------------------------------------- */

/* splitmix64 (Steele, Lea and Flood, 2014): every seed is a good one. */
static uint64_t next_random(world *w) {
    uint64_t z = (w->random += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* One of 0 to n - 1; the bias is n / 2^32. */
static uint32_t pick(world *w, uint32_t n) {
    return (uint32_t)(((next_random(w) >> 32) * n) >> 32);
}

/* ---- Output ---------------------------------------------------------------------------------- */

static void put(world *w, const char *bytes, size_t size) {
    memcpy(w->out + w->out_size, bytes, size);
    w->out_size += size;
}

static void put_string(world *w, const char *string) { put(w, string, strlen(string)); }

static void put_number(world *w, uint64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(w, digits + at, sizeof digits - at);
}

static void flush(world *w) {
    if (fwrite(w->out, 1, w->out_size, stdout) != w->out_size) {
        w->failed = true;
    }
    w->out_size = 0;
}

/* What a read saw: a prefix of the key's list, and before a commit what its own transaction appended. */
static void put_list(world *w, const client *c, int at) {
    const mop *read = &c->mops[at];
    put_string(w, "[");
    put(w, w->keys[read->key].text, read->size);
    size_t size = read->size;
    for (int i = 0; w->options.read_committed && i < at; i++) {
        if (c->mops[i].append && c->mops[i].key == read->key) {
            put_string(w, size == 0 ? "" : w->options.json ? "," : " ");
            put_number(w, c->mops[i].element);
            size++;
        }
    }
    put_string(w, "]");
}

static void put_mop(world *w, const client *c, int at, bool known) {
    bool json = w->options.json;
    const mop *m = &c->mops[at];
    put_string(w, at == 0 ? "" : json ? "," : " ");
    if (m->append) {
        put_string(w, json ? "[\"append\"," : "[:append ");
    } else {
        put_string(w, json ? "[\"r\"," : "[:r ");
    }
    put_number(w, m->key);
    put_string(w, json ? "," : " ");
    if (m->append) {
        put_number(w, m->element);
    } else if (known) {
        put_list(w, c, at);
    } else {
        put_string(w, json ? "null" : "nil");
    }
    put_string(w, "]");
}

static void put_operation(world *w, const client *c, const char *type, bool reads_known) {
    bool json = w->options.json;
    put_string(w, json ? "{\"index\":" : "{:index ");
    put_number(w, w->index++);
    put_string(w, json ? ",\"time\":" : ", :time ");
    put_number(w, w->time_ns);
    put_string(w, json ? ",\"type\":\"" : ", :type :");
    put_string(w, type);
    put_string(w, json ? "\",\"process\":" : ", :process ");
    put_number(w, (uint64_t)(c - w->clients));
    put_string(w, json ? ",\"f\":\"txn\",\"value\":[" : ", :f :txn, :value [");
    for (int i = 0; i < c->mop_count; i++) {
        put_mop(w, c, i, reads_known);
    }
    put_string(w, "]}\n");
    if (w->out_size >= FLUSH_BYTES) {
        flush(w);
    }
}

/* ---- The database ---------------------------------------------------------------------------- */

static bool key_new(world *w, uint32_t slot) {
    if (w->key_count == w->key_capacity) {
        size_t capacity = w->key_capacity * 2 + LIVE_KEYS;
        key *keys = realloc(w->keys, capacity * sizeof *keys);
        if (keys == NULL) {
            return false;
        }
        w->keys = keys;
        w->key_capacity = capacity;
    }
    key *k = &w->keys[w->key_count];
    k->invoked = k->size = 0;
    k->holder = NOBODY;
    w->live[slot] = (uint32_t)w->key_count++;
    return true;
}

static void key_append(world *w, key *k, unsigned element) {
    char *end = k->text + k->size;
    if (k->size > 0) {
        *end++ = w->options.json ? ',' : ' ';
    }
    for (unsigned unit = element >= 100 ? 100 : element >= 10 ? 10 : 1; unit > 0; unit /= 10) {
        *end++ = (char)('0' + element / unit % 10);
    }
    k->size = (uint16_t)(end - k->text);
}

/* The whole transaction at one point in time. */
static void work_strict(world *w, client *c) {
    for (int i = 0; i < c->mop_count; i++) {
        mop *m = &c->mops[i];
        if (m->append) {
            key_append(w, &w->keys[m->key], m->element);
        } else {
            m->size = w->keys[m->key].size;
        }
    }
    c->state = COMMITTED;
}

/* Ends a transaction: its appends take effect if it commits, and its locks are given back. */
static void finish(world *w, client *c, state outcome) {
    for (int i = 0; i < c->done; i++) {
        const mop *m = &c->mops[i];
        if (m->append && outcome == COMMITTED) {
            key_append(w, &w->keys[m->key], m->element);
        }
        if (m->append) {
            w->keys[m->key].holder = NOBODY;
        }
    }
    c->state = outcome;
}

/* The next micro-operation. */
static void work_read_committed(world *w, client *c) {
    int self = (int)(c - w->clients);
    mop *m = &c->mops[c->done];
    key *k = &w->keys[m->key];
    if (!m->append) {
        m->size = k->size;
    } else if (k->holder != NOBODY && k->holder != self) {
        finish(w, c, ABORTED);
        return;
    } else {
        k->holder = self;
    }
    if (++c->done == c->mop_count) {
        finish(w, c, COMMITTED);
    }
}

/* ---- The clients ----------------------------------------------------------------------------- */

static bool invoke(world *w, client *c) {
    c->mop_count = 1 + (int)pick(w, MAX_MOPS);
    c->done = 0;
    for (int i = 0; i < c->mop_count; i++) {
        uint32_t slot = pick(w, LIVE_KEYS);
        mop m = {.append = pick(w, 2) == 0, .key = w->live[slot]};
        if (m.append) {
            m.element = ++w->keys[m.key].invoked;
        }
        if (m.element == KEY_APPENDS && !key_new(w, slot)) {
            return false;
        }
        c->mops[i] = m;
    }
    put_operation(w, c, "invoke", false);
    c->state = WORKING;
    w->invoked++;
    return true;
}

static void complete(world *w, client *c) {
    bool committed = c->state == COMMITTED;
    put_operation(w, c, committed ? "ok" : "fail", committed);
    c->state = IDLE;
    w->completed++;
}

static bool turn(world *w, client *c) {
    w->time_ns += 1 + pick(w, 20000);
    if (c->state == IDLE) {
        return w->invoked == w->options.transactions || invoke(w, c);
    }
    if (c->state != WORKING) {
        complete(w, c);
    } else if (w->options.read_committed) {
        work_read_committed(w, c);
    } else {
        work_strict(w, c);
    }
    return true;
}

static bool generate(world *w) {
    w->random = w->options.seed;
    w->clients = calloc(w->options.processes, sizeof *w->clients);
    w->out = malloc(FLUSH_BYTES + MAX_OPERATION_BYTES);
    if (w->clients == NULL || w->out == NULL) {
        return false;
    }
    for (uint32_t slot = 0; slot < LIVE_KEYS; slot++) {
        if (!key_new(w, slot)) {
            return false;
        }
    }
    while (w->completed < w->options.transactions && !w->failed) {
        if (!turn(w, &w->clients[pick(w, (uint32_t)w->options.processes)])) {
            return false;
        }
    }
    flush(w);
    return fflush(stdout) == 0 && !w->failed;
}

/* ---- The command line ------------------------------------------------------------------------ */

static bool parse_number(const char *text, uint64_t least, uint64_t most, uint64_t *number) {
    char *end;
    if (*text < '0' || *text > '9') {
        return false;
    }
    uintmax_t value = strtoumax(text, &end, 10);
    *number = value;
    return *end == '\0' && value >= least && value <= most;
}

static bool parse_choice(const char *text, const char *no, const char *yes, bool *chosen) {
    *chosen = strcmp(text, yes) == 0;
    return *chosen || strcmp(text, no) == 0;
}

static bool parse_option(options *o, const char *name, const char *value) {
    if (strcmp(name, "--transactions") == 0) {
        return parse_number(value, 1, 1000000000, &o->transactions);
    }
    if (strcmp(name, "--processes") == 0) {
        return parse_number(value, 1, MAX_PROCESSES, &o->processes);
    }
    if (strcmp(name, "--seed") == 0) {
        return parse_number(value, 0, UINT64_MAX, &o->seed);
    }
    if (strcmp(name, "--format") == 0) {
        return parse_choice(value, "edn", "json", &o->json);
    }
    return strcmp(name, "--isolation") == 0 &&
           parse_choice(value, "strict", "read-committed", &o->read_committed);
}

int main(int argc, char **argv) {
    world w = {.options = {.transactions = 10000, .processes = 10, .seed = 1}};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc || !parse_option(&w.options, argv[i], argv[i + 1])) {
            fputs("usage: generate [--transactions N] [--processes P] [--seed S]\n"
                  "                [--format edn|json] [--isolation strict|read-committed]\n",
                  stderr);
            return 2;
        }
    }
    bool done = generate(&w);
    if (!done) {
        perror("generate");
    }
    free(w.clients);
    free(w.keys);
    free(w.out);
    return done ? 0 : 1;
}
