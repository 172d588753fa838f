/*
 * laws_set.c - the oracle itself on textbook histories of sets (textbook.h).
 *
 * As one object, whatever adds to a set makes its next version, with all that was there before. As
 * rows, each add makes a row of its own.
 */
#include "oracle/textbook.h"
#include "support/support.h"

static const textbook objects[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"one after the other",
     "0: ax1 / ok 0: ax1 / 1: rx ax2 / ok 1: rx{1} ax2 / 0: rx / ok 0: rx{1,2}",
     "+++ + +++ ++ ++ +++ +++"},
    {"stale read", "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx{}", "-++ + -++ ++ ++ +++ +++"},
    {"stale read within a session", "0: ax1 / ok 0: ax1 / 0: rx / ok 0: rx{}",
     "--+ + --+ ++ ++ +++ +++"},
    {"a write overtakes a completed one",
     "0: ax1 / ok 0: ax1 / 1: ax2 / 2: rx / ok 1: ax2 / ok 2: rx{2}", "-++ + -++ ++ ++ -++ -++"},
    {"sets do not say who was first",
     "0: ax1 / ok 0: ax1 / 1: ax2 / 2: rx / ok 1: ax2 / ok 2: rx{2,1}", "+++ + +++ ++ ++ +++ +++"},
    {"write skew", "0: rx ay1 / 1: ry ax1 / ok 0: rx{} ay1 / ok 1: ry{} ax1",
     "--- - +++ ++ ++ +++ +++"},
    {"lost update", "0: rx ax1 / 1: rx ax2 / ok 0: rx{} ax1 / ok 1: rx{} ax2",
     "--- - --- ++ -- +++ +++"},
    {"an element is lost",
     "0: ax1 / 1: ax2 / ok 0: ax1 / ok 1: ax2 / 2: rx / ok 2: rx{1} / 3: rx / ok 3: rx{1}",
     "-++ + -++ ++ ++ +++ +++"},
    {"read skew", "0: ax1 ay1 / 1: rx ry / ok 0: ax1 ay1 / ok 1: rx{1} ry{}",
     "--- - --- -- -+ +++ +++"},
    {"both or nothing",
     "0: ax1 ay1 / 1: rx ry / 2: rx ry / ok 0: ax1 ay1 / ok 1: rx{1} ry{1} / ok 2: rx{} "
     "ry{}",
     "+++ + +++ ++ ++ +++ +++"},
    {"sees what depends on a write, but not that",
     "0: ax1 ay1 / 1: rx ax2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: rx{1} ax2 / ok 2: rx{1,2} "
     "ry{}",
     "--- - --- -+ -+ +++ +++"},
    {"long fork",
     "0: ax1 / 1: ay1 / 2: rx ry / 3: rx ry / ok 0: ax1 / ok 1: ay1 / ok 2: rx{1} ry{} / "
     "ok 3: rx{} ry{1}",
     "--- - --- -+ ++ +++ +++"},
    {"two sets, neither in the other",
     "0: ax1 / 1: ax2 / 2: rx / 3: rx / ok 0: ax1 / ok 1: ax2 / ok 2: rx{1} / ok 3: rx{2}",
     "--- - --- -- -- --- ---"},
    {"two sets, one in the other",
     "0: ax1 / 1: ax2 / 2: rx / 3: rx / ok 0: ax1 / ok 1: ax2 / ok 2: rx{1} / ok 3: "
     "rx{1,2}",
     "+++ + +++ ++ ++ +++ +++"},
    {"a read that did not repeat", "0: ax1 / 1: rx rx / ok 0: ax1 / ok 1: rx{} rx{1}",
     "--- - --- -- -+ +++ +++"},
    {"a set that shrank", "0: ax1 / 1: rx rx / ok 0: ax1 / ok 1: rx{1} rx{}",
     "--- - --- -- -+ +++ +++"},
    {"an own write was missed", "0: ax1 rx / ok 0: ax1 rx{} / 1: rx / ok 1: rx{1}",
     "--- + --- -- ++ +++ +++"},
    {"circular information flow", "0: ax1 ry / 1: ay1 rx / ok 0: ax1 ry{1} / ok 1: ay1 rx{1}",
     "--- - --- -- -- --- +++"},
    {"a future read", "0: rx ax1 / ok 0: rx{1} ax1", "--- - --- -- -- --- +++"},
    {"an intermediate read", "0: ax1 ax2 / 1: rx / ok 1: rx{1} / ok 0: ax1 ax2",
     "--- - --- -- -- --- +++"},
    {"the second of two without the first", "0: ax1 ax2 / 1: rx / ok 1: rx{2} / ok 0: ax1 ax2",
     "--- - --- -- -- --- ---"},
    {"an aborted read", "0: ax1 / fail 0: ax1 / 1: rx / ok 1: rx{1}", "--- - --- -- -- --- +++"},
    {"a write beside an aborted one",
     "0: ax1 / fail 0: ax1 / 1: ax2 / ok 1: ax2 / 2: rx / ok 2: rx{1,2}",
     "--- - --- -- -- --- +++"},
    {"a read of an unknown outcome", "0: ax1 / info 0: ax1 / 1: rx / ok 1: rx{1}",
     "+++ + +++ ++ ++ +++ +++"},
    {"dirty writes",
     "0: ax1 ay1 / 1: ax2 ay2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx{1} "
     "ry{2}",
     "--- - --- -- -- --- ---"},
    {"dirty writes that nobody noticed",
     "0: ax1 ay1 / 1: ax2 ay2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx{1} "
     "ry{1}",
     "+++ + +++ ++ ++ +++ +++"},
    {"an element from nowhere", "0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx{1,9}",
     "--- - --- -- -- --- ---"},
};

