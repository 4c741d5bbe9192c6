#include "layer.h"
#include "semphr.h"

typedef struct block {
    struct block *next;
} block;

/** A pool: a semaphore counts the free blocks, which form a linked list. */
typedef struct {
    SemaphoreHandle_t available;
    block *free;
    uint8_t *blocks;
    uint32_t block_bytes;
    uint32_t count;
} pool;

static uint32_t lock(void)
{
    if (in_handler()) return taskENTER_CRITICAL_FROM_ISR();
    taskENTER_CRITICAL();
    return 0;
}

static void unlock(uint32_t mask)
{
    if (in_handler()) {
        taskEXIT_CRITICAL_FROM_ISR(mask);
    } else {
        taskEXIT_CRITICAL();
    }
}

static void push(pool *to, void *returned)
{
    block *freed = returned;
    const uint32_t mask = lock();
    freed->next = to->free;
    to->free = freed;
    unlock(mask);
}

osMemoryPoolId_t osMemoryPoolNew(uint32_t block_count, uint32_t block_size,
                                 const osMemoryPoolAttr_t *attr)
{
    if (in_handler() || !TAKES_THE_HEAP(attr) || (attr && attr->mp_mem)) return NULL;
    if (block_count == 0 || block_size == 0) return NULL;
    const uint32_t bytes = (block_size + sizeof(block) - 1u) & ~(uint32_t)(sizeof(block) - 1u);
    pool *made = pvPortMalloc(sizeof *made + block_count * bytes);
    if (!made) return NULL;
    *made = (pool){.available = xSemaphoreCreateCounting(block_count, block_count),
                   .blocks = (uint8_t *)(made + 1),
                   .block_bytes = bytes,
                   .count = block_count};
    for (uint32_t i = block_count; i-- > 0;) push(made, made->blocks + i * bytes);
    if (made->available) return made;
    vPortFree(made);
    return NULL;
}

static bool take(pool *from, uint32_t timeout)
{
    if (in_handler()) {
        return timeout == 0 && xSemaphoreTakeFromISR(from->available, NULL) == pdTRUE;
    }
    return xSemaphoreTake(from->available, timeout) == pdTRUE;
}

void *osMemoryPoolAlloc(osMemoryPoolId_t mp_id, uint32_t timeout)
{
    pool *from = mp_id;
    if (!from || !take(from, timeout)) return NULL;
    const uint32_t mask = lock();
    block *first = from->free;
    from->free = first->next;
    unlock(mask);
    return first;
}

static bool holds(const pool *asked, const void *address)
{
    const uint32_t offset = (uint32_t)((const uint8_t *)address - asked->blocks);
    return offset < asked->count * asked->block_bytes && offset % asked->block_bytes == 0;
}

osStatus_t osMemoryPoolFree(osMemoryPoolId_t mp_id, void *address)
{
    pool *to = mp_id;
    if (!to || !holds(to, address)) return osErrorParameter;
    if (uxQueueMessagesWaitingFromISR(to->available) == to->count) return osErrorResource;
    push(to, address);
    if (in_handler()) {
        BaseType_t higher = pdFALSE;
        (void)xSemaphoreGiveFromISR(to->available, &higher);
        portYIELD_FROM_ISR(higher);
    } else {
        (void)xSemaphoreGive(to->available);
    }
    return osOK;
}

uint32_t osMemoryPoolGetCount(osMemoryPoolId_t mp_id)
{
    const pool *asked = mp_id;
    return asked ? asked->count - (uint32_t)uxQueueMessagesWaitingFromISR(asked->available) : 0;
}

osStatus_t osMemoryPoolDelete(osMemoryPoolId_t mp_id)
{
    pool *gone = mp_id;
    if (in_handler()) return osErrorISR;
    if (!gone) return osErrorParameter;
    vSemaphoreDelete(gone->available);
    vPortFree(gone);
    return osOK;
}
