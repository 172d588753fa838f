/*
 * overview_html.c - the rows as a page without a script, with the style and the policy of the
 * report page.
 *
 * A wide screen shows a table; on a phone each row is a card whose cells have their labels. All
 * text is escaped, and links are relative paths that begin with ./ and have every byte with a
 * meaning in an address as %XX. O(size of the output).
 */
#include "core/xml.h"
#include "report/assets/assets.h"
#include "report/overview/overview.h"

/* Bytes of a text in a cell. */
#define TEXT_SHOWN 200

static void write_text(mns_buf *out, const char *text) {
    size_t size = strlen(text), shown = mns_utf8_cut(text, size, TEXT_SHOWN);
    mns_buf_xml(out, text, shown);
    mns_buf_str(out, shown < size ? "..." : "");
}

static void write_address(mns_buf *out, const char *folder) {
    mns_buf_str(out, "./");
    for (const char *p = folder; *p != '\0'; p++) {
        bool plain = (*p >= '0' && *p <= '9') || (*p >= 'a' && *p <= 'z') ||
                     (*p >= 'A' && *p <= 'Z') || strchr("-_./", *p) != NULL;
        if (plain) {
            mns_buf_char(out, *p);
        } else {
            mns_buf_printf(out, "%%%02X", (unsigned)(unsigned char)*p);
        }
    }
    mns_buf_str(out, "/index.html");
}

static void write_cell(mns_buf *out, const char *label, const char *text) {
    mns_buf_printf(out, "<td data-label=\"%s\">", label);
    write_text(out, text[0] == '\0' ? "-" : text);
    mns_buf_str(out, "</td>");
}

static void write_row(mns_buf *out, const mns_overview_row *row) {
    mns_buf_printf(out, "<tr class=\"run-%s\"><th scope=\"row\">",
                   row->readable ? mns_overview_verdict(row) : "unknown");
    if (row->readable) { /* else there may be no report */
        mns_buf_str(out, "<a href=\"");
        write_address(out, row->folder);
        mns_buf_str(out, "\">");
    }
    write_text(out, row->folder);
    mns_buf_str(out, row->readable ? "</a></th>" : "</th>");
    write_cell(out, "database", row->database);
    write_cell(out, "level", row->level);
    write_cell(out, "claimed", row->claimed);
    write_cell(out, "measured", row->measured);
    write_cell(out, "worst anomaly", row->worst);
    mns_buf_printf(out, "<td data-label=\"transactions\" class=\"number\">%llu</td>",
                   (unsigned long long)row->transactions);
    mns_buf_printf(out, "<td data-label=\"verdict\" class=\"run-verdict\">%s",
                   mns_overview_verdict(row));
    if (!row->readable) {
        mns_buf_str(out, ": ");
        write_text(out, row->problem);
    }
    mns_buf_str(out, "</td></tr>\n");
}

static size_t count_violated(const mns_overview *overview) {
    size_t count = 0;
    for (size_t i = 0; i < overview->count; i++) {
        count += overview->rows[i].readable && overview->rows[i].verdict == MINOS_VIOLATED ? 1 : 0;
    }
    return count;
}

static void write_start(mns_buf *out, const char *title) {
    mns_buf_str(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"generator\" content=\"Minos, overview\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"");
    mns_buf_bytes(out, mns_asset_still_policy, mns_asset_still_policy_size);
    mns_buf_str(out, "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                     "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    write_text(out, title);
    mns_buf_str(out, " - Minos</title>\n<style>");
    mns_buf_bytes(out, mns_asset_style, mns_asset_style_size);
    mns_buf_str(out, "</style>\n</head>\n<body>\n<main>\n<section>\n<h1>");
    write_text(out, title);
    mns_buf_str(out, "</h1>\n");
}

void mns_overview_html(const mns_overview *overview, const char *title, mns_buf *out) {
    static const char *const titles[] = {"run",      "database",      "level",        "claimed",
                                         "measured", "worst anomaly", "transactions", "verdict"};
    write_start(out, title);
    mns_buf_printf(out, "<p>%zu run%s, %zu violated.</p>\n", overview->count,
                   overview->count == 1 ? "" : "s", count_violated(overview));
    mns_buf_str(out, "<div class=\"scroll\"><table class=\"runs\">\n<thead><tr>");
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++) {
        mns_buf_printf(out, "<th scope=\"col\">%s</th>", titles[i]);
    }
    mns_buf_str(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < overview->count; i++) {
        write_row(out, &overview->rows[i]);
    }
    mns_buf_str(out, "</tbody>\n</table></div>\n</section>\n</main>\n<footer><p>Written by "
                     "Minos.</p></footer>\n</body>\n</html>\n");
}
