/*
 * inputs.c - see inputs.h.
 *
 * A folder with history.edn is that file, as Jepsen stores a history, and one with history.bincode
 * is that one, as dbcop does. Any other folder is a history of a folder format if all its logs look
 * like it, or else at least one: the reader then names the place in another log that is damaged.
 * Two formats that fit are an error: a guess could give a verdict about something else.
 */
#include "format/inputs.h"

#include <sys/stat.h>

#include "core/grow.h"
#include "format/log_names.h"

/* Bytes at the start of a file by which its format is recognised. */
#define FIRST_LOOK ((size_t)1 << 16)

void mns_inputs_release(mns_inputs *inputs) {
    for (uint32_t i = 0; i < inputs->count; i++) {
        mns_source_release(&inputs->items[i].source);
    }
    free(inputs->items);
    free(inputs->note);
    *inputs = (mns_inputs){.items = NULL};
}

/* ---- Recognition ---------------------------------------------------------------------------- */

static bool file_fits(const mns_input *input, minos_format format, bool *empty) {
    size_t have = 0;
    minos_status status = mns_source_read(&input->source, FIRST_LOOK, &have);
    const mns_reader *reader = mns_format_get(format)->reader;
    size_t mark = mns_format_is_binary(format) ? 0 : mns_input_mark(input->source.data, have);
    const char *data = input->source.data + mark;
    bool whole = have < FIRST_LOOK;
    *empty = status == MINOS_OK && whole &&
             (have == 0 || (reader->is_empty != NULL && reader->is_empty(data, have - mark)));
    return *empty || (status == MINOS_OK && reader->fits(data, have - mark, whole));
}

/* Of many logs, few are open at a time (input.h). */
static void rest(const mns_inputs *inputs, uint32_t file) {
    if (file >= MNS_INPUTS_OPEN) {
        mns_source_rest(&inputs->items[file].source);
    }
}

/* Which files of a history must look like the format. */
typedef enum rule {
    ALL,          /* every file, and one of them has content */
    ALL_OR_EMPTY, /* every file */
    ONE           /* one with content */
} rule;

static bool inputs_fit(const mns_inputs *inputs, minos_format format, rule demand) {
    uint32_t fitting = 0, with_content = 0;
    for (uint32_t i = 0; i < inputs->count && (fitting == i || demand == ONE); i++) {
        bool empty = false, fits = file_fits(&inputs->items[i], format, &empty);
        rest(inputs, i);
        fitting += fits;
        with_content += fits && !empty;
    }
    return (fitting == inputs->count || demand == ONE) &&
           (with_content > 0 || demand == ALL_OR_EMPTY);
}

static minos_status two_fit(minos_format one, minos_format other, mns_problems *problems) {
    mns_buf hint;
    mns_buf_init(&hint);
    mns_buf_printf(&hint,
                   "name the format: --format %s or --format %s (convert and shrink: --from)",
                   minos_format_name(one), minos_format_name(other));
    char *text = mns_buf_take(&hint, NULL);
    if (text == NULL) {
        return MINOS_ENOMEM;
    }
    mns_problems_add(problems, MNS_NO_OFFSET, text, "the history may be %s or %s",
                     minos_format_name(one), minos_format_name(other));
    free(text);
    return MINOS_EARGUMENT;
}

/* One log of a folder is no history. */
static minos_status refuse_log(const mns_inputs *inputs, mns_problems *problems) {
    for (int f = MINOS_FORMAT_AUTO + 1; f < MNS_FORMAT_COUNT; f++) {
        if (mns_format_is_folder((minos_format)f) && inputs_fit(inputs, (minos_format)f, ALL)) {
            mns_problems_add(problems, MNS_NO_OFFSET, "name the folder instead of the file",
                             "this is one log of a history in the format %s",
                             minos_format_name((minos_format)f));
            return MINOS_EINPUT;
        }
    }
    return MINOS_OK;
}

