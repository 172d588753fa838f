/* clients.c - asks a throw-away server something, by its database's own client where this build has
 * it. */
#include "clients.h"

#include <stdio.h>

#include "run/system/loopback.h"

#if defined(MNS_HAVE_LIBPQ)
#include <libpq-fe.h>
static bool postgres_ask(const about *a, const char *const *statements, told answer) {
    PGconn *connection = PQconnectdb(a->url);
    for (; *statements != NULL; statements++) {
        PGresult *result = PQexec(connection, *statements);
        snprintf(answer, sizeof(told), "%s",
                 PQntuples(result) == 1 ? PQgetvalue(result, 0, 0) : PQerrorMessage(connection));
        PQclear(result);
    }
    PQfinish(connection);
    return true;
}
#else
static bool postgres_ask(const about *a, const char *const *statements, told answer) {
    (void)a, (void)statements, (void)answer;
    return false;
}
#endif

#if defined(MNS_HAVE_LIBMARIADB)
#include <mysql.h>
static bool mariadb_ask(const about *a, const char *const *statements, told answer) {
    MYSQL *connection = mysql_init(NULL);
    mysql_real_connect(connection, "127.0.0.1", "minos", a->password, "minos", a->port, NULL, 0);
    for (; *statements != NULL; statements++) {
        int failed = mysql_query(connection, *statements);
        MYSQL_RES *result = failed ? NULL : mysql_store_result(connection);
        snprintf(answer, sizeof(told), "%s",
                 result != NULL ? mysql_fetch_row(result)[0] : mysql_error(connection));
        mysql_free_result(result);
    }
    mysql_close(connection);
    return true;
}
#else
static bool mariadb_ask(const about *a, const char *const *statements, told answer) {
    (void)a, (void)statements, (void)answer;
    return false;
}
#endif

static bool redis_ask(const about *a, const char *command, told answer) {
    char request[200];
    snprintf(request, sizeof request, "AUTH default %s\r\n%s\r\n", a->password, command);
    memset(answer, 0, sizeof(told));
    /* On a busy machine it may not answer both in a moment. */
    for (unsigned i = 0; i < PATIENCE_STEPS && strchr(answer, '*') == NULL; i++) {
        size_t size = mns_loopback_request(a->port, request, answer, sizeof(told) - 1);
        answer[size] = '\0';
    }
    return true;
}

bool client_ask(const char *target, const about *a, const char *const *statements, told answer) {
    return target[0] == 'p'                       ? postgres_ask(a, statements, answer)
           : target[0] == 'm' || target[0] == 'g' ? mariadb_ask(a, statements, answer)
                                                  : redis_ask(a, statements[0], answer);
}
