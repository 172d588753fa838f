/*
 * run_signals.c - SIGINT and SIGTERM during a run.
 *
 * The first signal lets clients finish their transactions, the second stops them at once; the
 * history is checked in both cases. The third has its default effect. The handler only counts and
 * writes one line, which is async-signal-safe.
 */
#include <string.h>
#include <unistd.h>

#include "cli/cmd_run.h"

static volatile sig_atomic_t interrupts;
static volatile sig_atomic_t on_terminal;
static struct sigaction before[2];
static const int signals[2] = {SIGINT, SIGTERM};

static void tell(const char *text) {
    static const char erase[] = "\r\033[K";
    if (on_terminal) {
        (void)!write(STDERR_FILENO, erase, sizeof erase - 1);
    }
    (void)!write(STDERR_FILENO, text, strlen(text));
}

static void count(int number) {
    interrupts++;
    if (interrupts == 1) {
        tell("minos: stopping; press Ctrl-C again to stop at once\n");
    } else if (interrupts > 2) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

const volatile sig_atomic_t *run_signals_begin(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = count;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    on_terminal = isatty(STDERR_FILENO) == 1;
    for (size_t i = 0; i < 2; i++) {
        sigaction(signals[i], &action, &before[i]);
    }
    return &interrupts;
}

void run_signals_end(void) {
    for (size_t i = 0; i < 2; i++) {
        sigaction(signals[i], &before[i], NULL);
    }
}
