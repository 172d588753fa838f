/* write_registers.c - see write_registers.h. */
#include "format/write_registers.h"

/* Decimal digits, without a sign for a number that is not negative. */
static bool parse_digits(const char *digits, size_t size, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < size; i++) {
        uint64_t digit = (uint64_t)(digits[i] - '0');
        if (digits[i] < '0' || digits[i] > '9' || *number > (UINT64_MAX - digit) / 10) {
            return false;
        }
        *number = *number * 10 + digit;
    }
    return true;
}

bool mns_value_unsigned(const mns_values *values, mns_value value, uint64_t *number) {
    int64_t integer;
    if (mns_value_integer(values, value, &integer)) {
        *number = (uint64_t)integer;
        return integer >= 0;
    }
    if (value == MNS_VALUE_NONE || value == MNS_VALUE_INITIAL) {
        return false;
    }
    uint32_t id = value >> 1;
    assert(id < values->count);
    return values->items[id].kind == MNS_VALUE_BIG &&
           parse_digits(values->bytes.data + values->items[id].offset, values->items[id].size,
                        number);
}

#define NUMBERS_HINT "keys and values must be integers from 0 to 18446744073709551615"

minos_status mns_writing_numbers(mns_writing *writing, uint32_t txn, uint32_t mop, uint64_t *key,
                                 uint64_t *value) {
    const mns_tables *tables = &writing->history->tables;
    mns_value name = tables->keys.name[tables->mops.key[mop]], written = tables->mops.value[mop];
    if (!mns_value_unsigned(&tables->values, name, key)) {
        return mns_writing_refuse_value(writing, txn, mop, NUMBERS_HINT, "key", name);
    }
    return written == MNS_VALUE_INITIAL || mns_value_unsigned(&tables->values, written, value)
               ? MINOS_OK
               : mns_writing_refuse_value(writing, txn, mop, NUMBERS_HINT, "value", written);
}

minos_status mns_writing_refuse_zero(mns_writing *writing, uint32_t txn, uint32_t mop,
                                     const char *hint) {
    bool read = mns_mop_is_read(&writing->history->tables.mops, mop);
    return mns_writing_refuse(writing, txn, mop, hint, "%s cannot express a %s of 0",
                              writing->format, read ? "read" : "write");
}

minos_status mns_writing_check_zero(mns_writing *writing, uint32_t txn, uint32_t mop) {
    const mns_mops *mops = &writing->history->tables.mops;
    bool unwritten =
        mops->value[mop] == mns_value_of_small(0) && mns_mop_is_read(mops, mop) &&
        writing->fate[txn] != MNS_FATE_ABORTED &&
        mns_history_writer(writing->history, mops->key[mop], mops->value[mop]) == MNS_NONE;
    return unwritten
               ? mns_writing_refuse(writing, txn, mop, "a read of nil shows the initial state",
                                    "this read of 0, which no transaction wrote, would be a "
                                    "read of the initial state in %s",
                                    writing->format)
               : MINOS_OK;
}

void mns_writing_note_empty(mns_writing *writing, uint64_t count) {
    if (count > 0) {
        mns_buf_thousands(&writing->notes, count);
        mns_buf_printf(&writing->notes, " %s without operations dropped\n",
                       count == 1 ? "transaction" : "transactions");
    }
}
