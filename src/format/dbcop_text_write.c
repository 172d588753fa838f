/*
 * dbcop_text_write.c - writes dbcop's text histories as `dbcop fmt` does: a transaction on a line,
 * --- between sessions. dbcop_text_read.c shows the format.
 *
 * Keys that are whole numbers, or strings, keywords and symbols of letters, digits and underscores,
 * become names. dbcop reads what Unicode calls alphanumeric; the table below has the letters of the
 * common scripts, and other characters are refused. So are two keys with the same name. dbcop has
 * no transaction without events, so those are left out.
 */
#include "core/grow.h"
#include "core/utf8.h"
#include "format/dbcop_writing.h"
#include "format/name_set.h"
#include "format/write_registers.h"

#define NAME_HINT "a name in dbcop's text is letters, digits and underscores"

typedef struct text_writer {
    mns_writing *writing;
    uint64_t without_events; /* transactions */
    bool separate;           /* the next transaction is the first of a session, but not of all */
    bool *named;             /* by key: its name was checked */
    mns_name_set names;
} text_writer;

/* Letters of Unicode, ascending: a part of those that dbcop reads. */
static const struct {
    uint32_t first, last;
} letters[] = {
    {'0', '9'},       {'A', 'Z'},       {'_', '_'},       {'a', 'z'},
    {0x00C0, 0x00D6}, {0x00D8, 0x00F6}, {0x00F8, 0x02C1},                   /* Latin */
    {0x0386, 0x0386}, {0x0388, 0x038A}, {0x038C, 0x038C}, {0x038E, 0x03A1}, /* Greek */
    {0x03A3, 0x03F5}, {0x03F7, 0x0481}, {0x048A, 0x052F},                   /* Cyrillic */
    {0x0531, 0x0556}, {0x0561, 0x0587},                                     /* Armenian */
    {0x05D0, 0x05EA}, {0x0620, 0x064A},                                     /* Hebrew, Arabic */
    {0x0904, 0x0939}, {0x0E01, 0x0E30},                                     /* Devanagari, Thai */
    {0x10D0, 0x10FA}, {0x1E00, 0x1F15}, /* Georgian, Latin with several marks */
    {0x3041, 0x3096}, {0x30A1, 0x30FA}, /* Hiragana, Katakana */
    {0x3400, 0x4DB5}, {0x4E00, 0x9FD5}, /* Chinese characters */
    {0xAC00, 0xD7A3},                   /* Hangul */
};

static bool is_letter(uint32_t code) {
    size_t i = 0;
    while (i < MNS_COUNT_OF(letters) && letters[i].last < code) {
        i++;
    }
    return i < MNS_COUNT_OF(letters) && letters[i].first <= code;
}

/* Letters, digits and underscores; the text is valid UTF-8. */
static bool is_name(const char *text, size_t size) {
    bool fits = size > 0;
    for (size_t i = 0, length; i < size && fits; i += length) {
        length = mns_utf8_length(text + i, size - i);
        fits = length > 0 && is_letter(mns_utf8_code(text + i, length));
    }
    return fits;
}

/* Appends the name of a key; false if it has none. */
static bool write_name(const mns_values *values, mns_value key, mns_buf *out) {
    int64_t integer;
    if (mns_value_integer(values, key, &integer)) {
        mns_buf_integer(out, integer);
        return integer >= 0;
    }
    assert(key != MNS_VALUE_NONE);
    uint8_t kind = values->items[key >> 1].kind;
    const char *bytes = values->bytes.data + values->items[key >> 1].offset;
    size_t size = values->items[key >> 1].size;
    bool fits = (kind == MNS_VALUE_BIG || kind == MNS_VALUE_STRING || kind == MNS_VALUE_KEYWORD ||
                 kind == MNS_VALUE_SYMBOL) &&
                is_name(bytes, size);
    if (fits) {
        mns_buf_bytes(out, bytes, size);
    }
    return fits;
}

