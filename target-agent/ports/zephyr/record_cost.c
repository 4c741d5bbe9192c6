/** Measures what recording costs in Zephyr's hooks, and its handlers. */
#include "../../parts/systemview/record_cost.h"

#include <SEGGER_RTT.h>
#include <zephyr/irq.h>
#include <zephyr/kernel.h>

#include "kernel_trace.h"

/* The number of a call that nothing makes, of one byte. */
#define CALL 126u
#define POINTER 0x20000000u

void sys_trace_isr_enter(void);
void sys_trace_isr_exit(void);
void z_thread_mark_switched_in(void);
void z_thread_mark_switched_out(void);
void sys_trace_thread_info(struct k_thread *thread);

static cyclescope_line s_calls;
static cost s_stop;

/** The bytes of the two packets that describe a thread. */
static uint32_t s_info_bytes;
static uint32_t s_stack_bytes;

/** Ticks of an instruction. */
static uint32_t s_instruction;

/** The place in the ring of the next packet, which a reading host does not move. */
static uint32_t packet_place(void) { return _SEGGER_RTT.aUp[CYCLESCOPE_STREAM_CHANNEL].WrOff; }

static uint32_t count_recorded(uint32_t place)
{
    const uint32_t size = cyclescope_stream_size();
    return (packet_place() + size - place) % size;
}

/** Measures a call, and counts the `bytes` that it records. */
#define MEASURE_BYTES(bytes, call)                                \
    ({                                                            \
        uint32_t place;                                           \
        MEASURE_BETWEEN(SHORT_WAIT, place = packet_place(), call, \
                        (bytes) = count_recorded(place));         \
    })

/** Appends the cost of recording a call by the bytes of its arguments, each of which an instruction passes. */
static void add_call(uint32_t bytes, uint32_t arguments, cost found)
{
    found.before -= s_readings.before + (1u + arguments) * s_instruction;
    found.after -= s_readings.after;
    append(&s_calls, bytes, found);
}

/** Zephyr records its calls, too: their packets differ in number and size of arguments. */
static void measure_calls(void)
{
    add_call(0, 0, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordVoid(CALL)));
    add_call(1, 1, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32(CALL, 0)));
    add_call(2, 2, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32x2(CALL, 0, 0)));
    add_call(5, 1, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32(CALL, POINTER)));
    add_call(6, 2, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32x2(CALL, POINTER, 0)));
    add_call(10, 2, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32x2(CALL, POINTER, POINTER)));
    add_call(11, 3, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32x3(CALL, POINTER, POINTER, 0)));
    add_call(15, 3,
             MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordU32x3(CALL, POINTER, POINTER, POINTER)));
    add(SYSVIEW_EVTID_END_CALL, MEASURE(SHORT_WAIT, SEGGER_SYSVIEW_RecordEndCallU32(CALL, 0)), 0,
        2u * s_instruction);
}

/**
 * Does not record events that would report something that did not happen, as on FreeRTOS: their cost is that
 * of a harmless event, plus the difference of the two while both are masked.
 */
