/*
 * fuzz_options.c - libFuzzer target: any bytes as options and targets from the command line.
 *
 * Each line is an option, in the order below; a missing line is an option that is not given. The
 * target opens no connection. An option is accepted or rejected with a message, and no password is
 * shown.
 */
#include "fuzz/fuzz.h"
#include "minos_run.h"
#include "run/system/url.h"

/* The password in seeds and dictionary. */
#define SECRET "hunter2"

enum { TARGET, ISOLATION, FAULTS, ON, APPEND, ACCESS, MODELS, ANOMALIES, WORKLOAD, NAME, LINES };

/* Splits the text into lines; missing or empty ones are NULL. */
static void cut(char *text, const char *lines[LINES]) {
    for (unsigned i = 0; i < LINES; i++) {
        char *newline = text == NULL ? NULL : strchr(text, '\n');
        if (newline != NULL) {
            *newline = '\0';
        }
        lines[i] = text == NULL || text[0] == '\0' ? NULL : text;
        text = newline == NULL ? NULL : newline + 1;
    }
}

static void must_refuse_well(minos_status status, char *message) {
    fuzz_must(status == MINOS_OK || status == MINOS_EARGUMENT, "options are understood or refused");
    fuzz_must((message != NULL) == (status == MINOS_EARGUMENT), "a refusal has a message");
    minos_free(message);
}

static void check_history_options(const char *const lines[LINES]) {
    minos_options options;
    char *message = NULL;
    minos_options_init(&options);
    options.workload = lines[WORKLOAD] == NULL ? options.workload : lines[WORKLOAD];
    options.models = lines[MODELS] == NULL ? options.models : lines[MODELS];
    options.anomalies = lines[ANOMALIES];
    must_refuse_well(minos_options_check(&options, &message), message);
}

/* True if only the target can contain the password, and not in its scheme, which is shown, as is
 * the level after sim: */
static int may_hold_password(const char *const lines[LINES]) {
    const char *target = lines[TARGET];
    const char *secret = target == NULL ? NULL : strstr(target, SECRET);
    int elsewhere = target == NULL || strncmp(target, "sim:", 4) == 0 ||
                    (secret != NULL && secret < target + strcspn(target, ":"));
    for (unsigned i = TARGET + 1; i < LINES; i++) {
        elsewhere = elsewhere || (lines[i] != NULL && strstr(lines[i], SECRET) != NULL);
    }
    return !elsewhere;
}

static void check_run_options(const char *const lines[LINES]) {
    minos_run_options options;
    char *message = NULL;
    minos_run_options_init(&options);
    options.target = lines[TARGET] == NULL ? options.target : lines[TARGET];
    options.load.isolation = lines[ISOLATION];
    options.faults.kinds = lines[FAULTS];
    options.faults.on = lines[ON];
    options.append = lines[APPEND];
    options.access = lines[ACCESS];
    options.history = "history.edn";
    minos_status status = minos_run_options_check(&options, &message);
    if (message != NULL && may_hold_password(lines)) {
        fuzz_must(strstr(message, SECRET) == NULL, "a message shows no password");
    }
    must_refuse_well(status, message);
    minos_server_wanted(options.target);
    minos_run_level_default(options.target);
    minos_run_level(options.target, 0);
    minos_run_level_find(options.target, lines[ISOLATION] == NULL ? "" : lines[ISOLATION]);
}

/* If a URL contains the password unescaped and once, the masked URL does not contain it. */
static void check_url(const char *text) {
    mns_url url;
    mns_buf message;
    mns_buf_init(&message);
    char *masked = minos_run_mask(text);
    if (mns_url_read(&url, text, &message)) {
        const char *password = url.password == NULL ? "" : url.password;
        const char *at = strstr(text, password);
        bool once = strlen(password) > 3 && at != NULL && strstr(at + 1, password) == NULL;
        fuzz_must(!once || strchr(text, '%') != NULL || strstr(masked, password) == NULL,
                  "a password is masked");
        char *value = mns_url_query(&url, "password");
        minos_free(value);
    } else {
        fuzz_must(message.size > 0, "a URL is read or refused with a message");
    }
    mns_url_release(&url);
    mns_buf_release(&message);
    minos_free(masked);
}

static void check_name(const char *name) {
    char *text = NULL;
    size_t size = 0;
    minos_status status = minos_explain_text(name, 0, &text, &size);
    fuzz_must(status == MINOS_OK || status == MINOS_EARGUMENT, "a name is explained or unknown");
    minos_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *lines[LINES];
    char *text = malloc(size + 1);
    fuzz_must(text != NULL, "there is memory for the input");
    memcpy(text, size == 0 ? (const uint8_t *)"" : data, size);
    text[size] = '\0';
    cut(text, lines);
    check_history_options(lines);
    check_run_options(lines);
    if (lines[TARGET] != NULL) {
        check_url(lines[TARGET]);
    }
    if (lines[NAME] != NULL) {
        check_name(lines[NAME]);
    }
    free(text);
    return 0;
}
