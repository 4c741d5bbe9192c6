/** FreeRTOS's trace hooks; included by FreeRTOSConfig.h, so that they reach the kernel's sources. */
#ifndef CYCLESCOPE_KERNEL_TRACE_H
#define CYCLESCOPE_KERNEL_TRACE_H

#ifndef CYCLESCOPE_TRACED
#define CYCLESCOPE_TRACED 0
#endif

#include <stdbool.h>

/** Whether a measured block is being recorded. */
extern volatile bool cyclescope_kernel_recorded;

#if CYCLESCOPE_TRACED

void cyclescope_trace_created(void *task);
void cyclescope_trace_switched_in(void);
void cyclescope_trace_blocked(unsigned cause);
void SEGGER_SYSVIEW_OnTaskTerminate(unsigned long task);
void SEGGER_SYSVIEW_OnTaskStartReady(unsigned long task);
void SEGGER_SYSVIEW_RecordEnterISR(void);
void SEGGER_SYSVIEW_RecordExitISR(void);
void SEGGER_SYSVIEW_RecordExitISRToScheduler(void);

/** Why a thread is not ready any more, as SYSVIEW_cyclescope.txt names it. */
#define CYCLESCOPE_CAUSE_DELAY 1u
#define CYCLESCOPE_CAUSE_QUEUE 2u
#define CYCLESCOPE_CAUSE_NOTIFY 3u
#define CYCLESCOPE_CAUSE_SUSPEND 4u

#define traceTASK_CREATE(task) cyclescope_trace_created(task)
#define traceTASK_DELETE(task) SEGGER_SYSVIEW_OnTaskTerminate((unsigned long)(task))
#define traceTASK_SWITCHED_IN() cyclescope_trace_switched_in()
#define traceMOVED_TASK_TO_READY_STATE(task) SEGGER_SYSVIEW_OnTaskStartReady((unsigned long)(task))
#define traceTASK_DELAY() cyclescope_trace_blocked(CYCLESCOPE_CAUSE_DELAY)
#define traceBLOCKING_ON_QUEUE_RECEIVE(queue) cyclescope_trace_blocked(CYCLESCOPE_CAUSE_QUEUE)
#define traceBLOCKING_ON_QUEUE_SEND(queue) cyclescope_trace_blocked(CYCLESCOPE_CAUSE_QUEUE)
#define traceTASK_NOTIFY_TAKE_BLOCK(index) cyclescope_trace_blocked(CYCLESCOPE_CAUSE_NOTIFY)
#define traceTASK_NOTIFY_WAIT_BLOCK(index) cyclescope_trace_blocked(CYCLESCOPE_CAUSE_NOTIFY)
#define traceISR_ENTER() SEGGER_SYSVIEW_RecordEnterISR()
#define traceISR_EXIT() SEGGER_SYSVIEW_RecordExitISR()
#define traceISR_EXIT_TO_SCHEDULER() SEGGER_SYSVIEW_RecordExitISRToScheduler()

#endif
#endif
