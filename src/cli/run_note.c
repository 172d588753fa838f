/*
 * run_note.c - run.json: the settings and the summary of a run; also the field "live" of --json.
 *
 * Written when a run begins and again when it has ended, so that the history of a killed run has
 * its settings too. Contains no passwords. Minos does not read it back.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_run.h"

/* ---- Values ---------------------------------------------------------------------------------- */

typedef struct note {
    FILE *out;
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
        write_string(n, s->server_options[i]);
    }
    fputc(']', n->out);
}

static void write_masked(note *n, const char *text) {
    char *masked = text == NULL ? NULL : minos_run_mask(text);
    n->failed = n->failed || (text != NULL && masked == NULL);
    write_string(n, masked);
    minos_free(masked);
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

/* ---- What came of it ------------------------------------------------------------------------- */

static void write_summary(note *n, const minos_run_summary *summary) {
    write_field(n, "database", summary->database);
    write_field(n, "isolation", summary->isolation);
    write_field(n, "claims", summary->claims);
    write_field(n, "warnings", summary->warnings);
    write_field(n, "ended", minos_run_end_name(summary->ended));
    fprintf(
        n->out,
        ", \"seconds\": %.3f, \"ok\": %llu, \"fail\": %llu, \"info\": %llu, \"operations\": %llu",
        summary->seconds, (unsigned long long)summary->ok, (unsigned long long)summary->fail,
        (unsigned long long)summary->info, (unsigned long long)summary->operations);
    fprintf(n->out, ", \"fault_count\": %llu", (unsigned long long)summary->faults);
    write_field(n, "fault_kinds", summary->fault_kinds);
}

char *run_note_text(const run_settings *s, const char *level, const minos_run_summary *summary) {
    char *text = NULL;
    size_t size = 0;
    note n = {.out = open_memstream(&text, &size)};
    if (n.out == NULL) {
        return NULL;
    }
    fputs("{\"schema\": 1, \"minos\": ", n.out);
    write_string(&n, minos_version());
    write_field(&n, "target", s->shown);
    write_field(&n, "level", level);
    if (summary != NULL) {
        write_summary(&n, summary);
    }
    write_load(&n, s);
    write_options(&n, s, summary);
    write_nodes(&n, s);
    write_faults(&n, s);
    write_command(&n, s);
    fputc('}', n.out);
    bool whole = !ferror(n.out) && !n.failed;
    whole = fclose(n.out) == 0 && whole;
    if (!whole) {
        free(text);
        return NULL;
    }
    return text;
}

int run_note(const run_settings *s, const char *level, const minos_run_summary *summary,
             const char *folder) {
    char *path = run_path(folder, "run.json");
    char *text = run_note_text(s, level, summary);
    char *lines = text == NULL ? NULL : realloc(text, strlen(text) + 2);
    int status = EXIT_ERROR;
    if (path == NULL || lines == NULL) {
        free(lines == NULL ? text : lines);
        free(path);
        return out_of_memory();
    }
    size_t size = strlen(lines);
    lines[size] = '\n';
    status = file_write(path, lines, size + 1);
    free(lines);
    free(path);
    return status;
}
