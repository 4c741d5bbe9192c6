/** The kernel's binary semaphore, its way to signal one event; see semphr.h. */
#ifndef CYCLESCOPE_EVENT_H
#define CYCLESCOPE_EVENT_H

#include <stdbool.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "semphr.h"

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticSemaphore_t storage;
#endif
    SemaphoreHandle_t handle;
} cyclescope_os_event;

/** Without static allocation its storage comes from the heap, outside of windows. */
CYCLESCOPE_INLINE bool cyclescope_os_event_create(cyclescope_os_event *event)
{
#if configSUPPORT_STATIC_ALLOCATION
    event->handle = xSemaphoreCreateBinaryStatic(&event->storage);
#else
    event->handle = xSemaphoreCreateBinary();
#endif
    return event->handle != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_signal(cyclescope_os_event *event)
{
    return xSemaphoreGive(event->handle) == pdTRUE;
}
CYCLESCOPE_INLINE bool cyclescope_os_event_wait(cyclescope_os_event *event)
{
    return xSemaphoreTake(event->handle, portMAX_DELAY) == pdTRUE;
}
CYCLESCOPE_INLINE void cyclescope_os_event_delete(cyclescope_os_event *event)
{
    vSemaphoreDelete(event->handle);
}

#endif
