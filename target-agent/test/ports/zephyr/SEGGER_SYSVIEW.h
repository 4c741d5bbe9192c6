/** The part of SEGGER's recorder that the port's gate in front of it uses. */
#ifndef FAKE_SEGGER_SYSVIEW_H
#define FAKE_SEGGER_SYSVIEW_H

#include <stdint.h>

typedef uint32_t U32;

#define SYSVIEW_EVTID_ISR_ENTER 2u
#define SYSVIEW_EVTID_ISR_EXIT 3u
#define SYSVIEW_EVTID_TASK_START_EXEC 4u
#define SYSVIEW_EVTID_TASK_STOP_EXEC 5u
#define SYSVIEW_EVTID_TASK_START_READY 6u
#define SYSVIEW_EVTID_TASK_STOP_READY 7u
#define SYSVIEW_EVTID_TASK_CREATE 8u
#define SYSVIEW_EVTID_TASK_INFO 9u
#define SYSVIEW_EVTID_IDLE 17u
#define SYSVIEW_EVTID_ISR_TO_SCHEDULER 18u
#define SYSVIEW_EVTID_STACK_INFO 21u
#define SYSVIEW_EVTID_TASK_TERMINATE 29u

void SEGGER_SYSVIEW_EnableEvents(U32 mask);
void SEGGER_SYSVIEW_DisableEvents(U32 mask);
void SEGGER_SYSVIEW_OnTaskStartExec(U32 task);

#endif
