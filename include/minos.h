/*
 * minos.h - checks which isolation levels a recorded history violates.
 *
 * One call reads a history of transactions, infers the dependencies that every possible execution
 * must contain, and reports the isolation levels that they rule out, with a witness for each
 * anomaly:
 *
 *     minos_options options;
 *     minos_options_init(&options);
 *     minos_result *result = NULL;
 *     if (minos_check_file("history.edn", &options, &result) == MINOS_OK) {
 *         printf("%s", minos_result_verdict(result) == MINOS_VALID ? "valid\n" : "not valid\n");
 *     }
 *     minos_result_free(result);
 *
 * The library never prints, exits or keeps global state. A malformed history is a status with
 * problems (position, message, hint); a history that violates a model is a verdict. One call frees
 * everything that belongs to a result. Different results may be used from different threads.
 */
#ifndef MINOS_H
#define MINOS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MINOS_API __attribute__((visibility("default")))
#else
#define MINOS_API
#endif

/* ---- Version ------------------------------------------------------------------------------- */

#define MINOS_VERSION "0.1.0"

/* The version of the library that is linked, which may be newer than MINOS_VERSION. */
MINOS_API const char *minos_version(void);
/* The solver that chooses among several possible orders of versions when a model is to be
 * certified, such as "cadical-1.5.3"; NULL if the library was built without one. */
MINOS_API const char *minos_solver(void);

/* ---- Statuses and verdicts ------------------------------------------------------------------ */

typedef enum minos_status {
    MINOS_OK = 0,
    MINOS_EARGUMENT, /* invalid option: an unknown model, anomaly or workload */
    MINOS_EINPUT,    /* the input is malformed or contradicts itself */
    MINOS_EIO,       /* a file cannot be read, or a report cannot be written */
    MINOS_ENOMEM,    /* out of memory */
    MINOS_EINTERNAL  /* a proof did not pass its check: a bug, never a verdict */
} minos_status;

typedef enum minos_verdict {
    MINOS_VALID = 0, /* no violation of a requested model was found */
    MINOS_VIOLATED,  /* some requested model is ruled out */
    MINOS_UNKNOWN    /* not decided; see minos_result_reason */
} minos_verdict;

/* ---- Options -------------------------------------------------------------------------------- */

/* The formats of histories; docs/formats.md describes them. Those after JSON are other checkers';
 * COBRA and VIPER are folders of files, the others are one file. */
typedef enum minos_format {
    MINOS_FORMAT_AUTO = 0, /* by content */
    MINOS_FORMAT_EDN,
    MINOS_FORMAT_JSON,
    MINOS_FORMAT_PLUME,
    MINOS_FORMAT_DBCOP,
    MINOS_FORMAT_DBCOP_JSON,
    MINOS_FORMAT_DBCOP_TEXT,
    MINOS_FORMAT_COBRA,
    MINOS_FORMAT_AWDIT,
    MINOS_FORMAT_TIMEKILLER,
    MINOS_FORMAT_VIPER
} minos_format;

/* The name of a format, such as "plume"; NULL past the last. */
MINOS_API const char *minos_format_name(minos_format format);
/* The format with this name, "auto" included; 0 if there is none. */
MINOS_API int minos_format_parse(const char *name, minos_format *format);

/* Whether to search for an execution that proves that a model holds (docs/certificates.md). */
typedef enum minos_exact {
    MINOS_EXACT_AUTO = 0, /* search; a model that holds without one is still valid */
    MINOS_EXACT_OFF,      /* do not search */
    MINOS_EXACT_REQUIRE   /* search; a requested model that holds without one is unknown */
} minos_exact;

/* A transaction of a recorded run, for minos_options.statements. */
typedef struct minos_operation {
    int write; /* otherwise a read */
    int64_t key;
    int64_t value; /* of a write */
} minos_operation;

typedef struct minos_transaction {
    const minos_operation *operations;
    size_t count;
    const char *node;      /* that it ran on, such as "n2"; or NULL */
    const char *error;     /* of a failed or unknown transaction, as in the history; or NULL */
    int final_read;        /* one of the reads after all clients had stopped */
    const char *failed_at; /* "2": its second operation failed; "0": BEGIN; "commit"; or NULL */
} minos_transaction;

