/*
 * fuzz_check.c - libFuzzer target: any bytes as a history, with its format detected and every view
 * of the result rendered. See fuzz_edn.c.
 *
 * A history that is judged is judged again on several threads: every view must be the same.
 */
#include "fuzz/fuzz.h"

enum { THREADS = 3 };

static char *render(const minos_result *result, minos_view view) {
    char *text = NULL;
    size_t size = 0;
    minos_status status = minos_result_render(result, view, MINOS_VERBOSE, &text, &size);
    fuzz_must(status == MINOS_OK && text != NULL, "every result can be rendered");
    return text;
}

/* The EDN map and the text. JSON contains timings, which differ. */
static void must_be_same(const minos_result *a, const minos_result *b) {
    static const minos_view views[] = {MINOS_VIEW_EDN, MINOS_VIEW_TEXT};
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        char *one = render(a, views[i]), *other = render(b, views[i]);
        fuzz_must(strcmp(one, other) == 0, "the number of threads does not show in a report");
        minos_free(one);
        minos_free(other);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    minos_result *one = NULL, *many = NULL;
    if (fuzz_check(data, size, MINOS_FORMAT_AUTO, 1, &one) == MINOS_OK) {
        fuzz_render(one);
        minos_status status = fuzz_check(data, size, MINOS_FORMAT_AUTO, THREADS, &many);
        fuzz_must(status == MINOS_OK, "the number of threads does not change a status");
        must_be_same(one, many);
    } else {
        fuzz_render(one);
    }
    minos_result_free(one);
    minos_result_free(many);
    return 0;
}
