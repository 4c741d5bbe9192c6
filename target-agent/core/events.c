#include "events.h"

#include "commands.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "text.h"

/* Packet id, length and time stamp, plus a pending overflow packet in front of it. */
#define PACKET_OVERHEAD 24u

const char cyclescope_module_name[] = "M=cyclescope,V=1";
const char *const cyclescope_event_descriptions[] = {
    /* The recorder truncates descriptions to 128 characters. */
    "0 run_begin version=%u run=%u flags=%u clockHz=%u num=%u den=%u clockLo=%u "
    "clockHi=%u streamClock=%u unit=%s clock=%s suite=%s",
    "1 fact text=%s",
    "2 op_begin op=%u n=%u warmup=%u batchSize=%u batches=%u name=%s at=%s params=%s",
    "3 samples op=%u kind=%u first=%u",
    "4 traced op=%u index=%u start=%u stop=%u flags=%u",
    "5 flush state=%u block=%u clockLo=%u clockHi=%u",
    "6 op_end op=%u status=%u attempted=%u stored=%u reason=%s",
    "7 run_end status=%u attempted=%u stored=%u clockLo=%u clockHi=%u reason=%s",
    "8 fill",
    0};

static struct {
    uint8_t reserve[CYCLESCOPE_STREAM_RESERVE];
    uint8_t payload[CYCLESCOPE_PAYLOAD_MAX];
    /* The recorder appends its time stamp here. */
    uint8_t time[8];
} s_packet;
static uint32_t s_used;

/* No host has fetched for this long, and one asked for a stop. */
#define PATIENCE_TICKS 2000u
static bool s_given_up;

static uint32_t s_last_reading;
static uint32_t s_wraps;
static uint64_t s_last_flush;

void cyclescope_event_begin(void) { s_used = 0; }

bool cyclescope_event_has_room(void) { return s_used + 5u <= CYCLESCOPE_PAYLOAD_MAX; }

void cyclescope_event_u32(uint32_t value)
{
    if (!cyclescope_event_has_room()) return;
    while (value > 0x7Fu) {
        s_packet.payload[s_used++] = (uint8_t)(value | 0x80u);
        value >>= 7;
    }
    s_packet.payload[s_used++] = (uint8_t)value;
}

void cyclescope_event_u64(uint64_t value)
{
    cyclescope_event_u32((uint32_t)value);
    cyclescope_event_u32((uint32_t)(value >> 32));
}

void cyclescope_event_span(const char *text, uint32_t length)
{
    if (s_used + 1u > CYCLESCOPE_PAYLOAD_MAX) return;
    const uint32_t room = CYCLESCOPE_PAYLOAD_MAX - s_used - 1u;
    const uint32_t kept = length < room ? length : room;
    s_packet.payload[s_used++] = (uint8_t)kept;
    for (uint32_t i = 0; i < kept; ++i) s_packet.payload[s_used++] = (uint8_t)text[i];
}

void cyclescope_event_text(const char *text)
{
    cyclescope_event_span(text, cyclescope_text_length(text));
}

bool cyclescope_event_try_send(uint32_t event)
{
    if (cyclescope_stream_room() < s_used + PACKET_OVERHEAD) return false;
    cyclescope_stream_send(event, s_packet.payload, s_used);
    return true;
}

/**
 * Waits a tick for the host to fetch; returns false once it has given up. There may be no host:
 * after a while a requested stop is obeyed, and whatever does not fit is dropped and counted.
 */
static bool wait_a_tick(uint32_t *waited)
{
    if (s_given_up) return false;
    (void)cyclescope_clock_extended();
    cyclescope_port_wait_tick();
    s_given_up = ++*waited > PATIENCE_TICKS && cyclescope_is_stop_pending();
    return true;
}

bool cyclescope_stream_await(uint32_t bytes)
{
    uint32_t waited = 0;
    while (cyclescope_stream_room() < bytes) {
        if (!wait_a_tick(&waited)) return false;
    }
    return true;
}

bool cyclescope_event_send(uint32_t event)
{
    if (!cyclescope_stream_await(s_used + PACKET_OVERHEAD)) return false;
    cyclescope_stream_send(event, s_packet.payload, s_used);
    return true;
}

void cyclescope_events_restart(void) { s_given_up = false; }

uint64_t cyclescope_clock_extended(void)
{
    const uint32_t reading = cyclescope_clock_now();
    if (reading < s_last_reading) ++s_wraps;
    s_last_reading = reading;
    return ((uint64_t)s_wraps << 32) | reading;
}

void cyclescope_clock_add_wraps(uint32_t wraps) { s_wraps += wraps; }

static void flush_payload(uint32_t state, uint32_t block)
{
    cyclescope_event_begin();
    cyclescope_event_u32(state);
    cyclescope_event_u32(block);
    cyclescope_event_u64(cyclescope_clock_extended());
}

void cyclescope_flush_event(uint32_t state, uint32_t block, bool may_wait)
{
    flush_payload(state, block);
    const bool sent = may_wait ? cyclescope_event_send(CYCLESCOPE_EVENT_FLUSH)
                               : cyclescope_event_try_send(CYCLESCOPE_EVENT_FLUSH);
    if (sent) s_last_flush = cyclescope_clock_extended();
}

/** Sent often enough that readers of the stream's time stamps never miss a wrap. */
static void keep_alive(void)
{
    if (cyclescope_clock_extended() - s_last_flush < (UINT32_MAX >> 2)) return;
    flush_payload(0, 0);
    if (cyclescope_event_try_send(CYCLESCOPE_EVENT_FLUSH)) {
        s_last_flush = cyclescope_clock_extended();
    }
}

void cyclescope_stream_drain(void)
{
    uint32_t waited = 0;
    keep_alive();
    while (!cyclescope_stream_is_empty() && wait_a_tick(&waited)) keep_alive();
}
