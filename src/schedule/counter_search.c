/*
 * counter_search.c - see counter_search.h.
 *
 * A frame is a state and the transaction that was placed in it. The frames are a stack:
 *
 *     frame   |T1 T4 T2 T3|   T3 led nowhere because of keys {x}; T2 adds to y alone, T4 to x:
 *                  ^          go back to T4 and try another instead
 *
 * That skips only what cannot help: as long as nothing else adds to these keys, whatever waits for
 * them goes on waiting, and nothing else may begin before the oldest is placed.
 */
#include "schedule/counter_search.h"

#include "core/grow.h"
#include "schedule/counter_state.h"

enum {
    STEPS_PER_TXN = 256,      /* looks at transactions, and */
    STEPS_AT_LEAST = 1000000, /* as many for any history */
    LIMIT_WINDOW = 64,        /* candidates that are looked at in a state */
    LIMIT_UNKNOWN = 256,      /* the same, of unknown outcome */
    LEAST_MEMORY = 1024,      /* failed states */
    LIMIT_MEMORY = 1 << 20
};

typedef struct frame {
    uint32_t txn;
    uint32_t recent;  /* the last update placed before it, or MNS_NONE */
    uint64_t failed;  /* keys for which its candidates failed so far */
    uint64_t unknown; /* keys for which unknown outcomes are being tried */
    uint16_t tried, unknown_tried;
    bool forced; /* no other candidate is worth a try */
} frame;

typedef struct failure {
    uint64_t hash, keys;
} failure;

typedef struct counter_search {
    mns_counter_state state;
    frame *frames; /* the last one, frames[depth], is being filled in */
    uint32_t depth;
    uint32_t ok_placed;
    failure *failures; /* by hash: the last one with that index */
    uint64_t failure_mask;
    uint64_t steps, limit;
    /* What the last look at the window found: */
    uint32_t fitting[LIMIT_WINDOW], fitting_count; /* by completion */
    uint32_t blocked[LIMIT_WINDOW], blocked_count;
    uint64_t misfits[LIMIT_WINDOW]; /* of blocked */
} counter_search;

/* ---- Failed states -------------------------------------------------------------------------- */

static bool remember(counter_search *s, uint64_t keys) {
    if (s->failures == NULL) {
        uint64_t size = LEAST_MEMORY;
        while (size < LIMIT_MEMORY && size / 4 < s->state.txn_count) {
            size *= 2;
        }
        s->failures = MNS_NEW_ARRAY(failure, size);
        s->failure_mask = size - 1;
    }
    if (s->failures != NULL) {
        s->failures[s->state.hash & s->failure_mask] = (failure){s->state.hash, keys};
    }
    return s->failures != NULL;
}

/* Whether placing txn leads to a state that is known to fail. */
static bool leads_nowhere(const counter_search *s, uint32_t txn, uint64_t *keys) {
    uint64_t hash = s->state.hash ^ mns_counter_mix(txn);
    if (s->failures == NULL || s->failures[hash & s->failure_mask].hash != hash) {
        return false;
    }
    *keys |= s->failures[hash & s->failure_mask].keys;
    return true;
}

/* ---- Candidates ----------------------------------------------------------------------------- */

/* One that can be placed without a choice, or MNS_NONE. */
static uint32_t look_at(counter_search *s, uint32_t txn) {
    s->steps++;
    if (!mns_counter_may_come(&s->state, txn)) {
        return MNS_NONE;
    }
    uint64_t misfits = mns_counter_misfits(&s->state, txn);
    if (misfits != 0) {
        s->blocked[s->blocked_count] = txn;
        s->misfits[s->blocked_count++] = misfits;
        return MNS_NONE;
    }
    if (mns_counter_is_harmless(&s->state, txn)) {
        return txn;
    }
    uint32_t at = s->fitting_count++;
    for (; at > 0 && s->fitting[at - 1] > txn; at--) {
        s->fitting[at] = s->fitting[at - 1];
    }
    s->fitting[at] = txn;
    return MNS_NONE;
}

/* Looks at the window; a harmless one, or MNS_NONE. */
static uint32_t look_at_window(counter_search *s) {
    const mns_counter_state *state = &s->state;
    uint32_t oldest = state->oldest, harmless = MNS_NONE, looked = 0;
    s->fitting_count = s->blocked_count = 0;
    if (oldest < state->txn_count) {
        harmless = look_at(s, oldest);
        looked++;
    }
    for (uint32_t txn = state->window_next[state->txn_count];
         txn != state->txn_count && harmless == MNS_NONE && looked < LIMIT_WINDOW;
         txn = state->window_next[txn]) {
        if (txn != oldest) {
            harmless = look_at(s, txn);
            looked++;
        }
    }
    return harmless;
}

