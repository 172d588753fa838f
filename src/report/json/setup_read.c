/*
 * setup_read.c - see setup_read.h.
 *
 * The text is untrusted: fields of a wrong type are errors with their place, unknown fields are
 * skipped. Numbers that contradict each other are an error too, so that shares can be computed
 * without overflow.
 */
#include "report/json/setup_read.h"

/* 100 years: products with 1,000 do not overflow. */
#define LONGEST_MS (UINT64_C(100) * 366 * 24 * 3600 * 1000)
#define LIMIT_OPTIONS 1000

#define FIELD(name, kind, member) MNS_FIELD(name, OPTIONAL, kind, mns_setup, member)

static bool read_answers(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("total_ms", NEEDED, UINT64, mns_setup_answers, total_ms),
        MNS_FIELD("faults_ms", NEEDED, UINT64, mns_setup_answers, faults_ms),
        MNS_FIELD("unanswered_ms", NEEDED, UINT64, mns_setup_answers, unanswered_ms),
        MNS_FIELD("last_ms", NEEDED, UINT64, mns_setup_answers, last_ms),
    };
    mns_setup_answers *answers = into;
    if (!mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), answers)) {
        return false;
    }
    bool possible = answers->total_ms <= LONGEST_MS && answers->faults_ms <= answers->total_ms &&
                    answers->unanswered_ms <= answers->total_ms - answers->faults_ms &&
                    answers->last_ms <= answers->unanswered_ms;
    return possible || mns_read_fail(reader, token->start, NULL,
                                     "impossible times: a part is longer than the whole");
}

/* A share from 0 to 1, in thousandths. */
static bool read_share(mns_json_reader *reader, const mns_token *token, void *into) {
    uint64_t *share = into;
    bool number = token->kind == MNS_TOKEN_INTEGER || token->kind == MNS_TOKEN_NUMBER;
    return (number && mns_parse_thousandths(token->start, token->end, share) && *share <= 1000) ||
           mns_read_fail(reader, token->start, NULL, "expected a number from 0 to 1");
}

static bool read_rules(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("models", OPTIONAL, TEXT, mns_setup_rules, models),
        MNS_FIELD("anomalies", OPTIONAL, TEXT, mns_setup_rules, anomalies),
        MNS_FIELD("wfr_keys", OPTIONAL, BOOL, mns_setup_rules, wfr),
        MNS_FIELD("sequential_keys", OPTIONAL, BOOL, mns_setup_rules, sequential),
        MNS_FIELD("linearizable_keys", OPTIONAL, BOOL, mns_setup_rules, linearizable),
        MNS_FIELD("ambiguous_duplicates", OPTIONAL, BOOL, mns_setup_rules, ambiguous),
        MNS_FIELD("certificate_required", OPTIONAL, BOOL, mns_setup_rules, certificate_required),
        MNS_FIELD_BY("min_answered", OPTIONAL, read_share, mns_setup_rules, min_answered),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

static bool read_faults(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("kinds", OPTIONAL, TEXT, mns_setup_faults, kinds),
        MNS_FIELD("on", OPTIONAL, TEXT, mns_setup_faults, on),
        MNS_FIELD("every_s", OPTIONAL, FORM, mns_setup_faults, every_s),
        MNS_FIELD("for_s", OPTIONAL, FORM, mns_setup_faults, for_s),
    };
    mns_setup_faults *faults = MNS_ARENA_ARRAY(reader->arena, mns_setup_faults, 1);
    *(mns_setup_faults **)into = faults;
    return faults != NULL && mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), faults);
}

static bool read_bug(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_field fields[] = {
        MNS_FIELD("bug", NEEDED, TEXT, mns_setup_bug, name),
        MNS_FIELD("shown", NEEDED, UINT64, mns_setup_bug, shown),
        MNS_FIELD("of", NEEDED, UINT64, mns_setup_bug, of),
    };
    const mns_setup_bug *bug = into;
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into) &&
           (bug->shown <= bug->of ||
            mns_read_fail(reader, token->start, NULL, "\"shown\" is more than \"of\""));
}

static bool read_effort(mns_json_reader *reader, const mns_token *token, void *into) {
    static const mns_read_items bugs = {sizeof(mns_setup_bug), MNS_LIMIT_SETUP_BUGS, read_bug};
    static const mns_field fields[] = {
        FIELD("transactions", UINT64, bug_transactions),
        MNS_FIELD_ITEMS("bugs", NEEDED, &bugs, mns_setup, bugs, bug_count),
    };
    return mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), into);
}

bool mns_read_setup(mns_json_reader *reader, const mns_token *token, mns_setup *setup) {
    static const mns_read_items options = {sizeof(const char *), LIMIT_OPTIONS, mns_read_text};
    static const mns_field fields[] = {
        FIELD("minos", TEXT, minos),
        FIELD("commit", TEXT, commit),
        FIELD("target", TEXT, target),
        FIELD("database", TEXT, database),
        FIELD("isolation", TEXT, isolation),
        FIELD("native_level", TEXT, native_level),
        FIELD("claims", TEXT, claims),
        FIELD("claims_source", TEXT, claims_source),
        FIELD("topology", TEXT, topology),
        FIELD("workload", TEXT, workload),
        FIELD("workload_options", TEXT, workload_options),
        FIELD("seed", FORM, seed),
        FIELD("processes", FORM, processes),
        FIELD("seconds", FORM, seconds),
        FIELD("fault_count", UINT64, fault_count),
        FIELD("fault_kinds", TEXT, fault_kinds),
        FIELD("started", TEXT, started),
        FIELD("machine", TEXT, machine),
        FIELD("command_line", TEXT, command),
        FIELD("ended", TEXT, ended),
        FIELD("ok", UINT64, ok),
        FIELD("fail", UINT64, fail),
        FIELD("info", UINT64, info),
        FIELD("final_reads", BOOL, final_reads),
        FIELD("unread_keys", UINT64, unread_keys),
        FIELD("most_frequent_error", TEXT, error),
        MNS_FIELD_ITEMS("server_options", OPTIONAL, &options, mns_setup, server_options,
                        server_option_count),
        MNS_FIELD_BY("faults", OPTIONAL, read_faults, mns_setup, faults),
        MNS_FIELD_BY("answers", OPTIONAL, read_answers, mns_setup, answers),
        MNS_FIELD_BY("rules", OPTIONAL, read_rules, mns_setup, rules),
        FIELD("keys", UINT64, load.keys),
        FIELD("max_length", UINT64, load.max_length),
        FIELD("key_distribution", TEXT, load.key_distribution),
        FIELD("rate", FORM, load.rate),
        FIELD("read_fraction", FORM, load.read_fraction),
        FIELD("transactions", FORM, load.transactions),
        FIELD("time_s", FORM, load.time_s),
        FIELD("timeout_ms", FORM, load.timeout_ms),
        FIELD("tables", FORM, load.tables),
        FIELD("append", TEXT, load.append),
        FIELD("access", TEXT, load.access),
        FIELD("bugs", TEXT, simulated_bugs),
        MNS_FIELD_WHOLE("effort", OPTIONAL, read_effort),
    };
    if (!mns_read_object(reader, token, fields, MNS_COUNT_OF(fields), setup)) {
        return false;
    }
    mns_setup_rows(setup, reader->arena);
    return !reader->arena->failed;
}
