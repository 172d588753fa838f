/* base64.h - base64 as used in JSON: RFC 4648, section 4, with padding. */
#ifndef MNS_RUN_SYSTEM_BASE64_H
#define MNS_RUN_SYSTEM_BASE64_H

#include "core/buf.h"

void mns_base64_write(const char *bytes, size_t size, mns_buf *out);
/* Appends the decoded bytes; false if the text is not valid base64: then some may have been
 * appended. */
bool mns_base64_read(const char *text, size_t size, mns_buf *out);

#endif