/* Keeps reports small enough to open: each witness adds at most about 30 kB. */
#define MINOS_MAX_WITNESSES 1000

typedef struct minos_options {
    const char *workload; /* "auto", "list-append", "rw-register", "set" or "counter" */
    /* Comma-separated models that must hold; "none" for no expectation. NULL: strict-serializable;
     * for a history without invocations, which has no real-time order, strong-session-serializable.
     */
    const char *models;
    const char *anomalies; /* comma-separated anomalies that must be absent; "none" or NULL: none */
    minos_format format;   /* of the input; auto: by content */
    unsigned threads;      /* 0: the number of cores */
    unsigned max_witnesses; /* kept for each anomaly type; at most MINOS_MAX_WITNESSES */
    /* Assumptions about each key of a register history, in addition to the models: */
    int assume_wfr; /* writes follow reads: a write follows the version that its transaction read */
    int assume_sequential;   /* each process accesses the versions of a key in their order */
    int assume_linearizable; /* so do all processes together, in real time */
    /* The database stores each set as one object, not as one row per element. A history can also
     * set this with :sets :objects (docs/sets-and-counters.md). */
    int sets_are_objects;
    /* A file with an order of transactions revealed by the database: a map from the :index of their
     * completion to a number, EDN or JSON; register versions follow it. Or NULL. */
    const char *transaction_order;
    /* Registers and sets: ignore values that are written twice to a key, instead of rejecting the
     * history. */
    int ambiguous_duplicates;
    minos_exact exact;
    /* How the history was recorded: the text of the run.json that minos run wrote beside it; or
     * NULL. Reports show it. Its rules apply where these options have their defaults (models,
     * anomalies, assumptions), so checking a run again gives the same verdict. */
    const char *live;
    /* Maximum unpacked size of a .gz or .zst history, in bytes. 0: 1,000 times the size of the
     * archive, but at least 256 MB. */
    uint64_t max_unpacked;
    /* For reports of a recorded run: what the client sent for a transaction of a witness, one
     * statement per line. `live` is that of the history. *text is freed with free; NULL: unknown.
     * minos_run_statements does this. NULL: no statements. */
    minos_status (*statements)(const char *live, const minos_transaction *transaction, char **text);
    /* Called periodically from the thread that called minos_check_*; may be NULL. */
    void (*progress)(void *context, const char *stage, double fraction);
    void *progress_context;
} minos_options;

/* Defaults: workload auto, models NULL, no anomalies, 8 witnesses, no assumption. */
MINOS_API void minos_options_init(minos_options *options);

/* MINOS_EARGUMENT if the options contain an unknown name; *message then names it and the nearest
 * known one (free it with minos_free). */
MINOS_API minos_status minos_options_check(const minos_options *options, char **message);

/* ---- Checking ------------------------------------------------------------------------------- */

typedef struct minos_result minos_result;

/* Judges one history: a path (plain, .gz, .zst, or a folder with history.edn; with options.live
 * NULL a run.json in that folder is read too), "-" for stdin, or bytes in memory, which must stay
 * valid as long as the result. Except when out of memory, *result is set even on failure and then
 * contains the problems. O(size of the history). */
MINOS_API minos_status minos_check_file(const char *path, const minos_options *options,
                                        minos_result **result);
MINOS_API minos_status minos_check_memory(const char *name, const void *data, size_t size,
                                          const minos_options *options, minos_result **result);
MINOS_API void minos_result_free(minos_result *result);

/* Loads the output of MINOS_VIEW_JSON: a path, a report folder (its results.json) or "-". A loaded
 * result has a verdict and reports like any other, except MINOS_VIEW_EDN, which needs the history;
 * it cannot be shrunk. Failure is as for minos_check_file. O(size). */
MINOS_API minos_status minos_result_load(const char *path, minos_result **result);

/* ---- Results -------------------------------------------------------------------------------- */

MINOS_API minos_status minos_result_status(const minos_result *result);
MINOS_API minos_verdict minos_result_verdict(const minos_result *result);
/* Why the verdict is unknown, or NULL. */
MINOS_API const char *minos_result_reason(const minos_result *result);