/* The format of one file; MINOS_FORMAT_AUTO: EDN or JSON. */
static minos_status recognise(const mns_inputs *inputs, minos_format *format,
                              mns_problems *problems) {
    for (int f = MINOS_FORMAT_AUTO + 1; f < MNS_FORMAT_COUNT; f++) {
        const mns_reader *reader = mns_format_get((minos_format)f)->reader;
        if (reader == NULL || mns_format_is_folder((minos_format)f) ||
            !inputs_fit(inputs, (minos_format)f, ALL)) {
            continue;
        }
        if (*format != MINOS_FORMAT_AUTO) {
            return two_fit(*format, (minos_format)f, problems);
        }
        *format = (minos_format)f;
    }
    return *format == MINOS_FORMAT_AUTO ? refuse_log(inputs, problems) : MINOS_OK;
}

minos_status mns_inputs_take(mns_inputs *inputs, mns_source *source, minos_format *format,
                             mns_problems *problems) {
    *inputs = (mns_inputs){.items = MNS_NEW_ARRAY(mns_input, 1), .count = 1};
    if (inputs->items == NULL) {
        inputs->count = 0;
        mns_source_release(source);
        return MINOS_ENOMEM;
    }
    inputs->items[0].source = *source;
    memset(source, 0, sizeof *source);
    if (*format != MINOS_FORMAT_AUTO && mns_format_is_folder(*format)) {
        mns_problems_add(problems, MNS_NO_OFFSET, NULL,
                         "a history in the format %s is a folder of files, not one file",
                         minos_format_name(*format));
        return MINOS_EARGUMENT;
    }
    return *format == MINOS_FORMAT_AUTO ? recognise(inputs, format, problems) : MINOS_OK;
}

/* ---- Folders -------------------------------------------------------------------------------- */

/* Is it named as an archive? */
static bool is_packed(const char *name) {
    size_t size = strlen(name);
    return (size > 3 && strcmp(name + size - 3, ".gz") == 0) ||
           (size > 4 && strcmp(name + size - 4, ".zst") == 0);
}

/* Opens one log. A problem of the log has its name. */
static minos_status open_log(mns_input *input, char **name, uint64_t max_unpacked,
                             mns_problems *problems) {
    uint32_t before = problems->count;
    struct stat info;
    minos_status status = MINOS_EIO;
    bool exists = stat(*name, &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) { /* a pipe would block */
        mns_problems_add(problems, MNS_NO_OFFSET, NULL, "a log must be a regular file");
    } else if (exists && info.st_size == 0 &&
               is_packed(*name)) { /* not a log without transactions */
        mns_problems_add(problems, MNS_NO_OFFSET,
                         "the file may have been cut short while it was written",
                         "the archive is empty");
        status = MINOS_EINPUT;
    } else {
        status = mns_source_open(&input->source, *name, "", max_unpacked, problems);
    }
    if (problems->count > before) {
        problems->items[before].file = *name;
        *name = NULL;
    }
    return status;
}

static minos_status open_logs(mns_inputs *inputs, const mns_log_names *list, uint64_t max_unpacked,
                              mns_problems *problems) {
    *inputs = (mns_inputs){.items = MNS_NEW_ARRAY(mns_input, list->count), .folder = true};
    minos_status status = inputs->items == NULL ? MINOS_ENOMEM : MINOS_OK;
    for (size_t i = 0; i < list->count && status == MINOS_OK; i++) {
        mns_input *input = &inputs->items[i];
        status = open_log(input, &list->items[i], max_unpacked, problems);
        input->file = (uint32_t)i;
        inputs->count++;
        rest(inputs, (uint32_t)i);
    }
    return status;
}

