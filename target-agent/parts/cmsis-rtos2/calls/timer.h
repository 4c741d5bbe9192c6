/** CMSIS-RTOS2's timers. */
#ifndef CYCLESCOPE_CMSIS_TIMER_H
#define CYCLESCOPE_CMSIS_TIMER_H

typedef struct {
    osTimerId_t id;
    uint32_t ticks;
} cyclescope_cmsis_timer;

CYCLESCOPE_INLINE bool cyclescope_cmsis_timer_create(cyclescope_cmsis_timer *timer,
                                                     uint32_t seconds,
                                                     void (*expired)(void *argument),
                                                     void *argument)
{
    timer->ticks = (uint32_t)(seconds * configTICK_RATE_HZ);
    timer->id = osTimerNew(expired, osTimerOnce, argument, NULL);
    return timer->id != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_timer_start(cyclescope_cmsis_timer *timer)
{
    return osTimerStart(timer->id, timer->ticks) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_timer_stop(cyclescope_cmsis_timer *timer)
{
    return osTimerStop(timer->id) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_timer_is_active(cyclescope_cmsis_timer *timer)
{
    return osTimerIsRunning(timer->id) != 0;
}
CYCLESCOPE_INLINE void cyclescope_cmsis_timer_delete(cyclescope_cmsis_timer *timer)
{
    (void)osTimerDelete(timer->id);
}

#define cyclescope_os_timer cyclescope_cmsis_timer
#define cyclescope_os_timer_create cyclescope_cmsis_timer_create
#define cyclescope_os_timer_start cyclescope_cmsis_timer_start
#define cyclescope_os_timer_stop cyclescope_cmsis_timer_stop
#define cyclescope_os_timer_is_active cyclescope_cmsis_timer_is_active
#define cyclescope_os_timer_delete cyclescope_cmsis_timer_delete

#endif
