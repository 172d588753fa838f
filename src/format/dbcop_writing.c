/* dbcop_writing.c - see dbcop_writing.h. */
#include "format/dbcop_writing.h"

bool mns_dbcop_is_written(const mns_writing *writing, uint32_t mop) {
    const mns_mops *mops = &writing->history->tables.mops;
    return !mns_mop_is_read(mops, mop) || mns_mop_is_answered(mops, mop);
}

mns_dbcop_totals mns_dbcop_count(const mns_writing *writing) {
    const uint32_t *first_mop = writing->history->txns.first_mop;
    mns_dbcop_totals totals = {.txns = writing->session_first[writing->session_count]};
    for (uint64_t i = 0; i < totals.txns; i++) {
        uint32_t txn = writing->session_txns[i];
        for (uint32_t mop = first_mop[txn]; mop < first_mop[txn + 1]; mop++) {
            totals.events += mns_dbcop_is_written(writing, mop);
        }
    }
    return totals;
}

minos_status mns_dbcop_refuse(mns_writing *writing, uint32_t txn, uint32_t mop, mns_value value,
                              const char *what, const char *problem, const char *hint) {
    mns_buf text;
    mns_buf_init(&text);
    mns_value_edn(&writing->history->tables.values, value, &text);
    minos_status status = text.failed
                              ? MINOS_ENOMEM
                              : mns_writing_refuse(writing, txn, mop, hint, "%s %s %s", what,
                                                   text.data == NULL ? "" : text.data, problem);
    mns_buf_release(&text);
    return status;
}

bool mns_dbcop_number(const mns_values *values, mns_value value, uint64_t *number) {
    int64_t integer;
    if (mns_value_integer(values, value, &integer)) {
        *number = (uint64_t)integer;
        return integer >= 0;
    }
    if ((value & 1) == 0 || value == MNS_VALUE_INITIAL || value == MNS_VALUE_NONE ||
        values->items[value >> 1].kind != MNS_VALUE_INTEGER) {
        return false;
    }
    const char *digits = values->bytes.data + values->items[value >> 1].offset;
    bool fits = true;
    *number = 0;
    for (uint32_t i = 0; i < values->items[value >> 1].size && fits; i++) {
        uint64_t digit = (uint64_t)(digits[i] - '0'); /* huge for a minus sign */
        fits = digit <= 9 && *number <= (UINT64_MAX - digit) / 10;
        *number = *number * 10 + digit;
    }
    return fits;
}

minos_status mns_dbcop_key(mns_writing *writing, uint32_t txn, uint32_t mop, uint64_t *key) {
    const mns_tables *tables = &writing->history->tables;
    mns_value name = tables->keys.name[tables->mops.key[mop]];
    return mns_dbcop_number(&tables->values, name, key)
               ? MINOS_OK
               : mns_dbcop_refuse(writing, txn, mop, name, "the key", "is not such a number",
                                  MNS_DBCOP_NUMBER_HINT);
}

minos_status mns_dbcop_version(mns_writing *writing, uint32_t txn, uint32_t mop, bool *initial,
                               uint64_t *version) {
    const mns_tables *tables = &writing->history->tables;
    mns_value value = tables->mops.value[mop];
    bool read = mns_mop_is_read(&tables->mops, mop);
    *initial = read && value == MNS_VALUE_INITIAL;
    *version = 0;
    if (*initial) {
        return MINOS_OK;
    }
    if (!mns_dbcop_number(&tables->values, value, version)) {
        return mns_dbcop_refuse(writing, txn, mop, value, "the value", "is not such a number",
                                MNS_DBCOP_NUMBER_HINT);
    }
    if (read && *version == 0 && writing->fate[txn] != MNS_FATE_ABORTED &&
        mns_history_writer(writing->history, tables->mops.key[mop], value) == MNS_NONE) {
        return mns_writing_refuse(writing, txn, mop, "write 0 in the history, or read nil",
                                  "a read of 0, which no transaction wrote, would be a read of the "
                                  "initial state in dbcop");
    }
    return MINOS_OK;
}
