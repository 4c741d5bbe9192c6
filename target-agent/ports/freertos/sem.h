/** The kernel's counting semaphore; without static allocation its storage comes from the heap. */
#ifndef CYCLESCOPE_SEM_H
#define CYCLESCOPE_SEM_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "heap.h"
#include "semphr.h"

#if !configUSE_COUNTING_SEMAPHORES
#define CYCLESCOPE_SEM_REFUSED "needs configUSE_COUNTING_SEMAPHORES 1 in FreeRTOSConfig.h"
#endif

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticSemaphore_t storage;
#endif
    SemaphoreHandle_t handle;
} cyclescope_os_sem;

/** Creates one that holds `count` and at most `most`. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_create(cyclescope_os_sem *sem, uint32_t count,
                                                uint32_t most)
{
#ifdef CYCLESCOPE_SEM_REFUSED
    (void)count;
    (void)most;
    sem->handle = NULL;
#elif configSUPPORT_STATIC_ALLOCATION
    sem->handle = xSemaphoreCreateCountingStatic(most, count, &sem->storage);
#else
    sem->handle = xSemaphoreCreateCounting(most, count);
#endif
    return sem->handle != NULL;
}
/** Creates one in memory from the kernel's heap. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_new(cyclescope_os_sem *sem, uint32_t count, uint32_t most)
{
#if defined(CYCLESCOPE_SEM_REFUSED) || !CYCLESCOPE_OS_HAS_HEAP
    (void)count;
    (void)most;
    sem->handle = NULL;
#else
    sem->handle = xSemaphoreCreateCounting(most, count);
#endif
    return sem->handle != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_take(cyclescope_os_sem *sem)
{
    return xSemaphoreTake(sem->handle, portMAX_DELAY) == pdTRUE;
}
/** Takes it only if that does not require waiting. */
CYCLESCOPE_INLINE bool cyclescope_os_sem_try_take(cyclescope_os_sem *sem)
{
    return xSemaphoreTake(sem->handle, 0) == pdTRUE;
}
CYCLESCOPE_INLINE bool cyclescope_os_sem_give(cyclescope_os_sem *sem)
{
    return xSemaphoreGive(sem->handle) == pdTRUE;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_sem_count(cyclescope_os_sem *sem)
{
    return (uint32_t)uxSemaphoreGetCount(sem->handle);
}
CYCLESCOPE_INLINE void cyclescope_os_sem_delete(cyclescope_os_sem *sem)
{
    vSemaphoreDelete(sem->handle);
}

#endif