/* Says which files of the folder are not part of the history. */
static minos_status note_others(mns_inputs *inputs, const mns_log_names *list) {
    if (list->other_count == 0) {
        return MINOS_OK;
    }
    mns_buf text;
    mns_buf_init(&text);
    bool one = list->other_count == 1;
    mns_buf_printf(&text, "%zu file%s of the folder %s not read: ", list->other_count,
                   one ? "" : "s", one ? "was" : "were");
    mns_buf_escaped(&text, list->other, strlen(list->other));
    mns_buf_str(&text, one ? "" : " and others");
    inputs->note = mns_buf_take(&text, NULL);
    inputs->other_is_log = list->other_is_log;
    return inputs->note == NULL ? MINOS_ENOMEM : MINOS_OK;
}

/* Opens the logs of one format; none if the folder has none. */
static minos_status open_format(mns_inputs *inputs, const char *folder, minos_format format,
                                uint64_t max_unpacked, mns_problems *problems) {
    mns_log_names list;
    *inputs = (mns_inputs){.items = NULL};
    bool (*is_log)(const char *name) = mns_format_get(format)->reader->is_log;
    minos_status status = mns_log_names_read(&list, folder, is_log, problems);
    if (status == MINOS_OK && list.count > 0) {
        status = open_logs(inputs, &list, max_unpacked, problems);
        status = status == MINOS_OK ? note_others(inputs, &list) : status;
    }
    mns_log_names_release(&list);
    return status;
}

/* Keeps the inputs of the only format whose logs fit. */
static minos_status recognise_folder(mns_inputs *inputs, const char *folder, rule demand,
                                     minos_format *format, uint64_t max_unpacked,
                                     mns_problems *problems) {
    minos_status status = MINOS_OK;
    *inputs = (mns_inputs){.items = NULL};
    for (int f = MINOS_FORMAT_AUTO + 1; f < MNS_FORMAT_COUNT && status == MINOS_OK; f++) {
        const mns_reader *reader = mns_format_get((minos_format)f)->reader;
        if (reader == NULL || !mns_format_is_folder((minos_format)f)) {
            continue;
        }
        mns_inputs found;
        status = open_format(&found, folder, (minos_format)f, max_unpacked, problems);
        bool fits =
            status == MINOS_OK && found.count > 0 && inputs_fit(&found, (minos_format)f, demand);
        if (fits && *format != MINOS_FORMAT_AUTO) {
            status = two_fit(*format, (minos_format)f, problems);
        } else if (fits) {
            *format = (minos_format)f;
            *inputs = found;
            continue;
        }
        mns_inputs_release(&found);
    }
    return status;
}

/* A folder with logs of another kind may be half of a history. */
static minos_status other_logs(const mns_inputs *inputs, minos_format format,
                               mns_problems *problems) {
    mns_buf hint;
    mns_buf_init(&hint);
    mns_buf_printf(&hint,
                   "move other files out of the folder, or pass --format %s to leave them "
                   "out",
                   minos_format_name(format));
    char *text = mns_buf_take(&hint, NULL);
    if (text == NULL) {
        return MINOS_ENOMEM;
    }
    mns_problems_add(problems, MNS_NO_OFFSET, text,
                     "the folder looks like %s, but has logs of another kind (%s)",
                     minos_format_name(format), inputs->note);
    free(text);
    return MINOS_EARGUMENT;
}

static minos_status no_history(mns_problems *problems, minos_format format) {
    if (format == MINOS_FORMAT_AUTO) {
        mns_problems_add(problems, MNS_NO_OFFSET,
                         "expected " MNS_HISTORY_FILE ", history.bincode, or the logs of Cobra "
                         "(*.log) or Viper (J*.log)",
                         "no format fits the files of the folder");
    } else {
        mns_problems_add(problems, MNS_NO_OFFSET, NULL, "the folder has no logs in the format %s",
                         minos_format_name(format));
    }
    return MINOS_EIO;
}

/* ---- Any path ------------------------------------------------------------------------------- */

