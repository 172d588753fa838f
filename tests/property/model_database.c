/*
 * model_database.c - see model_database.h.
 *
 * The committed state is a log: for each key the elements in order, and for each element the number
 * of the commit that appended it. A snapshot is a commit number; what it shows of a key is
 * the elements with that number or a lower one. One running transaction at a time per process; a
 * transaction of unknown outcome that takes effect late stays behind as a ghost while its process
 * goes on under a new number, as Jepsen's do.
 */
#include "property/model_database.h"

#include <string.h>

enum { PROCESSES = 5 };

typedef struct database {
    strength strength;
    dice dice;
    int list[MAX_KEYS][MAX_LIST];
    int commit_of[MAX_KEYS][MAX_LIST]; /* by place in the list */
    int length[MAX_KEYS];
    int commits;
    int next_element[MAX_KEYS];
    int keys;
    int seen_by[MAX_TXNS +
                PROCESSES]; /* by process: the newest commit its snapshots or writes had */
    int ghosts[MAX_TXNS];
    int ghost_count;
    int next_process;
    model *out;
} database;

typedef struct session {
    int process;
    int txn; /* -1: idle */
    bool executed;
    bool aborted;
    bool ghost; /* of unknown outcome, and not to be executed yet */
    int snapshot;
    int next_mop; /* of the statement-snapshot database */
} session;

const char *strength_model(strength s) {
    switch (s) {
    case DB_SERIAL: return "strict-serializable";
    case DB_SNAPSHOT: return "strong-snapshot-isolation";
    case DB_SESSION_SNAPSHOT: return "strong-session-snapshot-isolation";
    case DB_STALE_SNAPSHOT: return "snapshot-isolation";
    default: return "read-committed";
    }
}

static bool appends_before(const txn *t, int place) {
    for (int i = 0; i < place; i++) {
        if (!t->mops[i].is_read && t->mops[i].key == t->mops[place].key) {
            return true;
        }
    }
    return false;
}

static void generate(database *db, txn *t) {
    t->mop_count = 1 + dice_below(&db->dice, MAX_MOPS);
    for (int i = 0; i < t->mop_count; i++) {
        mop *m = &t->mops[i];
        m->key = dice_below(&db->dice, db->keys);
        m->is_read = dice_percent(&db->dice, 50) || db->next_element[m->key] + 1 >= MAX_LIST / 2;
        if (db->strength == DB_STATEMENT_SNAPSHOT && m->is_read && appends_before(t, i)) {
            /* Without locks it could not know where its own append will stand. */
            t->mop_count = i;
        } else if (!m->is_read) {
            m->element = ++db->next_element[m->key];
        }
    }
}

/* Answers a read from a snapshot and the transaction's own appends before it. */
static void answer(const database *db, txn *t, int place, int snapshot) {
    mop *m = &t->mops[place];
    m->length = 0;
    for (int i = 0; i < db->length[m->key] && db->commit_of[m->key][i] <= snapshot; i++) {
        m->list[m->length++] = db->list[m->key][i];
    }
    for (int i = 0; i < place; i++) {
        if (!t->mops[i].is_read && t->mops[i].key == m->key) {
            m->list[m->length++] = t->mops[i].element;
        }
    }
    m->answered = true;
}

/* First committer wins: false if a key to be written was written since the snapshot. */
static bool may_commit(const database *db, const txn *t, int snapshot) {
    for (int i = 0; i < t->mop_count; i++) {
        int key = t->mops[i].key;
        int length = db->length[key];
        if (!t->mops[i].is_read && length > 0 && db->commit_of[key][length - 1] > snapshot) {
            return false;
        }
    }
    return true;
}

static void install(database *db, const txn *t) {
    db->commits++;
    for (int i = 0; i < t->mop_count; i++) {
        if (!t->mops[i].is_read) {
            int key = t->mops[i].key;
            db->list[key][db->length[key]] = t->mops[i].element;
            db->commit_of[key][db->length[key]++] = db->commits;
        }
    }
}

static int choose_snapshot(database *db, int process) {
    int oldest = 0;
    switch (db->strength) {
    case DB_SESSION_SNAPSHOT: oldest = db->seen_by[process]; break;
    case DB_STALE_SNAPSHOT: break;
    default: return db->commits;
    }
    return oldest + dice_below(&db->dice, db->commits - oldest + 1);
}

/* Executes what is left of a transaction; false if the database turned it away. */
static bool execute(database *db, txn *t, int snapshot) {
    bool writes_checked = db->strength != DB_STATEMENT_SNAPSHOT;
    if (writes_checked && !may_commit(db, t, snapshot)) {
        return false;
    }
    if (writes_checked) {
        for (int i = 0; i < t->mop_count; i++) {
            if (t->mops[i].is_read) {
                answer(db, t, i, snapshot);
            }
        }
    }
    install(db, t);
    db->seen_by[t->process] = db->commits;
    return true;
}

