/* xml.h - escapes text for XML. */
#ifndef MNS_CORE_XML_H
#define MNS_CORE_XML_H

#include "core/buf.h"

/* For the content of an element or of an attribute in single or double quotes; bytes that XML
 * cannot represent become U+FFFD. */
void mns_buf_xml(mns_buf *out, const char *text, size_t size);

#endif
