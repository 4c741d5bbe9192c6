#include "text.h"

#include "check.h"

static char s_line[256];
static char *s_rest;

static void take_apart(const char *line)
{
    strcpy(s_line, line);
    s_rest = s_line;
}

static void check_word(const char *word, const char *value, bool broken)
{
    char *found_value = NULL;
    bool found_broken = false;
    CHECK_TEXT(cyclescope_text_word(&s_rest, &found_value, &found_broken), word);
    CHECK_TEXT(found_value, value);
    CHECK_EQUAL(found_broken, broken);
}

TEST(words_are_separated_by_spaces)
{
    take_apart("  run  heap ");
    check_word("run", NULL, false);
    check_word("heap", NULL, false);
    check_word(NULL, NULL, false);
    check_word(NULL, NULL, false);
}

TEST(a_pair_is_a_key_and_a_value)
{
    take_apart("n=5 empty= =5 a=b=c");
    check_word("n", "5", false);
    check_word("empty", "", false);
    check_word("", "5", false);
    check_word("a", "b=c", false);
}

TEST(quotes_may_contain_spaces_and_escapes)
{
    take_apart("a=\"b c\" d=\"\" e=\"\\\"\\\\\" f=\"g\"h");
    check_word("a", "b c", false);
    check_word("d", "", false);
    check_word("e", "\"\\", false);
    check_word("f", "g", false);
    check_word("h", NULL, false);
}

TEST(an_unterminated_quote_is_invalid)
{
    take_apart("a=\"b c");
    check_word("a", "b c", true);
    check_word(NULL, NULL, false);
    take_apart("a=\"b\\");
    check_word("a", "b\\", true);
    take_apart("a=\"b\\\"");
    check_word("a", "b\"", true);
    take_apart("a=\"");
    check_word("a", "", true);
}

TEST(numbers_are_decimal_and_below_2_to_the_32)
{
    static const struct {
        const char *text;
        bool good;
        uint32_t number;
    } cases[] = {{"0", true, 0},
                 {"007", true, 7},
                 {"4294967295", true, UINT32_MAX},
                 {"4294967296", false, 0},
                 {"4294967300", false, 0},
                 {"42949672950", false, 0},
                 {"99999999999999999999", false, 0},
                 {"", false, 0},
                 {"-1", false, 0},
                 {"+1", false, 0},
                 {"1k", false, 0},
                 {" 1", false, 0}};
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint32_t number = 0;
        CHECK_EQUAL(cyclescope_text_number(cases[i].text, &number), cases[i].good);
        CHECK_EQUAL(number, cases[i].number);
    }
}

TEST(texts_are_compared_in_full)
{
    CHECK(cyclescope_text_equal("stop", "stop"));
    CHECK(cyclescope_text_equal("", ""));
    CHECK(!cyclescope_text_equal("stop", "stops"));
    CHECK(!cyclescope_text_equal("stops", "stop"));
    CHECK_EQUAL(cyclescope_text_length("stop"), 4);
}

static void check_written(const char *value, const char *pair)
{
    static cyclescope_line line;
    cyclescope_line_begin(&line, "fact");
    cyclescope_line_text(&line, "k", value);
    CHECK_TEXT(cyclescope_line_end(&line), format_text("fact %s\n", pair));
    CHECK_EQUAL(line.length, strlen(pair) + 6u);
}

TEST(values_are_quoted_if_necessary)
{
    check_written("plain=5", "k=plain=5");
    check_written("", "k=\"\"");
    check_written("a b", "k=\"a b\"");
    check_written("a\"b", "k=\"a\\\"b\"");
    check_written("a\\b", "k=\"a\\\\b\"");
}

TEST(no_value_can_end_its_line)
{
    check_written("a\nb", "k=\"a b\"");
    check_written("a\rb\tc\x7f", "k=\"a b c \"");
    check_written("\xc3\xa9", "k=\xc3\xa9");
}

TEST(a_written_line_can_be_parsed_again)
{
    static const char *const values[] = {"", "a", "a b", "\"", "\\", "\\\"", "a\\ b=\"c\""};
    static cyclescope_line line;
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; ++i) {
        cyclescope_line_begin(&line, "");
        cyclescope_line_text(&line, "k", values[i]);
        take_apart(cyclescope_line_peek(&line));
        check_word("k", values[i], false);
        check_word(NULL, NULL, false);
    }
}

TEST(numbers_are_written_in_full)
{
    static cyclescope_line line;
    cyclescope_line_begin(&line, "ok");
    cyclescope_line_number(&line, "a", 0);
    cyclescope_line_number(&line, "b", UINT32_MAX);
    CHECK_TEXT(cyclescope_line_end(&line), "ok a=0 b=4294967295\n");
}

/** Returns a line of `length` characters. */
static void fill(cyclescope_line *line, uint32_t length)
{
    cyclescope_line_begin(line, "");
    while (line->length < length) cyclescope_line_raw(line, "x");
}

TEST(a_line_is_truncated_at_the_limit)
{
    static cyclescope_line line;
    fill(&line, 500);
    cyclescope_line_raw(&line, "yyyyyyyyyyyyyyyy");
    const char *text = cyclescope_line_end(&line);
    CHECK_EQUAL(line.length, CYCLESCOPE_LINE_OUT - 1u);
    CHECK_EQUAL(strlen(text), line.length);
    CHECK_EQUAL(text[line.length - 1u], '\n');
}

TEST(a_quoted_value_is_truncated_inside_its_quotes)
{
    static const char *const values[] = {"a b c d e f g h i j", "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""};
    static cyclescope_line line;
    for (uint32_t used = 480; used <= CYCLESCOPE_LINE_OUT - 2u; ++used) {
        for (unsigned i = 0; i < 2; ++i) {
            fill(&line, used);
            cyclescope_line_text(&line, "k", values[i]);
            char *rest = (char *)cyclescope_line_peek(&line);
            char *value = NULL;
            bool broken = false;
            while (cyclescope_text_word(&rest, &value, &broken)) continue;
            CHECK(!broken);
            CHECK(line.length <= CYCLESCOPE_LINE_OUT - 2u);
        }
    }
}

TEST(a_number_is_never_truncated)
{
    static cyclescope_line line;
    for (uint32_t used = 480; used <= CYCLESCOPE_LINE_OUT - 2u; ++used) {
        fill(&line, used);
        cyclescope_line_number(&line, "k", 1234567890u);
        CHECK(line.length == used || line.length == used + 13u);
    }
}