/* Writes the name of a key. The first time, checks that no other key has it. */
static minos_status write_key(text_writer *writer, uint32_t txn, uint32_t mop) {
    mns_writing *writing = writer->writing;
    const mns_tables *tables = &writing->history->tables;
    mns_buf *out = &writing->sink->out;
    uint32_t key = tables->mops.key[mop];
    mns_value value = tables->keys.name[key];
    size_t start = out->size;
    bool added = true;
    if (!write_name(&tables->values, value, out)) {
        return mns_writing_refuse_value(writing, txn, mop, NAME_HINT, "key", value);
    }
    if (out->failed || (!writer->named[key] && !mns_name_set_add(&writer->names, out->data + start,
                                                                 out->size - start, &added))) {
        return MINOS_ENOMEM;
    }
    writer->named[key] = true;
    return added ? MINOS_OK
                 : mns_writing_refuse(writing, txn, mop, "x, :x and \"x\" all become x",
                                      "dbcop-text would give two keys the name %s",
                                      out->data + start);
}

static minos_status write_event(text_writer *writer, uint32_t txn, uint32_t mop) {
    mns_writing *writing = writer->writing;
    const mns_tables *tables = &writing->history->tables;
    mns_buf *out = &writing->sink->out;
    uint64_t version = 0;
    minos_status status = write_key(writer, txn, mop);
    if (status != MINOS_OK) {
        return status;
    }
    if (mns_writing_reads_initial(writing, mop)) {
        mns_buf_str(out, "==?");
        return MINOS_OK;
    }
    mns_value value = tables->mops.value[mop];
    if (!mns_value_unsigned(&tables->values, value, &version)) {
        return mns_writing_refuse_value(writing, txn, mop,
                                        "versions are integers from 0 to 18446744073709551615",
                                        "value", value);
    }
    mns_buf_str(out, mns_mop_is_read(&tables->mops, mop) ? "==" : ":=");
    mns_buf_unsigned(out, version);
    return mns_writing_check_zero(writing, txn, mop);
}

static minos_status write_txn(text_writer *writer, uint32_t txn) {
    mns_writing *writing = writer->writing;
    const uint32_t *first_mop = writing->history->txns.first_mop;
    mns_buf *out = &writing->sink->out;
    uint64_t events = 0;
    minos_status status = MINOS_OK;
    for (uint32_t mop = first_mop[txn]; mop < first_mop[txn + 1] && status == MINOS_OK; mop++) {
        if (mns_writing_keeps(writing, mop)) {
            mns_buf_str(out, writer->separate ? "---\n" : "");
            writer->separate = false;
            mns_buf_char(out, events++ == 0 ? '[' : ' ');
            status = write_event(writer, txn, mop);
        }
    }
    if (events == 0) {
        writer->without_events++;
        return MINOS_OK;
    }
    mns_buf_str(out, writing->fate[txn] == MNS_FATE_ABORTED ? "]!\n" : "]\n");
    return status == MINOS_OK ? mns_sink_flush(writing->sink) : status;
}

/* A session whose transactions have no events is left out too, so --- always separates two. */
static minos_status write_sessions(text_writer *writer) {
    mns_writing *writing = writer->writing;
    minos_status status = MINOS_OK;
    bool separate = false;
    for (uint32_t s = 0; s < writing->session_count && status == MINOS_OK; s++) {
        uint32_t end = writing->session_first[s + 1];
        uint64_t empty = writer->without_events;
        writer->separate = separate;
        for (uint32_t i = writing->session_first[s]; i < end && status == MINOS_OK; i++) {
            status = write_txn(writer, writing->session_txns[i]);
        }
        separate |= writer->without_events - empty < end - writing->session_first[s];
    }
    return status;
}

static minos_status write_history(mns_writing *writing) {
    text_writer writer = {.writing = writing,
                          .named = MNS_NEW_ARRAY(bool, writing->history->tables.keys.count)};
    mns_name_set_init(&writer.names);
    minos_status status = writer.named == NULL ? MINOS_ENOMEM : write_sessions(&writer);
    if (status == MINOS_OK) {
        mns_writing_note_empty(writing, writer.without_events);
    }
    mns_name_set_release(&writer.names);
    free(writer.named);
    return status;
}

const mns_writer mns_dbcop_text_writer = {.write = write_history};