/* True if the anomaly was found (requested or not); true if the model is ruled out. Any name or
 * alias; false for an unknown name. */
MINOS_API int minos_result_has_anomaly(const minos_result *result, const char *name);
MINOS_API int minos_result_rules_out(const minos_result *result, const char *model);

/* True if an execution of the history proves the model (minos_options.exact). Any name of the
 * model; NULL: each of the requested models, of which there is at least one. */
MINOS_API int minos_result_certifies(const minos_result *result, const char *model);
/* Why a model that holds is not certified. NULL: it is certified or does not hold, or no execution
 * was searched for. */
MINOS_API const char *minos_result_undecided(const minos_result *result, const char *model);

/* The anomalies that were found, worst first; NULL past the end. Forbidden ones come before others;
 * among them a forbidden lost-write is first, then those that rule out the weakest models. */
MINOS_API const char *minos_result_anomaly(const minos_result *result, size_t i);
/* The first of them, which every report names as the worst; NULL if none was found. */
MINOS_API const char *minos_result_worst_anomaly(const minos_result *result);
/* The worst anomaly that rules a model out, NULL if none does. Any name of the model. */
MINOS_API const char *minos_result_ruled_out_by(const minos_result *result, const char *model);
/* The strongest of the well-known levels and the requested models that were tested and are not
 * ruled out: those that no other implies, strongest first; NULL past the end. None if nothing could
 * be inferred. */
MINOS_API const char *minos_result_level(const minos_result *result, size_t i);

/* The weakest of read-uncommitted, read-committed, snapshot-isolation, serializable and
 * strict-serializable that is ruled out, NULL if none is. */
MINOS_API const char *minos_result_weakest_ruled_out(const minos_result *result);

typedef struct minos_problem {
    const char *file;      /* the history, a file of its folder, or the file of
                              options.transaction_order */
    uint64_t line, column; /* from 1; 0 if the problem has no position in the text */
    int64_t byte;          /* from 0, the position in a binary file; -1: none */
    const char *message;
    const char *hint;        /* how to fix it, or NULL */
    const char *source_line; /* the line itself, shortened around the column, or NULL */
    uint64_t caret;          /* where in source_line the column is, from 0 */
} minos_problem;

MINOS_API size_t minos_result_problem_count(const minos_result *result);
MINOS_API minos_problem minos_result_problem(const minos_result *result, size_t i);
/* The total number of problems; at most 20 are kept. */
MINOS_API uint64_t minos_result_problem_total(const minos_result *result);

MINOS_API size_t minos_result_warning_count(const minos_result *result);
MINOS_API const char *minos_result_warning(const minos_result *result, size_t i);

/* ---- Reports -------------------------------------------------------------------------------- */

typedef enum minos_view {
    MINOS_VIEW_TEXT,    /* headline, ladder, witnesses */
    MINOS_VIEW_JSON,    /* one line, with the schema of the manual; MINOS_VERBOSE: everything in a
                           report */
    MINOS_VIEW_EDN,     /* Elle's result map; not for a loaded result */
    MINOS_VIEW_HTML,    /* one self-contained page; not for a result with problems */
    MINOS_VIEW_JUNIT,   /* one <testsuite> */
    MINOS_VIEW_GITHUB,  /* workflow commands: an annotation for each anomaly or problem */
    MINOS_VIEW_MARKDOWN /* a bug report; without a violation a summary. MINOS_QUIET: one row of
                            a table: history, verdict, measured, worst anomaly, transactions */
} minos_view;

enum { MINOS_COLOR = 1, MINOS_VERBOSE = 2, MINOS_QUIET = 4 };

/* Renders a result, with or without problems. *text is NUL-terminated; free it with
 * minos_free. flags: MINOS_COLOR, MINOS_VERBOSE (every witness kept), MINOS_QUIET (headline only).
 * MINOS_EARGUMENT: the view is not available for this result; *text is NULL. MINOS_EIO: the history
 * file could not be read again for quotes, for example because it has changed. */
MINOS_API minos_status minos_result_render(const minos_result *result, minos_view view,
                                           unsigned flags, char **text, size_t *size);

