#include "../../parts/uart/exchange.h"

#include "../../parts/uart/frame.h"
#include "check.h"

/* The host's side of the line: sends the answers that a test sets, and stores received frames. */
static struct {
    bool answers;
    uint32_t deaf_to;  /* frames that it ignores */
    uint32_t twice;    /* answers that it sends twice */
    const char *words; /* sent with the next answer to a frame with room */
    uint8_t kind;
    cyclescope_frame_reader reader;
    cyclescope_frame last;
    uint32_t frames;
    uint32_t fresh;
    uint32_t invitations;
    int sequence;
    char stream[4096];
    uint32_t streamed;
    char control[256];
    uint32_t controlled;
    uint8_t line[2u * CYCLESCOPE_FRAME_WIRE];
    uint32_t used;
    uint32_t taken;
} s_host;

static struct {
    const char *stream;
    uint32_t streamed;
    const char *control;
    uint32_t room;
    char given[256];
    uint32_t restarts;
    uint32_t now;
} s_agent;

static void answer(void)
{
    cyclescope_frame frame = {.kind = s_host.kind, .sequence = s_host.last.sequence};
    if (s_host.words && s_host.last.kind & CYCLESCOPE_FRAME_ROOM) {
        frame.length = (uint8_t)strlen(s_host.words);
        memcpy(frame.payload, s_host.words, frame.length);
        s_host.words = NULL;
    }
    uint8_t wire[CYCLESCOPE_FRAME_WIRE];
    const uint32_t count = cyclescope_frame_encode(&frame, wire);
    for (uint32_t times = s_host.twice ? 2u : 1u; times > 0; --times) {
        memcpy(&s_host.line[s_host.used], wire, count);
        s_host.used += count;
    }
    if (s_host.twice) --s_host.twice;
}

static void take_frame(void)
{
    const cyclescope_frame *frame = &s_host.last;
    ++s_host.frames;
    if (s_host.deaf_to) {
        --s_host.deaf_to;
        return;
    }
    if (!s_host.answers) return;
    s_host.fresh += (frame->kind & CYCLESCOPE_FRAME_FRESH) != 0;
    const bool again = s_host.sequence == frame->sequence;
    s_host.sequence = frame->sequence;
    const uint32_t carried = frame->kind & 0x0Fu;
    if (!again && carried == CYCLESCOPE_CARRY_STREAM) {
        memcpy(&s_host.stream[s_host.streamed], frame->payload, frame->length);
        s_host.streamed += frame->length;
    } else if (!again && carried == CYCLESCOPE_CARRY_CONTROL) {
        memcpy(&s_host.control[s_host.controlled], frame->payload, frame->length);
        s_host.controlled += frame->length;
    } else if (!again) {
        ++s_host.invitations;
    }
    answer();
}

void cyclescope_uart_write(const uint8_t *bytes, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        if (cyclescope_frame_read(&s_host.reader, bytes[i], &s_host.last)) take_frame();
    }
}

int cyclescope_uart_read(void)
{
    if (s_host.taken < s_host.used) return s_host.line[s_host.taken++];
    s_host.taken = s_host.used = 0;
    ++s_agent.now;
    return -1;
}

uint32_t cyclescope_uart_milliseconds(void) { return s_agent.now; }
void cyclescope_uart_restart(void) { ++s_agent.restarts; }

uint32_t cyclescope_rings_take(uint32_t carried, uint8_t *to, uint32_t most)
{
    if (carried == CYCLESCOPE_CARRY_CONTROL) {
        if (!s_agent.control) return 0;
        const uint32_t length = (uint32_t)strlen(s_agent.control);
        memcpy(to, s_agent.control, length);
        s_agent.control = NULL;
        return length;
    }
    if (!s_agent.streamed) return 0;
    const uint32_t length = s_agent.streamed < most ? s_agent.streamed : most;
    memcpy(to, s_agent.stream, length);
    s_agent.stream += length;
    s_agent.streamed -= length;
    return length;
}

uint32_t cyclescope_rings_room(void) { return s_agent.room; }

void cyclescope_rings_give(const uint8_t *bytes, uint32_t count)
{
    const size_t used = strlen(s_agent.given);
    memcpy(&s_agent.given[used], bytes, count);
    s_agent.given[used + count] = 0;
}

static const char s_long[1000] = "0123456789 and so on";

