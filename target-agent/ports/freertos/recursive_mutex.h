/** The kernel's recursive mutex; without static allocation it comes from the heap. */
#ifndef CYCLESCOPE_RECURSIVE_MUTEX_H
#define CYCLESCOPE_RECURSIVE_MUTEX_H

#include <stdbool.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "semphr.h"

#if !configUSE_MUTEXES || !configUSE_RECURSIVE_MUTEXES
#define CYCLESCOPE_RECURSIVE_MUTEX_REFUSED \
    "needs configUSE_MUTEXES 1 and configUSE_RECURSIVE_MUTEXES 1 in FreeRTOSConfig.h"
#endif

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticSemaphore_t storage;
#endif
    SemaphoreHandle_t handle;
} cyclescope_os_recursive_mutex;

CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_create(cyclescope_os_recursive_mutex *mutex)
{
#ifdef CYCLESCOPE_RECURSIVE_MUTEX_REFUSED
    mutex->handle = NULL;
#elif configSUPPORT_STATIC_ALLOCATION
    mutex->handle = xSemaphoreCreateRecursiveMutexStatic(&mutex->storage);
#else
    mutex->handle = xSemaphoreCreateRecursiveMutex();
#endif
    return mutex->handle != NULL;
}

#ifdef CYCLESCOPE_RECURSIVE_MUTEX_REFUSED
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex)
{
    return mutex->handle != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex)
{
    return mutex->handle != NULL;
}
#else
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_lock(cyclescope_os_recursive_mutex *mutex)
{
    return xSemaphoreTakeRecursive(mutex->handle, portMAX_DELAY) == pdTRUE;
}
CYCLESCOPE_INLINE bool cyclescope_os_recursive_mutex_unlock(cyclescope_os_recursive_mutex *mutex)
{
    return xSemaphoreGiveRecursive(mutex->handle) == pdTRUE;
}
#endif

CYCLESCOPE_INLINE void cyclescope_os_recursive_mutex_delete(cyclescope_os_recursive_mutex *mutex)
{
    vSemaphoreDelete(mutex->handle);
}

#endif
