/** Zephyr's message queue. */
#ifndef CYCLESCOPE_QUEUE_CALLS_H
#define CYCLESCOPE_QUEUE_CALLS_H

#include <stdbool.h>
#include <stdint.h>
#include <zephyr/kernel.h>

#include "cyclescope/inline.h"

#ifndef CYCLESCOPE_SYSTEM_HEAP
#define CYCLESCOPE_QUEUE_HEAP_REFUSED \
    "needs a heap of the system's, of which the kernel allocates: CONFIG_HEAP_MEM_POOL_SIZE"
#endif

/** Maximum queue length. */
#define CYCLESCOPE_QUEUE_LENGTH_MAX UINT32_MAX

typedef struct k_msgq cyclescope_os_queue;

/** Creates a queue in `storage`, which has room for `length` items. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_create(cyclescope_os_queue *queue, uint32_t length,
                                                  uint32_t item_bytes, void *storage)
{
    k_msgq_init(queue, (char *)storage, item_bytes, length);
    return true;
}
/** Creates a queue whose storage the system allocates. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_create_on_heap(cyclescope_os_queue *queue,
                                                          uint32_t length, uint32_t item_bytes)
{
    return k_msgq_alloc_init(queue, item_bytes, length) == 0;
}
/** Appends an item; waits while the queue is full. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_send(cyclescope_os_queue *queue, const void *item)
{
    return k_msgq_put(queue, item, K_FOREVER) == 0;
}
/** Removes the oldest item; waits while the queue is empty. */
CYCLESCOPE_INLINE bool cyclescope_os_queue_receive(cyclescope_os_queue *queue, void *item)
{
    return k_msgq_get(queue, item, K_FOREVER) == 0;
}
CYCLESCOPE_INLINE uint32_t cyclescope_os_queue_count(cyclescope_os_queue *queue)
{
    return k_msgq_num_used_get(queue);
}
/** Frees allocated storage; no thread may still be waiting for the queue. */
CYCLESCOPE_INLINE void cyclescope_os_queue_delete(cyclescope_os_queue *queue)
{
    (void)k_msgq_cleanup(queue);
}

#endif
