/* proof_lines.c - see proof_lines.h. */
#include "report/model/proof_lines.h"

#define LARGEST_PLACE 999999999u

mns_proof mns_proof_begin(const char *text, uint32_t step_count) {
    return (mns_proof){.rest = text, .section = MNS_LINE_PLAIN, .step_count = step_count};
}

const char *mns_line_kind_name(mns_line_kind kind) {
    switch (kind) {
    case MNS_LINE_HEADING: return "heading";
    case MNS_LINE_LET: return "let";
    case MNS_LINE_STEP: return "step";
    case MNS_LINE_EVIDENCE: return "evidence";
    case MNS_LINE_PLAIN: break;
    }
    return "line";
}

static bool begins_with(const char *text, size_t size, const char *start) {
    return size >= strlen(start) && memcmp(text, start, strlen(start)) == 0;
}

/* The kind of the lines below a heading. */
static mns_line_kind section_of(const mns_proof *proof, const char *heading, size_t size) {
    if (begins_with(heading, size, "Let:") || begins_with(heading, size, "Where:")) {
        return MNS_LINE_LET;
    }
    if (begins_with(heading, size, "Then:")) {
        return proof->step_count > 0 ? MNS_LINE_STEP : MNS_LINE_PLAIN;
    }
    return MNS_LINE_EVIDENCE;
}

/* A paragraph includes the following lines that are neither indented nor empty. */
static size_t paragraph_size(const char *text) {
    size_t size = strcspn(text, "\n");
    while (text[size] == '\n' && text[size + 1] != '\0' && strchr(" \n", text[size + 1]) == NULL) {
        size += 1 + strcspn(text + size + 1, "\n");
    }
    return size;
}

static void read_indented(mns_proof *proof, mns_proof_line *line) {
    size_t blanks = strspn(line->text, " ");
    blanks += begins_with(line->text + blanks, line->size - blanks, "- ") ? 2 : 0;
    line->text += blanks;
    line->size -= blanks;
    line->kind = proof->section;
    if (line->kind == MNS_LINE_STEP) {
        line->step = proof->steps++;
        if (line->step >= proof->step_count) { /* more sentences than steps */
            line->kind = MNS_LINE_PLAIN;
            line->step = MNS_NONE;
        }
    }
}

bool mns_proof_next(mns_proof *proof, mns_proof_line *line) {
    proof->rest += strspn(proof->rest, "\n");
    if (*proof->rest == '\0') {
        return false;
    }
    *line = (mns_proof_line){.text = proof->rest, .step = MNS_NONE};
    line->size = strcspn(proof->rest, "\n");
    bool indented = line->text[0] == ' ';
    bool heading = !indented && line->text[line->size - 1] == ':';
    if (!indented && !heading) {
        line->size = paragraph_size(proof->rest);
    }
    proof->rest += line->size;
    if (indented) {
        read_indented(proof, line);
    } else {
        line->kind = heading ? MNS_LINE_HEADING : MNS_LINE_PLAIN;
        proof->section = heading ? section_of(proof, line->text, line->size) : proof->section;
    }
    return true;
}

/* ---- Transactions that a line names --------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* True for a character of a word: a T after it does not begin a name. Keys such as :T1 or T1-x are
 * words too. */
static bool in_word(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           strchr("_-:./*+!?$%&#", c) != NULL || (unsigned char)c >= 0x80;
}

/* The position after the string that begins at `at`. */
static size_t skip_string(const mns_proof_line *line, size_t at) {
    at++;
    while (at < line->size && line->text[at] != '"') {
        at += line->text[at] == '\\' ? 2 : 1;
    }
    return at + 1;
}

/* The number after the T at `at`, and its end; 0 if this is not a name. */
static uint32_t read_name(const mns_proof_line *line, size_t at, size_t *end) {
    uint32_t number = 0;
    size_t digits = at + 1;
    while (digits < line->size && is_digit(line->text[digits]) && number < LARGEST_PLACE / 10) {
        number = number * 10 + (uint32_t)(line->text[digits++] - '0');
    }
    *end = digits;
    /* "T1." ends a sentence, "T1:" a clause. */
    bool ends = digits >= line->size || !in_word(line->text[digits]) ||
                strchr(".:", line->text[digits]) != NULL;
    return ends ? number : 0;
}

uint32_t mns_proof_named(const mns_proof_line *line, size_t *at) {
    while (*at < line->size) {
        char c = line->text[*at];
        if (c == '"') {
            *at = skip_string(line, *at);
        } else if (c == 'T' && (*at == 0 || !in_word(line->text[*at - 1]))) {
            uint32_t number = read_name(line, *at, at);
            if (number > 0) {
                return number - 1;
            }
        } else {
            (*at)++;
        }
    }
    return MNS_NONE;
}
