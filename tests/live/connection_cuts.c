/*
 * connection_cuts.c - connections are cut at every byte of a transaction, and what the driver says
 * is compared with what the database holds: what is ok must be there, what failed must not be, now
 * and later, and what is unknown is there as a whole or not at all.
 *
 * A proxy (proxy.h) counts the bytes of one transaction, of its requests and of its answers; then
 * the transaction is run again and again on new keys, cut after another number of bytes each time.
 * Last of all everything is read through a connection of its own. exec: has no connection: its
 * program dies after another number of bytes of its answer. SQLite has neither.
 *
 *     test_live_connection_cuts          some of them, evenly spread, and each around COMMIT
 *     test_live_connection_cuts all      every byte, cut in each way
 */
#include "proxy.h"
#include "throwaway.h"
#include "unit/support/driver_support.h"

#include <time.h>
#include <unistd.h>

static const char *const targets[] = {"postgres:", "mariadb:", "redis:", "etcd:"};

static bool every_byte; /* as the command line says */
/* Else so many in each direction, evenly spread, and at each of the last bytes, where COMMIT is. */
enum { SOME_CUTS = 24, LAST_BYTES = 24 };

/* ---- What must be true ----------------------------------------------------------------------- */

/* What a transaction left of its two writes. */
typedef enum left { LEFT_NOTHING, LEFT_HALF, LEFT_ALL } left;

/* NULL, or what is wrong. */
static const char *contradiction(mns_run_outcome outcome, left what) {
    if (what == LEFT_HALF) {
        return "half of it is there";
    }
    if (outcome == MNS_OUTCOME_OK && what != LEFT_ALL) {
        return "ok, and not there";
    }
    return outcome == MNS_OUTCOME_FAIL && what != LEFT_NOTHING ? "failed, and there" : NULL;
}

static void contradictions_are_seen(void **state) {
    (void)state;
    for (int outcome = MNS_OUTCOME_OK; outcome <= MNS_OUTCOME_INFO; outcome++) {
        assert_non_null(contradiction((mns_run_outcome)outcome, LEFT_HALF));
    }
    assert_non_null(contradiction(MNS_OUTCOME_OK, LEFT_NOTHING));
    assert_non_null(contradiction(MNS_OUTCOME_FAIL, LEFT_ALL));
    assert_null(contradiction(MNS_OUTCOME_OK, LEFT_ALL));
    assert_null(contradiction(MNS_OUTCOME_FAIL, LEFT_NOTHING));
    assert_null(contradiction(MNS_OUTCOME_INFO, LEFT_ALL));
    assert_null(contradiction(MNS_OUTCOME_INFO, LEFT_NOTHING));
}

/* ---- A database and its proxy ---------------------------------------------------------------- */

typedef struct subject {
    minos_server *server;
    proxy *between;
    char url[300]; /* through the proxy */
    mns_database straight, through;
    struct done {
        mns_run_outcome outcome;
        mns_driver_error failure;
        bool to_server;
        size_t after;
        proxy_cut how;
    } * done; /* transactions, by number */
    size_t count, capacity;
} subject;

/* False: it is not to be had here. */
static bool subject_open(subject *s, const char *target) {
    *s = (subject){.server = throwaway_start(target)};
    if (s->server == NULL) {
        return false;
    }
    const char *url = minos_server_url(s->server, 0);
    mns_buf message;
    mns_buf_init(&message);
    const mns_driver *driver = mns_driver_find(url, &message);
    assert_non_null(driver);
    s->between = proxy_before(url, s->url, sizeof s->url);
    s->straight = database_of(driver, url, "minos_cuts");
    created(&s->straight);
    s->through = database_of(driver, s->url, "minos_cuts");
    assert_true(driver->open(&s->through));
    return true;
}

static void subject_close(subject *s) {
    release_database(&s->through);
    proxy_stop(s->between);
    s->straight.keys = 2 * s->count;
    dropped(&s->straight);
    minos_server_stop(s->server);
    free(s->done);
}

/* ---- Transactions ---------------------------------------------------------------------------- */

