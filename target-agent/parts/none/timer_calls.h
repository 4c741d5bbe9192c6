/** For systems without software timers: benchmarks are refused before they call any of this. */
#ifndef CYCLESCOPE_NO_TIMER_CALLS_H
#define CYCLESCOPE_NO_TIMER_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "cyclescope/inline.h"

typedef struct {
    bool exists;
} cyclescope_os_timer;

CYCLESCOPE_INLINE bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                                  void (*expired)(void *argument), void *argument)
{
    (void)timer;
    (void)seconds;
    (void)expired;
    (void)argument;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_start(cyclescope_os_timer *timer)
{
    (void)timer;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_stop(cyclescope_os_timer *timer)
{
    (void)timer;
    return false;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer)
{
    (void)timer;
    return false;
}
CYCLESCOPE_INLINE void cyclescope_os_timer_delete(cyclescope_os_timer *timer) { (void)timer; }

#endif
