/* json_write.c - see json_write.h. */
#include "report/json/json_write.h"

void mns_json_text(mns_buf *out, const char *string) {
    mns_buf_json_string(out, string, strlen(string));
}

void mns_json_next(mns_buf *out) {
    char last = out->size == 0 ? '[' : out->data[out->size - 1];
    if (last != '{' && last != '[') {
        mns_buf_char(out, ',');
    }
}

void mns_json_field(mns_buf *out, const char *name) {
    mns_json_next(out);
    mns_json_text(out, name);
    mns_buf_char(out, ':');
}

void mns_json_raw_field(mns_buf *out, const char *name, const char *json) {
    mns_json_field(out, name);
    mns_buf_str(out, json);
}

void mns_json_text_field(mns_buf *out, const char *name, const char *string) {
    mns_json_field(out, name);
    if (string == NULL) {
        mns_buf_str(out, "null");
    } else {
        mns_json_text(out, string);
    }
}

void mns_json_bool_field(mns_buf *out, const char *name, bool value) {
    mns_json_raw_field(out, name, value ? "true" : "false");
}

void mns_json_count_field(mns_buf *out, const char *name, uint64_t number) {
    mns_json_field(out, name);
    mns_buf_unsigned(out, number);
}

void mns_json_number_field(mns_buf *out, const char *name, int64_t number) {
    mns_json_field(out, name);
    mns_buf_integer(out, number);
}

void mns_json_position_field(mns_buf *out, const char *name, uint64_t position) {
    if (position == MNS_NO_POSITION) {
        mns_json_raw_field(out, name, "null");
    } else {
        mns_json_count_field(out, name, position);
    }
}

void mns_json_time_field(mns_buf *out, const char *name, int64_t time_ns) {
    if (time_ns == MNS_NO_TIME) {
        mns_json_raw_field(out, name, "null");
    } else {
        mns_json_number_field(out, name, time_ns);
    }
}

void mns_json_id_field(mns_buf *out, const char *name, uint32_t id) {
    mns_json_position_field(out, name, id == MNS_NONE ? MNS_NO_POSITION : id);
}

void mns_json_type_field(mns_buf *out, const char *name, mns_txn_type type) {
    mns_json_text_field(out, name, mns_type_word(type));
}

void mns_json_open(mns_buf *out, const char *name, char bracket) {
    mns_json_field(out, name);
    mns_buf_char(out, bracket);
}

void mns_json_texts_field(mns_buf *out, const char *name, const char *const *strings,
                          uint32_t count) {
    mns_json_open(out, name, '[');
    for (uint32_t i = 0; i < count; i++) {
        mns_json_next(out);
        mns_json_text(out, strings[i]);
    }
    mns_buf_char(out, ']');
}

void mns_json_cut_field(mns_buf *out, const char *name, const char *string, size_t limit) {
    size_t size = string == NULL ? 0 : strlen(string);
    if (size <= limit) {
        mns_json_text_field(out, name, string);
        return;
    }
    mns_json_field(out, name);
    mns_buf_json_string(out, string, mns_utf8_cut(string, size, limit));
    if (!out->failed) {
        mns_buf_truncate(out, out->size - 1); /* the closing quote */
    }
    mns_buf_str(out, "...\"");
}
