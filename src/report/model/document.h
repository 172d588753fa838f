/*
 * document.h - everything that a report shows of one history, as plain data.
 *
 *     history, witnesses ──document_make.c──► document ──► text, JSON, DOT, SVG, page, JUnit
 *     results.json ───────document_read.c───►
 *
 * A document refers only to itself and to the catalog, so a report from a finished check and one
 * from its saved results.json are the same. Strings are in the arena and, unless documented
 * otherwise, in the notation of the history (EDN or JSON) and never NULL. They quote an untrusted
 * history: every writer must escape them for its format.
 */
#ifndef MNS_REPORT_MODEL_DOCUMENT_H
#define MNS_REPORT_MODEL_DOCUMENT_H

#include "core/arena.h"
#include "history/txns.h"
#include "judge/judge.h"
#include "report/model/effort.h"
#include "report/model/setup.h"

/* Unknown position, unknown time. */
#define MNS_NO_POSITION UINT64_MAX
#define MNS_NO_TIME INT64_MIN

/* ---- Transactions and witnesses ------------------------------------------------------------- */

typedef struct mns_doc_mop {
    const char *function; /* "append", "r", "w", "add", "inc" */
    const char *key;      /* 5 or :x or "x" */
    const char *label; /* for pictures, a few dozen characters at most: append 5 3, r 5 [1 ... 7] */
    const char *shown; /* long lists are shortened around the focus: [:r 5 [1 2 ... 7 8]] */
    const char *full;  /* lists up to MNS_LIMIT_LIST_REPORTED are complete; NULL: as shown */
    bool matters;      /* a step or the case refers to it */
} mns_doc_mop;

typedef struct mns_doc_process {
    const char *name; /* in the notation of the history: :alice, "bob"; NULL: a number */
    int64_t number;
} mns_doc_process;

typedef struct mns_doc_txn {
    int64_t index; /* see mns_txn_index */
    mns_doc_process process;
    const char *node; /* the node that it ran on, without quotes or colon: n1; or NULL */
    mns_txn_type type;
    int64_t start_ts, commit_ts;    /* revealed, or MNS_NO_TIMESTAMP */
    uint64_t invoke, complete;      /* positions in the history, or MNS_NO_POSITION */
    int64_t invoke_ns, complete_ns; /* or MNS_NO_TIME */
    const char *error;              /* :error of the completion, shortened; or NULL */
    const char *value;              /* all micro-operations as JSON: "value" of results.json */
    const char *edn;   /* the operation as an EDN map, also for JSON histories; or NULL */
    mns_doc_mop *mops; /* those shown: all, or MNS_LIMIT_DOC_MOPS around those that matter */
    uint32_t mop_count;
    uint32_t mops_total;
    const char **statements;  /* that its client sent, and comments: document_statements.c */
    uint32_t statement_count; /* 0: unknown */
} mns_doc_txn;

/* Transactions of a witness whose statements are known. */
#define MNS_LIMIT_DESCRIBED 32

#define MNS_LIMIT_DOC_MOPS 24

/* An arrow: a step of a cycle, or a relation of two micro-operations of a case. */
typedef struct mns_doc_step {
    uint32_t from, to;         /* places in the witness's txns */
    uint32_t from_mop, to_mop; /* places in txn->mops, or MNS_NONE: process, realtime, not shown */
    mns_kind kind;             /* WW, WR, RW, PROCESS, REALTIME */
    const char *key, *value, *next; /* JSON, null where there is none */
    const char *label;              /* for pictures: rw 5: 2, 3 */
    const char *text;               /* "T1 did not observe T2's append of 3 to 1", "" for a case */
} mns_doc_step;

typedef struct mns_doc_witness {
    const char *name;  /* "write skew", or NULL */
    mns_doc_txn *txns; /* by time of invocation; T1 is txns[0] */
    uint32_t txn_count;
    mns_doc_step *steps; /* of a cycle, in its order: each begins where the one before ends; a case
                            has none */
    uint32_t step_count;
    mns_doc_step *links; /* of a case; a cycle has none */
    uint32_t link_count;
    bool final_read;           /* a lost-write that a read marked as final proves */
    const char *key, *element; /* of a case: JSON, null where there is none; NULL of a cycle */
    const char *text;          /* the complete proof, with the faults */
    const char **faults;       /* that overlap it, a sentence each: witness_faults.c */
    uint32_t fault_count;
    mns_doc_txn *neighbours; /* others that ran at the same time, by position of invocation */
    uint32_t neighbour_count;
    uint32_t *keys; /* places in document->keys of the keys of its steps or its case */
    uint32_t key_count;
} mns_doc_witness;

/* Faults that are named in a proof. */
#define MNS_LIMIT_WITNESS_FAULTS 8

/* Witnesses of each anomaly that are drawn; later ones are text only. */
#define MNS_LIMIT_DRAWN 100

typedef struct mns_doc_anomaly {
    mns_anomaly anomaly;
    uint64_t count; /* found, kept or not */
    mns_doc_witness *witnesses;
    size_t witness_count;
} mns_doc_anomaly;

/* ---- Context: only for reports with pictures ------------------------------------------------ */

/* A reference to a transaction. */
typedef struct mns_doc_ref {
    int64_t index;
    mns_doc_process process;
    mns_txn_type type;
} mns_doc_ref;

#define MNS_LIMIT_DOC_READERS 5
/* Versions of a key that are shown, and reads of it that disagree. */
#define MNS_LIMIT_DOC_VERSIONS 40
#define MNS_LIMIT_DOC_READS 20
/* Keys whose versions are shown. */
#define MNS_LIMIT_DOC_KEYS 32

