/* sets_field.c - see sets_field.h. */
#include "history/sets_field.h"

#include "history/op_fields.h"

/* A keyword of EDN or a string of EDN or JSON. */
static bool spells(const char *text, size_t size, const char *word) {
    size_t length = strlen(word);
    bool keyword = size == length + 1 && text[0] == ':';
    bool string = size == length + 2 && text[0] == '"' && text[size - 1] == '"';
    return (keyword || string) && memcmp(text + 1, word, length) == 0;
}

mns_sets_field mns_history_sets_field(const mns_history *history) {
    if (history->txns.count == 0) {
        return MNS_SETS_FIELD_ABSENT;
    }
    uint32_t complete = history->txns.complete[0];
    uint32_t position = complete == MNS_NONE ? history->txns.invoke[0] : complete;
    const char *text;
    size_t size;
    if (!mns_op_field(history, position, "sets", &text, &size)) {
        return MNS_SETS_FIELD_ABSENT;
    }
    if (spells(text, size, "objects")) {
        return MNS_SETS_FIELD_OBJECTS;
    }
    return spells(text, size, "rows") ? MNS_SETS_FIELD_ROWS : MNS_SETS_FIELD_UNKNOWN;
}
