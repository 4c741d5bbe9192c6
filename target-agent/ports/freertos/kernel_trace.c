#include "kernel_trace.h"

#include "SEGGER_SYSVIEW.h"
#include "channels.h"
#include "cyclescope/port.h"
#include "cyclescope_os.h"

volatile bool cyclescope_kernel_recorded;

/* A packet that names a task: its head, its id, its priority, its name. */
#define TASK_INFO_BYTES 64u

#if CYCLESCOPE_TRACED

void cyclescope_trace_created(void *task)
{
    if (!cyclescope_kernel_recorded) return;
    SEGGER_SYSVIEW_OnTaskCreate((U32)task);
    cyclescope_stream_describe_task(task);
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
    /* Inside a block the kernel's own hook has named the thread. */
    if (cyclescope_kernel_recorded) return;
    while (cyclescope_stream_room() < TASK_INFO_BYTES) cyclescope_port_wait_tick();
    SEGGER_SYSVIEW_EnableEvents(1u << SYSVIEW_EVTID_TASK_INFO);
    cyclescope_stream_describe_task(thread->handle);
    SEGGER_SYSVIEW_DisableEvents(1u << SYSVIEW_EVTID_TASK_INFO);
}

#else

void cyclescope_os_thread_announce(cyclescope_os_thread *thread) { (void)thread; }

#endif