typedef struct mns_doc_version {
    uint32_t place;    /* among the versions of the key, from 1; 0 is the initial state */
    const char *value; /* the element or value; of the initial state "" */
    bool written;      /* by `writer`; else there is no writer, or it is unknown */
    mns_doc_ref writer;
    mns_doc_ref readers[MNS_LIMIT_DOC_READERS]; /* read this version as the latest; those in
                                                   witnesses first */
    uint32_t reader_count;                      /* of `readers` */
    uint64_t reader_total;
    bool matters; /* a witness refers to it */
} mns_doc_version;

/* A value that was read of a key; reads of equal values are one. */
typedef struct mns_doc_read {
    const char *value;  /* shortened around its first deviation from the order */
    const char *full;   /* as mns_doc_mop.full */
    uint32_t agrees;    /* length of the prefix that agrees with the key's order */
    uint32_t length;    /* in elements */
    mns_doc_ref reader; /* the first reader */
    uint64_t reader_total;
} mns_doc_read;

typedef struct mns_doc_key {
    const char *key;           /* in the notation of the history */
    const char *order;         /* how its versions are ordered, in a few words */
    mns_doc_version *versions; /* ascending by place; omitted ones leave a gap */
    uint32_t version_count;
    uint64_t version_total;
    mns_doc_read *disputed; /* reads that disagree with the order */
    uint32_t disputed_count;
    uint64_t disputed_total;
} mns_doc_key;

/* An operation of a process that is not a client, such as :nemesis. */
typedef struct mns_doc_fault {
    uint64_t position;
    int64_t time_ns;
    const char *process, *function, *value; /* value is shortened */
    const char *words; /* "n2 killed (SIGKILL), restarted after 2.1 s" (fault_words.h) */
    const char *brief; /* "n2 killed (SIGKILL)" */
    uint64_t until;    /* the position of the action that ended it, or MNS_NO_POSITION; for a fault
                          without duration its completion, or its own position */
    int64_t until_ns;
} mns_doc_fault;

#define MNS_LIMIT_DOC_FAULTS 200

/* A recorded run over time; only for histories with times. */
#define MNS_LIMIT_DOC_BUCKETS 120
typedef struct mns_doc_bucket {
    uint64_t ok, fail, info;                /* completions in it */
    int64_t p50_ns, p95_ns, p99_ns, max_ns; /* of ok transactions that completed in it; -1: none */
} mns_doc_bucket;

typedef struct mns_doc_error {
    const char *label; /* its class: the common text of errors that differ only in numbers */
    mns_txn_type type;
    uint64_t count;
} mns_doc_error;
#define MNS_LIMIT_DOC_ERRORS 20

typedef struct mns_doc_run {
    int64_t start_ns, width_ns; /* of the first bucket, and of each */
    mns_doc_bucket *buckets;
    uint32_t bucket_count;
    mns_doc_error *errors; /* most frequent first */
    uint32_t error_count;
    uint64_t error_kinds; /* number of classes, listed or not */
    uint64_t every;       /* every n-th transaction was sampled; 1: all */
} mns_doc_run;

/* ---- The document --------------------------------------------------------------------------- */

typedef struct mns_doc_counts {
    uint64_t operations, transactions, ok, fail, info, mops, keys, processes;
} mns_doc_counts;

typedef struct mns_document {
    mns_arena arena;
    const char *minos; /* the version that judged */
    const char *name;  /* of the file */
    const char *workload;
    bool json; /* the history is JSON, not EDN */
    /* How the history was recorded: run.json without blanks, and parsed; or NULL. Those of a check
     * belong to its result. */
    const char *live;
    mns_setup *setup;
    mns_doc_counts counts;
    int64_t span_ns; /* from the first operation to the last, or MNS_NO_TIME */
    mns_request request;
    mns_judgement judgement;    /* reason: in the arena or static */
    mns_doc_anomaly *anomalies; /* in the catalog's order */
    size_t anomaly_count;
    const char **warnings;
    size_t warning_count;
    double read_ms, infer_ms, graph_ms, search_ms;
    /* A smallest history that shows the worst anomaly, one operation a line; NULL: none. */
    const char **minimal;
    size_t minimal_count;
    /* Context; may be empty: */
    mns_doc_key *keys;
    uint32_t key_count;
    mns_doc_fault *faults;
    uint32_t fault_count;
    uint64_t fault_total;
    mns_doc_run *run;   /* or NULL */
    mns_effort *effort; /* how hard the history looked; NULL: not measured */
} mns_document;

void mns_document_init(mns_document *document);
void mns_document_release(mns_document *document);

/* The anomaly with its witnesses, or NULL if it was not found. */
const mns_doc_anomaly *mns_document_anomaly(const mns_document *document, mns_anomaly anomaly);

/* How hard the history looked, in sentences (effort_advice.c). A sentence that does not apply is
 * not written: the bugs of a history that was not recorded by minos run, the advice to a run that
 * looked hard or found a violation. Not escaped: the bugs quote run.json. */
typedef enum mns_effort_sentence {
    MNS_EFFORT_MEASURES,
    MNS_EFFORT_BUGS,
    MNS_EFFORT_ADVICE,
    MNS_EFFORT_SENTENCES
} mns_effort_sentence;
void mns_document_say_effort(const mns_document *document, mns_effort_sentence which, mns_buf *out);

/* Numbers in order, then names (document_process.c). */
int mns_doc_process_compare(const mns_doc_process *a, const mns_doc_process *b);
void mns_doc_process_write(const mns_doc_process *process, mns_buf *out);
/* "process 3 on n2"; without " on n2" if `node` is NULL. */
void mns_doc_process_name(const mns_doc_process *process, const char *node, mns_buf *out);
/* The node of both, or NULL if they differ: all transactions of a process usually have the same. */
const char *mns_doc_same_node(const char *a, const char *b);

#endif