/* Writes the report folder: index.html, results.json, results.edn, report.txt, report.md, one
 * <anomaly>.txt each, pictures, and a DOT file for each cycle. It is written to a temporary folder
 * and renamed, so it is never incomplete. For a result with problems nothing is written and its
 * status is returned. */
MINOS_API minos_status minos_result_write_folder(const minos_result *result, const char *directory,
                                                 char **message);

/* ---- Several results ------------------------------------------------------------------------ */

typedef struct minos_overview minos_overview;

/* NULL when out of memory. */
MINOS_API minos_overview *minos_overview_new(void);
MINOS_API void minos_overview_free(minos_overview *overview);
/* Adds a row for a result, checked or loaded, with or without problems. folder: where its report
 * is, relative to the overview. MINOS_OK or MINOS_ENOMEM. */
MINOS_API minos_status minos_overview_add(minos_overview *overview, const minos_result *result,
                                          const char *folder);
/* MINOS_VIEW_TEXT: a table; with MINOS_QUIET a line FOLDER<TAB>true|false|unknown each.
 * MINOS_VIEW_JSON: a line each. MINOS_VIEW_HTML: a self-contained page with links; `title` is its
 * heading. MINOS_VIEW_MARKDOWN: a table. Other views: MINOS_EARGUMENT. Free *text with minos_free.
 */
MINOS_API minos_status minos_overview_render(const minos_overview *overview, minos_view view,
                                             unsigned flags, const char *title, char **text,
                                             size_t *size);

/* What changed between two results, checked or loaded: settings, verdict, models, anomalies,
 * throughput. *worse is true if `after` violates something that `before` does not: a model is ruled
 * out that was not, an anomaly was found and is forbidden that was not, or the verdict became
 * violated. If it is false, minos_result_verdict(after) may still be MINOS_UNKNOWN. view:
 * MINOS_VIEW_TEXT, with MINOS_QUIET only the conclusion, or MINOS_VIEW_JSON. MINOS_EARGUMENT: any
 * other view, or a result with problems. Free *text with minos_free. */
MINOS_API minos_status minos_result_diff(const minos_result *before, const minos_result *after,
                                         minos_view view, unsigned flags, int *worse, char **text,
                                         size_t *size);

/* ---- Shrinking ------------------------------------------------------------------------------ */

/* Finds a small part of the history that still shows an anomaly, and none that the history does not
 * have or imply. *text is that part as a history. anomaly: any name, or NULL for the worst that was
 * found. format: of the output; auto: that of the history. The bytes of a history in memory must
 * still be valid. MINOS_OK with *text NULL: nothing to shrink. MINOS_EARGUMENT: no such anomaly.
 * MINOS_EINPUT: the result has problems, or the history cannot be written in that format. *message
 * (NULL when out of memory) is one line with the result or the reason. Free both with minos_free.
 * With result NULL only the name is checked, and text and size may be NULL. */
MINOS_API minos_status minos_shrink(const minos_result *result, const char *anomaly,
                                    minos_format format, char **text, size_t *size, char **message);

/* ---- Certificates ---------------------------------------------------------------------------- */

/* Writes the certificate of a check (docs/certificates.md): an entry for each requested model that
 * is certified or ruled out; without a request, for each well-known level. `name` is the name of
 * the file, which is packed if it ends with .gz or .zst. `write` takes the next bytes; any status
 * but MINOS_OK ends the writing and is returned. The history is read once more, for its hash.
 * *message (free it with minos_free) names the requested models that have no entry, or says what
 * failed; NULL: neither. MINOS_EARGUMENT: a loaded result, a result with problems, or this build
 * cannot pack. */
MINOS_API minos_status minos_result_write_certificate(minos_result *result, const char *name,
                                                      minos_status (*write)(void *context,
                                                                            const void *data,
                                                                            size_t size),
                                                      void *context, char **message);

