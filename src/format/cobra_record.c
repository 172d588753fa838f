/*
 * cobra_record.c - reads the records of one log and checks their order (cobra.h).
 *
 * Cobra's verifier stops at each of these faults; here each has a message. O(size).
 */
#include "format/cobra.h"

#include <inttypes.h>

size_t mns_cobra_size(char type, bool timed) {
    switch (type) {
    case 'S':
    case 'C': return timed ? 17 : 9;
    case 'W': return 25;
    case 'R': return 33;
    default: return 0;
    }
}

static int64_t number_at(const char *bytes) {
    const unsigned char *p = (const unsigned char *)bytes;
    uint64_t number = 0;
    for (size_t i = 0; i < 8; i++) {
        number = number << 8 | p[i];
    }
    return (int64_t)number;
}

static void parse(const char *p, mns_cobra_record *record) {
    bool ended = record->type == 'S' || record->type == 'C';
    record->txn = record->type == 'W' ? 0 : number_at(p + 1);
    const char *rest = p + (record->type == 'W' ? 1 : 9);
    record->write = ended ? 0 : number_at(rest);
    record->key = ended ? 0 : number_at(rest + 8);
    record->value = ended ? 0 : number_at(rest + 16);
}

static bool is_reserved(int64_t id) {
    return id == MNS_COBRA_INITIAL || id == MNS_COBRA_NULL || id == MNS_COBRA_GC_ON ||
           id == MNS_COBRA_GC_OFF;
}

/* Of a read; true: it has the fault *kind. */
static bool misreads(const mns_cobra_record *read, mns_cobra_fault_kind *kind) {
    *kind = MNS_COBRA_BAD_INITIAL;
    if (read->write == MNS_COBRA_DELETE || read->txn == MNS_COBRA_DELETE) {
        *kind = MNS_COBRA_DELETED;
        return true;
    }
    switch (mns_cobra_read_source(read)) {
    case MNS_COBRA_WRITTEN: return is_reserved(read->write);
    case MNS_COBRA_UNWRITTEN: return false;
    case MNS_COBRA_FLAG:
        return read->txn != MNS_COBRA_INITIAL ||
               (read->write != MNS_COBRA_GC_ON && read->write != MNS_COBRA_GC_OFF);
    }
    return true;
}

/* True: the record has the fault *kind. Otherwise the log moves on. */
static bool misplaced(mns_cobra_log *log, const mns_cobra_record *record,
                      mns_cobra_fault_kind *kind) {
    *kind = record->type == 'S' ? MNS_COBRA_NO_COMMIT : MNS_COBRA_OUTSIDE;
    if (log->open == (record->type == 'S')) {
        return true;
    }
    switch (record->type) {
    case 'S':
        log->open = true;
        log->txn = record->txn;
        log->start = record->place.offset;
        *kind = MNS_COBRA_RESERVED_TXN;
        return is_reserved(record->txn) || record->txn == MNS_COBRA_DELETE;
    case 'C':
        log->open = false;
        *kind = MNS_COBRA_OTHER_COMMIT;
        return record->txn != log->txn;
    case 'W':
        *kind = record->write == MNS_COBRA_DELETE ? MNS_COBRA_DELETED : MNS_COBRA_RESERVED_WRITE;
        return record->write == MNS_COBRA_DELETE || is_reserved(record->write);
    default: return misreads(record, kind);
    }
}

int mns_cobra_next(mns_reading *reading, mns_cobra_log *log, mns_cobra_record *record,
                   mns_cobra_fault *fault) {
    mns_input *input = log->input;
    size_t have = mns_input_need(reading, input, 33);
    mns_cobra_fault_kind kind = MNS_COBRA_UNREADABLE;
    if (have == 0) {
        fault->kind = kind;
        return reading->status == MINOS_OK ? 0 : -1;
    }
    const char *p = mns_input_bytes(input);
    *record = (mns_cobra_record){.type = p[0], .place = mns_input_place(input, p)};
    size_t size = mns_cobra_size(p[0], log->timed);
    if (size == 0 || have < size) {
        kind = size == 0 ? MNS_COBRA_UNKNOWN_TYPE : MNS_COBRA_TORN;
    } else if (size == 17 && !mns_cobra_is_time(p[9])) {
        kind = MNS_COBRA_NO_TIME;
    } else {
        parse(p, record);
        if (!misplaced(log, record, &kind)) {
            input->at += size;
            return 1;
        }
    }
    *fault = (mns_cobra_fault){
        .kind = kind, .record = *record, .left = have, .txn = log->txn, .start = log->start};
    return -1;
}

