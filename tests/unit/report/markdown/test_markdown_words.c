/*
 * test_markdown_words.c - src/report/markdown/markdown_words.c: untrusted text stays text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "report/markdown/markdown.h"

#include <cmocka.h>

static mns_buf out;

static void expect_text(const char *text, const char *expected) {
    mns_buf_init(&out);
    mns_markdown_text(&out, text, strlen(text));
    mns_buf_str(&out, "");
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void expect_linked(const char *text, const char *expected) {
    mns_buf_init(&out);
    mns_markdown_linked(&out, text, strlen(text));
    mns_buf_str(&out, "");
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void expect_code(const char *text, const char *expected) {
    mns_buf_init(&out);
    mns_markdown_code(&out, text);
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void expect_block(const char *text, const char *expected) {
    mns_buf_init(&out);
    mns_markdown_block(&out, "text", text, strlen(text));
    assert_string_equal(out.data, expected);
    mns_buf_release(&out);
}

static void text_is_escaped(void **state) {
    (void)state;
    expect_text("T1 < T2, because x", "T1 < T2, because x");
    expect_text("a|b`c`*d*_e_", "a\\|b\\`c\\`\\*d\\*\\_e\\_");
    expect_text("<b>[l](u)&amp;", "\\<b>\\[l](u)\\&amp;");
    expect_text("a\nb\tc", "a b c");
    expect_text("\x1b[31m\xff", "?\\[31m?");
    expect_text("- x", "\\- x");
    expect_text("> x", "\\> x");
    expect_text("12. x", "12\\. x");
    expect_text("a - 12. x", "a - 12. x");
    expect_text("\xc3\xa9 \xe2\x80\xae", "\xc3\xa9 ?"); /* a letter, a direction override */
    expect_text("<", "\\<");
    expect_text("", "");
}

/* GitHub makes bare addresses links. */
static void addresses_in_text_are_no_links(void **state) {
    (void)state;
    expect_text("see https://x.org/a", "see https\\://x.org/a");
    expect_text("HTTP://x.org ftp://y", "HTTP\\://x.org ftp\\://y");
    expect_text("www.x.org (WWW.y.org", "www\\.x.org (WWW\\.y.org");
    expect_text("a: b :/ ww.x www", "a: b :/ ww.x www");
    expect_text("://", "\\://");
    expect_text(":/", ":/");
    expect_text(".www", ".www");
}

static void addresses_of_the_setup_are_links(void **state) {
    (void)state;
    expect_linked("a (source: https://x.org/a_b.html#c_d).",
                  "a (source: <https://x.org/a_b.html#c_d>).");
    expect_linked("https://x.org/, b", "<https://x.org/>, b");
    expect_linked("https://www.x.org/", "<https://www.x.org/>");
    expect_linked("https://x.org/#a|b", "https\\://x.org/\\#a\\|b"); /* not a plain address */
    expect_linked("https://x.org/>_", "https\\://x.org/>\\_");
    expect_linked("http://x.org", "http\\://x.org");
    expect_linked("https://", "https\\://");
    expect_linked("https://.", "https\\://.");
    expect_linked("http_s://", "http\\_s\\://");
}

static void code_is_escaped(void **state) {
    (void)state;
    expect_code("append 5 3", "`append 5 3`");
    expect_code("<b>*x*", "`<b>*x*`");
    expect_code("a|b", "<code>a&#124;b</code>");
    expect_code("`<\\", "<code>&#96;&#60;&#92;</code>");
    expect_code("a\nb", "`a b`");
    expect_code("", "<code></code>");
}

static void fences_are_longer_than_the_text(void **state) {
    (void)state;
    expect_block("a\n", "```text\na\n```\n");
    expect_block("```\n````x", "`````text\n```\n````x\n`````\n");
    expect_block("\x1b[0m", "```text\n?[0m\n```\n");
    expect_block("", "```text\n\n```\n");
}

static void long_text_is_cut(void **state) {
    (void)state;
    mns_buf text;
    mns_buf_init(&text);
    mns_buf_init(&out);
    for (int i = 0; i < MNS_LIMIT_MARKDOWN_TEXT; i++) {
        mns_buf_str(&text, "\xc3\xa9");
    }
    mns_markdown_text(&out, text.data, text.size);
    assert_true(out.size <= MNS_LIMIT_MARKDOWN_TEXT + 3);
    assert_string_equal(out.data + out.size - 5, "\xc3\xa9...");
    mns_buf_release(&text);
    mns_buf_release(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(addresses_in_text_are_no_links),
        cmocka_unit_test(addresses_of_the_setup_are_links),
        cmocka_unit_test(code_is_escaped),
        cmocka_unit_test(fences_are_longer_than_the_text),
        cmocka_unit_test(long_text_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
