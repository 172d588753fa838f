/*
 * folder.h - the report folder.
 *
 * folder.c creates or replaces it, folder_files.c writes its files, folder_names.c names them,
 * folder_old.c recognizes and removes an earlier report, folder_kept.c keeps the history, because a
 * report may be in the folder of its own history.
 */
#ifndef MNS_REPORT_FOLDER_FOLDER_H
#define MNS_REPORT_FOLDER_FOLDER_H

#include "report/model/document.h"

/* All files are made from the document, except results.edn, which is `edn`; NULL: not written. */
minos_status mns_report_folder(const mns_document *document, const mns_buf *edn,
                               const char *directory, char **message);

/* Checks that `path` does not exist, or is a folder with nothing but an earlier report and kept
 * files (then *exists is true). Otherwise MINOS_EIO and a message. */
minos_status mns_folder_inspect(const char *path, bool *exists, char **message);

/* Removes a report folder: the files of a report, then the folder if it is empty. Kept files are
 * removed only if they have another hard link. False, with errno, if something remains. */
bool mns_folder_remove(const char *path);

/* Writes all files into an empty folder; edn may be NULL. */
minos_status mns_folder_fill(const mns_document *document, const mns_buf *edn,
                             const char *directory, char **message);

/* *message = "cannot WHAT PATH: why". */
minos_status mns_folder_failed(char **message, const char *what, const char *path, int error);

/* ---- Kept files ----------------------------------------------------------------------------- */

/* True for the history and the description of its run, if it is a regular file. */
bool mns_folder_is_kept(int folder, const char *name);
/* Removes a kept file if it has another hard link. */
void mns_folder_drop_kept(int folder, const char *name);
/* Links kept files into a new folder, if the file system has hard links; moves those that could not
 * be linked. */
void mns_folder_link_kept(const char *from, const char *to);
minos_status mns_folder_move_kept(const char *from, const char *to, char **message);

/* ---- Names ---------------------------------------------------------------------------------- */

/* Bytes of a name with its NUL, without its extension. */
#define MNS_KEY_NAME_SIZE 96

/* Sets names[place] to a name for the key that differs from all before it. */
void mns_folder_key_name(const char *key, char (*names)[MNS_KEY_NAME_SIZE], uint32_t place);

/* True for the name of a file of a witness, and for a possible name of a key's page. */
bool mns_folder_is_witness(const char *name);
bool mns_folder_is_key(const char *name);

/* ---- The page of a key ---------------------------------------------------------------------- */

/* The first bytes of every page of a key, by which an old one is recognized. */
extern const char mns_key_page_start[];

/* The disagreeing reads of a key as a table (key_page.c). `place` is that of the key in the
 * document. O(size of the output). */
void mns_report_key_page(const mns_document *document, uint32_t place, mns_buf *out);

#endif
