/** One event, as CMSIS-RTOS2 event flags; waiting clears the flag that was set. */
#ifndef CYCLESCOPE_CMSIS_EVENT_H
#define CYCLESCOPE_CMSIS_EVENT_H

#define CYCLESCOPE_CMSIS_EVENT 1u

typedef struct {
    osEventFlagsId_t id;
} cyclescope_cmsis_event;

CYCLESCOPE_INLINE bool cyclescope_cmsis_event_create(cyclescope_cmsis_event *event)
{
    event->id = osEventFlagsNew(NULL);
    return event->id != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_event_signal(cyclescope_cmsis_event *event)
{
    return !(osEventFlagsSet(event->id, CYCLESCOPE_CMSIS_EVENT) & osFlagsError);
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_event_wait(cyclescope_cmsis_event *event)
{
    return !(osEventFlagsWait(event->id, CYCLESCOPE_CMSIS_EVENT, osFlagsWaitAny, osWaitForever) &
             osFlagsError);
}
CYCLESCOPE_INLINE void cyclescope_cmsis_event_delete(cyclescope_cmsis_event *event)
{
    (void)osEventFlagsDelete(event->id);
}

#define cyclescope_os_event cyclescope_cmsis_event
#define cyclescope_os_event_create cyclescope_cmsis_event_create
#define cyclescope_os_event_signal cyclescope_cmsis_event_signal
#define cyclescope_os_event_wait cyclescope_cmsis_event_wait
#define cyclescope_os_event_delete cyclescope_cmsis_event_delete

#endif
