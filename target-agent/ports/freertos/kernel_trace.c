#include "kernel_trace.h"

#include "../../parts/systemview/settle.h"
#include "SEGGER_SYSVIEW.h"
#include "channels.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"
#include "events.h"

#if CYCLESCOPE_TRACED

/** The host recognises a hooked image by this symbol: no other image may have it. */
volatile bool cyclescope_kernel_recorded;

/* A packet that names a task: header, id, priority, name. */
#define TASK_INFO_BYTES 64u

/** Threads of the application and the kernel that existed before the first recording. */
#define MOST_KNOWN 16u
static TaskHandle_t s_known[MOST_KNOWN];
static uint32_t s_known_count;
static bool s_described;

void cyclescope_trace_created(void *task)
{
    if (cyclescope_kernel_recorded) {
        SEGGER_SYSVIEW_OnTaskCreate((U32)task);
        cyclescope_stream_describe_task(task);
    } else if (!s_described && s_known_count < MOST_KNOWN) {
        s_known[s_known_count++] = task;
    }
}

void cyclescope_trace_deleted(void *task)
{
    for (uint32_t i = 0; i < s_known_count; ++i) {
        if (s_known[i] == task) s_known[i] = NULL;
    }
    SEGGER_SYSVIEW_OnTaskTerminate((U32)task);
}

void cyclescope_trace_describe_tasks(void)
{
    s_described = true;
    for (uint32_t i = 0; i < s_known_count; ++i) {
        if (s_known[i]) cyclescope_stream_describe_task(s_known[i]);
    }
}

void cyclescope_trace_switched_in(void)
{
    const TaskHandle_t task = xTaskGetCurrentTaskHandle();
    if (task == xTaskGetIdleTaskHandle()) {
        SEGGER_SYSVIEW_OnIdle();
    } else {
        SEGGER_SYSVIEW_OnTaskStartExec((U32)task);
    }
}

void cyclescope_trace_blocked(unsigned cause)
{
    SEGGER_SYSVIEW_OnTaskStopReady((U32)xTaskGetCurrentTaskHandle(), cause);
}

void cyclescope_os_thread_announce(cyclescope_os_thread *thread)
{
    /* Inside a block, the kernel's own hook has already named the thread. */
    if (cyclescope_kernel_recorded) return;
    if (!cyclescope_stream_await(TASK_INFO_BYTES)) return;
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_TASK_INFO);
    cyclescope_stream_describe_task(thread->handle);
    SEGGER_SYSVIEW_DisableEvents(1u << SYSVIEW_EVTID_TASK_INFO);
}

void cyclescope_stream_record_kernel(bool on)
{
    if (!on) {
        cyclescope_kernel_recorded = false;
        SEGGER_SYSVIEW_DisableEvents(CYCLESCOPE_KERNEL_EVENTS);
        return;
    }
    cyclescope_record_cost_report();
    cyclescope_stream_settle();
    SEGGER_SYSVIEW_EnableEvents(CYCLESCOPE_KERNEL_EVENTS);
    SEGGER_SYSVIEW_OnTaskStartExec((U32)xTaskGetCurrentTaskHandle());
    cyclescope_kernel_recorded = true;
}

#else

void cyclescope_stream_record_kernel(bool on) { (void)on; }

void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }

#endif
