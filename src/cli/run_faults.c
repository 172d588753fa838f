/*
 * run_faults.c - stores the options of fault_options.def in minos_fault_options and rejects
 * combinations that have no effect.
 *
 * The library checks which faults a target supports. Process ids are checked here, so that a
 * mistyped one fails at once, and none ever means a process group, init or Minos itself.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd_run.h"

/* ---- Processes ------------------------------------------------------------------------------- */

/* 0 unless the text up to `end` is a valid process id. */
static long read_process(const char *text, const char *end) {
    size_t digits = strspn(text, "0123456789");
    bool whole = digits > 0 && digits < 10 && text + digits == end;
    long process = whole ? strtol(text, NULL, 10) : 0;
    return process > 1 && process != (long)getpid() ? process : 0;
}

static int add_process(run_settings *s, const char *text, const char *end) {
    long process = read_process(text, end);
    int shown = (int)(end - text < 60 ? end - text : 60);
    if (process == 0) {
        return complain("option --fault-pid needs process ids, not '%.*s'", shown, text);
    }
    if (kill((pid_t)process, 0) != 0) {
        return complain("option --fault-pid: process %ld %s", process,
                        errno == ESRCH ? "does not exist" : "cannot be signalled by this user");
    }
    long *grown = realloc(s->processes, (s->process_count + 2) * sizeof *s->processes);
    if (grown == NULL) {
        return out_of_memory();
    }
    s->processes = grown;
    grown[s->process_count++] = process;
    grown[s->process_count] = 0;
    s->run.faults.processes = grown;
    return GO_ON;
}

static int add_processes(run_settings *s, const char *list) {
    int status = GO_ON;
    for (bool more = true; more && status == GO_ON;) {
        const char *end = list + strcspn(list, ",");
        status = add_process(s, list, end);
        more = *end == ',';
        list = end + 1;
    }
    return status;
}

/* ---- Options --------------------------------------------------------------------------------- */

static int set_command(const cli_option *option, const char *value, const char **command) {
    *command = value;
    return value[strspn(value, " \t\n")] != '\0'
               ? GO_ON
               : complain("option --%s needs a command for the shell", option->name);
}

int run_fault_option(run_settings *s, const cli_option *option, const char *value) {
    minos_fault_options *faults = &s->run.faults;
    switch (option->id) {
    case OPTION_FAULT_KINDS: faults->kinds = value; return GO_ON;
    case OPTION_FAULT_COMMAND: return set_command(option, value, &faults->command);
    case OPTION_FAULT_HEAL_COMMAND:
        s->fault_detail = option->name;
        return set_command(option, value, &faults->heal_command);
    case OPTION_FAULT_ON:
        s->fault_detail = option->name;
        faults->on = value;
        return GO_ON;
    case OPTION_FAULT_EVERY:
        s->fault_detail = option->name;
        return run_option_seconds(option, value, &faults->every_s);
    case OPTION_FAULT_FOR:
        s->fault_detail = option->name;
        return run_option_seconds(option, value, &faults->for_s);
    case OPTION_FAULT_PROCESS: s->fault_detail = option->name; return add_processes(s, value);
    default: return GO_ON;
    }
}

/* ---- Together -------------------------------------------------------------------------------- */

bool run_faults_wanted(const run_settings *s) {
    return s->run.faults.kinds != NULL || s->run.faults.command != NULL;
}

static bool list_has(const char *list, const char *name) {
    size_t size = strlen(name);
    for (; list != NULL; list = strchr(list, ',') == NULL ? NULL : strchr(list, ',') + 1) {
        if (strncmp(list, name, size) == 0 && (list[size] == ',' || list[size] == '\0')) {
            return true;
        }
    }
    return false;
}

/* The library also rejects this; here the message can name the option. */
static int check_signals(const run_settings *s) {
    const char *kind = list_has(s->run.faults.kinds, "pause") ? "pause" : NULL;
    kind = list_has(s->run.faults.kinds, "kill") ? "kill" : kind;
    size_t scheme = strcspn(s->target, ":");
    bool url = strncmp(s->target + scheme, "://", 3) == 0 && minos_run_level(s->target, 0) != NULL;
    if (kind == NULL || s->process_count > 0 || !url) {
        return GO_ON;
    }
    return complain(
        "--faults %s needs --fault-pid with the process ids of the existing server, or a "
        "throw-away server: %.*s:",
        kind, (int)scheme, s->target);
}

int run_faults_check(const run_settings *s) {
    const minos_fault_options *faults = &s->run.faults;
    if (!run_faults_wanted(s)) {
        return s->fault_detail == NULL
                   ? GO_ON
                   : complain("--%s needs --faults or --fault-cmd, as in --faults kill",
                              s->fault_detail);
    }
    if (faults->heal_command != NULL && faults->command == NULL && s->process_count == 0) {
        return complain("--heal-cmd needs --fault-cmd or --fault-pid");
    }
    if (s->run.keep && minos_server_wanted(s->target)) {
        return complain(
            "--keep and --faults cannot be combined for a throw-away server: Minos must keep "
            "running for its faults");
    }
    return check_signals(s);
}
