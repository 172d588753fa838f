/* hostile_writer.c - see hostile_writer.h. O(output), in a buffer of fixed size. */
#include "hostile_writer.h"

#include <stdio.h>
#include <string.h>

const char *const workload_names[WORKLOADS] = {
    [LIST_APPEND] = "list-append", [RW_REGISTER] = "rw-register", [SET] = "set"};

static const char *const write_names[WORKLOADS] = {
    [LIST_APPEND] = "append", [RW_REGISTER] = "w", [SET] = "add"};

static void flush(writer *w) {
    if (fwrite(w->buffer, 1, w->used, stdout) != w->used) {
        w->failed = true;
    }
    w->used = 0;
}

static void put(writer *w, const char *text) {
    size_t size = strlen(text);
    if (size > sizeof w->buffer - w->used) {
        flush(w);
    }
    memcpy(w->buffer + w->used, text, size);
    w->used += size;
}

static void put_number(writer *w, uint64_t number) {
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(w, digits + at);
}

static void put_times(writer *w, const char *text, uint64_t times) {
    for (uint64_t i = 0; i < times; i++) {
        put(w, text);
    }
}

static void put_element(writer *w, uint64_t element) {
    put_times(w, "[", w->element_depth);
    put_number(w, element);
    put_times(w, "]", w->element_depth);
}

void operation_begin(writer *w, const char *type, uint64_t process) {
    put(w, "{:index ");
    put_number(w, w->index++);
    put(w, ", :type :");
    put(w, type);
    put(w, ", :process ");
    put_number(w, process);
    if (w->field_depth > 0) {
        put(w, ", :extra ");
        put_times(w, "[", w->field_depth);
        put_times(w, "]", w->field_depth);
    }
    put(w, ", :f :txn, :value [");
    w->first = true;
}

void operation_end(writer *w) { put(w, "]}\n"); }

static void begin_mop(writer *w, const char *name, uint64_t key) {
    put(w, w->first ? "[:" : " [:");
    put(w, name);
    put(w, " ");
    put_number(w, key);
    put(w, " ");
    w->first = false;
}

void write_element(writer *w, uint64_t key, uint64_t element) {
    begin_mop(w, write_names[w->workload], key);
    put_element(w, element);
    put(w, "]");
}

void read_elements(writer *w, uint64_t key, uint64_t first, uint64_t last) {
    begin_mop(w, "r", key);
    if (!w->known || (w->workload == RW_REGISTER && last < first)) {
        put(w, "nil]");
        return;
    }
    if (w->workload == RW_REGISTER) {
        put_element(w, last);
        put(w, "]");
        return;
    }
    put(w, w->workload == SET ? "#{" : "[");
    for (uint64_t element = first; element <= last; element++) {
        put(w, element == first ? "" : " ");
        put_element(w, element);
    }
    put(w, w->workload == SET ? "}]" : "]]");
}

bool writer_finish(writer *w) {
    flush(w);
    return fflush(stdout) == 0 && !w->failed;
}
