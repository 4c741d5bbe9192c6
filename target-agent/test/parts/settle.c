#include "../../parts/systemview/settle.h"

#include "SEGGER_RTT.h"
#include "check.h"
#include "cyclescope/port.h"
#include "events.h"

#define RING 8192u
#define TICK 80000u
/* A packet that keeps the stream alive, and the time after which one is due. */
#define KEEP_ALIVE_BYTES 16u
#define KEEP_ALIVE_TIME (1u << 30)
#define SENDING_TIME 500u

SEGGER_RTT_CB _SEGGER_RTT;

static struct {
    uint32_t size;
    uint32_t written; /* since the beginning, without the ring's wraps */
    uint32_t unread;
    uint64_t now;
    uint64_t last;        /* time of the last packet */
    uint32_t keep_alives; /* sent while the next drain waits for the host */
    uint32_t drains;
    bool has_host;
} s_ring;

static uint32_t count_bytes(uint64_t value)
{
    uint32_t bytes = 1;
    while (value >>= 7) ++bytes;
    return bytes;
}

static void write(uint32_t bytes)
{
    s_ring.written += bytes;
    s_ring.unread += bytes;
    s_ring.last = s_ring.now;
    _SEGGER_RTT.aUp[1].WrOff = s_ring.written % s_ring.size;
}

uint32_t cyclescope_stream_size(void) { return s_ring.size; }

bool cyclescope_stream_await(uint32_t bytes)
{
    if (s_ring.unread + bytes < s_ring.size) return true;
    if (s_ring.has_host) s_ring.unread = 0;
    return s_ring.has_host;
}

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    (void)payload;
    CHECK_EQUAL(event, CYCLESCOPE_EVENT_FILL);
    s_ring.now += SENDING_TIME;
    write(2u + count_bytes(bytes) + bytes + count_bytes(s_ring.now - s_ring.last));
}

void cyclescope_stream_drain(void)
{
    ++s_ring.drains;
    for (; s_ring.keep_alives; --s_ring.keep_alives) {
        s_ring.now += KEEP_ALIVE_TIME;
        write(KEEP_ALIVE_BYTES);
    }
    if (s_ring.has_host) s_ring.unread = 0;
}

void cyclescope_port_wait_tick(void) { s_ring.now += TICK; }

/** Settles a ring that has been written to. */
static void settle(uint32_t size, uint32_t written, uint32_t keep_alives)
{
    memset(&s_ring, 0, sizeof s_ring);
    s_ring.size = size;
    s_ring.has_host = true;
    write(written);
    s_ring.keep_alives = keep_alives;
    cyclescope_stream_settle();
}

/*
 * Checks everything that the next event's cost depends on: where it starts, what precedes it, and
 * how long ago.
 */
static void check_settled(void)
{
    CHECK_EQUAL(s_ring.written % CYCLESCOPE_SMALLEST_RING, 64);
    CHECK_EQUAL(s_ring.unread, 64);
    CHECK_EQUAL(s_ring.now - s_ring.last, TICK);
}

TEST(a_block_starts_at_the_same_position_of_the_ring_whatever_was_written_before)
{
    for (uint32_t written = 1; written <= CYCLESCOPE_SMALLEST_RING; ++written) {
        settle(CYCLESCOPE_SMALLEST_RING, written, 0);
        check_settled();
        settle(RING, written, 0);
        check_settled();
    }
}

TEST(a_stalled_host_that_the_drain_waits_for_does_not_move_the_block)
{
    for (uint32_t keep_alives = 1; keep_alives < 8; ++keep_alives) {
        settle(CYCLESCOPE_SMALLEST_RING, 1, keep_alives);
        check_settled();
        settle(RING, 1, keep_alives);
        check_settled();
    }
}

TEST(without_a_host_settling_ends)
{
    memset(&s_ring, 0, sizeof s_ring);
    s_ring.size = RING;
    write(RING - 1u);
    cyclescope_stream_settle();
    CHECK(s_ring.drains > 0);
    CHECK(s_ring.written < RING);
}

TEST(a_ring_too_small_for_a_block_is_left_alone)
{
    settle(CYCLESCOPE_SMALLEST_RING / 2u, 100, 0);
    CHECK_EQUAL(s_ring.written, 100);
}
