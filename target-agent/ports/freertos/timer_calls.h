/** The kernel's software timers: commands to its timer task, executed once that task runs. */
#ifndef CYCLESCOPE_TIMER_CALLS_H
#define CYCLESCOPE_TIMER_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "thread.h"
#include "timers.h"

/* Without timers, these do not exist for linking and are never called. */
#pragma weak xTimerCreate
#pragma weak xTimerCreateStatic
#pragma weak xTimerGenericCommand
#pragma weak xTimerGenericCommandFromTask
#pragma weak xTimerGenericCommandFromISR
#pragma weak xTimerIsTimerActive
#pragma weak pvTimerGetTimerID

/* A timer task below the agent would only queue up commands. */
#if configUSE_TIMERS
#define CYCLESCOPE_TIMER_REFUSED                                                              \
    (configTIMER_TASK_PRIORITY > CYCLESCOPE_PRIORITY                                          \
         ? NULL                                                                               \
         : "needs configTIMER_TASK_PRIORITY (configMAX_PRIORITIES - 1) in FreeRTOSConfig.h, " \
           "above the agent's")
#else
#define CYCLESCOPE_TIMER_REFUSED "needs configUSE_TIMERS 1 in FreeRTOSConfig.h"
#endif

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticTimer_t control_block;
#endif
    TimerHandle_t handle;
    void (*expired)(void *argument);
    void *argument;
} cyclescope_os_timer;

CYCLESCOPE_INLINE void cyclescope_freertos_timer_main(TimerHandle_t handle)
{
    const cyclescope_os_timer *timer = (const cyclescope_os_timer *)pvTimerGetTimerID(handle);
    timer->expired(timer->argument);
}

/** Creates a one-shot timer that expires `seconds` after its start. */
CYCLESCOPE_INLINE bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                                  void (*expired)(void *argument), void *argument)
{
    const TickType_t period = (TickType_t)(seconds * configTICK_RATE_HZ);
    timer->expired = expired;
    timer->argument = argument;
#if configSUPPORT_STATIC_ALLOCATION
    timer->handle = xTimerCreateStatic("bench", period, pdFALSE, timer,
                                       cyclescope_freertos_timer_main, &timer->control_block);
#else
    timer->handle = xTimerCreate("bench", period, pdFALSE, timer, cyclescope_freertos_timer_main);
#endif
    return timer->handle != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_start(cyclescope_os_timer *timer)
{
    return xTimerStart(timer->handle, portMAX_DELAY) == pdTRUE;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_stop(cyclescope_os_timer *timer)
{
    return xTimerStop(timer->handle, portMAX_DELAY) == pdTRUE;
}
/** Checks whether it was started and has neither been stopped nor expired. */
CYCLESCOPE_INLINE bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer)
{
    return xTimerIsTimerActive(timer->handle) != pdFALSE;
}
CYCLESCOPE_INLINE void cyclescope_os_timer_delete(cyclescope_os_timer *timer)
{
    (void)xTimerDelete(timer->handle, portMAX_DELAY);
}

#endif
