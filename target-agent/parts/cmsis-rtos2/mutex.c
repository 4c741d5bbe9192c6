#include "layer.h"
#include "semphr.h"

/** A mutex: the kernel has separate calls for recursive ones. */
typedef struct {
    StaticSemaphore_t storage;
    SemaphoreHandle_t handle;
    bool recursive;
} mutex;

osMutexId_t osMutexNew(const osMutexAttr_t *attr)
{
    if (in_handler() || !TAKES_THE_HEAP(attr)) return NULL;
    mutex *made = pvPortMalloc(sizeof *made);
    if (!made) return NULL;
    made->recursive = attr && (attr->attr_bits & osMutexRecursive);
    made->handle = made->recursive ? xSemaphoreCreateRecursiveMutexStatic(&made->storage)
                                   : xSemaphoreCreateMutexStatic(&made->storage);
    return made;
}

osStatus_t osMutexAcquire(osMutexId_t mutex_id, uint32_t timeout)
{
    const mutex *wanted = mutex_id;
    if (in_handler()) return osErrorISR;
    if (!wanted) return osErrorParameter;
    const BaseType_t got = wanted->recursive ? xSemaphoreTakeRecursive(wanted->handle, timeout)
                                             : xSemaphoreTake(wanted->handle, timeout);
    return got == pdTRUE ? osOK : not_got(timeout);
}

osStatus_t osMutexRelease(osMutexId_t mutex_id)
{
    const mutex *held = mutex_id;
    if (in_handler()) return osErrorISR;
    if (!held) return osErrorParameter;
    const BaseType_t released =
        held->recursive ? xSemaphoreGiveRecursive(held->handle) : xSemaphoreGive(held->handle);
    return released == pdTRUE ? osOK : osErrorResource;
}

osThreadId_t osMutexGetOwner(osMutexId_t mutex_id)
{
    const mutex *asked = mutex_id;
    return in_handler() || !asked ? NULL : xSemaphoreGetMutexHolder(asked->handle);
}

osStatus_t osMutexDelete(osMutexId_t mutex_id)
{
    mutex *gone = mutex_id;
    if (in_handler()) return osErrorISR;
    if (!gone) return osErrorParameter;
    vSemaphoreDelete(gone->handle);
    vPortFree(gone);
    return osOK;
}