/* ---- Messages ------------------------------------------------------------------------------- */

static int refuse_type(mns_reading *reading, const mns_cobra_record *record) {
    unsigned type = (unsigned char)record->type;
    if (record->type == 'A') {
        return mns_reading_fail(reading, record->place,
                                "Cobra's clients log a transaction after its commit; remove the "
                                "aborted ones",
                                "the log has an aborted transaction (record of type A)");
    }
    return mns_reading_fail(reading, record->place, "records are of type S, W, R or C",
                            "unknown record type 0x%02x", type);
}

static int refuse_initial(mns_reading *reading, const mns_cobra_record *read) {
    return mns_reading_fail(
        reading, read->place,
        "0xbebeebee and 0xdeadbeef mark the initial state, in writer and write id together",
        "the read names transaction 0x%" PRIx64 " as writer and the write id 0x%" PRIx64,
        (uint64_t)read->txn, (uint64_t)read->write);
}

static int refuse_delete(mns_reading *reading, const mns_cobra_record *record) {
    return mns_reading_fail(reading, record->place,
                            "all deletes have this write id, so a later read of a missing key does "
                            "not show which delete it saw",
                            "the log has a delete of key %" PRId64 " (write id 0xabcdefab)",
                            record->key);
}

int mns_cobra_refuse(mns_reading *reading, const mns_cobra_fault *fault, bool timed) {
    const mns_cobra_record *record = &fault->record;
    switch (fault->kind) {
    case MNS_COBRA_UNREADABLE: break;
    case MNS_COBRA_UNKNOWN_TYPE: return refuse_type(reading, record);
    case MNS_COBRA_TORN:
        return mns_reading_fail(reading, record->place, "the file may be truncated",
                                "record of type %c has %zu bytes, but the log ends after %zu",
                                record->type, mns_cobra_size(record->type, timed), fault->left);
    case MNS_COBRA_NO_TIME:
        return mns_reading_fail(
            reading, record->place,
            "the first log of the folder has times; all logs must have them, or none",
            "record of type %c has no time", record->type);
    case MNS_COBRA_NO_COMMIT:
        return mns_reading_fail(reading, record->place,
                                "only the last transaction of a log may lack its commit",
                                "transaction %" PRId64 " starts before transaction %" PRId64
                                " (byte %" PRIu64 ") commits",
                                record->txn, fault->txn, fault->start);
    case MNS_COBRA_OUTSIDE:
        return mns_reading_fail(reading, record->place, "a transaction starts with S",
                                "record of type %c outside of a transaction", record->type);
    case MNS_COBRA_OTHER_COMMIT:
        return mns_reading_fail(reading, record->place, NULL,
                                "commit of transaction %" PRId64 " in transaction %" PRId64
                                " (byte %" PRIu64 ")",
                                record->txn, fault->txn, fault->start);
    case MNS_COBRA_RESERVED_TXN:
        return mns_reading_fail(reading, record->place, NULL,
                                "transaction id 0x%" PRIx64 " is reserved", (uint64_t)record->txn);
    case MNS_COBRA_RESERVED_WRITE:
        return mns_reading_fail(reading, record->place, NULL, "write id 0x%" PRIx64 " is reserved",
                                (uint64_t)record->write);
    case MNS_COBRA_DELETED: return refuse_delete(reading, record);
    case MNS_COBRA_BAD_INITIAL: return refuse_initial(reading, record);
    }
    return -1;
}
