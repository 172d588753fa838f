/*
 * laws_register.c - the oracle itself on textbook histories of registers (textbook.h).
 *
 * A register hides what was written before, so more can be explained than of lists: a version
 * order is known only as far as reads and the law force it.
 */
#include "oracle/textbook.h"
#include "support/support.h"

static const textbook textbooks[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"one after the other", "0: wx1 / ok 0: wx1 / 1: rx wx2 / ok 1: rx1 wx2 / 0: rx / ok 0: rx2",
     "+++ + +++ ++ ++ +++ +++"},
    {"stale read", "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx", "-++ + -++ ++ ++ +++ +++"},
    {"stale read within a session", "0: wx1 / ok 0: wx1 / 0: rx / ok 0: rx",
     "--+ + --+ ++ ++ +++ +++"},
    {"stale, but the outcome of the first is unknown", "0: wx1 / info 0: wx1 / 0: rx / ok 0: rx",
     "+++ + +++ ++ ++ +++ +++"},
    {"an overwritten value is read", "0: wx1 / ok 0: wx1 / 1: wx2 / ok 1: wx2 / 2: rx / ok 2: rx1",
     "-++ + -++ ++ ++ +++ +++"},
    {"a value is read before it is overwritten",
     "0: wx1 / ok 0: wx1 / 1: wx2 / 2: rx / ok 1: wx2 / ok 2: rx1", "+++ + +++ ++ ++ +++ +++"},
    {"two sessions read two values in two orders",
     "0: wx1 / 1: wx2 / 2: rx / ok 2: rx1 / 2: rx / ok 2: rx2 / 3: rx / ok 3: rx2 / 3: rx "
     "/ ok 3: rx1 / ok 0: wx1 / ok 1: wx2",
     "--+ + --+ ++ ++ +++ +++"},
    {"write skew", "0: rx wy1 / 1: ry wx1 / ok 0: rx wy1 / ok 1: ry wx1",
     "--- - +++ ++ ++ +++ +++"},
    {"write skew on one side only", "0: rx wy1 / 1: ry wx1 / ok 0: rx wy1 / ok 1: ry1 wx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"lost update", "0: rx wx1 / 1: rx wx2 / ok 0: rx wx1 / ok 1: rx wx2",
     "--- - --- ++ -- +++ +++"},
    {"an update without a read is not lost", "0: rx wx1 / 1: wx2 / ok 0: rx wx1 / ok 1: wx2",
     "+++ + +++ ++ ++ +++ +++"},
    {"a write between a read and a write, seen later",
     "0: rx wx2 / 1: wx1 / ok 0: rx wx2 / ok 1: wx1 / 2: rx / ok 2: rx2",
     "-++ + -++ ++ ++ +++ +++"},
    {"read skew", "0: wx1 wy1 / 1: rx ry / ok 0: wx1 wy1 / ok 1: rx1 ry",
     "--- - --- -- -+ +++ +++"},
    {"both or nothing",
     "0: wx1 wy1 / 1: rx ry / 2: rx ry / ok 0: wx1 wy1 / ok 1: rx1 ry1 / ok 2: rx ry",
     "+++ + +++ ++ ++ +++ +++"},
    {"a fractured read",
     "0: wx1 wy1 / 1: wx2 wy2 / 2: rx ry / ok 0: wx1 wy1 / ok 1: wx2 wy2 / ok 2: rx1 ry2",
     "--- - --- -- -+ +++ +++"},
    {"not fractured: the other half was overwritten",
     "0: wx1 wy1 / ok 0: wx1 wy1 / 1: wy2 / ok 1: wy2 / 2: rx ry / ok 2: rx1 ry2",
     "+++ + +++ ++ ++ +++ +++"},
    {"sees what depends on a write, but not that",
     "0: wx1 wy1 / 1: rx wx2 / 2: rx ry / ok 0: wx1 wy1 / ok 1: rx1 wx2 / ok 2: rx2 ry",
     "--- - --- -+ -+ +++ +++"},
    {"sees what need not depend on a write",
     "0: wx1 wy1 / 1: wx2 / 2: rx ry / ok 0: wx1 wy1 / ok 1: wx2 / ok 2: rx2 ry",
     "+++ + +++ ++ ++ +++ +++"},
    {"long fork",
     "0: wx1 / 1: wy1 / 2: rx ry / 3: rx ry / ok 0: wx1 / ok 1: wy1 / ok 2: rx1 ry / ok 3: "
     "rx ry1",
     "--- - --- -+ ++ +++ +++"},
    {"not a fork",
     "0: wx1 / 1: wy1 / 2: rx ry / 3: rx ry / ok 0: wx1 / ok 1: wy1 / ok 2: rx1 ry / ok 3: "
     "rx1 ry1",
     "+++ + +++ ++ ++ +++ +++"},
    {"a read that did not repeat", "0: wx1 / 1: rx rx / ok 0: wx1 / ok 1: rx rx1",
     "--- - --- -- -+ +++ +++"},
    {"an own write was missed", "0: wx1 rx / ok 0: wx1 rx / 1: rx / ok 1: rx1",
     "--- + --- -- ++ +++ +++"},
    {"another's write instead of the own", "0: wx1 rx / 1: wx2 / ok 0: wx1 rx2 / ok 1: wx2",
     "--- + --- -- ++ +++ +++"},
    {"an own write on an older version",
     "0: wx1 / 1: rx wx2 rx ry / 2: wx3 wy3 / ok 0: wx1 / ok 1: rx1 wx2 rx2 ry / ok 2: wx3 "
     "wy3",
     "+++ + +++ ++ ++ +++ +++"},
    {"circular information flow", "0: wx1 ry / 1: wy1 rx / ok 0: wx1 ry1 / ok 1: wy1 rx1",
     "--- - --- -- -- --- +++"},
    {"a future read", "0: rx wx1 / ok 0: rx1 wx1", "--- - --- -- -- --- +++"},
    {"an intermediate read", "0: wx1 wx2 / 1: rx / ok 1: rx1 / ok 0: wx1 wx2",
     "--- - --- -- -- --- +++"},
    {"an own intermediate read", "0: wx1 rx wx2 rx / ok 0: wx1 rx1 wx2 rx2",
     "+++ + +++ ++ ++ +++ +++"},
    {"an aborted read", "0: wx1 / fail 0: wx1 / 1: rx / ok 1: rx1", "--- - --- -- -- --- +++"},
    {"a read of an unknown outcome", "0: wx1 / info 0: wx1 / 1: rx / ok 1: rx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"an unknown outcome comes late",
     "0: wx1 / info 0: wx1 / 1: rx / ok 1: rx / 1: wx2 / ok 1: wx2 / 1: rx / ok 1: rx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"half of an unknown outcome", "0: wx1 wy1 / info 0: wx1 wy1 / 1: rx ry / ok 1: rx1 ry",
     "--- - --- -- -+ +++ +++"},
    {"a value from nowhere", "0: wx1 / 1: rx / ok 0: wx1 / ok 1: rx9", "--- - --- -- -- --- ---"},
    {"without invocations there is no real time", "ok 0: wx1 / ok 1: rx",
     "+++ + +++ ++ ++ +++ +++"},
};

int main(void) {
    return textbook_judge(TYPE_REGISTER, (assumptions){.wfr = false}, textbooks,
                          TEST_COUNT_OF(textbooks)) == 0
               ? 0
               : 1;
}
