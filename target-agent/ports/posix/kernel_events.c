#include "kernel_events.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cyclescope_clock.h"
#include "realtime.h"
#include "stream.h"
#include "trace_ring.h"
#include "tracepoints.h"

/* Linux's upper limits. */
#define MOST_THREADS (4u * 1024u * 1024u)
#define MOST_INTERRUPTS 65536u
/* A record becomes at most a name and a start; the rest is kept for the block's own packets. */
#define ROOM 1024u

static struct {
    char fact[160];
    bool open;
    uint64_t unwritten; /* records that the stream had no room for */
    uint64_t lost;      /* reported so far */
    uint32_t losses;
} s_events;

/** A bit for each thread and interrupt already named in the recording. */
static struct {
    uint8_t threads[MOST_THREADS / 8u];
    uint8_t interrupts[MOST_INTERRUPTS / 8u];
} s_named;

void cyclescope_kernel_events_start(void)
{
    if (cyclescope_realtime_on_one_cpu()) {
        s_events.open = cyclescope_tracepoints_open(s_events.fact, sizeof s_events.fact);
    } else {
        strcpy(s_events.fact, "not available: the agent may run on any CPU");
    }
}

void cyclescope_kernel_events_facts(cyclescope_fact_sink sink)
{
    sink("kernel_trace", s_events.fact);
}

/** Marks a number; false: already marked, or out of range. */
static bool mark(uint8_t *bits, uint32_t bytes, uint32_t number)
{
    const uint8_t bit = (uint8_t)(1u << number % 8u);
    if (number / 8u >= bytes || (bits[number / 8u] & bit)) return false;
    bits[number / 8u] |= bit;
    return true;
}

void cyclescope_kernel_events_forget_names(void)
{
    memset(&s_named, 0, sizeof s_named);
    /* The recording's first packets name the agent. */
    mark(s_named.threads, sizeof s_named.threads, (uint32_t)getpid());
}

static void name_thread(const cyclescope_kernel_event *event)
{
    if (!mark(s_named.threads, sizeof s_named.threads, event->number)) return;
    const uint32_t info[] = {event->number, event->priority};
    cyclescope_stream_put(TASK_INFO, info, 2, event->name, event->time);
}

static void name_interrupt(const cyclescope_kernel_event *event)
{
    if (!mark(s_named.interrupts, sizeof s_named.interrupts, event->number)) return;
    char text[48];
    snprintf(text, sizeof text, "I#%u=%s", event->number, event->name);
    /* A comma would start another item. */
    for (char *comma = text; (comma = strchr(comma, ',')) != NULL;) *comma = ' ';
    cyclescope_stream_put(SYSDESC, NULL, 0, text, event->time);
}

static void write_event(const cyclescope_kernel_event *event)
{
    switch (event->what) {
        case CYCLESCOPE_SWITCH:
            if (event->number == 0) {
                cyclescope_stream_put(IDLE, NULL, 0, NULL, event->time);
                return;
            }
            name_thread(event);
            cyclescope_stream_put(TASK_START_EXEC, &event->number, 1, NULL, event->time);
            return;
        case CYCLESCOPE_INTERRUPT_BEGINS:
            name_interrupt(event);
            cyclescope_stream_put(ISR_ENTER, &event->number, 1, NULL, event->time);
            return;
        case CYCLESCOPE_INTERRUPT_ENDS:
            cyclescope_stream_put(ISR_EXIT, NULL, 0, NULL, event->time);
            return;
    }
}

static void write_record(const cyclescope_trace_record *record)
{
    cyclescope_kernel_event event;
    if (!cyclescope_tracepoints_read(record, &event)) return;
    if (cyclescope_stream_room() < ROOM) {
        s_events.unwritten += 1;
    } else {
        write_event(&event);
    }
}

/** SystemView's count is cumulative and leaves out the first record of every loss. */
static void tell_losses(void)
{
    const uint64_t lost = cyclescope_trace_ring_lost() + s_events.unwritten;
    if (lost <= s_events.lost) return;
    s_events.lost = lost;
    s_events.losses += 1;
    const uint32_t count = (uint32_t)(lost - s_events.losses);
    cyclescope_stream_put(OVERFLOW_EVENT, &count, 1, NULL, cyclescope_clock_now());
}

void cyclescope_stream_record_kernel(bool on)
{
    if (on) cyclescope_stream_report_stamp();
    if (!s_events.open) return;
    const uint32_t agent = (uint32_t)getpid();
    if (on) cyclescope_stream_put(TASK_START_EXEC, &agent, 1, NULL, cyclescope_clock_now());
    cyclescope_trace_ring_enable(on);
    if (on) return;
    cyclescope_trace_ring_read(write_record);
    tell_losses();
}
