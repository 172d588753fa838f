/* pacing.c - see pacing.h. */
#include "run/client/pacing.h"

#include "run/system/clock.h"

#define NS_PER_S 1e9

void mns_pacing_init(mns_pacing *pacing, uint64_t transactions, double time_s, double rate) {
    *pacing = (mns_pacing){.max = transactions,
                           .time_ns = (uint64_t)(time_s * NS_PER_S),
                           .between_ns = rate > 0 ? NS_PER_S / rate : 0};
    pthread_mutex_init(&pacing->lock, NULL);
    mns_clock_cond_init(&pacing->changed);
}

void mns_pacing_release(mns_pacing *pacing) {
    pthread_cond_destroy(&pacing->changed);
    pthread_mutex_destroy(&pacing->lock);
}

/* Call with the lock held. */
static void end(mns_pacing *pacing, minos_run_end reason) {
    if (!pacing->ended) {
        pacing->ended = true;
        pacing->reason = reason;
        pacing->ended_at = mns_clock_ns();
        pthread_cond_broadcast(&pacing->changed);
    }
}

/* Call with the lock held: waits until that time or a change. */
static void wait_until(mns_pacing *pacing, uint64_t moment) {
    struct timespec when = mns_clock_timespec(moment);
    pthread_cond_timedwait(&pacing->changed, &pacing->lock, &when);
}

static void begin(mns_pacing *pacing, uint64_t time_ns) {
    pacing->open = true;
    pacing->begun = mns_clock_ns();
    pacing->until = time_ns > 0 ? pacing->begun + time_ns : UINT64_MAX;
    pthread_cond_broadcast(&pacing->changed);
}

void mns_pacing_open(mns_pacing *pacing) {
    pthread_mutex_lock(&pacing->lock);
    begin(pacing, pacing->time_ns);
    pthread_mutex_unlock(&pacing->lock);
}

void mns_pacing_restart(mns_pacing *pacing) {
    pthread_mutex_lock(&pacing->lock);
    pacing->max = 0;
    pacing->reserved = 0;
    pacing->granted = 0;
    pacing->ended = false;
    begin(pacing, 0);
    pthread_mutex_unlock(&pacing->lock);
}

/* For the slot that was just reserved. */
static bool wait_until_due(mns_pacing *pacing, uint64_t due) {
    for (;;) {
        uint64_t now = mns_clock_ns();
        if (now >= pacing->until) {
            end(pacing, MINOS_END_TIME);
        }
        if (pacing->ended || now >= due) {
            return !pacing->ended;
        }
        wait_until(pacing, due < pacing->until ? due : pacing->until);
    }
}

bool mns_pacing_wait(mns_pacing *pacing) {
    pthread_mutex_lock(&pacing->lock);
    while (!pacing->ended && !pacing->open) {
        pthread_cond_wait(&pacing->changed, &pacing->lock);
    }
    /* Late callers wait for outstanding slots: the load may still end before these are due. */
    while (!pacing->ended && pacing->max > 0 && pacing->reserved == pacing->max) {
        pthread_cond_wait(&pacing->changed, &pacing->lock);
    }
    bool granted = !pacing->ended;
    if (granted) {
        double after = (double)pacing->reserved++ * pacing->between_ns;
        granted = wait_until_due(pacing, pacing->begun + (uint64_t)after);
    }
    if (granted && ++pacing->granted == pacing->max) {
        end(pacing, MINOS_END_TRANSACTIONS);
    }
    pthread_mutex_unlock(&pacing->lock);
    return granted;
}

void mns_pacing_end(mns_pacing *pacing, minos_run_end reason) {
    pthread_mutex_lock(&pacing->lock);
    end(pacing, reason);
    pthread_mutex_unlock(&pacing->lock);
}

bool mns_pacing_pause(mns_pacing *pacing, uint64_t ns) {
    pthread_mutex_lock(&pacing->lock);
    for (uint64_t until = mns_clock_ns() + ns; !pacing->ended && mns_clock_ns() < until;) {
        wait_until(pacing, until);
    }
    bool more = !pacing->ended;
    pthread_mutex_unlock(&pacing->lock);
    return more;
}

/* With the lock held. */
static bool has_ended(mns_pacing *pacing) {
    if (pacing->open && mns_clock_ns() >= pacing->until) {
        end(pacing, MINOS_END_TIME);
    }
    return pacing->ended;
}

bool mns_pacing_ended(mns_pacing *pacing, uint64_t *at) {
    pthread_mutex_lock(&pacing->lock);
    bool ended = has_ended(pacing);
    if (at != NULL) {
        *at = pacing->ended_at;
    }
    pthread_mutex_unlock(&pacing->lock);
    return ended;
}

minos_run_end mns_pacing_reason(mns_pacing *pacing) {
    pthread_mutex_lock(&pacing->lock);
    bool ended = has_ended(pacing);
    minos_run_end reason = pacing->reason;
    pthread_mutex_unlock(&pacing->lock);
    assert(ended);
    (void)ended;
    return reason;
}
