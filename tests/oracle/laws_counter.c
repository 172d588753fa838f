/*
 * laws_counter.c - the oracle itself on textbook histories of counters (textbook.h).
 *
 * A counter is one object, as a set is; but a sum does not say which increments are in it.
 */
#include "oracle/textbook.h"
#include "support/support.h"

static const textbook textbooks[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"one after the other", "0: ix1 / ok 0: ix1 / 1: rx ix2 / ok 1: rx1 ix2 / 0: rx / ok 0: rx3",
     "+++ + +++ ++ ++ +++ +++"},
    {"stale read", "0: ix1 / ok 0: ix1 / 1: rx / ok 1: rx0", "-++ + -++ ++ ++ +++ +++"},
    {"stale read within a session", "0: ix1 / ok 0: ix1 / 0: rx / ok 0: rx0",
     "--+ + --+ ++ ++ +++ +++"},
    {"stale, or both came and went",
     "0: ix1 / ok 0: ix1 / 1: ix-1 / ok 1: ix-1 / 2: rx / ok 2: rx0", "+++ + +++ ++ ++ +++ +++"},
    {"an increment is missed", "0: ix1 / 1: ix1 / ok 0: ix1 / ok 1: ix1 / 2: rx / ok 2: rx1",
     "-++ + -++ ++ ++ +++ +++"},
    {"an increment is seen before it is made", "0: rx / ok 0: rx1 / 1: ix1 / ok 1: ix1",
     "-++ + -++ ++ ++ -++ +++"},
    {"the same within a session", "0: rx / ok 0: rx1 / 0: ix1 / ok 0: ix1",
     "--+ + --+ ++ ++ --+ +++"},
    {"write skew", "0: rx iy1 / 1: ry ix1 / ok 0: rx0 iy1 / ok 1: ry0 ix1",
     "--- - +++ ++ ++ +++ +++"},
    {"lost update", "0: rx ix1 / 1: rx ix1 / ok 0: rx0 ix1 / ok 1: rx0 ix1",
     "--- - --- ++ -- +++ +++"},
    {"no update is lost", "0: rx ix1 / 1: rx ix1 / ok 0: rx0 ix1 / ok 1: rx1 ix1",
     "+++ + +++ ++ ++ +++ +++"},
    {"read skew", "0: ix1 iy1 / 1: rx ry / ok 0: ix1 iy1 / ok 1: rx1 ry0",
     "--- - --- -- -+ +++ +++"},
    {"read skew, unless the other half was undone",
     "0: ix1 iy1 / 1: iy-1 / 2: rx ry / ok 0: ix1 iy1 / ok 1: iy-1 / ok 2: rx1 ry0",
     "+++ + +++ ++ ++ +++ +++"},
    {"sees what depends on a write, but not that",
     "0: ix1 iy1 / 1: rx ix1 / 2: rx ry / ok 0: ix1 iy1 / ok 1: rx1 ix1 / ok 2: rx2 ry0",
     "--- - --- -+ -+ +++ +++"},
    {"the same, unless it saw the other increment first",
     "0: ix1 iy1 / 1: ix1 / 2: ix1 / 3: rx ry / ok 0: ix1 iy1 / ok 1: ix1 / ok 2: ix1 / ok "
     "3: rx2 ry0",
     "+++ + +++ ++ ++ +++ +++"},
    {"long fork",
     "0: ix1 / 1: iy1 / 2: rx ry / 3: rx ry / ok 0: ix1 / ok 1: iy1 / ok 2: rx1 ry0 / ok "
     "3: rx0 ry1",
     "--- - --- -+ ++ +++ +++"},
    {"two sums, neither on the way to the other",
     "0: ix1 / 1: ix2 / 2: rx / 3: rx / ok 0: ix1 / ok 1: ix2 / ok 2: rx1 / ok 3: rx2",
     "--- - --- -- -- --- ---"},
    {"two sums, one on the way to the other",
     "0: ix1 / 1: ix2 / 2: rx / 3: rx / ok 0: ix1 / ok 1: ix2 / ok 2: rx1 / ok 3: rx3",
     "+++ + +++ ++ ++ +++ +++"},
    {"a read that did not repeat", "0: ix1 / 1: rx rx / ok 0: ix1 / ok 1: rx0 rx1",
     "--- - --- -- -+ +++ +++"},
    {"an own write was missed", "0: ix1 rx / ok 0: ix1 rx0 / 1: rx / ok 1: rx1",
     "--- + --- -- ++ +++ +++"},
    {"an own write was missed, or another's", "0: ix1 rx / 1: ix1 / ok 0: ix1 rx1 / ok 1: ix1",
     "+++ + +++ ++ ++ +++ +++"},
    {"an own write on top of an older version",
     "0: ix1 / 1: ix5 rx / 2: rx / ok 0: ix1 / ok 1: ix5 rx5 / ok 2: rx1",
     "--- - --- -- -- --- ---"},
    {"circular information flow", "0: ix1 ry / 1: iy1 rx / ok 0: ix1 ry1 / ok 1: iy1 rx1",
     "--- - --- -- -- --- +++"},
    {"a future read", "0: rx ix1 / ok 0: rx1 ix1", "--- - --- -- -- --- +++"},
    {"an intermediate read", "0: ix1 ix2 / 1: rx / ok 1: rx1 / ok 0: ix1 ix2",
     "--- - --- -- -- --- +++"},
    {"not of the intermediate, but of another's",
     "0: ix1 ix2 / 1: rx / 2: ix1 / ok 1: rx1 / ok 0: ix1 ix2 / ok 2: ix1",
     "+++ + +++ ++ ++ +++ +++"},
    {"an aborted read", "0: ix1 / fail 0: ix1 / 1: rx / ok 1: rx1", "--- - --- -- -- --- +++"},
    {"half of an aborted transaction", "0: ix1 ix2 / fail 0: ix1 ix2 / 1: rx / ok 1: rx2",
     "--- - --- -- -- --- +++"},
    {"a read of an unknown outcome", "0: ix1 / info 0: ix1 / 1: rx / ok 1: rx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"a sum that nothing adds up to", "0: ix1 / 1: ix1 / 2: rx / ok 0: ix1 / ok 1: ix1 / ok 2: rx3",
     "--- - --- -- -- --- ---"},
};

int main(void) {
    return textbook_judge(TYPE_COUNTER, (assumptions){.wfr = false}, textbooks,
                          TEST_COUNT_OF(textbooks)) == 0
               ? 0
               : 1;
}