/* The number-th has two keys of its own: a write, a read, a write. */
static mns_run_txn txn_number(const mns_database *database, size_t number) {
    char text[120];
    snprintf(text, sizeof text, "w%zu=7 r%zu w%zu=7", 2 * number, 2 * number, 2 * number + 1);
    return txn_of(database, text);
}

static void run_cut(subject *s, bool to_server, size_t after, proxy_cut how) {
    const mns_driver *driver = s->through.driver;
    proxy_arm(s->between, true, SIZE_MAX, how);
    mns_connection *connection = connected(&s->through, 0);
    mns_run_txn txn = txn_number(&s->through, s->count);
    if (s->count == s->capacity) {
        s->capacity = 2 * s->capacity + 64;
        s->done = realloc(s->done, s->capacity * sizeof *s->done);
        assert_non_null(s->done);
    }
    struct done *d = &s->done[s->count++];
    *d = (struct done){MNS_OUTCOME_OK, {.name = ""}, to_server, after, how};
    proxy_arm(s->between, to_server, after, how);
    if (!applied(&s->through, connection, &txn) || !driver->commit(connection, &txn)) {
        driver->classify(connection, &d->failure);
        d->outcome = d->failure.outcome;
        assert_int_not_equal(d->outcome, MNS_OUTCOME_OK);
        if (!d->failure.broken) {
            driver->rollback(connection);
        }
    }
    driver->close(connection);
    mns_run_txn_release(&txn);
}

/* A list of one 7, or nothing. */
static bool is_there(const subject *s, const struct done *d, const char *answer) {
    bool there = strncmp(answer, "[7]", 3) == 0;
    if (!there && strncmp(answer, "nil", 3) != 0 && strncmp(answer, "[]", 2) != 0) {
        fail_msg("%s, cut after %zu bytes: the database holds %s", s->straight.target, d->after,
                 answer);
    }
    return there;
}

static left look_at(subject *s, mns_connection *connection, size_t number) {
    char text[80];
    snprintf(text, sizeof text, "r%zu r%zu", 2 * number, 2 * number + 1);
    mns_run_txn txn = txn_of(&s->straight, text);
    assert_true(applied(&s->straight, connection, &txn) &&
                s->straight.driver->commit(connection, &txn));
    unsigned there = 0;
    for (size_t i = 0; i < 2; i++) {
        assert_true(txn.mops[i].answered);
        there += is_there(s, &s->done[number], txn.answers.data + txn.mops[i].answer_at);
    }
    mns_run_txn_release(&txn);
    return there == 0 ? LEFT_NOTHING : there == 1 ? LEFT_HALF : LEFT_ALL;
}

/* Everything that was cut off has had its time: what is there now stays. */
static void compare(subject *s, const char *target) {
    static const char *const ways[] = {"reset", "closed", "late"};
    struct timespec while_ = {.tv_nsec = 300000000};
    nanosleep(&while_, NULL);
    unsigned counts[3] = {0}, applied_infos = 0;
    mns_connection *connection = connected(&s->straight, 0);
    for (size_t i = 0; i < s->count; i++) {
        const struct done *d = &s->done[i];
        left what = look_at(s, connection, i);
        const char *wrong = contradiction(d->outcome, what);
        if (wrong != NULL) {
            fail_msg("%s: %s after %zu bytes to the %s: %s (%s: %s)", target, ways[d->how],
                     d->after, d->to_server ? "server" : "client", wrong, d->failure.name,
                     d->failure.message);
        }
        counts[d->outcome]++;
        applied_infos += d->outcome == MNS_OUTCOME_INFO && what == LEFT_ALL;
    }
    s->straight.driver->close(connection);
    print_message("  %s %zu transactions: %u ok, %u failed, %u unknown of which %u happened\n",
                  target, s->count, counts[MNS_OUTCOME_OK], counts[MNS_OUTCOME_FAIL],
                  counts[MNS_OUTCOME_INFO], applied_infos);
    /* All three happen: else the cuts were not where they should be. */
    assert_true(counts[MNS_OUTCOME_OK] > 0 && counts[MNS_OUTCOME_INFO] > 0);
    assert_true(applied_infos > 0 && applied_infos < counts[MNS_OUTCOME_INFO]);
}

/* ---- Cuts ------------------------------------------------------------------------------------ */