static uint32_t measure(void)
{
    struct k_thread *const self = k_current_get();
    const U32 task = (U32)(uintptr_t)self;
    const uint32_t reading = MEASURE_IDLE((void)0);
    /* Of a reading's five instructions, three come before the call, as the first reading is stored. */
    s_instruction = reading / 5u;
    s_readings = (cost){.before = reading - 2u * s_instruction, .after = 2u * s_instruction};
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
    const cost info = MEASURE_BYTES(s_info_bytes, sys_trace_thread_info(self));
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_STACK_INFO);
    const cost stack = MEASURE_BYTES(s_stack_bytes, sys_trace_thread_info(self));
    s_stack_bytes -= s_info_bytes;
    SEGGER_SYSVIEW_DisableEvents(CYCLESCOPE_KERNEL_EVENTS | HARMLESS_EVENTS);
    const uint32_t no_empty = MEASURE_IDLE(SEGGER_SYSVIEW_RecordVoid(SYSVIEW_EVTID_NOP));
    const uint32_t no_number = MEASURE_IDLE(SEGGER_SYSVIEW_MarkStop(0));
    const uint32_t no_id = MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStartReady(task));
    const uint32_t exec = MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStartExec(task));
    const uint32_t switched = MEASURE_IDLE(z_thread_mark_switched_in());
    const uint32_t idle = MEASURE_IDLE(SEGGER_SYSVIEW_OnIdle()) + switched - exec;
    s_events.enter =
        add(SYSVIEW_EVTID_ISR_ENTER, shortest, MEASURE_IDLE(sys_trace_isr_enter()), no_number);
    s_events.exit =
        add(SYSVIEW_EVTID_ISR_EXIT, empty, MEASURE_IDLE(sys_trace_isr_exit()), no_empty);
    s_stop = add(SYSVIEW_EVTID_TASK_STOP_EXEC, empty, MEASURE_IDLE(z_thread_mark_switched_out()),
                 no_empty);
    add(SYSVIEW_EVTID_IDLE, empty, idle, no_empty);
    s_events.exec = add(SYSVIEW_EVTID_TASK_START_EXEC, id, switched, no_id);
    add(SYSVIEW_EVTID_TASK_START_READY, id, 0, 0);
    add(SYSVIEW_EVTID_TASK_STOP_READY, id, MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskStopReady(task, 0)),
        no_id + 2u * s_instruction);
    add(SYSVIEW_EVTID_TASK_CREATE, id, MEASURE_IDLE(SEGGER_SYSVIEW_OnTaskCreate(task)), no_id);
    add(SYSVIEW_EVTID_TASK_INFO, info, 0, 0);
    add(SYSVIEW_EVTID_STACK_INFO, stack, 0, 0);
    SEGGER_SYSVIEW_EnableEvents(HARMLESS_EVENTS);
    /* Both packets have the same length. */
    return late.after - shortest.after;
}

static bool pend_switch(void)
{
    ICSR = 1u << 28;
    return true;
}
static bool pend_tick(void) { return wait_for_tick(CONFIG_SYS_CLOCK_TICKS_PER_SEC); }

static void own_handler(void)
{
    cyclescope_os_interrupt_enter();
    s_own_number = SEGGER_SYSVIEW_GET_INTERRUPT_ID();
    cyclescope_os_interrupt_leave(true);
}

/** Measures handlers while no other thread is ready, so that a switch leads back to this one. */
static void measure_handlers(void)
{
    const uint32_t letting =
        admit_handler(pend_nothing, 0).whole - s_readings.before - s_readings.after;
    const passage stopped = admit_handler(pend_switch, 1u << SYSVIEW_EVTID_TASK_STOP_EXEC);
    const passage switched = admit_handler(pend_switch, EXEC);
    add_handler(SWITCH, stopped, s_stop, switched, s_events.exec, letting);
    add_interrupt(TICK, pend_tick, letting);
    if (!cyclescope_os_interrupt_take(own_handler, CYCLESCOPE_OS_INTERRUPT_CALLS_KERNEL)) {
        add_interrupt(0, pend_own, letting);
        (void)cyclescope_os_interrupt_give_back();
    }
}

void cyclescope_record_cost_measure(void)
{
    if (!begin_costs()) return;
    cyclescope_line_begin(&s_calls, "");
    cyclescope_kernel_recorded = true;
    unsigned key = irq_lock();
    s_byte = measure();
    irq_unlock(key);
    s_measured = cyclescope_stream_await(ROOM);
    key = irq_lock();
    if (s_measured) measure_calls();
    irq_unlock(key);
    s_measured = s_measured && cyclescope_stream_await(ROOM);
    if (s_measured) measure_handlers();
    SEGGER_SYSVIEW_EnableEvents(HARMLESS_EVENTS);
    cyclescope_kernel_recorded = false;
}

/** Appends ` ID:BYTES`. */
static void append_bytes(cyclescope_line *line, uint32_t id, uint32_t bytes)
{
    append_number(line, id);
    cyclescope_line_raw(line, ":");
    cyclescope_line_decimal(line, bytes);
}

/** Reports the lengths of the measured packets whose length depends on the thread. */
static void report_bytes(void)
{
    cyclescope_line *const line = &cyclescope_value;
    cyclescope_line_begin(line, "");
    append_bytes(line, SYSVIEW_EVTID_TASK_INFO, s_info_bytes);
    append_bytes(line, SYSVIEW_EVTID_STACK_INFO, s_stack_bytes);
    cyclescope_fact_event("record_packet", cyclescope_line_peek(line) + 1);
}

void cyclescope_record_cost_report(void)
{
    if (!report_costs((U32)(uintptr_t)k_current_get())) return;
    cyclescope_fact_event("record_call", cyclescope_line_peek(&s_calls) + 1);
    report_bytes();
}
