/*
 * datatype.c - see datatype.h.
 */
#include "support/datatype.h"

#include <string.h>

static int append(int *contents, int length, int written) {
    contents[length] = written;
    return length + 1;
}

static int overwrite(int *contents, int length, int written) {
    (void)length;
    contents[0] = written;
    return 1;
}

static int add(int *contents, int length, int written) {
    int place = 0;
    while (place < length && contents[place] < written) {
        place++;
    }
    if (place < length && contents[place] == written) {
        return length;
    }
    memmove(contents + place + 1, contents + place, (size_t)(length - place) * sizeof *contents);
    contents[place] = written;
    return length + 1;
}

static int increment(int *contents, int length, int written) {
    contents[0] = (length > 0 ? contents[0] : 0) + written;
    return contents[0] != 0 ? 1 : 0;
}

const datatype_traits datatypes[TYPE_COUNT] = {
    [TYPE_LIST] = {"list-append", "append", false, true, "[", "]", "[", "]", "", "", append},
    [TYPE_REGISTER] = {"rw-register", "w", true, true, "", "", "", "", "nil", "null", overwrite},
    [TYPE_SET] = {"set", "add", false, true, "#{", "}", "[", "]", "", "", add},
    [TYPE_COUNTER] = {"counter", "inc", false, false, "", "", "", "", "0", "0", increment}};

bool contents_are_equal(const int *a, int a_length, const int *b, int b_length) {
    return a_length == b_length && memcmp(a, b, (size_t)a_length * sizeof *a) == 0;
}
