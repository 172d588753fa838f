/*
 * run_note.c - run.json: the settings and the summary of a run, and the rules it is judged by.
 *
 * Written when a run begins and again when it has ended, so that the history of a killed run has
 * its settings too. Contains no passwords. Reports show it (report/json/setup_read.c), and minos
 * check of the folder applies its rules.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd_run.h"

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct note {
    FILE *out;
    const run_settings *s;
    bool failed; /* out of memory */
} note;

/* null for NULL. */
static void write_string(note *n, const char *text) {
    char *string = text == NULL ? NULL : minos_json_string(text);
    n->failed = n->failed || (text != NULL && string == NULL);
    fputs(string == NULL ? "null" : string, n->out);
    minos_free(string);
}

static const char *truth(int value) { return value ? "true" : "false"; }

static void write_field(note *n, const char *name, const char *text) {
    fprintf(n->out, ", \"%s\": ", name);
    write_string(n, text);
}

static void write_masked(note *n, const char *text) {
    char *masked = text == NULL ? NULL : minos_run_mask(text);
    n->failed = n->failed || (text != NULL && masked == NULL);
    write_string(n, masked);
    minos_free(masked);
}

/* ---- What was asked for ---------------------------------------------------------------------- */

static void write_load(note *n, const run_settings *s) {
    const minos_sim_options *load = &s->run.load;
    write_field(n, "workload", load->workload);
    fprintf(n->out, ", \"seed\": %llu, \"processes\": %u, \"transactions\": %llu, \"keys\": %u",
            (unsigned long long)load->seed, load->processes, (unsigned long long)load->transactions,
            load->keys);
    write_field(n, "key_distribution", load->key_distribution);
    fprintf(
        n->out,
        ", \"min_length\": %u, \"max_length\": %u, \"max_writes_per_key\": %u, "
        "\"read_fraction\": %g, \"min_increment\": %d, \"max_increment\": %d, \"final_reads\": %s",
        load->min_length, load->max_length, load->max_writes_per_key, load->read_fraction,
        load->min_increment, load->max_increment, truth(load->final_reads));
    write_field(n, "bugs", load->bugs);
}

/* "1 to 4 operations", "1 operation". */
static void describe_length(const minos_sim_options *load, char *text, size_t size) {
    if (load->min_length == load->max_length) {
        snprintf(text, size, "%u operation%s", load->max_length, load->max_length == 1 ? "" : "s");
    } else {
        snprintf(text, size, "%u to %u operations", load->min_length, load->max_length);
    }
}

/* The workload in words, for people. */
static void write_load_words(note *n, const run_settings *s) {
    const minos_sim_options *load = &s->run.load;
    char words[512];
    const char *distribution =
        load->key_distribution == NULL ? "exponential" : load->key_distribution;
    char length[32];
    describe_length(load, length, sizeof length);
    int used = snprintf(
        words, sizeof words,
        "%u keys (%s), %s per transaction, at most %u writes per key, %.0f %% reads", load->keys,
        distribution, length, load->max_writes_per_key, load->read_fraction * 100);
    const minos_run_options *run = &s->run;
    if (run->append != NULL && used > 0 && (size_t)used < sizeof words) {
        used += snprintf(words + used, sizeof words - (size_t)used, ", append by %s", run->append);
    }
    if (run->access != NULL && strcmp(run->access, "primary") != 0 && used > 0 &&
        (size_t)used < sizeof words) {
        used += snprintf(words + used, sizeof words - (size_t)used, ", access by %s", run->access);
    }
    if (run->rate > 0 && used > 0 && (size_t)used < sizeof words) {
        snprintf(words + used, sizeof words - (size_t)used, ", %g transactions a second",
                 run->rate);
    }
    write_field(n, "workload_options", words);
}

static void write_options(note *n, const run_settings *s, const minos_run_summary *summary) {
    const minos_run_options *run = &s->run;
    fprintf(n->out, ", \"time_s\": %g, \"rate\": %g, \"timeout_ms\": %u, \"tables\": %u",
            run->time_s, run->rate, run->timeout_ms, run->tables);
    write_field(n, "append", run->append);
    write_field(n, "access", run->access);
    /* The prefix that was used and the nodes that reject writes: minos_run_statements reads them.
     */
    write_field(n, "prefix",
                summary != NULL && summary->prefix != NULL ? summary->prefix : run->prefix);
    fputs(", \"read_only_nodes\": [", n->out);
    const char *between = "";
    for (unsigned i = 0; summary != NULL && i < 8 * sizeof summary->read_only; i++) {
        if ((summary->read_only >> i & 1u) != 0) {
            fprintf(n->out, "%s\"n%u\"", between, i + 1);
            between = ", ";
        }
    }
    fputc(']', n->out);
    fprintf(n->out, ", \"sets_are_objects\": %s", truth(run->sets_are_objects));
    fprintf(n->out, ", \"simple_protocol\": %s, \"keep\": %s, \"stop_on_anomaly\": %s",
            truth(run->simple_protocol), truth(run->keep), truth(s->stop_on_anomaly));
    fputs(", \"server_options\": [", n->out);
    for (size_t i = 0; i < s->server_option_count; i++) {
        fputs(i == 0 ? "" : ", ", n->out);
        write_masked(n, s->server_options[i]);
    }
    fputc(']', n->out);
}

