#include "check.h"
#include "fake.h"
#include "samples.h"

static const char s_too_long[] = "error reason=\"the line is too long\"\n";

static void begin(void)
{
    fake_reset();
    sample_acts = (sample_script){0};
}

/** Returns a command line of `length` bytes. */
static const char *make_line(uint32_t length) { return format_text("%-*s\n", (int)length, "stop"); }

TEST(a_line_may_have_255_bytes)
{
    begin();
    CHECK_TEXT(fake_serve(make_line(255)), "ok stop\n");
}

TEST(a_longer_line_is_an_error_and_the_agent_continues)
{
    begin();
    CHECK_TEXT(fake_serve(make_line(256)), s_too_long);
    CHECK_TEXT(fake_serve(make_line(900)), s_too_long);
    CHECK_TEXT(fake_serve("stop\n"), "ok stop\n");
}

TEST(lines_may_have_any_terminal_s_line_ending)
{
    begin();
    CHECK_TEXT(fake_serve("stop\r\n\r\n\n\nstop\n"), "ok stop\nok stop\n");
}

TEST(a_line_without_a_word_is_an_error)
{
    begin();
    CHECK_TEXT(fake_serve("   \n"), "error reason=\"the line is empty\"\n");
    CHECK_TEXT(fake_serve_bytes("\0\n", 2), "error reason=\"the line is empty\"\n");
}

TEST(a_line_is_answered_once_it_is_complete)
{
    begin();
    CHECK_TEXT(fake_serve("st"), "");
    CHECK_TEXT(fake_serve("op\n"), "ok stop\n");
}

TEST(answers_wait_for_room_without_losses)
{
    begin();
    for (int i = 0; i < 100; ++i) fake_serve("list\n");
    CHECK_EQUAL(fake_lines("bench "), 3);
    CHECK_EQUAL(fake_lines("ok list count=3"), 1);
}

TEST(an_echoed_text_cannot_end_a_line)
{
    begin();
    CHECK_TEXT(fake_serve("a\tb\n"),
               "error reason=\"unknown command (hello, list, run, stop): a b\"\n");
    CHECK_TEXT(fake_serve("\"\n"),
               "error reason=\"unknown command (hello, list, run, stop): \\\"\"\n");
}

TEST(a_stop_ends_a_run_and_is_answered_after_it)
{
    begin();
    sample_acts.types = "stop\n";
    sample_acts.types_at = 5;
    const char *answer = fake_serve("run queue op=put\n");
    const char *last = strstr(answer, "ok run");
    if (!CHECK(last)) return;
    CHECK(strstr(answer, "status=stopped"));
    CHECK(strstr(last, "status=stopped"));
    CHECK_TEXT(strchr(last, '\n'), "\nok stop\n");
}

TEST(a_stop_ends_all_operations_of_a_run)
{
    begin();
    sample_acts.types = "stop\r\n";
    sample_acts.types_at = 5;
    fake_serve("run queue\n");
    CHECK_EQUAL(fake_lines("op name=queue/put status=stopped"), 1);
    CHECK_EQUAL(fake_lines("op name=queue/get"), 0);
}

TEST(a_run_whose_stream_is_not_read_can_be_stopped)
{
    begin();
    fake_stream.host_rate = 0;
    const char *answer = fake_serve("run queue op=put n=4000\nstop\n");
    CHECK(strstr(answer, "ok run"));
    CHECK(strstr(answer, "status=stopped"));
    begin();
    CHECK(strstr(fake_serve("run queue op=put n=8\n"), "status=ok"));
}

TEST(another_command_waits_for_the_end_of_a_run)
{
    begin();
    sample_acts.types = "hello world\n";
    sample_acts.types_at = 7;
    const char *answer = fake_serve("run queue op=get n=8\n");
    const char *end = strstr(answer, "ok run run=");
    if (!CHECK(end)) return;
    CHECK(strstr(end, "status=ok"));
    CHECK(strstr(end, "ok hello protocol=1\n"));
    CHECK(strstr(answer, "ok hello") > end);
}

TEST(an_overlong_line_does_not_stop_a_run)
{
    begin();
    sample_acts.types = make_line(300);
    sample_acts.types_at = 7;
    const char *answer = fake_serve("run queue op=get n=8\n");
    CHECK(strstr(answer, "ok run"));
    CHECK_EQUAL(fake_lines("error"), fake_lines(s_too_long));
    CHECK(fake_lines("error") > 0);
    CHECK(!strstr(answer, "stopped"));
}