static void cut_everywhere(subject *s, bool to_server, size_t size) {
    for (size_t after = 0; after <= size; after++) {
        for (int how = 0; how < PROXY_CUTS; how++) {
            run_cut(s, to_server, after, (proxy_cut)how);
        }
    }
}

static void cut_somewhere(subject *s, bool to_server, size_t size) {
    assert_true(size > LAST_BYTES);
    size_t late = size - LAST_BYTES;
    for (size_t i = 0; i < SOME_CUTS; i++) {
        run_cut(s, to_server, late * i / SOME_CUTS, (proxy_cut)(i % PROXY_CUTS));
    }
    for (size_t i = late; i <= size; i++) {
        run_cut(s, to_server, i, (proxy_cut)(i % PROXY_CUTS));
    }
}

static bool cut(const char *target) {
    subject s;
    if (!subject_open(&s, target)) {
        return false;
    }
    run_cut(&s, true, SIZE_MAX, PROXY_RESET);
    assert_int_equal(s.done[0].outcome, MNS_OUTCOME_OK);
    size_t sizes[2] = {proxy_passed(s.between, false), proxy_passed(s.between, true)};
    print_message("  %s %zu bytes to the server, %zu to the client\n", target, sizes[1], sizes[0]);
    for (int to_server = 0; to_server < 2; to_server++) {
        (every_byte ? cut_everywhere : cut_somewhere)(&s, to_server != 0, sizes[to_server]);
    }
    compare(&s, target);
    subject_close(&s);
    return true;
}

static void cut_connections(void **state) {
    (void)state;
    bool any = false;
    for (size_t i = 0; i < MNS_COUNT_OF(targets); i++) {
        any = cut(targets[i]) || any;
    }
    if (!any) {
        print_message("SKIPPED: no server is installed\n");
        skip();
    }
}

/* ---- Programs -------------------------------------------------------------------------------- */

/* Whether the program did it. */
static bool was_done(const char *path) {
    FILE *file = fopen(path, "r");
    bool done = file != NULL && fgetc(file) == 'x' && fgetc(file) == '\n' && fgetc(file) == EOF;
    if (file != NULL) {
        fclose(file);
        unlink(path);
    }
    return done;
}

/* Its program does what it is asked, and dies after so many bytes of its answer. */
static mns_run_outcome run_program(const char *path, size_t after) {
    char target[400];
    int size = snprintf(target, sizeof target,
                        "exec:read -r line || exit 0; echo x >>'%s'; "
                        "printf '{\"type\":\"ok\",%%s\\n' \"${line#?}\" | head -c %zu",
                        path, after);
    assert_true(size > 0 && (size_t)size < sizeof target);
    mns_database database = database_of(&mns_driver_exec, target, "minos_cuts");
    assert_true(mns_driver_exec.open(&database));
    mns_connection *connection = connected(&database, 0);
    mns_run_txn txn = txn_of(&database, "w1=7 w2=7");
    mns_driver_error failure = {.outcome = MNS_OUTCOME_OK};
    if (!applied(&database, connection, &txn) || !mns_driver_exec.commit(connection, &txn)) {
        mns_driver_exec.classify(connection, &failure);
    }
    mns_driver_exec.close(connection);
    mns_run_txn_release(&txn);
    release_database(&database);
    return failure.outcome;
}

static void cut_programs(void **state) {
    (void)state;
    static const char answer[] =
        "{\"type\":\"ok\",\"value\":[[\"append\",1,7],[\"append\",2,7]]}\n";
    char path[] = "/tmp/minos-cuts-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    unlink(path);
    size_t step = every_byte ? 1 : 4;
    for (size_t after = sizeof answer - 1; after < sizeof answer; after -= step) {
        mns_run_outcome outcome = run_program(path, after);
        assert_null(contradiction(outcome, was_done(path) ? LEFT_ALL : LEFT_NOTHING));
        /* Before the last byte there is no answer. */
        assert_int_equal(outcome, after == sizeof answer - 1 ? MNS_OUTCOME_OK : MNS_OUTCOME_INFO);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(contradictions_are_seen),
                                       cmocka_unit_test(cut_connections),
                                       cmocka_unit_test(cut_programs)};
    every_byte = argc > 1 && strcmp(argv[1], "all") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
