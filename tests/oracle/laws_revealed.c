/*
 * laws_revealed.c - the oracle itself on what a database reveals, and on what is assumed: version
 * numbers, timestamps, keys that are more than the model asks for (textbook.h).
 *
 * Timestamps say something about snapshot isolation alone: other models do not read from snapshots.
 */
#include "oracle/textbook.h"
#include "support/support.h"

static const textbook revealed[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"numbers in order", "0: wx1 / 1: rx wx2 / ok 0: wx1@1 / ok 1: rx1@1 wx2@2",
     "+++ + +++ ++ ++ +++ +++"},
    {"dirty writes, shown by numbers",
     "0: wx1 wy1 / 1: wx2 wy2 / ok 0: wx1@1 wy1@2 / ok 1: wx2@2 wy2@1", "--- - --- -- -- --- ---"},
    {"writes in one order on both keys",
     "0: wx1 wy1 / 1: wx2 wy2 / ok 0: wx1@1 wy1@1 / ok 1: wx2@2 wy2@2", "+++ + +++ ++ ++ +++ +++"},
    {"an update lost between the numbers", "0: wx1 / 1: rx wx2 / ok 0: wx1@1 / ok 1: rx@0 wx2@2",
     "--- - --- ++ -- +++ +++"},
    {"an update that came first", "0: wx1 / 1: rx wx2 / ok 0: wx1@2 / ok 1: rx@0 wx2@1",
     "+++ + +++ ++ ++ +++ +++"},
    {"one value with two numbers", "0: wx1 / 1: rx / ok 0: wx1@1 / ok 1: rx1@2",
     "--- - --- -- -- --- ---"},
    {"two values with one number", "0: wx1 / 1: wx2 / ok 0: wx1@1 / ok 1: wx2@1",
     "--- - --- -- -- --- ---"},
    {"the initial value with a later number", "0: wx1 / 1: rx / ok 0: wx1@1 / ok 1: rx@2",
     "--- - --- -- -- --- ---"},
    {"numbers against real time", "0: wx1 / ok 0: wx1@5 / 1: wx2 / ok 1: wx2@4",
     "-++ + -++ ++ ++ -++ -++"},
    {"numbers against the session", "0: wx1 / ok 0: wx1@5 / 0: wx2 / ok 0: wx2@4",
     "--+ + --+ ++ ++ --+ --+"},
    {"numbers of different keys say nothing", "0: wx1 / ok 0: wx1@5 / 1: wy2 / ok 1: wy2@4",
     "+++ + +++ ++ ++ +++ +++"},
    {"aborted, with a number of its own", "0: wx1 / fail 0: wx1 / 1: rx wx2 / ok 1: rx1@9 wx2@8",
     "--- - --- -- -- --- +++"},
    {"aborted, with the number of another", "0: wx1 / fail 0: wx1 / 1: rx wx2 / ok 1: rx1@8 wx2@8",
     "--- - --- -- -- --- ---"},
    {"the same circle without", "0: rx wx1 / 1: rx wx2 / ok 0: rx2 wx1 / ok 1: rx1 wx2",
     "--- - --- -- -- --- +++"},
    {"a snapshot as its timestamps say", "0: wx1 / 1: rx / ok 0 (1,2): wx1 / ok 1 (3,4): rx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"a commit before the start is missed", "0: wx1 / 1: rx / ok 0 (1,2): wx1 / ok 1 (3,4): rx",
     "+++ + --- ++ ++ +++ +++"},
    {"a commit after the start is seen", "0: wx1 / 1: rx / ok 0 (1,3): wx1 / ok 1 (2,4): rx1",
     "+++ + --- ++ ++ +++ +++"},
    {"at the same time, missed", "0: wx1 / 1: rx / ok 0 (1,2): wx1 / ok 1 (2,4): rx",
     "+++ + +++ ++ ++ +++ +++"},
    {"at the same time, seen", "0: wx1 / 1: rx / ok 0 (1,2): wx1 / ok 1 (2,4): rx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"two that overlap write one key", "0: wx1 / 1: wx2 / ok 0 (1,3): wx1 / ok 1 (2,4): wx2",
     "+++ + --- ++ ++ +++ +++"},
    {"the second starts as the first commits",
     "0: wx1 / 1: wx2 / ok 0 (1,3): wx1 / ok 1 (3,4): wx2", "+++ + +++ ++ ++ +++ +++"},
    {"two that overlap write two keys", "0: wx1 / 1: wy2 / ok 0 (1,3): wx1 / ok 1 (2,4): wy2",
     "+++ + +++ ++ ++ +++ +++"},
    {"commits against the order of versions",
     "0: wx1 / 1: rx wx2 / ok 0 (3,4): wx1 / ok 1 (1,2): rx1 wx2", "+++ + --- ++ ++ +++ +++"},
    {"when a reader commits, nobody can tell", "0: rx / ok 0 (1,9): rx / 1: wx1 / ok 1 (2,3): wx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"an unknown outcome has no time",
     "0: wx1 / info 0: wx1 / 1: rx / 2: rx / ok 1 (1,2): rx / ok 2 (3,4): rx1",
     "+++ + +++ ++ ++ +++ +++"},
    {"nor has it two", "0: wx1 / info 0: wx1 / 1: rx / 2: rx / ok 1 (1,2): rx1 / ok 2 (3,4): rx",
     "+++ + --- ++ ++ +++ +++"},
};

