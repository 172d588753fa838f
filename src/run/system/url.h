/*
 * url.h - scheme://user:password@host:port/path?name=value, in parts; and without its password.
 *
 * Anything may be given, of any size; what is not a URL is refused with a message that shows none
 * of it. %XX is decoded in every part once it has been cut out; '+' is itself. An address of IPv6
 * is in brackets, which are not part of the host. The path is what follows the '/', without it.
 */
#ifndef MNS_RUN_SYSTEM_URL_H
#define MNS_RUN_SYSTEM_URL_H

#include "core/buf.h"

typedef struct mns_url {
    char *scheme, *user, *password, *host,
        *path;     /* decoded; NULL where there is none or it is empty */
    unsigned port; /* 0: none */
    char *query;   /* as it is written, or NULL */
} mns_url;

/* False: message. Release it in any case. */
bool mns_url_read(mns_url *url, const char *text, mns_buf *message);
void mns_url_release(mns_url *url);
/* The decoded value of a name in the query, to be freed; NULL if it is not there. */
char *mns_url_query(const mns_url *url, const char *name);

/* The value of a hexadecimal digit; -1 of anything else. */
int mns_url_hex(char c);

/* Writes a target with *** for any password in it: in the authority, in the query, or in NAME=VALUE
 * as libpq and shells have it. Any text is safe: where it is not clear what a password is, more is
 * hidden. */
void mns_url_mask(const char *text, mns_buf *out);

#endif
