/* setup.c - see setup.h. */
#include "report/model/setup.h"

/* Shorter gaps are normal: a client that reconnects, a checkpoint. */
#define UNANSWERED_SHOWN_MS 1000

/* ---- Answers -------------------------------------------------------------------------------- */

static void write_seconds(mns_buf *out, uint64_t ms) {
    mns_buf_printf(out, "%llu.%llu s", (unsigned long long)(ms / 1000),
                   (unsigned long long)(ms % 1000 / 100));
}

bool mns_setup_say_unanswered(const mns_setup *setup, mns_buf *out) {
    const mns_setup_answers *answers = &setup->answers;
    if (answers->unanswered_ms < UNANSWERED_SHOWN_MS) {
        return false;
    }
    bool at_end = answers->last_ms >= UNANSWERED_SHOWN_MS;
    mns_buf_str(out, at_end ? "no answer for the last " : "no answer for ");
    write_seconds(out, at_end ? answers->last_ms : answers->unanswered_ms);
    mns_buf_str(out, " of ");
    write_seconds(out, answers->total_ms);
    if (at_end && answers->unanswered_ms - answers->last_ms >= UNANSWERED_SHOWN_MS) {
        mns_buf_str(out, ", and for ");
        write_seconds(out, answers->unanswered_ms - answers->last_ms);
        mns_buf_str(out, " before");
    }
    if (answers->faults_ms > 0) {
        mns_buf_str(out, ", not counting ");
        write_seconds(out, answers->faults_ms);
        mns_buf_str(out, " under injected faults");
    }
    return true;
}

bool mns_setup_answers_too_few(const mns_setup *setup) {
    const mns_setup_answers *answers = &setup->answers;
    uint64_t counted = answers->total_ms - answers->faults_ms;
    return answers->unanswered_ms >= UNANSWERED_SHOWN_MS &&
           (counted - answers->unanswered_ms) * 1000 < counted * setup->rules.min_answered;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

typedef struct rows {
    mns_setup *setup;
    mns_arena *arena;
} rows;

/* Adds a row unless the value is missing. */
static void add(rows *r, const char *label, const char *value) {
    mns_setup *setup = r->setup;
    if (value != NULL && value[0] != '\0' && setup->row_count < MNS_LIMIT_SETUP_ROWS) {
        setup->rows[setup->row_count++] = (mns_setup_row){label, value};
    }
}

/* Adds what was written to the buffer, which is released. */
static void add_text(rows *r, const char *label, mns_buf *text) {
    if (text->size > 0) {
        add(r, label, mns_arena_take(r->arena, text));
    } else {
        mns_buf_release(text);
    }
}

static void add_level(rows *r) {
    const mns_setup *setup = r->setup;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, setup->isolation == NULL ? "" : setup->isolation);
    if (setup->native_level != NULL && setup->isolation != NULL &&
        strcmp(setup->native_level, setup->isolation) != 0) {
        mns_buf_printf(&text, " (set as %s)", setup->native_level);
    }
    add_text(r, "Isolation level", &text);
    mns_buf_init(&text);
    if (setup->claims != NULL) {
        mns_buf_str(&text, setup->claims[0] == '\0' ? "nothing" : setup->claims);
        if (setup->claims_source != NULL) {
            mns_buf_printf(&text, " (source: %s)", setup->claims_source);
        }
    }
    add_text(r, "The database claims", &text);
}

static void add_load(rows *r) {
    const mns_setup *setup = r->setup;
    mns_buf text;
    mns_buf_init(&text);
    if (setup->workload != NULL) {
        mns_buf_str(&text, setup->workload);
        if (setup->workload_options != NULL) {
            mns_buf_printf(&text, ": %s", setup->workload_options);
        }
    }
    add_text(r, "Workload", &text);
    add(r, "Seed", setup->seed);
    mns_buf_init(&text);
    if (setup->processes != NULL) {
        mns_buf_printf(&text, "%s client%s", setup->processes,
                       strcmp(setup->processes, "1") == 0 ? "" : "s");
        if (setup->seconds != NULL) {
            mns_buf_printf(&text, " for %s s", setup->seconds);
        }
        if (setup->ended != NULL && strcmp(setup->ended, "time") != 0) {
            mns_buf_printf(&text, "; ended by: %s", setup->ended);
        }
    }
    add_text(r, "Load", &text);
}

static void add_faults(rows *r) {
    const mns_setup *setup = r->setup;
    const mns_setup_faults *faults = setup->faults;
    mns_buf text;
    mns_buf_init(&text);
    if (faults == NULL) {
        mns_buf_str(&text, "none");
    } else {
        mns_buf_str(&text, faults->kinds == NULL ? "by command" : faults->kinds);
        mns_buf_printf(&text, " on %s node%s", faults->on == NULL ? "one" : faults->on,
                       faults->on != NULL && strcmp(faults->on, "all") == 0 ? "s" : "");
        if (faults->every_s != NULL && faults->for_s != NULL) {
            mns_buf_printf(&text, ", every %s s for %s s on average", faults->every_s,
                           faults->for_s);
        }
        mns_buf_printf(&text, "; %llu injected", (unsigned long long)setup->fault_count);
        if (setup->fault_kinds != NULL) {
            mns_buf_printf(&text, " (%s)", setup->fault_kinds);
        }
    }
    add_text(r, "Faults", &text);
}

static void add_server_options(rows *r) {
    const mns_setup *setup = r->setup;
    mns_buf text;
    mns_buf_init(&text);
    for (uint32_t i = 0; i < setup->server_option_count; i++) {
        mns_buf_printf(&text, "%s%s", i == 0 ? "" : ", ", setup->server_options[i]);
    }
    add_text(r, "Server options", &text);
}

static void add_minos(rows *r) {
    const mns_setup *setup = r->setup;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, setup->minos == NULL ? "" : setup->minos);
    if (setup->commit != NULL) {
        mns_buf_printf(&text, " (commit %s)", setup->commit);
    }
    add_text(r, "Minos", &text);
}

void mns_setup_rows(mns_setup *setup, mns_arena *arena) {
    rows r = {setup, arena};
    mns_buf text;
    setup->rows = MNS_ARENA_ARRAY(arena, mns_setup_row, MNS_LIMIT_SETUP_ROWS);
    setup->row_count = 0;
    if (setup->rows == NULL) {
        return;
    }
    add(&r, "Database", setup->database == NULL ? setup->target : setup->database);
    add_level(&r);
    add(&r, "Nodes", setup->topology);
    add_load(&r);
    add_faults(&r);
    add_server_options(&r);
    mns_buf_init(&text);
    mns_setup_say_unanswered(setup, &text);
    add_text(&r, "Answers", &text);
    add(&r, "Date", setup->started);
    add(&r, "Machine", setup->machine);
    add_minos(&r);
    add(&r, "Run it again", setup->command);
}
