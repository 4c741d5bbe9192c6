/**
 * FreeRTOS's trace hooks. They reach the kernel's sources through FreeRTOSConfig.h, which includes
 * this file, or through trace_first.h where that must not be edited.
 */
#ifndef CYCLESCOPE_KERNEL_TRACE_H
#define CYCLESCOPE_KERNEL_TRACE_H

#ifndef CYCLESCOPE_TRACED
#define CYCLESCOPE_TRACED 0
#endif

#include <stdbool.h>

#if CYCLESCOPE_TRACED

#ifdef traceTASK_SWITCHED_IN
/* Cyclescope's traced image needs the hooks for itself. */
#error "FreeRTOSConfig.h has trace hooks of its own: leave them out with #if !CYCLESCOPE_TRACED"
#endif

/** True while a measured block is being recorded. */
extern volatile bool cyclescope_kernel_recorded;

/* Needed by the hooks to report the idle thread and priorities; off unless configured. */
#ifndef INCLUDE_xTaskGetIdleTaskHandle
#define INCLUDE_xTaskGetIdleTaskHandle 1
#endif
#ifndef INCLUDE_uxTaskPriorityGet
#define INCLUDE_uxTaskPriorityGet 1
#endif
/* Measures a switch that leads back to the same thread. */
#ifndef INCLUDE_vTaskPrioritySet
#define INCLUDE_vTaskPrioritySet 1
#endif

void cyclescope_trace_created(void *task);
void cyclescope_trace_deleted(void *task);
/** Names every thread that existed before the first recording began. */
void cyclescope_trace_describe_tasks(void);
void cyclescope_trace_switched_in(void);
void cyclescope_trace_blocked(unsigned cause);
void SEGGER_SYSVIEW_OnTaskStartReady(unsigned long task);
void SEGGER_SYSVIEW_RecordEnterISR(void);
void SEGGER_SYSVIEW_RecordExitISR(void);
void SEGGER_SYSVIEW_RecordExitISRToScheduler(void);

/** Reasons why a thread is no longer ready, named in SYSVIEW_cyclescope.txt. */
#define CYCLESCOPE_CAUSE_DELAY 1u
#define CYCLESCOPE_CAUSE_QUEUE 2u
#define CYCLESCOPE_CAUSE_NOTIFY 3u
#define CYCLESCOPE_CAUSE_SUSPEND 4u

#define traceTASK_CREATE(task) cyclescope_trace_created(task)
#define traceTASK_DELETE(task) cyclescope_trace_deleted(task)
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
