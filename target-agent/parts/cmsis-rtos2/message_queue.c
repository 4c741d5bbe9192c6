#include "layer.h"
#include "queue.h"

osMessageQueueId_t osMessageQueueNew(uint32_t msg_count, uint32_t msg_size,
                                     const osMessageQueueAttr_t *attr)
{
    if (in_handler() || !TAKES_THE_HEAP(attr) || (attr && attr->mq_mem)) return NULL;
    if (msg_count == 0 || msg_size == 0) return NULL;
    return xQueueCreate(msg_count, msg_size);
}

static osStatus_t put_in_handler(QueueHandle_t queue, const void *message, uint32_t timeout)
{
    BaseType_t higher = pdFALSE;
    if (timeout) return osErrorParameter;
    if (xQueueSendFromISR(queue, message, &higher) != pdTRUE) return osErrorResource;
    portYIELD_FROM_ISR(higher);
    return osOK;
}

/** The kernel's queues have no message priorities: messages stay in order of arrival. */
osStatus_t osMessageQueuePut(osMessageQueueId_t mq_id, const void *msg_ptr, uint8_t msg_prio,
                             uint32_t timeout)
{
    (void)msg_prio;
    if (!mq_id || !msg_ptr) return osErrorParameter;
    if (in_handler()) return put_in_handler(mq_id, msg_ptr, timeout);
    return xQueueSend((QueueHandle_t)mq_id, msg_ptr, timeout) == pdTRUE ? osOK : not_got(timeout);
}

static osStatus_t get_in_handler(QueueHandle_t queue, void *message, uint32_t timeout)
{
    BaseType_t higher = pdFALSE;
    if (timeout) return osErrorParameter;
    if (xQueueReceiveFromISR(queue, message, &higher) != pdTRUE) return osErrorResource;
    portYIELD_FROM_ISR(higher);
    return osOK;
}

osStatus_t osMessageQueueGet(osMessageQueueId_t mq_id, void *msg_ptr, uint8_t *msg_prio,
                             uint32_t timeout)
{
    if (!mq_id || !msg_ptr) return osErrorParameter;
    if (msg_prio) *msg_prio = 0;
    if (in_handler()) return get_in_handler(mq_id, msg_ptr, timeout);
    return xQueueReceive((QueueHandle_t)mq_id, msg_ptr, timeout) == pdTRUE ? osOK
                                                                           : not_got(timeout);
}

uint32_t osMessageQueueGetCount(osMessageQueueId_t mq_id)
{
    return mq_id ? (uint32_t)uxQueueMessagesWaitingFromISR(mq_id) : 0;
}

osStatus_t osMessageQueueDelete(osMessageQueueId_t mq_id)
{
    if (in_handler()) return osErrorISR;
    if (!mq_id) return osErrorParameter;
    vQueueDelete((QueueHandle_t)mq_id);
    return osOK;
}
