/*
 * mysql_rights.c - the GRANT that a user of MySQL or MariaDB lacks.
 *
 * The server names the missing right, but not how to get it. An account is 'USER'@'HOST', where
 * HOST is what the account was created with, not where the client is: error 1044 has it in its
 * message, for other errors the server is asked.
 */
#include <stdio.h>

#include "run/driver/mysql/mysql.h"

#define DATABASE_DENIED "1044"
#define TABLE_DENIED "1142"

static void write_grant(const mns_database *database, const char *account, mns_buf *out) {
    const mns_mysql_target *target = database->state;
    const char *name = target->url.path;
    size_t plain = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const char *quote = name[plain] == '\0' ? "" : "`";
    mns_buf_printf(out,
                   "; as an administrator, run: GRANT CREATE, DROP, SELECT, INSERT, UPDATE, "
                   "DELETE, INDEX ON %s%s%s.* TO %s;",
                   quote, name, quote, account);
}

void mns_mysql_name_grant_to_connect(const mns_database *database, mns_driver_error *failure) {
    const char *from = strstr(failure->message, "user '");
    const char *until = strstr(failure->message, " to database");
    if (strcmp(failure->code, DATABASE_DENIED) != 0 || from == NULL || until == NULL ||
        until < from) {
        return;
    }
    mns_buf account, message;
    mns_buf_init(&account);
    mns_buf_init(&message);
    from += strlen("user ");
    mns_buf_bytes(&account, from, (size_t)(until - from));
    mns_buf_str(&message, failure->message);
    write_grant(database, account.failed ? "" : account.data, &message);
    if (!account.failed && !message.failed) {
        snprintf(failure->message, sizeof failure->message, "%s", message.data);
    }
    mns_buf_release(&account);
    mns_buf_release(&message);
}

void mns_mysql_name_grant_to_create(mns_connection *connection, mns_buf *out) {
    if (strcmp(connection->failure.code, TABLE_DENIED) != 0) {
        return;
    }
    mns_buf user, account;
    mns_buf_init(&user);
    mns_buf_init(&account);
    if (mns_mysql_ask(connection, "SELECT CURRENT_USER()", 0, &user) && user.size > 0) {
        const char *at = strrchr(user.data, '@');
        int size = (int)(at != NULL ? at - user.data : (ptrdiff_t)user.size);
        mns_buf_printf(&account, "'%.*s'@'%s'", size, user.data, at != NULL ? at + 1 : "%");
        write_grant(connection->database, account.failed ? "" : account.data, out);
    }
    mns_buf_release(&user);
    mns_buf_release(&account);
}
