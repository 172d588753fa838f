/*
 * pictures.c - compares pictures with stored ones, byte for byte.
 *
 *     pictures            compares tests/golden_svg/<name>.svg with the picture drawn now
 *     pictures --update   rewrites them: look at each before you commit it
 *
 * In: histories of tests/golden and of this folder. The pictures are those of the page, without
 * their style, so that colours may change; one is a stand-alone file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline.h"
#include "report/model/document_make.h"
#include "report/picture/picture.h"
#include "support/support.h"

typedef enum what { TIMELINE, CYCLE, LADDER, LATTICE, FILE_OF_ITS_OWN } what;

static const struct picture {
    const char *name, *history;
    mns_anomaly anomaly;
    what what;
} pictures[] = {
    {"write-skew-timeline", "golden/g2-item-yes.edn", MNS_A_G2_ITEM, TIMELINE},
    {"write-skew-cycle", "golden/g2-item-yes.edn", MNS_A_G2_ITEM, CYCLE},
    {"write-skew-ladder", "golden/g2-item-yes.edn", MNS_A_G2_ITEM, LADDER},
    {"write-skew-lattice", "golden/g2-item-yes.edn", MNS_A_G2_ITEM, LATTICE},
    {"write-skew-file", "golden/g2-item-yes.edn", MNS_A_G2_ITEM, FILE_OF_ITS_OWN},
    {"aborted-read-timeline", "golden/g1a-yes.edn", MNS_A_G1A, TIMELINE},
    {"lost-update-timeline", "golden/lost-update-yes.edn", MNS_A_LOST_UPDATE, TIMELINE},
    {"three-timeline", "golden/g2-item-three-yes.edn", MNS_A_G2_ITEM, TIMELINE},
    {"three-cycle", "golden/g2-item-three-yes.edn", MNS_A_G2_ITEM, CYCLE},
    {"stale-read-timeline", "golden/g-single-item-realtime-yes.edn", MNS_A_G_SINGLE_ITEM_REALTIME,
     TIMELINE},
    {"context-timeline", "golden_svg/context.edn", MNS_A_G_SINGLE_ITEM_REALTIME, TIMELINE},
    {"context-cycle", "golden_svg/context.edn", MNS_A_G2_ITEM, CYCLE},
    {"long-timeline", "golden_svg/long-cycle.edn", MNS_A_G_SINGLE_ITEM, TIMELINE},
    {"long-cycle", "golden_svg/long-cycle.edn", MNS_A_G_SINGLE_ITEM, CYCLE},
};

static void draw(const struct picture *picture, const mns_document *document, mns_buf *out) {
    const mns_doc_anomaly *anomaly = mns_document_anomaly(document, picture->anomaly);
    if (anomaly == NULL || anomaly->witness_count == 0) {
        return; /* nothing is drawn, which differs from every golden picture */
    }
    const mns_doc_witness *witness = &anomaly->witnesses[0];
    switch (picture->what) {
    case TIMELINE: mns_svg_timeline(document, witness, MNS_PICTURE_PAGE, out); break;
    case CYCLE: mns_svg_cycle(document, witness, MNS_PICTURE_PAGE, out); break;
    case LADDER: mns_svg_models(document, false, MNS_PICTURE_PAGE, out); break;
    case LATTICE: mns_svg_models(document, true, MNS_PICTURE_PAGE, out); break;
    case FILE_OF_ITS_OWN: mns_svg_timeline(document, witness, MNS_PICTURE_FILE, out); break;
    }
}

/* Checks a history and draws the requested picture. */
static void draw_history(const struct picture *picture, mns_buf *out) {
    char name[160];
    snprintf(name, sizeof name, "tests/%s", picture->history);
    char *path = source_path(name);
    minos_options options;
    minos_options_init(&options);
    minos_result *result = NULL;
    if (minos_check_file(path, &options, &result) == MINOS_OK) {
        mns_check_result report = mns_check_result_of(result);
        mns_document document;
        if (mns_document_make(&document, &report, 1, true) == MINOS_OK) {
            draw(picture, &document, out);
            mns_document_release(&document);
        }
    }
    minos_result_free(result);
    free(path);
}

static bool write_file(const char *path, const mns_buf *text) {
    FILE *file = fopen(path, "wb");
    bool written = file != NULL && fwrite(text->data, 1, text->size, file) == text->size;
    return file != NULL && fclose(file) == 0 && written;
}

static bool is_as_before(const struct picture *picture, bool update) {
    char name[160];
    snprintf(name, sizeof name, "tests/golden_svg/%s.svg", picture->name);
    char *path = source_path(name);
    mns_buf out;
    mns_buf_init(&out);
    draw_history(picture, &out);
    bool same = out.size > 0 && !out.failed;
    if (same && update) {
        same = write_file(path, &out);
    }
    size_t size = 0;
    char *expected = file_load(path, &size);
    same = same && expected != NULL && size == out.size && memcmp(expected, out.data, size) == 0;
    if (!same) {
        printf("%s: the picture changed; if that is intended, run this with --update\n", name);
    }
    free(expected);
    free(path);
    mns_buf_release(&out);
    return same;
}

int main(int count, char **arguments) {
    bool update = count > 1 && strcmp(arguments[1], "--update") == 0;
    unsigned wrong = 0;
    for (size_t i = 0; i < TEST_COUNT_OF(pictures); i++) {
        wrong += is_as_before(&pictures[i], update) ? 0 : 1;
    }
    printf("%zu pictures, %u wrong\n", TEST_COUNT_OF(pictures), wrong);
    return wrong == 0 ? 0 : 1;
}
