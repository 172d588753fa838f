/* turns.c - see turns.h. */
#include "run/client/pacing.h"

#include "run/system/clock.h"

#define NS_PER_S 1e9

void mns_turns_init(mns_turns *turns, uint64_t transactions, double time_s, double rate) {
    *turns = (mns_turns){.most = transactions,
                         .time_ns = (uint64_t)(time_s * NS_PER_S),
                         .between_ns = rate > 0 ? NS_PER_S / rate : 0};
    pthread_mutex_init(&turns->lock, NULL);
    mns_clock_condition(&turns->changed);
}

void mns_turns_release(mns_turns *turns) {
    pthread_cond_destroy(&turns->changed);
    pthread_mutex_destroy(&turns->lock);
}

/* With the lock held. */
static void end(mns_turns *turns, const char *why) {
    if (turns->ended == NULL) {
        turns->ended = why;
        turns->ended_at = mns_clock_ns();
        pthread_cond_broadcast(&turns->changed);
    }
}

/* With the lock held: waits until that moment or until something changes. */
static void wait_until(mns_turns *turns, uint64_t moment) {
    struct timespec when = mns_clock_moment(moment);
    pthread_cond_timedwait(&turns->changed, &turns->lock, &when);
}

static void begin(mns_turns *turns, uint64_t time_ns) {
    turns->open = true;
    turns->begun = mns_clock_ns();
    turns->until = time_ns > 0 ? turns->begun + time_ns : UINT64_MAX;
    pthread_cond_broadcast(&turns->changed);
}

void mns_turns_open(mns_turns *turns) {
    pthread_mutex_lock(&turns->lock);
    begin(turns, turns->time_ns);
    pthread_mutex_unlock(&turns->lock);
}

void mns_turns_again(mns_turns *turns) {
    pthread_mutex_lock(&turns->lock);
    turns->most = 0;
    turns->taken = 0;
    turns->given = 0;
    turns->ended = NULL;
    begin(turns, 0);
    pthread_mutex_unlock(&turns->lock);
}

/* Of the turn that has just been taken. */
static bool wait_for_turn(mns_turns *turns, uint64_t due) {
    for (;;) {
        uint64_t now = mns_clock_ns();
        if (now >= turns->until) {
            end(turns, "time");
        }
        if (turns->ended != NULL || now >= due) {
            return turns->ended == NULL;
        }
        wait_until(turns, due < turns->until ? due : turns->until);
    }
}

bool mns_turns_take(mns_turns *turns) {
    pthread_mutex_lock(&turns->lock);
    while (turns->ended == NULL && !turns->open) {
        pthread_cond_wait(&turns->changed, &turns->lock);
    }
    /* Whoever comes once all are taken waits for those that took them: they may be early. */
    while (turns->ended == NULL && turns->most > 0 && turns->taken == turns->most) {
        pthread_cond_wait(&turns->changed, &turns->lock);
    }
    bool mine = turns->ended == NULL;
    if (mine) {
        double after = (double)turns->taken++ * turns->between_ns;
        mine = wait_for_turn(turns, turns->begun + (uint64_t)after);
    }
    if (mine && ++turns->given == turns->most) {
        end(turns, "transactions");
    }
    pthread_mutex_unlock(&turns->lock);
    return mine;
}

void mns_turns_end(mns_turns *turns, const char *why) {
    pthread_mutex_lock(&turns->lock);
    end(turns, why);
    pthread_mutex_unlock(&turns->lock);
}

bool mns_turns_pause(mns_turns *turns, uint64_t ns) {
    pthread_mutex_lock(&turns->lock);
    for (uint64_t until = mns_clock_ns() + ns; turns->ended == NULL && mns_clock_ns() < until;) {
        wait_until(turns, until);
    }
    bool more = turns->ended == NULL;
    pthread_mutex_unlock(&turns->lock);
    return more;
}

const char *mns_turns_ended(mns_turns *turns, uint64_t *at) {
    pthread_mutex_lock(&turns->lock);
    if (turns->open && mns_clock_ns() >= turns->until) {
        end(turns, "time");
    }
    const char *ended = turns->ended;
    if (at != NULL) {
        *at = turns->ended_at;
    }
    pthread_mutex_unlock(&turns->lock);
    return ended;
}
