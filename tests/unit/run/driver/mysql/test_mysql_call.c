/* test_mysql_call.c - a server with malformed answers (mysql_support.h, mysql_proxy.h): wrong
 * counts of parameters and columns, types, lengths and kinds of answers. The client library would
 * read or write out of bounds or call an undefined function; the driver must report a protocol
 * error. Run it under ASan. The near miss is a proxy that changes nothing. */
#include "unit/support/mysql_proxy.h"

/* ---- Malformed answers ----------------------------------------------------------------------- */

/* The statement of a prepare packet; NULL for any other packet. */
static char *prepared_text(char *bytes, size_t size) {
    bytes[size] = '\0';
    return size > 5 && bytes[4] == 0x16 ? strstr(bytes + 5, "SELECT v FROM") : NULL;
}

/* Inserts text into a client's packet. */
static size_t insert(char *bytes, size_t size, size_t at, const char *text) {
    size_t more = strlen(text);
    memmove(bytes + at + more, bytes + at, size - at);
    memcpy(bytes + at, text, more);
    size += more;
    bytes[0] = (char)((size - 4) & 0xff);
    bytes[1] = (char)((size - 4) >> 8 & 0xff);
    return size;
}

static size_t honest(char *bytes, size_t size, bool of_client) {
    (void)bytes;
    (void)of_client;
    return size;
}

static size_t more_parameters(char *bytes, size_t size, bool of_client) {
    if (of_client && prepared_text(bytes, size) != NULL) {
        for (int i = 0; i < 200; i++) {
            size = insert(bytes, size, size, " OR id = ?");
        }
    }
    return size;
}

static size_t no_parameters(char *bytes, size_t size, bool of_client) {
    char *question =
        of_client && prepared_text(bytes, size) != NULL ? strchr(bytes + 5, '?') : NULL;
    if (question != NULL) {
        *question = '1';
    }
    return size;
}

static size_t more_columns(char *bytes, size_t size, bool of_client) {
    char *text = of_client ? prepared_text(bytes, size) : NULL;
    for (int i = 0; i < 200 && text != NULL; i++) {
        size = insert(bytes, size, (size_t)(text + 8 - bytes), ",v");
    }
    return size;
}

static size_t two_columns(char *bytes, size_t size, bool of_client) {
    char *text = of_client ? prepared_text(bytes, size) : NULL;
    return text != NULL ? insert(bytes, size, (size_t)(text + 8 - bytes), ",v") : size;
}

/* The description of column v: after its two names and 12, the number of following bytes: character
 * set, length, type. NULL: not in this packet. */
static char *column_of(char *bytes, size_t size) {
    static const char names[] = "\1v\1v";
    for (size_t i = 0; i + 20 < size; i++) {
        if (memcmp(bytes + i, names, 4) == 0) {
            char *after = bytes + i + 4;
            after += *after == '\0'; /* MariaDB's further metadata: none */
            return *after == 12 ? after + 1 : NULL;
        }
    }
    return NULL;
}

/* No function of the library reads type 100. */
static size_t unknown_type(char *bytes, size_t size, bool of_client) {
    char *column = of_client ? NULL : column_of(bytes, size);
    if (column != NULL) {
        column[6] = 100;
    }
    return size;
}

/* The library allocates numbers on the stack, of the announced length. */
static size_t endless_number(char *bytes, size_t size, bool of_client) {
    char *column = of_client ? NULL : column_of(bytes, size);
    if (column != NULL) {
        memcpy(column + 2, "\xff\xff\xff\x7f", 4);
        column[6] = MYSQL_TYPE_LONGLONG;
    }
    return size;
}

/* The row of the value 11, 111111111: 0, no NULLs, its size. The size becomes 16 MB. */
static size_t long_value(char *bytes, size_t size, bool of_client) {
    static const char row[] = "\0\0\13"
                              "11 11111111";
    for (size_t i = 0; !of_client && i + sizeof row <= size + 1; i++) {
        if (memcmp(bytes + i, row, sizeof row - 1) == 0) {
            memcpy(bytes + i + 2, "\xfd\xff\xff\xff", 4);
        }
    }
    return size;
}

/* COMMIT becomes a query: its answer has a row and does not acknowledge anything. */
static size_t rows_for_commit(char *bytes, size_t size, bool of_client) {
    if (of_client && proxy_is_commit(bytes, size)) {
        size = insert(bytes, size, size, "......");
        memcpy(bytes + 5, "SELECT 1.  ", 8);
        memset(bytes + 13, ' ', size - 13);
    }
    return size;
}

/* ---- Outcomes -------------------------------------------------------------------------------- */

/* A database accessed through the proxy; `database` created its tables. */
typedef struct liar {
    mysql_proxy proxy;
    mns_database database, through;
    mns_connection *straight, *client;
} liar;

