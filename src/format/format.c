/* format.c - see format.h. */
#include "format/format.h"

/* Readers and writers by format, in the order of minos_format. */
static const mns_format formats[] = {
#define TEXT MNS_FORMAT_TEXT
#define BINARY MNS_FORMAT_BINARY
#define TEXT_FOLDER MNS_FORMAT_TEXT_FOLDER
#define BINARY_FOLDER MNS_FORMAT_BINARY_FOLDER
#define FORMAT(id, name, suffixes, kind, workload, label, reader, writer)                          \
    [MINOS_FORMAT_##id] = {name, suffixes, kind, workload, label, reader, writer},
#include "format/formats.def"
#undef FORMAT
#undef TEXT
#undef BINARY
#undef TEXT_FOLDER
#undef BINARY_FOLDER
};

static_assert(MNS_COUNT_OF(formats) == MNS_FORMAT_COUNT, "a row for each format");

const mns_format *mns_format_get(minos_format format) {
    assert(format > MINOS_FORMAT_AUTO && format < MNS_FORMAT_COUNT);
    return &formats[format];
}

bool mns_format_is_folder(minos_format format) {
    mns_format_kind kind = mns_format_get(format)->kind;
    return kind == MNS_FORMAT_TEXT_FOLDER || kind == MNS_FORMAT_BINARY_FOLDER;
}

int minos_format_is_folder(minos_format format) {
    return format > MINOS_FORMAT_AUTO && format < MNS_FORMAT_COUNT && mns_format_is_folder(format);
}

bool mns_format_is_binary(minos_format format) {
    mns_format_kind kind = mns_format_get(format)->kind;
    return kind == MNS_FORMAT_BINARY || kind == MNS_FORMAT_BINARY_FOLDER;
}

const char *minos_format_name(minos_format format) {
    if (format == MINOS_FORMAT_AUTO) {
        return "auto";
    }
    return format > MINOS_FORMAT_AUTO && format < MNS_FORMAT_COUNT ? formats[format].name : NULL;
}

int minos_format_parse(const char *name, minos_format *format) {
    for (int f = MINOS_FORMAT_AUTO; f < MNS_FORMAT_COUNT; f++) {
        if (strcmp(minos_format_name((minos_format)f), name) == 0) {
            *format = (minos_format)f;
            return 1;
        }
    }
    return 0;
}

/* The size of the longest of these suffixes that the path ends with and is longer than; 0: none. */
static size_t match(const char *path, size_t size, const char *suffixes) {
    size_t longest = 0;
    while (*suffixes != '\0') {
        size_t length = strcspn(suffixes, " ");
        bool ends = size > length && memcmp(path + size - length, suffixes, length) == 0;
        longest = ends && length > longest ? length : longest;
        suffixes += length + (suffixes[length] == ' ');
    }
    return longest;
}

minos_format minos_format_of_path(const char *path) {
    size_t size = strlen(path), longest = 0;
    while (size > 1 && path[size - 1] == '/') {
        size--;
    }
    minos_format format = MINOS_FORMAT_AUTO;
    for (int f = MINOS_FORMAT_AUTO + 1; f < MNS_FORMAT_COUNT; f++) {
        size_t length = match(path, size, formats[f].suffixes);
        if (length > longest) {
            longest = length;
            format = (minos_format)f;
        }
    }
    return format;
}
