/* base64.h - bytes as letters and digits, as JSON carries them: RFC 4648, section 4, with padding.
 */
#ifndef MNS_RUN_SYSTEM_BASE64_H
#define MNS_RUN_SYSTEM_BASE64_H

#include "core/buf.h"

void mns_base64_write(const char *bytes, size_t size, mns_buf *out);
/* Adds the bytes that the text stands for; false if it stands for none, or has characters that are
 * none of base64's: then some may have been added. */
bool mns_base64_read(const char *text, size_t size, mns_buf *out);

#endif
