/*
 * laws.c - the oracle itself on textbook histories of lists (textbook.h).
 */
#include "oracle/textbook.h"
#include "support/support.h"

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
    return textbook_judge(TYPE_LIST, (assumptions){.wfr = false}, textbooks,
                          TEST_COUNT_OF(textbooks)) == 0
               ? 0
               : 1;
}
