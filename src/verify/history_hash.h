/*
 * history_hash.h - the SHA-256 of a history: of its text, unpacked.
 *
 * A history in the format of another checker is hashed as the EDN text that Minos translates it to.
 */
#ifndef MNS_HISTORY_HASH_H
#define MNS_HISTORY_HASH_H

#include "core/sha256.h"
#include "read/source.h"

/* Reads the whole text in pieces, which are discarded again, before or after the history was read:
 * afterwards the text counts as read to its end. MINOS_OK, or the failure of reading, which
 * mns_source_report reports. O(bytes), in little memory. */
minos_status mns_history_hash(mns_source *source, uint8_t hash[MNS_SHA256_BYTES]);

#endif