/* Checks a certificate against its history. Replays every execution in it; of a model that is ruled
 * out, checks the history again. Of the options only format, threads, transaction_order, the
 * assumptions (checked in addition to those of the certificate), max_unpacked and progress are
 * used. MINOS_OK: *accepted is the answer and *text, as MINOS_VIEW_TEXT or MINOS_VIEW_JSON, says
 * what was checked; if it is rejected, *result has one problem, which says what does not fit, and
 * where. Else *result has the problems of the history or of the certificate, unless memory ran out.
 * O(size of both). */
MINOS_API minos_status minos_verify_file(const char *history, const char *certificate,
                                         const minos_options *options, minos_view view,
                                         int *accepted, char **text, minos_result **result);

/* ---- Converting ----------------------------------------------------------------------------- */

typedef struct minos_conversion {
    minos_format format; /* of the output; not MINOS_FORMAT_AUTO */
    /* Takes the next bytes of the output. `file`: the name of a file in a folder, of which all
     * bytes arrive together and in order, if minos_format_is_folder; else NULL. Any status but
     * MINOS_OK ends the conversion. */
    minos_status (*write)(void *context, const char *file, const void *data, size_t size);
    /* Takes a sentence about what the output leaves out; or NULL. */
    void (*warn)(void *context, const char *sentence);
    void *context;
} minos_conversion;

/* Reads a history, as minos_check_file and minos_check_memory do but without a verdict, and writes
 * it in another format (docs/formats.md). Of the options only workload, format, threads,
 * ambiguous_duplicates, max_unpacked and progress are used. *result is NULL unless the history is
 * malformed, cannot be read (MINOS_EIO) or cannot be expressed in the format (MINOS_EINPUT at the
 * first such operation); then it has the problems. A failure of `write` is returned as it is, with
 * *result NULL. Memory does not grow with the output. O(size of the history). */
MINOS_API minos_status minos_convert_file(const char *path, const minos_options *options,
                                          const minos_conversion *conversion,
                                          minos_result **result);
MINOS_API minos_status minos_convert_memory(const char *name, const void *data, size_t size,
                                            const minos_options *options,
                                            const minos_conversion *conversion,
                                            minos_result **result);

/* True for a format that is a folder of files. */
MINOS_API int minos_format_is_folder(minos_format format);
/* The format that the suffix of a path shows, such as .plume; MINOS_FORMAT_AUTO: none. */
MINOS_API minos_format minos_format_of_path(const char *path);

/* ---- The catalog ---------------------------------------------------------------------------- */

/* The lattice of models and anomalies as text. */
MINOS_API minos_status minos_models_text(unsigned flags, char **text, size_t *size);
/* The article on one model or anomaly. MINOS_EARGUMENT for an unknown name: then *text is a message
 * that names the nearest one. */
MINOS_API minos_status minos_explain_text(const char *name, unsigned flags, char **text,
                                          size_t *size);

/* Every canonical model, then every anomaly, in the catalog's order; NULL past the end. */
MINOS_API const char *minos_catalog_model(size_t i);
MINOS_API const char *minos_catalog_anomaly(size_t i);
/* The smallest history that shows an anomaly, as EDN, or NULL if no workload can show it yet. */
MINOS_API const char *minos_catalog_example(const char *anomaly);

/* ---- Text ----------------------------------------------------------------------------------- */

/* Escapes text so that it prints on one line with nothing hidden: control characters, direction
 * overrides and zero-width characters become \n, \t or \uXXXX, bytes that are not UTF-8 become
 * \xXX. Use it for file names and other untrusted text. NULL when out of memory; free it with
 * minos_free. */
MINOS_API char *minos_escape(const char *text);
/* The text as a JSON string, with its quotes; bytes that are not UTF-8 become U+FFFD. NULL when out
 * of memory; free it with minos_free. */
MINOS_API char *minos_json_string(const char *text);

/* The name nearest to a misspelt word: a third of its letters may differ, at least one, or the word
 * may be the beginning of the name. NULL if no name is near. name_at(context, i) returns the i-th
 * name, NULL past the last. */
MINOS_API const char *minos_nearest_name(const char *word,
                                         const char *(*name_at)(const void *context, size_t i),
                                         const void *context);

/* ---- Memory --------------------------------------------------------------------------------- */

MINOS_API void minos_free(void *pointer);

#ifdef __cplusplus
}
#endif

#endif
