/** A whole run, event by event. */
#include "check.h"
#include "cyclescope/port.h"
#include "fake.h"
#include "samples.h"

/* As docs/protocol.md lists them: u a number, U one of 64 bits, s a text, * numbers to the end. */
static const struct {
    const char *name;
    const char *layout;
    const char *fields[13];
} s_events[CYCLESCOPE_EVENT_COUNT] = {
    {"run_begin",
     "uuuuuuUusss",
     {"version", "run", "flags", "clockHz", "ratioNum", "ratioDen", "clock", "streamClock", "unit",
      "clock", "suite"}},
    {"fact", "s", {"text"}},
    {"op_begin", "uuuuusss", {"op", "n", "warmup", "batchSize", "batches", "name", "at", "params"}},
    {"samples", "uuu*", {"op", "kind", "first", "values"}},
    {"traced", "uuuuu", {"op", "index", "start", "stop", "flags"}},
    {"flush", "uuU", {"state", "block", "clock"}},
    {"op_end", "uuuus", {"op", "status", "attempted", "stored", "reason"}},
    {"run_end", "uuuUs", {"status", "attempted", "stored", "clock", "reason"}},
};

static char s_dump[1 << 16];

static void put(const char *text) { strcat(s_dump, text); }

static void put_field(fake_packet *packet, char kind)
{
    if (kind == 's') {
        put(format_text("\"%s\"", fake_read_text(packet)));
    } else if (kind == 'U') {
        put(format_text("%llu", (unsigned long long)fake_read_u64(packet)));
    } else {
        put(format_text("%u", fake_read_u32(packet)));
        while (kind == '*' && !fake_read_all(packet))
            put(format_text(",%u", fake_read_u32(packet)));
    }
}

static void put_packet(fake_packet *packet)
{
    put(format_text("%u %s", packet->event, s_events[packet->event].name));
    const char *layout = s_events[packet->event].layout;
    for (unsigned i = 0; layout[i]; ++i) {
        put(format_text(" %s=", s_events[packet->event].fields[i]));
        put_field(packet, layout[i]);
    }
    CHECK(fake_read_all(packet));
    put("\n ");
    for (uint32_t i = 0; i < packet->bytes; ++i) put(format_text(" %02x", packet->payload[i]));
    put("\n");
}

static void dump(const char *line)
{
    fake_packet_count = 0;
    put(format_text("> %s\n", line));
    fake_serve(format_text("%s\n", line));
    for (uint32_t i = 0; i < fake_packet_count; ++i) put_packet(&fake_packets[i]);
}

TEST(the_events_match_the_golden_file)
{
    fake_reset();
    fake_stream.hooks = true;
    /* An operation takes 107 ticks of the clock, so that one in ten contains a kernel tick. */
    fake_time.tick_period = 1024;
    dump("run queue op=put n=10");
    sample_acts.failure = "lost a word";
    dump("run queue op=get n=2 trace=1 size=9");
    dump("run queue op=put n=1");
    check_golden("events.txt", s_dump);
}

static fake_packet *run(const char *line, uint32_t event)
{
    fake_packet_count = 0;
    fake_serve(format_text("%s\n", line));
    return fake_find_packet(event, 0);
}

TEST(facts_in_the_stream_match_those_of_hello)
{
    fake_reset();
    sample_acts = (sample_script){0};
    run("run queue op=get n=1", CYCLESCOPE_EVENT_FACT);
    const uint32_t facts = fake_count_packets(CYCLESCOPE_EVENT_FACT);
    const char *hello = fake_serve("hello\n");
    CHECK_EQUAL(fake_lines("fact "), facts);
    for (uint32_t i = 0; i < facts; ++i) {
        const char *fact = fake_read_text(fake_find_packet(CYCLESCOPE_EVENT_FACT, i));
        CHECK(strstr(hello, format_text("fact %s\n", fact)));
    }
}

TEST(preemptions_are_a_fact_of_the_operation_if_there_were_any)
{
    fake_reset();
    sample_acts = (sample_script){0};
    run("run queue op=get n=1", CYCLESCOPE_EVENT_FACT);
    const uint32_t usual = fake_count_packets(CYCLESCOPE_EVENT_FACT);
    fake_os.preempted = 3;
    run("run queue op=get n=1", CYCLESCOPE_EVENT_FACT);
    CHECK_EQUAL(fake_count_packets(CYCLESCOPE_EVENT_FACT), usual + 1);
    CHECK_TEXT(fake_read_text(fake_find_packet(CYCLESCOPE_EVENT_FACT, usual)), "preemptions=3");
}

/** The status, counts and reason of a run's end. */
static void check_end(fake_packet *end, uint32_t status, const char *reason)
{
    CHECK_EQUAL(fake_read_u32(end), status);
    (void)fake_read_u32(end);
    (void)fake_read_u32(end);
    (void)fake_read_u64(end);
    CHECK_TEXT(fake_read_text(end), reason);
}

