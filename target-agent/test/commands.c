#include <stdlib.h>

#include "check.h"
#include "fake.h"
#include "samples.h"

static char s_transcript[1 << 15];

static void talk(const char *line)
{
    strcat(s_transcript, format_text("> %s\n", line));
    strcat(s_transcript, fake_serve(format_text("%s\n", line)));
}

/*
 * The benchmarks' places come from #line and the figures from the fake clock, so the output never
 * changes.
 */
TEST(the_control_lines_match_the_golden_file)
{
    fake_reset();
    static const char *const lines[] = {"hello",
                                        "list",
                                        "run queue op=put n=10",
                                        "run filter_bank taps=8",
                                        "run queue",
                                        "run queue op=get n=5 size=9 warmup=1",
                                        "run queue op=swap",
                                        "stop",
                                        "jump",
                                        "jump=\"high"};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; ++i) talk(lines[i]);
    sample_acts.failure = "lost a \"word\"";
    talk("run queue op=put n=10");
    check_golden("control-lines.txt", s_transcript);
}

TEST(hello_ends_with_one_final_line)
{
    fake_reset();
    fake_serve("hello\n");
    CHECK_EQUAL(fake_lines("ok hello protocol=1\n"), 1);
    CHECK_EQUAL(fake_lines("ok"), 1);
    CHECK_EQUAL(fake_lines("error"), 0);
}

TEST(hello_reports_a_problem_with_the_clock)
{
    fake_reset();
    fake_time.wrong = "it has stopped";
    fake_time.step = 0;
    const char *answer = fake_serve("hello\n");
    CHECK(strstr(answer, "fact clock_check=\"it has stopped\"\n"));
    CHECK(strstr(answer, "fact clock_step=0\n"));
    CHECK(strstr(answer, "fact clock_read=0\n"));
}

TEST(hello_reports_the_smallest_step_and_the_cost_of_a_reading)
{
    fake_reset();
    const char *answer = fake_serve("hello\n");
    CHECK(strstr(answer, "fact clock_step=7\n"));
    CHECK(strstr(answer, "fact clock_read=7\n"));
}

TEST(a_run_is_numbered)
{
    fake_reset();
    const char *answer = fake_serve("run queue op=get n=1\n");
    const char *begin = strstr(answer, "begin run=");
    const char *end = strstr(answer, "ok run run=");
    if (!CHECK(begin && end)) return;
    const unsigned long run = strtoul(begin + strlen("begin run="), NULL, 10);
    CHECK_EQUAL(strtoul(end + strlen("ok run run="), NULL, 10), run);
    CHECK(strstr(fake_serve("run queue op=get n=1\n"), format_text("begin run=%lu ", run + 1)));
}
