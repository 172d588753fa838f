/* deadline.c - see deadline.h. */
#include "run/driver/deadline.h"

#include <errno.h>
#include <poll.h>

#include "run/system/clock.h"

#define NS_PER_MS UINT64_C(1000000)

mns_deadline mns_deadline_begin(const mns_database *database) {
    const mns_connect_limit *limit = &database->connect_limit;
    uint64_t until_ns = mns_clock_ns() + database->timeout_ms * NS_PER_MS;
    if (limit->until_ns != 0 && limit->until_ns < until_ns) {
        until_ns = limit->until_ns;
    }
    return (mns_deadline){.until_ns = until_ns, .limit = limit};
}

/* The user or the end of the load cancelled the connection attempt. */
static bool is_cancelled(const mns_deadline *deadline) {
    const mns_connect_limit *limit = deadline->limit;
    return limit != NULL &&
           ((limit->interrupts != NULL && *limit->interrupts >= limit->interrupt_limit) ||
            (limit->load_ended != NULL && atomic_load(limit->load_ended)));
}

bool mns_deadline_passed(const mns_deadline *deadline) {
    return deadline->until_ns != 0 &&
           (is_cancelled(deadline) || mns_clock_ns() >= deadline->until_ns);
}

unsigned mns_deadline_left_ms(const mns_deadline *deadline) {
    uint64_t now = mns_clock_ns();
    return now >= deadline->until_ns ? 1 : (unsigned)((deadline->until_ns - now) / NS_PER_MS) + 1;
}

bool mns_deadline_wait(const mns_deadline *deadline, int fd, short events) {
    while (!mns_deadline_passed(deadline)) {
        struct pollfd entry = {.fd = fd, .events = events};
        unsigned left_ms = mns_deadline_left_ms(deadline);
        int step_ms = left_ms < MNS_DEADLINE_STEP_MS ? (int)left_ms : MNS_DEADLINE_STEP_MS;
        if (poll(&entry, 1, step_ms) > 0) {
            return true;
        }
    }
    errno = ETIMEDOUT;
    return false;
}

void mns_deadline_error(const mns_deadline *deadline, mns_driver_error *failure) {
    mns_driver_error_set(failure, MNS_OUTCOME_FAIL, true, "timeout", "",
                         is_cancelled(deadline) ? "interrupted while connecting"
                                                : "timeout while connecting");
}
