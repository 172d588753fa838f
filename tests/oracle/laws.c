/*
 * laws.c - the oracle itself on textbook histories.
 *
 * In: a history in the notation of support/units.h, and for each law, in the order of laws[], a +
 * where it allows the history and a - where it does not. What every textbook says of these
 * histories is said here once more, by hand: neither Minos nor the oracle was asked.
 *
 *     SER   strict-serializable, strong-session-serializable, serializable
 *     RR    repeatable-read
 *     SI    strong-snapshot-isolation, strong-session-snapshot-isolation, snapshot-isolation
 *     P A   prefix, read-atomic
 *     V C   consistent-view, cursor-stability
 *     RC    strong-read-committed, strong-session-read-committed, read-committed
 *     RU    strong-read-uncommitted, strong-session-read-uncommitted, read-uncommitted
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First, as the library's functions call their arguments what model.h calls types. */
#include "support/units.h"

#include "oracle/load.h"

typedef struct textbook {
    const char *name, *history, *allowed;
} textbook;

static const textbook textbooks[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"one after the other",
     "0: ax1 / ok 0: ax1 / 1: rx ax2 / ok 1: rx[1] ax2 / 0: rx / ok 0: rx[1,2]",
     "+++ + +++ ++ ++ +++ +++"},
    {"stale read", "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx[]", "-++ + -++ ++ ++ +++ +++"},
    {"stale read within a session", "0: ax1 / ok 0: ax1 / 0: rx / ok 0: rx[]",
     "--+ + --+ ++ ++ +++ +++"},
    {"stale, but the outcome of the first is unknown", "0: ax1 / info 0: ax1 / 0: rx / ok 0: rx[]",
     "+++ + +++ ++ ++ +++ +++"},
    {"a write overtakes a completed one",
     "0: ax1 / ok 0: ax1 / 1: ax2 / 2: rx / ok 1: ax2 / ok 2: rx[2,1]", "-++ + -++ ++ ++ -++ -++"},
    {"write skew", "0: rx ay1 / 1: ry ax1 / ok 0: rx[] ay1 / ok 1: ry[] ax1",
     "--- - +++ ++ ++ +++ +++"},
    {"lost update", "0: rx ax1 / 1: rx ax2 / ok 0: rx[] ax1 / ok 1: rx[] ax2",
     "--- - --- ++ -- +++ +++"},
    {"read skew", "0: ax1 ay1 / 1: rx ry / ok 0: ax1 ay1 / ok 1: rx[1] ry[]",
     "--- - --- -- -+ +++ +++"},
    {"a write between a read and a write",
     "0: rx ax2 / 1: ax1 / 2: rx / ok 0: rx[] ax2 / ok 1: ax1 / ok 2: rx[1,2]",
     "--- - --- ++ -- +++ +++"},
    {"long fork",
     "0: ax1 / 1: ay1 / 2: rx ry / 3: rx ry / ok 0: ax1 / ok 1: ay1 / ok 2: rx[1] ry[] / "
     "ok 3: rx[] ry[1]",
     "--- - --- -+ ++ +++ +++"},
    {"a read that did not repeat", "0: ax1 / 1: rx rx / ok 0: ax1 / ok 1: rx[] rx[1]",
     "--- - --- -- -+ +++ +++"},
    {"an own write was missed", "0: ax1 rx / ok 0: ax1 rx[] / 1: rx / ok 1: rx[1]",
     "--- + --- -- ++ +++ +++"},
    {"circular information flow", "0: ax1 ry / 1: ay1 rx / ok 0: ax1 ry[1] / ok 1: ay1 rx[1]",
     "--- - --- -- -- --- +++"},
    {"a future read", "0: rx ax1 / ok 0: rx[1] ax1", "--- - --- -- -- --- +++"},
    {"an intermediate read", "0: ax1 ax2 / 1: rx / ok 1: rx[1] / ok 0: ax1 ax2",
     "--- - --- -- -- --- +++"},
    {"an aborted read", "0: ax1 / fail 0: ax1 / 1: rx / ok 1: rx[1]", "--- - --- -- -- --- +++"},
    {"a read of an unknown outcome", "0: ax1 / info 0: ax1 / 1: rx / ok 1: rx[1]",
     "+++ + +++ ++ ++ +++ +++"},
    {"a write on top of an aborted one",
     "0: ax1 / fail 0: ax1 / 1: ax2 / ok 1: ax2 / 2: rx / ok 2: rx[1,2]",
     "--- - --- -- -- --- +++"},
    {"dirty writes",
     "0: ax1 ay1 / 1: ax2 ay2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx[1,2] ry[2,1]",
     "--- - --- -- -- --- ---"},
    {"dirty writes, one of them aborted",
     "0: ax1 ay1 / 1: ax2 ay2 / 2: rx ry / ok 0: ax1 ay1 / fail 1: ax2 ay2 / "
     "ok 2: rx[1,2] ry[2,1]",
     "--- - --- -- -- --- +++"},
    {"an element from nowhere", "0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx[1,9]",
     "--- - --- -- -- --- ---"},
    {"an element twice", "0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx[1,1]", "--- - --- -- -- --- ---"},
    {"two orders of the same elements",
     "0: ax1 / 1: ax2 / 2: rx / 3: rx / ok 0: ax1 / ok 1: ax2 / ok 2: rx[1,2] / ok 3: rx[2,1]",
     "--- - --- -- -- --- ---"},
    {"two appends in the other order than they were made",
     "0: ax1 ax2 ax3 / 1: rx / ok 0: ax1 ax2 ax3 / ok 1: rx[2,1,3]", "--- - --- -- -- --- ---"},
    {"without invocations there is no real time", "ok 0: ax1 / ok 1: rx[]",
     "+++ + +++ ++ ++ +++ +++"},
};

int main(void) {
    static model m;
    unsigned wrong = 0;
    size_t count = sizeof textbooks / sizeof textbooks[0];
    for (size_t i = 0; i < count; i++) {
        char *text = unit_text(textbooks[i].history, false);
        if (!model_load(&m, text, strlen(text))) {
            printf("%s: not loaded\n", textbooks[i].name);
            wrong++;
        }
        const char *expected = textbooks[i].allowed;
        for (int l = 0; l < LAW_COUNT; l++, expected++) {
            expected += strspn(expected, " ");
            bool allowed = law_allows(&laws[l], &m);
            if (allowed != (*expected == '+')) {
                printf("%s: %s allows it: %s\n", textbooks[i].name, laws[l].model,
                       allowed ? "yes" : "no");
                wrong++;
            }
        }
        free(text);
    }
    printf("%zu histories, %d laws, %u wrong\n", count, LAW_COUNT, wrong);
    return wrong == 0 ? 0 : 1;
}