/* The same histories where each element is a row. A search may miss rows, which repeatable-read
 * does not mind, and rows overwrite nothing. */
static const textbook rows[] = {
    /*                SER RR SI  PA VC RC  RU  */
    {"one after the other",
     "0: ax1 / ok 0: ax1 / 1: rx ax2 / ok 1: rx{1} ax2 / 0: rx / ok 0: rx{1,2}",
     "+++ + +++ ++ ++ +++ +++"},
    {"stale read", "0: ax1 / ok 0: ax1 / 1: rx / ok 1: rx{}", "-++ + -++ ++ ++ +++ +++"},
    {"stale read within a session", "0: ax1 / ok 0: ax1 / 0: rx / ok 0: rx{}",
     "--+ + --+ ++ ++ +++ +++"},
    {"a write overtakes a completed one",
     "0: ax1 / ok 0: ax1 / 1: ax2 / 2: rx / ok 1: ax2 / ok 2: rx{2}", "-++ + -++ ++ ++ +++ +++"},
    {"sets do not say who was first",
     "0: ax1 / ok 0: ax1 / 1: ax2 / 2: rx / ok 1: ax2 / ok 2: rx{2,1}", "+++ + +++ ++ ++ +++ +++"},
    {"write skew", "0: rx ay1 / 1: ry ax1 / ok 0: rx{} ay1 / ok 1: ry{} ax1",
     "--- + +++ ++ ++ +++ +++"},
    {"two that miss each other's rows", "0: rx ax1 / 1: rx ax2 / ok 0: rx{} ax1 / ok 1: rx{} ax2",
     "--- + +++ ++ ++ +++ +++"},
    {"an element is lost",
     "0: ax1 / 1: ax2 / ok 0: ax1 / ok 1: ax2 / 2: rx / ok 2: rx{1} / 3: rx / ok 3: rx{1}",
     "-++ + -++ ++ ++ +++ +++"},
    {"read skew", "0: ax1 ay1 / 1: rx ry / ok 0: ax1 ay1 / ok 1: rx{1} ry{}",
     "--- + --- -- -+ +++ +++"},
    {"both or nothing",
     "0: ax1 ay1 / 1: rx ry / 2: rx ry / ok 0: ax1 ay1 / ok 1: rx{1} ry{1} / ok 2: rx{} "
     "ry{}",
     "+++ + +++ ++ ++ +++ +++"},
    {"sees what depends on a write, but not that",
     "0: ax1 ay1 / 1: rx ax2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: rx{1} ax2 / ok 2: rx{1,2} "
     "ry{}",
     "--- + --- -- -+ +++ +++"},
    {"long fork",
     "0: ax1 / 1: ay1 / 2: rx ry / 3: rx ry / ok 0: ax1 / ok 1: ay1 / ok 2: rx{1} ry{} / "
     "ok 3: rx{} ry{1}",
     "--- + --- -+ ++ +++ +++"},
    {"two sets, neither in the other",
     "0: ax1 / 1: ax2 / 2: rx / 3: rx / ok 0: ax1 / ok 1: ax2 / ok 2: rx{1} / ok 3: rx{2}",
     "--- + --- -+ ++ +++ +++"},
    {"two sets, one in the other",
     "0: ax1 / 1: ax2 / 2: rx / 3: rx / ok 0: ax1 / ok 1: ax2 / ok 2: rx{1} / ok 3: "
     "rx{1,2}",
     "+++ + +++ ++ ++ +++ +++"},
    {"a read that did not repeat", "0: ax1 / 1: rx rx / ok 0: ax1 / ok 1: rx{} rx{1}",
     "--- + --- -- -+ +++ +++"},
    {"a set that shrank", "0: ax1 / 1: rx rx / ok 0: ax1 / ok 1: rx{1} rx{}",
     "--- + --- -- -+ +++ +++"},
    {"an own write was missed", "0: ax1 rx / ok 0: ax1 rx{} / 1: rx / ok 1: rx{1}",
     "--- + --- -- ++ +++ +++"},
    {"circular information flow", "0: ax1 ry / 1: ay1 rx / ok 0: ax1 ry{1} / ok 1: ay1 rx{1}",
     "--- - --- -- -- --- +++"},
    {"a future read", "0: rx ax1 / ok 0: rx{1} ax1", "--- - --- -- -- --- +++"},
    {"one of two rows", "0: ax1 ax2 / 1: rx / ok 1: rx{1} / ok 0: ax1 ax2",
     "--- + --- -- -+ +++ +++"},
    {"the second of two rows", "0: ax1 ax2 / 1: rx / ok 1: rx{2} / ok 0: ax1 ax2",
     "--- + --- -- -+ +++ +++"},
    {"an aborted read", "0: ax1 / fail 0: ax1 / 1: rx / ok 1: rx{1}", "--- - --- -- -- --- +++"},
    {"a write beside an aborted one",
     "0: ax1 / fail 0: ax1 / 1: ax2 / ok 1: ax2 / 2: rx / ok 2: rx{1,2}",
     "--- - --- -- -- --- +++"},
    {"a read of an unknown outcome", "0: ax1 / info 0: ax1 / 1: rx / ok 1: rx{1}",
     "+++ + +++ ++ ++ +++ +++"},
    {"one row of each",
     "0: ax1 ay1 / 1: ax2 ay2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx{1} "
     "ry{2}",
     "--- + --- -- -+ +++ +++"},
    {"dirty writes that nobody noticed",
     "0: ax1 ay1 / 1: ax2 ay2 / 2: rx ry / ok 0: ax1 ay1 / ok 1: ax2 ay2 / ok 2: rx{1} "
     "ry{1}",
     "+++ + +++ ++ ++ +++ +++"},
    {"an element from nowhere", "0: ax1 / 1: rx / ok 0: ax1 / ok 1: rx{1,9}",
     "--- - --- -- -- --- ---"},
};

int main(void) {
    unsigned wrong =
        textbook_judge(TYPE_SET, (assumptions){.objects = true}, objects, TEST_COUNT_OF(objects)) +
        textbook_judge(TYPE_SET, (assumptions){.objects = false}, rows, TEST_COUNT_OF(rows));
    return wrong == 0 ? 0 : 1;
}
