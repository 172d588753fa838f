/* xml.h - text as XML: escapes what would be markup. */
#ifndef MNS_CORE_XML_H
#define MNS_CORE_XML_H

#include "core/buf.h"

/* Text as the content of an element or of an attribute in single or double quotes; what XML cannot
 * hold becomes U+FFFD. */
void mns_buf_xml(mns_buf *out, const char *text, size_t size);

#endif