static void write_nodes(note *n, const run_settings *s) {
    fprintf(n->out, ", \"nodes\": %u, \"more\": [", s->nodes);
    for (size_t i = 0; s->more != NULL && s->more[i] != NULL; i++) {
        fputs(i == 0 ? "" : ", ", n->out);
        write_masked(n, s->more[i]);
    }
    fprintf(n->out, "], \"sync\": %s, \"namespaces\": %s", truth(s->server.sync),
            truth(s->server.namespaces));
}

/* "3: n1, n2 (read-only), n3 (read-only); synchronous replication" */
static void write_topology(note *n, const run_settings *s, const minos_run_summary *summary) {
    char words[1024];
    bool server = minos_server_wanted(s->target);
    if (summary->nodes == NULL) {
        snprintf(words, sizeof words, "1%s", server ? ", a throw-away server" : "");
    } else {
        snprintf(words, sizeof words, "%u%s: %s%s", s->nodes,
                 server ? ", a throw-away cluster" : "", summary->nodes,
                 s->server.sync ? "; synchronous replication" : "");
    }
    write_field(n, "topology", words);
}

/* A shell command may contain a password, like a target. */
static void write_faults(note *n, const run_settings *s) {
    const minos_fault_options *faults = &s->run.faults;
    if (!run_faults_wanted(s)) {
        fputs(", \"faults\": null", n->out);
        return;
    }
    fputs(", \"faults\": {\"kinds\": ", n->out);
    write_string(n, faults->kinds);
    write_field(n, "on", faults->on);
    fprintf(n->out, ", \"every_s\": %g, \"for_s\": %g, \"command\": ", faults->every_s,
            faults->for_s);
    write_masked(n, faults->command);
    fputs(", \"heal_command\": ", n->out);
    write_masked(n, faults->heal_command);
    fputs(", \"processes\": [", n->out);
    for (size_t i = 0; i < s->process_count; i++) {
        fprintf(n->out, "%s%ld", i == 0 ? "" : ", ", s->processes[i]);
    }
    fputs("]}", n->out);
}

/* The arguments, each without passwords. */
static void write_command(note *n, const run_settings *s) {
    fputs(", \"command\": [\"minos\", \"run\"", n->out);
    for (int i = 0; i < s->argc; i++) {
        fputs(", ", n->out);
        write_masked(n, s->argv[i]);
    }
    fputc(']', n->out);
}

/* ---- Machine and time ------------------------------------------------------------------------ */

static void write_machine(note *n) {
    struct utsname system;
    char machine[512] = "", date[64] = "";
    struct tm utc;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (uname(&system) == 0) {
        snprintf(machine, sizeof machine, "%ld core%s, %s %s, %s", cores, cores == 1 ? "" : "s",
                 system.sysname, system.release, system.machine);
    }
    if (gmtime_r(&n->s->started, &utc) != NULL) {
        strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S UTC", &utc);
    }
    write_field(n, "started", date);
    write_field(n, "machine", machine);
}

/* ---- Rules ----------------------------------------------------------------------------------- */

const char *run_models(const run_settings *s, const char *claims) {
    if (s->models != NULL) {
        return s->models;
    }
    return claims != NULL && claims[0] != '\0' ? claims : "none";
}

char *run_forbidden(const run_settings *s) {
    static const char lost[] = "lost-write";
    const char *asked = s->judging.options.anomalies;
    bool none = asked != NULL && strcmp(asked, "none") == 0;
    bool adds = s->run.load.final_reads && !none;
    asked = none ? NULL : asked;
    size_t room = (asked == NULL ? 0 : strlen(asked)) + sizeof lost + 2;
    char *all = asked == NULL && !adds ? NULL : malloc(room);
    if (all != NULL) {
        snprintf(all, room, "%s%s%s", asked == NULL ? "" : asked, asked != NULL && adds ? "," : "",
                 adds ? lost : "");
    }
    return all;
}

