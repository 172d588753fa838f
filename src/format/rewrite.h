/*
 * rewrite.h - one operation of a history in the other notation, EDN or JSON, or in its own on one
 * line. Every field is kept.
 *
 *   EDN                       JSON
 *   {:type :ok, :f :txn}      {"type":"ok","f":"txn"}      a field's name is a keyword; type, f and
 *                                                          sets have keywords as values
 *   [[:w 1 2] [:r 3 nil]]     [["w",1,2],["r",3,null]]     functions of micro-operations
 *   :process :nemesis         "process":"nemesis"
 *   :process :alice           "process":":alice"           "alice" is another process
 *   :x, x, "x", \x            "x"                          back: "x"
 *   [1 2], (1 2), #{1 2}      [1,2]                        back: [1 2]
 *   1/2, 1.5M, ##Inf          "1/2", "15e-1M", "##Inf"     numbers that JSON does not have
 *   #inst "2026"              "#inst \"2026\""             back: a string
 *   #jepsen.history.Op{...}   {...}                        the tag of an operation has no content
 *
 * What becomes the same in JSON must be rejected before (notation_write.h).
 */
#ifndef MNS_REWRITE_H
#define MNS_REWRITE_H

#include "core/buf.h"

typedef struct mns_rewrite {
    bool from_json, to_json;
} mns_rewrite;

/* Two names of a map in EDN that are one in JSON, such as :k and "k". */
typedef struct mns_rewrite_twice {
    const char *name; /* with its quotes, in the output; NULL: there are none */
    bool nested;      /* the map is not the operation, but in one of its fields */
} mns_rewrite_twice;

/* Appends the operation that starts at `text`, without a line feed. False: the text is malformed,
 * so it has changed since it was read. O(size). */
bool mns_rewrite_op(mns_rewrite rewrite, const char *text, const char *end, mns_buf *out,
                    mns_rewrite_twice *twice);
/* The same for a value that is well-formed: a key, an element, a field. */
void mns_rewrite_value(mns_rewrite rewrite, const char *text, const char *end, mns_buf *out);

/* rewrite_fast.c: the same as mns_rewrite_op for an operation of the usual form. False: it has
 * another form, and `out` is unchanged. */
bool mns_rewrite_fast(mns_rewrite rewrite, const char *text, const char *end, mns_buf *out);

#endif
