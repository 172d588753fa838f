/*
 * url.h - scheme://user:password@host:port/path?name=value, in parts; and without its password.
 */
#ifndef MNS_RUN_URL_H
#define MNS_RUN_URL_H

#include "core/buf.h"

typedef struct mns_url {
    char *scheme, *user, *password, *host, *path; /* decoded; NULL where there is none */
    unsigned port;                                /* 0: none */
    char *query;                                  /* as it is written, or NULL */
} mns_url;

/* False: message. Release it in any case. */
bool mns_url_read(mns_url *url, const char *text, mns_buf *message);
void mns_url_release(mns_url *url);
/* The decoded value of a name in the query, to be freed; NULL if it is not there. */
char *mns_url_query(const mns_url *url, const char *name);

/* Writes a target with *** for any password in it, in the authority or in the query; any text is safe. */
void mns_url_mask(const char *text, mns_buf *out);

#endif
