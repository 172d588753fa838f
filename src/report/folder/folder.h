/*
 * folder.h - the parts of the report folder.
 *
 * folder.c puts a folder in its place, folder_files.c fills it, folder_names.c says how its files are
 * called, folder_old.c recognises and removes one that is there already, folder_kept.c carries over what
 * stays: a report may be in the folder of its own history.
 */
#ifndef MNS_REPORT_FOLDER_FOLDER_H
#define MNS_REPORT_FOLDER_FOLDER_H

#include "report/model/document.h"

/* Everything but EDN is made from the document; edn is results.edn, or NULL: there is none. */
minos_status mns_report_folder(const mns_document *document, const mns_buf *edn,
                               const char *directory, char **message);

/* May a report be put at `path`? Yes if nothing is there, or an empty folder, or an earlier report, what is
 * kept, and nothing else (then *exists is true). Otherwise MINOS_EIO and a message. */
minos_status mns_folder_inspect(const char *path, bool *exists, char **message);

/* Removes a report folder: the files that a report consists of, then the folder if it is empty. What is
 * kept is removed only if it is somewhere else too. False if something is left, with errno. */
bool mns_folder_remove(const char *path);

/* Writes all files into an empty folder; edn may be NULL. */
minos_status mns_folder_fill(const mns_document *document, const mns_buf *edn,
                             const char *directory, char **message);

/* *message = "cannot WHAT PATH: why". */
minos_status mns_folder_failed(char **message, const char *what, const char *path, int error);

/* ---- What is kept ----------------------------------------------------------------------------- */

/* Is this a history or the note of its run, an ordinary file in an open folder? */
bool mns_folder_is_kept(int folder, const char *name);
/* Removes such a file if it has another name. */
void mns_folder_drop_kept(int folder, const char *name);
/* Links what is kept into a new folder, as far as the disk has links; moves what could not be linked. */
void mns_folder_link_kept(const char *from, const char *to);
minos_status mns_folder_move_kept(const char *from, const char *to, char **message);

/* ---- Names ---------------------------------------------------------------------------------- */

/* A name with its NUL, without its ending. */
#define MNS_KEY_NAME_SIZE 96

/* names[place] becomes the name for a key, unlike all before it. */
void mns_folder_key_name(const char *key, char (*names)[MNS_KEY_NAME_SIZE], uint32_t place);

/* Is this the name of a file of a witness; may it be that of a key? */
bool mns_folder_is_witness(const char *name);
bool mns_folder_is_key(const char *name);

/* ---- The page of a key ------------------------------------------------------------------------ */

/* The first bytes of every page of a key, by which an old one is known to be one. */
extern const char mns_key_page_start[];

/* The reads of a key that disagree, under each other (key_page.c). `place` is that of the key in the
 * document. O(what is written). */
void mns_report_key_page(const mns_document *document, uint32_t place, mns_buf *out);

#endif
