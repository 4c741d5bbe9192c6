#include "check.h"
#include "fake.h"
#include "samples.h"

static void begin(void)
{
    fake_reset();
    sample_acts = (sample_script){0};
}

static void check_refused(const char *line, const char *reason)
{
    CHECK_TEXT(fake_serve(format_text("%s\n", line)), format_text("error reason=\"%s\"\n", reason));
    CHECK(!fake_stream.started);
    CHECK_EQUAL(fake_packet_count, 0);
    CHECK_EQUAL(sample_acts.executed, 0);
}

TEST(an_invalid_request_is_refused_with_the_reason)
{
    static const struct {
        const char *line;
        const char *reason;
    } cases[] = {
        {"run", "run needs the name of a suite"},
        {"run =queue", "run needs the name of a suite"},
        {"run queues", "no such benchmark: queues"},
        {"run queue op=peek", "no such benchmark: peek"},
        {"run queue op=", "no such benchmark: "},
        {"run queue put", "expected name=value, not put"},
        {"run queue n=0", "n must be at least 1"},
        {"run queue n=ten", "not a number below 2^32: n"},
        {"run queue n=4294967296", "not a number below 2^32: n"},
        {"run queue n=", "not a number below 2^32: n"},
        {"run queue size=-1", "not a number below 2^32: size"},
        {"run queue warmup=x", "not a number below 2^32: warmup"},
        {"run queue trace=2", "only 0 or 1 for trace"},
        {"run queue wait=2", "only 0 or 1 for wait"},
        {"run queue batches=x", "not a number below 2^32: batches"},
        {"run queue batches=1 batches=1", "given twice: batches"},
        {"run queue trace=1", "this image has no kernel hooks, so there is nothing to trace"},
        {"run queue depth=3", "unknown parameter depth"},
        {"run queue op=put size=3", "unknown parameter size"},
        {"run queue ring=2048", "unknown parameter ring"},
        {"run queue size=0", "value out of range for size"},
        {"run queue size=10", "value out of range for size"},
        {"run queue n=\"5", "a quote is not closed"},
        {"run queue n=1 n=2", "given twice: n"},
        {"run queue op=put op=put", "given twice: op"},
        {"run queue warmup=0 n=1 warmup=0", "given twice: warmup"},
        {"run queue size=1 size=1", "given twice: size"},
        {"run queue a=1 b=1 c=1 d=1 e=1 f=1 g=1 h=1 i=1", "too many parameters"},
    };
    begin();
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        check_refused(cases[i].line, cases[i].reason);
    }
}

TEST(a_wrong_clock_refuses_every_run)
{
    begin();
    fake_time.wrong = "it has stopped";
    check_refused("run queue", "the clock is wrong: it has stopped");
}

static void check_ring(bool hooks, uint32_t needed)
{
    static const char reason[] = "the ring needs 1024 bytes, with hooks 2048; wait=0 runs without";
    begin();
    fake_stream.hooks = hooks;
    fake_stream.ring = needed - 1u;
    check_refused("run queue", reason);
    CHECK(strstr(fake_serve("run queue op=get n=1 wait=0\n"), "ok run"));
    fake_stream.ring = needed;
    CHECK(strstr(fake_serve("run queue op=get n=1\n"), "ok run"));
}

TEST(a_ring_that_is_too_small_needs_a_run_that_may_lose_events)
{
    check_ring(false, 1024);
    check_ring(true, 2048);
}

TEST(a_valid_request_is_accepted)
{
    static const char *const lines[] = {
        "run queue op=get n=1",         "run queue op=\"get\" n=\"1\"",
        "run  queue   n=1 op=get ",     "run queue op=get n=1 size=1",
        "run queue op=get n=1 size=9",  "run queue op=get n=1 trace=0 wait=1",
        "run queue op=get n=1 warmup=0"};
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; ++i) {
        begin();
        CHECK(strstr(fake_serve(format_text("%s\n", lines[i])), " status=ok "));
        /* The cold execution and the requested one. */
        CHECK_EQUAL(sample_acts.executed, 2);
    }
}

TEST(only_the_number_of_batches_changes_and_only_where_there_are_any)
{
    static const struct {
        const char *line;
        uint32_t executed;
    } cases[] = {
        /* The cold one, 3 to warm up, 8, and batches of 2. */
        {"run queue op=put n=8", 1 + 3 + 8 + 4 * 2},
        {"run queue op=put n=8 batches=0", 1 + 3 + 8 + 4 * 2},
        {"run queue op=put n=8 batches=1", 1 + 3 + 8 + 1 * 2},
        {"run queue op=put n=8 batches=500", 1 + 3 + 8 + 500 * 2},
        {"run queue op=get n=8 batches=500", 1 + 8},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        begin();
        CHECK(strstr(fake_serve(format_text("%s\n", cases[i].line)), " status=ok "));
        CHECK_EQUAL(sample_acts.executed, cases[i].executed);
    }
}

TEST(an_image_with_hooks_can_trace)
{
    begin();
    fake_stream.hooks = true;
    CHECK(strstr(fake_serve("run queue op=get n=1 trace=1\n"), "ok run"));
    CHECK_EQUAL(fake_count_packets(CYCLESCOPE_EVENT_TRACED), 2);
}

TEST(parameters_reach_the_benchmark)
{
    begin();
    fake_serve("run filter_bank n=1\n");
    CHECK_EQUAL(sample_acts.param, 32);
    fake_serve("run filter_bank n=1 taps=64 gain=4294967295\n");
    CHECK_EQUAL(sample_acts.param, 64);
    fake_serve("run filter_bank n=1 gain=7\n");
    CHECK_EQUAL(sample_acts.param, 32);
}
