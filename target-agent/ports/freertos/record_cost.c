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
#include "cyclescope/clock.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"
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
static bool s_measured;
static bool s_reported;

/** Ticks from a call to the packet's time stamp, which has two bytes, and from there to the return. */
typedef struct {
    uint32_t before;
    uint32_t after;
} cost;

static uint32_t smaller(uint32_t a, uint32_t b) { return a < b ? a : b; }

/**
 * Returns the third of four: a packet at the end of the ring costs more, and one that happens to be
 * aligned as its place in the ring costs less.
 */
static uint32_t typical(const uint32_t ticks[ROUNDS])
{
    uint32_t sorted[ROUNDS];
    for (uint32_t i = 0; i < ROUNDS; ++i) {
        uint32_t at = i;
        for (; at > 0 && sorted[at - 1u] > ticks[i]; --at) sorted[at] = sorted[at - 1u];
        sorted[at] = ticks[i];
    }
    return sorted[ROUNDS - 2u];
}

/** Measures a call in several rounds, each at another place in the ring. */
#define MEASURE(wait, call)                                                 \
    ({                                                                      \
        uint32_t before = UINT32_MAX;                                       \
        uint32_t after[ROUNDS];                                             \
        for (uint32_t round = 0; round < ROUNDS; ++round) {                 \
            SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP);                   \
            while (cyclescope_clock_now() - cyclescope_stamp < (wait)) {    \
            }                                                               \
            uint32_t start;                                                 \
            cyclescope_open_window(&start);                                 \
            call;                                                           \
            const uint32_t stop = cyclescope_close_window();                \
            before = smaller(before, cyclescope_stamp - start);             \
            after[round] = stop - cyclescope_stamp;                         \
        }                                                                   \
        (cost){before, typical(after)};                                     \
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
static cyclescope_line s_lengths;
static cyclescope_line s_handlers;
static uint32_t s_byte;

/** The costs of the events with which handlers begin and end. */
static struct {
    cost enter;
    cost exit;
    cost exec;
} s_events;

static void append_number(cyclescope_line *line, uint32_t number)
{
    cyclescope_line_raw(line, " ");
    cyclescope_line_decimal(line, number);
}

/** Appends ` ID:BEFORE+AFTER`. */
static void append(cyclescope_line *line, uint32_t id, cost found)
{
    append_number(line, id);
    cyclescope_line_raw(line, ":");
    cyclescope_line_decimal(line, found.before);
    cyclescope_line_raw(line, "+");
    cyclescope_line_decimal(line, found.after);
}

/** The cost that the two readings around a call add before the time stamp, and after it. */
static cost s_readings;

/** Appends an event's cost without the readings: what was found, and a difference while masked. */
static cost add(uint32_t id, cost found, uint32_t more, uint32_t less)
{
    found.before += more - less - s_readings.before;
    found.after -= s_readings.after;
    append(&s_costs, id, found);
    return found;
}

/**
 * Does not record events that would report something that did not happen: their cost is that of a
 * harmless event with a payload of similar length, plus the difference of the two while both are
 * masked. Returns the cost of encoding one more byte.
 */
static uint32_t measure(void)
{
    const U32 task = (U32)xTaskGetCurrentTaskHandle();
    const TaskHandle_t idle_task = xTaskGetIdleTaskHandle();
    const uint32_t reading = MEASURE_IDLE((void)0);
    /* A reading takes four instructions; only the first reading's last one comes before the call. */
    s_readings = (cost){.before = reading / 4u, .after = reading - reading / 4u};
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_TASK_START_READY |
                                1u << SYSVIEW_EVTID_TASK_INFO);
    const cost late = MEASURE(LONG_WAIT, SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP));
    const cost empty = MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP));
    cost shortest = empty;
    append_number(&s_lengths, empty.after - s_readings.after);
    for (uint32_t bits = 0; bits < 32u; bits += 7u) {
        const cost number = MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_MarkStop(1u << bits));
        if (!bits) shortest = number;
        append_number(&s_lengths, number.after - s_readings.after);
    }
    const cost id = MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_OnTaskStartReady(task));
    const cost info = MEASURE(SHORT_WAIT, cyclescope_stream_describe_task(idle_task));
    SEGGER_SYSVIEW_DisableEvents(CYCLESCOPE_KERNEL_EVENTS | HARMLESS_EVENTS);
    const uint32_t no_empty = MEASURE_IDLE(SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP));
    const uint32_t no_number = MEASURE_IDLE(SEGGER_SYSVIEW_MarkStop(0));
    const uint32_t no_id = MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStartReady(task));
    const uint32_t no_info = MEASURE_IDLE(cyclescope_stream_describe_task(idle_task));
    const uint32_t exec = MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStartExec(task));
    const uint32_t switched = MEASURE_IDLE(cyclescope_trace_switched_in());
    const uint32_t blocked = MEASURE_IDLE(cyclescope_trace_blocked(CYCLESCOPE_CAUSE_DELAY));
    /* Announces a thread as inside a block, with both of its events masked. */
    cyclescope_kernel_recorded = true;
    const uint32_t created = MEASURE_IDLE(cyclescope_trace_created(idle_task)) - no_info + reading;
    cyclescope_kernel_recorded = false;
    const uint32_t idle = MEASURE_IDLE(SEGGER_SYSVIEW_OnIdle()) + switched - exec;
    s_events.enter = add(SYSVIEW_EVTID_ISR_ENTER, shortest,
                         MEASURE_IDLE(SEGGER_SYSVIEW_RecordEnterISR()), no_number);
    s_events.exit = add(SYSVIEW_EVTID_ISR_EXIT, empty,
                        MEASURE_IDLE(SEGGER_SYSVIEW_RecordExitISR()), no_empty);
    add(SYSVIEW_EVTID_ISR_TO_SCHEDULER, empty,
        MEASURE_IDLE(SEGGER_SYSVIEW_RecordExitISRToScheduler()), no_empty);
    add(SYSVIEW_EVTID_IDLE, empty, idle, no_empty);
    s_events.exec = add(SYSVIEW_EVTID_TASK_START_EXEC, id, switched, no_id);
    add(SYSVIEW_EVTID_TASK_START_READY, id, 0, 0);
    add(SYSVIEW_EVTID_TASK_STOP_READY, id, blocked, no_id);
    add(SYSVIEW_EVTID_TASK_CREATE, id, created, no_id);
    add(SYSVIEW_EVTID_TASK_TERMINATE, id, MEASURE_IDLE(cyclescope_trace_deleted(NULL)), no_id);
    add(SYSVIEW_EVTID_TASK_INFO, info, 0, 0);
    /* Both packets have the same length. */
    return late.after - shortest.after;
}

