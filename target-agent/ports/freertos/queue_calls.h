/** The kernel's queue; without static allocation its storage comes from the heap, outside of windows. */
#ifndef CYCLESCOPE_QUEUE_CALLS_H
#define CYCLESCOPE_QUEUE_CALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "cyclescope/inline.h"
#include "heap.h"
#include "queue.h"

#ifdef CYCLESCOPE_HEAP_REFUSED
#define CYCLESCOPE_QUEUE_HEAP_REFUSED CYCLESCOPE_HEAP_REFUSED
#endif

/** Maximum queue length. */
#define CYCLESCOPE_QUEUE_LENGTH_MAX UINT32_MAX

typedef struct {
#if configSUPPORT_STATIC_ALLOCATION
    StaticQueue_t control_block;
#endif
    QueueHandle_t handle;
} cyclescope_os_queue;

/** Creates a queue in `storage`, which has room for `length` items. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length,
                                                  uint32_t item_bytes, void *storage)
{
#if configSUPPORT_STATIC_ALLOCATION
    queue->handle =
        xQueueCreateStatic(length, item_bytes, (uint8_t *)storage, &queue->control_block);
#else
    (void)storage;
    queue->handle = xQueueCreate(length, item_bytes);
#endif
    return queue->handle != NULL;
}

/** Creates a queue whose storage the system allocates. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue,
                                                          uint32_t length, uint32_t item_bytes)
{
#if configSUPPORT_DYNAMIC_ALLOCATION
    queue->handle = xQueueCreate(length, item_bytes);
#else
    (void)length;
    (void)item_bytes;
    queue->handle = NULL;
#endif
    return queue->handle != NULL;
}

/** Appends an item; waits while the queue is full. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item)
{
    return xQueueSend(queue->handle, item, portMAX_DELAY) == pdTRUE;
}
/** Removes the oldest item; waits while the queue is empty. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item)
{
    return xQueueReceive(queue->handle, item, portMAX_DELAY) == pdTRUE;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue)
{
    return (uint32_t)uxQueueMessagesWaiting(queue->handle);
}
/** No thread may still be waiting for the queue. */
CYCLESCOPE_INLINE void cyclescope_os_queue_delete(cyclescope_os_queue *queue)
{
    vQueueDelete(queue->handle);
}

#endif
