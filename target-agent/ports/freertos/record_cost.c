/**
 * Measures the recorder's own cost, so that the explanation of a slow sample can separate recording
 * from everything else.
 */
#include "kernel_trace.h"

#if CYCLESCOPE_TRACED

#include "SEGGER_SYSVIEW.h"
#include "channels.h"
#include "commands.h"
#include "cyclescope/bench.h"
#include "cyclescope/port.h"
#include "events.h"

#define ROUNDS 4u
/* More than all rounds record together. */
#define ROOM 1024u
/* Time since the previous packet, for a time stamp of two or three bytes. */
#define SHORT_WAIT (1u << 8)
#define LONG_WAIT (1u << 15)
/* Recorded for this measurement only; readers ignore these. */
#define HARMLESS_EVENTS (1u << SYSVIEW_EVTID_NOP | 1u << SYSVIEW_EVTID_MARK_STOP)

volatile uint32_t cyclescope_stamp;
static bool s_reported;

/** Ticks from a call to the packet's time stamp, which has two bytes, and from there to the return. */
typedef struct {
    uint32_t before;
    uint32_t after;
} cost;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/** Keeps the minimum of several rounds: a packet at the end of the ring costs more. */
#define MEASURE(wait, call)                                                 \
    ({                                                                      \
        cost least = {UINT32_MAX, UINT32_MAX};                              \
        for (uint32_t round = 0; round < ROUNDS; ++round) {                 \
            while (cyclescope_clock_now() - cyclescope_stamp < (wait)) {    \
            }                                                               \
            uint32_t start;                                                 \
            cyclescope_open_window(&start);                                 \
            call;                                                           \
            const uint32_t stop = cyclescope_close_window();                \
            least.before = smaller(least.before, cyclescope_stamp - start); \
            least.after = smaller(least.after, stop - cyclescope_stamp);    \
        }                                                                   \
        least;                                                              \
    })

/** The same for a call that records nothing: all of its cost counts as before the stamp. */
#define MEASURE_IDLE(call)                                   \
    ({                                                       \
        uint32_t least = UINT32_MAX;                         \
        for (uint32_t round = 0; round < ROUNDS; ++round) {  \
            uint32_t start;                                  \
            cyclescope_open_window(&start);                  \
            call;                                            \
            const uint32_t stop = cyclescope_close_window(); \
            least = smaller(least, stop - start);            \
        }                                                    \
        least;                                               \
    })

static cyclescope_line s_costs;

/** Appends ` ID:BEFORE+AFTER`, less the two readings around a call. */
static void add(uint32_t id, cost found, uint32_t more, uint32_t less)
{
    cyclescope_line_raw(&s_costs, " ");
    cyclescope_line_decimal(&s_costs, id);
    cyclescope_line_raw(&s_costs, ":");
    cyclescope_line_decimal(&s_costs, found.before + more - less);
    cyclescope_line_raw(&s_costs, "+");
    cyclescope_line_decimal(&s_costs, found.after);
}

/**
 * Does not record events that would report something that did not happen: their cost is that of a
 * harmless event with a payload of similar length, plus the difference of the two while both are
 * masked. Returns the cost of one more byte of a time stamp.
 */
static uint32_t measure(void)
{
    const U32 task = (U32)xTaskGetCurrentTaskHandle();
    const uint32_t reading = MEASURE_IDLE((void)0);
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_TASK_START_READY |
                                1u << SYSVIEW_EVTID_TASK_INFO);
    const cost late = MEASURE(LONG_WAIT, SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP));
    const cost empty = MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP));
    const cost number = MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_MarkStop(0));
    const cost id = MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_OnTaskStartReady(task));
    const cost info =
        MEASURE(SHORT_WAIT, cyclescope_stream_describe_task(xTaskGetIdleTaskHandle()));
    SEGGER_SYSVIEW_DisableEvents(CYCLESCOPE_KERNEL_EVENTS | HARMLESS_EVENTS);
    const uint32_t no_empty = MEASURE_IDLE(SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP)) + reading;
    const uint32_t no_number = MEASURE_IDLE(SEGGER_SYSVIEW_MarkStop(0)) + reading;
    const uint32_t no_id = MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStartReady(task)) + reading;
    const uint32_t exec = MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStartExec(task));
    const uint32_t switched = MEASURE_IDLE(cyclescope_trace_switched_in());
    const uint32_t blocked = MEASURE_IDLE(cyclescope_trace_blocked(CYCLESCOPE_CAUSE_DELAY));
    const uint32_t idle = MEASURE_IDLE(SEGGER_SYSVIEW_OnIdle()) + switched - exec;
    add(SYSVIEW_EVTID_ISR_ENTER, number, MEASURE_IDLE(SEGGER_SYSVIEW_RecordEnterISR()), no_number);
    add(SYSVIEW_EVTID_ISR_EXIT, empty, MEASURE_IDLE(SEGGER_SYSVIEW_RecordExitISR()), no_empty);
    add(SYSVIEW_EVTID_ISR_TO_SCHEDULER, empty,
        MEASURE_IDLE(SEGGER_SYSVIEW_RecordExitISRToScheduler()), no_empty);
    add(SYSVIEW_EVTID_IDLE, empty, idle, no_empty);
    add(SYSVIEW_EVTID_TASK_START_EXEC, id, switched, no_id);
    add(SYSVIEW_EVTID_TASK_START_READY, id, 0, reading);
    add(SYSVIEW_EVTID_TASK_STOP_READY, id, blocked, no_id);
    add(SYSVIEW_EVTID_TASK_CREATE, id, MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskCreate(task)), no_id);
    add(SYSVIEW_EVTID_TASK_TERMINATE, id, MEASURE_IDLE(cyclescope_trace_deleted(NULL)), no_id);
    add(SYSVIEW_EVTID_TASK_INFO, info, 0, reading);
    return late.after - empty.after;
}

void cyclescope_record_cost_restart(void) { s_reported = false; }

void cyclescope_record_cost_report(void)
{
    if (s_reported || cyclescope_stream_size() < CYCLESCOPE_SMALLEST_RING) return;
    if (!cyclescope_stream_await(ROOM)) return;
    s_reported = true;
    cyclescope_line_begin(&s_costs, "");
    taskENTER_CRITICAL();
    const uint32_t byte = measure();
    taskEXIT_CRITICAL();
    SEGGER_SYSVIEW_EnableEvents(HARMLESS_EVENTS);
    cyclescope_fact_event("record_cost", cyclescope_line_peek(&s_costs) + 1);
    cyclescope_fact_number(cyclescope_fact_event, "record_byte", byte);
    cyclescope_fact_number(cyclescope_fact_event, "stream_stamp", cyclescope_stamp);
}

#endif