static bool is_folder(const char *path) {
    struct stat info;
    return strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static minos_status has_file(const char *folder, const char *name, bool *has) {
    mns_buf path;
    struct stat info;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/%s", folder, name);
    minos_status status = path.failed ? MINOS_ENOMEM : MINOS_OK;
    *has = status == MINOS_OK && stat(path.data, &info) == 0;
    mns_buf_release(&path);
    return status;
}

/* The file that a folder stands for: *inside is its name, NULL if the folder has none. Jepsen
 * stores a history as history.edn, dbcop as history.bincode. */
static minos_status find_inside(const char *folder, minos_format format, const char **inside) {
    static const struct {
        minos_format format;
        const char *name;
    } names[] = {{MINOS_FORMAT_EDN, MNS_HISTORY_FILE}, {MINOS_FORMAT_DBCOP, "history.bincode"}};
    minos_status status = MINOS_OK;
    *inside = NULL;
    for (size_t i = 0; i < MNS_COUNT_OF(names) && *inside == NULL && status == MINOS_OK; i++) {
        bool has = false;
        bool json = format == MINOS_FORMAT_JSON && names[i].format == MINOS_FORMAT_EDN;
        if (format == MINOS_FORMAT_AUTO || format == names[i].format || json) {
            status = has_file(folder, names[i].name, &has);
        }
        *inside = has ? names[i].name : NULL;
    }
    return status;
}

static minos_status open_folder(mns_inputs *inputs, const char *folder, minos_format *format,
                                uint64_t max_unpacked, mns_problems *problems) {
    static const rule demands[] = {ALL, ALL_OR_EMPTY, ONE};
    minos_status status = MINOS_OK;
    if (*format == MINOS_FORMAT_AUTO) {
        for (size_t i = 0; i < MNS_COUNT_OF(demands) && status == MINOS_OK && inputs->count == 0;
             i++) {
            status = recognise_folder(inputs, folder, demands[i], format, max_unpacked, problems);
        }
        if (status == MINOS_OK && inputs->other_is_log) {
            status = other_logs(inputs, *format, problems);
        }
    } else {
        status = open_format(inputs, folder, *format, max_unpacked, problems);
    }
    return status == MINOS_OK && inputs->count == 0 ? no_history(problems, *format) : status;
}

static minos_status open_one(mns_inputs *inputs, const char *path, const char *inside,
                             minos_format *format, uint64_t max_unpacked, mns_problems *problems) {
    mns_source source;
    minos_status status = mns_source_open(&source, path, inside, max_unpacked, problems);
    if (status != MINOS_OK) {
        mns_source_release(&source);
        return status;
    }
    return mns_inputs_take(inputs, &source, format, problems);
}

/* A folder as the file in it, or as a folder of logs. */
static minos_status open_any_folder(mns_inputs *inputs, const char *path, minos_format *format,
                                    uint64_t max_unpacked, mns_problems *problems) {
    const char *inside;
    minos_status status = find_inside(path, *format, &inside);
    if (status != MINOS_OK) {
        return status;
    }
    if (inside != NULL) {
        return open_one(inputs, path, inside, format, max_unpacked, problems);
    }
    if (*format == MINOS_FORMAT_AUTO || mns_format_is_folder(*format)) {
        return open_folder(inputs, path, format, max_unpacked, problems);
    }
    mns_problems_add(problems, MNS_NO_OFFSET, "name the file in the folder",
                     "a history in the format %s is one file, not a folder",
                     minos_format_name(*format));
    return MINOS_EARGUMENT;
}

minos_status mns_inputs_open(mns_inputs *inputs, const char *path, minos_format *format,
                             uint64_t max_unpacked, mns_problems *problems) {
    *inputs = (mns_inputs){.items = NULL};
    return is_folder(path)
               ? open_any_folder(inputs, path, format, max_unpacked, problems)
               : open_one(inputs, path, MNS_HISTORY_FILE, format, max_unpacked, problems);
}
