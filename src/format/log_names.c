/* log_names.c - see log_names.h. O(n log n) for n files. */
#define _DEFAULT_SOURCE /* strncasecmp */
#include "format/log_names.h"

#include <dirent.h>
#include <errno.h>
#include <strings.h>

#include "core/buf.h"
#include "core/grow.h"

/* The most logs of a history. */
#define MNS_LIMIT_LOGS 100000

void mns_log_names_release(mns_log_names *list) {
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i]);
    }
    free(list->items);
    free(list->other);
    *list = (mns_log_names){.items = NULL};
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The name without .gz or .zst; NULL when out of memory. */
static char *without_archive(const char *name) {
    static const char *const suffixes[] = {".gz", ".zst"};
    size_t size = strlen(name);
    for (size_t i = 0; i < MNS_COUNT_OF(suffixes); i++) {
        size_t length = strlen(suffixes[i]);
        if (size > length && strcmp(name + size - length, suffixes[i]) == 0) {
            size -= length;
            break;
        }
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_bytes(&text, name, size);
    return mns_buf_take(&text, NULL);
}

static minos_status add_log(mns_log_names *list, const char *folder, const char *file,
                            mns_problems *problems) {
    mns_buf path;
    mns_buf_init(&path);
    mns_buf_printf(&path, "%s/%s", folder, file);
    char *name = mns_buf_take(&path, NULL);
    if (name == NULL || !MNS_GROW(list->items, list->count, list->capacity, 1)) {
        free(name);
        return MINOS_ENOMEM;
    }
    list->items[list->count++] = name;
    if (list->count > MNS_LIMIT_LOGS) {
        mns_problems_add(problems, MNS_NO_OFFSET, NULL, "a history may have at most %d log files",
                         MNS_LIMIT_LOGS);
        return MINOS_EINPUT;
    }
    return MINOS_OK;
}

/* True for T1.log, T1.LOG, T1.log.1. */
static bool sounds_like_log(const char *name) {
    for (const char *p = name; *p != '\0'; p++) {
        if (strncasecmp(p, ".log", 4) == 0) {
            return true;
        }
    }
    return false;
}

/* Keeps the first name in ascending order, but rather that of a log. */
static minos_status add_other(mns_log_names *list, const char *file) {
    bool is_log = sounds_like_log(file);
    list->other_count++;
    bool better = list->other == NULL || (is_log && !list->other_is_log) ||
                  (is_log == list->other_is_log && strcmp(file, list->other) < 0);
    if (!better) {
        return MINOS_OK;
    }
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_str(&text, file);
    free(list->other);
    list->other = mns_buf_take(&text, NULL);
    list->other_is_log = is_log;
    return list->other == NULL ? MINOS_ENOMEM : MINOS_OK;
}

static minos_status add(mns_log_names *list, const char *folder, const char *file,
                        bool (*is_log)(const char *name), mns_problems *problems) {
    char *plain = without_archive(file);
    if (plain == NULL) {
        return MINOS_ENOMEM;
    }
    minos_status status = MINOS_OK;
    bool hidden = file[0] == '.' && !is_log(plain + 1);
    if (is_log(plain)) {
        status = add_log(list, folder, file, problems);
    } else if (!hidden) { /* .T1.log may be a log that was put aside */
        status = add_other(list, file);
    }
    free(plain);
    return status;
}

static minos_status folder_problem(const char *what, mns_problems *problems) {
    mns_problems_add(problems, MNS_NO_OFFSET, NULL, "%s: %s", what, strerror(errno));
    return MINOS_EIO;
}

minos_status mns_log_names_read(mns_log_names *list, const char *folder,
                                bool (*is_log)(const char *name), mns_problems *problems) {
    *list = (mns_log_names){.items = NULL};
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return folder_problem("cannot open", problems);
    }
    minos_status status = MINOS_OK;
    const struct dirent *entry = NULL;
    do {
        errno = 0;
        entry = readdir(dir);
        if (entry == NULL && errno != 0) {
            status = folder_problem("cannot read", problems); /* never a part of the logs */
        } else if (entry != NULL) {
            status = add(list, folder, entry->d_name, is_log, problems);
        }
    } while (entry != NULL && status == MINOS_OK);
    closedir(dir);
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, compare_names);
    }
    return status;
}