static void write_rules(note *n, const char *models, const char *anomalies) {
    const minos_options *options = &n->s->judging.options;
    fputs(", \"rules\": {\"models\": ", n->out);
    write_string(n, models);
    write_field(n, "anomalies", anomalies);
    fprintf(n->out,
            ", \"wfr_keys\": %s, \"sequential_keys\": %s, \"linearizable_keys\": %s, "
            "\"ambiguous_duplicates\": %s, \"certificate_required\": %s, \"min_answered\": %.3f}",
            truth(options->assume_wfr), truth(options->assume_sequential),
            truth(options->assume_linearizable), truth(options->ambiguous_duplicates),
            truth(options->exact == MINOS_EXACT_REQUIRE), n->s->min_answered);
}

/* ---- What came of it ------------------------------------------------------------------------- */

static void write_summary(note *n, const minos_run_summary *summary) {
    write_field(n, "database", summary->database);
    write_field(n, "isolation", summary->isolation);
    write_field(n, "native_level", summary->native_level);
    write_field(n, "claims", summary->claims);
    write_field(n, "claims_source", summary->claims_source);
    write_field(n, "warnings", summary->warnings);
    write_field(n, "ended", minos_run_end_name(summary->ended));
    fprintf(
        n->out,
        ", \"seconds\": %.3f, \"ok\": %llu, \"fail\": %llu, \"info\": %llu, \"operations\": %llu",
        summary->seconds, (unsigned long long)summary->ok, (unsigned long long)summary->fail,
        (unsigned long long)summary->info, (unsigned long long)summary->operations);
    fprintf(n->out, ", \"fault_count\": %llu", (unsigned long long)summary->faults);
    write_field(n, "fault_kinds", summary->fault_kinds);
    uint64_t parts_ms = summary->faults_ms + summary->unanswered_ms;
    fprintf(n->out,
            ", \"answers\": {\"total_ms\": %llu, \"faults_ms\": %llu, \"unanswered_ms\": %llu, "
            "\"last_ms\": %llu}",
            (unsigned long long)(summary->load_ms > parts_ms ? summary->load_ms : parts_ms),
            (unsigned long long)summary->faults_ms, (unsigned long long)summary->unanswered_ms,
            (unsigned long long)summary->unanswered_last_ms);
    fprintf(n->out, ", \"unread_keys\": %llu", (unsigned long long)summary->unread_keys);
}

/* What the run was judged by; before it has ended, what it would be judged by. */
static void write_judged(note *n, const char *level, const minos_run_summary *summary) {
    const run_settings *s = n->s;
    if (summary != NULL) {
        char *anomalies = run_forbidden(s);
        write_rules(n, run_models(s, summary->claims), anomalies);
        free(anomalies);
        return;
    }
    const char *used = run_level_used(s->target, level);
    size_t place = used == NULL ? SIZE_MAX : minos_run_level_find(s->target, used);
    write_rules(n, run_models(s, minos_run_level_claims(s->target, place)),
                s->judging.options.anomalies);
}

/* An error may contain a password. */
static void write_error(note *n, const char *folder) {
    char *history = run_path(folder, "history.edn");
    char *error = history == NULL ? NULL : run_most_frequent_error(history);
    fputs(", \"most_frequent_error\": ", n->out);
    write_masked(n, error);
    n->failed = n->failed || history == NULL;
    free(error);
    free(history);
}

char *run_note_text(const run_settings *s, const char *level, const minos_run_summary *summary,
                    const char *folder) {
    char *text = NULL;
    size_t size = 0;
    note n = {.out = open_memstream(&text, &size), .s = s};
    if (n.out == NULL) {
        return NULL;
    }
    fputs("{\"schema\": 1, \"minos\": ", n.out);
    write_string(&n, minos_version());
    write_field(&n, "target", s->shown);
    write_field(&n, "level", level);
    write_field(&n, "commit", program_commit());
    write_machine(&n);
    if (summary != NULL) {
        write_summary(&n, summary);
        write_topology(&n, s, summary);
        if (summary->ok == 0) {
            write_error(&n, folder);
        }
    }
    write_judged(&n, level, summary);
    write_load(&n, s);
    write_load_words(&n, s);
    write_options(&n, s, summary);
    write_nodes(&n, s);
    write_faults(&n, s);
    write_command(&n, s);
    char *line = run_command_line(s, level);
    write_field(&n, "command_line", line);
    n.failed = n.failed || line == NULL;
    free(line);
    fputc('}', n.out);
    bool whole = !ferror(n.out) && !n.failed;
    whole = fclose(n.out) == 0 && whole;
    if (!whole) {
        free(text);
        return NULL;
    }
    return text;
}

int run_note(const char *text, const char *folder) {
    char *path = run_path(folder, "run.json");
    size_t size = strlen(text);
    char *line = malloc(size + 2);
    int status = EXIT_ERROR;
    if (path == NULL || line == NULL) {
        out_of_memory();
    } else {
        snprintf(line, size + 2, "%s\n", text);
        status = file_write(path, line, size + 1);
    }
    free(line);
    free(path);
    return status;
}
