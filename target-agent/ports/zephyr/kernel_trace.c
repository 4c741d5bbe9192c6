/**
 * Zephyr's hooks call the recorder whether or not a block is being measured, and events above
 * SystemView's own cannot be masked. So the linker routes the hooks' calls through this file
 * (`--wrap`), which passes them on inside measured blocks only, with time stamps of the benchmarks'
 * clock.
 */
#include "kernel_trace.h"

#include <SEGGER_RTT.h>
#include <SEGGER_SYSVIEW.h>
#include <zephyr/kernel.h>

#include "../../parts/systemview/settle.h"
#include "channels.h"
#include "commands.h"
#include "cyclescope/port.h"
#include "cyclescope_clock.h"
#include "events.h"

/* A packet that names a thread and one that describes its stack. */
#define THREAD_INFO_BYTES 128u

volatile bool cyclescope_kernel_recorded;
/** Raw time stamp of the latest packet. */
volatile uint32_t cyclescope_stamp;

static struct k_thread *s_created;
static bool s_reported;

uint32_t __wrap_sysview_get_timestamp(void);
uint32_t __wrap_sysview_get_timestamp(void) { return cyclescope_stamp = cyclescope_clock_now(); }

void __real_sys_trace_thread_info(struct k_thread *thread);
void __wrap_sys_trace_thread_info(struct k_thread *thread);
void __wrap_sys_trace_thread_info(struct k_thread *thread)
{
    if (cyclescope_kernel_recorded) {
        __real_sys_trace_thread_info(thread);
    } else {
        s_created = thread;
    }
}

/** Passes calls of one recorder function on inside measured blocks. */
#define ONLY_IN_BLOCKS(name, parameters, arguments) \
    void __real_SEGGER_SYSVIEW_##name parameters;   \
    void __wrap_SEGGER_SYSVIEW_##name parameters;   \
    void __wrap_SEGGER_SYSVIEW_##name parameters    \
    {                                               \
        if (!cyclescope_kernel_recorded) return;    \
        __real_SEGGER_SYSVIEW_##name arguments;     \
    }

ONLY_IN_BLOCKS(RecordVoid, (unsigned event), (event))
ONLY_IN_BLOCKS(RecordU32, (unsigned event, U32 a), (event, a))
ONLY_IN_BLOCKS(RecordU32x2, (unsigned event, U32 a, U32 b), (event, a, b))
ONLY_IN_BLOCKS(RecordU32x3, (unsigned event, U32 a, U32 b, U32 c), (event, a, b, c))
ONLY_IN_BLOCKS(RecordU32x4, (unsigned event, U32 a, U32 b, U32 c, U32 d), (event, a, b, c, d))
ONLY_IN_BLOCKS(RecordString, (unsigned event, const char *text), (event, text))
ONLY_IN_BLOCKS(RecordEndCall, (unsigned event), (event))
ONLY_IN_BLOCKS(RecordEndCallU32, (unsigned event, U32 value), (event, value))

#ifdef CYCLESCOPE_TRACES_TICK
void __real_sys_clock_isr(void *argument);
void __wrap_sys_clock_isr(void *argument);
/** Records the tick's handler, as its driver does from Zephyr 4 on. */
void __wrap_sys_clock_isr(void *argument)
{
    SEGGER_SYSVIEW_RecordEnterISR();
    __real_sys_clock_isr(argument);
    SEGGER_SYSVIEW_RecordExitISR();
}
#endif

void cyclescope_trace_restart(void) { s_reported = false; }

typedef struct {
    uint32_t before; /**< threads to pass over */
    const struct k_thread *found;
} thread_search;

static void find_thread(const struct k_thread *thread, void *place)
{
    thread_search *search = place;
    if (search->before > 0) {
        search->before -= 1;
    } else if (!search->found) {
        search->found = thread;
    }
}

/**
 * All threads together may need more than the ring holds, and the kernel visits them with
 * interrupts locked out, when no host can be waited for. So each is looked up for itself.
 */
void cyclescope_trace_describe_threads(void)
{
    for (uint32_t number = 0;; ++number) {
        thread_search search = {.before = number};
        k_thread_foreach(find_thread, &search);
        if (!search.found || !cyclescope_stream_await(THREAD_INFO_BYTES)) return;
        cyclescope_stream_describe_thread(search.found);
    }
}

void cyclescope_trace_announce(void)
{
    /* Inside a block, the kernel's own hook has already named the thread. */
    if (cyclescope_kernel_recorded || !s_created) return;
    if (!cyclescope_stream_await(THREAD_INFO_BYTES)) return;
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_TASK_INFO | 1u << SYSVIEW_EVTID_STACK_INFO);
    cyclescope_stream_describe_thread(s_created);
    SEGGER_SYSVIEW_DisableEvents(1u << SYSVIEW_EVTID_TASK_INFO | 1u << SYSVIEW_EVTID_STACK_INFO);
    s_created = NULL;
}

/** Reports once per recording how time stamps and clock readings correspond. */
static void report_stamp(void)
{
    if (s_reported) return;
    s_reported = true;
    cyclescope_record_cost_report();
    cyclescope_flush_event(0, 0, true);
    cyclescope_fact_number(cyclescope_fact_event, "stream_stamp", cyclescope_stamp);
}

void cyclescope_stream_record_kernel(bool on)
{
    if (!on) {
        cyclescope_kernel_recorded = false;
        SEGGER_SYSVIEW_DisableEvents(CYCLESCOPE_KERNEL_EVENTS);
        return;
    }
    report_stamp();
    cyclescope_stream_settle();
    SEGGER_SYSVIEW_EnableEvents(CYCLESCOPE_KERNEL_EVENTS);
    SEGGER_SYSVIEW_OnTaskStartExec((U32)(uintptr_t)k_current_get());
    cyclescope_kernel_recorded = true;
}
