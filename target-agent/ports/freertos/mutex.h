/** The kernel's mutex; without static allocation its storage comes from the heap, outside of windows. */
#ifndef CYCLESCOPE_MUTEX_H
#define CYCLESCOPE_MUTEX_H

#include <stdbool.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "heap.h"
#include "semphr.h"

#if !configUSE_MUTEXES
#define CYCLESCOPE_MUTEX_REFUSED "needs configUSE_MUTEXES 1 in FreeRTOSConfig.h"
#endif

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticSemaphore_t storage;
#endif
    SemaphoreHandle_t handle;
} cyclescope_os_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_mutex_create(cyclescope_os_mutex *mutex)
{
#ifdef CYCLESCOPE_MUTEX_REFUSED
    mutex->handle = NULL;
#elif configSUPPORT_STATIC_ALLOCATION
    mutex->handle = xSemaphoreCreateMutexStatic(&mutex->storage);
#else
    mutex->handle = xSemaphoreCreateMutex();
#endif
    return mutex->handle != NULL;
}
/** Creates one in memory from the kernel's heap. */
CYCLESCOPE_INLINE bool cyclescope_os_mutex_new(cyclescope_os_mutex *mutex)
{
#if defined(CYCLESCOPE_MUTEX_REFUSED) || !CYCLESCOPE_OS_HAS_HEAP
    mutex->handle = NULL;
#else
    mutex->handle = xSemaphoreCreateMutex();
#endif
    return mutex->handle != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_lock(cyclescope_os_mutex *mutex)
{
    return xSemaphoreTake(mutex->handle, portMAX_DELAY) == pdTRUE;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_unlock(cyclescope_os_mutex *mutex)
{
    return xSemaphoreGive(mutex->handle) == pdTRUE;
}
CYCLESCOPE_INLINE bool cyclescope_os_mutex_is_held(cyclescope_os_mutex *mutex)
{
    return uxSemaphoreGetCount(mutex->handle) == 0;
}
CYCLESCOPE_INLINE void cyclescope_os_mutex_delete(cyclescope_os_mutex *mutex)
{
    vSemaphoreDelete(mutex->handle);
}

#endif
