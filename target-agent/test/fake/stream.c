#include <string.h>

#include "check.h"
#include "cyclescope/port.h"
#include "fake.h"

/* The maximum size of event id, length and time stamp of a packet. */
#define HEADER 9u

fake_stream_state fake_stream;
fake_packet fake_packets[FAKE_PACKETS_KEPT];
uint32_t fake_packet_count;

static uint32_t s_checked_room;

uint32_t cyclescope_stream_size(void) { return fake_stream.ring; }

uint32_t cyclescope_stream_room(void)
{
    fake_stream.transport += 1;
    s_checked_room = fake_stream.ring - 1u - fake_stream.used;
    return s_checked_room;
}

bool cyclescope_stream_is_empty(void)
{
    fake_stream.transport += 1;
    return !fake_stream.used;
}

void cyclescope_stream_start(void)
{
    fake_stream.started = true;
    fake_stream.used_at_start = fake_stream.used;
}
void cyclescope_stream_stop(void) { fake_stream.started = false; }
uint32_t cyclescope_stream_now(void) { return (uint32_t)fake_time.now; }
bool cyclescope_stream_has_hooks(void) { return fake_stream.hooks; }
void cyclescope_stream_record_kernel(bool on) { fake_stream.kernel_events = on; }

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    fake_stream.transport += 1;
    CHECK(event < CYCLESCOPE_EVENT_COUNT);
    CHECK(bytes <= CYCLESCOPE_PAYLOAD_MAX);
    CHECK(bytes + HEADER <= s_checked_room);
    CHECK(!fake_stream.kernel_events);
    s_checked_room = 0;
    fake_stream.used += bytes + HEADER;
    /* The recorder's own header and time stamp need memory that nothing else uses. */
    memset(payload - CYCLESCOPE_STREAM_RESERVE, 0xAA, CYCLESCOPE_STREAM_RESERVE);
    if (fake_packet_count < FAKE_PACKETS_KEPT) {
        fake_packet *packet = &fake_packets[fake_packet_count];
        *packet = (fake_packet){.event = event, .bytes = bytes};
        memcpy(packet->payload, payload, bytes);
    }
    fake_packet_count += 1;
    memset(payload + bytes, 0xAA, 5);
}

uint32_t fake_read_u32(fake_packet *packet)
{
    uint64_t value = 0;
    for (uint32_t shift = 0; packet->read < packet->bytes; shift += 7u) {
        const uint8_t byte = packet->payload[packet->read++];
        value |= (uint64_t)(byte & 0x7Fu) << shift;
        if (byte < 0x80u) break;
    }
    CHECK(value <= UINT32_MAX);
    return (uint32_t)value;
}

uint64_t fake_read_u64(fake_packet *packet)
{
    const uint32_t low = fake_read_u32(packet);
    return ((uint64_t)fake_read_u32(packet) << 32) | low;
}

const char *fake_read_text(fake_packet *packet)
{
    if (!CHECK(packet->read < packet->bytes)) return "";
    const uint32_t length = packet->payload[packet->read++];
    if (!CHECK(packet->read + length <= packet->bytes)) return "";
    const char *text =
        format_text("%.*s", (int)length, (const char *)&packet->payload[packet->read]);
    packet->read += length;
    return text;
}

bool fake_read_all(const fake_packet *packet) { return packet->read == packet->bytes; }

uint32_t fake_count_packets(uint32_t event)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < fake_packet_count && i < FAKE_PACKETS_KEPT; ++i) {
        found += fake_packets[i].event == event;
    }
    return found;
}

fake_packet *fake_find_packet(uint32_t event, uint32_t index)
{
    static fake_packet none;
    for (uint32_t i = 0; i < fake_packet_count && i < FAKE_PACKETS_KEPT; ++i) {
        if (fake_packets[i].event == event && !index--) return &fake_packets[i];
    }
    CHECK(!"a packet of that event");
    return &none;
}

void fake_check_quiet(void)
{
    CHECK_EQUAL(fake_stream.transport, fake_time.transport_at_alignment);
}

void fake_reset(void)
{
    fake_time = (fake_time_state){.now = 1000, .step = 7, .tick_period = 100000, .unit = "cycles"};
    fake_counter = (fake_counter_state){0};
    fake_stream = (fake_stream_state){.ring = 65536, .host_rate = 65536};
    fake_work = (fake_work_state){.there = 1u << 24, .fault_at = FAKE_NEVER};
    fake_os = (fake_os_state){.heap_free = 1u << 20,
                              .allocation_fails = FAKE_NEVER,
                              .allocated_again = FAKE_NEVER,
                              .locks_fail_from = FAKE_NEVER,
                              .unlocks_fail_from = FAKE_NEVER,
                              .mutexes_fail_from = FAKE_NEVER,
                              .creates_fail_from = FAKE_NEVER,
                              .creates_fail_after = FAKE_NEVER,
                              .runs_early = FAKE_NEVER,
                              .never_runs = FAKE_NEVER,
                              .yields_fail_from = FAKE_NEVER,
                              .yields_fail_to = FAKE_NEVER,
                              .waits_fail_from = FAKE_NEVER,
                              .objects_fail_from = FAKE_NEVER,
                              .news_fail_from = FAKE_NEVER,
                              .sleep_costs = 25000};
    fake_interrupt = (fake_interrupt_state){.lost = FAKE_NEVER,
                                            .doubled = FAKE_NEVER,
                                            .wakes_by_itself = FAKE_NEVER,
                                            .resume_lost = FAKE_NEVER};
    fake_ipc = (fake_ipc_state){.lost = FAKE_NEVER, .changed = FAKE_NEVER, .doubled = FAKE_NEVER};
    fake_packet_count = 0;
}