/* Those outside the window that only read what the last update left; one that fits, or MNS_NONE. */
static uint32_t look_at_readers(counter_search *s, uint32_t update) {
    const mns_counter_state *state = &s->state;
    uint32_t touches = (uint32_t)state->sums.touch_count;
    if (state->reader_next == NULL || update == MNS_NONE) {
        return MNS_NONE;
    }
    for (uint32_t i = state->sums.touch_first[update]; i < state->sums.touch_first[update + 1];
         i++) {
        uint32_t level = mns_counter_level(state, state->sums.touches[i].key), looked = 0;
        if (level == MNS_NONE) {
            continue;
        }
        for (uint32_t r = state->reader_next[touches + level];
             r != touches + level && looked < LIMIT_WINDOW; r = state->reader_next[r], looked++) {
            uint32_t txn = state->sums.touches[r].txn;
            s->steps++;
            if (mns_counter_may_come(state, txn) && mns_counter_misfits(state, txn) == 0) {
                return txn;
            }
        }
    }
    return MNS_NONE;
}

static uint32_t find_harmless(counter_search *s) {
    uint32_t txn = look_at_readers(s, s->frames[s->depth].recent);
    return txn != MNS_NONE ? txn : look_at_window(s);
}

/* ---- Unknown outcomes ----------------------------------------------------------------------- */

/* The keys that keep the oldest from being placed, and those that keep others from changing these:
 * as long as nothing adds to them, all of these wait. By process order others may wait behind any
 * of the blocked ones, so all of these count. */
static uint64_t find_culprits(const counter_search *s, uint64_t keys) {
    bool oldest_waits = s->blocked_count > 0 && s->blocked[0] == s->state.oldest;
    bool all = s->state.predecessor != NULL || (keys == 0 && !oldest_waits);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t i = 0; i < s->blocked_count; i++) {
            uint64_t misfits = s->misfits[i];
            bool counts = all || (i == 0 && oldest_waits) ||
                          (mns_counter_keys_of(&s->state, s->blocked[i]) & keys) != 0;
            if (counts && (misfits & keys) == 0) {
                keys |= misfits & (~misfits + 1); /* one of them */
                grew = true;
            }
        }
    }
    return keys;
}

/* How many of unknown outcome may have begun. */
static uint32_t count_begun(const mns_counter_state *state) {
    uint32_t low = 0, high = state->info_count;
    const uint32_t *list = state->by_begin + state->ok_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mns_counter_begin(state, list[middle]) <= state->horizon) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The next transaction of unknown outcome that adds to the keys, the one invoked last first; or
 * MNS_NONE. Keys that forbid one join the keys. */
static uint32_t next_unknown(counter_search *s, frame *f, uint64_t *keys) {
    const mns_counter_state *state = &s->state;
    uint32_t looked = 0;
    for (uint32_t n = count_begun(state); n-- > 0 && looked < LIMIT_UNKNOWN;) {
        uint32_t txn = state->by_begin[state->ok_count + n];
        s->steps++;
        if (state->placed[txn]) {
            continue;
        }
        if (looked++ < f->unknown_tried || (mns_counter_adds_to(state, txn) & *keys) == 0 ||
            !mns_counter_may_come(state, txn)) {
            continue;
        }
        uint64_t misfits = mns_counter_misfits(state, txn);
        if (misfits != 0) {
            *keys |= (misfits & *keys) == 0 ? misfits & (~misfits + 1) : 0;
        } else if (!leads_nowhere(s, txn, keys)) {
            f->unknown_tried = (uint16_t)looked;
            return txn;
        }
    }
    return MNS_NONE;
}

static uint32_t choose_unknown(counter_search *s, frame *f) {
    uint64_t keys = find_culprits(s, f->failed);
    for (;;) {
        if (keys != f->unknown) {
            f->unknown = keys;
            f->unknown_tried = 0;
        }
        uint32_t txn = next_unknown(s, f, &keys);
        f->failed = keys;
        if (txn != MNS_NONE || keys == f->unknown) {
            return txn;
        }
        keys = f->failed = find_culprits(s, keys);
    }
}

/* ---- Forward and back ----------------------------------------------------------------------- */

