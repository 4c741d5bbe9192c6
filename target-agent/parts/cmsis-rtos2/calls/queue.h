/** CMSIS-RTOS2's message queues, which the layer always allocates. */
#ifndef CYCLESCOPE_CMSIS_QUEUE_H
#define CYCLESCOPE_CMSIS_QUEUE_H

typedef struct {
    osMessageQueueId_t id;
} cyclescope_cmsis_queue;

CYCLESCOPE_INLINE bool cyclescope_cmsis_queue_create_on_heap(cyclescope_cmsis_queue *queue,
                                                             uint32_t length, uint32_t item_bytes)
{
    queue->id = osMessageQueueNew(length, item_bytes, NULL);
    return queue->id != NULL;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_queue_create(cyclescope_cmsis_queue *queue, uint32_t length,
                                                     uint32_t item_bytes, void *storage)
{
    (void)storage;
    return cyclescope_cmsis_queue_create_on_heap(queue, length, item_bytes);
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_queue_send(cyclescope_cmsis_queue *queue, const void *item)
{
    return osMessageQueuePut(queue->id, item, 0, osWaitForever) == osOK;
}
CYCLESCOPE_INLINE bool cyclescope_cmsis_queue_receive(cyclescope_cmsis_queue *queue, void *item)
{
    return osMessageQueueGet(queue->id, item, NULL, osWaitForever) == osOK;
}
CYCLESCOPE_INLINE uint32_t cyclescope_cmsis_queue_count(cyclescope_cmsis_queue *queue)
{
    return osMessageQueueGetCount(queue->id);
}
CYCLESCOPE_INLINE void cyclescope_cmsis_queue_delete(cyclescope_cmsis_queue *queue)
{
    (void)osMessageQueueDelete(queue->id);
}

#define cyclescope_os_queue cyclescope_cmsis_queue
#define cyclescope_os_queue_create cyclescope_cmsis_queue_create
#define cyclescope_os_queue_create_on_heap cyclescope_cmsis_queue_create_on_heap
#define cyclescope_os_queue_send cyclescope_cmsis_queue_send
#define cyclescope_os_queue_receive cyclescope_cmsis_queue_receive
#define cyclescope_os_queue_count cyclescope_cmsis_queue_count
#define cyclescope_os_queue_delete cyclescope_cmsis_queue_delete

#endif