#define ENTER (1u << SYSVIEW_EVTID_ISR_ENTER)
#define EXIT (1u << SYSVIEW_EVTID_ISR_EXIT)
#define EXEC (1u << SYSVIEW_EVTID_TASK_START_EXEC)
#define ICSR (*(volatile uint32_t *)0xE000ED04u)
#define ICSR_TICK_PENDING (1u << 26)
/* Numbers of exceptions. */
#define SWITCH 14u
#define TICK 15u

/** Ticks of a pending handler: up to its latest event's time stamp, and from there on. */
typedef struct {
    cost around;
    uint32_t whole;
    bool is_recorded;
} passage;

static bool pend_nothing(void) { return true; }
static bool pend_switch(void)
{
    portYIELD();
    return true;
}
static bool pend_own(void)
{
    cyclescope_interrupt_request();
    return true;
}
/** Waits for the kernel's tick: a requested one would put its count ahead. */
static bool pend_tick(void)
{
    const uint32_t since = cyclescope_clock_now();
    const uint32_t longest = 2u * (cyclescope_clock_info_get()->hz / configTICK_RATE_HZ);
    while (!(ICSR & ICSR_TICK_PENDING)) {
        if (cyclescope_clock_now() - since > longest) return false;
    }
    return true;
}

/** Records an exit that the handler had masked. */
static void end_handler(void)
{
    SEGGER_SYSVIEW_EnableEvents(EXIT);
    SEGGER_SYSVIEW_RecordExitISR();
    SEGGER_SYSVIEW_DisableEvents(EXIT);
}

