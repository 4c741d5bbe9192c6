#include "layer.h"
#include "semphr.h"

osSemaphoreId_t osSemaphoreNew(uint32_t max_count, uint32_t initial_count,
                               const osSemaphoreAttr_t *attr)
{
    if (in_handler() || !TAKES_THE_HEAP(attr)) return NULL;
    if (max_count == 0 || initial_count > max_count) return NULL;
    return xSemaphoreCreateCounting(max_count, initial_count);
}

static osStatus_t acquire_in_handler(SemaphoreHandle_t semaphore, uint32_t timeout)
{
    BaseType_t higher = pdFALSE;
    if (timeout) return osErrorParameter;
    if (xSemaphoreTakeFromISR(semaphore, &higher) != pdTRUE) return osErrorResource;
    portYIELD_FROM_ISR(higher);
    return osOK;
}

osStatus_t osSemaphoreAcquire(osSemaphoreId_t semaphore_id, uint32_t timeout)
{
    if (!semaphore_id) return osErrorParameter;
    if (in_handler()) return acquire_in_handler(semaphore_id, timeout);
    return xSemaphoreTake((SemaphoreHandle_t)semaphore_id, timeout) == pdTRUE ? osOK
                                                                              : not_got(timeout);
}

static osStatus_t release_in_handler(SemaphoreHandle_t semaphore)
{
    BaseType_t higher = pdFALSE;
    if (xSemaphoreGiveFromISR(semaphore, &higher) != pdTRUE) return osErrorResource;
    portYIELD_FROM_ISR(higher);
    return osOK;
}

osStatus_t osSemaphoreRelease(osSemaphoreId_t semaphore_id)
{
    if (!semaphore_id) return osErrorParameter;
    if (in_handler()) return release_in_handler(semaphore_id);
    return xSemaphoreGive((SemaphoreHandle_t)semaphore_id) == pdTRUE ? osOK : osErrorResource;
}

uint32_t osSemaphoreGetCount(osSemaphoreId_t semaphore_id)
{
    return semaphore_id ? (uint32_t)uxQueueMessagesWaitingFromISR(semaphore_id) : 0;
}

osStatus_t osSemaphoreDelete(osSemaphoreId_t semaphore_id)
{
    if (in_handler()) return osErrorISR;
    if (!semaphore_id) return osErrorParameter;
    vSemaphoreDelete((SemaphoreHandle_t)semaphore_id);
    return osOK;
}
