/*
 * oracle.h - isolation by definition: try every execution that a model allows.
 *
 * In: a history of a handful of transactions. Out: whether some execution that the model allows
 * explains everything that committed transactions saw. Nothing here is shared with the checker: no
 * graph, no inferred order, no cycle. Exponential, for up to ORACLE_MOST transactions.
 *
 * An execution is a set C of committed transactions and an order of C. C has every ok transaction
 * and no failed one; of unknown outcome are any. The list of a key after the first n of the order
 * is what these appended to it, in their order: its versions are these lists, one for each
 * transaction that appends to the key. Order NONE allows every order of C; SESSION those in which
 * transactions of one process stand as the process ran them; REALTIME those in which whatever
 * completed before another began stands before it. Only ok transactions precede others in that way:
 * one of unknown outcome may take effect long after it was given up.
 *
 * Each answered read of a transaction t in C must then be explained, and by
 *
 *   serializable         the list after everything before t, and t's own appends before the read
 *   repeatable-read      the same, but t may miss some of its own last appends: Adya's PL-2.99
 *                        without predicates is a graph of ww, wr and rw without cycles, and says
 *                        nothing of a transaction's own writes (Minos calls that `internal`)
 *   snapshot-isolation   the list after the first s of the order (one s for all of t's reads), and
 *                        t's own appends; nobody between s and t appends to a key that t appends
 *                        to, and with SESSION or REALTIME nobody there precedes t
 *   prefix               one s as well, without the rule on appends; where t reads its own append,
 *                        the list below it must be the newest (see "versions" below)
 *   read-atomic          one list for each key; if t sees the version of some u, then it does not
 *                        see an older list of another key that u appended to
 *   consistent-view      as read-committed; and no transaction misses what it depends on: there is
 *                        no cycle of one rw and any number of ww and wr (Adya's PL-2+)
 *   cursor-stability     as read-committed; and what t read of a key before it appended to it is
 *                        the list directly below its append (Adya's PL-CS, every read a cursor)
 *   read-committed       each read on its own: the list after the first s of the order for some s,
 *                        or the list just before t and one or more of t's own appends made before
 *                        the read (Adya's PL-2: no aborted read, no intermediate read of others,
 *                        and an order of C that keeps ww and wr, so no cycle of these)
 *   read-uncommitted     a beginning of the final list, cut anywhere; elements of transactions
 *                        outside C may stand in between (Adya's PL-1: ww follows the order, reads
 *                        are free, but an element that nobody appended or that stands twice is no
 *                        state of the list, and a committed append stays where it is)
 *
 * "Versions": a list shows all that was appended below it. So a transaction that appends to a key
 * installs the list of everything before it in the order plus its own, whatever it had read; a
 * database that lets it see its append on top of an older list loses an append, which no model
 * here allows. (In snapshot isolation the rule on appends sees to that.)
 *
 * One convention is Minos's, for read-uncommitted and its strong forms only: a transaction of
 * unknown outcome whose append a transaction of C saw is in C. Adya's PL-1 would also let it abort.
 * From read-committed up both are the same, as the second is an aborted read.
 */
#ifndef TEST_ORACLE_H
#define TEST_ORACLE_H

#include "support/model.h"

enum { ORACLE_MOST = 8 };

typedef enum law_kind {
    LAW_SERIAL,
    LAW_REPEATABLE,
    LAW_SNAPSHOT,
    LAW_PREFIX,
    LAW_ATOMIC,
    LAW_CONSISTENT_VIEW,
    LAW_CURSOR,
    LAW_COMMITTED,
    LAW_UNCOMMITTED
} law_kind;

typedef enum law_order { ORDER_NONE, ORDER_SESSION, ORDER_REALTIME } law_order;

typedef struct law {
    const char *model;
    law_kind kind;
    law_order order;
    bool exact; /* Minos is to find every violation of it where every version was observed */
} law;

enum { LAW_COUNT = 17 };
extern const law laws[LAW_COUNT];

/* True if some execution that the law allows explains the history. */
bool law_allows(const law *l, const model *m);

/* True if every append of a transaction that is known to have committed was seen by one: then the
 * order of all versions is known. Known are the ok ones, and those that a known one saw. */
bool model_is_observed(const model *m);
/* True if of any two reads of a key by such transactions one is a beginning of the other, and they
 * show no failed append. */
bool model_is_coherent(const model *m);
/* True if no such transaction saw two appends of one transaction in the other order than it made
 * them. */
bool model_is_in_program_order(const model *m);

#endif