/** Lets in a handler whose `events` are recorded, in several rounds. */
static passage let_in(bool (*pend)(void), uint32_t events)
{
    uint32_t before = UINT32_MAX;
    uint32_t after[ROUNDS];
    passage found = {.whole = UINT32_MAX};
    SEGGER_SYSVIEW_EnableEvents(events | HARMLESS_EVENTS);
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        const uint32_t mask = cyclescope_core_mask();
        const bool is_pending = pend();
        /* The next time stamp has two bytes. */
        SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP);
        while (cyclescope_clock_now() - cyclescope_stamp < SHORT_WAIT) {
        }
        uint32_t start;
        cyclescope_open_window(&start);
        __asm volatile("cpsie i\n isb" ::: "memory");
        const uint32_t stop = cyclescope_close_window();
        cyclescope_core_unmask(mask);
        before = smaller(before, cyclescope_stamp - start);
        after[round] = stop - cyclescope_stamp;
        found.whole = smaller(found.whole, stop - start);
        if (is_pending && events == ENTER) end_handler();
    }
    SEGGER_SYSVIEW_DisableEvents(events | HARMLESS_EVENTS);
    /* Without an event the time stamp is an earlier one. */
    found.is_recorded = !(before >> 31);
    found.around = (cost){before, typical(after)};
    return found;
}

static uint32_t without(uint32_t ticks, uint32_t part) { return ticks > part ? ticks - part : 0; }

/**
 * Appends what a handler executes before its first event and after its last one; `letting` is what
 * letting it in takes.
 */
static void add_handler(uint32_t number, passage first, cost first_event, passage last,
                        cost last_event, uint32_t letting)
{
    if (!first.is_recorded || !last.is_recorded) return;
    const cost unseen = {
        .before = without(first.around.before, letting + s_readings.before + first_event.before),
        .after = without(last.around.after, s_readings.after + last_event.after)};
    append(&s_handlers, number, unseen);
}

static volatile uint32_t s_own_number;

static void own_handler(void)
{
    cyclescope_os_interrupt_enter();
    s_own_number = SEGGER_SYSVIEW_GET_INTERRUPT_ID();
    cyclescope_os_interrupt_leave(false);
}

static void add_interrupt(uint32_t number, bool (*pend)(void), uint32_t letting)
{
    const passage entered = let_in(pend, ENTER);
    if (!entered.is_recorded) return;
    const passage left = let_in(pend, ENTER | EXIT);
    add_handler(number ? number : s_own_number, entered, s_events.enter, left, s_events.exit,
                letting);
}

/** Measures handlers at the highest priority, so that a switch leads back to this thread. */
static void measure_handlers(void)
{
#if INCLUDE_vTaskPrioritySet
    const UBaseType_t priority = uxTaskPriorityGet(NULL);
    vTaskPrioritySet(NULL, configMAX_PRIORITIES - 1);
    const uint32_t letting =
        let_in(pend_nothing, 0).whole - s_readings.before - s_readings.after;
    const passage switched = let_in(pend_switch, EXEC);
    add_handler(SWITCH, switched, s_events.exec, switched, s_events.exec, letting);
    add_interrupt(TICK, pend_tick, letting);
    if (!cyclescope_os_interrupt_take(own_handler, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL)) {
        add_interrupt(0, pend_own, letting);
        (void)cyclescope_os_interrupt_give_back();
    }
    vTaskPrioritySet(NULL, priority);
#endif
}

void cyclescope_record_cost_measure(void)
{
    s_reported = false;
    s_measured = cyclescope_stream_size() >= CYCLESCOPE_SMALLEST_RING && cyclescope_stream_await(ROOM);
    if (!s_measured) return;
    cyclescope_line_begin(&s_costs, "");
    cyclescope_line_begin(&s_lengths, "");
    cyclescope_line_begin(&s_handlers, "");
    taskENTER_CRITICAL();
    s_byte = measure();
    taskEXIT_CRITICAL();
    measure_handlers();
    SEGGER_SYSVIEW_EnableEvents(HARMLESS_EVENTS);
}

void cyclescope_record_cost_report(void)
{
    if (s_reported || !s_measured) return;
    s_reported = true;
    cyclescope_fact_event("record_cost", cyclescope_line_peek(&s_costs) + 1);
    cyclescope_fact_event("record_length", cyclescope_line_peek(&s_lengths) + 1);
    cyclescope_fact_number(cyclescope_fact_event, "record_byte", s_byte);
    /* The thread that was named; the number of another one may have more bytes. */
    cyclescope_fact_number(cyclescope_fact_event, "record_task",
                           SEGGER_SYSVIEW_ShrinkId((U32)xTaskGetCurrentTaskHandle()));
    if (s_handlers.length) {
        cyclescope_fact_event("handler_cost", cyclescope_line_peek(&s_handlers) + 1);
    }
    cyclescope_fact_number(cyclescope_fact_event, "stream_stamp", cyclescope_stamp);
}

#endif
