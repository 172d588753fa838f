/*
 * minos.h - judge what a database did.
 *
 * One call reads a history of transactions, infers the dependencies that every possible execution
 * must contain, and says which isolation levels that rules out, with a witness for each anomaly:
 *
 *     minos_options options;
 *     minos_options_init(&options);
 *     minos_result *result = NULL;
 *     if (minos_check_file("history.edn", &options, &result) == MINOS_OK) {
 *         printf("%s", minos_result_verdict(result) == MINOS_VALID ? "valid\n" : "not valid\n");
 *     }
 *     minos_result_free(result);
 *
 * The library never prints, exits or keeps global state. A bad history is a status with problems
 * (place, message, hint); a history that breaks a model is a verdict. Everything that belongs to a
 * result is freed by one call. Different results may be used from different threads.
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

/* ---- Statuses and verdicts ------------------------------------------------------------------ */

typedef enum minos_status {
    MINOS_OK = 0,
    MINOS_EARGUMENT, /* an option is not understood: an unknown model, anomaly or workload */
    MINOS_EINPUT,    /* what was read is malformed or contradicts itself */
    MINOS_EIO,       /* a file cannot be read, or a report cannot be written */
    MINOS_ENOMEM,    /* out of memory */
    MINOS_EINTERNAL  /* a witness did not pass the re-checker: a bug, never a verdict */
} minos_status;

typedef enum minos_verdict {
    MINOS_VALID = 0, /* every asked model holds as far as this history shows */
    MINOS_VIOLATED,  /* some asked model is ruled out */
    MINOS_UNKNOWN    /* not decided; minos_result_reason says why */
} minos_verdict;

/* ---- Options -------------------------------------------------------------------------------- */

typedef enum minos_format {
    MINOS_FORMAT_AUTO = 0,
    MINOS_FORMAT_EDN,
    MINOS_FORMAT_JSON
} minos_format;

/* Keeps reports small enough to open: each witness adds at most about 30 kB. */
#define MINOS_MAX_WITNESSES 1000

typedef struct minos_options {
    const char *workload; /* "auto", "list-append", "rw-register", "set" or "counter" */
    /* Comma-separated models that must hold; "none" for no expectation. NULL: strict-serializable;
     * for a history without invocations, which has no real-time order, strong-session-serializable. */
    const char *models;
    const char *anomalies;  /* comma-separated anomalies that must be absent, or NULL */
    minos_format format;    /* of the input; auto looks at the content */
    unsigned threads;       /* 0: as many as the machine has cores */
    unsigned max_witnesses; /* kept for each anomaly type; at most MINOS_MAX_WITNESSES */
    /* What to assume of each key of a register history, besides what the models say: */
    int assume_wfr;          /* a transaction that reads a key and writes it follows what it read */
    int assume_sequential;   /* a process meets the versions of a key in their order */
    int assume_linearizable; /* so does everybody, in real time */
    /* The database stores each set as one object, not as one row per element. A history can also
     * set this with :sets :objects (docs/sets-and-counters.md). */
    int sets_are_objects;
    /* A file with an order of transactions that the database itself gave: a map from the :index of
     * their completion to a number, EDN or JSON; register versions follow it. Or NULL. */
    const char *transaction_order;
    /* Registers and sets: leave out values that are written twice to a key, instead of refusing the
     * history. */
    int ambiguous_duplicates;
    /* Maximum unpacked size of a .gz or .zst history, in bytes. 0: 1,000 times the size of the
     * archive, but at least 256 MB. */
    uint64_t max_unpacked;
    /* Called now and then from the thread that called minos_check_*; may be NULL. */
    void (*progress)(void *context, const char *stage, double fraction);
    void *progress_context;
} minos_options;

/* Defaults: workload auto, models NULL, no anomalies, 8 witnesses, no assumption. */
MINOS_API void minos_options_init(minos_options *options);

/* MINOS_EARGUMENT where the options name something unknown; *message then says what, and the
 * nearest name that exists (free it with minos_free). */
MINOS_API minos_status minos_options_check(const minos_options *options, char **message);

/* ---- Checking ------------------------------------------------------------------------------- */

typedef struct minos_result minos_result;

/* Judges one history: a path (plain, .gz, .zst, or a folder that holds history.edn), "-" for
 * stdin, or bytes in memory, which must stay in place while the result lives. Except when out of
 * memory, *result is set even on failure and then carries the problems. O(size of the history). */
MINOS_API minos_status minos_check_file(const char *path, const minos_options *options,
                                        minos_result **result);
MINOS_API minos_status minos_check_memory(const char *name, const void *data, size_t size,
                                          const minos_options *options, minos_result **result);
MINOS_API void minos_result_free(minos_result *result);

/* Loads what MINOS_VIEW_JSON wrote: a path, a report folder (its results.json) or "-". Such a result
 * has a verdict and reports like any other, except MINOS_VIEW_EDN, which needs the history; nor can
 * it be shrunk. Failure is as for minos_check_file. O(size). */
MINOS_API minos_status minos_result_load(const char *path, minos_result **result);

/* ---- What came out -------------------------------------------------------------------------- */

MINOS_API minos_status minos_result_status(const minos_result *result);
MINOS_API minos_verdict minos_result_verdict(const minos_result *result);
/* Why the verdict is unknown, or NULL. */
MINOS_API const char *minos_result_reason(const minos_result *result);

/* True if the anomaly was found (asked for or not); true if the model is ruled out. Any name or
 * alias; an unknown name is false. */
MINOS_API int minos_result_has_anomaly(const minos_result *result, const char *name);
MINOS_API int minos_result_rules_out(const minos_result *result, const char *model);

