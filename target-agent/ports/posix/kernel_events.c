#include "kernel_events.h"

#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cyclescope_clock.h"
#include "realtime.h"
#include "stream.h"
#include "trace_format.h"
#include "trace_ring.h"
#include "tracefs.h"

/* The kernel's priorities run downwards; below this they are those of real-time threads. */
#define REALTIME_PRIORITIES 100u
#define NAME_BYTES 16u
#define MOST_THREADS (4u * 1024u * 1024u)
/* One record becomes at most a name and a start of execution. */
#define ROOM 128u
/* What the block's own packets may still need. */
#define ROOM_KEPT 1024u

typedef enum { SWITCH, INTERRUPT_BEGINS, INTERRUPT_ENDS } meaning;

/** A tracepoint with the places of the values that are told. */
typedef struct {
    const char *path;
    const char *value; /* who runs next, or the interrupt's number */
    meaning meaning;
    bool everywhere; /* otherwise some architectures do without */
    bool open;
    uint32_t id;
    cyclescope_trace_field at;
} tracepoint;

static tracepoint s_tracepoints[] = {
    {.path = "sched/sched_switch", .value = "next_pid", .meaning = SWITCH, .everywhere = true},
    {.path = "irq/irq_handler_entry", .value = "irq", .meaning = INTERRUPT_BEGINS, .everywhere = true},
    {.path = "irq/irq_handler_exit", .value = "irq", .meaning = INTERRUPT_ENDS, .everywhere = true},
    {.path = "irq_vectors/local_timer_entry", .value = "vector", .meaning = INTERRUPT_BEGINS},
    {.path = "irq_vectors/local_timer_exit", .value = "vector", .meaning = INTERRUPT_ENDS},
};
#define TRACEPOINTS (sizeof s_tracepoints / sizeof *s_tracepoints)

static struct {
    char fact[160];
    bool open;
    cyclescope_trace_field name;
    cyclescope_trace_field priority;
    uint16_t type_at;
    uint64_t unwritten; /* records that the stream had no room for */
    uint64_t lost;      /* told so far */
    uint32_t losses;
} s_events;

/** Threads that the recording names already. */
static uint8_t s_named[MOST_THREADS / 8u];

