/** Measures what recording costs in FreeRTOS's hooks, and its handlers. */
#include "kernel_trace.h"

#if CYCLESCOPE_TRACED

#include "cyclescope_clock.h"

#ifdef CYCLESCOPE_CLOCK_IS_SYSTICK
#define COUNT_TICKS()         \
    do {                      \
        taskEXIT_CRITICAL();  \
        taskENTER_CRITICAL(); \
    } while (0)
#endif
#include "../../parts/systemview/record_cost.h"

volatile uint32_t cyclescope_stamp;

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
    s_events.exit =
        add(SYSVIEW_EVTID_ISR_EXIT, empty, MEASURE_IDLE(SEGGER_SYSVIEW_RecordExitISR()), no_empty);
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

static bool pend_switch(void)
{
    portYIELD();
    return true;
}
static bool pend_tick(void) { return wait_for_tick(configTICK_RATE_HZ); }

static void own_handler(void)
{
    cyclescope_os_interrupt_enter();
    s_own_number = SEGGER_SYSVIEW_GET_INTERRUPT_ID();
    cyclescope_os_interrupt_leave(false);
}

/** Measures handlers at the highest priority, so that a switch leads back to this thread. */
static void measure_handlers(void)
{
#if INCLUDE_vTaskPrioritySet
    const UBaseType_t priority = uxTaskPriorityGet(NULL);
    vTaskPrioritySet(NULL, configMAX_PRIORITIES - 1);
    const uint32_t letting =
        admit_handler(pend_nothing, 0).whole - s_readings.before - s_readings.after;
    const passage switched = admit_handler(pend_switch, EXEC);
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
    if (!begin_costs()) return;
    taskENTER_CRITICAL();
    s_byte = measure();
    taskEXIT_CRITICAL();
    measure_handlers();
    SEGGER_SYSVIEW_EnableEvents(HARMLESS_EVENTS);
}

void cyclescope_record_cost_report(void)
{
    if (report_costs((U32)xTaskGetCurrentTaskHandle()))
        cyclescope_fact_number(cyclescope_fact_event, "stream_stamp", cyclescope_stamp);
}

#endif
