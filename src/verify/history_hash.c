/* history_hash.c - see history_hash.h. */
#include "verify/history_hash.h"

/* Bytes that are in memory at a time. */
#define PIECE ((size_t)1 << 22)

minos_status mns_history_hash(mns_source *source, uint8_t hash[MNS_SHA256_BYTES]) {
    mns_sha256 sum;
    mns_sha256_begin(&sum);
    minos_status status = mns_source_rewind(source);
    size_t at = 0, have;
    bool more = true;
    while (status == MINOS_OK && more) {
        status = mns_source_read(source, at + PIECE, &have);
        if (status == MINOS_OK) {
            mns_sha256_add(&sum, source->data + at, have - at);
            mns_source_discard(source, source->data + at, source->data + have);
            more = have == at + PIECE;
            at = have;
        }
    }
    mns_sha256_end(&sum, hash);
    return status;
}
