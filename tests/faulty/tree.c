/* tree.c - see tree.h. */
#include "faulty/tree.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/support.h"

static bool is_folder(const char *path) {
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool is_dots(const char *name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Calls `visit` with the path of each entry, in the order of their names. */
static void each(const char *folder, void (*visit)(const char *path, mns_buf *out), mns_buf *out) {
    struct dirent **entries = NULL;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (!is_dots(entries[i]->d_name)) {
            char *path = path_join(folder, entries[i]->d_name);
            visit(path, out);
            free(path);
        }
        free(entries[i]);
    }
    free(entries);
}

static const char *name_of(const char *path) { return strrchr(path, '/') + 1; }

static void add(const char *path, mns_buf *out) {
    mns_buf_printf(out, "\n--- %s\n", name_of(path));
    if (is_folder(path)) {
        each(path, add, out);
        mns_buf_str(out, "\n--- end\n");
        return;
    }
    size_t size = 0;
    char *content = file_load(path, &size);
    for (size_t i = 0; content != NULL && i < size; i++) {
        content[i] = content[i] == '\0' ? '@' : content[i]; /* binary files; NUL ends the text */
    }
    mns_buf_bytes(out, content == NULL ? "unreadable" : content, content == NULL ? 10 : size);
    free(content);
}

static void add_name(const char *path, mns_buf *out) { mns_buf_printf(out, "%s ", name_of(path)); }

static char *take(mns_buf *out) {
    mns_buf_str(out, "");
    char *text = mns_buf_take(out, NULL);
    if (text == NULL) {
        abort();
    }
    return text;
}

char *tree_of(const char *path) {
    mns_buf out;
    mns_buf_init(&out);
    struct stat info;
    if (lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        each(path, add, &out);
        mns_buf_str(&out, "\n--- end\n");
    } else if (lstat(path, &info) == 0) {
        add(path, &out);
    }
    return take(&out);
}

char *tree_names(const char *path) {
    mns_buf out;
    mns_buf_init(&out);
    each(path, add_name, &out);
    return take(&out);
}

static void remove_one(const char *path, mns_buf *out) {
    if (is_folder(path)) {
        each(path, remove_one, out);
        rmdir(path);
    } else {
        unlink(path);
    }
}

void tree_remove(const char *path) { remove_one(path, NULL); }

void tree_write(const char *folder, const char *name, const char *content) {
    char *path = path_join(folder, name);
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(content, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    free(path);
}