/** Brings both sides to a known state, with the first frame answered. */
static void meet(void)
{
    memset(&s_host, 0, sizeof s_host);
    s_host.answers = true;
    s_host.kind = CYCLESCOPE_CARRY_ANSWER;
    s_host.sequence = -1;
    const uint32_t now = s_agent.now + 1000u;
    memset(&s_agent, 0, sizeof s_agent);
    s_agent.now = now;
    s_agent.room = 255;
    cyclescope_exchange_idle();
    s_host.frames = s_host.invitations = 0;
}

static void stream(uint32_t bytes)
{
    s_agent.stream = s_long;
    s_agent.streamed = bytes;
}

TEST(the_first_frame_reports_a_restarted_agent_until_it_is_answered)
{
    meet();
    CHECK_EQUAL(s_host.fresh, 1);
    stream(10);
    cyclescope_exchange_serve();
    CHECK_EQUAL(s_host.fresh, 1);
}

TEST(the_stream_is_sent_before_the_line_that_ends_it)
{
    meet();
    stream(1000);
    s_agent.control = "ok run\n";
    cyclescope_exchange_serve();
    CHECK_EQUAL(s_host.streamed, 1000);
    CHECK(memcmp(s_host.stream, s_long, 1000) == 0);
    CHECK_TEXT(s_host.control, "ok run\n");
    CHECK(cyclescope_exchange_is_settled());
    CHECK_EQUAL(s_host.frames, 6);
}

TEST(a_frame_is_repeated_until_it_is_answered)
{
    meet();
    s_host.deaf_to = 2;
    stream(300);
    cyclescope_exchange_serve();
    CHECK(!cyclescope_exchange_is_settled());
    cyclescope_exchange_serve();
    CHECK(!cyclescope_exchange_is_settled());
    CHECK_EQUAL(s_host.streamed, 0);
    cyclescope_exchange_serve();
    CHECK(cyclescope_exchange_is_settled());
    CHECK_EQUAL(s_host.streamed, 300);
    CHECK(memcmp(s_host.stream, s_long, 300) == 0);
}

TEST(a_late_second_answer_is_ignored)
{
    meet();
    s_host.twice = 3;
    stream(1000);
    s_host.words = "stop\n";
    cyclescope_exchange_serve();
    CHECK_EQUAL(s_host.streamed, 1000);
    CHECK_TEXT(s_agent.given, "stop\n");
}

TEST(without_room_no_bytes_are_requested_from_the_host)
{
    meet();
    s_agent.room = CYCLESCOPE_ANSWER_BYTES - 1u;
    s_host.words = "hello\n";
    stream(10);
    cyclescope_exchange_serve();
    CHECK_TEXT(s_agent.given, "");
    s_agent.room = CYCLESCOPE_ANSWER_BYTES;
    stream(10);
    cyclescope_exchange_serve();
    CHECK_TEXT(s_agent.given, "hello\n");
}

TEST(an_idle_agent_invites_the_host_periodically)
{
    meet();
    cyclescope_exchange_idle();
    CHECK_EQUAL(s_host.frames, 0);
    s_agent.now += 20;
    s_host.words = "list\n";
    cyclescope_exchange_idle();
    CHECK_EQUAL(s_host.invitations, 1);
    CHECK_TEXT(s_agent.given, "list\n");
}

TEST(without_a_host_the_agent_listens_for_a_tenth_of_the_time)
{
    meet();
    s_host.answers = false;
    s_agent.now += 20;
    cyclescope_exchange_idle();
    const uint32_t start = s_agent.now;
    uint32_t listened = 0;
    while (s_agent.now - start < 10000u) {
        const uint32_t before = s_agent.now;
        cyclescope_exchange_idle();
        listened += s_agent.now - before;
        ++s_agent.now;
    }
    CHECK(listened > 0 && listened < 1300u);
    s_host.answers = true;
    s_agent.now += 400;
    cyclescope_exchange_idle();
    CHECK(s_host.sequence >= 0);
}

TEST(an_endless_sender_is_abandoned)
{
    meet();
    stream(10);
    s_host.answers = false;
    memset(s_host.line, 'x', sizeof s_host.line);
    s_host.used = sizeof s_host.line;
    cyclescope_exchange_serve();
    CHECK(!cyclescope_exchange_is_settled());
}

TEST(the_host_restarts_the_board)
{
    meet();
    s_host.kind = CYCLESCOPE_CARRY_RESTART;
    stream(10);
    cyclescope_exchange_serve();
    CHECK_EQUAL(s_agent.restarts, 1);
    s_host.kind = CYCLESCOPE_CARRY_STREAM;
    stream(10);
    cyclescope_exchange_serve();
    CHECK_EQUAL(s_agent.restarts, 1);
    CHECK(!cyclescope_exchange_is_settled());
}
