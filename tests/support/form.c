/* form.c - see form.h. */
#include "support/form.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/translation.h"

static void must(bool holds, const char *what) {
    if (!holds) {
        printf("cannot %s\n", what);
        exit(1);
    }
}

static char *copy(const char *data, size_t size) {
    char *text = malloc(size + 1);
    must(text != NULL, "allocate");
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    return text;
}

static void add_bytes(struct form_file *file, const char *data, size_t size) {
    file->data = realloc(file->data, file->size + size + 1);
    must(file->data != NULL, "allocate");
    if (size > 0) {
        memcpy(file->data + file->size, data, size);
    }
    file->size += size;
    file->data[file->size] = '\0';
}

/* The file of this name (or NULL), which is added if it is new. */
static struct form_file *find_file(form *f, const char *name) {
    for (size_t i = 0; i < f->file_count; i++) {
        if (name == NULL || strcmp(f->files[i].name, name) == 0) {
            return &f->files[i];
        }
    }
    must(f->file_count < FORM_FILES, "keep so many files");
    struct form_file *file = &f->files[f->file_count++];
    *file = (struct form_file){.name = name == NULL ? NULL : copy(name, strlen(name))};
    add_bytes(file, "", 0);
    return file;
}

form form_of_edn(const char *edn) {
    form f = {.format = MINOS_FORMAT_EDN};
    add_bytes(find_file(&f, NULL), edn, strlen(edn));
    return f;
}

void form_release(form *f) {
    for (size_t i = 0; i < f->file_count; i++) {
        free(f->files[i].name);
        free(f->files[i].data);
    }
    free(f->message);
    memset(f, 0, sizeof *f);
}

bool form_equal(const form *a, const form *b) {
    bool equal = a->format == b->format && a->file_count == b->file_count;
    for (size_t i = 0; equal && i < a->file_count; i++) {
        const struct form_file *x = &a->files[i], *y = &b->files[i];
        equal = (x->name == NULL) == (y->name == NULL) &&
                (x->name == NULL || strcmp(x->name, y->name) == 0) && x->size == y->size &&
                memcmp(x->data, y->data, x->size) == 0;
    }
    return equal;
}

void form_print(const form *f) {
    printf("; %s%s%s\n", minos_format_name(f->format), f->refused ? ": " : "",
           f->refused ? f->message : "");
    for (size_t i = 0; i < f->file_count && !mns_format_is_binary(f->format); i++) {
        printf("; %s\n%s\n", f->files[i].name == NULL ? "" : f->files[i].name, f->files[i].data);
    }
}

/* ---- Folders -------------------------------------------------------------------------------- */

/* Writes the files into a new folder. To be freed with folder_drop. */
static char *folder_make(const form *f) {
    char name[] = "/tmp/minos-form-XXXXXX";
    must(mkdtemp(name) != NULL, "make a folder");
    for (size_t i = 0; i < f->file_count; i++) {
        char *path = path_join(name, f->files[i].name);
        FILE *file = fopen(path, "wb");
        must(file != NULL &&
                 fwrite(f->files[i].data, 1, f->files[i].size, file) == f->files[i].size,
             "write a file");
        must(fclose(file) == 0, "write a file");
        free(path);
    }
    return copy(name, strlen(name));
}

static void folder_drop(const form *f, char *folder) {
    for (size_t i = 0; i < f->file_count; i++) {
        char *path = path_join(folder, f->files[i].name);
        unlink(path);
        free(path);
    }
    rmdir(folder);
    free(folder);
}

static bool is_folder(const form *f) {
    return f->format != MINOS_FORMAT_AUTO && mns_format_is_folder(f->format);
}

/* ---- Reading -------------------------------------------------------------------------------- */