/* The next candidate of the last frame, or MNS_NONE. */
static uint32_t choose(counter_search *s) {
    frame *f = &s->frames[s->depth];
    uint32_t txn = find_harmless(s);
    if (txn != MNS_NONE) {
        f->forced = true;
        return leads_nowhere(s, txn, &f->failed) ? MNS_NONE : txn;
    }
    while (f->tried < s->fitting_count) {
        txn = s->fitting[f->tried++];
        if (!leads_nowhere(s, txn, &f->failed)) {
            return txn;
        }
    }
    return choose_unknown(s, f);
}

static void step_forward(counter_search *s, uint32_t txn) {
    frame *f = &s->frames[s->depth++];
    f->txn = txn;
    s->ok_placed += mns_counter_is_ok(&s->state, txn);
    uint32_t recent = s->state.sums.is_update[txn] ? txn : f->recent;
    mns_counter_place(&s->state, txn);
    s->frames[s->depth] = (frame){.txn = MNS_NONE, .recent = recent};
}

typedef enum outcome { GOES_ON, ENDED, OUT_OF_MEMORY } outcome;

/* Goes back to the last transaction that added to a key for which the last frame failed. */
static outcome step_back(counter_search *s) {
    uint64_t keys = s->frames[s->depth].failed;
    while (s->depth > 0) {
        frame *f = &s->frames[--s->depth];
        if (!remember(s, keys)) {
            return OUT_OF_MEMORY;
        }
        uint64_t adds_to = mns_counter_adds_to(&s->state, f->txn);
        mns_counter_take_back(&s->state, f->txn);
        s->ok_placed -= mns_counter_is_ok(&s->state, f->txn);
        if (!f->forced && (adds_to & keys) != 0) {
            f->failed |= keys;
            return GOES_ON;
        }
    }
    return ENDED;
}

/* Without real time, transactions that read the initial state may stand anywhere in the history. */
static void place_initial_readers(counter_search *s) {
    const mns_counter_state *state = &s->state;
    for (uint32_t txn = 0; txn < state->txn_count && state->reader_next != NULL; txn++) {
        if (mns_counter_is_ok(state, txn) && !state->sums.is_update[txn] &&
            mns_counter_may_come(state, txn) && mns_counter_misfits(state, txn) == 0) {
            s->frames[s->depth].forced = true;
            step_forward(s, txn);
        }
    }
}

static const char *run(counter_search *s, bool *good) {
    place_initial_readers(s);
    while (s->ok_placed < s->state.ok_count) {
        if (s->steps + s->state.walked >= s->limit) {
            return "the budget of steps for placing transactions ended";
        }
        uint32_t txn = choose(s);
        outcome result = GOES_ON;
        if (txn != MNS_NONE) {
            step_forward(s, txn);
        } else {
            result = step_back(s);
        }
        *good = result != OUT_OF_MEMORY;
        if (result != GOES_ON) {
            return "no order of the increments was found that explains all sums";
        }
    }
    return NULL;
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool list_order(const counter_search *s, mns_execution *execution) {
    *execution = (mns_execution){MNS_NEW_ARRAY(uint32_t, s->depth), NULL, s->depth};
    for (uint32_t i = 0; i < s->depth && execution->order != NULL; i++) {
        execution->order[i] = s->frames[i].txn;
    }
    return execution->order != NULL;
}

minos_status mns_counter_search(const mns_history *history, mns_candidates kept,
                                mns_execution *execution, const char **reason, uint64_t *steps) {
    counter_search *s = MNS_NEW_ARRAY(counter_search, 1);
    *execution = (mns_execution){NULL, NULL, 0};
    *reason = NULL;
    *steps = 0;
    if (s == NULL) {
        return MINOS_ENOMEM;
    }
    s->limit = (uint64_t)STEPS_PER_TXN * history->txns.count + STEPS_AT_LEAST;
    bool good = mns_counter_state_init(&s->state, history, kept);
    if (good && s->state.sums.contradicts) {
        *reason = "some reads do not fit any execution";
    } else if (good) {
        s->frames = MNS_NEW_ARRAY(frame, (size_t)history->txns.count + 1);
        good = s->frames != NULL;
        if (good) {
            s->frames[0] = (frame){.txn = MNS_NONE, .recent = MNS_NONE};
            *reason = run(s, &good);
        }
    }
    good = good && (*reason != NULL || list_order(s, execution));
    *steps = s->steps + s->state.walked;
    mns_counter_state_release(&s->state);
    free(s->frames);
    free(s->failures);
    free(s);
    return good ? MINOS_OK : MINOS_ENOMEM;
}
