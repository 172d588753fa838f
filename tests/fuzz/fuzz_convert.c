/*
 * fuzz_convert.c - what minos convert writes can be read again, and EDN and JSON keep the verdict.
 *
 * The last byte selects the format of the output; it may also be white space, so that every input
 * is still an ordinary history.
 */
#include "fuzz.h"

typedef struct output {
    char *text;
    size_t size, capacity;
} output;

static minos_status take(void *context, const char *file, const void *data, size_t size) {
    output *out = context;
    (void)file;
    if (size > out->capacity - out->size) {
        out->capacity = 2 * (out->size + size);
        out->text = realloc(out->text, out->capacity);
        fuzz_must(out->text != NULL, "there is memory");
    }
    if (size > 0) {
        memcpy(out->text + out->size, data, size);
    }
    out->size += size;
    return MINOS_OK;
}

static minos_status convert(const output *in, minos_format from, minos_format to, output *out) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    options.format = from;
    options.ambiguous_duplicates = 1;
    const minos_conversion conversion = {.format = to, .write = take, .context = out};
    minos_result *result = NULL;
    minos_status status = minos_convert_memory("fuzz", in->text == NULL ? "" : in->text, in->size,
                                               &options, &conversion, &result);
    fuzz_must((status != MINOS_OK) == (result != NULL), "a failure has a result");
    if (result != NULL) {
        fuzz_render(result);
    }
    minos_result_free(result);
    return status;
}

static minos_result *check(const output *in, minos_format format) {
    minos_options options;
    minos_options_init(&options);
    options.threads = 1;
    options.format = format;
    options.models = "none";
    options.ambiguous_duplicates = 1;
    minos_result *result = NULL;
    minos_status status =
        minos_check_memory("fuzz", in->text == NULL ? "" : in->text, in->size, &options, &result);
    fuzz_must(status == MINOS_OK, "what was converted can be judged");
    return result;
}

/* The same anomalies before and after. */
static void compare(const output *before, minos_format from, const output *after, minos_format to) {
    minos_result *a = check(before, from), *b = check(after, to);
    for (size_t i = 0;; i++) {
        const char *x = minos_result_anomaly(a, i), *y = minos_result_anomaly(b, i);
        fuzz_must((x == NULL) == (y == NULL) && (x == NULL || strcmp(x, y) == 0),
                  "EDN and JSON keep the verdict");
        if (x == NULL) {
            break;
        }
    }
    minos_result_free(a);
    minos_result_free(b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const int formats = MINOS_FORMAT_VIPER;
    minos_format to = (minos_format)(1 + (size == 0 ? 0 : data[size - 1] % formats));
    const output in = {.text = (char *)(uintptr_t)data, .size = size};
    output out = {.text = NULL}, back = {.text = NULL};
    if (convert(&in, MINOS_FORMAT_AUTO, to, &out) == MINOS_OK && !minos_format_is_folder(to)) {
        minos_status status = convert(&out, to, MINOS_FORMAT_EDN, &back);
        fuzz_must(status == MINOS_OK, "what was written can be read");
        if (to == MINOS_FORMAT_EDN || to == MINOS_FORMAT_JSON) {
            compare(&in, MINOS_FORMAT_AUTO, &out, to);
            compare(&out, to, &back, MINOS_FORMAT_EDN);
        }
    }
    free(out.text);
    free(back.text);
    return 0;
}