/* Opens the text of a history; its format must be recognised. */
static minos_status open_text(const form *f, mns_source *source, mns_problems *problems) {
    minos_format found = MINOS_FORMAT_AUTO;
    mns_translation *translation;
    minos_status status;
    if (is_folder(f)) {
        char *folder = folder_make(f);
        status = mns_history_open(source, folder, &found, 0, &translation, problems);
        folder_drop(f, folder); /* the files stay open */
    } else {
        status = mns_history_open_memory(source, "history", f->files[0].data, f->files[0].size,
                                         &found, 0, &translation, problems);
    }
    bool native = f->format == MINOS_FORMAT_EDN || f->format == MINOS_FORMAT_JSON;
    if (status == MINOS_OK && found != (native ? MINOS_FORMAT_AUTO : f->format)) {
        printf("%s is recognised as %s\n", minos_format_name(f->format), minos_format_name(found));
        form_print(f);
        exit(1);
    }
    return status;
}

static void end_with(const form *f, const mns_problems *problems) {
    printf("rejected: %s\n", problems->count == 0 ? "" : problems->items[0].message);
    form_print(f);
    exit(1);
}

form form_read(const form *from) {
    form f = {.format = MINOS_FORMAT_EDN};
    mns_source source;
    mns_problems problems;
    mns_problems_init(&problems);
    if (open_text(from, &source, &problems) != MINOS_OK ||
        mns_source_load(&source, &problems) != MINOS_OK) {
        end_with(from, &problems);
    }
    add_bytes(find_file(&f, NULL), source.data, source.size);
    mns_source_release(&source);
    mns_problems_release(&problems);
    return f;
}

void form_open(const form *f, mns_source *source, mns_history *history) {
    mns_problems problems;
    mns_read_options options = {.recognise = true};
    mns_problems_init(&problems);
    if (open_text(f, source, &problems) != MINOS_OK ||
        mns_history_read(history, source, &options, &problems) != MINOS_OK) {
        end_with(f, &problems);
    }
    mns_problems_release(&problems);
}

verdict form_judge(const form *f, const minos_options *options) {
    if (!is_folder(f)) {
        return verdict_of_memory("history", f->files[0].data, f->files[0].size, options);
    }
    char *folder = folder_make(f);
    verdict v = verdict_of_file(folder, options);
    folder_drop(f, folder);
    return v;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static minos_status keep(void *context, const char *file, const void *data, size_t size) {
    add_bytes(find_file(context, file), data, size);
    return MINOS_OK;
}

static int compare_files(const void *a, const void *b) {
    const struct form_file *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static void refuse(form *f, const char *message) {
    minos_format format = f->format;
    form_release(f);
    *f = (form){.format = format, .refused = true, .message = copy(message, strlen(message))};
}

static void write_history(form *f, const mns_history *history) {
    mns_problems problems;
    mns_problems_init(&problems);
    mns_sink sink = {.write = keep, .context = f};
    mns_buf_init(&sink.out);
    mns_writing writing;
    const mns_format *format = mns_format_get(f->format);
    must(mns_writing_begin(&writing, history, format->name, &sink, &problems), "begin to write");
    minos_status status = format->writer->write(&writing);
    status = status == MINOS_OK ? mns_sink_finish(&sink) : status;
    f->dropped_aborted = writing.dropped_aborted;
    f->dropped_info = writing.dropped_info;
    if (f->file_count > 1) {
        qsort(f->files, f->file_count, sizeof f->files[0], compare_files);
    }
    if (status != MINOS_OK) {
        must(status == MINOS_EINPUT && problems.count > 0, "write");
        refuse(f, problems.items[0].message);
    }
    mns_writing_release(&writing);
    mns_buf_release(&sink.out);
    mns_problems_release(&problems);
}

form form_write(const form *from, minos_format format) {
    form f = {.format = format};
    mns_workload workload = mns_format_get(format)->workload;
    mns_source source;
    mns_history history;
    form_open(from, &source, &history);
    if (workload != MNS_WORKLOAD_COUNT && workload != history.workload) {
        refuse(&f, "another workload");
    } else {
        write_history(&f, &history);
    }
    mns_history_release(&history);
    mns_source_release(&source);
    return f;
}
