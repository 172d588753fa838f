/*
 * oracle.h - isolation by definition: try every execution that a model allows.
 *
 * In: a history of a handful of transactions. Out: whether some execution that the model allows
 * explains everything that committed transactions saw. Nothing here is shared with the checker: no
 * graph, no inferred order, no cycle. Exponential, for up to ORACLE_MOST transactions.
 *
 * An execution is a set C of committed transactions and an order of C. C has every ok transaction
 * and no failed one; of unknown outcome are any. What a key holds after the first n of the order
 * is what these wrote to it, in their order (support/datatype.h: a list, a register, a set or a
 * counter): its versions are these contents, one for each transaction that writes the key. So the
 * version order of each key is one of the things that are tried; as every model forbids cycles of
 * ww, one order of C has them all. Order NONE allows every order of C; SESSION those in which
 * transactions of one process stand as the process ran them; REALTIME those in which whatever
 * completed before another began stands before it. Only ok transactions precede others in that way:
 * one of unknown outcome may take effect long after it was given up.
 *
 * Each answered read of a transaction t in C must then be explained, and by
 *
 *   serializable         the contents after everything before t, and t's own writes before the read
 *   repeatable-read      the same, but t may miss some of its own last writes: Adya's PL-2.99
 *                        without predicates is a graph of ww, wr and rw without cycles, and says
 *                        nothing of a transaction's own writes (Minos calls that `internal`)
 *   snapshot-isolation   the contents after the first s of the order (one s for all of t's reads),
 *                        and t's own writes; nobody between s and t writes a key that t writes, and
 *                        with SESSION or REALTIME nobody there precedes t
 *   prefix               one s as well, without the rule on writes; where t reads its own write,
 *                        what is below it must be the newest (see "versions" below)
 *   read-atomic          one version of each key; if t sees the version of some u, then it does not
 *                        see an older version of another key that u wrote
 *   consistent-view      as read-committed; and no transaction misses what it depends on: there is
 *                        no cycle of one rw and any number of ww and wr (Adya's PL-2+)
 *   cursor-stability     as read-committed; and what t read of a key before it wrote it is the
 *                        version directly below its own (Adya's PL-CS, every read a cursor)
 *   read-committed       each read on its own: the contents after the first s of the order for some
 *                        s, or those just before t and one or more of t's own writes made before
 *                        the read (Adya's PL-2: no aborted read, no intermediate read of others,
 *                        and an order of C that keeps ww and wr, so no cycle of these)
 *   read-uncommitted     a beginning of all writes to the key, cut anywhere; writes of transactions
 *                        outside C may stand in between (Adya's PL-1: ww follows the order, reads
 *                        are free, but what nobody wrote, or an element that stands twice, is no
 *                        state of the key, and a committed write stays where it is)
 *
 * "Versions": contents show all that was written below them, a register's apart. So a transaction
 * that writes a key installs everything before it in the order plus its own, whatever it had read; a
 * database that lets it see its write on top of an older version loses a write, which no model
 * here allows. (In snapshot isolation the rule on writes sees to that.) A register's write hides
 * what is below it. A counter's contents do not say whose increments they are: every version that
 * has them is tried.
 *
 * Rows: a set is one object where m->assume.objects says so. Else each of its elements is a row, with one
 * writer and two versions, absent and present, and a read is a search that sees a version of every row of
 * its key. Rows overwrite nothing, so there is no ww and no rule on writes. Then:
 *
 *   serializable         a search finds the rows of everything before t, and t's own from before it
 *   snapshot-isolation,  the rows of the first s of the order, one s for all, and t's own
 *   prefix
 *   read-atomic          of each transaction before t all rows or none, in all searches together; and t's
 *                        own
 *   consistent-view      as read-committed; and t misses no row of a transaction that it depends on, by wr,
 *                        directly or not
 *   repeatable-read,     any rows of transactions before t, and any of t's own from before: a row that was
 *   cursor-stability,    missed is an anti-dependency on a predicate, which none of them minds
 *   read-committed
 *   read-uncommitted     any rows that somebody added
 *
 * One convention is Minos's, for read-uncommitted and its strong forms only: a transaction of
 * unknown outcome whose write a transaction of C saw is in C. Adya's PL-1 would also let it abort.
 * From read-committed up both are the same, as the second is an aborted read. An increment cannot be
 * told from another, so of counters there is no such convention.
 *
 * What the database revealed must hold in the execution, too:
 *
 *   version numbers   of two versions of a key the earlier one has the smaller number, and one
 *                     version has one; what was never committed has a number of its own
 *   timestamps        asked of snapshot isolation and its strong forms only: transactions that
 *                     write commit in the order of their commit-ts, and of these the first s that
 *                     t sees are those that committed before its start-ts. Where times are equal,
 *                     either order will do
 *
 * And what is assumed of the keys. Accesses of a key are reads and the last write of each
 * transaction, of C; one that is ordered before another must not be of a later version:
 *
 *   wfr            within a transaction, a read from others before a write
 *   sequential     all of a transaction before all of another of its process that comes later
 *   linearizable   all of a transaction before all of another that began after it completed
 *
 * Sequential and linearizable, as the orders above, say nothing of what follows a transaction of
 * unknown outcome.
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
    bool
        exact; /* Minos is to find every violation of it: of lists where every version was observed, of
                   rows always */
} law;

enum { LAW_COUNT = 17 };
extern const law laws[LAW_COUNT];

/* True if some execution that the law allows explains the history. */
bool law_allows(const law *l, const model *m);
/* True if the law asks for more than that reads are explained: something is revealed or assumed. */
bool is_anything_revealed(const model *m, const law *l);

/* True for a set of which each element is a row. */
bool has_rows(const model *m);

/* ---- Of lists ------------------------------------------------------------------------------- */

/* True if every append of a transaction that is known to have committed was seen by one: then the
 * order of all versions is known. Known are the ok ones, and those that a known one saw. */
bool model_is_observed(const model *m);
/* True if of any two reads of a key by such transactions one is a beginning of the other, and they
 * show no failed append. */
bool model_is_coherent(const model *m);
/* True if no such transaction saw two appends of one transaction in the other order than it made
 * them. */
bool model_is_in_program_order(const model *m);
/* Takes away what reads of a key saw if such reads contradict each other, or show an append without
 * what its transaction had appended to the key before. True if there is such a key, and the same
 * transactions are known to have committed afterwards. */
bool model_drop_contested(model *m);

#endif