static bool refused(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool refused(const char *format, ...)
{
    const int reason = errno;
    char what[96];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(s_events.fact, sizeof s_events.fact, "not available: %s: %s", what, strerror(reason));
    return false;
}

static bool fits(const cyclescope_trace_field *field, uint32_t size)
{
    if (field->size == size) return true;
    errno = EPROTO;
    return false;
}

static bool find_field(const char *format, const char *name, uint32_t size, cyclescope_trace_field *field)
{
    if (cyclescope_trace_format_field(format, name, field)) return fits(field, size);
    errno = ENOENT;
    return false;
}

/** Finds out where the kernel puts what is told. */
static bool understand(tracepoint *point, const char *format)
{
    cyclescope_trace_field type;
    if (!cyclescope_trace_format_id(format, &point->id)) return false;
    if (!find_field(format, "common_type", sizeof(uint16_t), &type)) return false;
    if (!find_field(format, point->value, sizeof(uint32_t), &point->at)) return false;
    s_events.type_at = (uint16_t)type.offset;
    if (point->meaning != SWITCH) return true;
    return find_field(format, "next_comm", NAME_BYTES, &s_events.name) &&
           find_field(format, "next_prio", sizeof(uint32_t), &s_events.priority);
}

static bool open_tracepoint(tracepoint *point, int cpu)
{
    static char format[4096];
    if (!cyclescope_tracefs_format(point->path, format, sizeof format)) {
        return (errno == ENOENT && !point->everywhere) || refused("tracepoint %s", point->path);
    }
    if (!understand(point, format)) return refused("fields of %s", point->path);
    if (!cyclescope_trace_ring_add(point->id, cpu)) {
        return refused("perf_event_open of %s", point->path);
    }
    point->open = true;
    return true;
}

static bool open_all(void)
{
    if (!cyclescope_tracefs_start()) return refused("mounting tracefs");
    for (uint32_t i = 0; i < TRACEPOINTS; ++i) {
        if (!open_tracepoint(&s_tracepoints[i], sched_getcpu())) return false;
    }
    return true;
}

void cyclescope_kernel_events_start(void)
{
    /* The recording's first packets name the agent itself. */
    const uint32_t agent = (uint32_t)getpid();
    s_named[agent / 8u] = (uint8_t)(1u << agent % 8u);
    if (!cyclescope_realtime_on_one_cpu()) {
        strcpy(s_events.fact, "not available: the agent may run on any CPU");
        return;
    }
    s_events.open = open_all();
    if (!s_events.open) return;
    strcpy(s_events.fact, "sched_switch,irq");
    if (s_tracepoints[TRACEPOINTS - 1u].open) strcat(s_events.fact, ",local_timer");
}

void cyclescope_kernel_events_facts(cyclescope_fact_sink sink) { sink("kernel_trace", s_events.fact); }

static uint32_t number_at(const cyclescope_trace_record *record, const cyclescope_trace_field *field)
{
    uint32_t number = 0;
    if (field->offset + sizeof number <= record->length) {
        memcpy(&number, record->bytes + field->offset, sizeof number);
    }
    return number;
}

static void name_thread(const cyclescope_trace_record *record, uint32_t thread)
{
    if (thread >= MOST_THREADS || (s_named[thread / 8u] & 1u << thread % 8u)) return;
    s_named[thread / 8u] |= (uint8_t)(1u << thread % 8u);
    char name[NAME_BYTES + 1u] = "";
    if (s_events.name.offset + NAME_BYTES <= record->length) {
        memcpy(name, record->bytes + s_events.name.offset, NAME_BYTES);
    }
    const uint32_t priority = number_at(record, &s_events.priority);
    const uint32_t info[] = {
        thread, priority < REALTIME_PRIORITIES ? REALTIME_PRIORITIES - 1u - priority : 0};
    cyclescope_stream_put(TASK_INFO, info, 2, name, (uint32_t)record->time);
}

static void write_event(const tracepoint *point, const cyclescope_trace_record *record)
{
    const uint32_t value = number_at(record, &point->at);
    const uint32_t time = (uint32_t)record->time;
    switch (point->meaning) {
    case SWITCH:
        if (value) name_thread(record, value);
        cyclescope_stream_put(value ? TASK_START_EXEC : IDLE, &value, value ? 1 : 0, NULL, time);
        return;
    case INTERRUPT_BEGINS:
        cyclescope_stream_put(ISR_ENTER, &value, 1, NULL, time);
        return;
    case INTERRUPT_ENDS:
        cyclescope_stream_put(ISR_EXIT, NULL, 0, NULL, time);
        return;
    }
}

static void write_record(const cyclescope_trace_record *record)
{
    uint16_t type = 0;
    if (s_events.type_at + sizeof type > record->length) return;
    memcpy(&type, record->bytes + s_events.type_at, sizeof type);
    if (cyclescope_stream_room() < ROOM + ROOM_KEPT) {
        s_events.unwritten += 1;
        return;
    }
    for (uint32_t i = 0; i < TRACEPOINTS; ++i) {
        const tracepoint *point = &s_tracepoints[i];
        if (point->open && point->id == type) write_event(point, record);
    }
}

/** SystemView's count goes on for ever and leaves out the first of every loss. */
static void tell_losses(void)
{
    const uint64_t lost = cyclescope_trace_ring_lost() + s_events.unwritten;
    if (lost <= s_events.lost) return;
    s_events.lost = lost;
    s_events.losses += 1;
    const uint32_t count = (uint32_t)(lost - s_events.losses);
    cyclescope_stream_put(OVERFLOW_EVENT, &count, 1, NULL, cyclescope_clock_now());
}

void cyclescope_stream_kernel_events(bool on)
{
    if (!s_events.open) return;
    const uint32_t agent = (uint32_t)getpid();
    if (on) cyclescope_stream_put(TASK_START_EXEC, &agent, 1, NULL, cyclescope_clock_now());
    cyclescope_trace_ring_enable(on);
    if (on) return;
    cyclescope_trace_ring_read(write_record);
    tell_losses();
}