/* A list of the key's elements in no particular order: what an aborted transaction may report. */
static void invent(database *db, mop *m) {
    m->length = 0;
    for (int e = 1; e <= db->next_element[m->key]; e++) {
        if (dice_percent(&db->dice, 40)) {
            int place = dice_below(&db->dice, m->length + 1);
            memmove(m->list + place + 1, m->list + place,
                    (size_t)(m->length - place) * sizeof m->list[0]);
            m->list[place] = e;
            m->length++;
        }
    }
    m->answered = true;
}

static void invoke(database *db, session *s) {
    txn *t = &db->out->txns[db->out->txn_count];
    memset(t, 0, sizeof *t);
    s->txn = db->out->txn_count++;
    t->process = s->process;
    t->invoke = db->out->event_count++;
    t->complete = -1;
    t->outcome = dice_percent(&db->dice, 12)   ? OUTCOME_INFO
                 : dice_percent(&db->dice, 10) ? OUTCOME_FAIL
                                               : OUTCOME_OK;
    generate(db, t);
    s->executed = false;
    s->aborted = false;
    s->next_mop = 0;
    s->snapshot = choose_snapshot(db, s->process);
    s->ghost = t->outcome == OUTCOME_INFO && dice_percent(&db->dice, 60);
}

/* One step of a running transaction: take effect, now or (in the statement-snapshot database)
 * after one read each. */
static void advance(database *db, session *s) {
    txn *t = &db->out->txns[s->txn];
    if (t->outcome == OUTCOME_FAIL || s->ghost) {
        s->executed = true;
        s->aborted = t->outcome == OUTCOME_FAIL;
        return;
    }
    if (db->strength == DB_STATEMENT_SNAPSHOT && s->next_mop < t->mop_count) {
        if (t->mops[s->next_mop].is_read) {
            answer(db, t, s->next_mop, db->commits);
        }
        s->next_mop++;
        return;
    }
    if (db->strength == DB_SERIAL) {
        s->snapshot = db->commits;
    }
    s->aborted = !execute(db, t, s->snapshot);
    s->executed = true;
}

static void complete(database *db, session *s) {
    txn *t = &db->out->txns[s->txn];
    if (s->aborted && t->outcome == OUTCOME_OK) {
        t->outcome = OUTCOME_FAIL;
    }
    bool effective = !s->aborted && !s->ghost;
    for (int i = 0; i < t->mop_count; i++) {
        mop *m = &t->mops[i];
        if (m->is_read && !effective) {
            m->answered = false;
            if (dice_percent(&db->dice, 30)) {
                invent(db, m);
            }
        } else if (m->is_read && t->outcome != OUTCOME_OK && dice_percent(&db->dice, 50)) {
            m->answered = false;
        }
    }
    if (s->ghost && dice_percent(&db->dice, 60)) {
        /* Takes effect later; by then nobody hears what it read. */
        for (int i = 0; i < t->mop_count; i++) {
            t->mops[i].answered = false;
        }
        db->ghosts[db->ghost_count++] = s->txn;
    }
    if (t->outcome == OUTCOME_INFO && dice_percent(&db->dice, 30)) {
        t->outcome = OUTCOME_NONE;
    } else {
        t->bare = t->outcome != OUTCOME_OK && dice_percent(&db->dice, 30);
        t->complete = db->out->event_count++;
    }
    if (t->outcome == OUTCOME_INFO || t->outcome == OUTCOME_NONE) {
        s->process = db->next_process++;
    }
    s->txn = -1;
}

/* A transaction of unknown outcome takes effect after all. Its own reads stay unanswered. */
static void haunt(database *db) {
    if (db->ghost_count == 0 || !dice_percent(&db->dice, 20)) {
        return;
    }
    int place = dice_below(&db->dice, db->ghost_count);
    txn ghost = db->out->txns[db->ghosts[place]];
    db->ghosts[place] = db->ghosts[--db->ghost_count];
    execute(db, &ghost, db->commits);
}

void database_run(model *out, strength s, uint64_t seed, int txns) {
    database db = {.strength = s, .dice = {seed}, .out = out, .next_process = PROCESSES};
    session sessions[PROCESSES];
    memset(out, 0, sizeof *out);
    db.keys = 1 + dice_below(&db.dice, MAX_KEYS);
    for (int p = 0; p < PROCESSES; p++) {
        sessions[p] = (session){.process = p, .txn = -1};
    }
    while (out->txn_count < txns) {
        session *running = &sessions[dice_below(&db.dice, PROCESSES)];
        haunt(&db);
        if (running->txn < 0) {
            invoke(&db, running);
        } else if (!running->executed) {
            advance(&db, running);
        } else {
            complete(&db, running);
        }
    }
    for (int p = 0; p < PROCESSES; p++) {
        if (sessions[p].txn >= 0) {
            /* The history ends in the middle: no completion, whatever the database did. */
            out->txns[sessions[p].txn].outcome = OUTCOME_NONE;
        }
    }
}
