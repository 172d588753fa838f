/*
 * url.h - parses scheme://user:password@host:port/path?name=value, and masks passwords.
 *
 * Any text of any size may be given; anything that is not a URL is rejected with a message that
 * shows none of it. %XX is decoded in every part after splitting; '+' is literal. IPv6 addresses
 * are in brackets, which are not part of the host. The path has no leading '/'.
 */
#ifndef MNS_RUN_SYSTEM_URL_H
#define MNS_RUN_SYSTEM_URL_H

#include "core/buf.h"

typedef struct mns_url {
    char *scheme, *user, *password, *host, *path; /* decoded; NULL if missing or empty */
    unsigned port;                                /* 0: none */
    char *query;                                  /* not decoded, or NULL */
} mns_url;

/* False: message. Release it in any case. */
bool mns_url_read(mns_url *url, const char *text, mns_buf *message);
void mns_url_release(mns_url *url);
/* The decoded value of a name in the query, to be freed; NULL if missing. */
char *mns_url_query(const mns_url *url, const char *name);

/* The value of a hexadecimal digit, else -1. */
int mns_url_hex(char c);

/* Writes a target with *** for any password: in the authority, in the query, in NAME=VALUE as used
 * by libpq and shells, or in options of a command (--password VALUE, mysql -pVALUE). Safe for any
 * text: if in doubt, more is hidden. */
void mns_url_mask(const char *text, mns_buf *out);

#endif
