/**
 * The stream: SystemView packets, kept in memory until the core drains them. Writing blocks, and
 * while a thread is blocked, those of lower priority run; that must not happen while a round's
 * threads exist.
 */
#include "stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "cyclescope/agent.h"
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "events.h"
#include "host.h"
#include "kernel_events.h"
#include "machine.h"
#include "realtime.h"

#ifndef CYCLESCOPE_TRACED
#define CYCLESCOPE_TRACED 0
#endif

/* Far more than a round of the largest block sends. */
#ifdef CYCLESCOPE_NO_MMU
#define BUFFER_BYTES (128u * 1024u)
#else
#define BUFFER_BYTES (1024u * 1024u)
#endif
#define SYNC_BYTES 10u
#define MODULE_BASE 512u
#define FIRST_WITH_LENGTH 24u
#define LONGEST_TEXT 254u
/* In nanoseconds: a smaller step back is disorder, not almost a full period forward. */
#define DISORDER 1000000u

static uint8_t s_buffer[BUFFER_BYTES];
static uint32_t s_used;
static uint32_t s_last;
static uint64_t s_written;
static bool s_stamp_told;

static void put(uint8_t byte) { s_buffer[s_used++] = byte; }

static void put_u32(uint32_t value)
{
    while (value > 0x7Fu) {
        put((uint8_t)(value | 0x80u));
        value >>= 7;
    }
    put((uint8_t)value);
}

static void put_bytes(const void *bytes, uint32_t count)
{
    memcpy(&s_buffer[s_used], bytes, count);
    s_used += count;
}

static void put_text(const char *text)
{
    const size_t length = strlen(text);
    const uint32_t kept = length < LONGEST_TEXT ? (uint32_t)length : LONGEST_TEXT;
    put((uint8_t)kept);
    put_bytes(text, kept);
}

/** Some of the kernel's time stamps are slightly older than a reading taken before them. */
static void put_time(uint32_t time)
{
    const uint32_t later = s_last - time < DISORDER ? s_last : time;
    put_u32(later - s_last);
    s_last = later;
}

void cyclescope_stream_put(uint32_t id, const uint32_t *numbers, uint32_t count, const char *text,
                           uint32_t time)
{
    put_u32(id);
    const uint32_t length_at = s_used;
    if (id >= FIRST_WITH_LENGTH) put(0);
    for (uint32_t i = 0; i < count; ++i) put_u32(numbers[i]);
    if (text) put_text(text);
    if (id >= FIRST_WITH_LENGTH) s_buffer[length_at] = (uint8_t)(s_used - length_at - 1u);
    put_time(time);
}

static void send_numbers(uint32_t id, const uint32_t *numbers, uint32_t count)
{
    cyclescope_stream_put(id, numbers, count, NULL, cyclescope_clock_now());
}

static void send_text(uint32_t id, const uint32_t *numbers, uint32_t count, const char *text)
{
    cyclescope_stream_put(id, numbers, count, text, cyclescope_clock_now());
}

static uint64_t microseconds_up(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

static void describe_system(void)
{
    const uint32_t init[] = {cyclescope_clock_info_get()->hz, cyclescope_machine_core_hz(), 0, 0};
    send_numbers(INIT, init, 4);
    send_text(SYSDESC, NULL, 0, cyclescope_machine_description());
    const uint64_t up = microseconds_up();
    const uint32_t time[] = {(uint32_t)up, (uint32_t)(up >> 32)};
    send_numbers(SYSTIME_US, time, 2);
    const uint32_t agent[] = {(uint32_t)getpid(), CYCLESCOPE_PRIORITY};
    send_text(TASK_INFO, agent, 2, "cyclescope");
}

static void describe_module(void)
{
    const uint32_t modules[] = {1};
    send_numbers(NUMMODULES, modules, 1);
    const uint32_t module[] = {0, MODULE_BASE};
    send_text(MODULEDESC, module, 2, cyclescope_module_name);
    for (const char *const *line = cyclescope_event_descriptions; *line; ++line) {
        send_text(MODULEDESC, module, 2, *line);
    }
}

uint32_t cyclescope_stream_size(void) { return sizeof s_buffer; }
uint32_t cyclescope_stream_room(void) { return (uint32_t)sizeof s_buffer - s_used; }
bool cyclescope_stream_is_empty(void) { return s_used == 0; }

void cyclescope_stream_start(void)
{
    static const uint8_t sync[SYNC_BYTES];
    put_bytes(sync, sizeof sync);
    s_last = cyclescope_clock_now();
    s_stamp_told = false;
    send_numbers(TRACE_START, NULL, 0);
    describe_system();
    describe_module();
    cyclescope_kernel_events_forget_names();
    cyclescope_stream_flush();
}

/**
 * Lines and stream travel separately and either may arrive first: the count shows when all is
 * there.
 */
static void tell_bytes(void)
{
    char line[48];
    const int length = snprintf(line, sizeof line, "stream bytes=%" PRIu64 "\n", s_written);
    cyclescope_control_write(line, (uint32_t)length);
}

void cyclescope_stream_stop(void)
{
    send_numbers(TRACE_STOP, NULL, 0);
    cyclescope_stream_flush();
    tell_bytes();
}

void cyclescope_stream_send(uint32_t event, uint8_t *payload, uint32_t bytes)
{
    put_u32(MODULE_BASE + event);
    put_u32(bytes);
    put_bytes(payload, bytes);
    put_time(cyclescope_clock_now());
}

uint32_t cyclescope_stream_now(void) { return cyclescope_clock_now(); }

void cyclescope_stream_report_stamp(void)
{
    if (s_stamp_told) return;
    s_stamp_told = true;
    cyclescope_fact_number(cyclescope_fact_event, "stream_stamp", s_last);
}

bool cyclescope_stream_has_hooks(void) { return CYCLESCOPE_TRACED != 0; }

void cyclescope_stream_flush(void)
{
    cyclescope_host_write(STDOUT_FILENO, s_buffer, s_used);
    s_written += s_used;
    s_used = 0;
}
