#include "events.h"

#include "check.h"
#include "cyclescope/port.h"
#include "fake.h"

static char s_hex[1 << 14];

static void write_down(const char *what)
{
    const fake_packet *packet = &fake_packets[fake_packet_count - 1u];
    strcat(s_hex, format_text("%u %s\n ", packet->event, what));
    for (uint32_t i = 0; i < packet->bytes; ++i)
        strcat(s_hex, format_text(" %02x", packet->payload[i]));
    strcat(s_hex, "\n");
}

static fake_packet *sent(uint32_t event)
{
    cyclescope_event_send(event);
    return &fake_packets[fake_packet_count - 1u];
}

TEST(numbers_are_varints)
{
    static const uint32_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX};
    fake_reset();
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        cyclescope_event_begin();
        cyclescope_event_u32(numbers[i]);
        fake_packet *packet = sent(CYCLESCOPE_EVENT_SAMPLES);
        write_down(format_text("%u", numbers[i]));
        CHECK_EQUAL(fake_read_u32(packet), numbers[i]);
        CHECK(fake_read_all(packet));
    }
    cyclescope_event_begin();
    cyclescope_event_u64(0x0000008000000001u);
    (void)sent(CYCLESCOPE_EVENT_FLUSH);
    write_down("0x8000000001, the lower half first");
    cyclescope_event_begin();
    cyclescope_event_text("");
    cyclescope_event_text("os=FreeRTOS");
    (void)sent(CYCLESCOPE_EVENT_FACT);
    write_down("\"\" \"os=FreeRTOS\"");
    check_golden("numbers-and-texts.txt", s_hex);
}

TEST(a_payload_never_grows_beyond_its_maximum)
{
    fake_reset();
    for (uint32_t texts = 0; texts < 300; ++texts) {
        cyclescope_event_begin();
        for (uint32_t i = 0; i < texts; ++i) cyclescope_event_text("x");
        for (uint32_t i = 0; i < 60; ++i) cyclescope_event_u32(UINT32_MAX);
        cyclescope_event_text(
            "a text that is cut to what room there is, at a length byte that is right");
        CHECK(sent(CYCLESCOPE_EVENT_FACT)->bytes <= CYCLESCOPE_PAYLOAD_MAX);
    }
}

TEST(a_long_text_is_truncated_and_has_its_length)
{
    static char text[400];
    fake_reset();
    memset(text, 'x', sizeof text - 1);
    cyclescope_event_begin();
    cyclescope_event_text(text);
    fake_packet *packet = sent(CYCLESCOPE_EVENT_FACT);
    CHECK_EQUAL(packet->bytes, CYCLESCOPE_PAYLOAD_MAX);
    CHECK_EQUAL(strlen(fake_read_text(packet)), CYCLESCOPE_PAYLOAD_MAX - 1u);
}

TEST(missing_room_is_reported_before_a_number_is_lost)
{
    fake_reset();
    cyclescope_event_begin();
    uint32_t written = 0;
    for (; cyclescope_event_has_room(); ++written) cyclescope_event_u32(UINT32_MAX);
    cyclescope_event_u32(1);
    fake_packet *packet = sent(CYCLESCOPE_EVENT_SAMPLES);
    CHECK_EQUAL(packet->bytes, written * 5u);
    CHECK_EQUAL(written, CYCLESCOPE_PAYLOAD_MAX / 5u);
}

/* The fake stream itself checks that room was reserved before every packet. */
TEST(a_packet_waits_for_room)
{
    fake_reset();
    fake_stream.ring = 256;
    fake_stream.host_rate = 3;
    for (uint32_t i = 0; i < 50; ++i) {
        cyclescope_event_begin();
        cyclescope_event_text("twelve bytes");
        (void)sent(CYCLESCOPE_EVENT_FACT);
    }
    CHECK_EQUAL(fake_packet_count, 50);
    CHECK(fake_stream.waits > 50);
}

TEST(a_packet_that_may_not_wait_is_sent_whole_or_dropped)
{
    fake_reset();
    fake_stream.ring = 100;
    fake_stream.host_rate = 0;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < 50; ++i) {
        cyclescope_event_begin();
        cyclescope_event_u32(i);
        taken += cyclescope_event_try_send(CYCLESCOPE_EVENT_SAMPLES);
    }
    CHECK(taken > 0 && taken < 50);
    CHECK_EQUAL(fake_packet_count, taken);
    CHECK_EQUAL(fake_stream.waits, 0);
}

TEST(the_clock_is_extended_across_wraps)
{
    fake_reset();
    fake_time.now = 0xFFFFFF00u;
    uint64_t last = cyclescope_clock_extended();
    for (int i = 0; i < 20; ++i) {
        fake_time.now += 0xC0000000u;
        const uint64_t now = cyclescope_clock_extended();
        CHECK_EQUAL(now - last, 0xC0000000u + fake_time.step);
        last = now;
    }
}

static void flush(uint32_t state, uint32_t block) { cyclescope_flush_event(state, block, true); }

TEST(a_flush_reports_state_block_and_the_full_clock)
{
    fake_reset();
    flush(1, 300);
    fake_packet *packet = fake_find_packet(CYCLESCOPE_EVENT_FLUSH, 0);
    CHECK_EQUAL(fake_read_u32(packet), 1);
    CHECK_EQUAL(fake_read_u32(packet), 300);
    CHECK_EQUAL((uint32_t)fake_read_u64(packet), 1007);
    CHECK(fake_read_all(packet));
}

TEST(a_long_wait_for_the_host_keeps_the_stream_s_time_alive)
{
    fake_reset();
    fake_time.tick_period = 1u << 26;
    fake_stream.host_rate = 4;
    flush(0, 1);
    fake_stream.used = 2000;
    cyclescope_stream_drain();
    const uint32_t flushes = fake_count_packets(CYCLESCOPE_EVENT_FLUSH);
    uint64_t last = 0;
    CHECK(flushes > 3);
    for (uint32_t i = 0; i < flushes; ++i) {
        fake_packet *packet = fake_find_packet(CYCLESCOPE_EVENT_FLUSH, i);
        CHECK_EQUAL(fake_read_u32(packet), 0);
        (void)fake_read_u32(packet);
        const uint64_t now = fake_read_u64(packet);
        /* A quarter of the period, plus the tick at which that is noticed. */
        CHECK(!i || now - last <= (1u << 30) + 2u * fake_time.tick_period);
        last = now;
    }
}

TEST(a_short_wait_sends_nothing)
{
    fake_reset();
    flush(0, 1);
    fake_stream.host_rate = 4;
    cyclescope_stream_drain();
    CHECK_EQUAL(fake_packet_count, 1);
    CHECK(cyclescope_stream_is_empty());
}

TEST(a_flush_that_may_not_wait_is_dropped)
{
    fake_reset();
    fake_stream.ring = 20;
    cyclescope_flush_event(0, 1, false);
    CHECK_EQUAL(fake_packet_count, 0);
}

TEST(every_event_is_described)
{
    uint32_t count = 0;
    for (; cyclescope_event_descriptions[count]; ++count) {
        CHECK(!strncmp(cyclescope_event_descriptions[count], format_text("%u ", count), 2));
        /* SEGGER's recorder truncates longer ones. */
        CHECK(strlen(cyclescope_event_descriptions[count]) <= 128);
    }
    CHECK_EQUAL(count, CYCLESCOPE_EVENT_COUNT);
    CHECK_TEXT(cyclescope_module_name, "M=cyclescope,V=1");
}
