/** Deferred work: a function that the kernel's timer task calls. */
#ifndef CYCLESCOPE_WORKQUEUE_CALLS_H
#define CYCLESCOPE_WORKQUEUE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "timers.h"

#if !configUSE_TIMERS
#define CYCLESCOPE_WORKQUEUE_REFUSED \
    "needs configUSE_TIMERS 1 in FreeRTOSConfig.h: the timer task does deferred work"
#elif !INCLUDE_xTimerPendFunctionCall
#define CYCLESCOPE_WORKQUEUE_REFUSED "needs INCLUDE_xTimerPendFunctionCall 1 in FreeRTOSConfig.h"
#endif

/** One piece of work; may be submitted repeatedly. */
typedef struct {
    void (*run)(void *argument);
    void *argument;
} cyclescope_os_work;

CYCLESCOPE_INLINE void cyclescope_freertos_work_main(void *work, uint32_t unused)
{
    const cyclescope_os_work *own = (const cyclescope_os_work *)work;
    (void)unused;
    own->run(own->argument);
}

/** Prepares to accept work; the timer task already exists. */
CYCLESCOPE_INLINE bool cyclescope_os_workqueue_start(cyclescope_os_work *work,
                                                     void (*run)(void *argument), void *argument)
{
    work->run = run;
    work->argument = argument;
    return true;
}
CYCLESCOPE_INLINE bool cyclescope_os_workqueue_submit(cyclescope_os_work *work)
{
#ifdef CYCLESCOPE_WORKQUEUE_REFUSED
    return work == NULL;
#else
    return xTimerPendFunctionCall(cyclescope_freertos_work_main, work, 0, portMAX_DELAY) == pdTRUE;
#endif
}
/** Nothing may be submitted afterwards. */
CYCLESCOPE_INLINE void cyclescope_os_workqueue_stop(cyclescope_os_work *work) { (void)work; }

#endif