TEST(a_refused_operation_does_not_fail_its_run)
{
    fake_reset();
    sample_acts = (sample_script){.refusal = "too small a table"};
    fake_packet *end = run("run filter_bank n=1", CYCLESCOPE_EVENT_RUN_END);
    check_end(end, CYCLESCOPE_OK, "");
    CHECK_EQUAL(fake_lines("op name=filter_bank/fir status=refused "), 1);
    CHECK_EQUAL(fake_lines("ok run run="), 1);
}

TEST(a_failed_operation_fails_its_run_and_the_next_one_is_measured)
{
    fake_reset();
    sample_acts = (sample_script){.failure = "lost a word"};
    fake_packet *end = run("run queue n=4", CYCLESCOPE_EVENT_RUN_END);
    check_end(end, CYCLESCOPE_FAILED, "lost a word");
    CHECK_EQUAL(fake_lines("op name=queue/put status=failed "), 1);
    CHECK_EQUAL(fake_lines("op name=queue/get status=ok "), 1);
}

TEST(a_run_reports_its_actual_warmup)
{
    fake_reset();
    sample_acts = (sample_script){0};
    fake_packet *begin = run("run queue op=put n=1 warmup=4294967295", CYCLESCOPE_EVENT_OP_BEGIN);
    CHECK_EQUAL(fake_read_u32(begin), 0);
    CHECK_EQUAL(fake_read_u32(begin), 1);
    CHECK_EQUAL(fake_read_u32(begin), 7);
}

TEST(all_counts_agree)
{
    fake_reset();
    sample_acts = (sample_script){0};
    fake_packet *end = run("run queue n=10", CYCLESCOPE_EVENT_RUN_END);
    uint32_t attempted = 0;
    uint32_t stored = 0;
    for (uint32_t op = 0; op < 2; ++op) {
        fake_packet *op_end = fake_find_packet(CYCLESCOPE_EVENT_OP_END, op);
        CHECK_EQUAL(fake_read_u32(op_end), op);
        CHECK_EQUAL(fake_read_u32(op_end), CYCLESCOPE_OK);
        attempted += fake_read_u32(op_end);
        stored += fake_read_u32(op_end);
    }
    CHECK_EQUAL(fake_read_u32(end), CYCLESCOPE_OK);
    CHECK_EQUAL(fake_read_u32(end), attempted);
    CHECK_EQUAL(fake_read_u32(end), stored);
    /*
     * put: 64 empty, 4 empty batches, the cold one, 10, 4 batches; get: 64 empty, the cold one, 10
     */
    CHECK_EQUAL(attempted, 64 + 4 + 1 + 10 + 4 + 64 + 1 + 10);
    CHECK_EQUAL(stored, attempted);
    CHECK(!fake_stream.started);
    CHECK_EQUAL(fake_stream.used, 0);
}

TEST(a_recording_starts_in_an_empty_ring_whatever_an_earlier_one_left)
{
    for (uint32_t left = 0; left < CYCLESCOPE_SMALLEST_RING; left += 89) {
        fake_reset();
        sample_acts = (sample_script){0};
        fake_stream.ring = CYCLESCOPE_SMALLEST_RING;
        fake_stream.host_rate = 64;
        fake_stream.used = left;
        fake_stream.used_at_start = FAKE_NEVER;
        check_end(run("run queue op=put n=1", CYCLESCOPE_EVENT_RUN_END), CYCLESCOPE_OK, "");
        CHECK_EQUAL(fake_stream.used_at_start, 0);
    }
}

TEST(the_sync_reaches_a_host_that_connects_after_an_unread_run)
{
    fake_reset();
    sample_acts = (sample_script){0};
    fake_stream.ring = CYCLESCOPE_SMALLEST_RING;
    fake_stream.host_rate = 0;
    fake_stream.used = CYCLESCOPE_SMALLEST_RING / 2u;
    CHECK(strstr(fake_serve("run queue op=put n=4000\nstop\n"), "status=stopped"));
    CHECK(fake_stream.used);
    fake_stream.host_rate = 64;
    check_end(run("run queue op=put n=1", CYCLESCOPE_EVENT_RUN_END), CYCLESCOPE_OK, "");
    CHECK_EQUAL(fake_stream.used_at_start, 0);
}

TEST(a_recording_does_not_start_while_its_sync_would_be_lost)
{
    fake_reset();
    sample_acts = (sample_script){0};
    fake_stream.ring = CYCLESCOPE_SMALLEST_RING;
    for (uint32_t left = 2; left < CYCLESCOPE_SMALLEST_RING; left += 89) {
        fake_stream.host_rate = 0;
        fake_stream.used = left;
        fake_stream.used_at_start = FAKE_NEVER;
        const char *answer = fake_serve("run queue op=put n=1\nstop\n");
        CHECK(strstr(answer, "status=stopped attempted=0 stored=0\n"));
        CHECK_EQUAL(fake_stream.used_at_start, FAKE_NEVER);
        CHECK_EQUAL(fake_stream.used, left);
        fake_stream.host_rate = 64;
        check_end(run("run queue op=put n=1", CYCLESCOPE_EVENT_RUN_END), CYCLESCOPE_OK, "");
        CHECK_EQUAL(fake_stream.used_at_start, 0);
    }
}