static void meet(liar *l, proxy_lie *lie, bool simple) {
    if (!proxy_start(&l->proxy, false, lie)) {
        print_message("skipped: the server is not at a port of 127.0.0.1\n");
        skip();
    }
    l->database = mysql_database(mysql_url());
    l->straight = mysql_make(&l->database);
    l->through = l->database;
    l->through.target = l->proxy.target;
    l->through.state = NULL;
    l->through.simple_protocol = simple;
    assert_true(mysql_driver->open(&l->through));
    l->client = mysql_join(&l->through);
    mysql_expect(l->straight, STEPS({'w', 1, 11}, {'w', 1, 11111111}),
                 "[[:append 1 11] [:append 1 11111111]]");
}

static void part(liar *l) {
    mysql_driver->close(l->client);
    mysql_driver->release(&l->through);
    proxy_end(&l->proxy);
    mysql_unmake(&l->database, l->straight);
}

static void expect_protocol_error(const mns_driver_error *failure, mns_run_outcome outcome) {
    assert_string_equal(failure->name, "protocol-error");
    assert_true(mns_driver_error_is_fatal(failure));
    assert_int_equal(failure->outcome, outcome);
    assert_true(failure->broken);
}

static void expect_refused(proxy_lie *lie, bool simple, const char *words) {
    liar l;
    meet(&l, lie, simple);
    mns_driver_error failure = mysql_steps_fail(l.client, STEPS({'r', 1, 0}));
    expect_protocol_error(&failure, MNS_OUTCOME_FAIL);
    assert_non_null(strstr(failure.message, words));
    part(&l);
}

static void counts_of_parameters_are_checked(void **state) {
    (void)state;
    NEED_SERVER();
    expect_refused(more_parameters, false, "201 parameters, but the statement has 1");
    expect_refused(no_parameters, false, "0 parameters, but the statement has 1");
}

static void counts_of_columns_are_checked(void **state) {
    (void)state;
    NEED_SERVER();
    expect_refused(more_columns, false, "201 columns, but the statement has 1");
    expect_refused(two_columns, false, "2 columns, but the statement has 1");
}

static size_t two_columns_as_text(char *bytes, size_t size, bool of_client) {
    bytes[size] = '\0';
    char *text = of_client && size > 5 ? strstr(bytes + 5, "SELECT v FROM") : NULL;
    return text != NULL ? insert(bytes, size, (size_t)(text + 8 - bytes), ",v") : size;
}

static void counts_of_columns_of_texts_are_checked(void **state) {
    (void)state;
    NEED_SERVER();
    expect_refused(two_columns_as_text, true, "2 columns, but the statement has 1");
}

static void types_are_checked(void **state) {
    (void)state;
    NEED_SERVER();
    expect_refused(unknown_type, false, "neither a number nor text");
    expect_refused(endless_number, false, "neither a number nor text");
}

/* Newer libraries detect it themselves. */
static void lengths_are_checked(void **state) {
    (void)state;
    NEED_SERVER();
    liar l;
    meet(&l, long_value, false);
    mns_driver_error failure = mysql_steps_fail(l.client, STEPS({'r', 1, 0}));
    if (strcmp(failure.name, "malformed-packet") != 0) {
        expect_protocol_error(&failure, MNS_OUTCOME_FAIL);
    }
    assert_int_equal(failure.outcome, MNS_OUTCOME_FAIL);
    assert_true(failure.broken);
    part(&l);
}

/* The outcome is unknown: the server did not acknowledge. */
static void rows_are_no_acknowledgement(void **state) {
    (void)state;
    NEED_SERVER();
    liar l;
    meet(&l, rows_for_commit, false);
    mysql_steps(l.client, STEPS({'w', 2, 1}));
    mns_driver_error failure;
    assert_false(mysql_finish(l.client));
    mysql_driver->classify(l.client, &failure);
    expect_protocol_error(&failure, MNS_OUTCOME_INFO);
    part(&l);
}

static void honest_answers_pass(void **state) {
    (void)state;
    NEED_SERVER();
    for (int simple = 0; simple < 2; simple++) {
        liar l;
        meet(&l, honest, simple != 0);
        mysql_expect(l.client, STEPS({'w', 2, 1}, {'r', 1, 0}, {'r', 3, 0}),
                     "[[:append 2 1] [:r 1 [11 11111111]] [:r 3 nil]]");
        part(&l);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_of_parameters_are_checked),
        cmocka_unit_test(counts_of_columns_are_checked),
        cmocka_unit_test(counts_of_columns_of_texts_are_checked),
        cmocka_unit_test(types_are_checked),
        cmocka_unit_test(lengths_are_checked),
        cmocka_unit_test(rows_are_no_acknowledgement),
        cmocka_unit_test(honest_answers_pass),
    };
    return cmocka_run_group_tests_name("mysql_call", tests, mysql_start, mysql_stop);
}