/* The anomalies that were found, worst first; NULL past the end. */
MINOS_API const char *minos_result_anomaly(const minos_result *result, size_t i);
/* The worst anomaly that rules a model out, NULL if none does. Any name of the model. */
MINOS_API const char *minos_result_ruled_out_by(const minos_result *result, const char *model);
/* The strongest of the well-known levels that were tested and are not ruled out: those that no other
 * implies, strongest first; NULL past the end. None where nothing could be inferred. */
MINOS_API const char *minos_result_level(const minos_result *result, size_t i);

typedef struct minos_problem {
    const char *file;      /* the history, or the file of options.transaction_order */
    uint64_t line, column; /* from 1; 0 where the problem is not at a place in the text */
    const char *message;
    const char *hint;        /* what to do about it, or NULL */
    const char *source_line; /* the line itself, shortened around the column, or NULL */
    uint64_t caret;          /* where in source_line the column is, from 0 */
} minos_problem;

MINOS_API size_t minos_result_problem_count(const minos_result *result);
MINOS_API minos_problem minos_result_problem(const minos_result *result, size_t i);
/* How many problems there were in all; at most 20 are kept. */
MINOS_API uint64_t minos_result_problem_total(const minos_result *result);

MINOS_API size_t minos_result_warning_count(const minos_result *result);
MINOS_API const char *minos_result_warning(const minos_result *result, size_t i);

/* ---- Reports -------------------------------------------------------------------------------- */

typedef enum minos_view {
    MINOS_VIEW_TEXT, /* for people: headline, ladder, witnesses */
    MINOS_VIEW_JSON, /* one line, the schema of the manual; MINOS_VERBOSE: all that a report shows */
    MINOS_VIEW_EDN,  /* Elle's result map; not of a loaded result */
    MINOS_VIEW_HTML,  /* one self-contained page; not of a result that carries problems */
    MINOS_VIEW_JUNIT, /* one <testsuite> */
    MINOS_VIEW_GITHUB /* workflow commands: an annotation for each anomaly or problem */
} minos_view;

enum { MINOS_COLOR = 1, MINOS_VERBOSE = 2, MINOS_QUIET = 4 };

/* Renders a result; also one that carries problems. *text is NUL-terminated; free it with
 * minos_free. flags: MINOS_COLOR, MINOS_VERBOSE (every witness kept), MINOS_QUIET (headline only).
 * MINOS_EARGUMENT: this result has no such view; *text is NULL. MINOS_EIO: the history file cannot
 * be read again to quote from it, for instance because it changed after it was checked. */
MINOS_API minos_status minos_result_render(const minos_result *result, minos_view view,
                                           unsigned flags, char **text, size_t *size);
/* MINOS_VIEW_JSON with one more field, "live": a JSON object that says how the history was
 * recorded. It must be valid JSON; a result that carries problems is rendered without it. */
MINOS_API minos_status minos_result_render_live(const minos_result *result, unsigned flags,
                                                const char *live, char **text, size_t *size);

/* Writes the report folder: index.html, results.json, results.edn, report.txt, one <anomaly>.txt each,
 * pictures, and a DOT file for each cycle. Written beside it and renamed, so never half a report. A result that
 * carries problems has none: its status is returned. */
MINOS_API minos_status minos_result_write_folder(const minos_result *result, const char *directory,
                                                 char **message);

/* ---- Shrinking ------------------------------------------------------------------------------ */

/* The smallest part found of the history that still shows an anomaly and nothing that the history
 * does not have or imply, as a history of its own. anomaly: any name, or NULL for the worst that
 * was found. format: how to write it; auto is as the history was. The bytes of a history in memory
 * must still be in place.
 * MINOS_OK with *text NULL: nothing to shrink. MINOS_EARGUMENT: no such anomaly. MINOS_EINPUT: the
 * result carries problems, or the history cannot be written in that format. *message (NULL when out
 * of memory) says in one line what was done, or why not. Free both with minos_free. With result
 * NULL only the name is checked, and text and size may be NULL. */
MINOS_API minos_status minos_shrink(const minos_result *result, const char *anomaly,
                                    minos_format format, char **text, size_t *size, char **message);

/* ---- The catalog ---------------------------------------------------------------------------- */

/* The lattice of models and anomalies as text. */
MINOS_API minos_status minos_models_text(unsigned flags, char **text, size_t *size);
/* One model or anomaly in plain words. MINOS_EARGUMENT for an unknown name: then *text is a
 * message that names the nearest one. */
MINOS_API minos_status minos_explain_text(const char *name, unsigned flags, char **text,
                                          size_t *size);

/* Every canonical model, then every anomaly, in the catalog's order; NULL past the end. */
MINOS_API const char *minos_catalog_model(size_t i);
MINOS_API const char *minos_catalog_anomaly(size_t i);
/* The smallest history that shows an anomaly, as EDN, or NULL where no workload can show it yet. */
MINOS_API const char *minos_catalog_example(const char *anomaly);

/* ---- Text ----------------------------------------------------------------------------------- */

/* Escapes text so that it prints on one line with nothing hidden: control characters, direction
 * overrides and zero-width characters become \n, \t or \uXXXX, bytes that are not UTF-8 become \xXX.
 * Use it for file names and other untrusted text. NULL when out of memory; free it with
 * minos_free. */
MINOS_API char *minos_escape(const char *text);
/* The text as a JSON string, with its quotes; bytes that are not UTF-8 become U+FFFD. NULL when out
 * of memory; free it with minos_free. */
MINOS_API char *minos_json_string(const char *text);

/* ---- Memory --------------------------------------------------------------------------------- */

MINOS_API void minos_free(void *pointer);

#ifdef __cplusplus
}
#endif

#endif
