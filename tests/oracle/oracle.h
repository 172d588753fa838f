/*
 * oracle.h - isolation by definition: tries every execution that a model allows.
 *
 * In: a history of a handful of transactions. Out: whether an execution that the model allows
 * explains everything that committed transactions saw. Nothing here is shared with the checker: no
 * graph, no inferred order, no cycle. Exponential, for up to ORACLE_MOST transactions.
 *
 * An execution is a set C of committed transactions and an order of C. C contains every ok
 * transaction, no failed one, and any of those with an unknown outcome. The contents of a key after
 * the first n of the order are what these wrote to it, in their order (support/datatype.h: a list,
 * a register, a set or a counter). The versions of a key are these contents, one for each
 * transaction that writes the key. So the oracle tries all version orders of each key; because
 * every model forbids cycles of ww, one order of C gives them all. Order NONE allows every order of
 * C; SESSION those that order the transactions of each process as the process ran them; REALTIME
 * those that order a transaction before all that began after it completed. Only ok transactions
 * precede others in that way: one of unknown outcome may take effect long after its client gave up.
 *
 * Each answered read of a transaction t in C must then be explained:
 *
 *   serializable         the contents after everything before t, and t's own writes before the read
 *   repeatable-read      the same, but t may miss some of its own last writes: Adya's PL-2.99
 *                        without predicates is a graph of ww, wr and rw without cycles, and does
 *                        not restrict a transaction's own writes (Minos calls that `internal`)
 *   snapshot-isolation   the contents after the first s of the order (one s for all of t's reads),
 *                        and t's own writes; no transaction between s and t writes a key that t
 *                        writes, and with SESSION or REALTIME none of them precedes t
 *   prefix               one s as well, without the rule on writes; if t reads its own write,
 *                        what is below it must be the newest (see "versions" below)
 *   read-atomic          one version of each key; if t sees the version of some u, then it does not
 *                        see an older version of another key that u wrote
 *   consistent-view      as read-committed; and no transaction misses what it depends on: there is
 *                        no cycle of one rw and any number of ww and wr (Adya's PL-2+)
 *   cursor-stability     as read-committed; and what t read of a key before it wrote it is the
 *                        version directly below its own (Adya's PL-CS, every read a cursor)
 *   read-committed       each read separately: the contents after the first s of the order for some
 *                        s, or those just before t and one or more of t's own writes made before
 *                        the read (Adya's PL-2: no aborted read, no intermediate read of others,
 *                        and an order of C that keeps ww and wr, so no cycle of these)
 *   read-uncommitted     a prefix of all writes to the key, of any length; writes of transactions
 *                        outside C may stand in between (Adya's PL-1: ww follows the order, reads
 *                        are free, but an element that was never written, or that stands twice, is
 *                        not a state of the key, and a committed write stays where it is)
 *
 * "Versions": except for registers, contents show all that was written below them. So a transaction
 * that writes a key installs everything before it in the order plus its own, whatever it had read;
 * a database that lets it see its write on top of an older version loses a write, which no model
 * here allows. (In snapshot isolation the rule on writes ensures that.) A register's write hides
 * what is below it. A counter's contents do not show whose increments they are: the oracle tries
 * every version with this sum.
 *
 * Rows: a set is one object if m->assume.objects is set. Else each of its elements is a row, with
 * one writer and two versions, absent and present, and a read is a search that sees a version of
 * every row of its key. Rows overwrite nothing, so there is no ww and no rule on writes. Then:
 *
 *   serializable         a search finds the rows of everything before t, and t's own from before it
 *   snapshot-isolation,  the rows of the first s of the order, one s for all, and t's own
 *   prefix
 *   read-atomic          of each transaction before t all rows or none, in all searches together;
 *                        and t's own
 *   consistent-view      as read-committed; and t misses no row of a transaction that it depends
 *                        on, by wr, directly or indirectly
 *   repeatable-read,     any rows of transactions before t, and any of t's own from before; a
 *   cursor-stability,    missed row is an anti-dependency on a predicate, which they allow
 *   read-committed
 *   read-uncommitted     any rows that some transaction added
 *
 * One convention is Minos's own, for read-uncommitted and its strong forms only: a transaction of
 * unknown outcome is in C if a transaction of C saw one of its writes. Adya's PL-1 would also let
 * it abort. From read-committed up both are the same, because the second is an aborted read.
 * Increments cannot be told apart, so counters have no such convention.
 *
 * The execution must also match what the database revealed:
 *
 *   version numbers   of two versions of a key the earlier one has the smaller number, and one
 *                     version has one number; a value never committed has a number of its own
 *   timestamps        for snapshot isolation and its strong forms only: transactions that write
 *                     commit in the order of their commit-ts, and of these the first s that t sees
 *                     are those that committed before its start-ts. Equal times may be ordered
 *                     either way
 *
 * And it must satisfy the assumptions about keys. Accesses of a key are reads and the last write of
 * each transaction of C; an access that is ordered before another must not be of a later version:
 *
 *   wfr            within a transaction, a read from others before a write
 *   sequential     all of a transaction before all of another of its process that comes later
 *   linearizable   all of a transaction before all of another that began after it completed
 *
 * Sequential and linearizable, like the orders above, order nothing after a transaction of unknown
 * outcome.
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
    /* Minos must find every violation: for lists if every version was observed, for rows always. */
    bool exact;
} law;

enum { LAW_COUNT = 17 };
extern const law laws[LAW_COUNT];

/* True if an execution that the law allows explains the history. */
bool law_allows(const law *l, const model *m);

/* An execution. */
typedef struct execution {
    int order[2 * ORACLE_MOST]; /* transactions, first to last */
    int sees[2 * ORACLE_MOST];  /* by place: how many of the order its snapshot holds */
    int count;
} execution;

/* The same; *found is such an execution. */
bool law_finds(const law *l, const model *m, execution *found);
/* True if this execution is one that the law allows, and explains the history. Only for laws with
 * snapshots, LAW_SERIAL to LAW_PREFIX. Any numbers may stand in it. */
bool law_accepts(const law *l, const model *m, const execution *given);
/* True if the law requires more than explained reads: something is revealed or assumed. */
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
