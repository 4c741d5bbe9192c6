/** Zephyr's timer, which reports its expiry from the interrupt. */
#ifndef CYCLESCOPE_TIMER_CALLS_H
#define CYCLESCOPE_TIMER_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

typedef struct {
    struct k_timer timer;
    k_timeout_t period;
    void (*expired)(void *argument);
    void *argument;
} cyclescope_os_timer;

CYCLESCOPE_INLINE void cyclescope_zephyr_timer_main(struct k_timer *timer)
{
    const cyclescope_os_timer *own = CONTAINER_OF(timer, cyclescope_os_timer, timer);
    own->expired(own->argument);
}

/** Creates a one-shot timer that expires `seconds` after its start. */
CYCLESCOPE_INLINE bool cyclescope_os_timer_create(cyclescope_os_timer *timer, uint32_t seconds,
                                                  void (*expired)(void *argument), void *argument)
{
    timer->period = K_SECONDS(seconds);
    timer->expired = expired;
    timer->argument = argument;
    k_timer_init(&timer->timer, cyclescope_zephyr_timer_main, NULL);
    return true;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_start(cyclescope_os_timer *timer)
{
    k_timer_start(&timer->timer, timer->period, K_NO_WAIT);
    return true;
}
CYCLESCOPE_INLINE bool cyclescope_os_timer_stop(cyclescope_os_timer *timer)
{
    k_timer_stop(&timer->timer);
    return true;
}
/** Checks whether it was started and has neither been stopped nor expired. */
CYCLESCOPE_INLINE bool cyclescope_os_timer_is_active(cyclescope_os_timer *timer)
{
    return k_timer_remaining_ticks(&timer->timer) > 0;
}
CYCLESCOPE_INLINE void cyclescope_os_timer_delete(cyclescope_os_timer *timer)
{
    k_timer_stop(&timer->timer);
}

#endif
