#include "layer.h"
#include "timers.h"

typedef struct {
    TimerHandle_t handle;
    osTimerFunc_t func;
    void *argument;
} timer;

static void expired(TimerHandle_t handle)
{
    const timer *own = pvTimerGetTimerID(handle);
    own->func(own->argument);
}

osTimerId_t osTimerNew(osTimerFunc_t func, osTimerType_t type, void *argument,
                       const osTimerAttr_t *attr)
{
    if (in_handler() || !func || !TAKES_THE_HEAP(attr)) return NULL;
    timer *made = pvPortMalloc(sizeof *made);
    if (!made) return NULL;
    made->func = func;
    made->argument = argument;
    const char *name = attr && attr->name ? attr->name : "";
    /* osTimerStart sets the period. */
    made->handle = xTimerCreate(name, 1, type == osTimerPeriodic, made, expired);
    if (made->handle) return made;
    vPortFree(made);
    return NULL;
}

osStatus_t osTimerStart(osTimerId_t timer_id, uint32_t ticks)
{
    const timer *started = timer_id;
    if (in_handler()) return osErrorISR;
    if (!started || ticks == 0) return osErrorParameter;
    return xTimerChangePeriod(started->handle, ticks, 0) == pdPASS ? osOK : osErrorResource;
}

osStatus_t osTimerStop(osTimerId_t timer_id)
{
    const timer *stopped = timer_id;
    if (in_handler()) return osErrorISR;
    if (!stopped) return osErrorParameter;
    if (xTimerIsTimerActive(stopped->handle) == pdFALSE) return osErrorResource;
    return xTimerStop(stopped->handle, 0) == pdPASS ? osOK : osError;
}

uint32_t osTimerIsRunning(osTimerId_t timer_id)
{
    const timer *asked = timer_id;
    if (in_handler() || !asked) return 0;
    return xTimerIsTimerActive(asked->handle) != pdFALSE;
}

static void release(void *gone, uint32_t unused)
{
    (void)unused;
    vPortFree(gone);
}

/** The timer task deletes it and then frees our part of it: until then it may still expire. */
osStatus_t osTimerDelete(osTimerId_t timer_id)
{
    timer *gone = timer_id;
    if (in_handler()) return osErrorISR;
    if (!gone) return osErrorParameter;
    if (xTimerDelete(gone->handle, 0) != pdPASS) return osErrorResource;
    return xTimerPendFunctionCall(release, gone, 0, 0) == pdPASS ? osOK : osError;
}