static const textbook sequential[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"one session goes back and forth",
     "0: wx1 / 1: wx2 / 2: rx / ok 2: rx1 / 2: rx / ok 2: rx2 / 3: rx / ok 3: rx2 / 3: rx "
     "/ ok 3: rx1 / ok 0: wx1 / ok 1: wx2",
     "--- - --- -- -- --- ---"},
    {"both sessions see one order",
     "0: wx1 / 1: wx2 / 2: rx / 3: rx / ok 2: rx1 / ok 3: rx1 / 2: rx / 3: rx / ok 2: rx2 "
     "/ ok 3: rx2 / ok 0: wx1 / ok 1: wx2",
     "+++ + +++ ++ ++ +++ +++"},
    {"sequential, so a stale read of another session is fine",
     "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx", "-++ + -++ ++ ++ +++ +++"},
};

static const textbook linearizable[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"linearizable, so it is not", "0: wx1 / ok 0: wx1 / 1: rx / ok 1: rx",
     "--- - --- -- -- --- ---"},
    {"linearizable, and at the same time", "0: wx1 / 1: rx / ok 0: wx1 / ok 1: rx",
     "+++ + +++ ++ ++ +++ +++"},
    {"linearizable, but the outcome is unknown", "0: wx1 / info 0: wx1 / 1: rx / ok 1: rx",
     "+++ + +++ ++ ++ +++ +++"},
    {"linearizable keys, and a long fork",
     "0: wx1 / 1: wy1 / 2: rx ry / 3: rx ry / ok 0: wx1 / ok 1: wy1 / ok 2: rx1 ry / ok 3: "
     "rx ry1",
     "--- - --- -+ ++ +++ +++"},
};

static const textbook wfr[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"writes follow reads: a circle", "0: rx wx1 / 1: rx wx2 / ok 0: rx2 wx1 / ok 1: rx1 wx2",
     "--- - --- -- -- --- ---"},
    {"writes follow reads: a line", "0: rx wx1 / 1: rx wx2 / ok 0: rx wx1 / ok 1: rx1 wx2",
     "+++ + +++ ++ ++ +++ +++"},
};

/* Versions of counters, which sums alone do not tell apart. */
static const textbook counters[] = {
    {"a sum that is there twice, the second",
     "0: ix1 / 1: ix-1 / 2: rx / ok 0: ix1@1 / ok 1: ix-1@2 / ok 2: rx0@2",
     "+++ + +++ ++ ++ +++ +++"},
    {"neither of the two", "0: ix1 / 1: ix-1 / 2: rx / ok 0: ix1@1 / ok 1: ix-1@2 / ok 2: rx0@3",
     "--- - --- -- -- --- ---"},
    {"read skew, as the other half was not undone",
     "0: ix1 iy1 / 1: iy-1 / 2: rx ry / ok 0: ix1 iy1@1 / ok 1: iy-1@2 / ok 2: rx1 ry0@0",
     "--- - --- -- -+ +++ +++"},
};

int main(void) {
    unsigned wrong = 0;
    wrong += textbook_judge(TYPE_REGISTER, (assumptions){.wfr = false}, revealed,
                            TEST_COUNT_OF(revealed));
    wrong += textbook_judge(TYPE_REGISTER, (assumptions){.sequential = true}, sequential,
                            TEST_COUNT_OF(sequential));
    wrong += textbook_judge(TYPE_REGISTER, (assumptions){.linearizable = true}, linearizable,
                            TEST_COUNT_OF(linearizable));
    wrong += textbook_judge(TYPE_REGISTER, (assumptions){.wfr = true}, wfr, TEST_COUNT_OF(wfr));
    wrong += textbook_judge(TYPE_COUNTER, (assumptions){.wfr = false}, counters,
                            TEST_COUNT_OF(counters));
    return wrong == 0 ? 0 : 1;
}
