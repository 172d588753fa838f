/*
 * alloc_pictures.c - drawing survives running out of memory.
 *
 * In: documents of fixed seeds. Every allocation of every picture fails once, as in alloc_check.c.
 * Out: 0 if each failure sets the error of the buffer, and the run without a failure draws.
 */
#include <stdio.h>

#include "failing.h"
#include "unit/support/picture_support.h"

/* Whether all pictures were drawn. */
static bool draw(const picture_fixture *f) {
    mns_buf out;
    mns_buf_init(&out);
    mns_svg_timeline(&f->document, &f->witness, MNS_PICTURE_FILE, &out);
    mns_svg_cycle(&f->document, &f->witness, MNS_PICTURE_PAGE, &out);
    mns_svg_models(&f->document, true, MNS_PICTURE_PAGE, &out);
    bool drawn = !out.failed;
    mns_buf_release(&out);
    return drawn;
}

/* Fails the n-th allocation; false if the run ends before it. */
static bool fail_at(const picture_fixture *f, unsigned long n, bool on, unsigned *wrong) {
    allocations = 0;
    fails_on = on;
    fails_at = n;
    bool drawn = draw(f);
    fails_at = 0;
    bool reached = allocations >= n;
    if (drawn == reached) {
        printf("allocation %lu failed%s: %s\n", n, on ? " and all after it" : "",
               drawn ? "drawn nevertheless" : "not drawn");
        ++*wrong;
    }
    return reached;
}

int main(void) {
    unsigned wrong = 0, runs = 0;
    static const uint32_t sizes[] = {1, 3, 12, 40};
    for (uint32_t i = 0; i < MNS_COUNT_OF(sizes); i++) {
        picture_fixture f;
        picture_open(&f, i + 1, sizes[i], i % 2 == 1);
        for (unsigned long n = 1; fail_at(&f, n, false, &wrong); n++) {
            fail_at(&f, n, true, &wrong);
            runs += 2;
        }
        picture_close(&f);
    }
    printf("%u runs, %u wrong\n", runs, wrong);
    return wrong == 0 && runs > 0 ? 0 : 1;
}
