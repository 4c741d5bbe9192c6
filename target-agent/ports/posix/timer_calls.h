/** A kernel timer that would send a signal. */
#ifndef CYCLESCOPE_TIMER_CALLS_H
#define CYCLESCOPE_TIMER_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "cyclescope/inline.h"

typedef struct {
    timer_t handle;
    struct itimerspec period;
    void (*expired)(void *argument);
    void *argument;
} cyclescope_os_timer;

/** Creates a one-shot timer that expires `seconds` after its start. */
bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                void (*expired)(void *argument), void *argument);

CYCLESCOPE_INLINE bool cyclescope_os_timer_start(cyclescope_os_timer *timer)
{
    return timer_settime(timer->handle, 0, &timer->period, NULL) == 0;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_stop(cyclescope_os_timer *timer)
{
    const struct itimerspec never = {0};
    return timer_settime(timer->handle, 0, &never, NULL) == 0;
}
/** Checks whether it was started and has neither been stopped nor expired. */
CYCLESCOPE_INLINE bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer)
{
    struct itimerspec left = {0};
    (void)timer_gettime(timer->handle, &left);
    return left.it_value.tv_sec || left.it_value.tv_nsec;
}
CYCLESCOPE_INLINE void cyclescope_os_timer_delete(cyclescope_os_timer *timer)
{
    (void)timer_delete(timer->handle);
}

#endif
