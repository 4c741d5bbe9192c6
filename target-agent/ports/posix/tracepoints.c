#include "tracepoints.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "trace_format.h"
#include "tracefs.h"

/* The kernel's priorities count downwards; those below this are real-time. */
#define REALTIME_PRIORITIES 100u

/** A tracepoint with the positions of the reported values. */
typedef struct {
    const char *path;
    cyclescope_kernel_happening what;
    const char *number;
    const char *name;
    const char *priority;
    bool everywhere; /* false: some architectures lack it */
    bool open;
    uint32_t id;
    cyclescope_trace_field number_at;
    cyclescope_trace_field name_at;
    cyclescope_trace_field priority_at;
} tracepoint;

static tracepoint s_tracepoints[] = {
    {.path = "sched/sched_switch",
     .what = CYCLESCOPE_SWITCH,
     .number = "next_pid",
     .name = "next_comm",
     .priority = "next_prio",
     .everywhere = true},
    {.path = "irq/irq_handler_entry",
     .what = CYCLESCOPE_INTERRUPT_BEGINS,
     .number = "irq",
     .name = "name",
     .everywhere = true},
    {.path = "irq/irq_handler_exit",
     .what = CYCLESCOPE_INTERRUPT_ENDS,
     .number = "irq",
     .everywhere = true},
    {.path = "irq_vectors/local_timer_entry",
     .what = CYCLESCOPE_INTERRUPT_BEGINS,
     .number = "vector"},
    {.path = "irq_vectors/local_timer_exit", .what = CYCLESCOPE_INTERRUPT_ENDS, .number = "vector"},
};
#define TRACEPOINTS (sizeof s_tracepoints / sizeof *s_tracepoints)

/** Position of the tracepoint's id in every record. */
static cyclescope_trace_field s_type_at;

/** Looks up a field of this size; 0: of any size. */
static bool find(const char *format, const char *name, uint32_t size, cyclescope_trace_field *field)
{
    if (!name) return true;
    return cyclescope_trace_format_field(format, name, field) && (!size || field->size == size);
}

static bool parse_format(tracepoint *point, const char *format)
{
    return cyclescope_trace_format_id(format, &point->id) &&
           find(format, "common_type", sizeof(uint16_t), &s_type_at) &&
           find(format, point->number, sizeof(uint32_t), &point->number_at) &&
           find(format, point->priority, sizeof(uint32_t), &point->priority_at) &&
           find(format, point->name, 0, &point->name_at);
}

/** Opens a tracepoint; returns what failed, or NULL. */
static const char *refusal(tracepoint *point, int cpu)
{
    static char format[4096];
    if (!cyclescope_tracefs_format(point->path, format, sizeof format)) {
        return errno == ENOENT && !point->everywhere ? NULL : "tracepoint";
    }
    errno = EPROTO;
    if (!parse_format(point, format)) return "fields of";
    if (!cyclescope_trace_ring_add(point->id, cpu)) return "perf_event_open of";
    point->open = true;
    return NULL;
}

bool cyclescope_tracepoints_open(char *fact, uint32_t size)
{
    if (!cyclescope_tracefs_start()) {
        snprintf(fact, size, "not available: mounting tracefs: %s", strerror(errno));
        return false;
    }
    for (uint32_t i = 0; i < TRACEPOINTS; ++i) {
        const char *refused = refusal(&s_tracepoints[i], sched_getcpu());
        if (!refused) continue;
        snprintf(fact, size, "not available: %s %s: %s", refused, s_tracepoints[i].path,
                 strerror(errno));
        return false;
    }
    const bool timer = s_tracepoints[TRACEPOINTS - 1u].open;
    snprintf(fact, size, "sched_switch,irq%s", timer ? ",local_timer" : "");
    return true;
}

static uint32_t read_number(const cyclescope_trace_record *record, uint32_t offset, uint32_t size)
{
    uint32_t number = 0;
    if (size > sizeof number || offset + size > record->length) return 0;
    memcpy(&number, record->bytes + offset, size);
    return number;
}

/** A text is stored in place, or as a reference: 16 bits of offset, 16 bits of length. */
static void read_name(const tracepoint *point, const cyclescope_trace_record *record,
                      cyclescope_kernel_event *event)
{
    uint32_t offset = point->name_at.offset;
    uint32_t size = point->name_at.size;
    if (size == sizeof(uint32_t)) {
        const uint32_t place = read_number(record, offset, size);
        offset = place & 0xFFFFu;
        size = place >> 16;
    }
    if (size >= sizeof event->name) size = sizeof event->name - 1u;
    if (offset + size <= record->length) memcpy(event->name, record->bytes + offset, size);
}

bool cyclescope_tracepoints_read(const cyclescope_trace_record *record,
                                 cyclescope_kernel_event *event)
{
    const uint32_t type = read_number(record, s_type_at.offset, s_type_at.size);
    const tracepoint *point = s_tracepoints;
    while (!(point->open && point->id == type)) {
        if (++point == s_tracepoints + TRACEPOINTS) return false;
    }
    *event = (cyclescope_kernel_event){
        .what = point->what,
        .number = read_number(record, point->number_at.offset, sizeof(uint32_t)),
        .name = "local_timer",
        .time = (uint32_t)record->time};
    if (point->name) {
        memset(event->name, 0, sizeof event->name);
        read_name(point, record, event);
    }
    if (!point->priority) return true;
    const uint32_t priority = read_number(record, point->priority_at.offset, sizeof(uint32_t));
    event->priority = priority < REALTIME_PRIORITIES ? REALTIME_PRIORITIES - 1u - priority : 0;
    return true;
}
